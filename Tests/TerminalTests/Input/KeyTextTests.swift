import Foundation
import MillraceRender
import MillraceWidgets
import Testing

@Suite("Keys as text")
struct KeyTextTests {
  @Test("every key with every modifier is parsed from its description")
  func roundTrip() {
    var codes: [KeyCode] = [
      .enter, .tab, .backspace, .delete, .escape, .insert, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown, .function(1), .function(12), .function(35),
    ]
    codes += ["d", "D", "?", "+", "-", " ", "f", "é", "漢", "👩‍👩‍👧", "\u{301}"].map(KeyCode.character)
    for code in codes {
      #expect(KeyCode(code.description) == code)
      for held in UInt8(0)..<64 {
        let key = Key(code, KeyModifiers(rawValue: held))
        #expect(Key(key.description) == key, "\(key)")
      }
    }
  }

  @Test("text that names no key is rejected")
  func unknown() {
    let texts = [
      "", "dd", "Enter", "ctrl+", "ctrl", "shift+ctrl+x", "ctrl+super+x", "f05", "f+5",
      "ctrl+ctrl+a",
    ]
    for text in texts {
      #expect(Key(text) == nil, "\(text)")
    }
  }

  @Test("function keys are parsed from f1 to f35, the last one that a terminal can send")
  func functionKeys() {
    for number in 1...35 { #expect(Key("f\(number)") == .function(number)) }
    for text in ["f0", "f-1", "f36", "f999", "ctrl+f0"] {
      #expect(Key(text) == nil, "\(text)")
    }
  }

  @Test("a string literal is a key")
  func literals() {
    let keys: [Key] = [
      "d", "D", "?", "ctrl+s", "alt+x", "shift+tab", "pageup", "f5", "space", "esc",
    ]
    #expect(
      keys == [
        .character("d"), .character("D"), .character("?"), .control("s"), .alt("x"), .shiftTab,
        .pageUp, .function(5), .space, .escape,
      ])
  }

  @Test("a literal that names no key stops the program with a message")
  func literalMistake() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let key: Key = "contrl+s"
      print(key)
    }
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    let expected =
      "\"contrl+s\" is not a key: write one character, a function key such as f1, or one of space,"
    #expect(message?.contains(expected) == true)
  }

  @Test("a key map is encoded as a dictionary of texts")
  func keyMapCoding() throws {
    let map = KeyMap(["quit": ["super+q", "f10"], "delete": []])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(map)
    #expect(String(decoding: json, as: UTF8.self) == #"{"delete":[],"quit":["super+q","f10"]}"#)
    #expect(try JSONDecoder().decode(KeyMap.self, from: json) == map)
  }

  @Test("a text in a key map that names no key throws an error that names it")
  func keyMapMistake() {
    let error = KeyMapError.unknownKey("contrl+q", of: "quit")
    #expect(throws: error) { try KeyMap(parsing: ["quit": ["q", "contrl+q"]]) }
    #expect(throws: error) {
      try JSONDecoder().decode(KeyMap.self, from: Data(#"{"quit":["contrl+q"]}"#.utf8))
    }
    #expect(
      error.description
        == "invalid key for \"quit\": \"contrl+q\" is not a key: write one character, a function key "
        + "such as f1, or one of space, enter, tab, backspace, delete, esc, insert, up, down, left, "
        + "right, home, end, pageup, pagedown; modifiers come before it, in the order hyper+, "
        + "meta+, super+, ctrl+, alt+, shift+")
  }
}
