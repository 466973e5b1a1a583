import MillraceLayout
import MillraceRender
import MillraceTesting
import MillraceWidgets
import Testing
import TestSupport

@testable import MillraceTerminal

private struct Item: Identifiable, Equatable {
  let id: Int
  var lines = 1
}

/// A list whose rows can be dragged.
private struct Order: Component {
  let moves: Captured<[String]>
  @Local var items: [Item]
  @Local var isFixed = false

  init(_ items: [Item], _ moves: Captured<[String]>) {
    _items = Local(wrappedValue: items)
    self.moves = moves
  }

  var body: Node {
    List(items) { item in
      Button("\(item.id)") { moves.value.append("pressed \(item.id)") }
        .height(.cells(Double(item.lines)))
    }
    .onMove { item, target in
      moves.value.append("\(item.id) to \(target)")
      if isFixed { return }
      items.removeAll { $0.id == item.id }
      items.insert(item, at: target)
    }
    .onKey { key in
      if key == "f" { isFixed.toggle() }
      return key == "f"
    }
  }
}

@MainActor
@Suite("Dragged rows")
struct ListMovingTests {
  private let moves = Captured<[String]>([])

  private func stage(_ lines: [Int], rows: Int = 5) -> NodeStage {
    let items = lines.enumerated().map { Item(id: $0, lines: $1) }
    return NodeStage(columns: 10, rows: rows, Order(items, moves))
  }

  @Test("a dragged row follows the mouse over other rows, and stays current")
  func follows() {
    let stage = stage([1, 1, 1, 1])
    stage.terminal.mouse(.press, x: 3, y: 1)
    stage.terminal.mouse(.drag, x: 3, y: 2)
    #expect(stage.rows == ["  ‹0›", "  ‹2›", "› ‹1›", "  ‹3›"])
    stage.terminal.mouse(.drag, x: 5, y: 2)
    stage.terminal.mouse(.drag, x: 3, y: 0)
    stage.terminal.mouse(.release, x: 3, y: 0)
    #expect(stage.rows == ["› ‹1›", "  ‹0›", "  ‹2›", "  ‹3›"])
    // The release after the drag does not click the row.
    #expect(moves.value == ["1 to 2", "1 to 0"])
    stage.terminal.mouse(.drag, x: 3, y: 2)
    #expect(moves.value.count == 2)
  }

  @Test("a press that stays on its row is a click")
  func click() {
    let stage = stage([1, 1])
    stage.terminal.mouse(.press, x: 3, y: 1)
    stage.terminal.mouse(.drag, x: 4, y: 1)
    stage.terminal.mouse(.release, x: 4, y: 1)
    stage.terminal.mouse(.press, .right, x: 3, y: 0)
    stage.terminal.mouse(.drag, .right, x: 3, y: 1)
    #expect(moves.value == ["pressed 1"])
  }

  @Test("a press that a control in the row captured drags no row later")
  func captured() {
    struct Item: Identifiable { let id: Int }
    let stage = NodeStage(
      columns: 10, rows: 5,
      List([Item(id: 0), Item(id: 1)]) {
        Text("\($0.id)").onPointer { _ in true }
      }
      .onMove { moves.value.append("\($0.id) to \($1)") })
    stage.terminal.mouse(.press, x: 2, y: 1)
    stage.terminal.mouse(.release, x: 2, y: 1)
    stage.terminal.mouse(.press, x: 2, y: 4)
    stage.terminal.mouse(.drag, x: 2, y: 0)
    stage.terminal.mouse(.release, x: 2, y: 0)
    #expect(moves.value == [])
  }

  @Test("below the list, each motion moves the row by one, and the list scrolls")
  func edges() {
    let stage = stage([1, 1, 1, 1, 1, 1], rows: 3)
    stage.terminal.mouse(.press, x: 3, y: 1)
    stage.terminal.mouse(.drag, x: 3, y: 7)
    #expect(stage.rows == ["  ‹2›", "  ‹3›", "› ‹1›"])
    stage.terminal.mouse(.drag, x: 3, y: 8)
    #expect(stage.rows == ["  ‹3›", "  ‹4›", "› ‹1›"])
    for _ in 0..<4 { stage.terminal.mouse(.drag, x: 3, y: 8) }
    #expect(stage.rows == ["  ‹4›", "  ‹5›", "› ‹1›"])
    #expect(moves.value == ["1 to 3", "1 to 4", "1 to 5"])
  }

