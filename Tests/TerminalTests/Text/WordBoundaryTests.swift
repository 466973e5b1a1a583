import MillraceTerminal
import MillraceWidgets
import Testing

@Suite("Word boundaries")
struct WordBoundaryTests {
  private func stops(after text: String) -> [Int] {
    var stops: [Int] = []
    var index = text.startIndex
    while index < text.endIndex {
      index = WordBoundary.index(wordAfter: index, in: text)
      stops.append(text.distance(from: text.startIndex, to: index))
    }
    return stops
  }

  private func stops(before text: String) -> [Int] {
    var stops: [Int] = []
    var index = text.endIndex
    while index > text.startIndex {
      index = WordBoundary.index(wordBefore: index, in: text)
      stops.append(text.distance(from: text.startIndex, to: index))
    }
    return stops
  }

  @Test("moving forward stops at the ends of words and of runs of punctuation")
  func forward() {
    #expect(stops(after: "foo_1  bar->baz ") == [5, 10, 12, 15, 16])
  }

  @Test("moving backward stops at the starts of words and of runs of punctuation")
  func backward() {
    #expect(stops(before: "  foo_1  bar->baz ") == [14, 12, 9, 2, 0])
  }

  @Test("a cluster is never split")
  func clusters() {
    #expect(stops(after: "e\u{301}te\u{301} 👨‍👩‍👧") == [3, 5])
  }

  @Test("at the ends of a text the index does not move")
  func ends() {
    #expect(WordBoundary.index(wordBefore: "".startIndex, in: "") == "".startIndex)
    let text = "ab"
    #expect(WordBoundary.index(wordAfter: text.endIndex, in: text) == text.endIndex)
  }
}
