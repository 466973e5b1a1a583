import MillraceRender
import MillraceTerminal
import Testing

@Suite("Kitty's keyboard protocol")
struct KittyKeyboardTests {
  private func decode(_ sequence: String) -> [InputEvent] {
    var decoder = InputDecoder()
    let events = decoder.decode(Array("\u{1B}[\(sequence)".utf8))
    #expect(decoder.finish().isEmpty, "\(sequence)")
    return events
  }

  @Test(
    "keys are known with every modifier",
    arguments: [
      ("97u", "a"), ("97;1u", "a"), ("97;2u", "A"), ("97;5u", "ctrl+a"), ("97;6u", "ctrl+shift+a"),
      ("97;3u", "alt+a"), ("97;4u", "alt+A"), ("97;9u", "super+a"), ("97;17u", "hyper+a"),
      ("97;33u", "meta+a"), ("97;10u", "super+shift+a"), ("97;65u", "a"), ("97;133u", "ctrl+a"),
      ("97;64u", "hyper+meta+super+ctrl+alt+shift+a"), ("65;5u", "ctrl+a"), ("304;5u", "ctrl+i̇"),
      ("49:33;2u", "!"), ("49:33;4u", "alt+!"), ("49:33;6u", "ctrl+shift+1"), ("223;2u", "ß"),
      ("97:65:113;2u", "A"), ("1092::97;5u", "ctrl+a"), ("1092;5u", "ctrl+ф"), ("1092::97u", "ф"),
      ("32;2u", "space"),
      // The text that a key types is not requested.
      ("97;2;65u", "A"), ("97;5;97u", "ctrl+a"), ("97;;27u", "a"),
      ("13u", "enter"), ("9;2u", "shift+tab"), ("127;3u", "alt+backspace"), ("27;5u", "ctrl+esc"),
      ("57376u", "f13"), ("57398;2u", "shift+f35"), ("57399u", "0"), ("57408u", "9"),
      ("57409u", "."), ("57410u", "/"), ("57411u", "*"), ("57412u", "-"), ("57413u", "+"),
      ("57414u", "enter"), ("57415u", "="), ("57416u", ","), ("57417u", "left"),
      ("57418;5u", "ctrl+right"), ("57419u", "up"), ("57420u", "down"), ("57421u", "pageup"),
      ("57422u", "pagedown"), ("57423u", "home"), ("57424u", "end"), ("57425u", "insert"),
      ("57426u", "delete"), ("1;3:1A", "alt+up"), ("3;1:1~", "delete"), ("13~", "f3"),
      ("1;1:1P", "f1"),
    ])
  func keys(sequence: String, name: String) {
    let events = decode(sequence)
    guard case .key(let key) = events.first, events.count == 1 else {
      Issue.record("not a key: \(events)")
      return
    }
    #expect(key.description == name)
  }

  @Test("a held key repeats, and its release is reported")
  func kinds() {
    #expect(decode("97;1:2u") == [.keyRepeated(.character("a"))])
    #expect(decode("97;1:3u") == [.keyReleased(.character("a"))])
    #expect(decode("97;5:3u") == [.keyReleased(.control("a"))])
    #expect(decode("1;1:2A") == [.keyRepeated(.up)])
    #expect(decode("1;2:3B") == [.keyReleased(Key(.down, .shift))])
    #expect(decode("3;1:3~") == [.keyReleased(.delete)])
    #expect(decode("97;1:4u") == [.unknown(Array("\u{1B}[97;1:4u".utf8))])
  }

  @Test(
    "keys that the library does not support are unknown events",
    arguments: [
      "57358u", "57427u", "57428u", "57441;2u", "57454u", "57344u", "0u", "1u", "155u", "55296u",
      "1114112u", "99999999999999999999u", "0;;27u", "0;;97:98u",
    ])
  func unknown(sequence: String) {
    #expect(decode(sequence) == [.unknown(Array("\u{1B}[\(sequence)".utf8))])
  }

  @Test("a key with a modifier other than Shift types no text")
  func text() {
    for modifiers in 1...256 {
      guard case .key(let key) = decode("97;\(modifiers)u").first else {
        Issue.record("not a key with \(modifiers)")
        return
      }
      #expect((key.text != nil) == ((modifiers - 1) & 0b111110 == 0), "\(modifiers)")
    }
  }
}
