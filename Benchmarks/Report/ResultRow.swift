/// One line of the report.
struct ResultRow {
  let name: String
  let n: Int
  let unit: String
  let distribution: Distribution
  /// The name of the row with which this row is compared.
  let baseline: String?
  /// The median divided by the median of the baseline; nil if there is no baseline or it failed.
  let ratio: Double?
}
