import MillraceRender
import MillraceTesting
@testable import MillraceTerminal
import MillraceWidgets
import Testing

private struct Item: Identifiable {
  let id: Int
}

/// Many items that count their reads.
@MainActor
private struct CountedItems: @MainActor RandomAccessCollection {
  let reads = Captured(0)
  let startIndex = 0
  let endIndex = 10_000

  subscript(index: Int) -> Item {
    reads.value += 1
    return Item(id: index)
  }
}

/// A list with a selection, and the selected ids below it.
private struct Choice: Component {
  var items = 0..<8
  var map = KeyMap()
  var hasButton = false
  @Local var chosen: Set<Int> = []

  var body: Node {
    Column {
      List(items.map(Item.init)) { Text("item \($0.id)") }.selection($chosen)
      Text("\(chosen.sorted())")
      if hasButton { Button("none") { chosen = [] } }
    }
    .environment(\.keyMap, map)
  }
}

@MainActor
@Suite("Keys and selection of a list")
struct ListSelectionTests {
  private func chosen(_ stage: NodeStage) -> String { stage.rows.last { $0.hasPrefix("[") } ?? "" }

  private func click(_ stage: NodeStage, _ row: Int, _ modifiers: KeyModifiers) {
    let number = (modifiers.contains(.shift) ? 4 : 0) + (modifiers.contains(.control) ? 16 : 0)
    let position = "5;\(row + 1)"
    stage.terminal.sendBytes(
      Array("\u{1B}[<\(number);\(position)M\u{1B}[<\(number);\(position)m".utf8))
  }

  @Test("select all, and a range, leave out headers")
  func headers() {
    struct Sections: Component {
      @Local var chosen: Set<Int> = []
      var body: Node {
        Column {
          List((0..<8).map(Item.init)) {
            Text("item \($0.id)")
          }
          .selection($chosen).sections(isHeader: { $0.id % 4 == 0 })
          Text("\(chosen.sorted())")
        }
      }
    }
    let stage = NodeStage(columns: 30, rows: 9, Sections())
    stage.terminal.send(.control("a"))
    #expect(chosen(stage) == "[1, 2, 3, 5, 6, 7]")
    stage.terminal.send(.home, Key(.end, .shift))
    #expect(chosen(stage) == "[1, 2, 3, 5, 6, 7]")
    stage.terminal.send(.space, Key(.up, .shift), Key(.up, .shift), Key(.up, .shift))
    #expect(!chosen(stage).contains("4"))
  }

  // MARK: - Keys

  @Test("a key map replaces a list's keys by name")
  func keys() {
    let map = KeyMap([
      "list.up": ["up", "k"], "list.down": ["j"], "list.pageDown": ["ctrl+f"], "list.last": ["G"],
      "list.first": ["g"], "list.select": ["x"], "list.selectAll": ["*"], "list.extendDown": ["J"],
      "list.pageUp": ["ctrl+b"], "list.extendUp": ["K"],
    ])
    let stage = NodeStage(columns: 30, rows: 5, Choice(map: map))
    func current() -> String? { stage.rows.first { $0.hasPrefix("›") } }
    stage.terminal.send("j", "j", "down", "k")
    #expect(current() == "› item 1")
    stage.terminal.send("up", "ctrl+f")
    #expect(current() == "› item 3")
    stage.terminal.send("G", "ctrl+b")
    #expect(current() == "› item 4")
    stage.terminal.send("g", "end", "x", "J", "J", "K")
    #expect(chosen(stage) == "[0, 1]")
    stage.terminal.send("*")
    #expect(chosen(stage) == "[0, 1, 2, 3, 4, 5, 6, 7]")
  }

  @Test("a key that a key map gives to one command is no longer the default key of another")
  func takenKey() {
    let stage = NodeStage(
      columns: 30, rows: 5, Choice(map: KeyMap(["list.extendDown": ["ctrl+a"]])))
    stage.terminal.send("ctrl+a")
    #expect(chosen(stage) == "[0, 1]")
  }

  @Test("a list follows a changed key map")
  func changedMap() {
    let stage = NodeStage(columns: 30, rows: 5, Choice())
    stage.terminal.send("j")
    stage.show(Choice(map: KeyMap(["list.down": ["j"]])))
    stage.terminal.send("j", "down")
    #expect(stage.rows.contains("› item 1"))
    stage.show(Choice())
    stage.terminal.send("j", "down")
    #expect(stage.rows.contains("› item 2"))
  }

  @Test("in a list without a selection, Space presses the first control")
  func noSelection() {
    let pressed = Captured(0)
    let stage = NodeStage(List([Item(id: 0)]) { _ in Button("a") { pressed.value += 1 } })
    stage.terminal.send(.space, .control("a"), Key(.down, .shift))
    #expect(pressed.value == 1)
  }

