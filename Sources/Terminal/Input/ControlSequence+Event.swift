import MillraceRender

extension ControlSequence {
  /// What the sequence means, nil where that is not known.
  var event: InputEvent? {
    switch (marker, intermediates.first) {
    case (0, nil): return plainEvent
    case (UInt8(ascii: "<"), nil): return mouseEvent
    default: return reply.map { .reply($0) }
    }
  }

  private var plainEvent: InputEvent? {
    switch final {
    case UInt8(ascii: "I") where parameters.isEmpty: return .focusGained
    case UInt8(ascii: "O") where parameters.isEmpty: return .focusLost
    case UInt8(ascii: "R"):
      // Shift-F3 and its like look as a cursor in the first row does. Asking with `CSI ?6n` avoids
      // the doubt.
      if parameters.count == 2, !(parameter(0) == 1 && (2...8).contains(parameter(1))) {
        return .reply(cursorPosition)
      }
    case UInt8(ascii: "t") where parameter(0) == 8 && parameters.count == 3:
      return .reply(.textAreaSize(rows: parameter(1), columns: parameter(2)))
    default: break
    }
    return key.map { .key($0) }
  }

  private var cursorPosition: TerminalReply {
    .cursorPosition(
      row: max(0, parameter(0, default: 1) - 1), column: max(0, parameter(1, default: 1) - 1))
  }

  private var mouseEvent: InputEvent? {
    guard parameters.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else {
      return nil
    }
    return .mouse(
      MouseEvent(
        code: parameter(0), column: parameter(1), row: parameter(2),
        isRelease: final == UInt8(ascii: "m")))
  }

  private var reply: TerminalReply? {
    let question = UInt8(ascii: "?")
    switch (marker, final) {
    case (question, UInt8(ascii: "y")) where intermediates == [UInt8(ascii: "$")]:
      return .mode(number: parameter(0), state: parameter(1))
    case _ where !intermediates.isEmpty: return nil
    case (question, UInt8(ascii: "c")): return .deviceAttributes(parameters.map { $0 ?? 0 })
    case (UInt8(ascii: ">"), UInt8(ascii: "c")):
      return .secondaryDeviceAttributes(parameters.map { $0 ?? 0 })
    case (question, UInt8(ascii: "R")): return cursorPosition
    case (question, UInt8(ascii: "u")): return .keyboardFlags(parameter(0))
    default: return nil
    }
  }

  /// The key, in the encodings of xterm, VT220, rxvt and kitty.
  private var key: Key? {
    guard intermediates.isEmpty else { return nil }
    switch final {
    case UInt8(ascii: "~"): return tildeKey
    case UInt8(ascii: "^"): return Self.numbered(parameter(0)).map { Key($0, .control) }
    case UInt8(ascii: "@"):
      return Self.numbered(parameter(0)).map { Key($0, [.control, .shift]) }
    case UInt8(ascii: "u"): return codePointKey(parameter(0), modifiers: parameter(1, default: 1))
    case UInt8(ascii: "Z"): return .shiftTab
    case UInt8(ascii: "a")...UInt8(ascii: "d") where parameters.isEmpty:
      // rxvt's shifted arrows.
      return Self.lettered(final - 0x20).map { Key($0, .shift) }
    default:
      guard let modifiers = Self.modifiers(parameter(1, default: 1)) else { return nil }
      return Self.lettered(final).map { Key($0, modifiers) }
    }
  }

  private var tildeKey: Key? {
    // xterm's modifyOtherKeys.
    if parameter(0) == 27, parameters.count == 3 {
      return codePointKey(parameter(2), modifiers: parameter(1, default: 1))
    }
    guard let modifiers = Self.modifiers(parameter(1, default: 1)) else { return nil }
    return Self.numbered(parameter(0)).map { Key($0, modifiers) }
  }

  /// Keys that end in a letter, after `CSI` and after `SS3`.
  static func lettered(_ letter: UInt8) -> KeyCode? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "P"): .function(1)
    case UInt8(ascii: "Q"): .function(2)
    case UInt8(ascii: "R"): .function(3)
    case UInt8(ascii: "S"): .function(4)
    default: nil
    }
  }

  /// Keys that end in a tilde, by their number.
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

  /// One more than a set of bits. Nil where Super, Hyper or Meta is held: such a key must not type
  /// its letter.
  private static func modifiers(_ number: Int) -> KeyModifiers? {
    let bits = max(1, number) - 1
    // Caps Lock and Num Lock (64 and 128) change nothing here.
    if bits & 0b111000 != 0 { return nil }
    var modifiers: KeyModifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 2 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  private func codePointKey(_ codePoint: Int, modifiers number: Int) -> Key? {
    guard var modifiers = Self.modifiers(number) else { return nil }
    switch codePoint {
    case 9: return Key(.tab, modifiers)
    case 13, 57414: return Key(.enter, modifiers)
    case 27: return Key(.escape, modifiers)
    case 8, 127: return Key(.backspace, modifiers)
    // The private use area is where kitty puts keys that type nothing.
    case 57344...63743: return nil
    default: break
    }
    guard codePoint >= 0x20, let scalar = UInt32(exactly: codePoint).flatMap(Unicode.Scalar.init)
    else { return nil }
    var character = Character(scalar)
    if modifiers == .shift {
      let upper = character.uppercased()
      if upper.count == 1, let first = upper.first { character = first }
      modifiers = []
    }
    return Key(.character(character), modifiers)
  }
}
