/// One box of a layout: a style, children or a measure function, and the frame they lead to.
///
/// The tree is retained. A change marks the boxes that it can affect; ``layout(width:height:)`` on
/// the root then computes those again and leaves the others alone.
///
/// Not `Sendable`: a tree belongs to one thread or actor at a time.
public final class LayoutNode {
  /// How the box is laid out. An equal style changes nothing, another one marks the box dirty.
  public var style: LayoutStyle {
    didSet { if style != oldValue { styleChanged() } }
  }

  /// The size of a leaf's content. Not called while the node has children.
  public var measure: MeasureFunction? {
    didSet { markDirty() }
  }

  /// The host's object for this box, so that a ``FrameChange`` leads back to it.
  public weak var owner: AnyObject?

  public internal(set) var children: [LayoutNode] = []

  /// Unsafe, because climbing is the hot path of every change, and a weak load is several times
  /// dearer. It never dangles: only the parent's `children` hold a node whose `parent` is set,
  /// ``remove(at:)`` clears it, and so does the parent's `deinit` for the children that are left.
  unowned(unsafe) var parentReference: LayoutNode?

  public var parent: LayoutNode? { parentReference }

  // MARK: Results

  /// The border box from the parent's border box, never rounded. The size is also the constraint of
  /// the last placement.
  var x = 0.0
  var y = 0.0
  var width = Double.nan
  var height = Double.nan

  var frameStorage = PackedRect()
  var contentStorage = PackedRect()

  // MARK: Caches, NaN when empty

  /// What percentages of padding were taken of in the last placement.
  var placedParentWidth = Double.nan
  /// The content box's width when lines break everywhere and nowhere. They depend on the subtree
  /// alone: percentages inside count as `auto` for them.
  var minContentWidth = Double.nan
  var maxContentWidth = Double.nan
  /// The content box's height that belongs to its width, where nothing gives a height.
  var measuredWidth = Double.nan
  var measuredHeight = Double.nan

  var marks: Marks = [.dirty, .fresh]

  /// What only a root has.
  var rootState: RootState?

  public init(style: LayoutStyle = LayoutStyle()) {
    self.style = style
  }

  deinit {
    guard !children.isEmpty else { return }
    // A loop instead of the recursion of nested deinits: a deep tree must not overflow the stack.
    var orphans = children
    children = []
    for child in orphans { child.parentReference = nil }
    while var orphan = orphans.popLast() {
      guard isKnownUniquelyReferenced(&orphan) else { continue }
      let grandchildren = orphan.children
      orphan.children = []
      for child in grandchildren { child.parentReference = nil }
      orphans.append(contentsOf: grandchildren)
    }
  }
}

/// A box whose frame changed in a layout.
public struct FrameChange {
  public let node: LayoutNode
  /// Nil when this is the first layout since the node came into the tree.
  public let old: CellRect?
  public let new: CellRect
}

/// What is known about a node between layouts.
struct Marks: OptionSet {
  let rawValue: UInt16

  /// Its caches are empty and its children must be placed again.
  static let dirty = Marks(rawValue: 1 << 0)
  /// A descendant is dirty, in a way that cannot change this node's size.
  static let dirtyBelow = Marks(rawValue: 1 << 1)
  /// It was placed with a height that percentages of its children may refer to.
  static let definiteHeight = Marks(rawValue: 1 << 2)
  /// To be rounded: its position changed, so did those of all below.
  static let moved = Marks(rawValue: 1 << 3)
  /// To be rounded: its size or its sides may have changed.
  static let resized = Marks(rawValue: 1 << 4)
  /// Something below is to be rounded.
  static let staleBelow = Marks(rawValue: 1 << 5)
  /// It has not been laid out since it came into this tree.
  static let fresh = Marks(rawValue: 1 << 6)
  /// `display: none` here, as of the last placement.
  static let hidden = Marks(rawValue: 1 << 7)
  /// Its frame is empty, because it or an ancestor is hidden.
  static let erased = Marks(rawValue: 1 << 8)

  static let anyDirty: Marks = [.dirty, .dirtyBelow]
  static let anyStale: Marks = [.moved, .resized, .staleBelow, .fresh]
}

/// Scratch space and memory of a root.
final class RootState {
  var availableWidth: AvailableSpace?
  var availableHeight: AvailableSpace?
  var items: [FlexItem] = []
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
