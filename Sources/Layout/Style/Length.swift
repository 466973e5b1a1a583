/// A size or a distance in a layout: a number of cells, a percentage of the parent, or a keyword
/// for the content or the free space.
///
/// A percentage refers to the parent's content box on the same axis (for an absolute child, to the
/// containing block's padding box); percentages of margins and padding refer to the parent's
/// *width* on every side, as in CSS. If the parent's size is not known before its content is
/// measured, a percentage counts as `auto`.
///
/// NaN counts as `auto`; other values are clamped to ±1,000,000. A negative length counts as 0 if
/// it is a size; margins and insets may be negative. As in browsers, the number has 32 bits: whole
/// cells and halves are exact, other fractions have about seven digits.
public struct Length: Equatable, Sendable {
  /// The bits of a `Float`, of which the lowest is set for a percentage. Keywords are NaNs with a
  /// payload.
  private let bits: UInt32

  private enum Keyword {
    static let mask: UInt32 = 0x7FC0_0000
    static let auto = mask
    static let minContent = mask | 2
    static let maxContent = mask | 4
    static let fitContent = mask | 6
    static let stretch = mask | 8
    static let content = mask | 10
  }

  private init(bits: UInt32) {
    self.bits = bits
  }

  private init(_ value: Double, isPercent: Bool) {
    if value.isNaN {
      bits = Keyword.auto
    } else {
      let even = Float(bitPattern: Float(value.withinLimits).bitPattern & ~1)
      // Adding zero turns -0 into 0, so that equal lengths have equal bits.
      bits = (even + 0).bitPattern | (isPercent ? 1 : 0)
    }
  }

  /// The size comes from the content or from the parent; a margin takes a share of the free space.
  public static let auto = Length(bits: Keyword.auto)
  /// The smallest size of the content: text breaks at every opportunity.
  public static let minContent = Length(bits: Keyword.minContent)
  /// The preferred size of the content: text breaks nowhere.
  public static let maxContent = Length(bits: Keyword.maxContent)
  /// The preferred size of the content, limited to the available space, but at least
  /// ``minContent``.
  public static let fitContent = Length(bits: Keyword.fitContent)
  /// The parent's size less the margins; `auto` if that is unknown. As a flex basis in a column,
  /// the same as ``content``.
  public static let stretch = Length(bits: Keyword.stretch)
  /// As a flex basis: the content's size, whatever the width or height. Elsewhere `auto`.
  public static let content = Length(bits: Keyword.content)

  /// A length of 0.
  public static let zero = Length(bits: 0)

  /// A number of cells.
  public static func cells(_ value: Double) -> Length { Length(value, isPercent: false) }

  /// A percentage of the parent's size: 50 is half.
  public static func percent(_ value: Double) -> Length { Length(value, isPercent: true) }

  private var isNumber: Bool { bits & Keyword.mask != Keyword.mask }

  /// Whether the length is ``auto``.
  public var isAuto: Bool { bits == Keyword.auto }
  var isPercent: Bool { isNumber && bits & 1 == 1 }
  var isCells: Bool { isNumber && bits & 1 == 0 }
  /// Whether the length is a keyword for the content or the parent's free space.
  var isKeyword: Bool { !isNumber && !isAuto }

  private var value: Double { Double(Float(bitPattern: bits & ~1)) }

  /// The length in cells; NaN for a keyword, and for a percentage if `whole` is NaN (unknown).
  func resolved(_ whole: Double) -> Double {
    guard isNumber else { return .nan }
    return bits & 1 == 0 ? value : (value * whole / 100).withinLimits
  }

  /// As ``resolved(_:)``, but at least 0, and `fallback` instead of NaN.
  func resolvedSize(_ whole: Double, or fallback: Double) -> Double {
    let length = resolved(whole)
    return length.isNaN ? fallback : Swift.max(0, length)
  }
}

extension Length: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A number of cells.
  public init(_ cells: Int) { self = .cells(Double(cells)) }

  public init(integerLiteral value: Int) { self = .cells(Double(value)) }
  public init(floatLiteral value: Double) { self = .cells(value) }
}

extension Double {
  /// The largest size: far larger than any screen, and small enough that sums stay exact.
  static let largestLength = 1_000_000.0

  /// The value clamped to the limits; NaN stays NaN.
  var withinLimits: Double {
    self > Double.largestLength
      ? Double.largestLength : self < -Double.largestLength ? -Double.largestLength : self
  }

  /// The value as a size: not NaN, not negative, within the limits.
  var clampedSize: Double { self > 0 ? Swift.min(self, Double.largestLength) : 0 }

  /// Whether the values are equal; NaN ("unknown") equals itself.
  func isIdentical(as other: Double) -> Bool { self == other || (isNaN && other.isNaN) }

  /// Clamps the value as CSS does: the minimum overrides the maximum.
  func clamped(min: Double, max: Double) -> Double {
    Swift.max(min, Swift.min(self, max))
  }
}
