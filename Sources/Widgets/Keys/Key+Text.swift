import MillraceRender

extension Key: LosslessStringConvertible {
  /// Parses a key in the format of ``description``; nil if the text is not a key.
  ///
  /// Use this initializer for text that is only known at run time: a literal calls
  /// ``init(stringLiteral:)``.
  /// - Parameter text: such as `a`, `ctrl+s`, `pageup` or `f1`.
  public init?(_ text: String) {
    let known: [(text: String, modifier: KeyModifiers)] = [
      ("hyper+", .hyper), ("meta+", .meta), ("super+", .super), ("ctrl+", .control),
      ("alt+", .alt), ("shift+", .shift),
    ]
    var rest = Substring(text)
    var modifiers: KeyModifiers = []
    // Compares bytes: a lone combining mark would form one character with the plus sign before it.
    for (text, modifier) in known where rest.utf8.starts(with: text.utf8) {
      rest = Substring(rest.utf8.dropFirst(text.utf8.count))
      modifiers.insert(modifier)
    }
    guard let code = KeyCode(String(rest)) else { return nil }
    self.init(code, modifiers)
  }
}

extension Key: ExpressibleByStringLiteral {
  /// - Precondition: the literal is a key in the format of ``description``.
  public init(stringLiteral text: String) {
    guard let key = Key(text) else { preconditionFailure(Self.unknown(text)) }
    self = key
  }

  /// Explains why a text is not a key, and what to write instead.
  static func unknown(_ text: String) -> String {
    "\"\(text)\" is not a key: write one character, a function key such as f1, or one of "
      + KeyCode.named.map(\.description).joined(separator: ", ")
      + "; modifiers come before it, in the order "
      + "hyper+, meta+, super+, ctrl+, alt+, shift+"
  }
}

extension KeyChord: LosslessStringConvertible {
  /// Parses keys in the format of ``description``, separated by single spaces; nil if the text is
  /// not a key sequence.
  /// - Parameter text: such as `g g` or `ctrl+x ctrl+s`.
  public init?(_ text: String) {
    if let key = Key(text) {
      self.init(key)
    } else {
      let parts = text.split(separator: " ", omittingEmptySubsequences: false)
      let keys = parts.compactMap { Key(String($0)) }
      if keys.count != parts.count { return nil }
      self.init(keys)
    }
  }
}

extension KeyChord: ExpressibleByStringLiteral {
  /// Parses keys in the format of ``Key/description``, separated by single spaces. A text that is
  /// not a key sequence makes a chord that is never pressed; a binding to it is reported as an
  /// issue.
  public init(stringLiteral text: String) {
    if let chord = KeyChord(text) {
      self = chord
    } else {
      self.init(Key(.function(0)))
      unknownText = text
    }
  }
}

extension KeyCode: LosslessStringConvertible {
  fileprivate static let named: [KeyCode] = [
    .character(" "), .enter, .tab, .backspace, .delete, .escape, .insert, .up, .down, .left, .right,
    .home, .end, .pageUp, .pageDown,
  ]

  /// Other common names of keys, which differ from `description`.
  private static let aliases: [String: KeyCode] = [
    "escape": .escape, "return": .enter, "del": .delete, "ins": .insert, "pgup": .pageUp,
    "pgdn": .pageDown,
  ]

  /// The numbers of the function keys that a terminal can send.
  private static let functionKeys = 1...35

  /// Parses a key code in the format of `description`, or another usual name, such as `escape`; nil
  /// if the text is not a key code.
  /// - Parameter text: such as `a`, `pageup` or `f1` (to `f35`), without modifiers.
  public init?(_ text: String) {
    if text.count == 1 {
      self = .character(Character(text))
    } else if let code = Self.aliases[text] {
      self = code
    } else if let named = Self.named.first(where: { $0.description == text }) {
      self = named
    } else if let number = Int(text.dropFirst()), Self.functionKeys.contains(number),
      text == "f\(number)"
    {
      self = .function(number)
    } else {
      return nil
    }
  }
}
