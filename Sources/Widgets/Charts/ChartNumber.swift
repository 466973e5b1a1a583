/// Formats a number with about three digits, and k, M, G or T for large ones.
func chartNumber(_ value: Double) -> String {
  guard value.isFinite else { return "–" }
  let size = abs(value)
  if size < 10_000, value == value.rounded() { return "\(Int(value))" }
  if size >= 1e15 || size < 0.001 { return "\(value)" }
  var (scaled, unit) = (value, "")
  // The limits are less than 10,000 and 1,000, because otherwise the rounding at the end would turn
  // 999,600 into `1000k`.
  for next in ["k", "M", "G", "T"] where abs(scaled) >= (unit.isEmpty ? 9_999.5 : 999.5) {
    (scaled, unit) = (scaled / 1_000, next)
  }
  let decimals = abs(scaled) >= 100 ? 0 : abs(scaled) >= 10 ? 1 : abs(scaled) >= 1 ? 2 : 3
  var text = TextFormat.fixed(scaled, decimals)
  while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
  return text + unit
}

extension ClosedRange<Double> {
  /// The position of a value in this range, from 0 to 1. It is 0 for a value that is not a number,
  /// and in a range of a single number.
  func share(of value: Double) -> Double {
    // Divides by two first, because the length of the range may exceed the greatest finite number.
    let (low, high) = (lowerBound / 2, upperBound / 2)
    let share = (Swift.min(Swift.max(low, value / 2), high) - low) / (high - low)
    return share > 0 ? Swift.min(share, 1) : 0
  }
}

extension [Double] {
  /// The range from the lowest to the highest finite value; nil if there is none.
  var finiteRange: ClosedRange<Double>? {
    let finite = filter(\.isFinite)
    guard let least = finite.min(), let most = finite.max() else { return nil }
    return least...most
  }
}
