import Layout
import Render

/// What the terminal keeps of an element: its description, its box, its place in the tree.
@MainActor
final class TerminalNode {
  let id: ElementID
  var element: Element
  let box: LayoutNode
  // Unowned: a node in the tree is held by its parent; one that was taken out is not asked.
  unowned var parent: TerminalNode?
  var children: [TerminalNode] = []
  /// Lines of a text at the width that it was last drawn in.
  var lines: (width: Int, lines: [TextLine])?
  /// The first column shown of a field whose text is wider than it.
  var scroll = 0

  init(id: ElementID, element: Element) {
    self.id = id
    self.element = element
    box = LayoutNode(style: element.style)
    box.owner = self
    configureBox()
  }

  var content: any TerminalContent {
    guard let content = element.content as? any TerminalContent else {
      fatalError(
        "\(type(of: element.content)) is no element of a terminal: use the widgets of this package")
    }
    return content
  }

  func update(to element: Element) {
    let old = content
    self.element = element
    lines = nil
    configureBox()
    if content.measuresDifferently(from: old) { box.markDirty() }
  }

  private func configureBox() {
    var style = element.style
    content.adjust(&style)
    box.style = style
    box.measure = content.measure
  }

  /// The smallest rectangle that holds what this node and all in it may have drawn.
  var bounds: CellRect {
    guard element.style.overflow == .visible else { return box.frame }
    return children.reduce(box.frame) { $0.union($1.bounds) }
  }

  var isHidden: Bool { element.style.display == .none }
}

/// Content that a terminal can lay out and draw.
@MainActor
protocol TerminalContent: ElementContent {
  /// What the content asks of the box beyond the element's own style: a border, a minimum size.
  nonisolated func adjust(_ style: inout LayoutStyle)
  /// Measures the content; nil: the children make the size.
  nonisolated var measure: MeasureFunction? { get }
  /// Whether the new content may have another size than the old.
  nonisolated func measuresDifferently(from old: any TerminalContent) -> Bool
  /// Draws the content itself; children are drawn after it.
  func draw(_ node: TerminalNode, with brush: Brush)
  /// Where the cursor stands while the element has the focus, relative to the content box.
  func cursor(in node: TerminalNode) -> CellPoint?
}

extension TerminalContent {
  nonisolated func adjust(_ style: inout LayoutStyle) {}
  nonisolated var measure: MeasureFunction? { nil }
  nonisolated func measuresDifferently(from old: any TerminalContent) -> Bool { false }
  func draw(_ node: TerminalNode, with brush: Brush) {}
  func cursor(in node: TerminalNode) -> CellPoint? { nil }
}
