/// One line of the report.
struct ResultRow {
  let name: String
  let n: Int
  let unit: String
  /// The median of the samples.
  let median: Double
  /// The minimum of the samples.
  let min: Double
  /// The name of the row to compare with.
  let baseline: String?
  /// The median divided by the baseline's; nil if there is no baseline or it failed.
  let ratio: Double?
}
