import MillraceRender
import MillraceTerminal
import Testing

@Suite("Input")
struct InputDecoderTests {
  private func decode(_ text: String) -> [InputEvent] {
    var decoder = InputDecoder()
    let events = decoder.decode(Array(text.utf8))
    #expect(decoder.finish().isEmpty, "\(text.debugDescription)")
    return events
  }

  private func keys(_ text: String) -> String {
    decode(text).map { event in
      if case .key(let key) = event { key.description } else { "?" }
    }.joined(separator: " ")
  }

  @Test("text is decoded as one key for each grapheme cluster")
  func text() {
    #expect(keys("aÄ漢") == "a Ä 漢")
    #expect(decode("👨‍👩‍👧") == [.key(.character("👨‍👩‍👧"))])
    #expect(decode("e\u{301}x") == [.key(.character("e\u{301}")), .key(.character("x"))])
    #expect(decode(" ") == [.key(.space)])
  }

  @Test("control characters are decoded as special keys or as letters with Control")
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
      ("[5@", "ctrl+shift+pageup"), ("[3$", "shift+delete"), ("[24$", "shift+f12"),
      ("[d", "shift+left"), ("Oa", "ctrl+up"), ("\u{1B}[a", "alt+shift+up"),
      ("\u{1B}Oa", "ctrl+alt+up"), ("\u{1B}[3~", "alt+delete"), ("\u{1B}[3^", "ctrl+alt+delete"),
      ("Op", "0"), ("Oy", "9"), ("Oj", "*"), ("Ok", "+"), ("Ol", ","), ("Om", "-"), ("On", "."),
      ("Oo", "/"), ("OX", "="), ("OI", "tab"), ("O ", "space"), ("OR", "f3"), ("[R", "f3"),
      ("[1;1R", "?"), ("[25~", "f13"), ("[28~", "f15"), ("[31~", "f17"), ("[34~", "f20"),
      ("[1;6Z", "ctrl+shift+tab"), ("[27;2;65~", "A"), ("[27;6;65~", "ctrl+shift+a"),
      ("[27;3;13~", "alt+enter"), ("[1;9A", "super+up"), ("[3;33~", "meta+delete"),
      ("\u{1B}[[B", "alt+f2"), ("\u{0}", "ctrl+alt+space"), ("\t", "alt+tab"), ("X", "alt+X"),
      ("^", "alt+^"),
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
    #expect(decoder.finish() == [.key(.escape)])
    #expect(decoder.finish().isEmpty)
    #expect(decoder.decode([0x1B, 0x1B]).isEmpty)
    #expect(decoder.finish() == [.key(.escape), .key(.escape)])
    #expect(decode("\u{1B}\u{1B}a") == [.key(.escape), .key(.alt("a"))])
  }

  @Test("Alt with a character that starts sequences is a key when nothing follows")
  func altBracket() {
    for character in ["[", "O", "]", "P", "_"] as [Character] {
      var decoder = InputDecoder()
      #expect(decoder.decode(Array("\u{1B}\(character)".utf8)).isEmpty)
      #expect(decoder.finish() == [.key(.alt(character))])
    }
    #expect(decode("\u{1B}]x") == [.key(.alt("]")), .key(.character("x"))])
    #expect(decode("\u{1B}Px") == [.key(.alt("P")), .key(.character("x"))])
    #expect(decode("\u{1B}_x") == [.key(.alt("_")), .key(.character("x"))])
    #expect(
      decode("\u{1B}\u{1B}]1;a\u{7}")
        == [.key(.escape), .reply(.operatingSystemCommand("1;a"))])
  }

  @Test("a paste is text, with any content")
  func paste() {
    #expect(
      decode("\u{1B}[200~a\r\nb\rc\u{1B}[A\u{3}\u{1B}[201~x")
        == [.paste("a\nb\nc\u{1B}[A\u{3}"), .key(.character("x"))])
    #expect(decode("\u{1B}[200~\u{1B}[201~") == [.paste("")])
  }

  @Test("Escape is a key even if a report of the terminal follows at once")
  func escapeBeforeReply() {
    #expect(decode("\u{1B}\u{1B}[?1u") == [.key(.escape), .reply(.keyboardFlags(1))])
    #expect(decode("\u{1B}\u{1B}[I") == [.key(.escape), .focusGained])
    #expect(decode("\u{1B}\u{1B}[200~a\u{1B}[201~") == [.key(.escape), .paste("a")])
  }

  @Test("a long paste arrives in pieces that split no scalar, line break or end sequence")
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

  @Test("mouse events have cells, buttons and modifiers")
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

  @Test("focus events and answers are not keys")
  func replies() {
    #expect(decode("\u{1B}[I\u{1B}[O") == [.focusGained, .focusLost])
    #expect(decode("\u{1B}[?2026;2$y") == [.reply(.mode(number: 2026, state: 2))])
    #expect(decode("\u{1B}[12;40R") == [.reply(.cursorPosition(row: 11, column: 39))])
    #expect(decode("\u{1B}[?1;5R") == [.reply(.cursorPosition(row: 0, column: 4))])
    #expect(decode("\u{1B}[?62;4;22c") == [.reply(.deviceAttributes([62, 4, 22]))])
    #expect(decode("\u{1B}[?1u") == [.reply(.keyboardFlags(1))])
    #expect(decode("\u{1B}[8;24;80t") == [.reply(.textAreaSize(rows: 24, columns: 80))])
    #expect(decode("\u{1B}[48;24;80;480;960t") == [.reply(.textAreaSize(rows: 24, columns: 80))])
    #expect(decode("\u{1B}[?997;1n") == [.reply(.colorScheme(isDark: true))])
    #expect(decode("\u{1B}[?997;2n") == [.reply(.colorScheme(isDark: false))])
    #expect(
      decode("\u{1B}]11;rgb:0/0/0\u{07}x")
        == [.reply(.operatingSystemCommand("11;rgb:0/0/0")), .key(.character("x"))])
  }

  @Test("an unknown sequence is one event, and the input after it is kept")
  func unknown() {
    #expect(
      decode("\u{1B}[12;34zq") == [.unknown(Array("\u{1B}[12;34z".utf8)), .key(.character("q"))])
    #expect(decode("\u{1B}[1;\u{3}") == [.unknown(Array("\u{1B}[1;".utf8)), .key(.control("c"))])
    #expect(decode("\u{1B}[1\u{1B}[A") == [.unknown(Array("\u{1B}[1".utf8)), .key(.up)])
    #expect(decode("\u{1B}[1漢") == [.unknown(Array("\u{1B}[1".utf8)), .key(.character("漢"))])
    #expect(
      decode("\u{1B}]11;x\u{1B}[A") == [.unknown(Array("\u{1B}]11;x".utf8)), .key(.up)])
    #expect(decode("\u{1B}]11;\u{3}") == [.unknown(Array("\u{1B}]11;".utf8)), .key(.control("c"))])
    #expect(
      decode("\u{1B}[M!\u{3}") == [.unknown(Array("\u{1B}[M!".utf8)), .key(.control("c"))])
    #expect(decode("\u{1B}[[x") == [.unknown(Array("\u{1B}[[".utf8)), .key(.character("x"))])
    #expect(decode("\u{1B}OZ") == [.unknown(Array("\u{1B}OZ".utf8))])
    #expect(decode("\u{1B}[1;2;3A") == [.unknown(Array("\u{1B}[1;2;3A".utf8))])
    #expect(decode("\u{1B}[1;999A") == [.unknown(Array("\u{1B}[1;999A".utf8))])
    for answer in ["\u{1B}P1$r0m\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[>41;390;0c"] {
      #expect(decode(answer + "q") == [.unknown(Array(answer.utf8)), .key(.character("q"))])
    }
    #expect(
      decode("\u{1B}P>|term 1\u{1B}\\q") == [.reply(.version("term 1")), .key(.character("q"))])
    #expect(decode("\u{1B}[201~") == [.unknown(Array("\u{1B}[201~".utf8))])
  }

  @Test(
    "a sequence that is too long is truncated and consumed up to its end",
    arguments: [1, 7, 100_000])
  func tooLong(size: Int) {
    let digits = Array(repeating: UInt8(ascii: "1"), count: 20_000)
    for (start, end, length) in [("\u{1B}[", "A", 256), ("\u{1B}]", "\u{7}", 16384)] {
      let bytes = Array(start.utf8) + digits + Array(end.utf8) + [UInt8(ascii: "q")]
      var decoder = InputDecoder()
      var events: [InputEvent] = []
      for index in stride(from: 0, to: bytes.count, by: size) {
        events += decoder.decode(bytes[index...].prefix(size))
      }
      let kept = Array(bytes.prefix(length)) + (end == "A" ? [] : Array(end.utf8))
      #expect(events == [.unknown(kept), .key(.character("q"))])
    }
  }

  @Test("a cursor report in the first row is an F3 key")
  func cursorReports() {
    #expect(decode("\u{1B}[1;2R") == [.key(Key(.function(3), .shift))])
    #expect(decode("\u{1B}[1;33R") == [.key(Key(.function(3), .meta))])
    #expect(decode("\u{1B}[2;2R") == [.reply(.cursorPosition(row: 1, column: 1))])
    #expect(decode("\u{1B}[?1;2R") == [.reply(.cursorPosition(row: 0, column: 1))])
  }

  @Test("invalid UTF-8 gives replacement characters")
  func invalid() {
    var decoder = InputDecoder()
    #expect(
      decoder.decode([0xC3, 0x28, 0xFF, 0xE2, 0x82])
        == [.key(.character("\u{FFFD}")), .key(.character("(")), .key(.character("\u{FFFD}"))])
    #expect(decoder.decode([0x61]) == [.key(.character("\u{FFFD}")), .key(.character("a"))])
    #expect(decoder.decode([0xF0, 0x9F]).isEmpty)
    #expect(decoder.finish() == [.key(.character("\u{FFFD}"))])
    #expect(decoder.decode([0x1B, 0xF0, 0x9F]).isEmpty)
    #expect(decoder.finish() == [.key(.alt("\u{FFFD}"))])
  }
}
