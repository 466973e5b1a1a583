/// One box of a layout: a style, children or a measure function, and the frame they lead to.
///
/// The tree is retained. A change marks the boxes that it can affect; ``layout(width:height:)`` on
/// the root then computes those again and leaves the others alone.
///
/// Not `Sendable`: a tree belongs to one thread or actor at a time.
public final class LayoutNode {
  /// How the box is laid out. An equal style changes nothing, another one marks the box dirty.
  public var style: LayoutStyle {
    didSet { if style != oldValue { styleChanged(from: oldValue) } }
  }

  /// The size of a leaf's content. Not called while the node has children.
  public var measure: MeasureFunction? {
    didSet { markDirty() }
  }

  /// How far below the top of a leaf's content its first line stands; nil: the leaf has no line, and
  /// stands on its lower edge. In whole cells, the baseline of a text is 1.
  ///
  /// A box with children has the baseline of one of them: it forgets its own with the first of them,
  /// takes none while there are any, and has none when the last one is gone.
  public var baseline: Double? {
    get { children.isEmpty && !extra.isNaN ? Double(extra) : nil }
    set {
      guard children.isEmpty else { return }
      extra = Float((newValue ?? .nan).withinLimits)
      markDirty()
    }
  }

  /// The host's number for this box, so that a ``FrameChange`` leads back to what it keeps of it.
  public var tag = 0

  /// The boxes in this one, in the order in which they were put.
  public internal(set) var children: ContiguousArray<LayoutNode> = []

  /// The parent, or what few nodes have. In one word, since trees are large.
  private var above = Above.nothing

  /// A parent is held unsafely, because climbing is the hot path of every change, and a weak load is
  /// several times dearer. It never dangles: only the parent's `children` hold a node whose parent is
  /// set, ``remove(at:)`` clears it, and so does the parent's `deinit` for the children that are left.
  private enum Above {
    case nothing
    case parent(Unmanaged<LayoutNode>)
    case rare(RareParts)
  }

  /// What few nodes have: roots, and containers with constraints.
  private final class RareParts {
    var parent: Unmanaged<LayoutNode>?
    var root: RootState?
    var constraints: ConstraintContainer?
  }

  var parentReference: LayoutNode? {
    get {
      switch above {
      case .nothing: nil
      case .parent(let parent): parent.takeUnretainedValue()
      case .rare(let parts): parts.parent?.takeUnretainedValue()
      }
    }
    set {
      let parent = newValue.map { Unmanaged.passUnretained($0) }
      if case .rare(let parts) = above {
        parts.parent = parent
      } else {
        above = parent.map { .parent($0) } ?? .nothing
      }
    }
  }

  /// What only a root has.
  var rootState: RootState? {
    get { rareParts?.root }
    set {
      if newValue == nil, rareParts == nil { return }
      madeRareParts().root = newValue
    }
  }

  /// What only a container with constraints has.
  var constraintContainer: ConstraintContainer? {
    get { rareParts?.constraints }
    set { madeRareParts().constraints = newValue }
  }

  private var rareParts: RareParts? {
    guard case .rare(let parts) = above else { return nil }
    return parts
  }

  private func madeRareParts() -> RareParts {
    if let rareParts { return rareParts }
    let parts = RareParts()
    if case .parent(let parent) = above { parts.parent = parent }
    above = .rare(parts)
    return parts
  }

  /// The box that this one is in; nil for a root.
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

  /// A leaf's baseline; of a box with children, the height that its content's widths are for, NaN if
  /// it has none before its content. No node has both, and a tree is large.
  var extra = Float.nan

  var marks: Marks = [.dirty, .fresh]

  /// Makes a box without children.
  public init(style: LayoutStyle = LayoutStyle()) {
    self.style = style
    if style.hasKeywords { marks.insert(.hasKeywords) }
    if style.layoutDirection == .rightToLeft { marks.insert(.rightToLeft) }
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
  /// Whose frame it is.
  public let node: LayoutNode
  /// Nil when this is the first layout since the node came into the tree.
  public let old: CellRect?
  /// In cells, from the parent's frame's top left corner.
  public let new: CellRect
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
  /// A size in the style asks the content or the free space.
  static let hasKeywords = Marks(rawValue: 1 << 12)
  /// An absolute box below is contained by a box above.
  static let isPassedThrough = Marks(rawValue: 1 << 13)
  /// Its baseline was asked for: another one changes the line that it stands on.
  static let givesBaseline = Marks(rawValue: 1 << 14)
  /// Its height was asked for at more than one width, and what its container remembers may be of
  /// another width than what the node does.
  static let hasManyHeights = Marks(rawValue: 1 << 15)
  /// While a layout looks for how far a change matters: what is in this node has to be passed on.
  static let mustPassOn = Marks(rawValue: 1 << 16)

  /// Its baseline is that of the container that it stands in.
  static let isBaselineBox = Marks(rawValue: 1 << 17)
  /// How wide its content is follows from its height, where it has one before its content.
  static let widthFollowsHeight = Marks(rawValue: 1 << 18)
  /// It began with a cell on both axes when its children were rounded.
  static let wholeOrigin = Marks(rawValue: 1 << 19)

  static let anyDirty: Marks = [.dirty, .suspect, .suspectBelow]
  static let anyStale: Marks = [.moved, .resized, .staleBelow, .fresh]
}

/// Scratch space and memory of a root.
final class RootState {
  var availableWidth: AvailableSpace?
  var availableHeight: AvailableSpace?
  var items: [FlexItem] = []
  /// What changed since the last layout, in no order.
  var suspects: [LayoutNode] = []
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
