import Foundation
import MillraceIdentifiedList
import MillraceTesting

import TestSupport
import Testing

@testable import MillraceWidgets

@Suite("Fuzzy match")
struct FuzzyMatchTests {
  private func offsets(_ pattern: String, _ text: String) -> [Int]? {
    FuzzyMatch(pattern, in: text)?.offsets
  }

  @Test("a pattern matches if the text has its characters in order, ignoring case")
  func matches() {
    #expect(offsets("dlt", "Delete all") == [0, 2, 4])
    #expect(offsets("ALL", "delete all") == [7, 8, 9])
    #expect(offsets("tld", "Delete") == nil)
    #expect(offsets("deletes", "delete") == nil)
    #expect(offsets("", "anything") == [])
    #expect(offsets("a", "") == nil)
  }

  @Test("diacritics of Latin letters are ignored, in any encoding")
  func marks() {
    #expect(offsets("etude", "Étude") == [0, 1, 2, 3, 4])
    #expect(offsets("étude", "Etude") == [0, 1, 2, 3, 4])
    #expect(offsets("e\u{301}t", "ETUDE") == [0, 1])
    #expect(offsets("lodz", "Łódź") == [0, 1, 2, 3])
    #expect(offsets("istanbul", "İstanbul") == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(offsets("ΔΕ", "δε") == [0, 1])
    #expect(offsets("b", "👩‍👩‍👧\r\nb") == [2])
  }

  @Test("a prefix ranks best, then a word start, then a substring, then fewer and smaller gaps")
  func order() {
    let order = [
      "cal", "calendar", "my cal", "my-calendar", "local", "vertical line", "cabal", "c-a-l",
      "c--a--l", "c--a--l, longer",
    ]
    let scores = order.map { FuzzyPattern("cal").score(of: $0) ?? .min }
    #expect(scores == scores.sorted(by: >))
    #expect(Set(scores).count == scores.count)
    #expect(FuzzyPattern("cal").score(of: "clas") == nil)
  }

  @Test("very long texts and patterns get scores")
  func long() {
    let text = String(repeating: "ab", count: 5_000)
    let scattered = FuzzyPattern(String(repeating: "a", count: 5_000)).score(of: text) ?? 0
    let prefix = FuzzyPattern(String(repeating: "ab", count: 4_000)).score(of: text) ?? 0
    #expect(0 < scattered && scattered < prefix)
  }

  /// A direct, slow implementation of the documented rule.
  private func model(_ pattern: [Character], _ text: [Character]) -> (rank: Int, offsets: [Int])? {
    guard !pattern.isEmpty else { return (5, []) }
    let starts = (0...max(0, text.count - pattern.count)).filter {
      Array(text.dropFirst($0).prefix(pattern.count)) == pattern
    }
    func offsets(_ start: Int) -> [Int] { Array(start..<start + pattern.count) }
    if starts.first == 0 { return (4, offsets(0)) }
    if let start = starts.first(where: { !text[$0 - 1].isLetter && !text[$0 - 1].isNumber }) {
      return (3, offsets(start))
    }
    if let start = starts.first { return (2, offsets(start)) }
    for end in text.indices {
      // Matches with the last character at `end`, and each earlier one as late as possible.
      guard text[end] == pattern.last else { continue }
      var found = [end]
      for character in pattern.dropLast().reversed() {
        guard let offset = (0..<found[0]).last(where: { text[$0] == character }) else { break }
        found.insert(offset, at: 0)
      }
      if found.count == pattern.count { return (1, found) }
    }
    return nil
  }

  @Test("random patterns match and rank as documented", arguments: 0..<20)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters: [Character] = ["a", "b", "A", "é", " ", "-", "1"]
    let plain: [Character: Character] = ["A": "a", "é": "e"]
    func make(_ count: Int) -> String {
      String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" })
    }
    var last: (order: (Int, Int), score: Int)?
    for _ in 0..<rounds(150, long: 500) {
      let pattern = make(Int.random(in: 0...4, using: &generator))
      let text = make(Int.random(in: 0...12, using: &generator))
      func comment() -> Comment { "seed \(seed): \"\(pattern)\" in \"\(text)\"" }
      let match = FuzzyMatch(pattern, in: text)
      let expected = model(pattern.map { plain[$0] ?? $0 }, text.map { plain[$0] ?? $0 })
      #expect(match?.offsets == expected?.offsets, comment())
      #expect(FuzzyPattern(pattern).score(of: text) == match?.score, comment())
      guard let match, let expected, !pattern.isEmpty else { continue }
      let gaps = zip(expected.offsets, expected.offsets.dropFirst()).filter { $1 > $0 + 1 }.count
      let order = (expected.rank, -gaps)
      if let last, last.order != order {
        #expect((last.score < match.score) == (last.order < order), comment())
      }
      last = (order, match.score)
    }
  }

  @Test(
    "letters are found without their diacritics, composed or not, in every script",
    arguments: [
      ("ștefan", "Ștefan"), ("stefan", "Ştefan"), ("ta", "țară"), ("nu", "nǚ"), ("so", "Sơn"),
      ("duong", "Mua đường"), ("mua duong", "Mua đường"), ("cafe", "cafe\u{301}"),
      ("cafe\u{301}", "café"), ("й", "Чаи\u{306}"), ("чаи", "Чай"), ("ёлка", "елка"),
      ("がく", "か\u{3099}く"), ("かく", "がく"), ("бай", "БАЙ"), ("viet", "Vi\u{1EC7}t"),
      ("han", "h\u{E3}n"), ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
      ("\u{1112}\u{1161}\u{11AB}", "한글"), ("uber", "Über"), ("ΑΘΗΝΑ", "Αθήνα"), ("οδος", "ΟΔΟΣ"),
    ])
  func diacritics(pattern: String, text: String) {
    #expect(FuzzyMatch(pattern, in: text) != nil)
    #expect(FuzzyPattern(pattern).score(of: text) == FuzzyMatch(pattern, in: text)?.score)
    #expect(FoldedText(text).contains(FoldedText(pattern)))
  }

  @Test("composed and decomposed texts are the same to a search, for every scalar")
  func everyScalar() {
    for value in UInt32(0x80)..<0x3_0000 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned
      else { continue }
      let composed = String(scalar)
      let decomposed = composed.decomposedStringWithCanonicalMapping
      // Only letters, of a letter and combining marks: no vowel signs, no forms for compatibility.
      let isLetter: Bool =
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .titlecaseLetter: true
        default: false
        }
      let hasOnlyMarks = decomposed.unicodeScalars.dropFirst().allSatisfy {
        $0.properties.canonicalCombiningClass != .notReordered
      }
      guard isLetter, decomposed.unicodeScalars.count > 1,
        value < 0x3100 && hasOnlyMarks || 0xAC00..<0xD7A4 ~= value
      else { continue }
      #expect(FoldedText(composed) == FoldedText(decomposed), "U+\(String(value, radix: 16))")
    }
  }

  @Test("menus, choices, trees and file pickers find names without their diacritics")
  @MainActor func everywhere() {
    let stage = NodeStage(
      columns: 20, rows: 6,
      Tree(
        .known(IdentifiedList(["alpha", "Élan", "Ünal"].map(Name.init))), text: \.id,
        findsByTyping: true
      ) { _ in .none })
    stage.terminal.send("u")
    #expect(stage.rows.contains { $0.hasPrefix("›   Ünal") })
    stage.terminal.send("e")
    #expect(stage.rows.contains { $0.hasPrefix("›   Élan") })
  }

  private struct Name: Identifiable, Equatable, Sendable { let id: String }
}
