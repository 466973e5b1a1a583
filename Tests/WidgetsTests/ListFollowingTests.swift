import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceWidgets

@MainActor
@Suite("Following lists")
struct ListFollowingTests {
  private struct Line: Identifiable { let id: Int }

  private let log = Captured<[Bool]>([])

  private func lines(_ count: Int) -> Node {
    let log = log
    return Column {
      List(
        (0..<count).map(Line.init)
      ) { Text("line \($0.id)") }
      .followsEnd(isAtEnd: Binding(get: { log.value.last ?? true }) { log.value.append($0) })
    }
    .height(.percent(100))
  }

  @Test("a list follows its end until the user scrolls up, and again after a scroll to the end")
  func follows() {
    let stage = NodeStage(columns: 10, rows: 3, lines(5))
    #expect(stage.rows == ["  line 2", "  line 3", "› line 4"])
    stage.show(lines(7))
    #expect(stage.rows == ["  line 4", "  line 5", "› line 6"])
    #expect(log.value == [])
    stage.terminal.wheel(up: true, x: 1, y: 1)
    let rows = stage.rows
    #expect(rows != ["  line 4", "  line 5", "› line 6"])
    #expect(log.value == [false])
    stage.show(lines(9))
    #expect(stage.rows == rows)
    stage.terminal.send(.end)
    #expect(stage.rows == ["  line 6", "  line 7", "› line 8"])
    #expect(log.value == [false, true])
    stage.show(lines(10))
    #expect(stage.rows == ["  line 7", "  line 8", "› line 9"])
  }

  @Test("while the last item grows, a list at its end stays there, whatever row is current")
  func growing() {
    func lines(_ height: Int) -> Node {
      Column {
        List((0..<5).map(Line.init)) { line in
          Text(
            line.id == 4 ? "line 4" + String(repeating: "\nmore", count: height) : "line \(line.id)"
          )
        }
        .followsEnd()
      }
      .height(.percent(100))
    }
    let stage = NodeStage(columns: 10, rows: 3, lines(0))
    stage.terminal.send(.up)
    for height in 1...4 { stage.show(lines(height)) }
    #expect(stage.rows == ["  more", "  more", "  more"])
    stage.terminal.send(.up)
    #expect(stage.rows.contains("› line 2"))
  }

  @Test("a list that follows its end tells a listener each last item, and is not led back by it")
  func listener() {
    final class Box { var id: Int? }
    let box = Box()
    func lines(_ count: Int) -> Node {
      Column {
        List(
          (0..<count).map(Line.init)
        ) { Text("line \($0.id)") }.current(Binding(get: { box.id }, set: { box.id = $0 }))
          .followsEnd()
      }
      .height(.percent(100))
    }
    let stage = NodeStage(columns: 10, rows: 3, lines(5))
    for count in [6, 8, 12, 13] {
      stage.show(lines(count))
      #expect(stage.rows.last == "› line \(count - 1)")
      #expect(box.id == count - 1)
    }
  }

  @Test("the same items, or a longer last one, leave the row that the user made current")
  func sameItems() {
    let stage = NodeStage(columns: 10, rows: 3, lines(5))
    stage.terminal.send(.up)
    for count in [5, 5, 4] {
      stage.show(lines(count))
      #expect(stage.rows.contains("› line 3"))
    }
  }

  @Test("a list at its end follows it, and its last row becomes current, also if another was")
  func otherCurrent() {
    let stage = NodeStage(columns: 10, rows: 3, lines(5))
    stage.terminal.send(.up)
    #expect(stage.rows == ["  line 2", "› line 3", "  line 4"])
    stage.show(lines(7))
    #expect(stage.rows == ["  line 4", "  line 5", "› line 6"])
    #expect(log.value == [])
  }
}
