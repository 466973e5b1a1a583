/// Finds the closest name to a misspelled one.
enum Suggestion {
  /// `; did you mean "title"?`, or another text if no name is close.
  /// - Parameter prefix: Written before the name, as in `layout:left`.
  static func text(
    for name: String, among names: some Sequence<String>, prefix: String = "", suffix: String = "",
    otherwise: String = ""
  ) -> String {
    nearest(to: name, among: names).map { "; did you mean \"\(prefix)\($0)\(suffix)\"?" }
      ?? otherwise
  }

  /// The name that differs from this one by the fewest edits; nil if it takes too many.
  ///
  /// Edits are insertions, deletions, replacements and transpositions of neighbours (Damerau,
  /// 1964).
  private static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased())
    let most = max(1, wanted.count / 3)
    let found = names.map { ($0, distance(wanted, Array($0.lowercased()), most)) }
      .filter { $0.1 <= most }
    return found.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  private static func distance(_ a: [Character], _ b: [Character], _ most: Int) -> Int {
    if abs(a.count - b.count) > most { return most + 1 }
    var before: [Int] = []
    var row = Array(0...b.count)
    for i in a.indices {
      var next = [i + 1]
      for j in b.indices {
        var edits = min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          edits = min(edits, before[j - 1] + 1)
        }
        next.append(edits)
      }
      (before, row) = (row, next)
    }
    return row[b.count]
  }
}
