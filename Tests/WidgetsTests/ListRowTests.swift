import MillraceIdentifiedList
import MillraceLayout
import MillraceRender
import MillraceTerminal
import MillraceTesting
import MillraceWidgets
import Testing
import TestSupport

private struct Item: Identifiable, Equatable {
  let id: Int
  var lines = 1
}

/// A row that counts its presses.
private struct Counter: Component, Equatable {
  let id: Int
  @Local var count = 0

  init(id: Int) { self.id = id }

  var body: Node { Button("row \(id): \(count)") { count += 1 } }
}

/// Tests rows: local state, height, selection, the scroll bar and markers.
@MainActor
@Suite("Rows of a list")
struct ListRowTests {
  private func counters(_ items: some RandomAccessCollection<Item>) -> Node {
    List(IdentifiedList(items)) { Counter(id: $0.id) }.node
  }

  private func items(_ range: Range<Int>) -> [Item] { range.map { Item(id: $0) } }

  @Test("a row's local state survives scrolling, and is dropped with its item")
  func localState() {
    let stage = NodeStage(columns: 16, rows: 3, counters(items(0..<50)))
    stage.terminal.send(.enter, .enter)
    #expect(stage.rows[0] == "› ‹row 0: 2›")
    stage.terminal.send(.end)
    #expect(stage.rows[2] == "› ‹row 49: 0›")
    stage.terminal.send(.enter, .home)
    #expect(stage.rows[0] == "› ‹row 0: 2›")
    stage.terminal.send(.end)
    #expect(stage.rows[2] == "› ‹row 49: 1›")
    // The item is removed while its row is out of sight; the same id later is a new item.
    stage.show(counters(items(1..<50)))
    stage.show(counters(items(0..<50)))
    stage.terminal.send(.home)
    #expect(stage.rows[0] == "› ‹row 0: 0›")
    // The item is removed while its row is visible.
    stage.terminal.send(.enter)
    stage.show(counters(items(1..<50)))
    stage.show(counters(items(0..<50)))
    #expect(stage.rows.contains { $0.hasSuffix("‹row 0: 0›") } || !stage.rows[0].contains("row 0"))
    stage.terminal.send(.home)
    #expect(stage.rows[0] == "› ‹row 0: 0›")
  }

  @Test("a header that sticks keeps its local state, at the top and in its own row")
  func stickyState() {
    for headerLines in [1, 2] {
      let list = List(IdentifiedList(items(0..<40))) { item in
        Column {
          Counter(id: item.id)
          if item.id % 10 == 0, headerLines == 2 { Text("below \(item.id)") }
        }
      }
      .sections(isHeader: { $0.id % 10 == 0 }).marker("")
      let stage = NodeStage(columns: 20, rows: 6, list)
      stage.terminal.click(x: 3, y: 0)
      #expect(stage.rows[0] == "‹row 0: 1›")
      for step in 1...14 {
        stage.terminal.wheel(up: false, x: 3, y: 4)
        let isFirst = stage.rows[0].contains("row 0")
        #expect(!isFirst || stage.rows[0] == "‹row 0: 1›", "step \(step): \(stage.rows)")
      }
      for _ in 1...14 { stage.terminal.wheel(up: true, x: 3, y: 4) }
      #expect(stage.rows[0] == "‹row 0: 1›")
      #expect(stage.rows[headerLines] == "‹row 1: 0›")
      // The header is pressed while it sticks, and keeps that, too.
      stage.terminal.wheel(up: false, x: 3, y: 4)
      #expect(stage.rows[0] == "‹row 0: 1›", "\(stage.rows)")
      stage.terminal.click(x: 3, y: 0)
      #expect(stage.rows[0] == "‹row 0: 2›")
      stage.terminal.wheel(up: true, x: 3, y: 4)
      #expect(stage.rows[0] == "‹row 0: 2›")
    }
  }

