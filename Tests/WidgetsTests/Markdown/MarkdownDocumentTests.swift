import Foundation
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceWidgets

@Suite("Growing Markdown documents")
struct MarkdownDocumentTests {
  /// Lines that start, continue, change and end each other.
  private static let lines = [
    "", "", "", "a *b* c", "d [x] **e", "- i", "  - j", "1. k", "2) l", "> q", ">> r", "    code",
    "\tt",
    "```", "~~~ swift", "# h", "---", "===", "| a | b |", "| - | - |", "|1", "[x]: /u", "'title'",
    "[x]: /v 't'",
    "[y]: /w", "[y][x] [y]", "  s", "      t", "***", "`x", "y` ![z](/i)", "<b>", "&amp; \\", "+",
    "  ", "😀 é",
  ]

  private func document(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...14, using: &random)).map { _ in
      let line = Self.lines[Int.random(in: 0..<Self.lines.count, using: &random)]
      return line + ["\n", "\n", "\n", "\n", "\r\n", "\r"][Int.random(in: 0..<6, using: &random)]
    }.joined()
  }

  @Test(
    "a document that is appended in random pieces equals its whole text at each step",
    arguments: 0..<rounds(4, long: 30))
  func splits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let text = Array(document(&random).unicodeScalars)
      var grown = MarkdownDocument()
      var end = 0
      while end < text.count {
        let next = min(text.count, end + Int.random(in: 1...12, using: &random))
        grown.append(text[end..<next].string)
        end = next
        let whole = MarkdownDocument(text[..<end].string)
        guard grown.blocks == whole.blocks, grown == whole else {
          Issue.record("seed \(seed): \(text[..<end].string.debugDescription)")
          return
        }
      }
    }
  }

  private func paragraphs(_ count: Int) -> MarkdownDocument {
    MarkdownDocument((0..<count).map { "Paragraph *\($0)*.\n\n" }.joined())
  }

  @Test("an append parses as many sections in 10,000 blocks as in ten")
  func work() {
    for count in [10, 10_000] {
      var document = paragraphs(count)
      #expect(document.blocks.count == count)
      let before = document.parsedSections
      document.append("One more")
      document.append(" line,\nand another.\n\n")
      document.append("Next")
      // The last paragraph is parsed again, and the blocks after it.
      #expect(document.parsedSections - before == 4)
      #expect(document.blocks.count == count + 2)
    }
  }

  @Test("a copy shares closed blocks, and does not change")
  func copies() {
    var document = paragraphs(1_000)
    let copy = document
    document.append("new")
    #expect(copy.blocks.count == 1_000)
    #expect(document != copy)
    let first = document.chunks.first?.withUnsafeBufferPointer(\.baseAddress)
    #expect(first == copy.chunks.first?.withUnsafeBufferPointer(\.baseAddress))
  }

  @Test("a late definition reaches only the blocks that refer to it")
  func lateDefinitions() {
    var document = paragraphs(500)
    document.append("See [here].\n\n")
    document.append(paragraphs(500).text)
    let before = document.parsedSections
    document.append("[HERE]: https://a")
    #expect(
      document.blocks[500]
        == .paragraph([
          .text("See "), .link([.text("here")], address: "https://a", title: ""), .text("."),
        ]))
    document.append("b\n'title")
    document.append("'\n")
    let link = MarkdownInline.link([.text("here")], address: "https://ab", title: "title")
    #expect(document.blocks[500] == .paragraph([.text("See "), link, .text(".")]))
    #expect(document.parsedSections - before < 10)
    // Text that looks like a definition can turn out to be a paragraph.
    document.append("[other]: /a")
    document.append(" [other]")
    #expect(document.blocks.last == .paragraph([.text("[other]: /a [other]")]))
  }

  @Test("a document is encoded as its text")
  func coding() throws {
    let document = MarkdownDocument("# A\n\n- b")
    let data = try JSONEncoder().encode([document])
    #expect(String(decoding: data, as: UTF8.self) == ##"["# A\n\n- b"]"##)
    #expect(try JSONDecoder().decode([MarkdownDocument].self, from: data) == [document])
  }
}
