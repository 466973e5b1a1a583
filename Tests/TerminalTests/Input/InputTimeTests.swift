import MillraceRender
import MillraceTerminal
import Testing

@Suite("Input and time")
struct InputTimeTests {
  /// A decoder that gets input as from a device: expired input is decoded before new bytes.
  private struct Reader {
    var decoder = InputDecoder(pasteSize: 32)
    var now = Duration.seconds(7)

    mutating func wait(_ milliseconds: Int) -> [InputEvent] {
      now += .milliseconds(milliseconds)
      return decoder.expire(at: now)
    }

    mutating func read(_ text: String) -> [InputEvent] {
      decoder.decode(Array(text.utf8), at: now)
    }
  }

  private func unknown(_ text: String) -> InputEvent { .unknown(Array(text.utf8)) }

  @Test(
    "an ambiguous start of a sequence is a key after 100 ms",
    arguments: [
      ("\u{1B}", "esc"), ("\u{1B}[", "alt+["), ("\u{1B}O", "alt+O"), ("\u{1B}\u{1B}", "esc esc"),
      ("\u{1B}\u{1B}[", "esc alt+["), ("\u{1B}\u{1B}O", "esc alt+O"), ("\u{1B}]", "alt+]"),
      ("\u{1B}P", "alt+P"), ("\u{1B}_", "alt+_"),
    ])
  func ambiguous(bytes: String, names: String) {
    var reader = Reader()
    for character in bytes {
      #expect(reader.wait(99).isEmpty)
      #expect(reader.read(String(character)).isEmpty)
    }
    #expect(reader.decoder.deadline == reader.now + .milliseconds(100))
    #expect(reader.wait(99).isEmpty)
    let keys = reader.wait(1).map { event in
      if case .key(let key) = event { key.description } else { "?" }
    }
    #expect(keys.joined(separator: " ") == names)
    #expect(reader.decoder.deadline == nil)
    #expect(reader.wait(10_000).isEmpty)
  }

  @Test(
    "time alone turns no other incomplete sequence into keys",
    arguments: [
      "\u{1B}[1", "\u{1B}[?", "\u{1B}[[", "\u{1B}[M", "\u{1B}[M !", "\u{1B}]1",
      "\u{1B}]1;x\u{1B}", "\u{1B}P>", "\u{1B}_G",
    ])
  func waiting(bytes: String) {
    var reader = Reader()
    #expect(reader.read(bytes).isEmpty)
    #expect(reader.decoder.deadline == nil)
    #expect(reader.wait(1_000_000).isEmpty)
  }

  @Test("an incomplete character waits for its other bytes")
  func character() {
    var reader = Reader()
    for byte in "😀".utf8.dropLast() {
      #expect(reader.decoder.decode([byte], at: reader.now).isEmpty)
      #expect(reader.decoder.deadline == nil)
      #expect(reader.wait(10_000).isEmpty)
    }
    #expect(reader.decoder.decode([0x80], at: reader.now) == [.key(.character("😀"))])
  }

  @Test(
    "if the rest of a sequence is late, it is one unknown event",
    arguments: [
      ("\u{1B}", "[A"), ("\u{1B}", "[1;5A"), ("\u{1B}", "[<0;1;1M"), ("\u{1B}", "[M !!"),
      ("\u{1B}", "[[A"), ("\u{1B}", "OA"), ("\u{1B}", "]11;rgb:0/0/0\u{7}"),
      ("\u{1B}", "P>|x\u{1B}\\"), ("\u{1B}", "_Gi=1\u{7}"), ("\u{1B}\u{1B}", "[A"),
      ("\u{1B}\u{1B}", "OA"), ("\u{1B}[", "1;5A"), ("\u{1B}[", "<0;1;1M"), ("\u{1B}[", "M !!"),
      ("\u{1B}[", "[A"), ("\u{1B}[", "3$"), ("\u{1B}\u{1B}[", "5~"),
      ("\u{1B}]", "11;rgb:0/0/0\u{7}"), ("\u{1B}P", ">|x\u{1B}\\"), ("\u{1B}_", "Gi=1\u{7}"),
    ])
  func lateRest(start: String, rest: String) {
    for pause in [0, 999] {
      var reader = Reader()
      _ = reader.read(start)
      #expect(!reader.wait(100).isEmpty)
      #expect(reader.wait(pause).isEmpty)
      #expect(reader.read(rest + "q\u{1B}[A") == [unknown(rest), .key(.character("q")), .key(.up)])
    }
    // The rest can also arrive in pieces once it has started.
    for count in 2..<rest.count where start.last != "[" || !rest.dropFirst(count).isEmpty {
      var reader = Reader()
      _ = reader.read(start)
      _ = reader.wait(100)
      #expect(reader.read(String(rest.prefix(count))).isEmpty)
      for character in rest.dropFirst(count).dropLast() {
        #expect(reader.wait(10_000).isEmpty)
        #expect(reader.read(String(character)).isEmpty)
      }
      #expect(reader.read(String(rest.suffix(1)) + "q") == [unknown(rest), .key(.character("q"))])
    }
    // After more than a second, the rest is text.
    var reader = Reader()
    _ = reader.read(start)
    _ = reader.wait(100)
    _ = reader.wait(1001)
    #expect(reader.read(rest).first == .key(.character(rest.first ?? " ")))
  }

