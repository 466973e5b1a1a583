extension Date {
  /// The date in UTC, such as `2025-01-31T09:05:00Z`.
  var iso8601Text: String { formatted(.iso8601) }

  /// The date for a file name, such as `20250131T090500Z`.
  var fileNameText: String { iso8601Text.filter { $0 != "-" && $0 != ":" } }
}
