/// One box of a layout, with its style, its children or measure function, and its frame.
///
/// The tree is kept from layout to layout. A change marks the boxes that it can affect;
/// ``layout(width:height:)`` on the root then recomputes only these.
///
/// Not `Sendable`: a tree, and every node that was ever in it, belongs to one thread or actor at a
/// time. Exclusivity checks are off for some properties: each access is one operation of the
/// standard library, so accesses do not overlap.
public final class LayoutNode {
  /// The arena with the record of this node. The node is only a handle: the record has its data.
  @exclusivity(unchecked) private(set) var arena: LayoutArena
  @exclusivity(unchecked) private(set) var index: Int32 = 0

  /// The child boxes in tree order, which ``LayoutStyle/order`` does not change.
  @exclusivity(unchecked) public internal(set) var children: ContiguousArray<LayoutNode> = []

  /// Creates a box without children.
  /// - Parameter style: the default is CSS's initial values: a row, sized by its content.
  public convenience init(style: LayoutStyle = LayoutStyle()) {
    self.init(style, LayoutArena())
  }

  /// Creates a box without children in the arena of a tree, so that inserting the box into that
  /// tree copies nothing.
  /// - Parameters:
  ///   - style: the layout style of the box.
  ///   - tree: a node of the tree. The box belongs to the same thread as the tree.
  public convenience init(style: LayoutStyle, for tree: LayoutNode) {
    precondition(
      tree.arena.running == 0,
      "LayoutNode: a measure function must not create boxes for its own tree.")
    self.init(style, tree.arena)
  }

  private init(_ style: LayoutStyle, _ arena: LayoutArena) {
    self.arena = arena
    index = arena.add(self, style)
    if style.layoutDirection == .rightToLeft { box.flags.insert(.rightToLeft) }
  }

  deinit {
    releaseChildren()
    arena.remove(index)
  }

  private func releaseChildren() {
    guard !children.isEmpty || box.flags.contains(.hasConstraints) else { return }
    // A loop, not nested deinits: a deep tree must not overflow the stack.
    var detached = detachedChildren()
    while var child = detached.popLast() {
      guard isKnownUniquelyReferenced(&child) else {
        child.box.becomeRoot(child.arena)
        continue
      }
      detached.append(contentsOf: child.detachedChildren())
    }
  }

  private func detachedChildren() -> ContiguousArray<LayoutNode> {
    let detached = children
    children = []
    // Drops the names, because they retain children, whose deinits would run while the arena
    // changes.
    constraintContainer?.clearNames()
    for child in detached { child.box.unlink() }
    box.first = nil
    return detached
  }

  /// The node's record. Valid until a node is created, moved to another arena, or released.
  var box: NodePointer { arena[index] }

  /// Updates the handle after its record moved to another arena.
  func moved(to arena: LayoutArena, _ index: Int32) {
    self.arena = arena
    self.index = index
  }

  // MARK: Properties

  /// The layout style. An equal style changes nothing; a different one marks the box dirty.
  public var style: LayoutStyle {
    get { box.style }
    set {
      let old = box.style
      guard newValue != old else { return }
      arena.setStyle(newValue, of: box)
      styleChanged(from: old)
    }
  }

  /// Measures a leaf's content; nil: the content has a size of 0. Not called while the node has
  /// children.
  public var measure: MeasureFunction? {
    get { box.pointee.measure }
    set {
      box.pointee.measure = newValue
      markDirty()
    }
  }

  /// The distance from the top of a leaf's content to the baseline of its first line; nil: the leaf
  /// has no line, and its baseline is its bottom edge. The baseline of text in whole cells is 1.
  ///
  /// A box with children uses the baseline of a child instead: inserting the first child resets
  /// this property to nil, and new values are ignored while there are children.
  public var baseline: Double? {
    get { box.pointee.baseline.isNaN ? nil : Double(box.pointee.baseline) }
    set {
      guard children.isEmpty else { return }
      box.pointee.baseline = Float((newValue ?? .nan).withinLimits)
      markDirty()
    }
  }

  /// A number for the program's own use, such as to find its data for a ``FrameChange``.
  public var tag: Int {
    get { box.pointee.tag }
    set { box.pointee.tag = newValue }
  }

  /// The parent box; nil for a root.
  public var parent: LayoutNode? { box.parent?.pointee.handle }

  /// The solver of a container with constraints, and the names of its items; nil without
  /// constraints.
  var constraintContainer: ConstraintContainer? {
    get { box.flags.contains(.hasConstraints) ? arena.constraints[index] : nil }
    set {
      box.flags.insert(.hasConstraints)
      arena.constraints[index] = newValue
    }
  }

  // MARK: Results of the last layout

  var flags: NodeFlags { box.flags }
  var x: Double { box.pointee.x }
  var y: Double { box.pointee.y }
  var width: Double { box.pointee.width }
  var height: Double { box.pointee.height }

  /// Whether the next layout of the tree must visit this node or its descendants.
  public var isDirty: Bool { !box.flags.isDisjoint(with: .anyDirty) }
}

/// A box whose frame changed in a layout.
public struct FrameChange {
  /// The node whose frame changed.
  public let node: LayoutNode
  private let oldFrame: PackedRect
  private let newFrame: PackedRect

  init(_ node: LayoutNode, old: PackedRect?, new: PackedRect) {
    self.node = node
    oldFrame = old ?? .none
    newFrame = new
  }

  /// The previous frame; nil if this is the first layout since the node was inserted into the tree.
  public var old: CellRect? { oldFrame == .none ? nil : oldFrame.rect }
  /// The new frame in cells, from the top left corner of the parent's frame.
  public var new: CellRect { newFrame.rect }
}

/// The state of a root between layouts.
final class RootState {
  var availableWidth: AvailableSpace?
  var availableHeight: AvailableSpace?
  /// The indices of the records of nodes that changed since the last layout, in no particular
  /// order. If such a node was released, its record may belong to another node by now.
  var changedNodes: ContiguousArray<Int32> = []
  var counters = LayoutCounters()
}

/// Counters of the work of layouts, for tests.
package struct LayoutCounters: Equatable, Sendable {
  /// The number of calls of measure functions.
  package var measures = 0
  /// The number of boxes whose size or children's positions were computed, not found in a cache.
  package var visits = 0
  /// The number of boxes whose edges were rounded.
  package var roundings = 0
}