  // MARK: - Ranges

  @Test("a range grows and shrinks with the current row, on both sides of its anchor")
  func shrinks() {
    let stage = NodeStage(columns: 30, rows: 9, Choice())
    stage.terminal.send(.down, .down, .down, Key(.down, .shift), Key(.down, .shift))
    #expect(chosen(stage) == "[3, 4, 5]")
    stage.terminal.send(Key(.up, .shift))
    #expect(chosen(stage) == "[3, 4]")
    stage.terminal.send(Key(.up, .shift), Key(.up, .shift), Key(.up, .shift))
    #expect(chosen(stage) == "[1, 2, 3]")
    stage.terminal.send(Key(.end, .shift))
    #expect(chosen(stage) == "[3, 4, 5, 6, 7]")
    stage.terminal.send(Key(.home, .shift))
    #expect(chosen(stage) == "[0, 1, 2, 3]")
    stage.terminal.send(Key(.up, .shift))
    #expect(chosen(stage) == "[0, 1, 2, 3]")
  }

  @Test("Shift with PgDn and PgUp extends a range by a page")
  func pages() {
    let stage = NodeStage(columns: 30, rows: 5, Choice())
    stage.terminal.send(Key(.pageDown, .shift), Key(.pageDown, .shift))
    #expect(chosen(stage) == "[0, 1, 2, 3, 4, 5, 6]")
    stage.terminal.send(Key(.pageUp, .shift))
    #expect(chosen(stage) == "[0, 1, 2, 3]")
  }

  @Test("a range keeps the earlier selection, and ends when the current row moves without Shift")
  func base() {
    let stage = NodeStage(columns: 30, rows: 9, Choice())
    stage.terminal.send(.space, .down, .down, .down, Key(.down, .shift), Key(.up, .shift))
    #expect(chosen(stage) == "[0, 3]")
    stage.terminal.send(Key(.up, .shift), Key(.up, .shift), Key(.up, .shift), Key(.down, .shift))
    #expect(chosen(stage) == "[0, 1, 2, 3]")
    stage.terminal.send(.down, .up, Key(.up, .shift), Key(.down, .shift))
    #expect(chosen(stage) == "[0, 1, 2, 3]")
    stage.terminal.send(.end, Key(.up, .shift))
    #expect(chosen(stage) == "[0, 1, 2, 3, 6, 7]")
  }

  @Test("a range that grows by a row reads few items, however long it is")
  func longRange() {
    let items = CountedItems()
    let chosen = Captured<Set<Int>>([])
    let stage = NodeStage(
      columns: 20, rows: 5,
      List(items) {
        Text("item \($0.id)")
      }
      .selection(Binding(get: { chosen.value }, set: { chosen.value = $0 })))
    stage.terminal.send("shift+end", "shift+up")
    #expect(chosen.value.count == items.count - 1)
    items.reads.value = 0
    stage.terminal.send("shift+up", "shift+down", "shift+up")
    #expect(chosen.value.count == items.count - 2)
    #expect(items.reads.value < 200)
  }

  @Test("a range starts again when the selection changes elsewhere or its anchor is removed")
  func ends() {
    let stage = NodeStage(columns: 30, rows: 10, Choice(hasButton: true))
    stage.terminal.send(Key(.down, .shift), Key(.down, .shift))
    stage.terminal.click(x: 1, y: 9)
    #expect(chosen(stage) == "[]")
    stage.terminal.send(.shiftTab, Key(.down, .shift))
    #expect(chosen(stage) == "[2, 3]")
    stage.show(Choice(items: 3..<8, hasButton: true))
    stage.terminal.send(Key(.down, .shift))
    #expect(chosen(stage) == "[2, 3, 4]")
  }

  @Test("Shift-click selects from the current row, and Ctrl-click toggles its row")
  func clicks() {
    let stage = NodeStage(columns: 30, rows: 9, Choice())
    stage.terminal.click(x: 4, y: 2)
    click(stage, 5, .shift)
    #expect(chosen(stage) == "[2, 3, 4, 5]")
    click(stage, 1, .shift)
    #expect(chosen(stage) == "[1, 2]")
    click(stage, 7, .control)
    #expect(chosen(stage) == "[1, 2, 7]")
    click(stage, 1, .control)
    #expect(chosen(stage) == "[2, 7]")
    click(stage, 0, .shift)
    #expect(chosen(stage) == "[0, 1, 2, 7]")
    #expect(stage.rows[0] == "›•item 0")
    stage.terminal.click(x: 4, y: 4)
    #expect(chosen(stage) == "[0, 1, 2, 7]")
  }
}
