import Foundation
import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing
import TestSupport

@testable import MillraceTerminal
@testable import MillraceWidgets

/// Programs that combine everything at random: state, keys, clicks, drags, wheel, sizes, overlays,
/// dialogs, focus scopes, errors, key bindings, controls, some disabled, completion and wide text.
@MainActor
@Suite("Random programs")
struct RandomProgramTests {
  @Test(
    "the screen of a random program is that of a full drawing",
    arguments: 0..<rounds(3, long: 16))
  func everything(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let program = RandomProgram()
    let stage = NodeStage(columns: 30, rows: 12, program.view)
    for step in 0..<rounds(22, long: 40) {
      let action = program.step(stage, &generator)
      stage.show(program.view)
      // An action chosen in the palette runs after the first `show`.
      stage.show(program.view)
      func comment() -> Comment { "seed \(seed), step \(step): \(action)" }
      let host = stage.screen.host

      // The screen is the grid, and the grid is that of a full drawing.
      let shown = (0..<host.buffer.grid.height).map { stage.terminal.virtualScreen.rowText($0) }
      let drawn = host.buffer.grid
      host.damage.add(host.screen)
      host.draw()
      let wrong = drawn.difference(to: host.buffer.grid)
      #expect(wrong == nil, comment())
      #expect(
        shown == (0..<host.buffer.grid.height).map { host.buffer.grid.rowText($0) }, comment())
      stage.screen.drawFrame()

      // The layout boxes equal those of a new layout of the same styles, which takes long.
      if isLong || step % 4 == 3 { #expect(host.boxes == host.freshBoxes, comment()) }

      // An element that can have the focus has it, if there is one.
      let focused = host.focused.flatMap { host.nodes[$0] }
      let canHaveIt = focused.map { $0.isShown && $0.properties.isFocusable != false }
      #expect(canHaveIt ?? host.tabOrder.isEmpty, comment())
      // While a dialog is open, the focus is in it.
      let scope = host.containedScope
      #expect((scope != nil) == (program.hasDialog || program.hasPalette), comment())
      if let scope { #expect(host.path(to: host.focused).contains(scope.id), comment()) }
      // The mouse mode is the highest that any element on the screen needs. Rows of an open menu
      // need motion.
      #expect(
        host.pointer.interest == host.nodes.values.compactMap(\.properties.pointer).max(),
        comment())
      #expect(!program.isNarrow || host.pointer.interest == .motion, comment())
      #expect(program.hovered.values.allSatisfy { (0...1).contains($0) }, comment())
      #expect(stage.terminal.virtualScreen.unknownSequences == [], comment())

      // The shown key bindings are the active ones.
      var bindings: [KeyBinding]?
      _ = host.layers[0].children.first.map {
        stage.screen.renderer.dispatch($0.id) {
          bindings = $1.keyBindings
          return true
        }
      }
      #expect(program.shownBindings == bindings, comment())
      if wrong != nil { return }
    }
    program.isClosed = true
    stage.screen.close()
    #expect(program.appeared == program.disappeared, "seed \(seed)")
    #expect(program.hovered.values.allSatisfy { $0 == 0 }, "seed \(seed)")
  }

  @Test(
    "a random program shows and does the same whether rows are reused or made again",
    arguments: 0..<rounds(4, long: 40))
  func reuse(seed: UInt64) {
    var generators = [SeededGenerator(seed: seed), SeededGenerator(seed: seed)]
    let programs = [RandomProgram(), RandomProgram()]
    let stages = programs.map { NodeStage(columns: 30, rows: 12, $0.view) }
    stages[1].screen.host.isReusing = false
    for step in 0..<rounds(60, long: 200) {
      var action = ""
      for index in 0...1 {
        action = programs[index].step(stages[index], &generators[index])
        stages[index].show(programs[index].view)
        stages[index].show(programs[index].view)
      }
      func comment() -> Comment { "seed \(seed), step \(step): \(action)" }
      let hosts = stages.map(\.screen.host)
      let wrong = hosts[0].buffer.grid.difference(to: hosts[1].buffer.grid)
      #expect(wrong == nil, comment())
      #expect(stages[0].rows == stages[1].rows, comment())
      #expect(programs[0].past == programs[1].past, comment())
      #expect(programs[0].hovered == programs[1].hovered, comment())
      #expect(programs[0].shownBindings == programs[1].shownBindings, comment())
      #expect(hosts[0].pathsInUse == hosts[1].pathsInUse, comment())
      if wrong != nil { return }
    }
    #expect(stages[0].screen.renderer.statistics.reused > 0)
    #expect(stages[1].screen.renderer.statistics.reused == 0)
  }

