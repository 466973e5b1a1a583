/// One line of the report.
struct ResultRow {
  let name: String
  let n: Int
  let unit: String
  let distribution: Distribution
  /// The name of the row to compare with.
  let baseline: String?
  /// The median divided by the baseline's; nil if there is no baseline or it failed.
  let ratio: Double?
}