  @Test("above the list, each motion moves the row up by one")
  func upperEdge() {
    let stage = NodeStage(
      columns: 10, rows: 4,
      Column {
        Text("top").shrink(0)
        Order((0..<6).map { Item(id: $0) }, moves)
      })
    stage.terminal.send(.end)
    stage.terminal.mouse(.press, x: 3, y: 2)
    for _ in 0..<6 { stage.terminal.mouse(.drag, x: 3, y: 0) }
    #expect(stage.rows == ["top", "› ‹4›", "  ‹0›", "  ‹1›"])
    #expect(moves.value == ["4 to 2", "4 to 1", "4 to 0"])
  }

  @Test("a row dragged over a taller one does not jump back and forth")
  func heights() {
    let stage = stage([1, 3, 1], rows: 6)
    stage.terminal.mouse(.press, x: 3, y: 0)
    stage.terminal.mouse(.drag, x: 3, y: 1)
    stage.terminal.mouse(.drag, x: 3, y: 2)
    #expect(moves.value == [])
    stage.terminal.mouse(.drag, x: 3, y: 3)
    #expect(stage.rows == ["  ‹1›", "", "", "› ‹0›", "  ‹2›"])
    stage.terminal.mouse(.drag, x: 4, y: 3)
    stage.terminal.mouse(.drag, x: 4, y: 2)
    stage.terminal.mouse(.drag, x: 4, y: 1)
    #expect(moves.value == ["0 to 1"])
    stage.terminal.mouse(.drag, x: 4, y: 0)
    #expect(stage.rows == ["› ‹0›", "  ‹1›", "", "", "  ‹2›"])
  }

  @Test("a refused move changes nothing, and a row that is scrolled out of view can be dragged")
  func refuses() {
    let stage = stage([1, 1, 1, 1, 1, 1, 1, 1], rows: 3)
    stage.terminal.send("f")
    stage.terminal.mouse(.press, x: 3, y: 0)
    stage.terminal.mouse(.drag, x: 3, y: 1)
    #expect(stage.rows == ["› ‹0›", "  ‹1›", "  ‹2›"])
    stage.terminal.send("f")
    stage.terminal.wheel(up: false, x: 3, y: 1)
    stage.terminal.mouse(.drag, x: 3, y: 1)
    #expect(moves.value == ["0 to 1", "0 to 4"])
  }

  @Test("the terminal reports drags only where rows can be dragged")
  func interest() {
    #expect(stage([1]).screen.host.pointer.interest == .drags)
    #expect(NodeStage(List([Item(id: 0)]) { Text("\($0.id)") }).screen.host.pointer.interest == nil)
  }

  @Test(
    "random drags lose no item, and move no row while the mouse stays on its line",
    arguments: 0..<rounds(3, long: 20))
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let lines = (0..<6).map { _ in Int.random(in: 1...3, using: &generator) }
    let stage = stage(lines, rows: 20)
    func ids() -> [Int] {
      stage.rows.compactMap { $0.split(separator: "‹").last.flatMap { Int($0.dropLast()) } }
    }
    for step in 0..<30 {
      let total = lines.reduce(0, +)
      let from = Int.random(in: 0..<total, using: &generator)
      let to = Int.random(in: 0..<total, using: &generator)
      stage.terminal.mouse(.press, x: 0, y: from)
      for line in stride(from: from, through: to, by: from <= to ? 1 : -1) {
        stage.terminal.mouse(.drag, x: 0, y: line)
      }
      let settled = moves.value
      stage.terminal.mouse(.drag, x: 1, y: to)
      #expect(moves.value == settled, "seed \(seed), step \(step): to and fro")
      stage.terminal.mouse(.release, x: 0, y: to)
      #expect(ids().sorted() == Array(0..<6), "seed \(seed), step \(step)")
    }
  }
}
