/// How the samples of a benchmark are distributed. A sample is the mean of as many repetitions as last a
/// millisecond: of one for an operation that lasts longer.
struct Distribution {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  var min: Double { sorted.first ?? .nan }
  var median: Double { quantile(0.5) }
  var max: Double { sorted.last ?? .nan }

  /// The smallest sample that at least this share of all does not exceed; NaN without samples.
  ///
  /// The nearest rank: no value between two samples. From fewer than 100 samples, the 99th percentile is
  /// the maximum.
  func quantile(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    let rank = (share * Double(sorted.count)).rounded(.up)
    return sorted[Swift.max(0, Int(rank) - 1)]
  }
}
