extension Date {
  /// In UTC, such as `2025-01-31T09:05:00Z`.
  var secondText: String { formatted(.iso8601) }

  /// For a file name, such as `20250131T090500Z`.
  var nameText: String { secondText.filter { $0 != "-" && $0 != ":" } }
}
