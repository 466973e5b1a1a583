extension Date {
  /// In UTC, as in `2025-01-31T09:05:00Z`.
  var secondText: String { formatted(.iso8601) }

  /// As in `20250131T090500Z`: for the name of a file.
  var nameText: String { secondText.filter { $0 != "-" && $0 != ":" } }
}
