import MillraceLayout
import MillraceRender

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
    elasticNodes = (element.content as? any TerminalContent)?.isElastic == true ? 1 : 0
    box = LayoutNode(style: element.style)
    box.owner = self
    configureStyle()
    box.measure = content.measure
    // What is measured is text, and the first line of a text is its first row.
    if content.measure != nil { box.baseline = 1 }
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
    configureStyle()
    // A new measure function makes the box dirty: a change of colour must not.
    if content.measuresDifferently(from: old) { box.measure = content.measure }
  }

  private func configureStyle() {
    var style = element.style
    content.adjust(&style)
    // The terminal clips by itself; to the boxes, a container is as high as its content at least,
    // so that it keeps its place beside a list that is longer than the screen.
    style.overflow = .visible
    if elasticNodes > 0, parent?.isColumn == true {
      style.automaticMinimumSize = false
      style.shrink *= Self.elasticity
    }
    if isTopLevel {
      style.automaticMinimumSize = false
      // A view of one container has the whole screen.
      if element.content is BoxContent, style.height == .auto, parent?.children.count == 1 {
        style.grow = max(style.grow, 1)
      }
    }
    box.style = style
  }

  private var isColumn: Bool {
    element.style.direction == .column || element.style.direction == .columnReverse
  }

  /// The children as they are to be painted, the last on top.
  var childrenInOrder: [TerminalNode] {
    guard children.contains(where: { $0.element.style.order != 0 }) else { return children }
    return box.childrenInOrder.compactMap { $0.owner as? TerminalNode }
  }

  /// The children of the screen look at each other.
  func siblingsChanged() {
    if id == Self.rootID { for child in children { child.configureStyle() } }
  }

  /// How many nodes in this subtree, itself included, give way before anything else does.
  private var elasticNodes: Int
  /// Whether the node stands in no other: it is as high as the screen at most.
  private var isTopLevel: Bool { parent?.id == Self.rootID }

  /// Of the node that stands for the screen. The renderer's own numbers begin at 1.
  static let rootID = ElementID(0)

  /// A list that has no room gives way this many times as much as its siblings.
  private static let elasticity = 1e6

  /// Takes note that the node has got its place, or lost it.
  func placed(in parent: TerminalNode?) {
    let old = self.parent
    self.parent = parent
    if elasticNodes > 0 {
      old?.addElasticNodes(-elasticNodes)
      parent?.addElasticNodes(elasticNodes)
    }
    configureStyle()
  }

  private func addElasticNodes(_ count: Int) {
    let wasElastic = elasticNodes > 0
    elasticNodes += count
    if wasElastic != (elasticNodes > 0) { configureStyle() }
    parent?.addElasticNodes(count)
  }

  /// The smallest rectangle that holds what this node and all in it may have drawn.
  var bounds: CellRect {
    guard element.style.overflow == .visible else { return box.absoluteFrame }
    return children.reduce(box.absoluteFrame) { $0.union($1.bounds) }
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
  /// Whether the element gives way before anything else does, where there is too little room.
  nonisolated var isElastic: Bool { get }
  /// Draws the content itself; children are drawn after it.
  func draw(_ node: TerminalNode, with brush: Brush)
  /// Where the cursor stands while the element has the focus, relative to the content box.
  func cursor(in node: TerminalNode) -> CellPoint?
}

extension TerminalContent {
  nonisolated func adjust(_ style: inout LayoutStyle) {}
  nonisolated var measure: MeasureFunction? { nil }
  nonisolated var isElastic: Bool { false }
  nonisolated func measuresDifferently(from old: any TerminalContent) -> Bool { false }
  func draw(_ node: TerminalNode, with brush: Brush) {}
  func cursor(in node: TerminalNode) -> CellPoint? { nil }
}
