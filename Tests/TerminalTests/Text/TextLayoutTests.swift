import MillraceTerminal
import MillraceTesting
import MillraceWidgets
import TestSupport
import Testing

@Suite("Text layout")
struct TextLayoutTests {
  private func lines(_ text: String, _ width: Int, _ wrap: TextWrap) -> [String] {
    TextLayout.lines(of: text, width: width, wrap: wrap).map(String.init)
  }

  @Test("words wrap to the next line, and the spaces between lines are dropped")
  func words() {
    #expect(lines("the quick  brown fox", 9, .word) == ["the quick", "brown fox"])
    #expect(lines("a b", 1, .word) == ["a", "b"])
    #expect(lines("one two", 7, .word) == ["one two"])
  }

  @Test("a word that is wider than the line is broken")
  func longWords() {
    #expect(lines("abcdefgh ij", 3, .word) == ["abc", "def", "gh", "ij"])
    #expect(lines("ab cdefgh", 4, .word) == ["ab", "cdef", "gh"])
  }

  @Test("leading and trailing spaces are kept as far as they fit")
  func spaces() {
    #expect(lines("  a b", 4, .word) == ["  a", "b"])
    #expect(lines("ab  ", 3, .word) == ["ab "])
    #expect(lines("     ", 3, .word) == ["   "])
  }

  @Test("line breaks and empty lines are kept")
  func hardBreaks() {
    for wrap in [TextWrap.word, .character, .clip, .truncateEnd] {
      #expect(lines("a\n\nb\r\nc\n", 5, wrap) == ["a", "", "b", "c", ""])
      #expect(lines("", 5, wrap) == [""])
    }
  }

  @Test("a word breaks after an inner hyphen, but not before a number or an option")
  func hyphens() {
    #expect(lines("well-known", 7, .word) == ["well-", "known"])
    #expect(lines("a -bcdef", 5, .word) == ["a", "-bcde", "f"])
    #expect(lines("x 10-20", 5, .word) == ["x", "10-20"])
  }

  @Test("East Asian text breaks anywhere except before closing punctuation")
  func eastAsian() {
    #expect(lines("日本語です。", 6, .word) == ["日本語", "です。"])
    #expect(lines("日本語。", 6, .word) == ["日本", "語。"])
    #expect(lines("日本語", 5, .word) == ["日本", "語"])
  }

  @Test("character wrapping fills each line")
  func characters() {
    #expect(lines("ab cdef", 3, .character) == ["ab ", "cde", "f"])
    #expect(lines("a漢字", 2, .character) == ["a", "漢", "字"])
  }

  @Test("clipping and truncation give one line for each line of the text")
  func truncation() {
    #expect(lines("abcdef", 4, .clip) == ["abcd"])
    #expect(lines("漢字漢", 3, .clip) == ["漢"])
    #expect(lines("abcdef", 4, .truncateEnd) == ["abc…"])
    #expect(lines("abcdef", 4, .truncateStart) == ["…def"])
    #expect(lines("abcdef", 4, .truncateMiddle) == ["ab…f"])
    #expect(lines("abcdef", 6, .truncateMiddle) == ["abcdef"])
    #expect(lines("abcdef", 1, .truncateEnd) == ["…"])
    #expect(lines("漢字漢字", 4, .truncateEnd) == ["漢…"])
  }

  @Test("without a width there are no lines")
  func noWidth() {
    #expect(lines("abc", 0, .word).isEmpty)
    #expect(TextLayout.measure("abc", width: -1, wrap: .clip) == TextExtent(columns: 0, lines: 0))
  }

  @Test("measuring gives the widest line and the number of lines")
  func measure() {
    #expect(
      TextLayout.measure("the quick\nfox", width: 5, wrap: .word)
        == TextExtent(columns: 5, lines: 3))
    #expect(
      TextLayout.measure("漢字\na", width: .max, wrap: .word) == TextExtent(columns: 4, lines: 2))
  }

  @Test(
    "each line fits, wrapping loses only spaces, and measuring agrees",
    arguments: 1...6 as ClosedRange<UInt64>)
  func properties(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "a", "bc", "word", " ", " ", "  ", "-", "漢", "字", "。", "👨‍👩‍👧", "e\u{301}", "\n", "longerword",
      "，", "x-y", "\u{A0}",
    ]
    for _ in 0..<rounds(100, long: 500) {
      let text = (0..<Int.random(in: 0..<20, using: &random))
        .map { _ in parts.randomElement(using: &random)! }.joined()
      let width = Int.random(in: 2..<14, using: &random)
      for wrap in [
        TextWrap.word, .character, .clip, .truncateEnd, .truncateMiddle, .truncateStart,
      ] {
        let lines = lines(text, width, wrap)
        let widths = lines.map { displayWidth(of: $0) }
        func comment() -> Comment {
          "seed \(seed): \(text.debugDescription) in \(width), \(wrap)"
        }
        #expect(widths.allSatisfy { $0 <= width }, comment())
        #expect(
          TextLayout.measure(text, width: width, wrap: wrap)
            == TextExtent(columns: widths.max() ?? 0, lines: lines.count), comment())
        if wrap == .character {
          #expect(lines.joined() == text.filter { $0 != "\n" }, comment())
        }
        if wrap == .word {
          let ink = text.filter { $0 != " " && $0 != "\n" }
          #expect(lines.joined().filter { $0 != " " } == ink, comment())
        }
      }
    }
  }
}
