/// What happens to a line of text that is wider than its place.
public enum TextWrap: Hashable, Sendable {
  /// It is cut.
  case clip
  /// It goes on in the next line at a space, after a hyphen, or between East Asian characters; a
  /// word that is wider than the place is broken anywhere. Spaces at the break are dropped, others
  /// are kept.
  case word
  /// It goes on in the next line after any cluster.
  case character
  /// It is cut and ends in “…”.
  case truncateEnd
  /// Its start and its end show, with “…” between them.
  case truncateMiddle
  /// It is cut at its start, and “…” comes before what shows.
  case truncateStart
}
