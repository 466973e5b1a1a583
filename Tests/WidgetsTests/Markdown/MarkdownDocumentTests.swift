import Foundation
import Testing

@testable import MillraceWidgets

@Suite("Growing Markdown documents")
struct MarkdownDocumentTests {
  @Test("a document that is appended in pieces of any size equals its whole text")
  func pieces() {
    let text =
      "# *a*\r\n\r\n| b | c |\n| - | - |\n| [d] |\n\n- e\u{301}\n\n      f\n\n[d]: /g 'h'\n"
    let scalars = Array(text.unicodeScalars)
    let whole = MarkdownDocument(text)
    #expect(whole.blocks.count == 3)
    for size in 1...scalars.count {
      var grown = MarkdownDocument()
      for start in stride(from: 0, to: scalars.count, by: size) {
        grown.append(scalars[start..<min(start + size, scalars.count)].string)
      }
      #expect(grown == whole && grown.blocks == whole.blocks && grown.text == text, "\(size)")
    }
  }

  @Test("a copy does not change when its original grows")
  func copies() {
    var document = MarkdownDocument("a\n\nb")
    let copy = document
    document.append("c")
    #expect(copy.blocks == [.paragraph([.text("a")]), .paragraph([.text("b")])])
    #expect(document.blocks == [.paragraph([.text("a")]), .paragraph([.text("bc")])])
    #expect(document != copy)
  }

  @Test("a late definition reaches the links before it, and changes with the text after it")
  func lateDefinitions() {
    var document = MarkdownDocument("See [here].\n\n[HERE]: https://a")
    func expectLink(_ address: String, _ title: String) {
      let link = MarkdownInline.link([.text("here")], address: address, title: title)
      #expect(document.blocks.first == .paragraph([.text("See "), link, .text(".")]))
    }
    expectLink("https://a", "")
    document.append("b\n'title")
    document.append("'\n")
    expectLink("https://ab", "title")
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
