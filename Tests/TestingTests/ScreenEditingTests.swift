import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import TestSupport
import Testing

@Suite("Virtual screen: editing")
struct ScreenEditingTests {
  private func screen(_ text: String, width: Int = 6, height: Int = 3) -> VirtualScreen {
    var screen = VirtualScreen(width: width, height: height)
    screen.feed(text)
    #expect(screen.unknownSequences.isEmpty)
    return screen
  }

  @Test("characters are inserted and deleted, and wide ones are cut at both ends")
  func characters() {
    #expect(screen("abcdef\u{1B}[2G\u{1B}[2@").text == "a  bcd")
    #expect(screen("abcdef\u{1B}[2G\u{1B}[2P").text == "adef")
    #expect(screen("abcd漢\u{1B}[G\u{1B}[@x").text == "xabcd")
    #expect(screen("漢字ab\u{1B}[2G\u{1B}[@").text == "   字a")
    #expect(screen("a漢b字\u{1B}[G\u{1B}[2P").text == " b字")
    #expect(screen("abc\u{1B}[G\u{1B}[99@").text == "")
    #expect(screen("abc\u{1B}[G\u{1B}[99999999999999999999P").text == "")
    #expect(screen("abc\u{1B}[G\u{1B}[4h漢\u{1B}[4lx").text == "漢xbc")
  }

  @Test("lines are inserted and deleted only inside the margins")
  func lines() {
    let rows = "1\r\n2\r\n3\r\n4\u{1B}[1;3r"
    #expect(screen(rows + "\u{1B}[2;2H\u{1B}[Lx", height: 4).text == "1\nx\n2\n4")
    #expect(screen(rows + "\u{1B}[H\u{1B}[2M", height: 4).text == "3\n\n\n4")
    #expect(screen(rows + "\u{1B}[4H\u{1B}[M", height: 4).text == "1\n2\n3\n4")
    #expect(screen(rows + "\u{1B}[4H\u{1B}D\u{1B}D", height: 4).text == "1\n2\n3\n4")
  }

  @Test("a screen of one row keeps its margins", arguments: ["r", "1;1r", "2;3r"])
  func oneRow(margins: String) {
    #expect(screen("ab\u{1B}[\(margins)c\u{1B}[S", height: 1).text == "")
  }

  @Test("the last character is repeated if it was just written")
  func repetition() {
    #expect(screen("ab\u{1B}[3b").text == "abbbb")
    #expect(screen("漢\u{1B}[b").text == "漢漢")
    var other = VirtualScreen(width: 4, height: 1)
    other.feed("a\u{1B}[m\u{1B}[b")
    #expect(other.unknownSequences == ["ESC [b"])
  }

  @Test("without autowrap the last column is overwritten, and a wide glyph stays on the row")
  func noAutowrap() {
    #expect(screen("\u{1B}[?7labcdefgh").text == "abcdeh")
    #expect(screen("\u{1B}[?7labcdefgh漢").text == "abcd漢")
    #expect(screen("\u{1B}[?7labcde漢").text == "abcd漢")
    // The mode at the time of writing decides whether text wraps.
    #expect(screen("\u{1B}[?7labcdef\u{1B}[?7hg").text == "abcdef\ng")
    #expect(screen("abcdef\u{1B}[?7lg\u{1B}[?7h").text == "abcdeg")
    #expect(screen("漢", width: 1).text == "")
  }

  @Test("a wrap stays pending until the cursor moves, and is saved with the cursor")
  func pendingWrap() {
    #expect(screen("abcdef\u{1B}[1mg").text == "abcdef\ng")
    #expect(screen("abcdef\tg").text == "abcdef\ng")
    #expect(screen("abcdef\u{1B}7\u{1B}[H\u{1B}8g").text == "abcdef\ng")
    #expect(screen("abcdef\u{8}g").text == "abcdgf")
    #expect(screen("abcdef\u{1B}[Kg").text == "abcdeg")
    #expect(screen("abcdef\r\ng").text == "abcdef\ng")
  }

