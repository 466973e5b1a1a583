import MillraceWidgets
import Testing
import TestSupport

@testable import MillraceTerminal

@Suite("Widths")
struct GraphemeWidthTests {
  @Test(
    "a cluster has the columns that terminals with clusters give it",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("각", 2),
      ("─", 1), ("…", 1),
      ("😀", 2), ("⌚", 2), ("❤", 1), ("❤️", 2), ("☀︎", 1), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇫🇷", 2), ("🇫", 1),
      ("1️⃣", 2),
      ("🏴‍☠️", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("नि", 1), ("\u{0600}", 1), ("\u{E000}", 1), ("\u{10FFFD}", 1), ("𠀀", 2),
      ("\u{1FAEA}", 2),
    ] as [(Character, Int)])
  func columns(cluster: Character, columns: Int) {
    #expect(cluster.columns == columns)
  }

  @Test("an invisible cluster takes the column of its replacement")
  func invisible() {
    let clusters: [Character] = [
      "\u{200B}", "\u{FEFF}", "\u{301}", "\u{1160}", "\u{1B}", "\r\n", "\u{E0041}", "\u{3164}",
    ]
    for cluster in clusters {
      #expect(cluster.columns == 1)
      #expect(SafeText.visible(cluster).columns == 1)
    }
  }

  @Test("a line is as wide as the sum of its clusters")
  func line() {
    #expect(displayWidth(of: "") == 0)
    #expect(displayWidth(of: "plain text") == 10)
    #expect(displayWidth(of: "日本語 e\u{301}👨‍👩‍👧") == 10)
    #expect(displayWidth(of: "漢字abc".dropFirst()) == 5)
  }

  @Test("every scalar is as wide as its visible form")
  func allScalars() {
    func check(_ value: UInt32) {
      guard let scalar = Unicode.Scalar(value) else { return }
      let cluster = Character(scalar)
      let columns = cluster.columns
      let shown = SafeText.visible(cluster)
      if !(1...2).contains(columns) || shown.columns != columns {
        Issue.record("U+\(String(value, radix: 16)): \(columns), shown in \(shown.columns)")
      }
    }
    // The inner parts of large blocks where the tables do not change: Chinese, Korean, private use,
    // free space, Tangut, free space, and the planes from the third on. Some scalars are checked.
    let blocks: [Range<UInt32>] = [
      0x3410..<0x4DA0, 0x4E10..<0x9FE0, 0xAC10..<0xD790, 0xE010..<0xF8F0, 0x14650..<0x160F0,
      0x17010..<0x187E0, 0x18D10..<0x1AFE0, 0x20000..<0x110000,
    ]
    var next: UInt32 = 0
    for block in blocks {
      for value in next..<block.lowerBound { check(value) }
      for value in stride(from: block.lowerBound, to: block.upperBound, by: isLong ? 1 : 127) {
        check(value)
      }
      next = block.upperBound
    }
  }

  @Test(
    "a terminal that does not know a kind of cluster shows its parts side by side",
    arguments: [
      ("👨‍👩‍👧", .joined, 6), ("🏴‍☠️", .joined, 4), ("❤️", .emojiStyle, 1), ("1️⃣", .emojiStyle, 1),
      ("⌚︎", .textStyle, 2), ("🇫🇷", .flag, 4), ("👍🏽", .skinTone, 4), ("क्ष", .conjunct, 2),
      ("नि", .spacingMark, 2), ("e\u{301}", .mark, 2), ("\u{1100}\u{1161}\u{11A8}", .jamo, 4),
      ("é", .ambiguous, 2),
      ("👩🏽‍💻", .joined, 4), ("👩🏽‍💻", [.joined, .skinTone], 6), ("न्दी", [.conjunct, .spacingMark], 3),
    ] as [(String, ClusterKinds, Int)])
  func parts(text: String, kinds: ClusterKinds, columns: Int) {
    // Made from a string, because the compiler knows fewer clusters than the library.
    let cluster = Character(text)
    let joined = WidthRules(split: [], unknown: [])
    let split = WidthRules(split: kinds, unknown: [])
    #expect(GraphemeWidth.columns(of: cluster, split) == columns)
    #expect(GraphemeWidth.columns(of: cluster, joined) != columns)
    #expect(displayWidth(of: "a\(cluster)b", split) == columns + 2)
    #expect(GraphemeWidth.mostColumns(of: cluster.unicodeScalars, split) == nil)
    let unknown = WidthRules(split: [], unknown: kinds)
    let most = GraphemeWidth.mostColumns(of: cluster.unicodeScalars, unknown)
    #expect(most == max(2, columns, GraphemeWidth.columns(of: cluster, joined)))
  }

  @Test("the widths of ASCII, Latin letters and Chinese are certain")
  func certain() {
    for scalar in "a~éßΩж漢한カ！ｱ".unicodeScalars {
      let most = GraphemeWidth.mostColumns(of: CollectionOfOne(scalar), .standard)
      #expect(most == nil, "\(scalar)")
    }
    for scalar in "😀⌚🫩🇫\u{600}".unicodeScalars {
      #expect(GraphemeWidth.mostColumns(of: CollectionOfOne(scalar), .standard) == 2, "\(scalar)")
    }
  }
}
