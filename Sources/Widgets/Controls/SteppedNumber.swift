import MillraceRender

/// A number type for a ``NumberField`` and a ``Slider``: `Int` or `Double`.
public protocol SteppedNumber: Comparable, Sendable {
  /// The range of the type, without infinities.
  static var all: ClosedRange<Self> { get }
  /// Parses a text with a point as decimal sign and no thousands separators. Nil if it is not a
  /// number.
  init?(fieldText: String)
  /// The number as text that ``init(fieldText:)`` can parse.
  var fieldText: String { get }
  /// Returns this number plus `count` steps, clamped to the range.
  func advanced(by count: Int, of step: Self, in range: ClosedRange<Self>) -> Self
  /// The position of the number in a range, from 0 to 1.
  func fraction(of range: ClosedRange<Self>) -> Double
  /// The number of whole steps from the lower bound to the value nearest to a fraction of the
  /// range.
  static func steps(at fraction: Double, of range: ClosedRange<Self>, _ step: Self) -> Int
}

extension SteppedNumber {
  /// This number after a command, clamped to the range.
  func after(_ command: StepCommand, of step: Self, in range: ClosedRange<Self>) -> Self {
    switch command {
    case .less: advanced(by: -1, of: step, in: range)
    case .more: advanced(by: 1, of: step, in: range)
    case .muchLess: advanced(by: -10, of: step, in: range)
    case .muchMore: advanced(by: 10, of: step, in: range)
    case .least: range.lowerBound
    case .most: range.upperBound
    }
  }
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
    // `Double.init` also accepts hexadecimal digits and words such as "nan".
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
    // Rounds to the decimals of the number and the step, so that 0.1 + 0.2 is 0.3.
    let digits = Swift.max(decimals, step.decimals)
    let scale = powerOfTen(Swift.min(digits, 16))
    let rounded = (sum * scale).rounded() / scale
    let result = digits > 15 || !rounded.isFinite ? sum : rounded
    return Swift.min(Swift.max(range.lowerBound, result), range.upperBound)
  }

  private var decimals: Int {
    let text = fieldText
    if text.contains("e") { return abs(self) < 1 ? 16 : 0 }
    return text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
  }

  public func fraction(of range: ClosedRange<Double>) -> Double {
    range.share(of: self)
  }

  public static func steps(at fraction: Double, of range: ClosedRange<Double>, _ step: Double)
    -> Int
  {
    let count = (range.upperBound / step - range.lowerBound / step) * fraction
    return Int(exactly: count.rounded()) ?? (count < 0 ? .min : .max)
  }
}

/// The decimal sign of a locale, determined by its language, or by its region for Switzerland and
/// Mexico.
///
/// A field writes the locale's sign. It reads a point in every locale. In a locale with a comma, it
/// also reads a comma, and rejects a point before exactly three digits, which may be a thousands
/// separator. Thousands separators are rejected in every locale.
struct DecimalSign {
  private let isComma: Bool

  init(_ locale: LocaleIdentifier) {
    // Switzerland and Mexico use a point.
    let writesPoint = ["_CH", "_MX", "-CH", "-MX"].contains { locale.identifier.hasSuffix($0) }
    isComma = !writesPoint && Self.languages.contains { $0 == locale.language }
  }

  private static let languages = """
    bg ca cs da de el es et eu fi fr gl hr hu id is it lt lv nb nl nn no pl pt ro ru sk sl sr sv \
    tr uk vi
    """.split(separator: " ")

  func write(_ text: String) -> String { isComma ? text.replacing(".", with: ",") : text }

  /// - Returns: the text with a point as decimal sign; nil if the text is not one word, or its sign
  ///   may separate thousands.
  func read(_ text: String) -> String? {
    let words = text.split(separator: " ")
    guard words.count == 1 else { return nil }
    let text = String(words[0])
    guard isComma else { return text.contains(",") ? nil : text }
    guard let point = text.firstIndex(of: ".") else { return text.replacing(",", with: ".") }
    let digits = text[point...].dropFirst().prefix { $0.isNumber }
    return digits.count == 3 || text.contains(",") ? nil : text
  }
}
