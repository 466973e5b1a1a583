import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing
import TestSupport

@testable import MillraceTerminal
@testable import MillraceWidgets

/// An element that writes its own letter into parts of its box.
private struct Letters: TerminalContent {
  let letter: Unicode.Scalar
  let parts: [CellRect]

  func draw(in brush: Brush, state: inout Void) {
    for part in parts {
      for y in part.y..<part.maxY {
        brush.write(String(repeating: Character(letter), count: part.width), x: part.x, y: y)
      }
    }
  }

}

/// Random trees whose elements each draw a different letter, so that the screen shows which element
/// drew a cell.
@MainActor
private struct RandomTree {
  var generator: SeededGenerator
  private var count = 0

  init(_ generator: SeededGenerator) { self.generator = generator }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  mutating func node(_ depth: Int, isInLayer: Bool = false) -> Node {
    count += 1
    // Canadian syllabics: 640 letters of one column.
    let letter = Unicode.Scalar(UInt32(0x1400 + count % 640)) ?? "?"
    let isEmpty = chance(15)
    let parts = (0..<(isEmpty ? 0 : number(1...2))).map { _ in
      chance(60)
        ? CellRect(x: 0, y: 0, width: 40, height: 20)
        : CellRect(
          x: number(-1...5), y: number(-1...3), width: number(1...8), height: number(1...3))
    }
    var style = LayoutStyle.element
    style.direction = chance(50) ? .column : .row
    style.overflow = [.visible, .clip, .scroll].randomElement(using: &generator) ?? .visible
    if chance(30) { style.border = Edges(1) }
    if chance(30) { style.padding = Edges(1) }
    if chance(15) { style.order = number(-1...1) }
    if chance(6) { style.display = .none }
    if chance(70) { style.grow = 1 }
    style.minWidth = .cells(Double(number(0...6)))
    style.minHeight = .cells(Double(number(0...3)))
    if chance(25) {
      style.position = .absolute
      style.inset = Edges(
        left: .cells(Double(number(-3...12))), top: .cells(Double(number(-2...8))), right: .auto,
        bottom: .auto)
      style.width = .cells(Double(number(1...14)))
      style.height = .cells(Double(number(1...6)))
    }
    var properties = ElementProperties()
    if chance(25) { properties.style.background = .rgb(1, UInt8(count / 256), UInt8(count % 256)) }
    let offset = chance(20) ? CellPoint(x: number(-2...3), y: number(-2...2)) : .zero
    var children: [Node] = []
    if depth > 0 { for _ in 0..<number(0...4) { children.append(node(depth - 1)) } }
    if depth > 1, chance(20) {
      let layer = Layer.allCases.randomElement(using: &generator) ?? .dialog
      let inner = node(depth - 2, isInLayer: true)
      // A dialog layer has a transparent element below the dialog.
      children.append(
        Portal(to: layer) {
          if layer == .dialog {
            let frame = LayoutStyle.element {
              $0.position = .absolute
              $0.inset = .zero
              $0.alignItems = .center
            }
            Node(Element(DialogContent(), style: frame, children: [inner]))
          } else {
            inner
          }
        }.node)
    }
    return Node(
      Element(
        Letters(letter: letter, parts: parts), style: style, properties: properties, offset: offset,
        children: children))
  }
}

@MainActor
@Suite("The owner of a cell")
struct OwnerTests {
  @Test(
    "a cell's owner is the element whose letter or background the terminal shows there",
    arguments: 0..<rounds(6, long: 1_000))
  func letters(seed: UInt64) {
    var tree = RandomTree(SeededGenerator(seed: seed))
    let stage = NodeStage(columns: 26, rows: 12, tree.node(4))
    for round in 0..<3 {
      let host = stage.screen.host
      let screen = stage.terminal.virtualScreen
      for y in 0..<screen.height {
        // The owner is found by drawing the cell again, so the short test asks for each fourth.
        for x in 0..<screen.width where isLong || (x + 3 * y + round) % 4 == 0 {
          let owner = host.owner(x: x, y: y).flatMap { host.nodes[$0] }
          let letters = owner?.content(as: Letters.self)
          let (text, style) = screen.cell(x: x, y: y)
          func comment() -> Comment { "seed \(seed), round \(round), column \(x), row \(y)" }
          if text != " " {
            #expect(letters.map { String($0.letter) } == text, comment())
          } else if style.background != .default {
            #expect(owner?.properties.style.background == style.background, comment())
          } else if let owner {
            let (origin, clip) = owner.position(on: host.screen)
            let box = CellRect(
              x: origin.x, y: origin.y, width: owner.frame.width, height: owner.frame.height)
            #expect(box.intersection(clip).contains(x: x, y: y), comment())
            // If the owner drew a letter here, the letter would show.
            let isDrawn = letters?.parts.contains { $0.contains(x: x - box.x, y: y - box.y) }
            #expect(isDrawn != true && owner.properties.style.background == .default, comment())
          }
        }
      }
      #expect(host.owner(x: -1, y: 0) == nil && host.owner(x: 0, y: screen.height) == nil)
      // Asking for owners did not change the screen.
      _ = stage.takeBytes()
      stage.screen.drawFrame()
      #expect(stage.takeBytes() == 0, "seed \(seed)")
      stage.show(tree.node(tree.number(2...4)))
    }
  }

  @Test(
    "in random programs, a cell's owner is the last element that draws something there",
    arguments: 0..<rounds(2, long: 40))
  func programs(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let program = RandomProgram()
    let stage = NodeStage(columns: 30, rows: 12, program.view)
    for step in 0..<rounds(12, long: 25) {
      let action = program.step(stage, &generator)
      stage.show(program.view)
      stage.show(program.view)
      let host = stage.screen.host
      let shown = host.buffer.grid
      // Draws each element by itself, and records the cells that it draws.
      var record: [CellPoint: ElementID] = [:]
      host.drawElements(in: host.screen) { node, _, part in
        for y in part.y..<part.maxY {
          for x in part.x..<part.maxX
          where host.isOpaque(node) || host.buffer.grid[x: x, y: y].glyph != .blank {
            record[CellPoint(x: x, y: y)] = node.id
          }
        }
      }
      host.buffer.grid = shown
      for y in 0..<shown.height {
        for x in 0..<shown.width where shown[x: x, y: y].glyph != .blank {
          #expect(
            host.owner(x: x, y: y) == record[CellPoint(x: x, y: y)],
            "seed \(seed), step \(step): \(action), column \(x), row \(y)")
        }
      }
      _ = stage.takeBytes()
      stage.screen.drawFrame()
      #expect(stage.takeBytes() == 0, "seed \(seed), step \(step)")
    }
  }

  @Test("a filter excludes elements, so the owner is the topmost element that it accepts")
  func among() {
    let stage = NodeStage(
      columns: 8, rows: 3,
      Column {
        Text("below")
        Portal(to: .dialog) { Text("above").absolute(left: 0, top: 0) }
      })
    let host = stage.screen.host
    func text(_ id: ElementID?) -> String? {
      id.flatMap { host.nodes[$0]?.content(as: TextContent.self)?.text }
    }
    #expect(text(host.owner(x: 1, y: 0)) == "above")
    #expect(text(host.owner(x: 1, y: 0) { text($0) != "above" }) == "below")
    // No element drew this cell, so its owner is the column.
    #expect(host.owner(x: 6, y: 2) != nil)
  }
}
