import Millrace
import MillraceTesting
import Testing

@Suite("The program of the article about a stack of screens")
struct StackSampleTests {
  private static let files: @Sendable (String) async throws -> [String] = { path in
    path.isEmpty ? ["docs/", "todo.txt"] : ["plan.txt"]
  }

  @Test("a folder loads its names, and opens one of them")
  func pushes() async throws {
    let store = TestStore(initial: Browser(), reducer: browser) { $0[FileClient.self] = Self.files }
    try await store.send(.stack(.screen(0, .folder(.load))))
    try await store.receive(.stack(.screen(0, .folder(.loaded(["docs/", "todo.txt"]))))) {
      $0.stack = ScreenStack(.folder(Folder(path: "", names: ["docs/", "todo.txt"])))
    }
    try await store.send(.stack(.screen(0, .folder(.open("todo.txt"))))) {
      $0.stack.push(.rename(Rename(path: "todo.txt", name: "todo.txt")))
    }
    try await store.finish()
  }

  @Test("a removed screen's effects end, and the last screen stays")
  func back() async throws {
    let clock = ManualClock()
    var initial = Browser()
    initial.stack.push(.folder(Folder(path: "docs/")))
    let store = TestStore(initial: initial, reducer: browser, clock: clock) {
      $0[FileClient.self] = { _ in
        try await clock.sleep(for: .seconds(1))
        return ["late"]
      }
    }
    try await store.send(.stack(.screen(1, .folder(.load))))
    await clock.waitUntilPending(1)
    try await store.send(.stack(.back)) { $0.stack.goBack() }
    clock.advance(by: .seconds(1))
    try await store.send(.stack(.back))
    try await store.finish()
  }

  @Test("a link opens all screens on the way to a file")
  func link() {
    let store = Store(initial: Browser(), reducer: browser)
    openLink("docs/old/plan.txt", in: store)
    #expect(
      store.state.stack.entries.map(\.screen) == [
        .folder(Folder(path: "")), .folder(Folder(path: "docs/")),
        .folder(Folder(path: "docs/old/")),
        .rename(Rename(path: "docs/old/plan.txt", name: "plan.txt")),
      ])
  }

  @MainActor
  @Test("Enter opens a screen, Escape closes it, and the list keeps its row")
  func screen() async throws {
    let stage = try TestStage(columns: 24, rows: 5) { dependencies in
      dependencies[FileClient.self] = Self.files
      return browserApp(
        Store(initial: Browser(), reducer: browser, dependencies: dependencies))
    }
    await stage.settleEffects()
    stage.terminal.send(.down, .enter)
    stage.settle()
    // The screen of the article.
    #expect(stage.rows == ["Rename todo.txt", "todo.txt", "", "", "esc Back"])
    stage.terminal.send(.escape)
    stage.settle()
    #expect(stage.rows == ["/", "  docs/", "› todo.txt"])
    stage.terminal.send(.up, .enter)
    stage.settle()
    await stage.settleEffects()
    #expect(stage.rows == ["/docs/", "› plan.txt", "", "", "esc Back"])
  }
}
