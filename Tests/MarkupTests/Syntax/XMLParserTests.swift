import Foundation
import MillraceMarkup
import MillraceStoreTesting
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Compares our reader with Foundation's XML parser.
@Suite(.serialized) struct XMLParserTests {
  @Test("a random document is read as Foundation reads it")
  func valid() throws {
    for seed in 0..<rounds(250, long: 20_000) {
      var markup = RandomTrees(random: SeededGenerator(seed: UInt64(seed)))
      let element = markup.element()
      let xml = MarkupXML.write(element)
      let reader = FoundationReader()
      #expect(reader.read(Array(xml.utf8)), "seed \(seed)")
      let ours = events(try MarkupXML.read(MarkupSource(xml, name: "seed \(seed)")))
      #expect(ours == reader.events, "seed \(seed)")
    }
  }

  // The reverse is not tested: on Linux, Foundation's parser traps on some documents that are not
  // well formed, and on instructions without data.
  @Test("a document with changed bytes that we accept is well formed for Foundation")
  func mutated() throws {
    var (accepted, refused) = (0, 0)
    for seed in 0..<rounds(1000, long: 300_000) {
      var markup = RandomTrees(random: SeededGenerator(seed: UInt64(seed)))
      let element = markup.element(depth: 2)
      var bytes = Array(MarkupXML.write(element).utf8)
      for _ in 0..<Int.random(in: 1...2, using: &markup.random) {
        let index = Int.random(in: 0..<bytes.count, using: &markup.random)
        switch Int.random(in: 0..<3, using: &markup.random) {
        case 0: bytes.remove(at: index)
        case 1: bytes[index] = markup.random.pick(Array("<>&;\"'/=!-?[] ax1\n\u{1}".utf8) + [0xC3])
        default:
          let pieces = [
            "<!---->", "<![CDATA[x]]>", "&#65;", "&lt;", "<?p long?>", "]]>", "--", " ", "<b/>",
            "\r",
          ]
          bytes.insert(contentsOf: Array(markup.random.pick(pieces).utf8), at: index)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      guard (try? MarkupXML.read(MarkupSource(bytes: bytes, name: "A"))) != nil else {
        refused += 1
        continue
      }
      accepted += 1
      if !FoundationReader().read(bytes) {
        Issue.record("seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
      }
    }
    #expect(refused > 33)
    #expect(accepted > 33)
  }

  private func events(_ element: MarkupElement) -> [String] {
    let attributes = element.attributes.map { "\($0.name)=\($0.value)" }.sorted()
    var events = ["<\(element.name) \(attributes)"]
    for piece in element.content {
      switch piece {
      case .element(let child): events += self.events(child)
      case .text(let text, _): if !text.isMarkupSpace { events.append(text) }
      }
    }
    return events + [">"]
  }
}

extension String {
  /// Foundation also reports white space between elements, so texts of only white space are not
  /// compared.
  fileprivate var isMarkupSpace: Bool { utf8.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}

private final class FoundationReader: NSObject, XMLParserDelegate {
  var events: [String] = []
  private var text = ""

  func read(_ bytes: [UInt8]) -> Bool {
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    return parser.parse()
  }

  private func endText() {
    if !text.isMarkupSpace { events.append(text) }
    text = ""
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    endText()
    events.append("<\(name) \(attributes.map { "\($0)=\($1)" }.sorted())")
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    endText()
    events.append(">")
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
