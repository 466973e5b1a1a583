/// The data of a node in its arena: plain memory, except for the measure function. It has no
/// pointers to other records, so that a block of records can be moved as bytes.
struct NodeRecord {
  /// Not retained, because the handle owns the record.
  unowned(unsafe) var handle: LayoutNode
  var style: UnsafeMutablePointer<StyleRecord>
  var measure: MeasureFunction?
  var tag = 0

  /// The border box before rounding; `x` and `y` are relative to the parent's border box. The
  /// children were last placed for this `width` and `height`.
  var x = 0.0
  var y = 0.0
  var width = Double.nan
  var height = Double.nan
  /// The width that percentages of padding referred to in the last placement.
  var placedParentWidth = Double.nan

  var frame = PackedRect()
  /// The distances from the frame to the content frame, clamped to 16 bits: no terminal is larger.
  var insets = SIMD4<Int16>()

  var sizes = SizeCache()
  /// The index of a block with further sizes; 0: none.
  var block: Int32 = 0
  /// The distance from the top of a leaf's content to its first baseline; NaN: it has no line.
  var baseline = Float.nan

  // The parent, the first child and the next sibling, as distances in records; 0: none.
  var parentOffset: Int32 = 0
  var firstOffset: Int32 = 0
  var nextOffset: Int32 = 0

  var flags: NodeFlags = [.dirty, .isNew]
}

/// The state of a node between layouts.
struct NodeFlags: OptionSet {
  let rawValue: UInt32

  /// The node's children must be placed again. The node's caches are empty, unless it is marked
  /// `contentChanged`.
  static let dirty = NodeFlags(rawValue: 1 << 0)
  /// The content changed since the last layout. The caches are kept, to compare them with new
  /// results.
  static let contentChanged = NodeFlags(rawValue: 1 << 1)
  /// A descendant is marked `contentChanged`.
  static let descendantContentChanged = NodeFlags(rawValue: 1 << 2)
  /// The node was placed with a height that percentages of its children can refer to.
  static let definiteHeight = NodeFlags(rawValue: 1 << 3)
  /// The frame needs rounding, because the position changed.
  static let moved = NodeFlags(rawValue: 1 << 4)
  /// The frame needs rounding, because the size, border or padding may have changed.
  static let resized = NodeFlags(rawValue: 1 << 5)
  /// The frame of a descendant needs rounding.
  static let descendantUnrounded = NodeFlags(rawValue: 1 << 6)
  /// The node has not been laid out since it was inserted into this tree.
  static let isNew = NodeFlags(rawValue: 1 << 7)
  /// The node has no box (`display: none`), as of the last placement.
  static let hidden = NodeFlags(rawValue: 1 << 8)
  /// The frame is empty, because the node or an ancestor is hidden.
  static let hasEmptyFrame = NodeFlags(rawValue: 1 << 9)
  /// Lines begin at the right, by the style of the node or of an ancestor.
  static let rightToLeft = NodeFlags(rawValue: 1 << 10)
  /// A child has, or once had, no box of its own (`display: contents`) or a CSS order other than 0.
  static let isIrregular = NodeFlags(rawValue: 1 << 11)
  /// The box has an absolute descendant whose containing block is an ancestor of the box.
  static let containsForeignAbsolute = NodeFlags(rawValue: 1 << 12)
  /// The container depends on more than this node's caches contain: the baseline, the extent of the
  /// content, or a size that was evicted. Every change is propagated to the container.
  static let hasUncachedResults = NodeFlags(rawValue: 1 << 13)
  /// The container takes its baseline from this node.
  static let isBaselineBox = NodeFlags(rawValue: 1 << 14)
  /// The node began at a whole cell on both axes when its children were last rounded.
  static let wholeOrigin = NodeFlags(rawValue: 1 << 15)
  /// The content width depends on the height, if that is known before the content is measured.
  static let widthFollowsHeight = NodeFlags(rawValue: 1 << 19)
  /// The arena has a root state for the node.
  static let hasRoot = NodeFlags(rawValue: 1 << 16)
  /// The arena has constraints for the node.
  static let hasConstraints = NodeFlags(rawValue: 1 << 17)
  /// The node is a root in a running layout.
  static let inLayout = NodeFlags(rawValue: 1 << 18)

  static let anyDirty: NodeFlags = [.dirty, .contentChanged, .descendantContentChanged]
  static let anyUnrounded: NodeFlags = [.moved, .resized, .descendantUnrounded, .isNew]
}

/// A pointer to a node's record, which is valid until a node is created, moved to another arena, or
/// released. It can be kept during a layout, because measure functions must not change the tree,
/// and during a single change.
typealias NodePointer = UnsafeMutablePointer<NodeRecord>

extension UnsafeMutablePointer where Pointee == NodeRecord {
  @inline(__always) private func link(_ offset: Int32) -> NodePointer? {
    offset == 0 ? nil : self + Int(offset)
  }

  private func offset(of other: NodePointer?) -> Int32 { other.map { Int32($0 - self) } ?? 0 }

  var parent: NodePointer? {
    @inline(__always) get { link(pointee.parentOffset) }
    nonmutating set { pointee.parentOffset = offset(of: newValue) }
  }
  var first: NodePointer? {
    @inline(__always) get { link(pointee.firstOffset) }
    nonmutating set { pointee.firstOffset = offset(of: newValue) }
  }
  var next: NodePointer? {
    @inline(__always) get { link(pointee.nextOffset) }
    nonmutating set { pointee.nextOffset = offset(of: newValue) }
  }

  /// The ancestors, nearest first.
  @inline(__always) var ancestors: Ancestors { Ancestors(node: parent) }

  var isLeaf: Bool { @inline(__always) get { pointee.firstOffset == 0 } }

  var flags: NodeFlags {
    @inline(__always) get { pointee.flags }
    @inline(__always) nonmutating set { pointee.flags = newValue }
  }

  /// The style's record. Shared by all nodes with an equal style, so it must not be changed.
  var styleRecord: UnsafeMutablePointer<StyleRecord> { @inline(__always) get { pointee.style } }

  var style: LayoutStyle { @inline(__always) get { pointee.style.pointee.style } }

  var isRightToLeft: Bool { @inline(__always) get { flags.contains(.rightToLeft) } }

  var isInFlow: Bool {
    @inline(__always) get { style.position != .absolute && style.display != .none }
  }

  /// The root of the node's tree.
  var root: NodePointer {
    var node = self
    while let parent = node.parent { node = parent }
    return node
  }
}

/// Iterates from a box up to the root.
struct Ancestors: Sequence, IteratorProtocol {
  fileprivate(set) var node: NodePointer?

  @inline(__always) mutating func next() -> NodePointer? {
    defer { node = node?.parent }
    return node
  }
}
