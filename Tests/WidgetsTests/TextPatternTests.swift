import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceWidgets

@Suite("Searches in bytes")
struct TextPatternTests {
  private func found(_ pattern: String, in text: String) -> [String] {
    let bytes = Array(text.utf8)
    return TextPattern(pattern).ranges(in: bytes).map {
      String(decoding: bytes[$0], as: UTF8.self)
    }
  }

  @Test("a search finds text without regard to case, diacritics and composition")
  func folding() {
    let texts = "Über uber u\u{308}ber ÜBER"
    for query in ["Über", "uber", "U\u{308}BER"] {
      #expect(found(query, in: texts) == ["Über", "uber", "u\u{308}ber", "ÜBER"], "\(query)")
    }
    #expect(found("duong", in: "Mua đường") == ["đường"])
    #expect(found("й", in: "и\u{306} и Й") == ["и\u{306}", "и", "Й"])
    #expect(found("ガ", in: "カガ カ\u{3099}") == ["カ", "ガ", "カ\u{3099}"])
    #expect(found("한", in: "\u{1112}\u{1161}\u{11AB}국") == ["\u{1112}\u{1161}\u{11AB}"])
    #expect(found("e", in: "e\u{301}\u{302}f") == ["e\u{301}\u{302}"])
    #expect(found("aa", in: "aaaaa") == ["aa", "aa"])
    #expect(found("", in: "a") == [] && found("\u{301}", in: "e\u{301}") == [])
  }

  @Test("bytes that are not UTF-8 match nothing and hide nothing")
  func malformed() {
    let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0x61, 0x80, 0x62, 0xE3, 0x81]
    #expect(TextPattern("a").ranges(in: bytes) == [1..<2, 3..<4])
    #expect(TextPattern("ab").ranges(in: bytes) == [])
    #expect(TextPattern("\u{FFFD}").ranges(in: bytes) == [])
  }

  @Test("an editor finds the same, also across the windows of a long text")
  func editor() {
    #expect(EditorFind.matches(of: "Über", in: EditedText("x über Uber")) == [2..<7, 8..<12])
    let long =
      String(repeating: "é", count: 32_766) + "đường" + String(repeating: "x", count: 70_000)
    let matches = EditorFind.matches(of: "DUONG", in: EditedText(long + "duong"))
    #expect(matches == [65_532..<65_541, 135_541..<135_546])
    #expect(EditorFind.matches(of: "éx", in: EditedText(long)) == [])
  }

  @Test("a random text has a match exactly where its folded form has one", arguments: 1...4)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let scalars = Array("aAáb\u{301}\u{323}éeđdЙи한글가漢".unicodeScalars)
    for _ in 0..<rounds(400, long: 20_000) {
      func text(_ count: ClosedRange<Int>) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: count, using: &generator) {
          text.append(scalars.randomElement(using: &generator) ?? "a")
        }
        return String(text)
      }
      let (whole, part) = (text(0...12), text(1...3))
      let folded = FoldedText(part)
      let matches = found(part, in: whole)
      let comment: Comment = "seed \(seed): \(part.debugDescription) in \(whole.debugDescription)"
      #expect(
        matches.isEmpty == (folded.isEmpty || !FoldedText(whole).contains(folded)), comment)
      for match in matches { #expect(FoldedText(match).starts(with: folded), comment) }
    }
  }
}
