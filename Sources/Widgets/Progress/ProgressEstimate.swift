/// How far something is, how fast it goes, and how long it will take: a value that is told amounts and the time.
///
/// ```swift
/// var copying = ProgressEstimate(total: 120_000_000, unit: .bytes)
/// copying.update(done: 1_500_000, at: clock.elapsed)
/// ProgressBar(copying)  // ██▌─────  1 % 12.3 MB/s, 00:42 left
/// ```
///
/// The rate is smoothed: what was measured counts less the older it is, by half after about ``smoothing``. Time is that
/// of any clock that never goes back; nothing is read from a clock of its own, so that a reducer can keep one.
public struct ProgressEstimate: Codable, Equatable, Sendable, CustomStringConvertible {
  /// What is counted.
  public enum Unit: Codable, Hashable, Sendable {
    /// Bytes, in thousands of thousands: kB, MB, GB, TB.
    case bytes
    /// Things of a name in the plural: `files`.
    case items(String)
  }

  /// How many are done.
  public private(set) var done: Double
  /// How many there are; nil: nobody knows.
  public var total: Double?
  public let unit: Unit
  /// Of what was measured, the part that is this old counts about half.
  public let smoothing: Duration
  /// How many are done in a second, smoothed; nil before two amounts are known.
  public private(set) var rate: Double?
  private var last: Measure?

  /// - Parameters:
  ///   - total: how many there are; nil: nobody knows.
  ///   - unit: what is counted.
  ///   - smoothing: a longer time makes the rate calmer, and later.
  public init(total: Double? = nil, unit: Unit = .bytes, smoothing: Duration = .seconds(5)) {
    (self.total, self.unit, self.smoothing) = (total, unit, smoothing)
    done = 0
  }

  /// Takes note of an amount. One that is less than before, after a restart say, has no rate.
  /// - Parameters:
  ///   - done: how many are done in all.
  ///   - time: when that was. A time before the last one leaves the rate as it is.
  public mutating func update(done: Double, at time: Duration) {
    guard done.isFinite, done >= 0 else { return }
    defer { self.done = done }
    guard let last, done >= self.done else {
      (last, rate) = (Measure(done: done, time: time), nil)
      return
    }
    // Amounts of one moment are measured together, with the next one.
    let seconds = (time - last.time) / .seconds(1)
    guard seconds > 0 else { return }
    let measured = (done - last.done) / seconds
    let weight = seconds / (seconds + max(0.001, smoothing / .seconds(1)))
    rate = rate.map { $0 + (measured - $0) * weight } ?? measured
    self.last = Measure(done: done, time: time)
  }

  private struct Measure: Codable, Equatable {
    let done: Double
    let time: Duration
  }

  /// How much is done, from 0 to 1; nil where the total is not known.
  public var share: Double? {
    guard let total, total > 0 else { return total == 0 ? 1 : nil }
    return min(max(0, done / total), 1)
  }

  /// How long the rest takes at the present rate; nil where the total or the rate is not known, or nothing moves.
  public var timeLeft: Duration? {
    guard let total, total > done else { return total == nil ? nil : .zero }
    guard let rate, rate > 0, (total - done) / rate < 1e9 else { return nil }
    return .seconds((total - done) / rate)
  }

  /// `12.3 MB/s, 00:42 left`; without a total `5.1 MB, 12.3 MB/s`.
  public var description: String {
    var parts: [String] = []
    if total == nil { parts.append(amount(done)) }
    if let rate { parts.append(amount(rate) + "/s") }
    if let timeLeft, timeLeft > .zero { parts.append("\(Self.clock(timeLeft)) left") }
    return parts.joined(separator: ", ")
  }

  private func amount(_ count: Double) -> String {
    switch unit {
    case .items(let name): return "\(chartNumber(count)) \(name)"
    case .bytes:
      var (count, unit) = (count, "B")
      for next in ["kB", "MB", "GB", "TB"] where count >= 999.5 {
        (count, unit) = (count / 1_000, next)
      }
      guard unit != "B", count < 99.95 else { return "\(Int(min(count, 1e15).rounded())) \(unit)" }
      return "\(decimal(Int((count * 10).rounded()), 1)) \(unit)"
    }
  }

  /// Minutes and seconds, and hours where there are any, rounded up.
  static func clock(_ time: Duration) -> String {
    let (whole, rest) = time.components
    let seconds = whole + (rest > 0 ? 1 : 0)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let start = seconds >= 3_600 ? "\(seconds / 3_600):" : ""
    return start + "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
}
