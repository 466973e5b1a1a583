/// What the storage keeps of a node. Plain memory but for the measure function, and without an address
/// in it that another record has: a block of records can be copied elsewhere as it is.
struct NodeRecord {
  /// Not held: it is the handle that holds the record.
  unowned(unsafe) var handle: LayoutNode
  var style: UnsafeMutablePointer<StyleRecord>
  var measure: MeasureFunction?
  var tag = 0

  /// The border box from the parent's border box, never rounded. The size is also the constraint of
  /// the last placement.
  var x = 0.0
  var y = 0.0
  var width = Double.nan
  var height = Double.nan
  /// What percentages of padding were taken of in the last placement.
  var placedParentWidth = Double.nan

  var frame = PackedRect()
  /// The content frame from the frame, as far as 16 bits go: no terminal is larger.
  var insets = SIMD4<Int16>()

  var sizes = SizeCache()
  /// Further sizes, as a number of a block; 0: none.
  var block: Int32 = 0
  /// How far below the top of a leaf's content its first line stands; NaN: it has no line.
  var baseline = Float.nan

  // How many records away these are; 0: there is none.
  var parentOffset: Int32 = 0
  var firstOffset: Int32 = 0
  var nextOffset: Int32 = 0

  var marks: Marks = [.dirty, .fresh]
}

/// What is known about a node between layouts.
struct Marks: OptionSet {
  let rawValue: UInt32

  /// Its children must be placed again. Its caches are empty, unless it is a suspect.
  static let dirty = Marks(rawValue: 1 << 0)
  /// Its content changed since the last layout. Its caches are as before, to be compared with.
  static let suspect = Marks(rawValue: 1 << 1)
  /// There are suspects below.
  static let suspectBelow = Marks(rawValue: 1 << 2)
  /// It was placed with a height that percentages of its children may refer to.
  static let definiteHeight = Marks(rawValue: 1 << 3)
  /// To be rounded: its position changed.
  static let moved = Marks(rawValue: 1 << 4)
  /// To be rounded: its size or its sides may have changed.
  static let resized = Marks(rawValue: 1 << 5)
  /// Something below is to be rounded.
  static let staleBelow = Marks(rawValue: 1 << 6)
  /// It has not been laid out since it came into this tree.
  static let fresh = Marks(rawValue: 1 << 7)
  /// It has no box (`display: none`), as of the last placement.
  static let hidden = Marks(rawValue: 1 << 8)
  /// Its frame is empty, because it or an ancestor is hidden.
  static let erased = Marks(rawValue: 1 << 9)
  /// Lines begin at the right: its own style, or an ancestor's, says so.
  static let rightToLeft = Marks(rawValue: 1 << 10)
  /// A child has no box of its own, or an order of its own.
  static let isIrregular = Marks(rawValue: 1 << 11)
  /// An absolute box below is contained by a box above.
  static let isPassedThrough = Marks(rawValue: 1 << 12)
  /// Its container knows more of it than its caches hold: its baseline, how far its content reaches,
  /// or a size that had to make room for others. A change is passed on whatever it comes to.
  static let tellsMore = Marks(rawValue: 1 << 13)
  /// Its baseline is that of the container that it stands in.
  static let isBaselineBox = Marks(rawValue: 1 << 14)
  /// It began with a cell on both axes when its children were rounded.
  static let wholeOrigin = Marks(rawValue: 1 << 15)
  /// How wide its content is follows from its height, where it has one before its content.
  static let widthFollowsHeight = Marks(rawValue: 1 << 19)
  /// The storage keeps what only a root has of it.
  static let hasRoot = Marks(rawValue: 1 << 16)
  /// The storage keeps constraints of it.
  static let hasConstraints = Marks(rawValue: 1 << 17)
  /// It is a root whose layout is running.
  static let inLayout = Marks(rawValue: 1 << 18)

  static let anyDirty: Marks = [.dirty, .suspect, .suspectBelow]
  static let anyStale: Marks = [.moved, .resized, .staleBelow, .fresh]
}

/// A node in its storage. Good for as long as no node is made, moved to another storage or dropped:
/// the length of a layout, since measure functions must not change the tree, or of one change.
typealias Box = UnsafeMutablePointer<NodeRecord>

extension UnsafeMutablePointer where Pointee == NodeRecord {
  @inline(__always) private func link(_ offset: Int32) -> Box? {
    offset == 0 ? nil : self + Int(offset)
  }

  private func offset(of other: Box?) -> Int32 { other.map { Int32($0 - self) } ?? 0 }

  var parent: Box? {
    @inline(__always) get { link(pointee.parentOffset) }
    nonmutating set { pointee.parentOffset = offset(of: newValue) }
  }
  var first: Box? {
    @inline(__always) get { link(pointee.firstOffset) }
    nonmutating set { pointee.firstOffset = offset(of: newValue) }
  }
  var next: Box? {
    @inline(__always) get { link(pointee.nextOffset) }
    nonmutating set { pointee.nextOffset = offset(of: newValue) }
  }

  /// The boxes that this one is in, the nearest first.
  @inline(__always) var ancestors: Ancestors { Ancestors(node: parent) }

  var isLeaf: Bool { @inline(__always) get { pointee.firstOffset == 0 } }

  var marks: Marks {
    @inline(__always) get { pointee.marks }
    @inline(__always) nonmutating set { pointee.marks = newValue }
  }

  /// The style's record, which is shared by all nodes of an equal style, and not to be changed.
  var rules: UnsafeMutablePointer<StyleRecord> { @inline(__always) get { pointee.style } }

  var style: LayoutStyle { @inline(__always) get { pointee.style.pointee.style } }

  var isRightToLeft: Bool { @inline(__always) get { marks.contains(.rightToLeft) } }

  var isInFlow: Bool {
    @inline(__always) get { style.position != .absolute && style.display != .none }
  }

  /// The root of the tree that this node is in.
  var top: Box {
    var node = self
    while let parent = node.parent { node = parent }
    return node
  }
}

/// A walk from a box up to the root.
struct Ancestors: Sequence, IteratorProtocol {
  fileprivate(set) var node: Box?

  @inline(__always) mutating func next() -> Box? {
    defer { node = node?.parent }
    return node
  }
}
