@testable import MillraceMarkup
import MillraceStoreTesting

/// Random elements as the readers return them: without empty or adjacent texts.
struct RandomTrees {
  var random: SeededGenerator

  mutating func element(depth: Int = 4) -> MarkupElement {
    let names = ["Column", "Row", "Text", "é", "_a-1", "layout:box", "children"]
    var element = MarkupElement(name: random.pick(names))
    for name in ["text", "gap", "layout:left", "ñ.x"] where random.chance(30) {
      element.attributes.append(.init(name: name, value: random.chance(10) ? "" : string()))
    }
    var wasText = false
    for _ in 0..<Int.random(in: 0...4, using: &random) where depth > 0 {
      if !wasText, random.chance(40) {
        element.content.append(.text(string(), offset: 0))
        wasText = true
      } else {
        element.content.append(.element(self.element(depth: depth - 1)))
        wasText = false
      }
    }
    return element
  }

  mutating func string() -> String {
    let pieces = [
      "\"", "'", "\n", "\t", "\r", "\r\n", " ", "  ", "👩‍👩‍👧", "e\u{301}", "\u{301}", "]]>", "{", "}",
      "[", "<", ">", "&",
      "&amp;", "\\", "/", "abc", "1.50", "null", "\u{85}", "\u{2028}", "\u{FFFD}", "--",
    ]
    return (0..<Int.random(in: 1...6, using: &random)).map { _ in random.pick(pieces) }.joined()
  }
}
