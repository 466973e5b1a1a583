import MillraceTesting
import Testing

@Suite("Answers of the virtual screen")
struct ScreenAnswersTests {
  private func answers(_ text: String, _ answered: VirtualScreen.Queries = .all) -> String {
    var screen = VirtualScreen(width: 20, height: 5, answered: answered)
    screen.feed(text)
    #expect(screen.unknownSequences.isEmpty)
    let answers = String(decoding: screen.takeReplies(), as: UTF8.self)
    #expect(screen.takeReplies().isEmpty)
    return answers.replacing("\u{1B}", with: "ESC ")
  }

  @Test(
    "queries get the answers that xterm gives",
    arguments: [
      ("[c", "ESC [?62;22c"), ("[>c", "ESC [>41;390;0c"), ("[5n", "ESC [0n"),
      ("[3;4H\u{1B}[6n", "ESC [3;4R"), ("[2;4r\u{1B}[?6h\u{1B}[2d\u{1B}[?6n", "ESC [?2;1R"),
      ("[?7$p\u{1B}[?9999$p", "ESC [?7;1$yESC [?9999;0$y"),
      ("[?2026$p\u{1B}[?2026h\u{1B}[?2026$p", "ESC [?2026;2$yESC [?2026;1$y"),
      ("[?2027$p", "ESC [?2027;2$y"), ("[4h\u{1B}[4$p\u{1B}[2$p", "ESC [4;1$yESC [2;0$y"),
      ("[>q", "ESC P>|XTerm(390)ESC \\"), ("[18t", "ESC [8;5;20t"),
      ("]11;?\u{7}", "ESC ]11;rgb:0000/0000/0000ESC \\"),
      ("]10;?\u{7}", "ESC ]10;rgb:e5e5/e5e5/e5e5ESC \\"), ("[?996n", "ESC [?997;1n"),
      ("[?2048h", "ESC [48;5;20;0;0t"), ("]4;1;?\u{7}", ""), ("P$qm\u{1B}\\", ""),
    ])
  func xterm(question: String, answer: String) {
    #expect(answers("\u{1B}" + question) == answer)
    #expect(answers("\u{1B}" + question, []) == "")
  }

  @Test("a terminal that counts scalars does not know mode 2027")
  func scalars() {
    var screen = VirtualScreen(width: 2, height: 1, widths: .scalars)
    screen.feed("\u{1B}[?2027$p")
    #expect(String(decoding: screen.takeReplies(), as: UTF8.self) == "\u{1B}[?2027;0$y")
  }

  @Test("keyboard flags are a stack for each screen")
  func keyboard() {
    #expect(answers("\u{1B}[>5u\u{1B}[>1u\u{1B}[?u\u{1B}[<u\u{1B}[?u") == "ESC [?1uESC [?5u")
    #expect(answers("\u{1B}[>5u\u{1B}[=2;2u\u{1B}[?u\u{1B}[=4;3u\u{1B}[?u") == "ESC [?7uESC [?3u")
    #expect(answers("\u{1B}[=8u\u{1B}[?1049h\u{1B}[?u\u{1B}[?1049l\u{1B}[?u") == "ESC [?0uESC [?8u")
    #expect(answers("\u{1B}[>1u\u{1B}[<99u\u{1B}[<u\u{1B}[?u") == "ESC [?0u")
  }

  @Test("a new size or background is reported only after it was requested")
  func reports() {
    var screen = VirtualScreen(width: 20, height: 5)
    screen.resize(width: 10, height: 4)
    screen.background = (255, 255, 255)
    #expect(screen.takeReplies() == [])
    screen.feed("\u{1B}[?2048;2031h\u{1B}[c")
    _ = screen.takeReplies()
    screen.resize(width: 9, height: 3)
    screen.background = (1, 2, 3)
    #expect(
      String(decoding: screen.takeReplies(), as: UTF8.self)
        == "\u{1B}[48;3;9;0;0t\u{1B}[?997;1n")
  }
}
