import MillraceTerminal
import MillraceTesting
import MillraceWidgets
import TestSupport
import Testing

@Suite("Safe text")
struct SafeTextTests {
  @Test("plain text is unchanged")
  func plain() {
    let texts = [
      "", "hello\nworld", "Grüße", "日本語 한글", "👨‍👩‍👧 ❤️ 🇫🇷 👍🏽 1️⃣", "e\u{301}", "नमस्ते", "שלום", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
      "\u{0600}12", "می‌خواهم",
    ]
    for text in texts {
      #expect(Array(SafeText.visible(text).unicodeScalars) == Array(text.unicodeScalars))
    }
  }

  @Test("control characters become visible pictures")
  func controls() {
    #expect(SafeText.visible("\u{1B}[2J\u{07}\u{0}\u{7F}") == "␛[2J␇␀␡")
    #expect(SafeText.visible("a\u{85}\u{9B}1mb") == "a\u{FFFD}\u{FFFD}1mb")
    #expect(SafeText.visible("a\rb") == "a␍b")
  }

  @Test("line breaks stay, and tabs become spaces")
  func breaks() {
    #expect(SafeText.visible("a\r\nb\nc\td") == "a\nb\nc    d")
  }

  @Test("invisible characters and direction overrides are replaced")
  func hidden() {
    for value in [
      0x202A, 0x202E, 0x2066, 0x2069, 0x200E, 0x200F, 0x61C, 0x2028, 0x2029, 0x200B, 0x2060, 0xFEFF,
      0xAD, 0xFFF9,
      0x3164, 0xE0041, 0xFFFE, 0x1D173,
    ] as [UInt32] {
      let text = String(Character(Unicode.Scalar(value)!))
      #expect(SafeText.visible("a" + text + "b") == "a\u{FFFD}b" || value == 0xE0041)
      #expect(SafeText.visible(text) == "\u{FFFD}")
    }
    #expect(SafeText.visible("a\u{E0041}\u{E0042}b").unicodeScalars.count == 2)
  }

  @Test("a combining mark without a base character gets a dotted circle")
  func loneMark() {
    #expect(SafeText.visible("\u{301}x") == "\u{25CC}\u{301}x")
    #expect(SafeText.visible("\n\u{301}") == "\n\u{25CC}\u{301}")
  }

  @Test("a long stack of combining marks is cut")
  func zalgo() {
    let stack = "a" + String(repeating: "\u{301}", count: 10_000)
    #expect(SafeText.visible(stack).unicodeScalars.count == 32)
    #expect(SafeText.visible(stack).count == 1)
    let joined = Array(repeating: "👩", count: 1000).joined(separator: "\u{200D}")
    #expect(SafeText.visible(joined).unicodeScalars.count <= 32)
    #expect(SafeText.visible(joined).count == 1)
  }

  @Test(
    "no control or direction override survives, and safe text is unchanged",
    arguments: 1...6 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x20...0x7E, 0x7F...0x9F, 0xA0...0x36F, 0x600...0x61F, 0x1100...0x11FF,
      0x2000...0x206F,
      0xFE00...0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3F0...0x1F400, 0xE0000...0xE007F, 0x900...0x950,
    ]
    for _ in 0..<rounds(800, long: 2_000) {
      var text = ""
      for _ in 0..<Int.random(in: 0..<8, using: &random) {
        let range = ranges.randomElement(using: &random)!
        text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: range, using: &random))!)
      }
      let safe = SafeText.visible(text)
      for scalar in safe.unicodeScalars where scalar != "\n" {
        let category = scalar.properties.generalCategory
        #expect(category != .control, "seed \(seed): \(text.debugDescription)")
        #expect(
          !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value),
          "seed \(seed)")
      }
      #expect(SafeText.visible(safe) == safe, "seed \(seed): \(text.debugDescription)")
    }
  }
}
