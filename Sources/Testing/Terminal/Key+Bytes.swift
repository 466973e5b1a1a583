import MillraceRender
import MillraceTerminal

extension Key {
  /// The bytes that a terminal sends for the key: those of xterm, but for F1 to F4 those of rxvt.
  /// None for function keys above F12.
  package var bytes: [UInt8] {
    let parameter =
      1 + (modifiers.contains(.shift) ? 1 : 0) + (modifiers.contains(.alt) ? 2 : 0)
      + (modifiers.contains(.control) ? 4 : 0)
    func cursor(_ letter: String) -> String {
      parameter == 1 ? "\u{1B}[\(letter)" : "\u{1B}[1;\(parameter)\(letter)"
    }
    func numbered(_ number: Int) -> String {
      parameter == 1 ? "\u{1B}[\(number)~" : "\u{1B}[\(number);\(parameter)~"
    }
    let escape = modifiers.contains(.alt) ? "\u{1B}" : ""
    let text: String
    switch code {
    case .up: text = cursor("A")
    case .down: text = cursor("B")
    case .right: text = cursor("C")
    case .left: text = cursor("D")
    case .home: text = cursor("H")
    case .end: text = cursor("F")
    case .insert: text = numbered(2)
    case .delete: text = numbered(3)
    case .pageUp: text = numbered(5)
    case .pageDown: text = numbered(6)
    case .function(let number):
      let codes = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]
      text = codes.indices.contains(number - 1) ? numbered(codes[number - 1]) : ""
    case .enter: text = escape + "\r"
    case .tab: text = modifiers.contains(.shift) ? "\u{1B}[Z" : escape + "\t"
    case .backspace: text = escape + "\u{7F}"
    case .escape: text = escape + "\u{1B}"
    case .character(let character):
      if modifiers.contains(.control), let ascii = character.asciiValue {
        text = escape + String(UnicodeScalar(ascii & 0x1F))
      } else {
        text = escape + String(character)
      }
    }
    return Array(text.utf8)
  }
}
