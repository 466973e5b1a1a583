import MillraceTesting

/// A text with a caret in it: an array of characters, in which each letter occurs once, so that
/// there is one way to see a change.
struct TextWithCaret {
  private static let caret: Character = "|"
  private var characters = [Self.caret]
  private var letterCount: UInt32 = 0

  var text: String { String(characters.filter { $0 != Self.caret }) }

  /// The offset of the caret in the text, in UTF-8 bytes.
  var caret: Int { String(characters.prefix { $0 != Self.caret }).utf8.count }

  /// Moves the caret to a random offset.
  mutating func moveCaret(_ generator: inout SeededGenerator) {
    characters.removeAll { $0 == Self.caret }
    characters.insert(
      Self.caret, at: Int.random(in: 0...characters.count, using: &generator))
  }

  /// Replaces letters on one side of the caret by new ones. Text inserted at the caret is after it.
  /// - Parameter keepsEnd: whether a caret at the end of the text stays there.
  mutating func change(keepsEnd: Bool, _ generator: inout SeededGenerator) {
    let caretIndex = characters.firstIndex(of: Self.caret) ?? 0
    let side =
      Bool.random(using: &generator) ? 0...caretIndex : caretIndex + 1...characters.count
    let ends = (0..<2).map { _ in Int.random(in: side, using: &generator) }.sorted()
    var range = ends[0]..<ends[1]
    if range == caretIndex..<caretIndex || range == caretIndex + 1..<caretIndex + 1 {
      let start = keepsEnd && caretIndex + 1 == characters.count ? caretIndex : caretIndex + 1
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
