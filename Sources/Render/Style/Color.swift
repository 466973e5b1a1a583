/// A colour of text or of a background.
///
/// The sixteen named colours come from the terminal's own palette, which the user chose: prefer
/// them for text that must be readable. `.rgb` and `.indexed` beyond 15 are fixed; the terminal
/// gets the nearest colour that it supports.
public struct Color: Hashable, Sendable {
  /// The kind in two bits above 24 bits of value. Zero is the default colour.
  package let packed: UInt32

  package init(packed: UInt32) { self.packed = packed }

  /// The terminal's own colour, or the colour that an ancestor sets.
  public static var `default`: Color { Color(packed: 0) }

  /// One of the 256 palette colours: 0–7 normal, 8–15 bright, 16–231 a 6×6×6 cube, 232–255 greys.
  public static func indexed(_ index: UInt8) -> Color { Color(packed: 1 << 24 | UInt32(index)) }

  /// A colour by its red, green and blue parts, each 0–255.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    Color(packed: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// Black of the terminal's palette.
  public static var black: Color { .indexed(0) }
  /// Red of the terminal's palette.
  public static var red: Color { .indexed(1) }
  /// Green of the terminal's palette.
  public static var green: Color { .indexed(2) }
  /// Yellow of the terminal's palette.
  public static var yellow: Color { .indexed(3) }
  /// Blue of the terminal's palette.
  public static var blue: Color { .indexed(4) }
  /// Magenta of the terminal's palette.
  public static var magenta: Color { .indexed(5) }
  /// Cyan of the terminal's palette.
  public static var cyan: Color { .indexed(6) }
  /// White of the terminal's palette, often a light grey.
  public static var white: Color { .indexed(7) }
  /// Bright black of the terminal's palette, a dark grey.
  public static var brightBlack: Color { .indexed(8) }
  /// Bright red of the terminal's palette.
  public static var brightRed: Color { .indexed(9) }
  /// Bright green of the terminal's palette.
  public static var brightGreen: Color { .indexed(10) }
  /// Bright yellow of the terminal's palette.
  public static var brightYellow: Color { .indexed(11) }
  /// Bright blue of the terminal's palette.
  public static var brightBlue: Color { .indexed(12) }
  /// Bright magenta of the terminal's palette.
  public static var brightMagenta: Color { .indexed(13) }
  /// Bright cyan of the terminal's palette.
  public static var brightCyan: Color { .indexed(14) }
  /// Bright white of the terminal's palette.
  public static var brightWhite: Color { .indexed(15) }

  package enum Kind: Equatable {
    case `default`
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)
  }

  package var kind: Kind {
    switch packed >> 24 {
    case 0: .default
    case 1: .indexed(UInt8(truncatingIfNeeded: packed))
    default:
      .rgb(
        UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
        UInt8(truncatingIfNeeded: packed))
    }
  }
}

extension Color: CustomStringConvertible {
  /// A short readable name: `default`, `red`, `bright blue`, `#208`, `rgb(1,2,3)`.
  public var description: String {
    let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    switch kind {
    case .default: return "default"
    case .indexed(let index) where index < 8: return names[Int(index)]
    case .indexed(let index) where index < 16: return "bright " + names[Int(index) - 8]
    case .indexed(let index): return "#\(index)"
    case .rgb(let red, let green, let blue): return "rgb(\(red),\(green),\(blue))"
    }
  }
}
