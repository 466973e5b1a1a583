import MillraceMiddleware
import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

/// Words, which are saved, and a cursor, which is not.
private struct Sheet: Equatable, Sendable {
  var words: [String] = []
  var cursor = 0
}

private enum SheetAction: Codable, Equatable, Sendable {
  case write(String)
  case move(Int)
}

@Suite("Persistence: partial journals and readers that take over")
struct PartialJournalTests {
  private let files = MemoryStorage()
  private let path = "/page.json"
  private let entries = "/page.json.log/entries"

  private func open(
    _ access: FileAccess = .write, clock: ManualClock = ManualClock()
  ) -> Store<Sheet, SheetAction> {
    Store(
      initial: Sheet(),
      reducer: Reducer { state, action in
        switch action {
        case .write(let word): state.words.append(word)
        case .move(let cursor): state.cursor = cursor
        }
      },
      middleware: [
        .persistence(
          to: .file(path), part: .field(\.words), version: 1,
          durability: .journal, access: access, storage: files)
      ],
      dependencies: Dependencies(clock: clock), onIssue: { _ in })
  }

  /// The numbers of the written entries.
  private var numbers: [Int] {
    String(decoding: files[entries] ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("\"action\"") }
      .compactMap { $0.firstMatch(of: /"number":([0-9]+)/).flatMap { Int($0.1) } }
  }

  @Test("an action that changes only the rest has no entry and no number")
  func numbersInOrder() {
    let store = open()
    store.dispatch(.move(1))
    for word in ["a", "b", "c"] {
      store.dispatch(.write(word))
      store.dispatch(.move(2))
      store.dispatch(.move(3))
    }
    #expect(numbers == [1, 2, 3])
    files.killProcess()
    #expect(open().state == Sheet(words: ["a", "b", "c"]))
  }

