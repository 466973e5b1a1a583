import MillraceRender
import MillraceTerminal
import MillraceTesting
import MillraceWidgets
import Testing

@Suite("Virtual screen")
struct VirtualScreenTests {
  private func screen(_ text: String, width: Int = 6, height: Int = 3) -> VirtualScreen {
    var screen = VirtualScreen(width: width, height: height)
    screen.feed(text)
    return screen
  }

  @Test("text is written, and wraps only when more follows")
  func text() {
    let full = screen("abcdef")
    #expect(full.text == "abcdef")
    #expect(full.cursorX == 5)
    #expect(full.cursorY == 0)
    #expect(screen("abcdefg").text == "abcdef\ng")
    #expect(screen("abcde漢").text == "abcde\n漢")
    #expect(screen("abcdef\u{1B}[Gx").text == "xbcdef")
  }

  @Test("a text is found at the column of its first character")
  func columns() {
    let found = screen("漢ab")
    #expect(found.column(of: "ab", row: 0) == 2)
    #expect(found.column(of: "漢a", row: 0) == 0)
    #expect(found.column(of: "b ", row: 0) == 3)
    #expect(found.column(of: "c", row: 0) == nil)
    #expect(found.column(of: "a", row: 3) == nil)
    #expect(found.column(of: "a", row: -1) == nil)
  }

  @Test("the cursor moves by the given distances and stays on the screen")
  func cursor() {
    let moved = screen("\u{1B}[2;3Hx\u{1B}[2Dy\u{1B}[A\u{1B}[Cz\u{1B}[99;99H")
    #expect(moved.text == "   z\n yx")
    #expect(moved.cursorX == 5)
    #expect(moved.cursorY == 2)
    #expect(screen("ab\r\nc\u{8}d").text == "ab\nd")
  }

  @Test("erasing uses the current background, if the terminal does that")
  func erasing() {
    #expect(screen("abcdef\u{1B}[3G\u{1B}[K").text == "ab")
    #expect(screen("abcdef\u{1B}[3G\u{1B}[2X").text == "ab  ef")
    #expect(screen("abc\r\ndef\u{1B}[1;2H\u{1B}[J").text == "a")
    #expect(screen("\u{1B}[41m\u{1B}[K").cell(x: 5, y: 0).style == Style(background: .red))
    var other = VirtualScreen(width: 2, height: 1, fillsWithBackground: false)
    other.feed("\u{1B}[41m\u{1B}[K")
    #expect(other.cell(x: 1, y: 0).style == Style())
  }

  @Test("overwriting half of a wide cluster removes its other half")
  func wide() {
    #expect(screen("漢字\u{1B}[2Gx").text == " x字")
    #expect(screen("漢字\u{1B}[2G\u{1B}[2X").text == "")
    #expect(screen("漢字").cell(x: 1, y: 0).text == "")
  }

  @Test("scalars join the cluster that was written last")
  func clusters() {
    let joined = screen("👨‍👩‍👧e\u{301}🇫🇷x")
    #expect(joined.rowText(0) == "👨‍👩‍👧e\u{301}🇫🇷x")
    #expect(joined.cell(x: 2, y: 0).text == "e\u{301}")
    let heart = screen("❤\u{FE0F}x")
    #expect(heart.cell(x: 0, y: 0).text == "❤\u{FE0F}")
    #expect(heart.cell(x: 2, y: 0).text == "x")
  }

  @Test("a terminal that counts scalars needs more cells for a family emoji")
  func scalars() {
    var screen = VirtualScreen(width: 10, height: 1, widths: .scalars)
    screen.feed("👨‍👩‍👧x")
    #expect(screen.cell(x: 6, y: 0).text == "x")
  }

  @Test("rows scroll between the margins")
  func margins() {
    let rows = "1\r\n2\r\n3\r\n4"
    #expect(screen(rows + "\u{1B}[2;3r\u{1B}[S", height: 4).text == "1\n3\n\n4")
    #expect(screen(rows + "\u{1B}[2;3r\u{1B}[T", height: 4).text == "1\n\n2\n4")
    #expect(screen(rows + "\u{1B}[2r\u{1B}[4;1H\n5", height: 4).text == "1\n3\n4\n5")
    #expect(screen(rows + "\r\n5", height: 4).text == "2\n3\n4\n5")
    #expect(screen(rows + "\u{1B}[H\u{1B}M0", height: 4).text == "0\n1\n2\n3")
  }

  @Test("all forms of colours and attributes are known")
  func styles() {
    let text = screen(
      "\u{1B}[1;31ma\u{1B}[22;38;5;200mb\u{1B}[38;2;1;2;3;4mc\u{1B}[38:2::4:5:6;48:5:7md\u{1B}[0;97;100me\u{1B}[mf"
    )
    #expect(
      text.styledText
        == "[bold red:a][#200:b][underline rgb(1,2,3):c][underline rgb(4,5,6) on white:d][bright white on bright black:e]f"
    )
    #expect(text.unknownSequences.isEmpty)
  }

  @Test("leaving the alternate screen restores the main screen")
  func alternateScreen() {
    var screen = screen("main\u{1B}[?1049h\u{1B}[Hother")
    #expect(screen.text == "other")
    #expect(screen.modes.contains(1049))
    screen.feed("\u{1B}[?1049l!")
    #expect(screen.text == "main!")
  }

  @Test("modes, queries, unknown sequences, bells and titles are recorded separately")
  func records() {
    let screen = screen(
      "\u{1B}[?2026h\u{1B}[?25l\u{1B}[?2026$p\u{1B}[c\u{1B}[?6n\u{1B}[99z\u{7}\u{1}\u{1B}]0;title\u{7}"
    )
    #expect(screen.modes == [7, 2026])
    #expect(!screen.isCursorVisible)
    #expect(screen.queries == ["ESC [?2026$p", "ESC [c", "ESC [?6n"])
    #expect(screen.unknownSequences == ["ESC [99z", "0x1"])
    #expect(screen.bells == 1)
    #expect(screen.title == "title")
  }

  @Test("a resize keeps the part that fits")
  func resize() {
    var screen = screen("abcd漢\r\nx", width: 6, height: 3)
    screen.resize(width: 5, height: 1)
    #expect(screen.text == "abcd")
    #expect(screen.cursorY == 0)
    screen.resize(width: 8, height: 2)
    #expect(screen.text == "abcd")
  }
}
