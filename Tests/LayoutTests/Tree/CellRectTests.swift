import MillraceLayout
import Testing

@Suite("Cell rectangles")
struct CellRectTests {
  @Test("the right and bottom edges of a rectangle are outside it")
  func edges() {
    let it = rect(1, 2, 3, 4)
    #expect(it.maxX == 4 && it.maxY == 6)
    #expect(it.contains(x: 1, y: 2) && it.contains(x: 3, y: 5))
    #expect(!it.contains(x: 4, y: 5) && !it.contains(x: 3, y: 6) && !it.contains(x: 0, y: 2))
  }

  @Test("an intersection is the area that both rectangles cover")
  func intersection() {
    #expect(rect(0, 0, 4, 4).intersection(rect(2, 3, 9, 9)) == rect(2, 3, 2, 1))
    #expect(rect(0, 0, 4, 4).intersection(rect(4, 0, 4, 4)) == .zero)
    #expect(rect(0, 0, 4, 4).intersection(.zero).isEmpty)
  }

  @Test("a union encloses both rectangles, and ignores empty ones")
  func union() {
    #expect(rect(0, 0, 1, 1).union(rect(4, 5, 1, 1)) == rect(0, 0, 5, 6))
    #expect(rect(7, 7, 0, 3).union(rect(4, 5, 1, 1)) == rect(4, 5, 1, 1))
    #expect(rect(4, 5, 1, 1).union(.zero) == rect(4, 5, 1, 1))
  }
}
