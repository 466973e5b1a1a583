/// Text attributes other than colour. A terminal ignores the attributes that it lacks.
public struct Attributes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bold text.
  public static let bold = Attributes(rawValue: 1 << 0)
  /// Text with less contrast.
  public static let dim = Attributes(rawValue: 1 << 1)
  /// Italic text.
  public static let italic = Attributes(rawValue: 1 << 2)
  /// A line under the text.
  public static let underline = Attributes(rawValue: 1 << 3)
  /// A line through the text.
  public static let strikethrough = Attributes(rawValue: 1 << 4)
  /// Swaps foreground and background.
  public static let inverse = Attributes(rawValue: 1 << 5)
}

extension Attributes: CustomStringConvertible {
  /// The names, separated by spaces.
  public var description: String {
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.strikethrough, "strikethrough"), (.inverse, "inverse"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: " ")
  }
}
