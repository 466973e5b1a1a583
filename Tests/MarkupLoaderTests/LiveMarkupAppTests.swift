#if DEBUG
  import Foundation
  import Millrace
  import MillraceMarkup
  import MillraceSystem
  import MillraceTesting
  import TestSupport
  import Testing

  @testable import MillraceMarkupLoader

  private struct Page: Component, Equatable, LiveMarkup {
    static let markupName = "Page"
    @Local var text = "typed"

    var body: Node {
      Column {
        Text("compiled")
        Button("first") {}
        TextField($text)
      }
    }

    var markupNames: MarkupNames {
      var names = MarkupNames(self)
      names.binding("text", $text)
      return names
    }
  }

  private enum Status: CustomStringConvertible {
    case active, paused
    var description: String { self == .active ? "Active" : "active" }
  }

  @MainActor
  @Suite("Programs with live markup", .timeLimit(.minutes(20)))
  struct LiveMarkupAppTests {
    private let temporary: TemporaryFolder
    private let clock = ManualClock()
    private let store = Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })

    init() throws { temporary = try TemporaryFolder() }

    private func write(_ text: String) throws {
      try temporary.write(text, to: ".draft")
      try SystemFiles().rename(temporary.file(".draft"), to: temporary.file("page.ui.xml"))
    }

    /// Content that starts with `bad` is a mistake; any other text is the title of the page.
    private func makeReload() -> MarkupReload {
      var revision = 0
      return { files, _ in
        let text = files.values.map { String(decoding: $0, as: UTF8.self) }.joined()
        if text.hasPrefix("bad") { return (nil, text) }
        revision += 1
        return (
          LiveMarkupSlot(revision: revision) { _, names in
            guard let draft = try names.binding(at: "text", as: String.self) else { return nil }
            return Column {
              Text(text)
              Button("first") {}
              TextField(draft)
            }.node
          }, nil
        )
      }
    }

    private func stage(
      columns: Int = 30, reload: MarkupReload? = nil,
      content: @escaping @MainActor () -> Node = { Page().node }
    ) throws -> TestStage {
      try TestStage(
        TerminalApp(store, content: content).liveMarkup(
          in: temporary.path, scheduler: clock, reload: reload ?? makeReload()),
        columns: columns, rows: 5)
    }

    private func wait(for row: Int, _ text: String, on stage: TestStage) async {
      while !stage.rows.indices.contains(row) || stage.rows[row] != text {
        clock.advance(by: .milliseconds(20))
        await Task.yield()
        stage.settle()
      }
    }

    @Test("a change is shown with unchanged local state, focus and cursor")
    func keeps() async throws {
      let stage = try stage()
      #expect(stage.rows[0] == "compiled")
      stage.terminal.send(.tab, .end)
      stage.terminal.type("!")
      stage.terminal.send(.left)
      stage.settle()
      let cursor = try #require(stage.terminal.cursor)
      for title in ["one", "two"] {
        try write(title)
        await wait(for: 0, title, on: stage)
        #expect(stage.terminal.cursor == cursor)
      }
      stage.terminal.type("?")
      stage.settle()
      #expect(stage.rows[2].hasPrefix("typed?!"))
    }

    @Test("a mistake is shown in one line at the bottom until it is fixed, and the layout stays")
    func mistakes() async throws {
      let stage = try stage()
      try write("good")
      await wait(for: 0, "good", on: stage)
      let before = stage.rows
      try write("bad: there are so many things\nthat are wrong")
      await wait(for: 4, "bad: there are so many things…", on: stage)
      #expect(Array(stage.rows.prefix(before.count)) == before)
      try write("better")
      await wait(for: 0, "better", on: stage)
      #expect(stage.rows.count == before.count)
    }

    @Test("a file that cannot be read is reported")
    func problem() async throws {
      let stage = try stage(columns: 80)
      #expect(mkfifo(temporary.file("page.ui.xml"), 0o600) == 0)
      await wait(for: 4, "page.ui.xml cannot be read: Invalid argument", on: stage)
    }

    @Test("a changed file renders only live markup again")
    func readersAlone() async throws {
      let stage = try stage(content: {
        Column {
          Page()
          Text("other")
        }.node
      })
      var paths: [String] = []
      stage.session.onFrame = { paths += $0.bodies.map(\.path) }
      try write("one")
      await wait(for: 0, "one", on: stage)
      #expect(paths.contains { $0.hasSuffix("Page") })
      #expect(!paths.contains { $0.hasSuffix("Whole") || $0.hasSuffix("ProgramContent") })
    }

    @Test("the folder is released with the program, and plain text watches no folder")
    func ends() async throws {
      final class Token {}
      weak var token: Token?
      do {
        let held = Token()
        token = held
        let reload = makeReload()
        let stage = try stage(reload: { files, say in
          _ = held
          return reload(files, say)
        })
        try write("one")
        await wait(for: 0, "one", on: stage)
        stage.session.end()
      }
      while token != nil { await Task.yield() }
      var reloads = 0
      let app = TerminalApp(store) { Page() }.liveMarkup(in: temporary.path) { _, _ in
        reloads += 1
        return (nil, nil)
      }
      #expect(app.plainTextLines() == ["compiled"])
      #expect(reloads == 0)
      #expect(
        TerminalApp(store) { Page() }.liveMarkup(in: "Views").plainTextLines() == ["compiled"])
    }

    @Test("a condition compares the name of an enumeration's case, not its description")
    func cases() {
      let active = MarkupLiteral.enumCase("active")
      #expect(active.isEqual(to: Status.active))
      #expect(!active.isEqual(to: Status.paused))
      #expect(active.isEqual(to: Status?.some(.active) as Any))
      #expect(!active.isEqual(to: Status?.none as Any))
      #expect(!active.isEqual(to: 1))
    }

    @Test("a relative folder is searched in the working directory, then above the caller's file")
    func folder() throws {
      try SystemFiles().makeFolder(temporary.file("Views"))
      try SystemFiles().makeFolder(temporary.file("Sources"))
      let file = temporary.file("Sources/Program/main.swift")
      #expect(markupFolder("Views", file: file) == temporary.file("Views"))
      #expect(markupFolder("Sources", file: file) != temporary.file("Sources"))
      #expect(markupFolder("/some/where", file: file) == "/some/where")
      #expect(markupFolder("Missing", file: file).hasSuffix("/Missing"))
    }
  }
#endif
