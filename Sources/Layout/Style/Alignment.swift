/// The axis on which a container lines up its children, and the end it starts from.
public enum FlexDirection: UInt8, Sendable {
  case row, column, rowReverse, columnReverse

  var isRow: Bool { self == .row || self == .rowReverse }
  var isReversed: Bool { self == .rowReverse || self == .columnReverse }
}

/// Whether children that do not fit on one line go on the next.
public enum FlexWrap: UInt8, Sendable { case noWrap, wrap, wrapReverse }

/// Where the free space of the main axis goes. `start` and `end` follow the direction: they are
/// CSS's `flex-start` and `flex-end`.
public enum JustifyContent: UInt8, Sendable {
  case start, end, center, spaceBetween, spaceAround, spaceEvenly
}

/// Where a child stands on the cross axis. `stretch` fills it, if the child's size there is `auto`.
public enum AlignItems: UInt8, Sendable { case start, end, center, stretch }

/// Where the lines of a wrapping container stand on the cross axis.
public enum AlignContent: UInt8, Sendable {
  case start, end, center, stretch, spaceBetween, spaceAround, spaceEvenly
}

/// `relative`: in the flow, then shifted by `inset`. `absolute`: out of the flow, placed by `inset`
/// in the parent's padding box, or where it would stand as an only child.
public enum PositionType: UInt8, Sendable { case relative, absolute }

/// `none`: the node and all below it have no box.
public enum Display: UInt8, Sendable { case flex, none }

/// `clip`: content may be larger than the box, so the automatic minimum size is 0. Cutting off what
/// is outside is the painter's work.
public enum Overflow: UInt8, Sendable { case visible, clip }
