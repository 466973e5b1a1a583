/// How a value is written in a text: `Text("\(share, format: .percent)")`.
public enum TextFormat: Hashable, Sendable {
  case uppercased, lowercased
  /// So many digits after the point.
  case fixed(Int)
  /// A share, from 0 to 1, as a whole percentage: `37 %`.
  case percent
  /// At least so many characters: spaces come first.
  case padded(Int)

  /// - Returns: the value's description in this format. What is no number has no other form under
  ///   `fixed` and `percent`.
  public func text(of value: some CustomStringConvertible) -> String {
    let text = value.description
    switch self {
    case .uppercased: return text.uppercased()
    case .lowercased: return text.lowercased()
    case .fixed(let digits): return Double(text).map { Self.fixed($0, digits) } ?? text
    case .percent: return Double(text).map { Self.fixed($0 * 100, 0) + " %" } ?? text
    case .padded(let width): return spaces(max(0, width - text.count)) + text
    }
  }

  /// Rounded to the nearest, halves away from zero.
  private static func fixed(_ number: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<max(0, digits) { scale *= 10 }
    // Where a Double has no digits after the point any more, there is nothing to round.
    guard let scaled = Int(exactly: (number.magnitude * scale).rounded()) else {
      return "\(number)"
    }
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let text = String(repeating: "0", count: max(0, digits + 1 - "\(scaled)".count)) + "\(scaled)"
    return sign + text.dropLast(digits) + "." + text.suffix(digits)
  }
}

extension DefaultStringInterpolation {
  /// Writes a value in a format.
  public mutating func appendInterpolation(
    _ value: some CustomStringConvertible, format: TextFormat
  ) {
    appendLiteral(format.text(of: value))
  }
}
