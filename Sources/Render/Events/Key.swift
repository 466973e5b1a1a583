/// A pressed key with the modifiers that were held.
///
/// If Shift changes the character (`A`, `?`), it is part of the character; otherwise it is a
/// modifier (Shift-Tab, Shift-Up).
///
/// As text, such as in `Bind` and in a user's settings, a key is a character (`a`, `A`, `?`) or one
/// of `enter`, `tab`, `space`, `backspace`, `delete`, `esc`, `insert`, `up`, `down`, `left`,
/// `right`, `home`, `end`, `pageup`, `pagedown`, and `f1` to `f35`. Modifiers come before it, in the
/// order `hyper+`, `meta+`, `super+`, `ctrl+`, `alt+`, `shift+`. A literal is a key, too: `"ctrl+s"`
/// is `.control("s")`.
public struct Key: Hashable, Sendable {
  /// The key without modifiers.
  public var code: KeyCode
  /// The modifiers that were held.
  public var modifiers: KeyModifiers

  /// Makes a key from a code and modifiers.
  public init(_ code: KeyCode, _ modifiers: KeyModifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// Enter, or Return.
  public static let enter = Key(.enter)
  /// The Tab key.
  public static let tab = Key(.tab)
  /// Tab with Shift.
  public static let shiftTab = Key(.tab, .shift)
  /// Backspace, which deletes to the left.
  public static let backspace = Key(.backspace)
  /// Delete, which deletes to the right.
  public static let delete = Key(.delete)
  /// The Escape key.
  public static let escape = Key(.escape)
  /// The Insert key.
  public static let insert = Key(.insert)
  /// The space bar.
  public static let space = Key(.character(" "))
  /// The Up Arrow key.
  public static let up = Key(.up)
  /// The Down Arrow key.
  public static let down = Key(.down)
  /// The Left Arrow key.
  public static let left = Key(.left)
  /// The Right Arrow key.
  public static let right = Key(.right)
  /// The Home key.
  public static let home = Key(.home)
  /// The End key.
  public static let end = Key(.end)
  /// The Page Up key.
  public static let pageUp = Key(.pageUp)
  /// The Page Down key.
  public static let pageDown = Key(.pageDown)

  /// The key for a character.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// The function key with a number: 1 for F1.
  public static func function(_ number: Int) -> Key { Key(.function(number)) }
  /// A character with Control held. Letters are lowercase.
  public static func control(_ character: Character) -> Key {
    Key(.character(character), .control)
  }
  /// A character with Alt held.
  public static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }

  /// The same key with more modifiers.
  public func with(_ more: KeyModifiers) -> Key { Key(code, modifiers.union(more)) }

  /// The character that the key types; nil if it types none or a modifier other than Shift is held.
  public var text: Character? {
    guard case .character(let character) = code, modifiers.subtracting(.shift).isEmpty else {
      return nil
    }
    return character
  }
}

extension Key: CustomStringConvertible {
  /// The notation of manuals: `ctrl+c`, `alt+shift+left`, `f5`, `space`.
  public var description: String {
    var words: [String] = []
    if modifiers.contains(.hyper) { words.append("hyper") }
    if modifiers.contains(.meta) { words.append("meta") }
    if modifiers.contains(.super) { words.append("super") }
    if modifiers.contains(.control) { words.append("ctrl") }
    if modifiers.contains(.alt) { words.append("alt") }
    if modifiers.contains(.shift) { words.append("shift") }
    words.append(code.description)
    return words.joined(separator: "+")
  }
}