  @Test(
    "random actions, saves, ends and kills lose no word of the journal",
    arguments: 1...rounds(25, long: 200))
  func randomPrograms(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (words, clock) = ([String](), ManualClock())
    var store = open(clock: clock)
    // Keeps the killed stores, because a released store would save.
    var killed: [Store<Sheet, SheetAction>] = []
    for step in 0..<60 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0...3:
        words.append("\(step)")
        store.dispatch(.write("\(step)"))
      case 4...7: store.dispatch(.move(step))
      case 8: try? store.savedFile?.overwrite()
      case 9: clock.advance(by: .seconds(2))
      case let way:
        if way == 10 { store.finish() } else { files.killProcess() }
        killed.append(store)
        clock = ManualClock()
        store = open(clock: clock)
        #expect(store.state.words == words, "seed \(seed), step \(step)")
      }
    }
    files.killProcess()
    #expect(open().state.words == words, "seed \(seed)")
    withExtendedLifetime((store, killed)) {}
  }

  @Test("of two programs with a state of their own, the second restores it and does not save it")
  func bestEffort() {
    let (files, clock) = (MemoryStorage(), ManualClock())
    func open() -> Store<Sheet, SheetAction> {
      Store(
        initial: Sheet(),
        reducer: Reducer { state, action in
          if case .move(let cursor) = action { state.cursor = cursor }
        },
        middleware: [
          .persistence(
            to: .file("/cursor.json"), part: .field(\.cursor), version: 1, access: .bestEffort,
            storage: files)
        ],
        dependencies: Dependencies(clock: clock), onIssue: { _ in })
    }
    let first = open()
    first.dispatch(.move(1))
    clock.advance(by: .seconds(3))
    #expect(files.allPaths == ["/cursor.json"])
    let second = open()
    #expect(second.state.cursor == 1)
    #expect(second.startupFailures.isEmpty)
    second.dispatch(.move(2))
    clock.advance(by: .seconds(3))
    second.finish()
    #expect(first.state.cursor == 1)
    first.dispatch(.move(3))
    first.finish()
    let third = open()
    #expect(third.state.cursor == 3)
    // A file that another program wrote is replaced.
    files["/cursor.json"] = Array("nonsense".utf8)
    third.dispatch(.move(4))
    third.finish()
    #expect(open().state.cursor == 4)
  }

  @Test(
    "of two programs that find no file of best effort, the last save remains, and neither fails")
  func bothFirst() {
    let (files, clock, issues) = (MemoryStorage(), ManualClock(), Log<String>())
    func open() -> Store<Sheet, Int> {
      Store(
        initial: Sheet(), reducer: Reducer { state, cursor in state.cursor = cursor },
        middleware: [
          .persistence(
            to: .file("/cursor.json"), part: .field(\.cursor), version: 1, access: .bestEffort,
            storage: files)
        ],
        dependencies: Dependencies(clock: clock), onIssue: { issues.add("\($0)") })
    }
    let (first, second) = (open(), open())
    first.dispatch(1)
    clock.advance(by: .seconds(3))
    second.dispatch(2)
    clock.advance(by: .seconds(3))
    second.finish()
    first.finish()
    #expect(open().state.cursor == 2)
    #expect(issues.entries.isEmpty)
    #expect(files.allPaths == ["/cursor.json"])
  }

  @Test("an unreadable or unwritable file of best effort stops nothing", arguments: [true, false])
  func bestEffortFailures(isUnreadable: Bool) {
    let (files, clock, issues) = (MemoryStorage(), ManualClock(), Log<String>())
    files["/cursor.json"] = Array((isUnreadable ? "nonsense" : "{\"state\":7,\"version\":1}").utf8)
    if !isUnreadable { files.setFault { operation, _ in operation == .access ? .fails(13) : nil } }
    let store = Store(
      initial: Sheet(),
      reducer: Reducer<Sheet, Int> { state, cursor in state.cursor = cursor },
      middleware: [
        .persistence(
          to: .file("/cursor.json"), part: .field(\.cursor), version: 1, access: .bestEffort,
          storage: files, onEvent: { if case .noticed(let error) = $0 { issues.add("\(error)") } })
      ],
      dependencies: Dependencies(clock: clock), onIssue: { issues.add("\($0)") })
    #expect(store.startupFailures.isEmpty)
    #expect(store.state.cursor == (isUnreadable ? 0 : 7))
    #expect(issues.entries.count == 1)
    store.dispatch(4)
    store.finish()
    #expect(store.state.cursor == 4)
  }

  // MARK: Whole actions, one part

  private func openPart(_ files: MemoryStorage) -> ItemsStore {
    Store(
      initial: Items(), reducer: items,
      middleware: [
        .persistence(
          to: .file("/items.json"), part: .field(\.items), version: 1, durability: .journal,
          storage: files)
      ],
      dependencies: Dependencies(clock: ManualClock()), onIssue: { _ in })
  }

  @Test("the rest of the state begins as the initial one, after a kill, too")
  func restIsInitial() {
    let store = openPart(files)
    store.dispatch(.add("milk"))
    store.dispatch(.draft("bre"))
    store.dispatch(.add("bread"))
    files.killProcess()
    let restored = openPart(files).state
    #expect(restored.items.map(\.title) == ["milk", "bread"])
    #expect(restored.draft == "")
    withExtendedLifetime(store) {}
  }

  @Test("a replacement of the rest saves nothing, and a replacement of the part saves the state")
  func replacements() {
    let store = openPart(files)
    store.dispatch(.add("milk"))
    func states() -> Int {
      String(decoding: files["/items.json.log/entries"] ?? [], as: UTF8.self)
        .matches(of: /"writer":"state"/).count
    }
    store.context.replaceState(reason: .edit) { $0.draft = "x" }
    store.dispatch(.add("bread"))
    #expect(states() == 0)
    store.context.replaceState(reason: .edit) { $0.items[id: 1]?.title = "oat milk" }
    store.dispatch(.add("eggs"))
    #expect(states() == 1)
    files.killProcess()
    #expect(openPart(files).state.items.map(\.title) == ["oat milk", "bread", "eggs"])
    withExtendedLifetime(store) {}
  }

  @Test("a file of best effort that cannot be saved does not stop the flush of another file")
  func flushBesideBestEffort() async throws {
    let store = Store(
      initial: Items(), reducer: items,
      middleware: [
        .persistence(
          to: .file("/draft.json"), part: .field(\.draft), version: 1, access: .bestEffort,
          storage: files),
        .persistence(
          to: .file("/items.json"), part: .field(\.items), version: 1, storage: files),
      ],
      dependencies: Dependencies(clock: ManualClock()), onIssue: { _ in })
    files.setFault { operation, path in
      operation == .rename && path.contains("draft") ? .fails(28) : nil
    }
    store.dispatch(.draft("x"))
    store.dispatch(.add("milk"))
    try await store.flush()
    #expect(files["/items.json"] != nil && files["/draft.json"] == nil)
    withExtendedLifetime(store) {}
  }

  @Test("an action that leaves the part equal has no entry and no number")
  func equalPart() {
    let store = openPart(files)
    for number in 1...3 {
      for letter in ["a", "ab", "abc"] { store.dispatch(.draft("\(letter)\(number)")) }
      store.dispatch(.nothing)
      store.dispatch(.add("\(number)"))
    }
    let lines = String(decoding: files["/items.json.log/entries"] ?? [], as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("\"action\"") }
    #expect(lines.count == 3)
    #expect(lines.enumerated().allSatisfy { $1.contains("\"number\":\($0 + 1),") })
    store.dispatch(.toggle(2))
    files.killProcess()
    #expect(openPart(files).state.items.map(\.isDone) == [false, true, false])
    withExtendedLifetime(store) {}
  }
}
