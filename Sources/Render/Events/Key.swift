/// A pressed key with the modifiers that were held.
///
/// If Shift changes the character (`A`, `?`), it is part of the character; otherwise it is a
/// modifier (Shift-Tab, Shift-Up).
public struct Key: Hashable, Sendable {
  public var code: KeyCode
  public var modifiers: KeyModifiers

  public init(_ code: KeyCode, _ modifiers: KeyModifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  public static let enter = Key(.enter)
  public static let tab = Key(.tab)
  public static let shiftTab = Key(.tab, .shift)
  public static let backspace = Key(.backspace)
  public static let delete = Key(.delete)
  public static let escape = Key(.escape)
  public static let insert = Key(.insert)
  public static let space = Key(.character(" "))
  public static let up = Key(.up)
  public static let down = Key(.down)
  public static let left = Key(.left)
  public static let right = Key(.right)
  public static let home = Key(.home)
  public static let end = Key(.end)
  public static let pageUp = Key(.pageUp)
  public static let pageDown = Key(.pageDown)

  /// The key for a character.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// F1, F2, …
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
