import MillraceStore
import MillraceStoreTesting
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

  @Test("flush() writes a deleted file again, and its history is restored at the next start")
  func history() async throws {
    func open() -> Store<Notes, NotesAction> {
      Store(
        initial: Notes(), reducer: notes,
        middleware: [
          .persistence(to: .file(path), version: 1, durability: .journal, storage: files)
        ], dependencies: Dependencies(clock: ManualClock()), onIssue: { _ in })
    }
    let first = open()
    first.dispatch(.add("milk"))
    first.finish()
    let second = open()
    #expect(second.state.history.canUndo)
    files[path] = nil
    try await second.flush()
    files.killProcess()
    let third = open()
    #expect(third.startupFailures.isEmpty)
    #expect(third.state == second.state)
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
