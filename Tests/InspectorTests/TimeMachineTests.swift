import Millrace
import MillraceStore
import MillraceStoreTesting
import Synchronization
import TestSupport
import Testing

@testable import MillraceInspector

@Suite("Time machine", .timeLimit(.minutes(20)))
struct TimeMachineTests {
  /// A store, and the state of each version, computed by a fold of the actions.
  private struct Session {
    let store = Store(
      initial: Notebook(), reducer: notebook, dependencies: Dependencies(clock: ManualClock()))
    var states: [Notebook] = [Notebook()]

    mutating func dispatch(_ action: NotebookAction) {
      store.dispatch(action)
      fold(action)
      // The action that its command sends at once is a separate commit.
      if action == .load { fold(.loaded([7, 8])) }
    }

    private mutating func fold(_ action: NotebookAction) {
      var state = states.last!
      _ = notebook.reduce(&state, action)
      states.append(state)
    }

    mutating func replace(_ change: @escaping @Sendable (inout Notebook) -> Void) {
      store.context.replaceState(reason: .liveReload, change)
      var state = states.last!
      change(&state)
      states.append(state)
    }
  }

  private static let noGauge = MemoryGauge(read: { nil })

  @Test("each version equals a fold of the actions", arguments: 0..<10)
  func property(part: UInt64) throws {
    for seed in (part * 100)..<(part * 100 + rounds(6, long: 100)) {
      let note = Comment(rawValue: "seed \(seed)")
      var random = SeededGenerator(seed: seed)
      var session = Session()
      for _ in 0..<Int.random(in: 0..<20, using: &random) { session.dispatch(.random(&random)) }
      let start = session.states.count - 1
      let limit = random.pick([40, 100, 100_000])
      // In a long session, the growth of the gauge makes the machine drop snapshots.
      let gauge: MemoryGauge
      if random.chance(30) {
        let bytes = Atomic(0)
        gauge = MemoryGauge(read: { bytes.add(1 << 20, ordering: .relaxed).newValue })
      } else {
        gauge = Self.noGauge
      }
      let machine = TimeMachine(
        session.store.context, limit: limit, bytes: 1 << 14, gauge: gauge)
      for _ in 0..<random.pick([0, 10, 300, 1_000]) {
        if random.chance(1) {
          session.replace { $0.draft = "replaced" }
        } else {
          session.dispatch(.random(&random))
        }
        if random.chance(2), let at = machine.versions.randomElement(using: &random) {
          // The machine continues to record while views show a version.
          try machine.travel(to: at)
          if random.chance(50) { machine.goLive() }
        }
      }
      let versions = machine.versions
      try #require(Int(versions.upperBound) == session.states.count - 1, note)
      #expect(
        session.states.count - 1 - Int(versions.lowerBound)
          >= min(limit, session.states.count - 1 - start) || gauge.read() != nil, note)
      let wrong = try (0..<20).map { _ in versions.randomElement(using: &random)! }
        .first { try machine.state(at: $0) != session.states[Int($0)] }
      #expect(wrong == nil, note)
      machine.goLive()
      #expect(session.store.state == session.states.last, note)
    }
  }

  @Test("an unrecorded version is refused, and the error names the recorded versions")
  func refusal() {
    let store = Store(initial: Notebook(), reducer: notebook)
    store.dispatch(.tick)
    let machine = TimeMachine(store)
    store.dispatch(.tick)
    #expect(throws: InspectorError.notRecorded(0, 1...2)) { try machine.state(at: 0) }
    #expect(throws: InspectorError.notRecorded(3, 1...2)) { try machine.travel(to: 3) }
    #expect(machine.position == nil)
    #expect(
      "\(InspectorError.notRecorded(0, 1...2))"
        == "Version 0 is not recorded: choose one from 1 to 2.")
  }

  @Test("a limit of 100 actions removes older actions and their snapshots")
  func bounded() throws {
    let store = Store(
      initial: Notebook(), reducer: notebook, dependencies: Dependencies(clock: ManualClock()))
    let machine = TimeMachine(store.context, limit: 100, bytes: 1 << 20, gauge: Self.noGauge)
    for _ in 0..<5_000 { store.dispatch(.toggle) }
    #expect(machine.versions.upperBound == 5_000)
    // The machine removes older actions when it takes the next snapshot.
    #expect((4_836...4_900).contains(machine.versions.lowerBound))
    #expect(machine.recording.recorded.count < 100 + 64 + 256)
    #expect(machine.recording.log.snapshots.count <= 6)
  }

  @Test(
    "of 100,000 commits, fewer than 256 snapshots are kept, 32 commits or 1/32 of their age apart")
  func thinned() throws {
    var plan = SnapshotPlan(limit: 1_000_000)
    var kept: [UInt64] = [0]
    for version in UInt64(1)...100_000 where plan.countCommit(version, cost: 1) {
      plan.didTakeSnapshot(version)
      kept.append(version)
      for index in plan.superfluous(kept, mustStay: { _ in false }) { kept.remove(at: index) }
    }
    #expect(kept.count < 256)
    for (one, next) in zip(kept, kept.dropFirst()) {
      #expect(next - one <= max(32, (100_000 - one) / 32))
    }
  }

  @Test("fewer snapshots are taken while the copies after them take over 2 % of the reducer's time")
  func copies() {
    var plan = SnapshotPlan(limit: 100_000)
    func run(_ count: Int, copy: Float, other: Float) {
      var isFirst = true
      var version = UInt64(0)
      var end = 0
      while end < count {
        end += 1
        version += 1
        if plan.countCommit(version, cost: isFirst ? copy : other) {
          plan.didTakeSnapshot(version)
          isFirst = true
        } else {
          isFirst = false
        }
      }
    }
    run(100_000, copy: 3.6, other: 3.6)
    #expect(plan.spacing == 32)
    plan = SnapshotPlan(limit: 100_000)
    run(100_000, copy: 400, other: 3.6)
    // 400 µs are 2 % of the time that 5,555 commits take.
    #expect(plan.spacing == 8192)
    plan = SnapshotPlan(limit: 100_000)
    run(200_000, copy: 100_000, other: 3.6)
    #expect(plan.spacing == 50_000)
  }

  @Test("a time machine drops snapshots when the process grows, and reproduces remaining versions")
  func memory() throws {
    let store = Store(
      initial: Notebook(), reducer: notebook, dependencies: Dependencies(clock: ManualClock()))
    let bytes = Atomic(0)
    let gauge = MemoryGauge(read: { bytes.load(ordering: .relaxed) })
    let machine = TimeMachine(store.context, limit: 100_000, bytes: 1_000_000, gauge: gauge)
    for _ in 0..<20_000 { store.dispatch(.toggle) }
    let before = machine.recording.log.snapshots.count
    #expect(before > 60)
    for step in 1...20 {
      // Dropping snapshots does not shrink the gauge, because the program itself grows. The machine
      // must count that growth only once.
      bytes.store(step * 2_000_000, ordering: .relaxed)
      for _ in 0..<1_100 { store.dispatch(.toggle) }
    }
    #expect(machine.recording.log.snapshots.count < before / 2)
    #expect(machine.versions.upperBound == 42_000)
    let state = try machine.state(at: machine.versions.lowerBound + 1)
    #expect(state.isOpen == (machine.versions.lowerBound % 2 == 0))
  }

  @Test("the estimated size of a state has the right order of magnitude")
  func size() {
    let numbers = estimatedBytes(of: Array(0..<100_000))
    #expect((400_000...2_500_000).contains(numbers))
    let text = String(repeating: "x", count: 100)
    let notes = estimatedBytes(
      of: Notebook(notes: IdentifiedList((0..<1_000).map { Note(id: $0, title: text) })))
    #expect((100_000...400_000).contains(notes))
  }

  // MARK: - Travel without side effects

  /// Counts commits and writes.
  private final class Sink: CommitSink {
    let commits = Atomic(0)
    func enqueue(_ commit: Commit<Notebook, NotebookAction>) {
      commits.add(1, ordering: .relaxed)
    }
    func flush(through version: UInt64) {}
  }

  @Test("many jumps start no effect, source or save, and do not change the present")
  func quiet() throws {
    let sources = Atomic(0)
    let received = Atomic(0)
    let sink = Sink()
    let clock = ManualClock()
    let storage = MemoryStorage()
    let saves = Atomic(0)
    let store = Store(
      initial: Notebook(),
      reducer: notebook.sources { state in
        sources.add(1, ordering: .relaxed)
        return state.isOpen ? [.timer(id: "tick", every: .seconds(1)) { .tick }] : []
      },
      middleware: [
        Middleware(parts: { _ in .init(sink: sink) }),
        .persistence(
          to: .file("notes.json"), version: 1, storage: storage,
          onEvent: { event in if case .saved = event { saves.add(1, ordering: .relaxed) } }),
      ], dependencies: Dependencies(clock: clock))
    let token = store.subscribe { _ in received.add(1, ordering: .relaxed) }
    let machine = TimeMachine(store)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<rounds(500, long: 2_000) { store.dispatch(.random(&random)) }
    clock.advance(by: .seconds(10))
    let present = store.snapshot
    let counters = {
      [
        sources.load(ordering: .relaxed), received.load(ordering: .relaxed),
        sink.commits.load(ordering: .relaxed), saves.load(ordering: .relaxed),
      ]
    }
    let before = counters()
    #expect(before.allSatisfy { $0 > 0 })
    let effects = store.work
    for _ in 0..<rounds(2_000, long: 10_000) {
      try machine.travel(to: machine.versions.randomElement(using: &random)!)
    }
    #expect(counters() == before)
    #expect(store.work == effects)
    #expect(store.snapshot.version == present.version)
    machine.goLive()
    #expect(store.state == present.state)
    withExtendedLifetime(token) {}
  }

  @Test("actions that arrive while the past is shown change the present, and are counted")
  func arrivals() throws {
    let store = Store(initial: Notebook(), reducer: notebook)
    let machine = TimeMachine(store)
    store.dispatch(.draft("one"))
    store.dispatch(.draft("two"))
    try machine.travel(to: 1)
    #expect(machine.position == 1)
    #expect(machine.arrivals == 0)
    store.dispatch(.tick)
    #expect(store.state.draft == "two")
    #expect(store.state.log == [0])
    #expect(machine.arrivals == 1)
    // Another jump continues the travel.
    try machine.travel(to: 2)
    #expect(machine.arrivals == 1)
    machine.goLive()
    #expect(machine.arrivals == 0)
    #expect(machine.position == nil)
  }

  @Test("resuming at a past version is a replacement, which is recorded as a new version")
  func resume() throws {
    let store = Store(initial: Notebook(), reducer: notebook)
    let machine = TimeMachine(store)
    let reasons = Captured<[Replacement]>([])
    let token = store.observeCommits { commit in
      if case .replacement(let reason) = commit.cause { reasons.append(reason) }
    }
    store.dispatch(.draft("one"))
    store.dispatch(.draft("two"))
    try machine.resume(at: 1)
    #expect(store.state.draft == "one")
    #expect(store.snapshot.version == 3)
    #expect(reasons.value == [.timeTravel])
    store.dispatch(.tick)
    #expect(try machine.state(at: 2).draft == "two")
    #expect(try machine.state(at: 3).draft == "one")
    #expect(try machine.state(at: 4).log == [0])
    withExtendedLifetime(token) {}
  }

  @Test("a time machine records each commit of several threads once")
  func threads() async throws {
    let store = Store(initial: Notebook(), reducer: notebook)
    let machine = TimeMachine(store)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<500 {
            store.dispatch(number % 5 == 0 ? .add(task * 1_000 + number) : .tick)
          }
        }
      }
    }
    store.waitForDelivery()
    #expect(machine.versions == 0...2_000)
    #expect(try machine.state(at: 2_000) == store.state)
    let middle = try machine.state(at: 1_000)
    #expect(middle.notes.count + middle.log.count == 1_000)
  }

  @Test("recording stops when the last reference is released, and the store continues")
  func release() {
    let store = Store(initial: Notebook(), reducer: notebook)
    weak var gone: TimeMachine<Notebook, NotebookAction>?
    do {
      let machine = TimeMachine(store)
      gone = machine
      store.dispatch(.tick)
      #expect(machine.versions == 0...1)
    }
    #expect(gone == nil)
    store.dispatch(.tick)
    #expect(store.state.log == [0, 1])
  }
}

/// A value that closures on any thread can change.
final class Captured<Value: Sendable>: Sendable {
  private let state: Guarded<Value>
  init(_ value: Value) { state = Guarded(value) }
  var value: Value { state.withLock { $0 } }
}

extension Captured {
  func append<Element: Sendable>(_ element: Element) where Value == [Element] {
    state.withLock { $0.append(element) }
  }

  func removeAll<Element: Sendable>() where Value == [Element] {
    state.withLock { $0.removeAll() }
  }
}
