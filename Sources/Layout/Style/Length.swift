/// A size or a distance in a layout: a number of cells, a share of the parent, or what the content
/// or the free space makes of it.
///
/// A percentage is of the parent's content box on the same axis (of the containing block's padding
/// box for an absolute child); margins and paddings take it of the parent's *width* on every side,
/// as CSS does. Where the parent's size is not known before its content, a percentage counts as
/// `auto`.
///
/// NaN counts as `auto`; other values are clamped to ±1,000,000. A negative size counts as 0 where
/// a size is meant; margins and insets may be negative. As in browsers, the number is a 32-bit one:
/// whole cells and halves are exact, other fractions to some seven digits.
public struct Length: Equatable, Sendable {
  /// The bits of a `Float`, the lowest of which says that it is a percentage. What is no number is a
  /// NaN with a payload.
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
      // Adding zero turns -0 into 0: two equal lengths have equal bits.
      let number = Float(value.withinLimits + 0)
      bits = (number.bitPattern & ~1) | (isPercent ? 1 : 0)
    }
  }

  /// The size comes from elsewhere: from the content, from the parent, or from free space
  /// (margins).
  public static let auto = Length(bits: Keyword.auto)
  /// As little as the content can do with: text breaks at every opportunity.
  public static let minContent = Length(bits: Keyword.minContent)
  /// As much as the content would like: text breaks nowhere.
  public static let maxContent = Length(bits: Keyword.maxContent)
  /// What the content would like, as far as there is room, and never below ``minContent``.
  public static let fitContent = Length(bits: Keyword.fitContent)
  /// The parent's size, less the margins; `auto` where that is not known. As a flex basis in a column,
  /// what ``content`` is.
  public static let stretch = Length(bits: Keyword.stretch)
  /// As a flex basis: the content's size, whatever the width or height. Elsewhere `auto`.
  public static let content = Length(bits: Keyword.content)

  /// No cells.
  public static let zero = Length(bits: 0)

  /// So many cells.
  public static func cells(_ value: Double) -> Length { Length(value, isPercent: false) }

  /// A share of the parent's size: 50 is half.
  public static func percent(_ value: Double) -> Length { Length(value, isPercent: true) }

  private var isNumber: Bool { bits & Keyword.mask != Keyword.mask }

  /// Whether it is ``auto``.
  public var isAuto: Bool { bits == Keyword.auto }
  var isPercent: Bool { isNumber && bits & 1 == 1 }
  var isCells: Bool { isNumber && bits & 1 == 0 }
  /// What has to ask the content, or the parent's free space.
  var isKeyword: Bool { !isNumber && !isAuto }

  private var value: Double { Double(Float(bitPattern: bits & ~1)) }

  /// The length in cells; NaN if it is no number, or a share of a size that is not known (NaN).
  func resolved(_ whole: Double) -> Double {
    guard isNumber else { return .nan }
    return bits & 1 == 0 ? value : (value * whole / 100).withinLimits
  }

  /// As ``resolved(_:)``, with `fallback` for what has no value, and never below zero.
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
  /// The largest size: far beyond any screen, and small enough that sums of sums stay exact.
  static let largestLength = 1_000_000.0

  /// NaN stays NaN.
  var withinLimits: Double {
    self > Double.largestLength
      ? Double.largestLength : self < -Double.largestLength ? -Double.largestLength : self
  }

  /// The value as a size: no NaN, not negative, within the limits.
  var asSize: Double { self > 0 ? Swift.min(self, Double.largestLength) : 0 }

  /// Equal, where "not known" (NaN) equals itself.
  func isSame(as other: Double) -> Bool { self == other || (isNaN && other.isNaN) }

  /// CSS: a minimum beats a maximum.
  func clamped(min: Double, max: Double) -> Double {
    Swift.max(min, Swift.min(self, max))
  }
}
