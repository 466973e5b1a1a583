/// Finds the known name that is closest to a misspelled one.
enum Suggestion {
  /// Returns a text such as `; did you mean "title"?`, or `otherwise` if no name is close.
  /// - Parameter prefix: The text before the name, as in `layout:left`.
  static func text(
    for name: String, among names: some Sequence<String>, prefix: String = "", suffix: String = "",
    otherwise: String = ""
  ) -> String {
    nearest(to: name, among: names).map { "; did you mean \"\(prefix)\($0)\(suffix)\"?" }
      ?? otherwise
  }

  /// Returns the name that differs from this one by the fewest letters, inserted or removed; nil if
  /// each name differs by too many letters.
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
