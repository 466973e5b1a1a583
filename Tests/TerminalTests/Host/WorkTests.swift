import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// The cost of a key in bodies, comparisons, layout boxes and cells does not grow with the list.
@MainActor
@Suite("Work")
struct WorkTests {
  private struct Item: Identifiable { let id: Int }

  private struct ItemRow: Component, Equatable {
    let id: Int

    var body: Node {
      Row(gap: 1) {
        Text("[ ]")
        Text("item \(id)").grow()
        Text("x")
      }
    }
  }

  private struct Work: Equatable {
    var bodies = 0
    var comparisons = 0
    var created = 0
    var removed = 0
    var reused = 0
    var boxes = 0
    var cells = 0
  }

  private func work(_ count: Int, after first: [Key] = [], of keys: Key...) -> [Work] {
    let stage = NodeStage(
      columns: 40, rows: 12,
      Column {
        Text("title")
        List((0..<count).map(Item.init)) { ItemRow(id: $0.id) }
        Text("end")
      })
    for key in first { stage.terminal.send(key) }
    func total() -> Work {
      let statistics = stage.screen.renderer.statistics
      let host = stage.screen.host
      return Work(
        bodies: statistics.bodies, comparisons: statistics.comparisons,
        created: statistics.created, removed: statistics.removed, reused: statistics.reused,
        boxes: host.visitedBoxes, cells: host.buffer.grid.touchedCells)
    }
    return keys.map { key in
      let before = total()
      stage.terminal.send(key)
      let after = total()
      return Work(
        bodies: after.bodies - before.bodies, comparisons: after.comparisons - before.comparisons,
        created: after.created - before.created, removed: after.removed - before.removed,
        reused: after.reused - before.reused, boxes: after.boxes - before.boxes,
        cells: after.cells - before.cells)
    }
  }

  @Test(
    "moving the marker runs no body, lays out no box, and draws the marker cells of two rows",
    arguments: [100, 100_000])
  func marker(count: Int) {
    let work = work(count, of: .down)[0]
    #expect(work.bodies == 0)
    #expect(work.comparisons == 0)
    #expect(work.created == 0)
    #expect(work.boxes == 0)
    // Two rows of 40 cells, each drawn twice: the style of the current row, then the text.
    #expect(work.cells <= 2 * 2 * 40)
  }

  @Test(
    "scrolling a list by one row renders the list and one row, and creates nothing",
    arguments: [100, 100_000])
  func list(count: Int) {
    let toTheEnd = Array(repeating: Key.down, count: 9)
    let work = work(count, after: toTheEnd, of: .down)[0]
    #expect(work.bodies == 2)
    #expect(work.created == 0)
    #expect(work.removed == 0)
    #expect(work.reused == 5)
    #expect(work.boxes <= 20)
    #expect(work.cells <= 3 * 2 * 40)
    #expect(work.comparisons <= 30)
  }

  @Test("a list with a bar scrolls without drawing its rows again")
  func besideBar() {
    let stage = NodeStage(
      columns: 40, rows: 12, List((0..<1_000).map(Item.init)) { ItemRow(id: $0.id) }.scrollBar())
    for _ in 0..<11 { stage.terminal.send(.down) }
    let cells = stage.screen.host.buffer.grid.touchedCells
    stage.terminal.send(.down)
    #expect(stage.rows.first?.contains("item 1") == true)
    // Cells of the markers, the new row and the bar.
    #expect(stage.screen.host.buffer.grid.touchedCells - cells <= 2 * (4 * 40 + 12))
  }

  @Test(
    "a page down renders as many rows as are visible, and creates nothing",
    arguments: [100, 100_000])
  func page(count: Int) {
    let work = work(count, after: [.pageDown], of: .pageDown)[0]
    #expect(work.bodies <= 1 + 10)
    #expect(work.created == 0)
    #expect(work.removed == 0)
    #expect((5 * 8...5 * 10).contains(work.reused))
    #expect(work.cells <= 2 * 10 * 40)
  }

  @Test("a node takes at most 48 bytes")
  func size() {
    #expect(MemoryLayout<Node>.size <= 48)
  }

  @Test("an unchanged frame compares, lays out and draws nothing")
  func nothing() {
    let stage = NodeStage(
      columns: 40, rows: 12, Column { List((0..<50).map(Item.init)) { ItemRow(id: $0.id) } })
    let statistics = stage.screen.renderer.statistics
    let cells = stage.screen.host.buffer.grid.touchedCells
    stage.screen.drawFrame()
    #expect(stage.screen.renderer.statistics == statistics)
    #expect(stage.screen.host.buffer.grid.touchedCells == cells)
  }
}