  @Test("tab stops are set, cleared, and reached in both directions")
  func tabs() {
    #expect(screen("\ta\u{1B}[Zb", width: 20).text == "        b")
    #expect(screen("abc\u{1B}H\r\tx\t\ty", width: 20).text == "abcx            y")
    #expect(screen("\u{1B}[2Ix\u{1B}[2Zy", width: 20).text == "        y       x")
    #expect(
      screen("\u{1B}[9G\u{1B}[g\r\tx", width: 20).text == String(repeating: " ", count: 16) + "x")
    #expect(screen("\u{1B}[3g\tx").text == "     x")
  }

  @Test("in origin mode rows count from the top margin")
  func originMode() {
    let framed = screen("\u{1B}[2;3r\u{1B}[?6hx\u{1B}[9;2Hy\u{1B}[dz", height: 4)
    #expect(framed.text == "\nx z\n y")
    #expect(
      screen("\u{1B}[2;3r\u{1B}[?6h\u{1B}7\u{1B}[?6l\u{1B}8\u{1B}[Hx", height: 4).text == "\nx")
  }

  @Test("cursor motions by lines and columns end where they end in xterm")
  func motions() {
    #expect(screen("ab\u{1B}[Ecd\u{1B}[F\u{1B}[3`x\u{1B}[ey\u{1B}[az").text == "abx\ncd y z")
    #expect(screen("\u{1B}Ex\u{1B}M\u{1B}My").text == " y\n\nx")
    #expect(screen("\u{1B}[20ha\nb").text == "a\nb")
  }

  @Test("line drawing is selected directly and by shifts, and is saved with the cursor")
  func lineDrawing() {
    #expect(screen("\u{1B}(0lqk\u{1B}(Bq").text == "┌─┐q")
    #expect(screen("\u{1B})0x\u{E}x\u{F}x").text == "x│x")
    #expect(screen("\u{1B}(0\u{1B}7\u{1B}(Bq\u{1B}8q~").text == "─·")
  }

  @Test(
    "soft and full resets restore the state of the screen, and keep the recorded bells and queries")
  func resets() {
    var soft = screen(
      "\u{1B}[2;3r\u{1B}[?6h\u{1B}[?7l\u{1B}[?25l\u{1B}[4h\u{1B}[1m\u{1B}(0ab\u{1B}[!pq")
    #expect(soft.isCursorVisible)
    #expect(soft.styledText == "\n[bold:▒␉]q")
    soft.feed("\u{7}\u{1B}[c\u{1B}c")
    #expect(soft.text == "")
    #expect(soft.bells == 1)
    #expect(soft.queries == ["ESC [c"])
    #expect(screen("\u{1B}[2;3r\u{1B}#8", width: 2).text == "EE\nEE\nEE")
  }

  @Test("a full reset keeps the terminal's name and the notices, and erases the scrollback")
  func resetRecords() {
    var full = screen("\u{1B}]9;done\u{7}1\r\n2\r\n3\r\n4\r\n5")
    full.version = "kitty(0.38.0)"
    #expect(!full.scrollback.isEmpty)
    full.feed("\u{1B}c")
    #expect(full.version == "kitty(0.38.0)")
    #expect(full.notices == ["done"])
    #expect(full.scrollback == [])
  }

  @Test("mode 47 keeps the alternate screen, 1047 empties it on leaving and 1049 on entering")
  func alternateScreens() {
    let kept = "main\u{1B}[?47h\u{1B}[Hother\u{1B}[?47l"
    #expect(screen(kept).text == "main")
    #expect(screen(kept + "\u{1B}[?47h").text == "other")
    #expect(screen("\u{1B}[?1047hx\u{1B}[?1047l\u{1B}[?47h").text == "")
    #expect(screen(kept + "\u{1B}[?1049h").text == "")
    #expect(screen("\u{1B}[2;2H\u{1B}[?1049h\u{1B}7\u{1B}[H\u{1B}[?1049lx").text == "\n x")
  }

  @Test("kinds and colours of underlines and links are stored in cells")
  func underlines() {
    let text = screen("\u{1B}[4:3;58:2::1:2:3ma\u{1B}[4:0mb\u{1B}[59;21mc\u{1B}[24;58;5;9;4md")
    #expect(text.cell(x: 0, y: 0).style.underlineKind == .curly)
    #expect(text.cell(x: 0, y: 0).style.underlineColor == .rgb(1, 2, 3))
    #expect(text.cell(x: 1, y: 0).style.attributes == [])
    #expect(text.cell(x: 2, y: 0).style.underlineKind == .double)
    #expect(text.cell(x: 3, y: 0).style.underlineKind == .single)
    #expect(text.cell(x: 3, y: 0).style.underlineColor == .brightRed)
    let links = screen("\u{1B}]8;id=1;http://a;b\u{7}漢\u{1B}]8;;\u{1B}\\x")
    #expect((0..<3).map { links.link(x: $0, y: 0) } == ["http://a;b", "http://a;b", nil])
    var unknown = VirtualScreen(width: 2, height: 1)
    unknown.feed("\u{1B}[4:9m\u{1B}[77m")
    #expect(unknown.unknownSequences == ["ESC [4:9m", "ESC [77m"])
  }

  @Test("CAN, SUB and ESC abort a sequence, and a string that is too long is dropped")
  func abortions() {
    #expect(screen("\u{1B}[3\u{18}1m\u{1B}]0;x\u{1A}y").text == "1my")
    #expect(screen("\u{1B}]0;x\u{1B}[1Cy").text == " y")
    #expect(screen("\u{1B}[\u{1B}[2Cy").text == "  y")
    #expect(screen("\u{1B}[2\rCy").text == "  y")
    let long = screen("\u{1B}]0;" + String(repeating: "a", count: 1 << 18) + "\u{7}x")
    #expect((long.title, long.text) == ("", "x"))
    // A bell ends only OSC.
    #expect(screen("\u{1B}_x\u{7}y\u{1B}[Hz").text == "z")
  }

  @Test("titles are saved and restored, and the clipboard is recorded")
  func titles() {
    var screen = screen("\u{1B}]2;one\u{7}\u{1B}[22;2t\u{1B}]0;two;2\u{7}\u{1B}]52;c;aGk=\u{7}")
    #expect(screen.title == "two;2")
    #expect(screen.clipboard == "c;aGk=")
    screen.feed("\u{1B}[23;2t\u{1B}[23;2t")
    #expect(screen.title == "one")
  }

  @Test(
    "any input leaves a valid screen, at any size",
    arguments: 1...rounds(10, long: 30) as ClosedRange<UInt64>)
  func anything(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let widths: VirtualScreen.Widths = seed % 2 == 0 ? .clusters : .scalars
    var screen = VirtualScreen(width: 4, height: 3, widths: widths)
    let finals = Array("@ABCDEFGHIJKLMPSTXZ`abcdefghlmnqrstu".unicodeScalars)
    let texts = [
      "a", "漢", "\u{301}", "❤", "\u{FE0F}", "👨‍👩‍👧", "\u{1B}", "\u{1B}7", "\u{1B}8", "\u{1B}M",
      "\u{1B}#8",
      "\u{1B}c", "\t", "\n", "\r", "\u{8}", "\u{E}", "\u{1B})0", "\u{1B}[!p", "\u{1B}[?7l",
      "\u{1B}[?7h",
      "\u{1B}[?6h", "\u{1B}[?1049h", "\u{1B}[?47l", "\u{1B}[4h", "\u{1B}]8;;x\u{7}", "\u{1B}H",
      "\u{1B}P",
    ]
    for step in 0..<rounds(600, long: 2_000) {
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        screen.resize(
          width: Int.random(in: 0..<9, using: &random),
          height: Int.random(in: 0..<5, using: &random))
      case 1: screen.feed((0..<4).map { _ in UInt8.random(in: 0...255, using: &random) })
      case 2..<9:
        let numbers = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
          [0, 1, 2, 3, 5, 70_000, Int.max].randomElement(using: &random).map(String.init) ?? ""
        }
        let final = finals.randomElement(using: &random).map(String.init) ?? ""
        screen.feed("\u{1B}[" + numbers.joined(separator: ";") + final)
      default: screen.feed(texts.randomElement(using: &random) ?? "")
      }
      var wrong: String?
      if !(0..<screen.width).contains(screen.cursorX)
        || !(0..<screen.height).contains(screen.cursorY)
      {
        wrong = "the cursor is at \(screen.cursorX), \(screen.cursorY)"
      }
      for y in 0..<screen.height {
        var left = ""
        for x in 0..<screen.width {
          // Only a wide glyph has a second half.
          let text = screen.cell(x: x, y: y).text
          let isWide = text.unicodeScalars.first == "漢"
          let isAfterWide = left.unicodeScalars.first == "漢"
          if text.isEmpty, left.isEmpty { wrong = "\(x), \(y): a half of its own" }
          if isWide, x == screen.width - 1 { wrong = "\(x), \(y): a cut glyph" }
          if isAfterWide, !text.isEmpty { wrong = "\(x), \(y): '\(text)' in a wide glyph" }
          left = text
        }
      }
      #expect(wrong == nil, "seed \(seed), step \(step)")
      if wrong != nil { return }
    }
  }
}
