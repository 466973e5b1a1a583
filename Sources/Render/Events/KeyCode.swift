/// A key without its modifiers.
public enum KeyCode: Hashable, Sendable {
  /// A key that types a character (a grapheme cluster).
  case character(Character)
  /// A key that types no character.
  case enter, tab, backspace, delete, escape, insert
  /// An arrow key.
  case up, down, left, right
  /// A key that moves further than an arrow.
  case home, end, pageUp, pageDown
  /// A function key: F1 is `.function(1)`.
  case function(Int)
}

extension KeyCode: CustomStringConvertible {
  public var description: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .enter: "enter"
    case .tab: "tab"
    case .backspace: "backspace"
    case .delete: "delete"
    case .escape: "esc"
    case .insert: "insert"
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pageup"
    case .pageDown: "pagedown"
    case .function(let number): "f\(number)"
    }
  }
}

/// The modifier keys held while another key is pressed.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift, where it does not change the character.
  public static let shift = KeyModifiers(rawValue: 1 << 0)
  /// The Alt key, Option on macOS.
  public static let alt = KeyModifiers(rawValue: 1 << 1)
  /// The Control key.
  public static let control = KeyModifiers(rawValue: 1 << 2)
  /// The Windows or Command key. Only terminals with the kitty keyboard protocol report `super`,
  /// `hyper` and `meta`.
  public static let `super` = KeyModifiers(rawValue: 1 << 3)
  /// The Hyper key.
  public static let hyper = KeyModifiers(rawValue: 1 << 4)
  /// The Meta key.
  public static let meta = KeyModifiers(rawValue: 1 << 5)
}
