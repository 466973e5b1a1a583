import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// Two buttons with their own bindings, and a palette.
private struct Program: Component {
  let received: Captured<[String]>
  var map = KeyMap()
  @Local var isShown = false
  @Local var isLocked = false

  var body: Node {
    Column {
      Button("a") {}.keys("Mail") {
        Bind(["d", "delete"], "Delete", name: "delete", isEnabled: !isLocked) { log("delete") }
        Bind("r", "Reply to all", isShown: false) { log("reply") }
        Bind("x", "Disabled", isEnabled: false) { log("never") }
      }
      Button("b") {}
      KeyHints()
      Palette(isShown) { isShown = false }
    }
    .keys {
      Bind("p", "Palette") { isShown = true }
      Bind("d", "Details") { log("details") }
      Bind([], "Deal the letters") { log("deal") }
      Bind("f", "Fail") { throw Refusal() }
      Bind("l", "Lock") { isLocked.toggle() }
    }
    .environment(\.keyMap, map)
  }

  struct Refusal: Error {}

  @MainActor private func log(_ text: String) {
    received.value.append(isShown ? "\(text) while the palette is open" : text)
  }
}

@MainActor
@Suite("Palette")
struct PaletteTests {
  private let received = Captured<[String]>([])

  private func stage(columns: Int = 40, rows: Int = 12, _ map: KeyMap = KeyMap()) -> NodeStage {
    NodeStage(columns: columns, rows: rows, Program(received: received, map: map))
  }

