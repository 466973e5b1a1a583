import Foundation
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceWidgets

@Suite("Markdown", .timeLimit(.minutes(10)))
struct MarkdownTests {
  @Test("blocks follow CommonMark, with tables", arguments: MarkdownCase.blocks)
  func blocks(_ example: MarkdownCase) {
    #expect(MarkdownHTML.html(MarkdownDocument(example.markdown).blocks) == example.html)
  }

  @Test("inlines follow CommonMark, with strikethrough", arguments: MarkdownCase.inlines)
  func inlines(_ example: MarkdownCase) {
    #expect(MarkdownHTML.html(MarkdownDocument(example.markdown).blocks) == example.html)
  }

  @Test("a document gives its tree as values")
  func tree() {
    #expect(
      MarkdownDocument("## A *b*\n\n3. c\n4. d\n").blocks == [
        .heading(level: 2, [.text("A "), .emphasis([.text("b")])]),
        .list(
          MarkdownList(
            start: 3, isTight: true,
            items: [[.paragraph([.text("c")])], [.paragraph([.text("d")])]]
          )),
      ])
  }

  // MARK: - The specification

  /// The specification's examples, if a copy exists in `../shared/fixtures/commonmark` or in the
  /// folder that `MILLRACE_COMMONMARK` names.
  private static let specification: URL? = {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["MILLRACE_COMMONMARK"]
    let folders = [
      named.map { URL(fileURLWithPath: $0) },
      package.appendingPathComponent("../shared/fixtures/commonmark"),
    ]
    return folders.compactMap { $0?.appendingPathComponent("spec.txt") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// An example of the specification, by its number.
  struct Example {
    let number: Int
    let section: String
    var markdown = ""
    var html = ""
  }

  private static func examples(in text: String) -> [Example] {
    let fence = String(repeating: "`", count: 32)
    var examples: [Example] = []
    var (section, isInside, isHTML) = ("", false, false)
    for line in text.replacingOccurrences(of: "→", with: "\t").components(separatedBy: "\n") {
      if line.hasPrefix(fence) {
        isInside = line.hasSuffix(" example")
        isHTML = false
        if isInside { examples.append(Example(number: examples.count + 1, section: section)) }
      } else if !isInside {
        if line.hasPrefix("#") { section = String(line.drop { $0 == "#" || $0 == " " }) }
      } else if line == ".", !isHTML {
        isHTML = true
      } else if isHTML {
        examples[examples.count - 1].html += line + "\n"
      } else {
        examples[examples.count - 1].markdown += line + "\n"
      }
    }
    return examples
  }

  /// Examples whose results differ, by section. HTML blocks are not supported.
  private static let leftOut: [String: [Int]] = [
    // These examples contain HTML.
    "Backslash escapes": [21], "Link reference definitions": [203], "Lists": [310, 311],
    "Code spans": [346], "Emphasis and strong emphasis": [477, 478, 479],
    "Links": [493, 496, 526, 538], "Hard line breaks": [645, 646],
    // 31 contains HTML, 25 names entities of HTML 5.
    "Entity and numeric character references": [25, 31],
  ]

  @Test(
    "the specification's examples give the expected trees, except for HTML",
    .enabled(if: specification != nil, "CommonMark's spec.txt is missing"))
  func examples() throws {
    let text = try String(contentsOf: try #require(Self.specification), encoding: .utf8)
    let examples = Self.examples(in: text)
    #expect(examples.count > 600)
    var counts: [(section: String, passed: Int, all: Int)] = []
    for example in examples {
      if counts.last?.section != example.section { counts.append((example.section, 0, 0)) }
      let html = MarkdownHTML.html(MarkdownDocument(example.markdown).blocks)
      counts[counts.count - 1].all += 1
      if html == example.html {
        counts[counts.count - 1].passed += 1
      } else if example.section != "HTML blocks", example.section != "Raw HTML",
        Self.leftOut[example.section]?.contains(example.number) != true
      {
        Issue.record("\(example.number): \(example.markdown)\n\(html)\nnot\n\(example.html)")
      }
    }
    for count in counts { print("\(count.section): \(count.passed) of \(count.all)") }
    print("together: \(counts.reduce(0) { $0 + $1.passed }) of \(examples.count)")
  }

  // MARK: - Text from outside

  @Test("deep nesting becomes text, and unclosed constructs are parsed without hanging")
  func hostile() {
    let count = rounds(2_000, long: 20_000)
    func many(_ text: String) -> String { String(repeating: text, count: count) }
    for text in [
      many(">"), many("- "), many("*"), many("*a **b "), many("["), many("![") + many("](a)"),
      many("*_"), many("`") + "a", many("a`b``"), many("[a](b"), many("~~a"), many("<a"), many("&"),
      many("[a]: b\n"), many("| a ") + "\n" + many("| - "), many("1. "), many("\\"), many("a\n"),
      many("[a]("), many("*a* "), many("[a](b) "), many(" "), many("\t>"),
    ] {
      let document = MarkdownDocument(text)
      #expect(document.text == text)
      let html = MarkdownHTML.html(document.blocks)
      let blocks = ["<blockquote>", "<li>"].map { html.components(separatedBy: $0).count - 1 }
      #expect(blocks.reduce(0, +) <= MarkdownBlockParser.maximumDepth, "\(text.prefix(10))")
    }
  }

  @Test("an address has at most 32 parentheses inside one another")
  func nestedParentheses() {
    func isLink(_ depth: Int) -> Bool {
      let address = String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
      return MarkdownHTML.html(MarkdownDocument("[a](https://b/\(address))").blocks).contains("<a ")
    }
    #expect(isLink(32))
    #expect(!isLink(33))
  }

  @Test("only three URL schemes are links, and addresses are printable ASCII")
  func addresses() {
    #expect(MarkdownSpans.target("https://example.org/ü x") == "https://example.org/%C3%BC%20x")
    #expect(MarkdownSpans.target("HTTP://a") == "HTTP://a")
    #expect(MarkdownSpans.target("mailto:a@b") == "mailto:a@b")
    #expect(MarkdownSpans.target("http://a\u{1B}]0;x\u{7}\n") == "http://a%1B]0;x%07%0A")
    for address in ["javascript:alert(1)", "file:///etc", "a/b", "", "http", " http://a"] {
      #expect(MarkdownSpans.target(address) == nil)
    }
  }
}
