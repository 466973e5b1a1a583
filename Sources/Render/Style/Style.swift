/// Colours and attributes of a cell: one word, so that comparing two is one instruction.
public struct Style: Hashable, Sendable {
  /// Foreground in bits 0–25, background in 26–51, attributes from 52.
  package private(set) var packed: UInt64

  private static let colorMask: UInt64 = 0x3FF_FFFF

  /// The terminal's own colours and no attributes, unless asked otherwise.
  public init(
    foreground: Color = .default, background: Color = .default, attributes: Attributes = []
  ) {
    packed =
      UInt64(foreground.packed) | UInt64(background.packed) << 26
      | UInt64(attributes.rawValue) << 52
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

  /// What sets the text apart besides its colours.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: packed >> 52)) }
    set { packed = packed & ~(0xFF << 52) | UInt64(newValue.rawValue) << 52 }
  }

  /// This style on top of another: `.default` colours show the other's, attributes unite.
  public func over(_ base: Style) -> Style {
    if base == Style() { return self }
    var result = self
    if foreground == .default { result.foreground = base.foreground }
    if background == .default { result.background = base.background }
    result.attributes.formUnion(base.attributes)
    return result
  }
}

extension Style: CustomStringConvertible {
  /// Readable: `bold red on blue`; `plain` where nothing is set.
  public var description: String {
    var words: [String] = []
    if !attributes.isEmpty { words.append(attributes.description) }
    if foreground != .default { words.append(foreground.description) }
    if background != .default { words.append("on " + background.description) }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
