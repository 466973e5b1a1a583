import Foundation
import Millrace
import MillraceTesting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("SVG pictures of a screen")
struct PictureTests {
  /// The shapes in the window.
  private func drawn(_ text: String, width: Int = 6, height: Int = 1) -> [String] {
    var screen = VirtualScreen(width: width, height: height)
    screen.feed("\u{1B}[?25l" + text)
    return screen.svg().split(separator: "\n").drop { !$0.hasPrefix("<g ") }.dropFirst()
      .dropLast(2).map(String.init)
  }

  @Test("a picture is a window with a title and the text in its cells")
  func window() {
    var screen = VirtualScreen(width: 10, height: 2)
    screen.feed("\u{1B}[?25lHi \u{1B}[1;32mthere")
    #expect(
      screen.svg(title: "R&D", background: .light) == """
        <svg xmlns='http://www.w3.org/2000/svg' width='118' height='92' viewBox='0 0 118 92' \
        role='img' font-size='15' \
        font-family='ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace'>
        <rect x='0.5' y='0.5' width='117' height='91' rx='9' fill='#fcfcfa' stroke='#d0d2d6'/>
        <circle cx='20' cy='18' r='6' fill='#d0d2d6'/>\
        <circle cx='38' cy='18' r='6' fill='#d0d2d6'/>\
        <circle cx='56' cy='18' r='6' fill='#d0d2d6'/>
        <text x='59' y='23' text-anchor='middle' font-size='13' fill='#6a6e77'>R&amp;D</text>
        <g transform='translate(14 40)'>
        <text x='0' y='14' textLength='18' fill='#24262b'>Hi</text>
        <text x='27' y='14' textLength='45' fill='#2b7a2b' font-weight='bold'>there</text>
        </g>
        </svg>

        """)
  }

  @Test("several blanks start a new text element, so that positions are kept")
  func blanks() {
    #expect(
      drawn("a b  c").map { $0.replacing(" y='14'", with: "") } == [
        "<text x='0' textLength='27' fill='#e6e6e6'>a b</text>",
        "<text x='45' textLength='9' fill='#e6e6e6'>c</text>",
      ])
  }

  @Test("the cursor is drawn as an inverse cell")
  func cursor() {
    let stage = VirtualScreen(width: 2, height: 1).svg()
    #expect(
      stage.contains(
        "<rect x='0' y='0' width='9' height='19' fill='#e6e6e6' shape-rendering='crispEdges'/>"
      ))
  }

  @Test("the cursor covers both halves of a wide cluster")
  func wideCursor() {
    #expect(
      drawn("漢\u{1B}[H\u{1B}[?25h", width: 2) == [
        "<rect x='0' y='0' width='18' height='19' fill='#e6e6e6' shape-rendering='crispEdges'/>",
        "<text x='0' y='14' textLength='18' fill='#1b1d23' lengthAdjust='spacingAndGlyphs'>漢</text>",
      ])
  }

  @Test("each attribute and all three kinds of colours are drawn")
  func looks() {
    #expect(
      drawn("\u{1B}[3;9ma\u{1B}[0;7;2mb\u{1B}[0;38;5;208mc\u{1B}[48;2;1;2;3md") == [
        "<rect x='9' y='0' width='9' height='19' fill='#e6e6e6' shape-rendering='crispEdges'/>",
        "<rect x='27' y='0' width='9' height='19' fill='#010203' shape-rendering='crispEdges'/>",
        "<text x='0' y='14' textLength='9' fill='#e6e6e6' font-style='italic'>a</text>",
        "<text x='9' y='14' textLength='9' fill='#1b1d23' opacity='0.6'>b</text>",
        "<text x='18' y='14' textLength='18' fill='#ff8700'>cd</text>",
        "<path d='M0 9.5h9' stroke='#e6e6e6'/>",
      ])
  }

  @Test(
    "each kind of underline is drawn in its colour",
    arguments: [
      ("4", "<path fill='none' stroke='#ff0000' d='M0 16.5h18'/>"),
      ("4:2", "<path fill='none' stroke='#ff0000' d='M0 16.5h18M0 18.5h18'/>"),
      (
        "4:3",
        "<path fill='none' stroke='#ff0000' d='M0 16q2.25 4 4.5 0t4.5 0q2.25 4 4.5 0t4.5 0'/>"
      ),
      (
        "4:4",
        "<path fill='none' stroke='#ff0000' d='M0 16.5h18' stroke-dasharray='1 2'/>"
      ),
      (
        "4:5",
        "<path fill='none' stroke='#ff0000' d='M0 16.5h18' stroke-dasharray='6 3'/>"
      ),
    ])
  func underlines(code: String, path: String) {
    #expect(drawn("\u{1B}[\(code);58:2::255:0:0mab")[1...] == [path])
  }

  @Test("a cluster from another font gets its own element, as wide as its cells")
  func wide() {
    #expect(
      drawn("a漢✓b").map { $0.replacing(" y='14'", with: "") } == [
        "<text x='0' textLength='9' fill='#e6e6e6'>a</text>",
        "<text x='9' textLength='18' fill='#e6e6e6' lengthAdjust='spacingAndGlyphs'>漢</text>",
        "<text x='27' textLength='9' fill='#e6e6e6' lengthAdjust='spacingAndGlyphs'>✓</text>",
        "<text x='36' textLength='9' fill='#e6e6e6'>b</text>",
      ])
  }

  @Test("lines and blocks are shapes that reach the edges of their cells")
  func shapes() {
    #expect(
      drawn("╭─") == [
        "<path d='M4.5 19V14Q4.5 9.5 9 9.5M13.5 9.5H18M13.5 9.5H9' fill='none' stroke='#e6e6e6' stroke-width='1.0'/>"
      ])
    #expect(
      drawn("▂▒") == [
        "<path d='M0 14.25h9v4.75h-9z' fill='#e6e6e6' fill-opacity='1.0' shape-rendering='crispEdges'/>",
        "<path d='M9 0h9v19h-9z' fill='#e6e6e6' fill-opacity='0.5' shape-rendering='crispEdges'/>",
      ])
    #expect(
      drawn("║") == [
        "<path d='M4.5 9.5V0M4.5 9.5V19' fill='none' stroke='#e6e6e6' stroke-width='4.5'/>",
        "<path d='M4.5 9.5V0M4.5 9.5V19' fill='none' stroke='#1b1d23' stroke-width='1.5'/>",
      ])
  }

  @Test("a link to the web is clickable, and a script link is plain text")
  func links() {
    #expect(
      drawn("\u{1B}]8;;https://a.b/?c&d\u{1B}\\x")[0].hasPrefix(
        "<a href='https://a.b/?c&amp;d'><text "))
    #expect(drawn("\u{1B}]8;;javascript:x()\u{1B}\\x")[0].hasPrefix("<text "))
  }

  @Test("a picture of any screen is well-formed XML")
  func wellFormed() throws {
    var random = SeededGenerator(seed: 7)
    let scalars = Array("a <>&\"'é漢👨\u{200D}\u{FE0F}─╬█▒\u{FFFF}\u{FFFE}]".unicodeScalars)
    for _ in 0..<50 {
      var screen = VirtualScreen(width: 12, height: 4)
      for _ in 0..<40 {
        let code = Int.random(in: 0...107, using: &random)
        screen.feed("\u{1B}[\(code)m\u{1B}]8;;http://<\(code)>&\u{1B}\\")
        for _ in 0..<3 {
          if let scalar = scalars.randomElement(using: &random) { screen.feed(String(scalar)) }
        }
      }
      let picture = screen.svg(title: "<\u{1}&>")
      let parser = XMLParser(data: Data(picture.utf8))
      #expect(parser.parse(), "\(String(describing: parser.parserError)) in \(picture)")
    }
  }
}
