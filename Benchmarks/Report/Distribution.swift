/// The distribution of the samples of a benchmark. A sample is the mean of as many repetitions as
/// take a millisecond, or of one repetition if it takes longer.
struct Distribution {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  var min: Double { sorted.first ?? .nan }
  var median: Double { quantile(0.5) }
  var max: Double { sorted.last ?? .nan }

  /// Returns the smallest sample that is at least as large as this share of all samples; NaN
  /// without samples.
  ///
  /// This is the nearest-rank method, which computes no value between two samples. With fewer than
  /// 100 samples, the 99th percentile is the maximum.
  func quantile(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    let rank = (share * Double(sorted.count)).rounded(.up)
    return sorted[Swift.max(0, Int(rank) - 1)]
  }
}
