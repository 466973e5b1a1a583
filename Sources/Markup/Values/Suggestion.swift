/// Finds the known name that is closest to a misspelled one.
enum Suggestion {
  /// Returns a text such as `; did you mean "title"?`, or `otherwise` if no name is close.
  /// - Parameters:
  ///   - prefix: The text that the message writes before the suggested name, such as `layout:`.
  ///   - suffix: The text that the message writes after the suggested name, such as `Style`.
  static func text(
    for name: String, among names: some Sequence<String>, prefix: String = "", suffix: String = "",
    otherwise: String = ""
  ) -> String {
    nearest(to: name, among: names).map { "; did you mean \"\(prefix)\($0)\(suffix)\"?" }
      ?? otherwise
  }

  /// Returns the known name that the fewest insertions and removals of letters make from the given
  /// one; nil if every known name needs too many of them, or if the given name is too long.
  private static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let wanted = name.lowercased()
    // Long names are not compared, because the time grows with the product of the lengths.
    if wanted.count > 64 { return nil }
    let most = max(2, wanted.count / 3)
    let found = names.filter { abs($0.count - wanted.count) <= most }
      .map { ($0, $0.lowercased().difference(from: wanted).count) }.filter { $0.1 <= most }
    return found.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }
}
