import MillraceTerminal
import MillraceWidgets
import TestSupport
import Testing

@Suite("Cell grid")
struct CellGridTests {
  private func row(_ grid: CellGrid, _ y: Int = 0) -> String {
    (0..<grid.width).map { x in
      let text = grid.text(x: x, y: y)
      return text.isEmpty ? "<" : text == " " ? "." : text
    }.joined()
  }

  @Test("text is written from its column on, and its width is returned")
  func write() {
    var grid = CellGrid(width: 8, height: 1)
    #expect(grid.write("ab", x: 1, y: 0) == 2)
    #expect(grid.write("漢e\u{301}", x: 3, y: 0) == 3)
    #expect(row(grid) == ".ab漢<e\u{301}..")
  }

  @Test("text outside the grid or the clip is counted but not drawn")
  func clip() {
    var grid = CellGrid(width: 6, height: 1)
    #expect(grid.write("abcdef", x: 0, y: 1) == 6)
    #expect(grid.write("abcdef", x: -2, y: 0, clip: 1..<3) == 6)
    #expect(row(grid) == ".de...")
    #expect(grid.write("xyz", x: 5, y: 0) == 3)
    #expect(row(grid) == ".de..x")
  }

  @Test("a wide glyph with one half outside the clip is a blank in the other half")
  func wideAtTheEdge() {
    var grid = CellGrid(width: 5, height: 1)
    grid.write("漢字漢", x: -1, y: 0)
    #expect(row(grid) == ".字<漢<")
    grid.write("漢字", x: 1, y: 0, clip: 0..<4)
    #expect(row(grid) == ".漢<..")
  }

  @Test("overwriting one half of a wide glyph blanks the other half")
  func halves() {
    var grid = CellGrid(width: 6, height: 1)
    grid.write("漢字漢", x: 0, y: 0)
    grid.write("a", x: 1, y: 0)
    #expect(row(grid) == ".a字<漢<")
    grid.write("b", x: 2, y: 0)
    #expect(row(grid) == ".ab.漢<")
    grid.clear(x: 5, y: 0, width: 1, height: 1)
    #expect(row(grid) == ".ab...")
  }

  @Test("a glyph of many columns is drawn whole or as blanks")
  func manyColumns() {
    var grid = CellGrid(width: 8, height: 1, widths: WidthRules.scalars)
    #expect(grid.write("a👨‍👩‍👧b", x: 0, y: 0) == 8)
    #expect(row(grid) == "a👨‍👩‍👧<<<<<b")
    grid.write("x", x: 3, y: 0)
    #expect(row(grid) == "a..x...b")
    grid.write("👨‍👩‍👧", x: 4, y: 0)
    #expect(row(grid) == "a..x....")
    grid.write("👨‍👩‍👧", x: 0, y: 0, clip: 1..<7)
    #expect(row(grid) == "a.......")
    grid.write("👨‍👩‍👧", x: 2, y: 0)
    grid.write("y", x: 7, y: 0)
    #expect(row(grid) == "a......y")
  }

  @Test("control characters never reach a cell")
  func hostile() {
    var grid = CellGrid(width: 12, height: 1)
    grid.write("\u{1B}[2J\r\n\u{9B}\u{202E}\u{301}", x: 0, y: 0)
    #expect(row(grid) == "␛[2J␊\u{FFFD}\u{FFFD}\u{25CC}\u{301}....")
  }

  @Test("damage covers the drawn cells, and is empty after markClean")
  func damage() {
    var grid = CellGrid(width: 9, height: 3)
    grid.markClean()
    #expect(!grid.isDamaged)
    grid.write("ab", x: 5, y: 1)
    grid.write("c", x: 2, y: 1)
    #expect(grid.damage == [0..<0, 2..<7, 0..<0])
    grid.markClean()
    grid.write("", x: 1, y: 1)
    grid.write("zz", x: 20, y: 1)
    #expect(!grid.isDamaged)
  }

  @Test("many different clusters take bounded memory, and clusters on screen stay")
  func boundedClusters() {
    var grid = CellGrid(width: 4, height: 1)
    grid.write("e\u{301}", x: 0, y: 0)
    for number in 0..<5000 {
      let mark = Unicode.Scalar(0x300 + UInt32(number % 70))!
      let other = Unicode.Scalar(0x300 + UInt32(number / 70))!
      var text = "a"
      text.unicodeScalars.append(mark)
      text.unicodeScalars.append(other)
      grid.write(text, x: 2, y: 0)
    }
    #expect(grid.clusters.count <= 1024)
    #expect(grid.text(x: 0, y: 0) == "e\u{301}")
  }

  @Test(
    "random drawing splits no wide glyph, hides no style in a blank, and damages all changed cells",
    arguments: 1...8 as ClosedRange<UInt64>)
  func invariants(seed: UInt64) {
    var screen = RandomScreen(seed: seed, width: 17, height: 5)
    for step in 0..<rounds(100, long: 300) {
      screen.grid.markClean()
      let before = screen.grid
      screen.draw()
      let grid = screen.grid
      var wrong: String?
      for y in 0..<grid.height {
        for x in 0..<grid.width {
          let cell = grid[x: x, y: y]
          let columns = grid.text(x: x, y: y).first?.columns ?? 0
          let hasTail = x + 1 < grid.width && grid[x: x + 1, y: y].glyph == .wideTail
          if (columns == 2) != hasTail { wrong = "\(x), \(y): half a glyph" }
          if columns == 0, x == 0 || grid[x: x - 1, y: y].style != cell.style {
            wrong = "\(x), \(y): a half of its own"
          }
          if cell.glyph == .blank, cell.style != cell.style.onBlank {
            wrong = "\(x), \(y): a style in a blank"
          }
          if before.text(x: x, y: y) != grid.text(x: x, y: y)
            || before[x: x, y: y].style != cell.style, !grid.damage[y].contains(x)
          {
            wrong = "\(x), \(y): not damaged"
          }
        }
      }
      #expect(wrong == nil, "seed \(seed), step \(step)")
      if wrong != nil { return }
    }
  }

  @Test("if ambiguous characters are wide, lines become ASCII and letters take two columns")
  func ambiguous() {
    let widths = WidthRules(split: [.ambiguous])
    var grid = CellGrid(width: 10, height: 1, widths: widths)
    #expect(grid.write("┌─┐│…•é", x: 0, y: 0) == 8)
    #expect(row(grid) == "+-+|.*é<..")
    #expect(displayWidth(of: "┌─┐│…•é", widths) == 8)
  }
}
