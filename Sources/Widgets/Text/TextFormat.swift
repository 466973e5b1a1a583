/// The format of a value in a text: `Text("\(share, format: .percent)")`.
public enum TextFormat: Hashable, Sendable {
  /// The text in capital or in small letters.
  case uppercased, lowercased
  /// A fixed number of digits after the decimal point.
  case fixed(Int)
  /// A fraction from 0 to 1 as a whole percentage: `37 %`.
  case percent
  /// Padded with leading spaces to at least this many characters.
  case padded(Int)

  /// Describes a value.
  /// - Returns: the value's description in this format. With `fixed` and `percent`, a description
  ///   that is not a finite number is returned unchanged.
  public func text(of value: some CustomStringConvertible) -> String {
    let text = value.description
    switch self {
    case .uppercased: return text.uppercased()
    case .lowercased: return text.lowercased()
    case .fixed, .percent:
      guard let number = Double(text), number.isFinite else { return text }
      if case .fixed(let digits) = self { return Self.fixed(number, digits) }
      return Self.fixed(number * 100, 0) + " %"
    case .padded(let width): return spaces(max(0, width - text.count)) + text
    }
  }

  /// The number with a fixed number of digits after the point, halves rounded away from zero. The
  /// description of the number if it is too large for this, infinite or NaN.
  static func fixed(_ number: Double, _ digits: Int) -> String {
    let scale = powerOfTen(max(0, digits))
    // Fails if the scaled number is too large for an `Int`, infinite, or not a number.
    guard let scaled = Int(exactly: (number.magnitude * scale).rounded()) else {
      return "\(number)"
    }
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let text = String(repeating: "0", count: max(0, digits + 1 - "\(scaled)".count)) + "\(scaled)"
    return sign + text.dropLast(digits) + "." + text.suffix(digits)
  }
}

/// A power of ten, exact for exponents from 0 to 22.
func powerOfTen(_ exponent: Int) -> Double {
  let power = (0..<abs(exponent)).reduce(1.0) { power, _ in power * 10 }
  return exponent < 0 ? 1 / power : power
}

func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

/// Formats a number with thousands separators; a negative number without them.
func grouped(_ number: Int) -> String {
  number < 1000
    ? "\(number)" : grouped(number / 1000) + "," + String("\(1000 + number % 1000)".dropFirst())
}

extension DefaultStringInterpolation {
  /// Writes a value in a format.
  public mutating func appendInterpolation(
    _ value: some CustomStringConvertible, format: TextFormat
  ) {
    appendLiteral(format.text(of: value))
  }
}
