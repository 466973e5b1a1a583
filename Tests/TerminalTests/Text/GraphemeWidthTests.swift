import MillraceTerminal
import MillraceWidgets
import Testing

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

  @Test("what has no width of its own takes the column of what shows in its place")
  func invisible() {
    let clusters: [Character] = [
      "\u{200B}", "\u{FEFF}", "\u{301}", "\u{1160}", "\u{1B}", "\r\n", "\u{E0041}", "\u{3164}",
    ]
    for cluster in clusters {
      #expect(cluster.columns == 1)
      #expect(SafeText.visible(cluster).columns == 1)
    }
  }

  @Test("a line is as wide as its clusters together")
  func line() {
    #expect(displayWidth(of: "") == 0)
    #expect(displayWidth(of: "plain text") == 10)
    #expect(displayWidth(of: "日本語 e\u{301}👨‍👩‍👧") == 10)
    #expect(displayWidth(of: "漢字abc".dropFirst()) == 5)
  }

  @Test("every scalar is as wide as what is shown for it")
  func allScalars() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let cluster = Character(scalar)
      let columns = cluster.columns
      let shown = SafeText.visible(cluster)
      if !(1...2).contains(columns) || shown.columns != columns {
        Issue.record("U+\(String(value, radix: 16)): \(columns), shown in \(shown.columns)")
      }
    }
  }
}
