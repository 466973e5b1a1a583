import Testing

@testable import MillraceTerminal

@Suite("Terminal traits")
struct TraitsTests {
  @Test(
    "the environment gives the terminal's features",
    arguments: [
      ("xterm-256color", TerminalFeatures.modern), ("tmux-256color", .modern),
      ("foot", .modern), ("vt100", .margins), ("", []),
      ("vt220", [.eraseCharacters, .insertCharacters, .margins, .attributeOff]),
      ("linux", [.columnAddressing, .eraseCharacters, .insertCharacters, .margins, .attributeOff]),
      (
        "linux-16color",
        [.columnAddressing, .eraseCharacters, .insertCharacters, .margins, .attributeOff]
      ),
    ] as [(String, TerminalFeatures)])
  func features(term: String, features: TerminalFeatures) {
    #expect(TerminalTraits.detect(environment: ["TERM": term]).features == features)
    #expect(TerminalTraits.detect(environment: [:]).features == [])
  }

  @Test(
    "the locale tells whether the terminal takes UTF-8",
    arguments: [
      (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false),
      (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], false),
      (["LANG": "C", "LC_CTYPE": "en_US.UTF-8"], true),
      (["LANG": "en_US.UTF-8", "LC_ALL": ""], true),
    ])
  func characterSet(environment: [String: String], isUTF8: Bool) {
    let traits = TerminalTraits.detect(environment: environment)
    #expect(traits.isUTF8 == isUTF8)
    #expect(traits.isCharsetKnown)
  }

  @Test("without a locale, the terminal's answer tells whether it takes UTF-8")
  func unknownCharacterSet() {
    for (width, isUTF8) in [(1, true), (2, false), (0, false), (9999, false)] {
      var dialogue = TerminalQueries(TerminalTraits.detect(environment: ["TERM": "xterm"]))
      #expect(!dialogue.traits.isUTF8)
      _ = dialogue.makeQueries()
      _ = dialogue.take(.cursorPosition(row: 1, column: width))
      _ = dialogue.take(.deviceAttributes([62]))
      #expect(dialogue.traits.isUTF8 == isUTF8)
    }
  }

  @Test(
    "the background is guessed from the environment, and known from the answer",
    arguments: [
      ("11;rgb:0000/0000/0000", TerminalTraits.Background.dark), ("11;rgb:ffff/ffff/ffff", .light),
      ("11;rgb:f/f/0", .light), ("11;rgb:28/2c/34", .dark), ("11;rgba:ff/ff/ff/80", .light),
      ("11;rgb:f/f", nil), ("11;rgb:12345/0/0", nil), ("11;rgb:", nil), ("11;red", nil),
      ("10;rgb:ffff/ffff/ffff", nil), ("11;rgb:-1/0/0", nil),
    ] as [(String, TerminalTraits.Background?)])
  func background(answer: String, background: TerminalTraits.Background?) {
    #expect(TerminalTraits.detect(environment: ["COLORFGBG": "15;0"]).background == .dark)
    #expect(TerminalTraits.detect(environment: ["COLORFGBG": "0;default;15"]).background == .light)
    #expect(TerminalTraits.detect(environment: ["COLORFGBG": "x"]).background == nil)
    var dialogue = TerminalQueries(TerminalTraits())
    _ = dialogue.makeQueries()
    _ = dialogue.take(.operatingSystemCommand(answer))
    #expect(dialogue.traits.background == background)
  }

  @Test("a terminal that would print the queries gets none")
  func oldTerminals() {
    for term in ["vt100", "vt220", "linux", ""] {
      var dialogue = TerminalQueries(TerminalTraits.detect(environment: ["TERM": term]))
      #expect(dialogue.makeQueries() == [])
      #expect(!dialogue.isWaiting)
    }
  }

  @Test("measured widths are trusted; implausible and missing ones are not")
  func measured() {
    var dialogue = TerminalQueries(TerminalTraits())
    _ = dialogue.makeQueries()
    // The answers: ambiguous characters take two columns, new emoji are unknown, a technologist
    // is in two parts, and the others are as in Unicode, except for one implausible width.
    let columns = [2, 1, 4, 2, 1, 2, 2, 1, 1, 1, 9999]
    for column in columns { _ = dialogue.take(.cursorPosition(row: 1, column: column)) }
    #expect(dialogue.traits.widths == .standard)
    let switched = dialogue.take(.deviceAttributes([62, 22]))
    #expect(switched != nil)
    #expect(!dialogue.isWaiting)
    let widths = dialogue.traits.widths
    #expect(widths.split == [.ambiguous, .joined])
    #expect(widths.unknown == [.emoji, .jamo, .other])
    // The user's own Shift-F3 later measures nothing.
    _ = dialogue.take(.cursorPosition(row: 1, column: 2))
    #expect(dialogue.traits.widths == widths)
  }

  @Test("known features are switched on after the answer, and off at the end")
  func switchedOn() {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    var dialogue = TerminalQueries(TerminalTraits())
    let before = text(TerminalModes.enter(dialogue.traits))
    #expect(!before.contains("2048") && !before.contains("2027"))
    _ = dialogue.makeQueries()
    for (mode, state) in [(2026, 2), (2027, 2), (2048, 2), (2031, 0)] {
      #expect(dialogue.take(.mode(number: mode, state: state)) == nil)
    }
    _ = dialogue.take(.keyboardFlags(0))
    let on = text(dialogue.take(.deviceAttributes([62])) ?? [])
    #expect(on == "\u{1B}[?2048h\u{1B}[>7u")
    #expect(dialogue.traits.features.contains(.synchronizedOutput))
    #expect(text(TerminalModes.enter(dialogue.traits)).hasSuffix("\u{1B}[?2027h" + on))
    let off = text(TerminalModes.leave(dialogue.traits))
    for end in ["?2048l", "[<u", "?2027l", "?7h", "?25h", "?1049l", "?2004l", "?1000l", "23;2t"] {
      #expect(off.contains(end), "\(end)")
    }
    #expect(!off.contains("2031"))
  }

  @Test("a mode that was on before stays on")
  func wasOn() {
    var dialogue = TerminalQueries(TerminalTraits())
    _ = dialogue.makeQueries()
    _ = dialogue.take(.mode(number: 2027, state: 1))
    _ = dialogue.take(.deviceAttributes([62]))
    let off = String(decoding: TerminalModes.leave(dialogue.traits), as: UTF8.self)
    #expect(!off.contains("2027"))
  }

  @Test("if an answer is missing or superfluous, no width is trusted")
  func incomplete() {
    for columns in [[2, 1, 4], Array(repeating: 1, count: 12)] {
      var dialogue = TerminalQueries(TerminalTraits())
      _ = dialogue.makeQueries()
      for column in columns { _ = dialogue.take(.cursorPosition(row: 1, column: column)) }
      _ = dialogue.take(.cursorPosition(row: 0, column: 2))
      _ = dialogue.take(.deviceAttributes([62]))
      #expect(dialogue.traits.widths == .standard)
    }
  }

  @Test("unrequested answers change nothing")
  func unasked() {
    var dialogue = TerminalQueries(TerminalTraits())
    for reply: TerminalReply in [
      .keyboardFlags(0), .mode(number: 2026, state: 2), .mode(number: 2048, state: 1),
      .deviceAttributes([62]), .cursorPosition(row: 1, column: 4),
    ] {
      #expect(dialogue.take(reply) == nil)
    }
    #expect(dialogue.traits == TerminalTraits())
  }
}
