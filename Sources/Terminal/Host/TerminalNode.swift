import MillraceLayout
import MillraceRender

/// The terminal's data of an element: properties, layout box, position in the tree. It does not
/// store the element itself, which would retain the captures of its handlers and children.
///
/// Exclusivity checks are off for its properties, because the checks would take a tenth of the time
/// to handle a key. All accesses are on the main actor, and none lasts longer than one operation of
/// the standard library, which calls nothing of the program.
@MainActor
package final class TerminalNode {
  @exclusivity(unchecked) package private(set) var id: ElementID
  /// The part of the layout style that drawing needs.
  @exclusivity(unchecked) private(set) var traits: LayoutTraits
  @exclusivity(unchecked) package private(set) var properties: ElementProperties
  let drawn: DrawnContent
  let box: LayoutNode
  // Unowned and not reference-counted, because the host climbs to the root for every position on
  // the screen. It never dangles: a parent retains its children, and a removed node has no parent.
  @exclusivity(unchecked) package unowned(unsafe) var parent: TerminalNode?
  @exclusivity(unchecked) package var children: [TerminalNode] = []
  /// The states of a row, such as current or selected.
  @exclusivity(unchecked) package var rowStates: RowStates
  /// The descendant that had the focus last.
  @exclusivity(unchecked) var current: ElementID?
  /// Whether a child has ever had its own painting order.
  @exclusivity(unchecked) var hasOrder = false
  /// The box after the last layout, from the top left corner of the parent's box.
  @exclusivity(unchecked) package var frame = CellRect.zero
  /// The box without border and padding, from its own top left corner.
  @exclusivity(unchecked) package var contentFrame = CellRect.zero
  /// The scroll position: the host draws children this much further left and up.
  @exclusivity(unchecked) package var offset = CellPoint.zero
  @exclusivity(unchecked) private var knownConflicts: [String] = []

  /// - Parameter root: The root of the tree to which the node will be added.
  init(
    id: ElementID, element: Element, drawn: DrawnContent, _ widths: WidthRules,
    in root: LayoutNode? = nil
  ) {
    self.id = id
    traits = LayoutTraits(element.style)
    properties = element.properties
    rowStates = properties.rowStates ?? []
    self.drawn = drawn
    let style = Self.boxStyle(element.style, drawn)
    box = root.map { LayoutNode(style: style, for: $0) } ?? LayoutNode(style: style)
    box.tag = id.index
    if let measure = drawn.measure(widths) {
      box.measure = measure
      // All measured content has its baseline in its first row, like text.
      box.baseline = 1
    }
  }

  /// Makes this the node of a new element that looks the same.
  func reuse(as id: ElementID) {
    self.id = id
    rowStates = properties.rowStates ?? []
    current = nil
    knownConflicts = []
  }

  func update(to element: Element, _ changes: ElementChanges, _ widths: WidthRules) {
    rowStates = element.properties.rowStates ?? []
    properties = element.properties
    if changes.contains(.style) {
      traits = LayoutTraits(element.style)
      box.style = Self.boxStyle(element.style, drawn)
    }
    // A new measure function makes the box dirty, which a change of colour must not do.
    if changes.contains(.content), drawn.update(to: element.content) { measure(widths) }
  }

  /// Constraints lay out the children, so the box must not use flexbox, even if a modifier sets it.
  /// Other display modes, such as `none`, stay.
  private static func boxStyle(_ style: LayoutStyle, _ drawn: DrawnContent) -> LayoutStyle {
    guard style.display == .flex, drawn.constraints != nil else { return style }
    var style = style
    style.display = .constraints
    return style
  }

  /// Gives the box its constraints and the names of its children. Of two equal names, the first one
  /// counts.
  func constrain() {
    guard let constraints = drawn.constraints else { return }
    let named = children.compactMap { child in
      child.properties.constraintName.map { ($0, child.box) }
    }
    box.constrain(Dictionary(named) { first, _ in first }, by: constraints)
  }

  /// The constraints that the last layout left out; nil if there are none, or the same as before.
  func newConflicts() -> [String]? {
    let conflicts = box.constraintConflicts.map(\.description)
    if conflicts == knownConflicts { return nil }
    knownConflicts = conflicts
    return conflicts.isEmpty ? nil : conflicts
  }

  /// Updates the measure function after the text or the terminal's text widths changed.
  func measure(_ widths: WidthRules) {
    if let measure = drawn.measure(widths) { box.measure = measure }
  }

  package var isHidden: Bool { traits.isHidden }
  package var isFocusable: Bool { properties.isFocusable == true }
  package var clipsChildren: Bool { traits.clipsChildren }

  /// The area in which children are drawn and hit, from the top left corner of the frame: the area
  /// inside the border, as in CSS.
  package var clip: CellRect {
    let border = traits.border
    return CellRect(
      x: border.left, y: border.top, width: max(0, frame.width - border.left - border.right),
      height: max(0, frame.height - border.top - border.bottom))
  }

  package func index(of child: TerminalNode) -> Int? {
    // A loop, because a closure on the main actor checks its executor at each call.
    for index in children.indices where children[index] === child { return index }
    return nil
  }

  /// The children in painting order, the last on top.
  package var childrenInOrder: [TerminalNode] {
    guard hasOrder else { return children }
    return children.enumerated().sorted {
      ($0.element.traits.order, $0.offset) < ($1.element.traits.order, $1.offset)
    }.map(\.element)
  }

  /// A rectangle that contains the drawing of this node and its descendants, from the parent's top
  /// left corner.
  var bounds: CellRect {
    guard !clipsChildren, !children.isEmpty else { return frame }
    let own = drawn.overlay == nil ? frame : .zero
    return children.reduce(own) {
      $0.union($1.bounds.moved(by: frame.x - offset.x, frame.y - offset.y))
    }
  }

  /// The node's top left corner on the screen, and the part of the screen on which it may draw.
  func position(on screen: CellRect) -> (origin: CellPoint, clip: CellRect) {
    guard let parent else { return (CellPoint(x: frame.x, y: frame.y), screen) }
    let (corner, clip) = parent.contentPosition(on: screen)
    return (CellPoint(x: corner.x + frame.x, y: corner.y + frame.y), clip)
  }

  /// The point on the screen to which the frames of the children are relative, and the part of the
  /// screen on which the children may draw.
  func contentPosition(on screen: CellRect) -> (corner: CellPoint, clip: CellRect) {
    var (x, y) = (frame.x - offset.x, frame.y - offset.y)
    // The clip, relative to the content of the parent.
    var clip = traits.clipsChildren ? self.clip.moved(by: frame.x, frame.y) : nil
    // Not retained, because the tree does not change in this function.
    unowned(unsafe) var node = self
    while let parent = node.parent {
      let (left, top) = (parent.frame.x - parent.offset.x, parent.frame.y - parent.offset.y)
      (x, y) = (x + left, y + top)
      clip = clip?.moved(by: left, top)
      if parent.traits.clipsChildren {
        let inside = parent.clip.moved(by: parent.frame.x, parent.frame.y)
        clip = clip?.intersection(inside) ?? inside
      }
      node = parent
    }
    return (CellPoint(x: x, y: y), clip?.intersection(screen) ?? screen)
  }

  /// Whether neither the node nor any of its ancestors is hidden.
  var isShown: Bool {
    var node: TerminalNode? = self
    while let current = node {
      if current.isHidden { return false }
      node = current.parent
    }
    return true
  }

  /// Whether this is the other node or a descendant of it.
  func isInside(_ other: TerminalNode) -> Bool {
    var node: TerminalNode? = self
    while let current = node {
      if current === other { return true }
      node = current.parent
    }
    return false
  }

  /// The Tab stops in this subtree, in order. A subtree with arrow key navigation has a single Tab
  /// stop.
  var tabStops: [TerminalNode] {
    let stops = innerTabStops
    guard properties.focusScope == .byArrows else { return stops }
    return (stops.first { $0.id == current } ?? stops.first).map { [$0] } ?? []
  }

  /// The Tab stops in this subtree, ignoring this node's own arrow key navigation.
  var innerTabStops: [TerminalNode] {
    guard !isHidden else { return [] }
    var stops: [TerminalNode] = isFocusable ? [self] : []
    if properties.rowStates == nil || rowStates.contains(.current) {
      for child in children { stops += child.tabStops }
    }
    return stops
  }
}

/// The part of an element's layout style that drawing and the mouse need.
struct LayoutTraits {
  let isHidden: Bool
  let clipsChildren: Bool
  let isAbsolute: Bool
  let isRow: Bool
  let order: Int
  /// The width of the border on each side, in cells: 0 or 1.
  let border: (left: Int, top: Int, right: Int, bottom: Int)

  init(_ style: LayoutStyle) {
    isHidden = style.display == .none
    clipsChildren = style.overflow != .visible && style.display != .contents
    isAbsolute = style.position == .absolute
    isRow = style.direction == .row
    order = style.order
    func cells(_ length: Length) -> Int { length == .zero ? 0 : 1 }
    border = (
      cells(style.border.left), cells(style.border.top), cells(style.border.right),
      cells(style.border.bottom)
    )
  }
}

extension CellRect {
  func moved(by x: Int, _ y: Int) -> CellRect {
    CellRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}
