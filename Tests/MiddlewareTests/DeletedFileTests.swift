import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceMiddleware

@Suite("Persistence: a file that another program deletes")
struct DeletedFileTests {
  private let files = MemoryStorage()
  private let path = "/items.json"

  private func open(_ durability: Durability<ItemsAction>) -> Saved {
    Saved(path, durability: durability, storage: files)
  }

  @Test(
    "flush() writes a deleted file again, even if the state has not changed",
    arguments: [true, false], [true, false])
  func flushed(hasJournal: Bool, isFlushedBefore: Bool) async throws {
    let durability: Durability<ItemsAction> = hasJournal ? .journal : .snapshot
    let first = open(durability)
    first.store.dispatch(.add("milk"))
    first.store.finish()
    let second = open(durability)
    if isFlushedBefore { try await second.store.flush() }
    files[path] = nil
    try await second.store.flush()
    #expect(files[path] != nil)
    files.killProcess()
    #expect(open(durability).titles == ["milk"])
    withExtendedLifetime(second.store) {}
  }

  @Test(
    "a file that is gone or damaged while no program runs is restored from its log, and said",
    arguments: ["gone", "cut", "replaced in place"], [true, false])
  func restored(damage: String, isKilled: Bool) {
    let issues = Log<String>()
    var clock = ManualClock()
    func open() -> Store<Notes, NotesAction> {
      Store(
        initial: Notes(), reducer: notes,
        middleware: [
          .persistence(to: .file(path), version: 1, durability: .journal, storage: files)
        ], dependencies: Dependencies(clock: clock), onIssue: { issues.add("\($0)") })
    }
    var killed: [Store<Notes, NotesAction>] = []
    func leave(_ store: Store<Notes, NotesAction>) {
      // The file is written a second after the first entry of its log.
      clock.advance(by: .seconds(1))
      if isKilled { files.killProcess() } else { store.finish() }
      clock = ManualClock()
      killed.append(store)
    }
    for title in ["milk", "bread", "eggs"] {
      let store = open()
      store.dispatch(.add(title))
      leave(store)
    }
    let before = open()
    let (titles, canUndo) = (before.state.text, before.state.history.canUndo)
    leave(before)
    #expect(issues.entries.isEmpty)
    switch damage {
    case "gone": files[path] = nil
    case "cut": files[path]?.removeLast(20)
    default: files[path] = Array("{\"half\": ".utf8)
    }
    let after = open()
    #expect(after.state.text == titles)
    #expect(after.state.history.canUndo == canUndo)
    #expect(issues.entries.contains { $0.contains("restored from its log") })
    for title in 1...9 {
      after.dispatch(.add("\(title)"))
    }
    leave(after)
    let last = open()
    #expect(last.state.text.count == 12)
    #expect(files[path] != nil)
    last.finish()
  }

  @Test("flush() throws when it cannot write a deleted file again")
  func failing() async throws {
    let first = open(.snapshot)
    first.store.dispatch(.add("milk"))
    try await first.store.flush()
    files[path] = nil
    files.setFault { operation, _ in operation == .rename ? .fails(28) : nil }
    await #expect(throws: PersistenceError.self) { try await first.store.flush() }
    #expect(first.store.savedFile?.failure != nil)
  }
}
