import Foundation
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceWidgets

/// Pieces of text that form many kinds of clusters when they are next to each other.
enum TextPieces {
  static let all = [
    "a", "b", "word ", "  ", "\n", "\r\n", "\r", "\t", "é", "e\u{301}", "\u{301}", "日本", "한",
    "\u{1112}\u{1161}\u{11AB}", "👨‍👩‍👧", "👩", "\u{200D}", "🏽", "🇩🇪", "🇫", "क्ष", "\u{600}", "x\u{FE0F}",
  ]

  static func text(_ count: Int, _ generator: inout SeededGenerator) -> String {
    (0..<count).map { _ in all.randomElement(using: &generator) ?? "" }.joined()
  }
}

@Suite("Edited text")
struct EditedTextTests {
  /// The offsets at which clusters start, and the end of the text.
  private static func boundaries(of text: String) -> [Int] {
    text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count]
  }

  private static func lines(of text: String) -> [Range<Int>] {
    var (ranges, start): ([Range<Int>], Int) = ([], 0)
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      ranges.append(start..<(index > start && bytes[index - 1] == 0x0D ? index - 1 : index))
      start = index + 1
    }
    return ranges + [start..<bytes.count]
  }

  @Test(
    "random edits change the text as a string, and inverses undo them",
    arguments: 0..<rounds(6, long: 30))
  func edits(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var string = TextPieces.text(Int.random(in: 0...900, using: &generator), &generator)
    var text = EditedText(string)
    for step in 0..<rounds(30, long: 60) {
      let count = string.utf8.count
      let low = Int.random(in: -2...count + 2, using: &generator)
      let length =
        Bool.random(using: &generator)
        ? 0 : Int.random(in: 0...(step % 9 == 0 ? 3_000 : 12), using: &generator)
      let long = step % 7 == 0 ? 400 : 3
      let edit = TextEdit(
        low..<low + length, TextPieces.text(Int.random(in: 0...long, using: &generator), &generator)
      )
      let old = text
      let inverse = text.apply(edit)
      // Computes the documented rule on bytes.
      let bytes = Array(string.utf8)
      func fit(_ offset: Int) -> Int {
        var offset = min(max(0, offset), bytes.count)
        while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
        return offset
      }
      let (start, end) = (fit(low), max(fit(low), fit(low + length)))
      string = String(
        decoding: bytes[..<start] + Array(edit.replacement.utf8) + bytes[end...], as: UTF8.self)
      #expect(Array(text.string.utf8) == Array(string.utf8), "seed \(seed), step \(step): \(edit)")
      #expect(text.root.invariantViolations == [], "seed \(seed), step \(step)")
      #expect(text.count == string.utf8.count)
      var back = text
      back.apply(inverse)
      #expect(
        back == old && back.string.utf8.elementsEqual(old.string.utf8), "seed \(seed), step \(step)"
      )
      if let shortest = text.edit(from: old) {
        var made = old
        made.apply(shortest)
        #expect(made == text && made.hashValue == text.hashValue, "seed \(seed), step \(step)")
        #expect(shortest.replacement.utf8.count <= edit.replacement.utf8.count)
      } else {
        #expect(old == text)
      }
      #expect(text == EditedText(string), "seed \(seed), step \(step)")
    }
  }

  @Test(
    "lines and clusters are those of the string, also across chunks",
    arguments: 0..<rounds(4, long: 12))
  func linesAndClusters(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var text = EditedText(TextPieces.text(700, &generator))
    for _ in 0..<40 {
      let offset = Int.random(in: 0...text.count, using: &generator)
      text.apply(TextEdit(offset..<offset + 5, TextPieces.text(2, &generator)))
    }
    let string = text.string
    let lines = Self.lines(of: string)
    #expect(text.lineCount == lines.count)
    for (line, range) in lines.enumerated() {
      #expect(text.range(ofLine: line) == range, "seed \(seed), line \(line)")
      #expect(text.line(at: range.lowerBound) == line && text.line(at: range.upperBound) == line)
    }
    let boundaries = Self.boundaries(of: string)
    var wrong: String?
    func check(_ isRight: Bool, _ what: @autoclosure () -> String) {
      if !isRight, wrong == nil { wrong = what() }
    }
    for (index, offset) in boundaries.enumerated() {
      let before = index > 0 ? boundaries[index - 1] : 0
      check(text.offset(before: offset) == before, "before \(offset)")
      let next = index + 1 < boundaries.count ? boundaries[index + 1] : offset
      check(text.offset(after: offset) == next, "after \(offset)")
      for inside in offset..<max(offset + 1, next) {
        check(text.clusterStart(at: inside) == offset, "start at \(inside)")
        let end = inside == offset ? offset : next
        check(text.clusterEnd(at: inside) == end, "end at \(inside)")
      }
      let location = text.location(of: offset)
      check(
        lines[location.line].lowerBound + location.column == offset,
        "\(location) is not at \(offset)")
      check(
        text.offset(line: location.line, column: location.column) == offset,
        "\(location) leads to another offset than \(offset)")
    }
    #expect(wrong == nil, "seed \(seed)")
  }

  @Test("an offset inside a scalar counts as the scalar's start")
  func insideScalar() {
    let text = EditedText("👍é")
    #expect((0...6).map { text.offset(before: $0) } == [0, 0, 0, 0, 0, 0, 4])
    #expect((0...6).map { text.offset(after: $0) } == [4, 4, 4, 4, 6, 6, 6])
  }

  @Test("a text is encoded as a string, and an edit as its range and replacement")
  func coding() throws {
    var text: EditedText = "one\ntwo"
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try String(decoding: encoder.encode([text]), as: UTF8.self) == #"["one\ntwo"]"#)
    #expect(
      try JSONDecoder().decode([EditedText].self, from: Data(#"["one\ntwo"]"#.utf8)) == [text])
    let edit = TextEdit(4..<7, "2")
    #expect(
      try String(decoding: encoder.encode(edit), as: UTF8.self)
        == #"{"range":[4,7],"replacement":"2"}"#)
    #expect(text.apply(edit) == TextEdit(4..<5, "two"))
    #expect(text.string == "one\n2" && text.description == "one\n2")
  }

  @Test("an edit that is out of range or splits a scalar is clamped")
  func hostileEdits() {
    var text: EditedText = "añb"
    text.apply(TextEdit(Int.min..<Int.max, "añb"))
    #expect(text.string == "añb")
    text.apply(TextEdit(900..<901, "!"))
    #expect(text.string == "añb!")
    // Offset 2 is inside "ñ", which starts at 1.
    #expect(text.apply(TextEdit(2..<2, "x")) == TextEdit(1..<2, ""))
    #expect(text.string == "axñb!")
  }

  @Test("an offset outside of an edit keeps its text, and one inside is clamped to the replacement")
  func mapping() {
    let edit = TextEdit(3..<6, "ab")
    #expect([0, 3, 4, 5, 6, 9].map(edit.offset(after:)) == [0, 3, 4, 5, 5, 8])
    #expect(TextEdit(3..<3, "ab").offset(after: 3) == 3)
  }

  @Test("an edit in 10 MB shares all but a few chunks, and a comparison reads only those")
  func sharing() {
    var text = EditedText(String(repeating: "0123456789 abcdef\n", count: 600_000))
    let old = text
    for index in 0..<200 { text.apply(TextEdit(index * 50_000..<index * 50_000 + 1, "x")) }
    #expect(text.root.invariantViolations == [] && text.root.height < 20)
    var one = old
    one.apply(TextEdit(5_000_000..<5_000_001, "é"))
    #expect(one.edit(from: old) == TextEdit(5_000_000..<5_000_001, "é"))
    #expect(one != old && one.line(at: 5_000_000) == 5_000_000 / 18)
    let shared = nodes(of: old.root, missingIn: nodes(of: one.root))
    #expect(shared <= 3 * old.root.height, "\(shared) parts are not shared")
  }

  private func nodes(of root: RopeNode) -> Set<ObjectIdentifier> {
    var (found, stack): (Set<ObjectIdentifier>, [RopeNode]) = ([], [root])
    while let node = stack.popLast() {
      found.insert(ObjectIdentifier(node))
      if let (left, right) = node.children { stack += [left, right] }
    }
    return found
  }

  private func nodes(of root: RopeNode, missingIn known: Set<ObjectIdentifier>) -> Int {
    nodes(of: root).subtracting(known).count
  }
}