  @Test("a tall header that sticks covers what is behind, and keeps the focus and its position")
  func tallHeader() {
    let pressed = Captured(0)
    let list = List(items(0..<40)) { item in
      if item.id % 10 == 0 {
        Column {
          Button("add \(item.id)") { pressed.value += 1 }
          Text(" ")
        }
      } else {
        Text("item number \(item.id)")
      }
    }
    .sections(isHeader: { $0.id % 10 == 0 }).marker("")
    let stage = NodeStage(columns: 20, rows: 6, list)
    for _ in 0..<2 { stage.terminal.wheel(up: false, x: 3, y: 4) }
    #expect(stage.rows[0] == "‹add 0›" && stage.rows[1] == "", "\(stage.rows)")
    let below = stage.rows[2]
    stage.terminal.click(x: 2, y: 0)
    #expect(pressed.value == 1 && stage.rows[2] == below, "\(stage.rows)")
    for _ in 0..<5 { stage.terminal.wheel(up: false, x: 3, y: 4) }
    #expect(!stage.rows.contains { $0.contains("add 0") })
    stage.terminal.send(.enter)
    #expect(pressed.value == 2)
  }

  @Test("rows that scroll out and in many times keep their state, because they were used recently")
  func manyTimes() {
    let stage = NodeStage(columns: 16, rows: 60, List(items(0..<900)) { Counter(id: $0.id) })
    let times = rounds(2, long: 3)
    for _ in 0..<times {
      stage.terminal.send(.enter)
      for _ in 0..<16 { stage.terminal.send(.pageDown) }
      stage.terminal.send(.enter)
      #expect(stage.rows.contains { $0.hasPrefix("› ‹row 899") })
      for _ in 0..<16 { stage.terminal.send(.pageUp) }
    }
    #expect(stage.rows[0] == "› ‹row 0: \(times)›")
  }

  @Test("where items are not found by id, the last 1,000 rows keep their state")
  func manyStates() {
    let list = List(items(0..<3000)) { Counter(id: $0.id) }
    let stage = NodeStage(columns: 16, rows: 60, list)
    stage.terminal.send(.enter, .pageDown, .enter, .home)
    #expect(stage.rows[0] == "› ‹row 0: 1›")
    for _ in 0..<21 { stage.terminal.send(.pageDown) }
    #expect(stage.rows.contains { $0.hasPrefix("› ‹row 1239") })
    stage.terminal.send(.home)
    #expect(stage.rows[0] == "› ‹row 0: 0›")
  }

  @Test("a row that is higher than the list scrolls by lines before the next is current")
  func tallRow() {
    let list = List([Item(id: 0), Item(id: 1, lines: 6), Item(id: 2)]) { item in
      Text((0..<item.lines).map { "\(item.id).\($0)" }.joined(separator: "\n"))
    }
    let stage = NodeStage(columns: 10, rows: 3, list)
    stage.terminal.send(.down)
    #expect(stage.rows == ["› 1.0", "  1.1", "  1.2"])
    stage.terminal.send(.down)
    #expect(stage.rows == ["  1.1", "  1.2", "  1.3"])
    stage.terminal.send(.pageDown)
    #expect(stage.rows == ["  1.3", "  1.4", "  1.5"])
    stage.terminal.send(.up)
    #expect(stage.rows == ["  1.2", "  1.3", "  1.4"])
    stage.terminal.send(.down)
    #expect(stage.rows == ["  1.3", "  1.4", "  1.5"])
    stage.terminal.send(.down)
    #expect(stage.rows.last == "› 2.0")
  }

