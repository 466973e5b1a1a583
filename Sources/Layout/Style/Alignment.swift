/// The direction in which a container lays out its children.
public enum FlexDirection: UInt8, Sendable {
  /// A value of CSS `flex-direction`.
  case row, column, rowReverse, columnReverse

  var isRow: Bool { self == .row || self == .rowReverse }
  var isReversed: Bool { self == .rowReverse || self == .columnReverse }
}

/// Whether children that do not fit in one line wrap to further lines.
public enum FlexWrap: UInt8, Sendable {
  /// Whether lines wrap, and whether they follow each other in the opposite direction (CSS
  /// `flex-wrap`).
  case noWrap, wrap, wrapReverse
}

/// How the free space of the main axis is distributed.
///
/// `flexStart` and `flexEnd` follow the direction, even if reversed; `start` and `end` follow the
/// text; `left` and `right` follow the screen (in a column they are `start`).
public enum JustifyContent: UInt8, CaseIterable, Sendable {
  /// A value of CSS `justify-content`.
  case flexStart, flexEnd, center, spaceBetween, spaceAround, spaceEvenly, start, end, left, right
}

/// The alignment of a child on the cross axis.
///
/// `stretch` fills the axis if the child's size there is `auto`. `baseline` aligns the first
/// baselines of a row's children. `flexStart` and `flexEnd` follow ``FlexWrap/wrapReverse``,
/// `start` and `end` do not; `selfStart` and `selfEnd` follow the text direction of the child.
public enum AlignItems: UInt8, CaseIterable, Sendable {
  /// A value of CSS `align-items`.
  case stretch, flexStart, flexEnd, center, baseline, start, end, selfStart, selfEnd
}

/// The alignment of the lines of a wrapping container on the cross axis.
public enum AlignContent: UInt8, Sendable {
  /// A value of CSS `align-content`.
  case stretch, flexStart, flexEnd, center, spaceBetween, spaceAround, spaceEvenly, start, end
}

/// How a box is positioned.
public enum PositionType: UInt8, Sendable {
  /// The box is in the flow. `inset` has no effect, and the box is no containing block for absolute
  /// descendants.
  case `static`
  /// The box is in the flow, then shifted by `inset`.
  case relative
  /// The box is out of flow, and positioned by `inset` in the padding box of the nearest ancestor
  /// that is not static. On an axis without insets, it keeps its static position: where its parent
  /// would place it as the only child.
  case absolute
}

/// The kind of box that a node generates.
public enum Display: UInt8, Sendable {
  /// Flexbox places the children.
  case flex
  /// Constraints of the node place its children: ``LayoutNode/constrain(_:by:)``.
  case constraints
  /// The node and its descendants have no box.
  case none
  /// The node has no box; its children are laid out as children of its parent.
  case contents
}

/// The box that `width`, `height`, their limits and the flex basis refer to.
public enum BoxSizing: UInt8, Sendable {
  /// A value of CSS `box-sizing`.
  case contentBox, borderBox
}

/// The direction of lines, which decides on which side they begin. `inherit` takes the direction of
/// the parent; in a root, `inherit` means left to right.
public enum LayoutDirection: UInt8, Sendable {
  /// The parent's direction, left to right, or right to left.
  case inherit, leftToRight, rightToLeft
}

/// Whether content that exceeds its box is visible. The painter does the clipping.
public enum Overflow: UInt8, Sendable {
  /// The content is visible outside of the box.
  case visible
  /// The content is clipped at the box; the layout is the same as for `visible`.
  case clip
  /// The content is clipped and can be scrolled, so the box may be smaller than its content: the
  /// automatic minimum size is 0. The baseline stays within the box's edges, and absolute
  /// descendants may extend beyond its far side. This corresponds to CSS's `scroll`, `auto` and
  /// `hidden`.
  case scroll
}
