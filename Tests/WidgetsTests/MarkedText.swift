import MillraceTesting

/// A text with a mark in it: an array of characters, in which each letter occurs once, so that there
/// is one way to see a change.
struct MarkedText {
  private static let mark: Character = "|"
  private var characters = [Self.mark]
  private var letterCount: UInt32 = 0

  var text: String { String(characters.filter { $0 != Self.mark }) }

  /// The offset of the mark in the text, in UTF-8 bytes.
  var mark: Int { String(characters.prefix { $0 != Self.mark }).utf8.count }

  /// Moves the mark to a random offset.
  mutating func moveMark(_ generator: inout SeededGenerator) {
    characters.removeAll { $0 == Self.mark }
    characters.insert(
      Self.mark, at: Int.random(in: 0...characters.count, using: &generator))
  }

  /// Replaces letters on one side of the mark by new ones. What is inserted at the mark is after it.
  /// - Parameter keepsEnd: whether a mark at the end of the text stays there.
  mutating func change(keepsEnd: Bool, _ generator: inout SeededGenerator) {
    let markIndex = characters.firstIndex(of: Self.mark) ?? 0
    let side =
      Bool.random(using: &generator) ? 0...markIndex : markIndex + 1...characters.count
    let ends = (0..<2).map { _ in Int.random(in: side, using: &generator) }.sorted()
    var range = ends[0]..<ends[1]
    if range == markIndex..<markIndex || range == markIndex + 1..<markIndex + 1 {
      let start = keepsEnd && markIndex + 1 == characters.count ? markIndex : markIndex + 1
      range = start..<start
    }
    var letters: [Character] = []
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      // Letters of two bytes, which share bytes.
      letters.append(UnicodeScalar(0x100 + letterCount).map { Character($0) } ?? "?")
      letterCount += 1
    }
    characters.replaceSubrange(range, with: letters)
  }
}
