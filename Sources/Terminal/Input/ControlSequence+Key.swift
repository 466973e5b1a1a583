import MillraceRender

extension ControlSequence {
  /// The key event, in the encodings of xterm, VT220, rxvt and kitty.
  var keyEvent: InputEvent? {
    guard let key else { return nil }
    switch parameter(1, part: 1) ?? 1 {
    case 1: return .key(key)
    case 2: return .keyRepeated(key)
    case 3: return .keyReleased(key)
    default: return nil
    }
  }

  private var key: Key? {
    guard let modifiers = modifiers else { return nil }
    let number = parameter(0) ?? 0
    switch final {
    case UInt8(ascii: "u"): return codePointKey(number, modifiers)
    // xterm's modifyOtherKeys.
    case UInt8(ascii: "~") where number == 27 && count == 3:
      return codePointKey(parameter(2) ?? 0, modifiers)
    case _ where count > 2: return nil
    case UInt8(ascii: "~"): return Self.numbered(number).map { Key($0, modifiers) }
    // rxvt's modifiers.
    case UInt8(ascii: "$"): return Self.numbered(number).map { Key($0, .shift) }
    case UInt8(ascii: "^"): return Self.numbered(number).map { Key($0, .control) }
    case UInt8(ascii: "@"): return Self.numbered(number).map { Key($0, [.control, .shift]) }
    case UInt8(ascii: "a")...UInt8(ascii: "d") where count == 0:
      return Self.lettered(final - 0x20).map { Key($0, .shift) }
    case UInt8(ascii: "Z"): return Key(.tab, modifiers.union(.shift))
    default: return Self.lettered(final).map { Key($0, modifiers) }
    }
  }

  /// The modifiers from a parameter that is a bit mask plus one; nil if it is too large. Caps Lock
  /// and Num Lock (64 and 128) are ignored.
  private var modifiers: KeyModifiers? {
    let number = max(1, parameter(1) ?? 1)
    return number > 256 ? nil : KeyModifiers(rawValue: UInt8(number - 1) & 0b111111)
  }

  private static func character(_ text: String) -> Character? {
    text.count == 1 ? text.first : nil
  }

  private func codePointKey(_ number: Int, _ modifiers: KeyModifiers) -> Key? {
    if let code = Self.functional(number) { return Key(code, modifiers) }
    let typing = modifiers.subtracting(.shift)
    guard var scalar = Self.scalar(number) else { return nil }
    // With a modifier besides Shift, a key that is not ASCII becomes the key of an English keyboard
    // in its place: Ctrl-C works with a Cyrillic layout.
    if !typing.isEmpty, !scalar.isASCII, let base = Self.scalar(parameter(0, part: 2)) {
      scalar = base
    }
    let character = Character(scalar)
    // With a modifier besides Shift and Alt, the key types no character: Shift stays a modifier.
    if !typing.subtracting(.alt).isEmpty {
      let lower = Self.character(scalar.properties.lowercaseMapping) ?? character
      return Key(.character(modifiers.contains(.control) ? lower : character), modifiers)
    }
    guard modifiers.contains(.shift) else { return Key(.character(character), modifiers) }
    let shifted =
      Self.scalar(parameter(0, part: 1)).map { Character($0) }
      ?? Self.character(scalar.properties.uppercaseMapping)
    return Key(.character(shifted ?? character), typing)
  }

  /// The scalar with a number; nil for characters that keys do not type: controls, and the private
  /// use area, which kitty uses for functional keys.
  private static func scalar(_ number: Int?) -> Unicode.Scalar? {
    guard let number, number >= 0x20, !(0x7F...0x9F).contains(number),
      !(57344...63743).contains(number)
    else { return nil }
    return UInt32(exactly: number).flatMap(Unicode.Scalar.init)
  }

  /// Keys whose sequence (`CSI` or `SS3`) ends in a letter.
  static func lettered(_ letter: UInt8) -> KeyCode? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4F)
    default: nil
    }
  }

  /// Keys whose sequence ends in a tilde, by their number.
  private static func numbered(_ number: Int) -> KeyCode? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28...29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// Keys whose sequence ends in `u`, by their code point; kitty defines those above 57343.
  private static func functional(_ number: Int) -> KeyCode? {
    switch number {
    case 9: .tab
    case 13, 57414: .enter
    case 27: .escape
    case 8, 127: .backspace
    case 57376...57398: .function(number - 57363)
    case 57399...57408: .character(Character(Unicode.Scalar(UInt8(number - 57399 + 0x30))))
    case 57409: .character(".")
    case 57410: .character("/")
    case 57411: .character("*")
    case 57412: .character("-")
    case 57413: .character("+")
    case 57415: .character("=")
    case 57416: .character(",")
    case 57417: .left
    case 57418: .right
    case 57419: .up
    case 57420: .down
    case 57421: .pageUp
    case 57422: .pageDown
    case 57423: .home
    case 57424: .end
    case 57425: .insert
    case 57426: .delete
    default: nil
    }
  }
}
