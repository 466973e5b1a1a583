/// A size or a distance in a layout: a number of cells, a share of the parent, or automatic.
///
/// A percentage is of the parent's content box on the same axis (of the padding box for an
/// absolute child); margins and paddings take it of the parent's *width* on every side, as CSS
/// does. Where the parent's size is not known before its content, a percentage counts as `auto`.
///
/// NaN counts as `auto`; other values are clamped to ±1,000,000. A negative size counts as 0 where
/// a size is meant; margins and insets may be negative. Two of the 53 bits of the fraction are
/// given up to hold the unit in 8 bytes.
public struct Length: Equatable, Sendable {
  /// The bits of a `Double`, with the unit in the lowest two.
  private let bits: UInt64

  private enum Unit {
    static let mask: UInt64 = 0b11
    static let cells: UInt64 = 0b00
    static let percent: UInt64 = 0b01
    static let auto: UInt64 = 0b10
  }

  private init(bits: UInt64) {
    self.bits = bits
  }

  private init(_ value: Double, unit: UInt64) {
    if value.isNaN {
      self = .auto
    } else {
      // Adding zero turns -0 into 0: two equal lengths have equal bits.
      bits = ((value.withinLimits + 0).bitPattern & ~Unit.mask) | unit
    }
  }

  /// The size comes from elsewhere: from the content, from the parent, or from free space
  /// (margins).
  public static let auto = Length(bits: Unit.auto)

  public static let zero = Length(bits: 0)

  public static func cells(_ value: Double) -> Length { Length(value, unit: Unit.cells) }

  /// A share of the parent's size: 50 is half.
  public static func percent(_ value: Double) -> Length { Length(value, unit: Unit.percent) }

  public var isAuto: Bool { bits & Unit.mask == Unit.auto }

  var isPercent: Bool { bits & Unit.mask == Unit.percent }
  var isCells: Bool { bits & Unit.mask == Unit.cells }

  private var value: Double { Double(bitPattern: bits & ~Unit.mask) }

  /// The length in cells, NaN if it is automatic or a share of a size that is not known (NaN).
  func resolved(_ whole: Double) -> Double {
    switch bits & Unit.mask {
    case Unit.cells: value
    case Unit.percent: whole.isNaN ? .nan : (value * whole / 100).withinLimits
    default: .nan
    }
  }

  /// As ``resolved(_:)``, with `fallback` for what has no value, and never below zero.
  func resolvedSize(_ whole: Double, or fallback: Double) -> Double {
    let length = resolved(whole)
    return length.isNaN ? fallback : Swift.max(0, length)
  }
}

extension Length: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral value: Int) { self = .cells(Double(value)) }
  public init(floatLiteral value: Double) { self = .cells(value) }
}

extension Length: CustomStringConvertible {
  public var description: String {
    if isAuto { return "auto" }
    return isPercent ? "\(value)%" : "\(value)"
  }
}

extension Double {
  /// The largest size: far beyond any screen, and small enough that sums of sums stay exact.
  static let largestLength = 1_000_000.0

  var withinLimits: Double {
    Swift.min(Swift.max(self, -Double.largestLength), Double.largestLength)
  }

  /// The value as a size: no NaN, not negative, within the limits.
  var asSize: Double { isNaN ? 0 : Swift.min(Swift.max(self, 0), Double.largestLength) }

  /// Equal, where "not known" (NaN) equals itself.
  func isSame(as other: Double) -> Bool { self == other || (isNaN && other.isNaN) }

  /// CSS: a minimum beats a maximum.
  func clamped(min: Double, max: Double) -> Double {
    Swift.max(min, Swift.min(self, max))
  }
}
