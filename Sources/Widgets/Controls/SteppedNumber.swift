import MillraceRender

/// A number that a ``NumberField`` and a ``Slider`` can hold: an `Int` or a `Double`.
public protocol SteppedNumber: Comparable, Sendable {
  /// All that the type holds, infinity excluded.
  static var all: ClosedRange<Self> { get }
  /// The number that a text says, with a point as decimal sign and no sign between thousands; nil if it says none.
  init?(fieldText: String)
  /// The number as ``init(fieldText:)`` reads it.
  var fieldText: String { get }
  /// So many steps further, or the end of the range.
  func advanced(by count: Int, of step: Self, in range: ClosedRange<Self>) -> Self
  /// How far the number is from the lower end of a range, from 0 to 1.
  func fraction(of range: ClosedRange<Self>) -> Double
  /// The number of whole steps from the lower end of a range that is next to a fraction of the range.
  static func steps(at fraction: Double, of range: ClosedRange<Self>, _ step: Self) -> Int
}

extension Int: SteppedNumber {
  public static var all: ClosedRange<Int> { .min ... .max }
  public init?(fieldText: String) { self.init(fieldText) }
  public var fieldText: String { String(self) }

  public func advanced(by count: Int, of step: Int, in range: ClosedRange<Int>) -> Int {
    let (distance, isTooFar) = count.multipliedReportingOverflow(by: step)
    let (sum, overflows) = addingReportingOverflow(distance)
    if isTooFar || overflows {
      return (count < 0) == (step < 0) ? range.upperBound : range.lowerBound
    }
    return Swift.min(Swift.max(range.lowerBound, sum), range.upperBound)
  }

  public func fraction(of range: ClosedRange<Int>) -> Double {
    Double(self).fraction(of: Double(range.lowerBound)...Double(range.upperBound))
  }

  public static func steps(at fraction: Double, of range: ClosedRange<Int>, _ step: Int) -> Int {
    Double.steps(
      at: fraction, of: Double(range.lowerBound)...Double(range.upperBound), Double(step))
  }
}

extension Double: SteppedNumber {
  public static var all: ClosedRange<Double> {
    -.greatestFiniteMagnitude ... .greatestFiniteMagnitude
  }

  public init?(fieldText: String) {
    // The initializer also takes hexadecimal digits, and words for what is no number.
    guard fieldText.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }),
      let value = Double(fieldText), value.isFinite
    else { return nil }
    self = value
  }

  public var fieldText: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  public func advanced(by count: Int, of step: Double, in range: ClosedRange<Double>) -> Double {
    let sum = self + Double(count) * step
    // As many decimals as the number and the step have: 0.1 and 0.2 are 0.3.
    let places = Swift.max(decimals, step.decimals)
    let scale = (0..<Swift.min(places, 16)).reduce(1.0) { scale, _ in scale * 10 }
    let rounded = (sum * scale).rounded() / scale
    let result = places > 15 || !rounded.isFinite ? sum : rounded
    return Swift.min(Swift.max(range.lowerBound, result), range.upperBound)
  }

  private var decimals: Int {
    let text = fieldText
    if text.contains("e") { return abs(self) < 1 ? 16 : 0 }
    return text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
  }

  public func fraction(of range: ClosedRange<Double>) -> Double {
    // Halves, because the whole may be more than a number holds.
    let length = range.upperBound / 2 - range.lowerBound / 2
    guard length > 0 else { return 0 }
    return Swift.min(Swift.max(0, (self / 2 - range.lowerBound / 2) / length), 1)
  }

  public static func steps(at fraction: Double, of range: ClosedRange<Double>, _ step: Double)
    -> Int
  {
    let count = (range.upperBound / step - range.lowerBound / step) * fraction
    return Int(exactly: count.rounded()) ?? (count < 0 ? .min : .max)
  }
}

/// Which decimal sign a locale's numbers have, by its language.
///
/// A field writes the locale's sign. It reads a point in every locale, and a comma where the locale writes one;
/// there, a point with exactly three digits behind it is refused, because it may stand between thousands. Signs
/// between thousands are refused everywhere.
struct DecimalSign {
  private let isComma: Bool

  init(_ locale: LocaleIdentifier) {
    // Switzerland and Mexico write a point.
    let writesPoint = ["_CH", "_MX", "-CH", "-MX"].contains { locale.identifier.hasSuffix($0) }
    isComma = !writesPoint && Self.languages.contains(locale.language)
  }

  private static let languages: Set<String> = [
    "bg", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr", "gl", "hr", "hu", "id", "is",
    "it",
    "lt", "lv", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk",
    "vi",
  ]

  func write(_ text: String) -> String {
    isComma ? String(text.map { $0 == "." ? "," : $0 }) : text
  }

  /// - Returns: the text with a point; nil if what it says is not clear.
  func read(_ text: String) -> String? {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard parts.count == 1 else { return nil }
    var text = String(parts[0])
    guard isComma else { return text.contains(",") ? nil : text }
    if let point = text.firstIndex(of: ".") {
      let digits = text[point...].dropFirst().prefix { $0.isNumber }
      return digits.count == 3 || text.contains(",") ? nil : text
    }
    guard text.filter({ $0 == "," }).count <= 1 else { return nil }
    text = String(text.map { $0 == "," ? "." : $0 })
    return text
  }
}
