/// One box of a layout: a style, children or a measure function, and the frame they lead to.
///
/// The tree is retained. A change marks the boxes that it can affect; ``layout(width:height:)`` on
/// the root then computes those again and leaves the others alone.
///
/// Not `Sendable`: a tree, and what was ever in it, belongs to one thread or actor at a time.
public final class LayoutNode {
  /// A handle: what there is to know of a node stands in its tree's storage.
  private(set) var arena: LayoutArena
  private(set) var index: Int32 = 0

  /// The boxes in this one, in the order in which they were put.
  public internal(set) var children: ContiguousArray<LayoutNode> = []

  /// Makes a box without children.
  public convenience init(style: LayoutStyle = LayoutStyle()) {
    self.init(style, LayoutArena())
  }

  /// Makes a box without children that is to be put into a tree: it begins in the tree's storage, and need not
  /// be copied there.
  /// - Parameter tree: a node of the tree. The box belongs to the thread that the tree belongs to.
  public convenience init(style: LayoutStyle, for tree: LayoutNode) {
    precondition(
      tree.arena.running == 0, "LayoutNode: a measure function must make no box for its own tree.")
    self.init(style, tree.arena)
  }

  private init(_ style: LayoutStyle, _ arena: LayoutArena) {
    self.arena = arena
    index = arena.add(self, style)
    if style.layoutDirection == .rightToLeft { box.marks.insert(.rightToLeft) }
  }

  deinit {
    orphanChildren()
    arena.remove(index)
  }

  private func orphanChildren() {
    guard !children.isEmpty || box.marks.contains(.hasConstraints) else { return }
    // A loop instead of the recursion of nested deinits: a deep tree must not overflow the stack.
    var orphans = detachedChildren()
    while var orphan = orphans.popLast() {
      guard isKnownUniquelyReferenced(&orphan) else {
        orphan.box.becomeRoot(orphan.arena)
        continue
      }
      orphans.append(contentsOf: orphan.detachedChildren())
    }
  }

  private func detachedChildren() -> ContiguousArray<LayoutNode> {
    let detached = children
    children = []
    // They would hold children, which would end inside the storage.
    constraintContainer?.forgetNames()
    for child in detached { child.box.leave() }
    box.first = nil
    return detached
  }

  /// The node in its storage, as long as no node is made, moved or dropped.
  var box: Box { arena[index] }

  /// Follows its record into another storage.
  func moved(to arena: LayoutArena, _ index: Int32) {
    self.arena = arena
    self.index = index
  }

  // MARK: What it is

  /// How the box is laid out. An equal style changes nothing, another one marks the box dirty.
  public var style: LayoutStyle {
    get { box.style }
    set {
      let old = box.style
      guard newValue != old else { return }
      arena.setStyle(newValue, of: box)
      styleChanged(from: old)
    }
  }

  /// The size of a leaf's content. Not called while the node has children.
  public var measure: MeasureFunction? {
    get { box.pointee.measure }
    set {
      box.pointee.measure = newValue
      markDirty()
    }
  }

  /// How far below the top of a leaf's content its first line stands; nil: the leaf has no line, and
  /// stands on its lower edge. In whole cells, the baseline of a text is 1.
  ///
  /// A box with children has the baseline of one of them: it forgets its own with the first of them,
  /// takes none while there are any, and has none when the last one is gone.
  public var baseline: Double? {
    get { box.pointee.baseline.isNaN ? nil : Double(box.pointee.baseline) }
    set {
      guard children.isEmpty else { return }
      box.pointee.baseline = Float((newValue ?? .nan).withinLimits)
      markDirty()
    }
  }

  /// The host's number for this box, so that a ``FrameChange`` leads back to what it keeps of it.
  public var tag: Int {
    get { box.pointee.tag }
    set { box.pointee.tag = newValue }
  }

  /// The box that this one is in; nil for a root.
  public var parent: LayoutNode? { box.parent?.pointee.handle }

  /// What only a container with constraints has.
  var constraintContainer: ConstraintContainer? {
    get { box.marks.contains(.hasConstraints) ? arena.constraints[index] : nil }
    set {
      box.marks.insert(.hasConstraints)
      arena.constraints[index] = newValue
    }
  }

  // MARK: What a layout left

  var marks: Marks { box.marks }
  var x: Double { box.pointee.x }
  var y: Double { box.pointee.y }
  var width: Double { box.pointee.width }
  var height: Double { box.pointee.height }

  /// Whether a layout of this node's root would have work to do in or below this node.
  public var isDirty: Bool { !box.marks.isDisjoint(with: .anyDirty) }
}

/// A box whose frame changed in a layout.
public struct FrameChange {
  /// Whose frame it is.
  public let node: LayoutNode
  private let oldFrame: PackedRect
  private let newFrame: PackedRect

  init(_ node: LayoutNode, old: PackedRect?, new: PackedRect) {
    self.node = node
    oldFrame = old ?? .none
    newFrame = new
  }

  /// Nil when this is the first layout since the node came into the tree.
  public var old: CellRect? { oldFrame == .none ? nil : oldFrame.rect }
  /// In cells, from the parent's frame's top left corner.
  public var new: CellRect { newFrame.rect }
}

/// Memory of a root.
final class RootState {
  var availableWidth: AvailableSpace?
  var availableHeight: AvailableSpace?
  /// What changed since the last layout, in no order: records in the storage, which may be of other
  /// nodes by now.
  var suspects: ContiguousArray<Int32> = []
  var counters = LayoutCounters()
}

/// The work that layouts did, so that a test can assert it.
package struct LayoutCounters: Equatable, Sendable {
  /// Calls of measure functions.
  package var measures = 0
  /// Boxes whose size or whose children's places were computed, rather than found in a cache.
  package var visits = 0
  /// Boxes whose edges were rounded.
  package var roundings = 0
}
