/// The axis on which a container lines up its children, and the end it starts from.
public enum FlexDirection: UInt8, Sendable {
  case row, column, rowReverse, columnReverse

  var isRow: Bool { self == .row || self == .rowReverse }
  var isReversed: Bool { self == .rowReverse || self == .columnReverse }
}

/// Whether children that do not fit on one line go on the next.
public enum FlexWrap: UInt8, Sendable { case noWrap, wrap, wrapReverse }

/// Where the free space of the main axis goes.
///
/// `flexStart` and `flexEnd` follow the direction, reversed or not; `start` and `end` follow the
/// text; `left` and `right` the screen (in a column they are `start`).
public enum JustifyContent: UInt8, Sendable {
  case flexStart, flexEnd, center, spaceBetween, spaceAround, spaceEvenly, start, end, left, right
}

/// Where a child stands on the cross axis.
///
/// `stretch` fills it, if the child's size there is `auto`. `baseline` lines up the first baselines
/// of a row's children. `flexStart` and `flexEnd` follow ``FlexWrap/wrapReverse``, `start` and `end`
/// do not; `selfStart` and `selfEnd` follow the side on which the child's own lines begin.
public enum AlignItems: UInt8, Sendable {
  case stretch, flexStart, flexEnd, center, baseline, start, end, selfStart, selfEnd
}

/// Where the lines of a wrapping container stand on the cross axis.
public enum AlignContent: UInt8, Sendable {
  case stretch, flexStart, flexEnd, center, spaceBetween, spaceAround, spaceEvenly, start, end
}

/// How a box gets its place.
public enum PositionType: UInt8, Sendable {
  /// In the flow; `inset` says nothing, and absolute children look past it for what contains them.
  case `static`
  /// In the flow, then shifted by `inset`.
  case relative
  /// Out of the flow: placed by `inset` in the padding box of the nearest ancestor that is not
  /// static, or where it would stand as an only child.
  case absolute
}

/// What a node makes of itself.
public enum Display: UInt8, Sendable {
  case flex
  /// Children stand where the node's constraints put them: ``LayoutNode/constrain(_:by:)``.
  case constraints
  /// The node and all below it have no box.
  case none
  /// The node has no box; its children stand in its parent as the parent's own.
  case contents
}

/// What `width`, `height`, their limits and the flex basis are sizes of.
public enum BoxSizing: UInt8, Sendable { case contentBox, borderBox }

/// On which side lines begin. `inherit` takes the parent's; a root's is left to right.
public enum LayoutDirection: UInt8, Sendable { case inherit, leftToRight, rightToLeft }

/// What becomes of content that is larger than its box. Cutting it off is the painter's work.
public enum Overflow: UInt8, Sendable {
  /// It is seen outside of the box.
  case visible
  /// It is cut off at the box, which is otherwise laid out as a visible one.
  case clip
  /// It is cut off and can be scrolled, so the box need not be as large: its automatic minimum size
  /// is 0. Its baseline is within its edges, and absolute boxes in it may stand beyond its far side.
  /// CSS's `scroll`, `auto` and `hidden`.
  case scroll
}