  @Test("keys after an ambiguous key are keys")
  func keysAfter() {
    for (start, rest) in [
      ("\u{1B}", ["jk"]), ("\u{1B}", ["O"]), ("\u{1B}", ["[", "A"]), ("\u{1B}", ["O", "ab"]),
      ("\u{1B}", ["O1"]), ("\u{1B}", ["]x"]), ("\u{1B}", ["[漢"]), ("\u{1B}[", ["A"]),
      ("\u{1B}[", ["1", "A"]), ("\u{1B}O", ["A"]), ("\u{1B}O", ["1A"]), ("\u{1B}[", ["漢x"]),
      ("\u{1B}]", ["1", "2", "ab"]), ("\u{1B}P", ["x1"]), ("\u{1B}_", ["G", "x"]),
    ] {
      var reader = Reader()
      _ = reader.read(start)
      _ = reader.wait(100)
      let keys = rest.joined().map { InputEvent.key(.character($0)) }
      #expect(rest.flatMap { reader.read($0) } == keys, "\(rest)")
    }
    var reader = Reader()
    _ = reader.read("\u{1B}O")
    _ = reader.wait(100)
    #expect(reader.read("Ax") == [unknown("A"), .key(.character("x"))])
    _ = reader.read("\u{1B}")
    _ = reader.wait(100)
    #expect(reader.read("\u{1B}[A") == [.key(.up)])
    _ = reader.read("\u{1B}")
    _ = reader.wait(100)
    #expect(reader.read("[1\u{3}") == [unknown("[1"), .key(.control("c"))])
  }

  @Test("a paste is text, even if the rest of its start sequence was late")
  func latePaste() {
    var reader = Reader()
    _ = reader.read("\u{1B}")
    _ = reader.wait(100)
    #expect(reader.read("[200~quit\u{1B}[201~") == [unknown("[200~"), .paste("quit")])
  }

  @Test("available bytes are decoded before time is considered")
  func bytesFirst() {
    var reader = Reader()
    _ = reader.read("\u{1B}")
    reader.now += .seconds(10)
    #expect(reader.read("[A") == [.key(.up)])
  }

  @Test("a paste without an end is text after 5 s of silence")
  func openPaste() {
    var reader = Reader()
    for part in ["\u{1B}[200~abc", "d\r", "\u{1B}[20"] {
      #expect(reader.read(part).isEmpty)
      #expect(reader.wait(4999).isEmpty)
    }
    #expect(reader.wait(1) == [.paste("abcd\n\u{1B}[20")])
    #expect(reader.decoder.deadline == nil)
    #expect(reader.read("q") == [.key(.character("q"))])
  }

  @Test("text without paste sequences gives keys, however much arrives at once")
  func withoutPasteSequences() {
    var reader = Reader()
    let line = String(repeating: "漢é", count: 40) + "\tq\r"
    let keys = Array(repeating: [Key("漢"), "é"], count: 40).flatMap(\.self) + [.tab, "q", .enter]
    for _ in 0..<2 {
      #expect(reader.read(line) == keys.map { .key($0) })
      #expect(reader.wait(10).isEmpty)
    }
  }
}