  @Test(
    "a random program has the elements, boxes and screen of a new program in its state",
    arguments: 0..<rounds(3, long: 12))
  func fresh(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let program = RandomProgram(hasList: false)
    let stage = NodeStage(columns: 30, rows: 12, program.view)
    for step in 0..<rounds(24, long: 40) {
      let action = program.step(stage, &generator)
      stage.show(program.view)
      func comment() -> Comment { "seed \(seed), step \(step): \(action)" }
      let host = stage.screen.host
      // Removes the focus, which is visible and may be on different elements.
      func removeFocus(_ host: TerminalHost) {
        host.setFocus(nil)
        host.draw()
      }
      // A new program takes long. Most wrong states are still wrong some steps later.
      if isLong || step % 4 == 3 {
        let size = stage.terminal.size
        let fresh = NodeStage(columns: size.columns, rows: size.rows, program.view)
        #expect(tree(of: stage) == tree(of: fresh), comment())
        #expect(host.boxes == fresh.screen.host.boxes, comment())
        removeFocus(host)
        removeFocus(fresh.screen.host)
        let wrong = host.buffer.grid.difference(to: fresh.screen.host.buffer.grid)
        #expect(wrong == nil, comment())
      } else {
        removeFocus(host)
      }
      stage.screen.drawFrame()
    }
  }

  private func tree(of stage: NodeStage) -> [String] {
    func lines(_ node: InspectedNode) -> [String] {
      ["\(node.path) \(node.frame.map { "\($0)" } ?? "")"] + node.children.flatMap(lines)
    }
    return stage.screen.renderer.inspect().flatMap(lines)
  }
}

extension CellGrid {
  /// The first cell whose text or style another grid does not have.
  fileprivate func difference(to other: CellGrid) -> String? {
    if (width, height) != (other.width, other.height) {
      return "\(width) × \(height), not \(other.width) × \(other.height)"
    }
    for y in 0..<height {
      for x in 0..<width {
        let (text, wanted) = (text(x: x, y: y), other.text(x: x, y: y))
        let (style, wantedStyle) = (self[x: x, y: y].style, other[x: x, y: y].style)
        if text != wanted || style != wantedStyle {
          return "\(x), \(y): '\(text)' \(style), not '\(wanted)' \(wantedStyle)"
        }
      }
    }
    return nil
  }
}

extension TerminalHost {
  /// Where in the tree the focus and the mouse are, and how many elements there are.
  fileprivate var pathsInUse: [[Int]] {
    let held = [focused, pointer.capturer, pointer.pressed] + pointer.hovered
    return [[nodes.ids.count]]
      + held.map { id in
        var (path, node) = ([Int](), id.flatMap { nodes[$0] })
        while let current = node, let parent = current.parent {
          path.append(parent.children.firstIndex { $0 === current } ?? -1)
          node = parent
        }
        return path
      }
  }

  /// The frames of all boxes that have one, in tree order.
  fileprivate var boxes: [CellRect] {
    func frames(_ node: TerminalNode) -> [CellRect] {
      if node.isHidden { return [] }
      // The host positions popovers itself.
      let frame = node.drawn.overlay == .popover ? node.box.frame : node.frame
      return [frame] + node.children.flatMap(frames)
    }
    return layers.flatMap { $0.children.flatMap(frames) }
  }

  /// The frames of a new layout of the same tree.
  fileprivate var freshBoxes: [CellRect] {
    func copy(_ node: TerminalNode) -> LayoutNode {
      let box = LayoutNode(style: node.box.style)
      if let measure = node.drawn.measure(.standard) {
        box.measure = measure
        box.baseline = 1
      }
      for child in node.children { box.append(copy(child)) }
      if let constraints = node.drawn.constraints {
        box.style = node.box.style
        let named = zip(node.children, box.children).compactMap { child, box in
          child.properties.constraintName.map { ($0, box) }
        }
        box.constrain(Dictionary(named) { first, _ in first }, by: constraints)
      }
      return box
    }
    func frames(_ box: LayoutNode) -> [CellRect] {
      if box.style.display == .none { return [] }
      return [box.frame] + box.children.flatMap(frames)
    }
    let size = (Double(screen.width), Double(screen.height))
    return layers.flatMap { layer -> [CellRect] in
      let isWhole = layer.box.children.isEmpty
      let roots = isWhole ? layer.children.map(copy) : [copy(layer)]
      return roots.flatMap { root in
        root.layout(width: .definite(size.0), height: .definite(size.1))
        return isWhole ? frames(root) : root.children.flatMap(frames)
      }
    }
  }
}