  @Test("a palette lists the bindings at the focus, with scope and key, also those without a key")
  func shows() {
    let stage = stage()
    stage.terminal.send("p")
    #expect(
      stage.rows == [
        "‹a›",
        "╭─ Commands ───────────────────────────╮",
        "│ Search                               │",
        "│ › Delete Mail                      d │",
        "│   Reply to all Mail                r │",
        "│   Palette                          p │",
        "│   Details                            │",
        "│   Deal the letters                   │",
        "│   Fail                             f │",
        "│   Lock                             l │",
        "╰──────────────────────────────────────╯",
      ])
    #expect(stage.terminal.cursor?.y == 2)
    stage.terminal.send(.escape)
    #expect(stage.rows == ["‹a›", "‹b›", "d Delete  p Palette  f Fail  l Lock"])
    // The bindings change with the focus.
    stage.terminal.send("tab", "p")
    #expect(!stage.rows.contains { $0.contains("Reply") })
    #expect(stage.rows.contains { $0.contains("Details") && $0.contains("d │") })
  }

  @Test("a binding that a key map leaves without a key is in the palette, but not in hints or help")
  func withoutKey() {
    struct Help: Component {
      @Local var isShown = false
      var body: Node {
        Column {
          KeyHints()
          HelpDialog(isShown) { isShown = false }
        }
        .keys {
          Bind("q", "Quit", name: "quit") {}
          Bind("?", "Help") { isShown = true }
        }
        .environment(\.keyMap, KeyMap(["quit": []]))
      }
    }
    let help = NodeStage(columns: 20, rows: 5, Help())
    #expect(help.rows == ["? Help"])
    help.terminal.send("?")
    #expect(help.rows == ["esc Close", "     ╭─ Keys ──╮", "     │ ?  Help │", "     ╰─────────╯"])

    let stage = stage(KeyMap(["delete": []]))
    #expect(stage.rows[2].hasPrefix("p Palette"))
    stage.terminal.send("p", .enter)
    #expect(received.value == ["delete"])
  }

  @Test("typed text filters the palette, with the best match first")
  func filters() {
    let stage = stage()
    stage.terminal.send("p")
    stage.terminal.type("det")
    #expect(
      stage.rows[2...6].map { $0.dropFirst(2).prefix(34) } == [
        "det                               ",
        "› Details                         ",
        "  Delete Mail                     ",
        "  Deal the letters                ",
        "                                  ",
      ])
    stage.terminal.type("q")
    #expect(stage.rows[3] == "│ No matching commands                 │")
    stage.terminal.send(.enter)
    #expect(stage.rows[3] == "│ No matching commands                 │")
    stage.terminal.send(.backspace, .enter)
    #expect(received.value == ["details"])
  }

  @Test("matched letters have the theme's accent, and the scope and the key are muted")
  func styles() {
    let stage = stage()
    stage.terminal.send("p")
    stage.terminal.type("det")
    let screen = stage.terminal.virtualScreen
    func letters(_ row: Int, with attribute: Attributes) -> String {
      (0..<40).map { screen.cell(x: $0, y: row) }
        .filter { $0.style.attributes.contains(attribute) }.map(\.text).joined().filter {
          $0 != " "
        }
    }
    #expect(stage.rows[4] == "│   Delete Mail                      d │")
    #expect(letters(4, with: .bold) == "Det")
    #expect(letters(4, with: .dim) == "Maild")
  }

  @Test("a chosen action runs after the palette has closed and the focus is back")
  func runs() {
    let stage = stage()
    stage.terminal.send("p", .down, .enter)
    #expect(received.value == ["reply"])
    #expect(stage.rows[1] == "‹b›")
    stage.terminal.send("d")
    #expect(received.value == ["reply", "delete"])
  }

  @Test("a palette runs the commands of the widget that has the focus")
  func widgetCommands() {
    struct Letter: Identifiable { let id: String }
    struct Letters: Component {
      @Local var isShown = false
      var body: Node {
        Column {
          Table(
            ["b", "a"].map(Letter.init), columns: [TableColumn("Name", sortedBy: \.id) { $0.id }])
          Palette(isShown) { isShown = false }
        }
        .keys { Bind("p", "Palette") { isShown = true } }
      }
    }
    let stage = NodeStage(columns: 50, rows: 12, Letters())
    #expect(stage.rows[1...2].map { $0.prefix(3) } == ["› b", "  a"])
    stage.terminal.send("p")
    for letter in "sort" { stage.terminal.send(.character(letter)) }
    #expect(stage.rows.contains { $0.contains("Sort by the column Table") })
    stage.terminal.send(.enter)
    #expect(stage.rows[1...2].map { $0.prefix(3) } == ["  a", "› b"])
  }

  @Test("a command that its widget does not take runs nothing else")
  func declinedCommand() {
    struct Editing: Component {
      let received: Captured<[String]>
      @Local var isShown = false
      var body: Node {
        Column {
          TextEditor(EditedText("ab"), onEdit: { _ in })
          Palette(isShown) { isShown = false }
        }
        .keys {
          Bind("ctrl+p", "Palette") { isShown = true }
          Bind("ctrl+c", "Quit") { received.value.append("quit") }
        }
      }
    }
    let stage = NodeStage(columns: 50, rows: 12, Editing(received: received))
    stage.terminal.send(.control("p"))
    stage.terminal.type("copy")
    stage.terminal.send(.enter)
    #expect(received.value == [])
    stage.terminal.send(.control("c"))
    #expect(received.value == ["quit"])
  }

  @Test("Up, Down, PgUp and PgDn choose, and stop at the ends")
  func moves() {
    let stage = stage()
    func current() -> String? { stage.rows.first { $0.contains("›") && !$0.contains("‹") } }
    stage.terminal.send("p", .up)
    #expect(current()?.contains("Delete") == true)
    stage.terminal.send(.pageDown, .down)
    #expect(current()?.contains("Lock") == true)
    stage.terminal.send(.up)
    #expect(current()?.contains("Fail") == true)
    stage.terminal.send(.pageUp)
    #expect(current()?.contains("Delete") == true)
  }

  @Test(
    "arrows choose if a key map gives letters to list commands, because the field takes letters")
  func letters() {
    let stage = stage(KeyMap(["list.down": ["j"], "list.up": ["f2"]]))
    stage.terminal.send("p", .down, .down, "f2", .enter)
    #expect(received.value == ["reply"])
  }

  @Test("a palette without bindings shows a message")
  func nothing() {
    let stage = NodeStage(columns: 30, rows: 6, Palette(true) {})
    #expect(stage.rows.contains("│ No matching commands       │"))
  }

  @Test(
    "a chosen action that did not close the palette does not run when the palette closes later",
    arguments: [false, true])
  func refused(fails: Bool) {
    func tree(_ isShown: Bool) -> Node {
      Column {
        Button("a") {}
        Palette(isShown) { if fails { throw Program.Refusal() } }
      }
      .keys { Bind("x", "Do") { received.value.append("done") } }
    }
    let stage = NodeStage(columns: 30, rows: 6, tree(false))
    stage.show(tree(true))
    stage.terminal.send(.enter)
    #expect(stage.rows.contains { $0.contains("Do") })
    stage.show(tree(false))
    #expect(stage.rows == ["‹a›"])
    #expect(received.value == [])
  }

  @Test("a click on a row runs it, and a click elsewhere runs nothing")
  func clicks() {
    let stage = stage()
    stage.terminal.send("p")
    stage.terminal.click(x: 0, y: 11)
    stage.terminal.click(x: 6, y: 2)
    #expect(received.value == [])
    // The field keeps the focus during a press on a row.
    stage.terminal.mouse(.press, x: 6, y: 6)
    stage.terminal.type("d")
    #expect(stage.rows[2].hasPrefix("│ d "))
    stage.terminal.send(.backspace)
    stage.terminal.click(x: 6, y: 6)
    #expect(received.value == ["details"])
  }

  @Test("an action that the closing disables does not run, and others run with the new state")
  func changes() {
    struct Late: Component {
      let received: Captured<[String]>
      @Local var isShown = false
      @Local var closings = 0
      var body: Node {
        Column {
          Button("a") {}.keys {
            Bind("k", "Keep \(closings)") { received.value.append("keep \(closings)") }
            Bind("o", "Only once", isEnabled: closings == 0) { received.value.append("once") }
          }
          Palette(isShown) {
            isShown = false
            closings += 1
          }
        }
        .keys { Bind("p", "Palette") { isShown = true } }
      }
    }
    let stage = NodeStage(columns: 40, rows: 8, Late(received: received))
    stage.terminal.send("p", .down, .enter)
    #expect(received.value == [])
    stage.terminal.send("p", .enter)
    #expect(received.value == ["keep 2"])
  }

  @Test("a binding that changed only what it runs is run in its newest version")
  func newestAction() {
    struct Page: Component {
      let received: Captured<[String]>
      @Local var isShown = false
      @Local var closings = 0
      var body: Node {
        let number = closings
        Column {
          Button("a") {}.keys { Bind("k", "Keep") { received.value.append("keep \(number)") } }
          Palette(isShown) {
            isShown = false
            closings += 1
          }
          KeyHints()
        }
        .keys { Bind("p", "Palette") { isShown = true } }
      }
    }
    let stage = NodeStage(columns: 40, rows: 8, Page(received: received))
    for _ in 0..<2 { stage.terminal.send("p", .enter) }
    #expect(received.value == ["keep 1", "keep 2"])
    stage.terminal.send("k")
    #expect(received.value.last == "keep 2")
  }

  @Test("an error of a chosen action is reported as a handler's error")
  func throwing() {
    let stage = stage()
    let issues = Captured<[RenderIssue.Mistake]>([])
    stage.screen.renderer.onIssue = { issues.value.append($0.mistake) }
    stage.terminal.send("p")
    stage.terminal.type("fail")
    stage.terminal.send(.enter)
    #expect(issues.value == [.handlerFailed("Refusal()")])
    #expect(stage.rows[1] == "‹b›")
  }

  @Test("on a small screen the list shrinks, and the current row stays visible")
  func small() {
    let stage = stage(columns: 24, rows: 6)
    stage.terminal.send("p", .pageDown)
    #expect(
      stage.rows == [
        "╭─ Commands ───────────╮",
        "│ Search               │",
        "│   Deal the letters   │",
        "│   Fail             f │",
        "│ › Lock             l │",
        "╰──────────────────────╯",
      ])
    stage.terminal.send(.escape, "p")
    #expect(stage.rows[2] == "│ › Delete Mail      d │")
  }

  @Test("keys that a key map gives to list commands also move in the palette")
  func mapped() {
    let stage = stage(KeyMap(["list.down": ["ctrl+n"]]))
    stage.terminal.send("p", "ctrl+n", .enter)
    #expect(received.value == ["reply"])
  }
}
