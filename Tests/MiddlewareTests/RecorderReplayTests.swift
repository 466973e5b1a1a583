import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@testable import MillraceMiddleware

@Suite("Recorder: replaying")
struct RecorderReplayTests {
  let folder: TemporaryFolder
  var path: String { folder.file("session.jsonl") }

  init() throws { folder = try TemporaryFolder() }

  /// Three commits, at 0, 1 and 3 seconds.
  private func record() throws -> BoardRecording {
    let clock = ManualClock()
    let store = makeBoard([.recorder(to: .file(path))], clock: clock)
    store.dispatch(.add("a"))
    clock.advance(by: .seconds(1))
    store.dispatch(.toggle(1))
    clock.advance(by: .seconds(2))
    store.context.replaceState(reason: .liveReload) { $0 = Board(draft: "b") }
    store.finish()
    return try BoardRecording(path: path)
  }

  @Test("a replay repeats the recorded actions and replacements, and ends in the same state")
  func full() async throws {
    let log = Log<String>()
    let replay = try BoardReplay(
      record(), reducer: board,
      middleware: [.logging(to: .sink { log.add($0) }, showing: [])])
    #expect(try await replay.run(speed: .infinity) == nil)
    // After this, all lines are written.
    replay.store.finish()
    #expect(
      log.entries.prefix(2) == [
        #"1 add("a") | items[id: 1]: + Item(id: 1, title: "a", isDone: false)"#,
        "2 toggle(1) | items[id: 1].isDone: false → true",
      ])
    #expect(log.entries.last?.hasPrefix("3 (liveReload) | ") == true)
    #expect(replay.store.state == Board(draft: "b"))
  }

  @Test("a replay takes the recorded time, divided by its speed", arguments: [1.0, 2.0])
  func speed(factor: Double) async throws {
    let clock = ManualClock()
    let replay = try BoardReplay(
      record(), reducer: board, dependencies: Dependencies(clock: clock))
    let task = Task { try await replay.run(speed: factor) }
    await clock.waitUntilPending()
    #expect(replay.store.snapshot.version == 1)
    clock.advance(by: .milliseconds(999) / factor)
    #expect(replay.store.snapshot.version == 1)
    clock.advance(by: .milliseconds(1) / factor)
    await clock.waitUntilPending()
    #expect(replay.store.snapshot.version == 2)
    clock.advance(by: .seconds(2) / factor)
    #expect(try await task.value == nil)
    #expect(replay.store.snapshot.version == 3)
  }

  @Test("a late replay catches up")
  func late() async throws {
    let clock = ManualClock()
    let replay = try BoardReplay(
      record(), reducer: board, dependencies: Dependencies(clock: clock))
    let task = Task { try await replay.run() }
    await clock.waitUntilPending()
    clock.advance(by: .seconds(3))
    #expect(try await task.value == nil)
  }

  @Test("a replay takes effects' actions from the recording, and runs no effect again")
  func quiet() async throws {
    let runs = Log<String>()
    let reducer = Reducer<Board, BoardAction> { state, action -> Command<BoardAction> in
      if case .add(let title) = action {
        runs.add(title)
        return .merge(
          .action(.draft("after \(title)")), .run { _ in runs.add("effect") })
      }
      return board.reduce(&state, action)
    }
    let store = makeBoard([.recorder(to: .file(path))], reducer: reducer)
    store.dispatch(.add("a"))
    await store.waitForEffects()
    store.finish()
    #expect(runs.entries == ["a", "effect"])
    let replay = try BoardReplay(BoardRecording(path: path), reducer: reducer)
    #expect(try await replay.run() == nil)
    await replay.store.waitForEffects()
    #expect(runs.entries == ["a", "effect", "a"])
    #expect(replay.store.snapshot.version == 2)
    #expect(replay.store.state.draft == "after a")
    // After the replay, nothing is in a recording.
    replay.store.dispatch(.add("b"))
    await replay.store.waitForEffects()
    #expect(runs.entries.dropFirst(3) == ["b", "effect"])
    #expect(replay.store.state.draft == "after b")
  }

  @Test("a replay's store ignores other actions until the replay has ended")
  func others() async throws {
    let replay = try BoardReplay(record(), reducer: board)
    let store = replay.store
    let tasks = Log<Task<Void, Never>>()
    let token = store.subscribe { change in
      // Dispatches as a view does: at once, and from a task.
      if change.version <= 3 {
        store.dispatch(.draft("from a subscriber"))
        tasks.add(Task { if change.version < 3 { store.dispatch(.draft("from a task")) } })
      }
    }
    store.dispatch(.draft("too early"))
    #expect(store.snapshot.version == 0)
    #expect(try await replay.run(speed: .infinity) == nil)
    #expect(store.state == Board(draft: "b"))
    for task in tasks.entries { await task.value }
    token.cancel()
    store.dispatch(.draft("now"))
    #expect(store.state == Board(draft: "now"))
  }

  @Test("commits recorded after the recording was opened are not replayed")
  func opened() async throws {
    let store = makeBoard([.recorder(to: .file(path))])
    store.dispatch(.draft("a"))
    let replay = try BoardReplay(BoardRecording(path: path), reducer: board)
    store.dispatch(.draft("b"))
    #expect(try await replay.run() == nil)
    #expect(replay.store.state.draft == "a")
  }

  @Test("a replay can run again from the start")
  func again() async throws {
    let replay = try BoardReplay(record(), reducer: board)
    for _ in 1...3 {
      #expect(try await replay.run(speed: .infinity) == nil)
      #expect(replay.store.state == Board(draft: "b"))
    }
  }

  @Test("a replay ends when its task is cancelled or its store finishes")
  func ending() async throws {
    let clock = ManualClock()
    let replay = try BoardReplay(
      record(), reducer: board, dependencies: Dependencies(clock: clock))
    let task = Task { try await replay.run() }
    await clock.waitUntilPending()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let second = Task { try await replay.run() }
    await clock.waitUntilPending()
    replay.store.finish()
    clock.advance(by: .seconds(1))
    #expect(try await second.value == nil)
    #expect(replay.store.state.items.map(\.isDone) == [false])
  }

  /// A reducer that depends on more than the state and the action.
  private func dice(_ eyes: [Int]) -> Reducer<Board, BoardAction> {
    let rest = Guarded(eyes)
    return Reducer { state, action in
      if action == .nothing {
        state.scores["dice"] = rest.withLock { $0.removeFirst() }
      } else {
        _ = board.reduce(&state, action)
      }
    }
  }

  @Test("a replay of a reducer that is not repeatable names the first action that differs")
  func notRepeatable() async throws {
    let store = makeBoard([.recorder(to: .file(path))], reducer: dice([3, 4, 5]))
    for _ in 1...3 {
      store.dispatch(.draft("before"))
      store.dispatch(.nothing, fileID: "App/Game.swift", line: 12, function: "roll()")
    }
    store.finish()
    let recording = try BoardRecording(path: path)
    let expected = RecordingDifference(
      version: 4, lastEqual: 3, action: "nothing", origin: "App/Game.swift:12 roll()",
      difference:
        #"the recorded change is (scores["dice"]: 3 → 4), the replayed change is (scores["dice"]: 3 → 6)"#
    )
    let replay = try BoardReplay(recording, reducer: dice([3, 6]))
    #expect(try await replay.run(speed: .infinity) == expected)
    #expect(replay.store.snapshot.version == 4, "it stops there")
    #expect(throws: RecordingError.differs(expected)) {
      try recording.state(at: 5, by: dice([3, 6, 1]))
    }
    #expect(try recording.state(at: 3, by: dice([3])).scores == ["dice": 3])
    #expect(
      expected.description == """
        The replay differs at version 4, nothing (dispatched at App/Game.swift:12 roll()): the recorded change is \
        (scores["dice"]: 3 → 4), the replayed change is (scores["dice"]: 3 → 6). The reducer has changed, depends on more than \
        the state and the action, or a Set in the state is encoded without an order.
        """)
  }

  @Test("without a check of each state, a difference is narrowed to a range of versions")
  func narrowed() async throws {
    let store = makeBoard(
      [.recorder(to: .file(path), checkingStatesUpTo: 0)],
      reducer: dice(Array(repeating: 1, count: 100)))
    for index in 1...100 { store.dispatch(index == 60 ? .nothing : .score("a", index)) }
    store.finish()
    let recording = try BoardRecording(path: path)
    let replay = try BoardReplay(recording, reducer: dice([2]))
    let difference = try #require(try await replay.run(speed: .infinity))
    #expect(difference.lastEqual < 60)
    #expect(difference.version >= 60)
    #expect(difference.lastEqual > 0)
    #expect(difference.difference == #"recorded → replayed: scores["dice"]: 1 → 2"#)
    #expect(
      difference.description.contains("or at an unchecked version after \(difference.lastEqual)"))
    // A repeatable reducer does not differ.
    let same = try BoardReplay(recording, reducer: dice([1]))
    #expect(try await same.run(speed: .infinity) == nil)
  }

  @Test("a different order of elements is a difference, even if the changes read the same")
  func shuffled() async throws {
    let turns = Guarded([1, 2])
    let reducer = Reducer<Board, BoardAction> { state, action in
      guard action == .nothing else { return _ = board.reduce(&state, action) }
      for _ in 0..<turns.withLock({ $0.removeFirst() }) {
        let first = state.items.removeFirst()
        state.items.append(first)
      }
    }
    let store = makeBoard([.recorder(to: .file(path))], reducer: reducer)
    for title in ["a", "b", "c"] { store.dispatch(.add(title)) }
    store.dispatch(.nothing)
    store.finish()
    let replay = try BoardReplay(BoardRecording(path: path), reducer: reducer)
    #expect(try await replay.run(speed: .infinity)?.version == 4)
  }
}
