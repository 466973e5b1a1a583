/// How a line of text wider than its box is handled.
public enum TextWrap: CaseIterable, Hashable, Sendable {
  /// The line is cut off.
  case clip
  /// The line wraps at a space, after a hyphen, or between East Asian characters; a word wider than
  /// the box is broken anywhere. Spaces at the break are dropped, others are kept.
  case word
  /// The line wraps after any cluster.
  case character
  /// The line is cut off at its end, which becomes “…”.
  case truncateEnd
  /// The middle of the line is replaced by “…”.
  case truncateMiddle
  /// The line is cut off at its start, which becomes “…”.
  case truncateStart
}
