/// Round numbers along an axis: multiples of 1, 2 or 5 times a power of ten.
struct ChartTicks: Equatable {
  /// The step is `mantissa` × 10^`exponent`.
  private(set) var mantissa = 1
  private(set) var exponent = 0
  /// The multiples of the step that are marked.
  private(set) var multiples = 0...0
  /// The range that the axis shows.
  private(set) var bounds: ClosedRange<Double>

  /// - Parameters:
  ///   - values: the range that the axis must cover.
  ///   - steps: the approximate number of steps; the result is never much higher.
  ///   - isExact: whether the axis ends exactly at `values` instead of at round numbers.
  init(_ values: ClosedRange<Double>, steps: Int, isExact: Bool) {
    // Limits the bounds, because their difference must be finite.
    var low = min(max(-1e300, values.lowerBound), 1e300)
    var high = min(max(-1e300, values.upperBound), 1e300)
    let size = max(abs(low), abs(high))
    // Nearly equal bounds get a margin around them.
    if high - low <= size * 1e-9 || high - low < 1e-290 {
      let margin = size > 1e-280 ? size * 0.1 : 1
      (low, high) = (low - margin, high + margin)
    }
    let least = (high - low) / Double(max(1, steps))
    while pow10(exponent + 1) <= least { exponent += 1 }
    while pow10(exponent) > least { exponent -= 1 }
    switch least / pow10(exponent) {
    case ...1: mantissa = 1
    case ...2: mantissa = 2
    case ...5: mantissa = 5
    default: exponent += 1
    }
    let step = Double(mantissa) * pow10(exponent)
    if isExact {
      // Tolerates rounding errors in bounds that are multiples of the step.
      let first = Int((low / step - 1e-9).rounded(.up))
      multiples = first...max(first, Int((high / step + 1e-9).rounded(.down)))
      bounds = low...high
    } else {
      multiples = Int((low / step).rounded(.down))...Int((high / step).rounded(.up))
      bounds = low...high
      bounds = min(low, value(multiples.lowerBound))...max(high, value(multiples.upperBound))
    }
  }

  func value(_ multiple: Int) -> Double {
    // Dividing instead of multiplying makes 3 × 0.1 exactly 0.3.
    let number = Double(multiple * mantissa)
    return exponent < 0 ? number / pow10(-exponent) : number * pow10(exponent)
  }

  /// The label of a multiple. All labels of an axis have the same number of decimals.
  func label(_ multiple: Int) -> String {
    let number = multiple * mantissa
    if number == 0 { return "0" }
    switch exponent {
    case -6..<0: return decimal(number, -exponent)
    case 0...2: return "\(number * Int(pow10(exponent)))"
    case 3...14:
      let thousands = exponent / 3
      return "\(number * Int(pow10(exponent % 3)))" + ["k", "M", "G", "T"][thousands - 1]
    default: return "\(number)e\(exponent)"
    }
  }
}

extension ClosedRange<Double> {
  /// The position of a value in this range, from 0 to 1; 0 for a value that is not a number, and in
  /// an empty range.
  func share(of value: Double) -> Double {
    // Of halves, because the length of a range may be greater than the greatest number.
    let (low, high) = (lowerBound / 2, upperBound / 2)
    let share = (Swift.min(Swift.max(low, value / 2), high) - low) / (high - low)
    return share > 0 ? Swift.min(share, 1) : 0
  }
}

/// Formats a number with about three digits, and k, M, G or T for large ones.
func chartNumber(_ value: Double) -> String {
  guard value.isFinite else { return "–" }
  let size = abs(value)
  if size < 10_000, value == value.rounded() { return "\(Int(value))" }
  if size >= 1e15 || size < 0.001 { return "\(value)" }
  var (scaled, unit) = (value, "")
  // Before the rounding below, which would make 999.6 a 1000.
  for next in ["k", "M", "G", "T"] where abs(scaled) >= (unit.isEmpty ? 9_999.5 : 999.5) {
    (scaled, unit) = (scaled / 1_000, next)
  }
  let decimals = abs(scaled) >= 100 ? 0 : abs(scaled) >= 10 ? 1 : abs(scaled) >= 1 ? 2 : 3
  var text = decimal(Int((scaled * pow10(decimals)).rounded()), decimals)
  if decimals > 0 {
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
  }
  return text + unit
}

/// Inserts a decimal point before the last `decimals` digits of an integer.
func decimal(_ number: Int, _ decimals: Int) -> String {
  guard decimals > 0 else { return "\(number)" }
  var digits = "\(number.magnitude)"
  digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
  return (number < 0 ? "-" : "") + digits
}

/// A power of ten. Exact from 10^0 to 10^22.
private func pow10(_ exponent: Int) -> Double {
  var result = 1.0
  for _ in 0..<abs(exponent) { result *= 10 }
  return exponent < 0 ? 1 / result : result
}
