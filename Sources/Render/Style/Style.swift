/// Colours and attributes of a cell, packed into twelve bytes.
public struct Style: Hashable, Sendable {
  /// Bits 0–25: foreground; 26–51: background; from 52: attributes; from 60: underline kind.
  package private(set) var packed: UInt64
  /// The colour of the underline; the default is the text colour.
  public var underlineColor = Color.default

  private static let colorMask: UInt64 = 0x3FF_FFFF

  /// Creates a style. The defaults are the terminal's own colours and no attributes.
  /// - Parameters:
  ///   - foreground: The colour of text.
  ///   - background: The colour behind it.
  ///   - attributes: Bold, italic and so on: `[.bold, .underline]`.
  public init(
    foreground: Color = .default, background: Color = .default, attributes: Attributes = []
  ) {
    packed =
      UInt64(foreground.packed) | UInt64(background.packed) << 26
      | UInt64(attributes.rawValue) << 52
  }

  /// An underline without other attributes.
  package init(underline kind: UnderlineKind, color: Color) {
    self.init(attributes: .underline)
    underlineKind = kind
    underlineColor = color
  }

  /// The colour of the text.
  public var foreground: Color {
    get { Color(packed: UInt32(packed & Self.colorMask)) }
    set { packed = packed & ~Self.colorMask | UInt64(newValue.packed) }
  }

  /// The colour behind the text.
  public var background: Color {
    get { Color(packed: UInt32(packed >> 26 & Self.colorMask)) }
    set { packed = packed & ~(Self.colorMask << 26) | UInt64(newValue.packed) << 26 }
  }

  /// The text attributes other than colour.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: packed >> 52)) }
    set { packed = packed & ~(0xFF << 52) | UInt64(newValue.rawValue) << 52 }
  }

  /// The kind of underline under text with `.underline`. Some terminals support only one kind.
  public var underlineKind: UnderlineKind {
    get { UnderlineKind(rawValue: UInt8(truncatingIfNeeded: packed >> 60)) ?? .single }
    set { packed = packed & ~(0xF << 60) | UInt64(newValue.rawValue) << 60 }
  }

  /// This style over a base: `.default` colours show the base's colours, attributes are united.
  public func over(_ base: Style) -> Style {
    if base == Style() { return self }
    var result = self
    if foreground == .default { result.foreground = base.foreground }
    if background == .default { result.background = base.background }
    result.attributes.formUnion(base.attributes)
    // A single underline that this style sets replaces another kind of the base.
    if underlineKind == .single, !attributes.contains(.underline) {
      result.underlineKind = base.underlineKind
    }
    if underlineColor == .default { result.underlineColor = base.underlineColor }
    return result
  }
}

/// Kinds of underline.
public enum UnderlineKind: UInt8, Hashable, Sendable {
  /// A kind of line. A terminal that lacks it draws a single one.
  case single, double, curly, dotted, dashed
}

extension Style: CustomStringConvertible {
  /// A readable form: `bold red on blue`; `plain` if nothing is set.
  public var description: String {
    var words: [String] = []
    if underlineKind != .single { words.append("\(underlineKind)") }
    if underlineColor != .default { words.append("\(underlineColor) line") }
    if !attributes.isEmpty { words.append(attributes.description) }
    if foreground != .default { words.append(foreground.description) }
    if background != .default { words.append("on " + background.description) }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
