/// The progress, rate and remaining time of a task, computed from reported amounts and times.
///
/// ```swift
/// var copying = ProgressEstimate(total: 120_000_000, unit: .bytes)
/// copying.update(done: 0, at: .seconds(0))
/// copying.update(done: 24_000_000, at: .seconds(2))
/// let bar = ProgressBar(copying)  // ████▍───────  20 % 12.0 MB/s, 00:08 left
/// ```
///
/// The rate is smoothed: the weight of a measurement halves after about ``smoothing``. The times
/// may come from any clock that never goes back. The value reads no clock itself, so a reducer can
/// update it.
public struct ProgressEstimate: Codable, Equatable, Sendable, CustomStringConvertible {
  /// The unit of the amounts.
  public enum Unit: Codable, Hashable, Sendable {
    /// Bytes, in powers of 1,000: kB, MB, GB, TB.
    case bytes
    /// Items with a plural name: `files`.
    case items(String)
  }

  /// The amount done.
  public private(set) var done: Double
  /// The total amount; nil if unknown.
  public var total: Double?
  /// The unit of the amounts.
  public let unit: Unit
  /// The age at which a measurement has half of its original weight, or less.
  public let smoothing: Duration
  /// The smoothed amount per second; nil until two amounts at different times are known.
  public private(set) var rate: Double?
  private var last: Measure?

  /// - Parameters:
  ///   - total: the total amount; nil if unknown.
  ///   - unit: the unit of the amounts.
  ///   - smoothing: a longer time makes the rate smoother, but slower to adapt.
  public init(total: Double? = nil, unit: Unit = .bytes, smoothing: Duration = .seconds(5)) {
    (self.total, self.unit, self.smoothing) = (total, unit, smoothing)
    done = 0
  }

  /// Records an amount. If it is less than the previous one, for example after a restart, the rate
  /// is reset. A negative or infinite amount, or NaN, is ignored.
  /// - Parameters:
  ///   - done: the total amount done so far.
  ///   - time: the time of the measurement. A time before the previous one does not change the
  ///     rate.
  public mutating func update(done: Double, at time: Duration) {
    guard done.isFinite, done >= 0 else { return }
    defer { self.done = done }
    guard let last, done >= self.done else {
      (last, rate) = (Measure(done: done, time: time), nil)
      return
    }
    // An amount at the same time as the previous amount is measured together with the next one.
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

  /// The fraction done, from 0 to 1; 1 if the total is 0; nil if the total is unknown or negative.
  public var share: Double? {
    guard let total, total > 0 else { return total == 0 ? 1 : nil }
    return min(max(0, done / total), 1)
  }

  /// The remaining time at the current rate; zero if everything is done. Otherwise, nil if the
  /// total or the rate is unknown, the rate is 0, or the time is a billion seconds or more.
  public var timeLeft: Duration? {
    guard let total, total > done else { return total == nil ? nil : .zero }
    guard let rate, rate > 0, (total - done) / rate < 1e9 else { return nil }
    return .seconds((total - done) / rate)
  }

  /// The text after a progress bar: `12.3 MB/s, 00:42 left`; without a total `5.1 MB, 12.3 MB/s`.
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
      return "\(TextFormat.fixed(count, 1)) \(unit)"
    }
  }

  /// Hours if needed, minutes and seconds, rounded up.
  static func clock(_ time: Duration) -> String {
    let (whole, rest) = time.components
    let seconds = whole + (rest > 0 ? 1 : 0)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let start = seconds >= 3_600 ? "\(seconds / 3_600):" : ""
    return start + "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
}
