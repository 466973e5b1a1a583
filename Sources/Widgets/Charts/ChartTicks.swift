/// Round numbers along an axis: multiples of 1, 2 or 5 times a power of ten.
struct ChartTicks: Equatable {
  /// The step is `mantissa` × 10^`exponent`.
  private(set) var mantissa = 1
  private(set) var exponent = 0
  /// The multiples of the step that have a tick.
  private(set) var multiples = 0...0
  /// The range that the axis shows.
  private(set) var bounds: ClosedRange<Double>

  /// - Parameters:
  ///   - values: the range that the axis must cover.
  ///   - steps: the approximate number of steps; the actual number is never much higher.
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
    while powerOfTen(exponent + 1) <= least { exponent += 1 }
    while powerOfTen(exponent) > least { exponent -= 1 }
    switch least / powerOfTen(exponent) {
    case ...1: mantissa = 1
    case ...2: mantissa = 2
    case ...5: mantissa = 5
    default: exponent += 1
    }
    let step = Double(mantissa) * powerOfTen(exponent)
    bounds = low...high
    if isExact {
      // Tolerates rounding errors in bounds that are multiples of the step.
      let first = Int((low / step - 1e-9).rounded(.up))
      multiples = first...max(first, Int((high / step + 1e-9).rounded(.down)))
    } else {
      multiples = Int((low / step).rounded(.down))...Int((high / step).rounded(.up))
      bounds = min(low, value(multiples.lowerBound))...max(high, value(multiples.upperBound))
    }
  }

  func value(_ multiple: Int) -> Double {
    // Dividing instead of multiplying makes 3 × 0.1 exactly 0.3.
    let number = Double(multiple * mantissa)
    return exponent < 0 ? number / powerOfTen(-exponent) : number * powerOfTen(exponent)
  }

  /// The label of a multiple. All labels of an axis except 0 have the same number of decimals.
  func label(_ multiple: Int) -> String {
    let number = multiple * mantissa
    if number == 0 { return "0" }
    switch exponent {
    case -6..<0: return TextFormat.fixed(value(multiple), -exponent)
    case 0...14:
      return "\(number * Int(powerOfTen(exponent % 3)))" + ["", "k", "M", "G", "T"][exponent / 3]
    default: return "\(number)e\(exponent)"
    }
  }

  /// The position of each tick, from 0 at the start of the axis to 1 at its end, and its label.
  func labels(_ unit: String) -> [(share: Double, label: String)] {
    multiples.map { (share: bounds.share(of: value($0)), label: label($0) + unit) }
  }
}
