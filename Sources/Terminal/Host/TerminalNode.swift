import MillraceLayout
import MillraceRender

/// What the terminal keeps of an element: how it looks, its box, its place in the tree. Not the element,
/// which keeps alive what its handlers and children captured.
@MainActor
package final class TerminalNode {
  package let id: ElementID
  private(set) var style: LayoutStyle
  package private(set) var looks: Looks
  let drawn: DrawnContent
  let box: LayoutNode
  // Unowned, and not counted, because every place on the screen is found by climbing. It never dangles: a
  // node in the tree is held by its parent, and one that is taken out has none.
  package unowned(unsafe) var parent: TerminalNode?
  package var children: [TerminalNode] = []
  /// Of a row: how it stands among the others.
  package var marks: Marks
  /// What had the focus last in here.
  var current: ElementID?
  /// Whether a child has had an order of its own.
  var hasOrder = false
  /// The box as it was last laid out, from the top left corner of the parent's.
  package var frame = CellRect.zero
  /// The box less border and padding, from its own top left corner.
  package var contentFrame = CellRect.zero
  /// What of the content stands in the top left corner: children are drawn so much further left and up.
  package var offset = CellPoint.zero
  private var knownConflicts: [String] = []

  /// - Parameter root: of the tree that it is to be put into.
  init(
    id: ElementID, element: Element, drawn: DrawnContent, _ widths: WidthRules,
    in root: LayoutNode? = nil
  ) {
    self.id = id
    style = element.style
    looks = element.looks
    marks = looks.marks ?? []
    self.drawn = drawn
    let style = Self.boxStyle(element.style, drawn)
    box = root.map { LayoutNode(style: style, for: $0) } ?? LayoutNode(style: style)
    box.tag = id.value
    if let measure = drawn.measure(widths) {
      box.measure = measure
      // What is measured is text, and the first line of a text is its first row.
      box.baseline = 1
    }
  }

  func update(to element: Element, _ changes: ElementChanges, _ widths: WidthRules) {
    marks = element.looks.marks ?? []
    looks = element.looks
    if changes.contains(.style) {
      style = element.style
      box.style = Self.boxStyle(style, drawn)
    }
    // A new measure function makes the box dirty: a change of colour must not.
    if changes.contains(.content), drawn.update(to: element.content) { measure(widths) }
  }

  /// What constraints lay out is no flexbox, whatever a modifier says of showing it.
  private static func boxStyle(_ style: LayoutStyle, _ drawn: DrawnContent) -> LayoutStyle {
    guard style.display == .flex, drawn.constraints != nil else { return style }
    var style = style
    style.display = .constraints
    return style
  }

  /// Tells the box how its children stand: by their names, of which the first of two that are equal counts.
  func constrain() {
    guard let constraints = drawn.constraints else { return }
    let named = children.compactMap { child in child.looks.anchor.map { ($0, child.box) } }
    box.constrain(Dictionary(named) { first, _ in first }, by: constraints)
  }

  /// What the last layout left out of the constraints, if that is not what was left out before.
  func newConflicts() -> [String]? {
    let conflicts = box.constraintConflicts.map(\.description)
    if conflicts == knownConflicts { return nil }
    knownConflicts = conflicts
    return conflicts.isEmpty ? nil : conflicts
  }

  /// The terminal shows text in other widths, or the text is another.
  func measure(_ widths: WidthRules) {
    if let measure = drawn.measure(widths) { box.measure = measure }
  }

  package var isHidden: Bool { style.display == .none }
  package var isFocusable: Bool { looks.isFocusable == true }
  package var clipsChildren: Bool { style.overflow != .visible }

  /// What children may be drawn in, and be hit in, from the top left corner of the frame: all inside the
  /// border, as in CSS.
  package var clip: CellRect {
    if style.border == .zero {
      return CellRect(x: 0, y: 0, width: frame.width, height: frame.height)
    }
    func cells(_ length: Length) -> Int { length == .zero ? 0 : 1 }
    let left = cells(style.border.left)
    let top = cells(style.border.top)
    return CellRect(
      x: left, y: top, width: max(0, frame.width - left - cells(style.border.right)),
      height: max(0, frame.height - top - cells(style.border.bottom)))
  }

  /// The children as they are to be painted, the last on top.
  package var childrenInOrder: [TerminalNode] {
    guard hasOrder else { return children }
    return children.enumerated().sorted {
      ($0.element.style.order, $0.offset) < ($1.element.style.order, $1.offset)
    }.map(\.element)
  }

  /// The smallest rectangle that holds what this node and all in it may draw, from the parent's top left
  /// corner.
  var bounds: CellRect {
    guard !clipsChildren, !children.isEmpty else { return frame }
    let own = drawn.overlay == nil ? frame : .zero
    return children.reduce(own) {
      $0.union($1.bounds.moved(by: frame.x - offset.x, frame.y - offset.y))
    }
  }

  /// Where the node's top left corner is on the screen, and what of the screen it may draw on.
  func place(on screen: CellRect) -> (origin: CellPoint, clip: CellRect) {
    guard let parent else { return (CellPoint(x: frame.x, y: frame.y), screen) }
    let around = parent.place(on: screen)
    let origin = CellPoint(
      x: around.origin.x + frame.x - parent.offset.x,
      y: around.origin.y + frame.y - parent.offset.y)
    guard parent.clipsChildren else { return (origin, around.clip) }
    let clip = parent.clip.moved(by: around.origin.x, around.origin.y)
    return (origin, around.clip.intersection(clip))
  }

  /// Whether neither the node nor anything around it is hidden.
  var isShown: Bool {
    var node: TerminalNode? = self
    while let current = node {
      if current.isHidden { return false }
      node = current.parent
    }
    return true
  }

  /// Whether this is another node, or stands in it.
  func isInside(_ other: TerminalNode) -> Bool {
    var node: TerminalNode? = self
    while let current = node {
      if current === other { return true }
      node = current.parent
    }
    return false
  }

  /// What Tab stops at in this subtree, in order: in one that arrows go through, a single time.
  var tabStops: [TerminalNode] {
    let stops = innerTabStops
    guard looks.focusScope == .byArrows else { return stops }
    return (stops.first { $0.id == current } ?? stops.first).map { [$0] } ?? []
  }

  /// The same, whatever this node says of arrows.
  var innerTabStops: [TerminalNode] {
    guard !isHidden else { return [] }
    var stops: [TerminalNode] = isFocusable ? [self] : []
    if looks.marks == nil || marks.contains(.current) {
      for child in children { stops += child.tabStops }
    }
    return stops
  }
}

extension CellRect {
  func moved(by x: Int, _ y: Int) -> CellRect {
    CellRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}
