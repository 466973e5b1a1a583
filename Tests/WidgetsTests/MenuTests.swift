import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// A bar of two menus above a button and hints.
private struct Editor: Component {
  let log: Captured<[String]>
  var isDisabled = false
  @Local var isWrapping = true
  @Local var text = ""

  @MainActor var file: Menu {
    Menu("File") {
      Bind("ctrl+n", "New", name: "new") { log.value.append("new") }
      Bind([], "Revert", isEnabled: false) { log.value.append("revert") }
      Divider()
      Menu("Export") {
        Bind("f5", "as CSV") { log.value.append("csv") }
        Bind([], "as JSON") { log.value.append("json") }
      }
      Bind("ctrl+x q", "Quit") { log.value.append("quit") }
    }
  }

  @MainActor var view: Menu {
    Menu("View") {
      Bind("w", "Wrap") { isWrapping.toggle() }.checked(isWrapping)
      Bind([], "Zoom") { log.value.append("zoom") }
    }
  }

  var body: Node {
    MenuBar([file, view]) {
      Button("content") { log.value.append("content") }
      Spacer()
      KeyHints()
    }
    .disabled(isDisabled)
  }
}

@MainActor
@Suite("Menus")
struct MenuTests {
  private let log = Captured<[String]>([])

  private func stage(_ map: KeyMap = KeyMap()) -> NodeStage {
    NodeStage(columns: 44, rows: 10, Editor(log: log).environment(\.keyMap, map))
  }

