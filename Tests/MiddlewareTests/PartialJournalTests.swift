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

private enum SheetAction: Equatable, Sendable {
  case write(String)
  case move(Int)
}

@Suite("Persistence: partial journals and readers that take over")
struct PartialJournalTests {
  private let files = MemoryStorage()
  private let path = "/page.json"
  private let lines = "/page.json.journal/lines"

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
          durability: .journal(
            of: { if case .write(let word) = $0 { word } else { nil } }, as: SheetAction.write),
          access: access, storage: files)
      ],
      dependencies: Dependencies(clock: clock), onIssue: { _ in })
  }

  /// The numbers of the written lines.
  private var numbers: [Int] {
    String(decoding: files[lines] ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("\"action\"") }
      .compactMap { $0.firstMatch(of: /"version":([0-9]+)/).flatMap { Int($0.1) } }
  }

  @Test("an action outside the journal has no line and no number")
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

  @Test("a reader takes over when the writer has ended, and its actions are saved")
  func takeOver() throws {
    let writer = open()
    writer.dispatch(.write("a"))
    let reader = open(.writeOrRead)
    let file = try #require(reader.savedFile)
    #expect(file.isReadOnly && file.hasOtherWriter)
    reader.dispatch(.move(7))
    #expect(throws: PersistenceError.inUse(path: path)) { try file.takeOver() }
    #expect(file.isReadOnly)
    writer.dispatch(.write("b"))
    file.checkForExternalChanges()
    #expect(reader.state == Sheet(words: ["a", "b"], cursor: 7))
    writer.dispatch(.write("c"))
    writer.finish()
    #expect(!file.hasOtherWriter)
    try file.takeOver()
    #expect(!file.isReadOnly)
    #expect(reader.state == Sheet(words: ["a", "b", "c"], cursor: 7))
    reader.dispatch(.move(8))
    reader.dispatch(.write("d"))
    #expect(open().startupFailures.count == 1, "it has the lock")
    files.killProcess()
    #expect(open().state.words == ["a", "b", "c", "d"])
  }

  @Test("a reader takes over from a killed writer, with lines that are in no snapshot")
  func takeOverAfterKill() async throws {
    let writer = open()
    writer.dispatch(.write("a"))
    writer.dispatch(.move(1))
    writer.dispatch(.write("b"))
    // Releases only the writer's locks, because a reader holds none.
    let reader = open(.readOnly)
    files.killProcess()
    try await PersistenceLocation.file(path).send(
      "c", version: 1, clock: ImmediateClock(), storage: files, open: { open() })
    try #require(reader.savedFile).takeOver()
    #expect(reader.state.words == ["a", "b", "c"])
    reader.dispatch(.write("d"))
    reader.finish()
    #expect(open().state.words == ["a", "b", "c", "d"])
  }

  @Test("two programs share a file without a lock: the last save remains, and neither fails")
  func shared() {
    let shared = MemoryStorage()
    func open(_ clock: ManualClock) -> Store<Sheet, SheetAction> {
      Store(
        initial: Sheet(),
        reducer: Reducer { state, action in
          if case .move(let cursor) = action { state.cursor = cursor }
        },
        middleware: [
          .persistence(
            to: .file("/cursor.json"), part: .field(\.cursor), version: 1, access: .shared,
            storage: shared)
        ],
        dependencies: Dependencies(clock: clock), onIssue: { _ in })
    }
    let clock = ManualClock()
    let (first, second) = (open(clock), open(clock))
    first.dispatch(.move(1))
    clock.advance(by: .seconds(3))
    second.dispatch(.move(2))
    clock.advance(by: .seconds(3))
    #expect(first.state.cursor == 1, "no program follows the store")
    #expect(open(clock).state.cursor == 2)
    first.dispatch(.move(3))
    first.finish()
    #expect(open(clock).state.cursor == 3)
    shared["/cursor.json"] = Array("nonsense".utf8)
    let third = open(clock)
    #expect(third.startupFailures.isEmpty)
    #expect(third.state.cursor == 0)
    third.dispatch(.move(4))
    third.finish()
    #expect(open(clock).state.cursor == 4)
    #expect(shared.allPaths == ["/cursor.json"])
  }
}
