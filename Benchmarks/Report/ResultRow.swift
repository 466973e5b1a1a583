/// One line of the report.
struct ResultRow {
  let name: String
  let n: Int
  let unit: String
  /// The middle one of the samples.
  let median: Double
  /// The least of them.
  let min: Double
  /// The name of the row that this one is compared with.
  let baseline: String?
  /// The median over the baseline's; nil where there is none, or the baseline failed.
  let ratio: Double?
}