  @Test("F10 opens the first menu with its commands, their keys, a divider and a submenu")
  func opens() {
    let stage = stage()
    #expect(Array(stage.rows.dropFirst(0).prefix(2)) == [" File  View", "‹content›"])
    stage.terminal.send("f10")
    #expect(
      Array(stage.rows.prefix(8)) == [
        " File  View",
        "╭──────────────────╮",
        "│ New       ctrl+n │",
        "│ Revert           │",
        "│ ──────────────── │",
        "│ Export         ▸ │",
        "│ Quit    ctrl+x q │",
        "╰──────────────────╯",
      ], "\(stage.rows)")
  }

  @Test("arrows wrap around and skip disabled rows, letters move to titles, and Enter chooses")
  func keys() {
    let stage = stage()
    stage.terminal.send("f10", "down", "down", "enter")
    #expect(log.value == ["quit"])
    stage.terminal.send("f10", "up", "enter", "f10", "end", "home", "space")
    #expect(log.value == ["quit", "quit", "new"])
    stage.terminal.send("f10", "q", "enter", "enter")
    #expect(log.value == ["quit", "quit", "new", "quit", "content"])
  }

  @Test("Right opens a submenu and Left closes it; on other rows they move to the next menu")
  func submenus() {
    let stage = stage()
    stage.terminal.send("f10", "down", "right")
    #expect(
      Array(stage.rows.dropFirst(4).prefix(4)) == [
        "│ ──────────────── │╭─────────────╮",
        "│ Export         ▸ ││ as CSV   f5 │",
        "│ Quit    ctrl+x q ││ as JSON     │",
        "╰──────────────────╯╰─────────────╯",
      ], "\(stage.rows)")
    stage.terminal.send("down", "enter")
    #expect(log.value == ["json"])
    #expect(stage.row(1) == "‹content›")
    stage.terminal.send("f10", "e", "right", "left", "up", "right")
    #expect(stage.row(2).contains("✓ Wrap  w"), "\(stage.rows)")
    stage.terminal.send("right", "left", "w", "enter")
    #expect(log.value == ["json"])
    stage.terminal.send("f10", "right")
    #expect(stage.row(2).contains("  Wrap"), "\(stage.rows)")
  }

  @Test("Escape closes a submenu, then the menu, and returns the focus")
  func escape() {
    let stage = stage()
    stage.terminal.send("f10", "e", "right")
    #expect(stage.row(5).contains("as CSV"))
    stage.terminal.send(.escape)
    #expect(!stage.row(5).contains("as CSV") && stage.row(5).contains("Export"))
    stage.terminal.send(.escape, "enter")
    #expect(log.value == ["content"])
    #expect(stage.row(1) == "‹content›")
  }

  @Test(
    "keys of commands work while the menu is closed, follow the key map and are shown in the rows")
  func bound() {
    let stage = stage(KeyMap(["new": ["f9"]]))
    stage.terminal.send("f9", "ctrl+n", "f5", "ctrl+x", "q", "w")
    #expect(log.value == ["new", "csv", "quit"])
    #expect(stage.row(9).hasPrefix("f9 New  f5 as CSV  ctrl+x q Quit  w Wrap"))
    stage.terminal.send("f10")
    #expect(stage.row(2).hasPrefix("│ New           f9 │"), "\(stage.rows)")
  }

  @Test("Alt with a letter opens a menu, and clicks open, choose and close")
  func mouse() {
    let stage = stage()
    stage.terminal.send("alt+v", "down", "enter")
    #expect(log.value == ["zoom"])
    stage.terminal.click(x: 1, y: 0)
    stage.terminal.click(x: 3, y: 2)
    #expect(log.value == ["zoom", "new"])
    #expect(stage.row(1) == "‹content›")
    stage.terminal.click(x: 1, y: 0)
    stage.terminal.click(x: 1, y: 0)
    #expect(stage.row(1) == "‹content›")
    stage.terminal.click(x: 1, y: 0)
    stage.terminal.click(x: 8, y: 0)
    #expect(stage.row(2).contains("✓ Wrap"))
    stage.terminal.mouse(.move, .none, x: 1, y: 0)
    #expect(stage.row(2).contains("New"))
    stage.terminal.click(x: 40, y: 8)
    #expect(stage.row(1) == "‹content›")
    // A click on a disabled row does nothing.
    stage.terminal.click(x: 1, y: 0)
    stage.terminal.click(x: 3, y: 3)
    #expect(log.value == ["zoom", "new"] && stage.row(2).contains("New"))
    stage.terminal.click(x: 3, y: 5)
    #expect(stage.row(5).contains("as CSV"))
    stage.terminal.click(x: 26, y: 5)
    #expect(log.value == ["zoom", "new", "csv"])
  }

  @Test("a disabled bar opens no menu and binds no key")
  func disabled() {
    let stage = NodeStage(columns: 44, rows: 8, Editor(log: log, isDisabled: true))
    stage.terminal.send("f10", "ctrl+n", "alt+f")
    stage.terminal.click(x: 1, y: 0)
    #expect(log.value == [])
    #expect(stage.rows == [" File  View", "‹content›"])
  }

  @Test("a single menu is a button, and Tab closes it")
  func button() {
    let menu = Menu("More") {
      Bind("c", "Copy") { log.value.append("copy") }
      Bind("r", "Rename") { log.value.append("rename") }
    }
    let stage = NodeStage(
      columns: 24, rows: 7,
      Column {
        menu
        Button("next") { log.value.append("next") }
      })
    #expect(stage.rows == ["‹More ▾›", "‹next›"])
    stage.terminal.send("enter", "r", "enter", "c")
    #expect(log.value == ["rename", "copy"])
    stage.terminal.send("alt+down")
    #expect(
      Array(stage.rows.dropFirst(1).prefix(3)) == [
        "╭───────────╮", "│ Copy    c │", "│ Rename  r │",
      ], "\(stage.rows)")
    stage.terminal.send("tab")
    #expect(stage.rows == ["‹More ▾›", "‹next›"])
  }

  @Test("a right click opens a menu at the mouse, and Shift-F10 below the node; its keys work")
  func context() {
    let stage = NodeStage(
      columns: 30, rows: 8,
      Column {
        Button("row") { log.value.append("row") }
          .contextMenu {
            Bind("d", "Delete") { log.value.append("delete") }
            Bind("e", "Edit") { log.value.append("edit") }
          }
        Text("below")
      })
    stage.terminal.send("e")
    #expect(log.value == ["edit"])
    stage.terminal.mouse(.press, .right, x: 3, y: 0)
    stage.terminal.mouse(.release, .right, x: 3, y: 0)
    #expect(
      stage.rows == [
        "‹row›", "bel╭───────────╮", "   │ Delete  d │", "   │ Edit    e │", "   ╰───────────╯",
      ], "\(stage.rows)")
    stage.terminal.click(x: 6, y: 2)
    #expect(log.value == ["edit", "delete"])
    stage.terminal.send("shift+f10")
    #expect(stage.row(1).hasPrefix("╭─"), "\(stage.rows)")
    stage.terminal.send("down", "enter")
    #expect(log.value == ["edit", "delete", "edit"])
    stage.terminal.send("enter")
    #expect(log.value.last == "row")
  }

  @Test("a menu that is higher than the screen scrolls")
  func scrolls() {
    let menu = Menu("All") {
      for number in 1...20 { Bind([], "item \(number)") { log.value.append("\(number)") } }
    }
    let stage = NodeStage(columns: 20, rows: 6, Column { menu })
    stage.terminal.send("enter", "end")
    #expect(stage.rows.contains { $0.contains("item 20") }, "\(stage.rows)")
    stage.terminal.send("enter")
    #expect(log.value == ["20"])
  }
}
