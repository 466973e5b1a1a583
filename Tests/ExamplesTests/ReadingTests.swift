import MillraceDocument
import MillraceTesting
import Testing

@testable import reading

@MainActor @Suite("The example reading")
struct ReadingTests {
  private let files = MemoryStorage()

  /// Starts the program on the files of this test, and on a web of one page.
  private func start() throws -> TestStage {
    try TestStage(columns: 32, rows: 6) { dependencies in
      dependencies[PageTitle.self] = { if $0 == "swift.org" { "Swift" } else { throw NoPage() } }
      let log = DocumentLog<ReadingList>(file: "/reading.json", storage: files)
      let store = readingStore(log, logging: .sink { _ in }, dependencies: dependencies)
      return ReadingProgram.app(store, log)
    }
  }

  @Test("the child finds a title, without a program around it")
  nonisolated func child() async throws {
    let store = TestStore(initial: Finder(address: "swift.org"), reducer: finder) {
      $0[PageTitle.self] = { _ in "Swift" }
    }
    try await store.send(.submit) { $0.isLooking = true }
    try await store.receive(.found(Link(address: "swift.org", title: "Swift"))) { $0 = Finder() }
    try await store.finish()
  }

  @Test("a failure is shown, a page is added once, and kill -9 loses neither page nor undo")
  func program() async throws {
    let first = try start()
    first.terminal.type("swift.or\r")
    await first.settleEffects()
    #expect(first.rows[1] == "There is no such page")
    first.terminal.type("g\r")
    await first.settleEffects()
    first.terminal.type("swift.org\r")
    await first.settleEffects()
    #expect(
      first.rows == [
        "swift.org", "It is on the list", "› [ ] Swift", "", "── Added “Swift” · u undoes ────",
      ])
    first.clock.advance(by: .seconds(1))
    files.killProcess()
    let second = try start()
    #expect(second.rows[0] == "swift.org" && second.rows[2] == "› [ ] Swift")
    second.terminal.send(.down, .character("u"))
    second.settle()
    #expect(second.rows[5] == "d Remove  u Undo  U Redo  q Quit")
    #expect(second.rows[2] == "›" && second.rows[4].contains("Undone: added “Swift”"))
  }
}