  @Test("several rows can be selected, and a sign marks them")
  func selection() {
    struct Choice: Component {
      @Local var chosen: Set<Int> = []

      var body: Node {
        Column {
          List([Item(id: 0), Item(id: 1), Item(id: 2), Item(id: 3)]) {
            Text("item \($0.id)")
          }
          .selection($chosen)
          Text("\(chosen.sorted())")
        }
      }
    }
    let stage = NodeStage(columns: 14, rows: 5, Choice())
    stage.terminal.send(.space, .down, .down, .space)
    #expect(stage.rows == [" •item 0", "  item 1", "›•item 2", "  item 3", "[0, 2]"])
    stage.terminal.send(Key(.down, .shift))
    #expect(stage.rows.last == "[0, 2, 3]")
    stage.terminal.send(.space)
    #expect(stage.rows == [" •item 0", "  item 1", " •item 2", "› item 3", "[0, 2]"])
    stage.terminal.send(.control("a"))
    #expect(stage.rows.last == "[0, 1, 2, 3]")
  }

  @Test("reaching the end is reported once for each number of items")
  func reachedEnd() {
    let reached = Captured<[Int]>([])
    func tree(_ count: Int) -> Node {
      List(items(0..<count)) { Text("\($0.id)") }.onReachEnd { reached.value.append(count) }.node
    }
    let stage = NodeStage(columns: 10, rows: 3, tree(10))
    #expect(reached.value == [])
    stage.terminal.send(.end, .up, .end)
    #expect(reached.value == [10])
    _ = NodeStage(columns: 10, rows: 3, tree(0))
    #expect(reached.value == [10])
    stage.show(tree(20))
    stage.terminal.send(.home, .end)
    #expect(reached.value == [10, 20])
  }

  @Test("a scroll bar shows the position in the list")
  func bar() {
    let stage = NodeStage(
      columns: 10, rows: 4, List(items(0..<100)) { Text("\($0.id)") }.scrollBar())
    #expect(stage.rows == ["› 0      █", "  1      │", "  2      │", "  3      │"])
    stage.terminal.send(.end)
    #expect(stage.rows == ["  96     │", "  97     │", "  98     │", "› 99     █"])
  }

  @Test("a click or drag on the bar scrolls the list, and the current row stays")
  func draggedBar() {
    let chosen = Captured<[Int]>([])
    let stage = NodeStage(
      columns: 10, rows: 4,
      List(items(0..<100)) { Text("\($0.id)") }.scrollBar().onSelect { chosen.value.append($0.id) }
    )
    stage.terminal.sendBytes(Array("\u{1B}[<0;10;4M".utf8))
    #expect(stage.rows == ["  96     │", "  97     │", "  98     │", "  99     █"])
    stage.terminal.sendBytes(Array("\u{1B}[<32;10;1M".utf8))
    #expect(stage.rows == ["› 0      █", "  1      │", "  2      │", "  3      │"])
    stage.terminal.sendBytes(Array("\u{1B}[<0;10;1m".utf8))
    stage.terminal.wheel(up: false, x: 2, y: 1)
    stage.terminal.wheel(up: false, x: 2, y: 1)
    #expect(stage.rows[0] == "  6      │")
    #expect(chosen.value == [])
  }

  @Test("another marker indents all rows by its width")
  func marker() {
    func tree(_ marker: String) -> Node {
      List(items(0..<2)) { Text("\($0.id)") }.marker(marker).node
    }
    let stage = NodeStage(columns: 10, rows: 2, tree("› "))
    stage.show(tree("==> "))
    #expect(stage.rows == ["==> 0", "    1"])
  }

  @Test("a selected item that is missing becomes current when it appears")
  func selectedLater() {
    func tree(_ count: Int) -> Node { List(items(0..<count)) { Text("\($0.id)") }.select(7).node }
    let stage = NodeStage(columns: 10, rows: 3, tree(2))
    stage.show(tree(9))
    #expect(stage.rows[2] == "› 7")
  }

  @Test("a list accepts a collection whose index is not an integer")
  func anyIndex() {
    let items = items(0..<20).reversed()
    let stage = NodeStage(columns: 10, rows: 2, List(items) { Text("\($0.id)") })
    stage.terminal.send(.down, .down)
    #expect(stage.rows == ["  18", "› 17"])
  }
}
