/// Collects the issues of a file.
struct Report {
  /// The file that contains the text being checked. For attributes of a style, it is the file of
  /// the style.
  var source: MarkupSource
  var issues: [MarkupIssue] = []
  /// The largest number of issues to collect. This limits the time of a check: computing the
  /// position of an issue takes time proportional to the offset of the issue.
  var limit = Int.max

  init(source: MarkupSource) { self.source = source }

  var isFull: Bool { issues.count >= limit }

  mutating func error(_ message: String, at offset: Int, in other: MarkupSource? = nil) {
    if !isFull { issues.append((other ?? source).issue(message, at: offset)) }
  }
}
