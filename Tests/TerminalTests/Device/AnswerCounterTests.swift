import MillraceTerminal
import Testing

@Suite("Answer to a last question")
struct AnswerCounterTests {
  /// - Returns: the text that is left unread.
  private func rest(_ text: String, remaining: Int = 1) -> String {
    var answer = AnswerCounter(remaining: remaining)
    var bytes = Array(text.utf8)[...]
    while answer.remaining > 0, let byte = bytes.popFirst() { answer.take(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("bytes after the answer are left unread")
  func leaves() {
    #expect(rest("\u{1B}[?62;22cls\r") == "ls\r")
    #expect(rest("\u{1B}[?ccat\r") == "cat\r")
  }

  @Test(
    "reports, other answers and keys are not the awaited answer",
    arguments: [
      "\u{1B}[<0;10;20M", "\u{1B}[I", "\u{1B}[?2026;2$y", "\u{1B}[>1;10;0c", "\u{1B}[1;5C", "c",
      "\u{1B}[?", "\u{1B}[?1;2", "\u{1B}", "\u{1B}]11;rgb:0/0/0c\u{1B}\\", "[?1c", "\u{1B}[1;2R",
    ])
  func others(before: String) {
    #expect(rest(before + "\u{1B}[?1;2cx") == "x")
  }

  @Test("several awaited answers end with the last one")
  func several() {
    #expect(rest("\u{1B}[?1c\u{1B}[Ia\u{1B}[?2cb\u{1B}[?3c", remaining: 2) == "b\u{1B}[?3c")
  }
}
