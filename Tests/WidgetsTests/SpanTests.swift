import MillraceRender
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Text spans")
struct SpanTests {
  /// The screen with a letter for the style of each cell; `-` if it has none.
  private func styles(of stage: NodeStage, columns: Int, rows: Int) -> [String] {
    (0..<rows).map { y in
      String(
        (0..<columns).map { x in
          let cell = stage.terminal.virtualScreen.cell(x: x, y: y)
          // On a blank, ignores styles that are invisible on it.
          return switch cell.text == " " ? cell.style.onBlank : cell.style {
          case Style(attributes: .bold): "b"
          case Style(attributes: .underline): "u"
          case Style(foreground: .red): "r"
          case Style(): "-"
          default: "?"
          }
        })
    }
  }

  @Test("spans have their own styles, and are wrapped with the surrounding text")
  func wraps() {
    let stage = NodeStage(
      columns: 9, rows: 3,
      Column {
        Text {
          "Buy "
          TextSpan("fresh milk").bold()
          ", and "
          TextSpan("bread").foreground(.red)
        }
      })
    #expect(stage.rows == ["Buy fresh", "milk, and", "bread"])
    #expect(
      styles(of: stage, columns: 9, rows: 3) == ["----bbbbb", "bbbb-----", "rrrrr----"])
  }

  @Test("spans are aligned together")
  func aligns() {
    let stage = NodeStage(
      columns: 6, rows: 2,
      Column {
        Text {
          "a"
          TextSpan("b").bold()
        }.align(.trailing)
        Text {
          TextSpan("a").bold()
          "b"
        }.align(.center)
      })
    #expect(stage.rows == ["    ab", "  ab"])
    #expect(styles(of: stage, columns: 6, rows: 2) == ["-----b", "--b---"])
  }

  @Test("spans keep their styles in truncated text, and the ellipsis has the style beside it")
  func truncates() {
    func text(_ part: TextTruncation) -> Text {
      Text {
        TextSpan("red").foreground(.red)
        "plain"
        TextSpan("bold").bold()
      }.truncate(part)
    }
    let stage = NodeStage(
      columns: 6, rows: 3,
      Column {
        text(.end)
        text(.middle)
        text(.start)
      })
    #expect(stage.rows == ["redpl…", "red…ld", "…nbold"])
    #expect(styles(of: stage, columns: 6, rows: 3) == ["rrr---", "rrrrbb", "--bbbb"])
  }

  @Test("a plain text can be truncated at its start and in its middle")
  func truncatesPlainText() {
    let stage = NodeStage(
      columns: 5, rows: 2,
      Column {
        Text("abcdefgh").truncate(.start)
        Text("abcdefgh").truncate(.middle)
      })
    #expect(stage.rows == ["…efgh", "ab…gh"])
  }

  @Test(
    "a cluster is not split: a combining mark has the style of the letter before it, across spans")
  func clusters() {
    let stage = NodeStage(
      columns: 6, rows: 2,
      Column {
        Text {
          "e"
          TextSpan("\u{301}x").bold()
          "\r"
          TextSpan("\ny").bold()
        }
      })
    #expect(stage.rows == ["e\u{301}x", "y"])
    #expect(styles(of: stage, columns: 2, rows: 2) == ["-b", "b-"])
  }

  @Test("spans stay in place after characters that are made visible")
  func visible() {
    let stage = NodeStage(
      columns: 12, rows: 1,
      Column {
        Text {
          "\u{7}\t"
          TextSpan("\u{1B}b").bold()
          "\nc"
        }.truncate()
      })
    #expect(stage.rows == ["␇    ␛b␊c"])
    #expect(styles(of: stage, columns: 9, rows: 1) == ["-----bb--"])
  }

  @Test("a surrounding style applies in a span, and the span's colour overrides it")
  func cascade() {
    let stage = NodeStage(
      columns: 2, rows: 1,
      Column {
        Text {
          "a"
          TextSpan("b").foreground(.blue)
        }.style(Style(foreground: .red, attributes: .bold))
      })
    let screen = stage.terminal.virtualScreen
    #expect(screen.cell(x: 0, y: 0).style == Style(foreground: .red, attributes: .bold))
    #expect(screen.cell(x: 1, y: 0).style == Style(foreground: .blue, attributes: .bold))
  }

  @Test("a changed style is drawn without a layout")
  func changes() {
    func text(_ isBold: Bool) -> Node {
      Column {
        Text {
          "a"
          TextSpan("b").bold(isBold)
        }
      }.node
    }
    let stage = NodeStage(columns: 2, rows: 1, text(false))
    let boxes = stage.screen.host.visitedBoxes
    stage.show(text(true))
    #expect(styles(of: stage, columns: 2, rows: 1) == ["-b"])
    #expect(stage.screen.host.visitedBoxes == boxes)
  }

  @Test("a span builder accepts if, for and functions that return spans")
  func builder() {
    func emphasized(_ word: String) -> [TextSpan] { [TextSpan(word).bold(), TextSpan("!")] }
    let words = ["x", "y"]
    let stage = NodeStage(
      columns: 10, rows: 1,
      Column {
        Text {
          if words.isEmpty { "none" } else { TextSpan("some").underline() }
          for word in words { emphasized(word) }
          if words.count > 2 { "more" }
        }
      })
    #expect(stage.rows == ["somex!y!"])
    #expect(styles(of: stage, columns: 8, rows: 1) == ["uuuub-b-"])
  }

  @Test("a link is underlined, and plain text has its address after it once")
  func links() {
    let text = Text {
      "See "
      TextSpan("the ").link("https://a.b")
      TextSpan("manual").bold().link("https://a.b")
      " or "
      TextSpan("https://c.d").link("https://c.d")
    }
    let stage = NodeStage(columns: 40, rows: 1, Column { text })
    #expect(stage.rows == ["See the manual or https://c.d"])
    #expect(styles(of: stage, columns: 12, rows: 1) == ["----uuuu????"])
    let page = PlainTextHost()
    Renderer(host: page).render(text.node)
    #expect(page.lines == ["See the manual <https://a.b> or https://c.d"])
  }

  /// Compares each cell of random texts with a simple model: a cell's text is as without spans, and
  /// its style is that of the span in which its cluster starts.
  @Test(
    "random spans have the same cells as a simple model", arguments: 0..<rounds(48, long: 300))
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "b", "word", " ", " ", "-", "漢", "字", "\u{301}", "e\u{301}", "👩\u{200D}👩\u{200D}👧",
      "\u{200D}", "🇩", "🇪", "\n", "\r", "\r\n", "\t", "\u{1B}", "\u{7F}", "\u{9B}", "\u{202E}",
      "का", "…", "\u{FE0F}", "",
    ]
    let count = Int.random(in: 0...8, using: &generator)
    let spans = (0..<count).map { number in
      let length = Int.random(in: 0...6, using: &generator)
      let text = (0..<length).map { _ in pieces.randomElement(using: &generator)! }.joined()
      // Only colours are compared, and on blanks only the background.
      return TextSpan(text).style(
        Style(foreground: .indexed(UInt8(number)), background: .indexed(UInt8(number))))
    }
    let width = Int.random(in: 1...12, using: &generator)
    let wrap = Int.random(in: 0..<6, using: &generator)
    let alignment = [TextAlignment.leading, .center, .trailing].randomElement(using: &generator)!
    func shown(_ text: Text) -> Text {
      let text = text.align(alignment)
      return switch wrap {
      case 0: text.wrap(.word)
      case 1: text.wrap(.character)
      case 2: text.wrap(.clip)
      case 3: text.truncate(.end)
      case 4: text.truncate(.middle)
      default: text.truncate(.start)
      }
    }
    let whole = spans.map(\.text).joined()
    let styled = NodeStage(columns: width, rows: 40, Column { shown(Text { spans }) })
    let plain = NodeStage(columns: width, rows: 40, Column { shown(Text(whole)) })
    #expect(styled.rows == plain.rows, "seed \(seed)")

    // A cluster has the colour of its first byte: in the text, then in the single line if it is
    // one, and then in its visible form.
    var (visible, colors) = (whole, [Color]())
    for (number, span) in spans.enumerated() {
      colors += span.text.utf8.map { _ in .indexed(UInt8(number)) }
    }
    func replace(_ change: (String) -> String) {
      var (text, changed) = ("", [Color]())
      for index in visible.indices {
        let byte = visible.utf8.distance(from: visible.startIndex, to: index)
        let cluster = change(String(visible[index]))
        text += cluster
        changed += cluster.utf8.map { _ in colors[byte] }
      }
      (visible, colors) = (text, changed)
    }
    if wrap > 2 { replace(singleLine) }
    replace(SafeText.visible)
    for (y, line) in rows(of: visible, width: width, wrap: wrap, colors).enumerated() {
      let space = max(0, width - line.reduce(0) { $0 + $1.columns })
      var x = alignment == .leading ? 0 : alignment == .center ? space / 2 : space
      for cluster in line {
        // A wide glyph may not fit into one column.
        if x + cluster.columns <= width {
          let style = styled.terminal.virtualScreen.cell(x: x, y: y).style
          #expect(style.background == cluster.color, "seed \(seed), column \(x), row \(y)")
        }
        x += cluster.columns
      }
    }
  }

  private typealias Cluster = (columns: Int, color: Color)

  /// The clusters of each row with their columns, and the colours of their first bytes.
  private func rows(of visible: String, width: Int, wrap: Int, _ colors: [Color]) -> [[Cluster]] {
    func clusters(_ text: Substring) -> [Cluster] {
      text.indices.map { index in
        let byte = visible.utf8.distance(from: visible.startIndex, to: index)
        return (text[index].columns, colors[byte])
      }
    }
    if wrap < 3 {
      let wrap = [TextWrap.word, .character, .clip][wrap]
      return TextLayout.lines(of: visible, width: width, wrap: wrap).map(clusters)
    }
    let all = clusters(visible[...])
    func columns(_ clusters: ArraySlice<Cluster>) -> Int { clusters.reduce(0) { $0 + $1.columns } }
    if columns(all[...]) <= width { return [all] }
    let room = width - 1
    let headRoom = [room, (room + 1) / 2, 0][wrap - 3]
    var head = all[...]
    while columns(head) > headRoom { head.removeLast() }
    var tail = wrap == 3 ? [] : all[...]
    while columns(tail) > room - columns(head) { tail.removeFirst() }
    let beside = head.last ?? tail.first ?? all[0]
    return [head + [(1, beside.color)] + tail]
  }
}
