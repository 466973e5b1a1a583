import MillraceRender
import MillraceTerminal
import MillraceWidgets
import Testing

@Suite("Input")
struct InputDecoderTests {
  private func decode(_ text: String) -> [InputEvent] {
    var decoder = InputDecoder()
    let events = decoder.decode(Array(text.utf8))
    #expect(!decoder.isPending, "\(text.debugDescription)")
    return events
  }

  private func keys(_ text: String) -> String {
    decode(text).map { event in
      if case .key(let key) = event { key.description } else { "?" }
    }.joined(separator: " ")
  }

  @Test("text comes as a key for each cluster")
  func text() {
    #expect(keys("aÄ漢") == "a Ä 漢")
    #expect(decode("👨‍👩‍👧") == [.key(.character("👨‍👩‍👧"))])
    #expect(decode("e\u{301}x") == [.key(.character("e\u{301}")), .key(.character("x"))])
    #expect(decode(" ") == [.key(.space)])
  }

  @Test("control characters are keys of their own or letters with Control")
  func controls() {
    #expect(keys("\r\n\t\u{7F}\u{8}") == "enter enter tab backspace backspace")
    #expect(
      keys("\u{1}\u{3}\u{1A}\u{0}\u{1C}\u{1F}") == "ctrl+a ctrl+c ctrl+z ctrl+space ctrl+\\ ctrl+_")
  }

  @Test(
    "every encoding of the editing keys is known",
    arguments: [
      ("[A", "up"), ("[B", "down"), ("[C", "right"), ("[D", "left"), ("[H", "home"), ("[F", "end"),
      ("OA", "up"), ("OD", "left"), ("OH", "home"), ("OF", "end"), ("OP", "f1"), ("OS", "f4"),
      ("OM", "enter"),
      ("[1~", "home"), ("[7~", "home"), ("[4~", "end"), ("[8~", "end"), ("[2~", "insert"),
      ("[3~", "delete"),
      ("[5~", "pageup"), ("[6~", "pagedown"), ("[11~", "f1"), ("[15~", "f5"), ("[17~", "f6"),
      ("[21~", "f10"),
      ("[23~", "f11"), ("[24~", "f12"), ("[[A", "f1"), ("[[E", "f5"), ("[P", "f1"),
      ("[Z", "shift+tab"),
      ("[1;2A", "shift+up"), ("[1;5C", "ctrl+right"), ("[1;3D", "alt+left"),
      ("[1;8H", "ctrl+alt+shift+home"),
      ("[3;5~", "ctrl+delete"), ("[15;2~", "shift+f5"), ("[1;2P", "shift+f1"), ("[1;5R", "ctrl+f3"),
      ("[a", "shift+up"), ("Oc", "ctrl+right"), ("[3^", "ctrl+delete"),
      ("[5@", "ctrl+shift+pageup"),
      ("[97;5u", "ctrl+a"), ("[27u", "esc"), ("[13;2u", "shift+enter"), ("[97;2u", "A"),
      ("[27;5;105~", "ctrl+i"),
      ("\u{1B}[A", "alt+up"), ("\u{1B}OB", "alt+down"),
      ("a", "alt+a"), ("É", "alt+É"), ("\u{7F}", "alt+backspace"), ("\r", "alt+enter"),
      ("\u{1}", "ctrl+alt+a"),
    ])
  func editingKeys(sequence: String, name: String) {
    #expect(keys("\u{1B}" + sequence) == name)
  }

  @Test("a lone escape is a key only when nothing follows in time")
  func escapeKey() {
    var decoder = InputDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.isPending)
    #expect(decoder.flush() == [.key(.escape)])
    #expect(!decoder.isPending)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.decode([0x1B, 0x1B]).isEmpty)
    #expect(decoder.flush() == [.key(.escape), .key(.escape)])
    #expect(decode("\u{1B}\u{1B}a") == [.key(.escape), .key(.alt("a"))])
  }

  @Test("Alt with a character that starts sequences is that key when nothing follows in time")
  func altBracket() {
    for character in ["[", "O", "]", "P"] as [Character] {
      var decoder = InputDecoder()
      #expect(decoder.decode(Array("\u{1B}\(character)".utf8)).isEmpty)
      #expect(decoder.flush() == [.key(.alt(character))])
    }
    #expect(decode("\u{1B}]x") == [.key(.alt("]")), .key(.character("x"))])
    #expect(decode("\u{1B}Px") == [.key(.alt("P")), .key(.character("x"))])
  }

  @Test("a paste is text, whatever is in it")
  func paste() {
    #expect(
      decode("\u{1B}[200~a\r\nb\rc\u{1B}[A\u{3}\u{1B}[201~x")
        == [.paste("a\nb\nc\u{1B}[A\u{3}"), .key(.character("x"))])
    #expect(decode("\u{1B}[200~\u{1B}[201~") == [.paste("")])
  }

  @Test("a paste without end is delivered when nothing more comes")
  func openPaste() {
    var decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1B}[200~abc\u{1B}[20".utf8)).isEmpty)
    #expect(decoder.isPending && decoder.isPasting)
    #expect(decoder.flush() == [.paste("abc\u{1B}[20")])
    #expect(!decoder.isPending && !decoder.isPasting)
  }

  @Test("a long paste comes in pieces that cut no scalar, line break or end mark")
  func longPaste() {
    let text = String(repeating: "漢字\r\nabc😀\u{1B}[20", count: 50)
    for size in 16..<48 {
      var decoder = InputDecoder(pasteSize: size)
      let events = decoder.decode(Array(("\u{1B}[200~" + text + "\u{1B}[201~").utf8))
      var joined = ""
      for event in events {
        guard case .paste(let piece) = event else {
          Issue.record("not a paste: \(event)")
          return
        }
        #expect(piece.utf8.count <= size)
        joined += piece
      }
      #expect(events.count > 1)
      #expect(joined == text.replacing("\r\n", with: "\n"))
    }
  }

  @Test("the mouse comes with cells, buttons and modifiers")
  func mouse() {
    #expect(decode("\u{1B}[<0;1;1M") == [.mouse(MouseEvent(.press, button: .left, x: 0, y: 0))])
    #expect(
      decode("\u{1B}[<2;10;20m") == [.mouse(MouseEvent(.release, button: .right, x: 9, y: 19))])
    #expect(decode("\u{1B}[<64;3;4M") == [.mouse(MouseEvent(.wheelUp, x: 2, y: 3))])
    #expect(decode("\u{1B}[<65;3;4M") == [.mouse(MouseEvent(.wheelDown, x: 2, y: 3))])
    #expect(decode("\u{1B}[<32;3;4M") == [.mouse(MouseEvent(.drag, button: .left, x: 2, y: 3))])
    #expect(decode("\u{1B}[<35;3;4M") == [.mouse(MouseEvent(.move, x: 2, y: 3))])
    #expect(
      decode("\u{1B}[<28;3;4M")
        == [
          .mouse(
            MouseEvent(.press, button: .left, x: 2, y: 3, modifiers: [.shift, .alt, .control]))
        ])
    #expect(
      decode("\u{1B}[<128;3;4M") == [.mouse(MouseEvent(.press, button: .other(8), x: 2, y: 3))])
    #expect(decode("\u{1B}[M !\"") == [.mouse(MouseEvent(.press, button: .left, x: 0, y: 1))])
    #expect(decode("\u{1B}[<0;0;99999999999999999999M").count == 1)
  }

  @Test("focus and answers are told from keys")
  func replies() {
    #expect(decode("\u{1B}[I\u{1B}[O") == [.focusGained, .focusLost])
    #expect(decode("\u{1B}[?2026;2$y") == [.reply(.mode(number: 2026, state: 2))])
    #expect(decode("\u{1B}[12;40R") == [.reply(.cursorPosition(row: 11, column: 39))])
    #expect(decode("\u{1B}[?1;5R") == [.reply(.cursorPosition(row: 0, column: 4))])
    #expect(decode("\u{1B}[?62;4;22c") == [.reply(.deviceAttributes([62, 4, 22]))])
    #expect(decode("\u{1B}[>41;390;0c") == [.reply(.secondaryDeviceAttributes([41, 390, 0]))])
    #expect(decode("\u{1B}[?1u") == [.reply(.keyboardFlags(1))])
    #expect(decode("\u{1B}[8;24;80t") == [.reply(.textAreaSize(rows: 24, columns: 80))])
    #expect(
      decode("\u{1B}]11;rgb:0/0/0\u{07}x")
        == [.reply(.operatingSystemCommand("11;rgb:0/0/0")), .key(.character("x"))])
    #expect(decode("\u{1B}P>|term 1\u{1B}\\") == [.reply(.deviceControl(">|term 1"))])
  }

  @Test("what nobody knows is swallowed whole, and what follows is not lost")
  func unknown() {
    #expect(
      decode("\u{1B}[12;34zq") == [.unknown(Array("\u{1B}[12;34z".utf8)), .key(.character("q"))])
    #expect(decode("\u{1B}[1;\u{3}") == [.unknown(Array("\u{1B}[1;".utf8)), .key(.control("c"))])
    #expect(decode("\u{1B}[1\u{1B}[A") == [.unknown(Array("\u{1B}[1".utf8)), .key(.up)])
    #expect(decode("\u{1B}[1漢") == [.unknown(Array("\u{1B}[1".utf8)), .key(.character("漢"))])
    #expect(
      decode("\u{1B}]11;x\u{1B}[A") == [.unknown(Array("\u{1B}]11;x".utf8)), .key(.up)])
    #expect(decode("\u{1B}[97;9u") == [.unknown(Array("\u{1B}[97;9u".utf8))])
    let long = String(repeating: "1", count: 1000)
    let events = decode("\u{1B}[" + long)
    #expect(events.first == .unknown(Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 254)))
    #expect(events.count == 1 + 1000 - 254)
  }

  @Test("what is not UTF-8 comes as replacement characters")
  func invalid() {
    var decoder = InputDecoder()
    #expect(
      decoder.decode([0xC3, 0x28, 0xFF, 0xE2, 0x82])
        == [.key(.character("\u{FFFD}")), .key(.character("(")), .key(.character("\u{FFFD}"))])
    #expect(decoder.isPending)
    #expect(decoder.decode([0x61]) == [.key(.character("\u{FFFD}")), .key(.character("a"))])
    #expect(decoder.decode([0xF0, 0x9F]).isEmpty)
    #expect(decoder.flush() == [.key(.character("\u{FFFD}"))])
  }
}
