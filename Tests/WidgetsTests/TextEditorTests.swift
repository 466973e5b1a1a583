import MillraceLayout
import MillraceRender
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// The state of an editor, and the edits that it reported.
@MainActor
final class EditorProbe {
  var text: EditedText
  var edits: [TextEdit] = []
  var wrap = true
  var lineNumbers = false
  var indentation: Int? = 2
  var isReadOnly = false
  var isDisabled = false
  var placeholder = ""
  var highlighter: TextHighlighter?
  /// Applies an edit to the state.
  var reduce: (inout EditedText, TextEdit) -> Void = { $0.apply($1) }

  init(_ text: String = "") { self.text = EditedText(text) }

  @discardableResult
  func stage(columns: Int = 12, rows: Int = 5) -> NodeStage {
    NodeStage(columns: columns, rows: rows, EditorView(probe: self))
  }
}

struct EditorView: Component {
  let probe: EditorProbe
  @Local var changes = 0

  var body: Node {
    _ = changes
    return Column {
      TextEditor(
        probe.text, label: "Note", placeholder: probe.placeholder, wrap: probe.wrap,
        lineNumbers: probe.lineNumbers, indentation: probe.indentation,
        isReadOnly: probe.isReadOnly, highlight: probe.highlighter,
        onEdit: { edit in
          probe.edits.append(edit)
          probe.reduce(&probe.text, edit)
          changes += 1
        }
      ).disabled(probe.isDisabled)
    }
    .node
  }
}

extension NodeStage {
  /// The inverse text of each row.
  func inverse(_ columns: Int) -> [String] {
    let grid = screen.host.buffer.grid
    return (0..<grid.height).map { y in
      (0..<columns).filter { grid[x: $0, y: y].style.attributes.contains(.inverse) }
        .map { grid.text(x: $0, y: y) }.joined()
    }
  }

  var cursor: [Int] { terminal.cursor.map { [$0.x, $0.y] } ?? [] }
}

@MainActor
@Suite("Text editor", .timeLimit(.minutes(20)))
struct TextEditorTests {
  @Test("the caret and what is typed are seen in an editor of any height", arguments: 1...4)
  func small(height: Int) {
    struct Page: Component {
      let height: Int
      @Local var text = "one\ntwo"

      var body: Node {
        Column {
          Box { TextEditor($text, lineNumbers: true) }.height(Length(height + 2))
          Text("after")
        }
      }
    }
    let stage = NodeStage(columns: 20, rows: height + 4, Page(height: height))
    stage.terminal.send(Key(.end, .control), "x")
    #expect(stage.rows.contains { $0.contains("twox") })
    #expect(stage.cursor == [7, min(height, 2)])
    stage.terminal.send(.enter, "y")
    #expect(stage.rows.contains { $0.contains("y") })
    stage.terminal.send(.control("f"), "o")
    #expect(stage.rows.contains { $0.contains("o") })
    #expect(stage.cursor.count == 2)
  }

  @Test("F6 leaves the editor both ways, whatever is bound around it")
  func leaving() {
    struct Page: Component {
      let log: Captured<[String]>
      @Local var text = ""

      var body: Node {
        Column {
          Button("before") { log.value.append("before") }
          TextEditor($text).autofocus()
          Button("after") { log.value.append("after") }
        }
        .keys {
          Bind("esc", "Back") { log.value.append("back") }
          Bind("f6", "Other") { log.value.append("other") }
        }
      }
    }
    let log = Captured<[String]>([])
    let stage = NodeStage(columns: 20, rows: 8, Page(log: log))
    stage.terminal.send(.tab, .escape, .function(6), .enter)
    #expect(log.value == ["back", "after"])
    stage.terminal.send(.shiftTab, Key(.function(6), .shift), .enter)
    #expect(log.value == ["back", "after", "before"])
    // Also from its search, and past it.
    stage.terminal.send(.tab, .control("f"), .function(6), .enter)
    stage.terminal.send(.shiftTab, Key(.function(6), .shift), .enter)
    #expect(log.value.suffix(2) == ["after", "before"])
    stage.terminal.send(.tab, .function(6), .enter)
    #expect(log.value.suffix(2) == ["before", "after"])
  }

  @Test("an editor beside a label, sized by its content, has three rows")
  func ownHeight() {
    let stage = NodeStage(
      columns: 20, rows: 8,
      Column {
        Row {
          Text("Notes")
          TextEditor(.init(get: { "one\ntwo\nthree\nfour" }, set: { _ in }))
        }
        Text("after")
      })
    #expect(stage.rows[3] == "after")
  }

  @Test(
    "lines wrap after spaces, else after wide clusters or anywhere, and the cursor is at the caret")
  func wrapping() {
    let stage = EditorProbe("one two three\n日本語日本語\nabcdefghijklm\n\nx").stage(rows: 9)
    #expect(
      stage.rows == [
        "one two", "three", "日本語日本", "語", "abcdefghij", "klm", "", "x",
      ])
    #expect(stage.cursor == [0, 0])
    stage.terminal.send(.end)
    #expect(stage.cursor == [5, 1])
    stage.terminal.send(.down)
    #expect(stage.cursor == [4, 2])
    stage.terminal.send(Key(.end, .control))
    #expect(stage.cursor == [1, 7])
  }

  @Test("typing sends edits to the state, and the editor shows the state's text")
  func typing() {
    let probe = EditorProbe("b")
    let stage = probe.stage()
    stage.terminal.send("a", .enter, "c")
    #expect(probe.edits == [TextEdit(0..<0, "a"), TextEdit(1..<1, "\n"), TextEdit(2..<2, "c")])
    #expect(probe.text.string == "a\ncb" && stage.rows == ["a", "cb"])
    probe.reduce = { $0.apply(TextEdit($1.range, $1.replacement.uppercased())) }
    stage.terminal.type("x")
    #expect(stage.rows == ["a", "cXb"] && stage.cursor == [2, 1])
    probe.reduce = { _, _ in }
    stage.terminal.type("y")
    #expect(stage.rows == ["a", "cXb"] && stage.cursor == [2, 1])
  }

  @Test("an unwrapped text scrolls sideways with the caret, and tabs align to stops")
  func sideways() {
    let probe = EditorProbe("abcdefghijklmnopqrst\n\tx\ty\n日本語日本語日本語")
    probe.wrap = false
    probe.indentation = 4
    let stage = probe.stage()
    #expect(stage.rows == ["abcdefghijk", "    x   y", "日本語日本"])
    stage.terminal.send(.end)
    #expect(stage.rows == ["mnopqrst", "", "日本語"])
    #expect(stage.cursor == [8, 0])
    stage.terminal.send(.down, .down, .end)
    #expect(stage.rows == ["klmnopqrst", "", "語日本語"])
    stage.terminal.send(.home, .up)
    #expect(stage.rows == ["abcdefghijk", "    x   y", "日本語日本"])
    #expect(stage.cursor == [0, 1])
  }

  @Test(
    "a combining mark or joiner after a tab or line number does not combine with the space before it"
  )
  func loneMarks() {
    let probe = EditorProbe("\u{301}a\n\t\u{301}b\n\t\u{200D}c\n\t\u{903}d\n\u{600}\te")
    probe.lineNumbers = true
    let stage = probe.stage(rows: 7)
    #expect(
      stage.rows == [
        "1 \u{25CC}\u{301}a", "2   \u{25CC}\u{301}b", "3   \u{FFFD}c", "4   \u{25CC}\u{903}d",
        "5 \u{FFFD} e",
      ])
    stage.terminal.send(.end)
    #expect(stage.cursor == [4, 0])
    stage.terminal.send(.down, .end)
    #expect(stage.cursor == [6, 1])
  }

  @Test(
    "Shift selects, typing replaces the selection, and cut text is pasted and copied to the terminal"
  )
  func selection() {
    let probe = EditorProbe("one two\nthree")
    let stage = probe.stage()
    let copied = Captured<[String]>([])
    stage.screen.host.onCopy = { copied.value.append($0) }
    stage.terminal.send(Key(.right, [.control, .shift]), Key(.down, .shift))
    #expect(stage.inverse(12) == ["one two ", "thr", "", "", ""])
    stage.terminal.send(.control("x"))
    #expect(probe.text.string == "ee" && copied.value == ["one two\nthr"])
    stage.terminal.send(.end, .control("v"), .control("v"))
    #expect(probe.text.string == "eeone two\nthrone two\nthr")
    stage.terminal.send(.alt("a"), .control("c"), "x")
    #expect(probe.text.string == "x" && copied.value.count == 2)
    stage.terminal.paste("p\nq")
    #expect(stage.rows == ["xp", "q"])
  }

  @Test("undo reverts words and other steps and moves the caret back, and redo restores them")
  func undo() {
    let probe = EditorProbe()
    let stage = probe.stage()
    stage.terminal.type("one two")
    stage.terminal.send(.enter, .backspace, .backspace)
    #expect(probe.text.string == "one tw")
    var seen: [String] = []
    for _ in 0..<5 {
      stage.terminal.send(.control("z"))
      seen.append(probe.text.string)
    }
    #expect(seen == ["one two\n", "one two", "one ", "", ""])
    stage.terminal.send(.control("y"), .control("y"))
    #expect(probe.text.string == "one two" && stage.cursor == [7, 0])
    // A new text from the program ends the history.
    probe.text = "new"
    stage.show(EditorView(probe: probe))
    stage.terminal.send(.control("z"))
    #expect(probe.text.string == "new")
  }

  @Test("Tab and Shift-Tab indent, Enter keeps the indentation, and Escape lets Tab leave")
  func indentation() {
    let probe = EditorProbe("a\nb\r\n\r\nc")
    let stage = probe.stage(columns: 20, rows: 8)
    stage.terminal.send(Key(.end, [.control, .shift]), .tab)
    #expect(probe.text.string == "  a\r\n  b\r\n\r\n  c")
    #expect(probe.edits.count == 1)
    stage.terminal.send(.tab, .shiftTab)
    #expect(probe.text.string == "  a\r\n  b\r\n\r\n  c")
    stage.terminal.send(.end, .enter, "d", .shiftTab)
    #expect(probe.text.string == "  a\r\n  b\r\n\r\n  c\r\nd")
    stage.terminal.send(.tab)
    #expect(probe.text.string.hasSuffix("\r\nd "))
    let both = NodeStage(
      columns: 20, rows: 6,
      Column {
        EditorView(probe: probe)
        Button("Next") { probe.text = "left" }
      })
    both.terminal.send(.tab, .escape, .tab, .enter)
    #expect(probe.text.string == "left")
  }

  @Test("clicks move the caret and select words or lines, and drags select")
  func mouse() {
    let probe = EditorProbe("one two\nthree four\nx")
    let stage = probe.stage(columns: 20)
    stage.terminal.click(x: 4, y: 1)
    #expect(stage.cursor == [4, 1])
    stage.terminal.click(x: 4, y: 1)
    #expect(stage.inverse(20)[1] == "three")
    stage.terminal.click(x: 4, y: 1)
    #expect(stage.inverse(20)[1] == "three four ")
    stage.terminal.mouse(.press, x: 4, y: 0)
    stage.terminal.mouse(.drag, x: 2, y: 1)
    stage.terminal.mouse(.release, x: 2, y: 1)
    #expect(stage.inverse(20) == ["two ", "th", "", "", ""])
    stage.terminal.send("-")
    #expect(stage.rows[0] == "one -ree four")
    // Clicks to the right of a line, and below the last line.
    stage.terminal.click(x: 18, y: 0)
    #expect(stage.cursor == [13, 0])
    stage.terminal.click(x: 18, y: 4)
    #expect(stage.cursor == [1, 1])
  }

  @Test("the view with line numbers and a bar follows the caret, and the wheel scrolls it freely")
  func scrolling() {
    let probe = EditorProbe((1...30).map { "line \($0)" }.joined(separator: "\n"))
    probe.lineNumbers = true
    let stage = probe.stage()
    #expect(
      stage.rows == [
        " 1 line 1  █", " 2 line 2  │", " 3 line 3  │", " 4 line 4  │", " 5 line 5  │",
      ])
    stage.terminal.send(.pageDown)
    #expect(stage.rows[0].hasPrefix(" 5 line 5") && stage.cursor == [3, 0])
    stage.terminal.wheel(up: false, x: 4, y: 2)
    #expect(stage.rows[0].hasPrefix(" 8 line 8") && stage.cursor == [])
    stage.terminal.send(.down)
    #expect(stage.rows[0].hasPrefix(" 6 line 6") && stage.cursor == [3, 0])
    stage.terminal.send(Key(.end, .control))
    #expect(stage.rows.map { $0.prefix(10) } == (26...30).map { "\($0) line \($0)" })
    stage.terminal.send(.alt("a"), .backspace)
    #expect(stage.rows == ["1"] && stage.cursor == [2, 0])
  }

  @Test("find shows the first match while typing, counts the matches and wraps around")
  func find() {
    let probe = EditorProbe("an apple\nA pear, an APPLE\napples")
    let stage = probe.stage(columns: 30)
    stage.terminal.send(.control("f"))
    stage.terminal.type("app")
    #expect(stage.rows.last == "Find app                1 of 3")
    #expect(stage.inverse(30)[0] == "app")
    stage.terminal.send(.enter)
    #expect(stage.inverse(30)[1] == "APP")
    stage.terminal.send(.enter, .enter)
    #expect(stage.inverse(30)[0] == "app")
    stage.terminal.send(.up)
    #expect(stage.rows.last == "Find app                3 of 3" && stage.inverse(30)[2] == "app")
    stage.terminal.type("z")
    #expect(stage.rows.last == "Find appz                 none")
    stage.terminal.send(.escape, "!")
    #expect(probe.text.string.hasSuffix("!les"))
    stage.terminal.send(.control("f"))
    stage.terminal.type("APP")
    #expect(stage.rows.last == "Find APP                1 of 2")
    // The selection does not become the search text.
    stage.terminal.send(.escape, .control("f"))
    stage.terminal.type("pear")
    #expect(stage.rows.last == "Find pear               1 of 1")
  }

  @Test("F3 and Shift-F3 go on with a search that Escape has closed")
  func findAgain() {
    let probe = EditorProbe("app 1\napp 2\napp 3\napp 4")
    let stage = probe.stage(columns: 30)
    stage.terminal.send(.function(3))
    #expect(stage.inverse(30).joined() == "")
    stage.terminal.send(.control("f"))
    stage.terminal.type("app")
    stage.terminal.send(.escape, .function(3))
    #expect(stage.inverse(30)[1] == "app" && !stage.rows.joined().contains("Find"))
    stage.terminal.send(.function(3))
    #expect(stage.inverse(30)[2] == "app")
    stage.terminal.send(Key(.function(3), .shift))
    #expect(stage.inverse(30)[1] == "app")
  }

  @Test("a match out of view is scrolled into view while its query is typed")
  func findFar() {
    let probe = EditorProbe((1...30).map { "line \($0)" }.joined(separator: "\n"))
    let stage = probe.stage(columns: 30)
    stage.terminal.send(.control("f"))
    stage.terminal.type("e 25")
    #expect(stage.rows[3].hasPrefix("line 25"))
    #expect(stage.inverse(30)[3] == "e 25")
  }

  @Test("an editor shows a placeholder, and a read-only or disabled editor reports no edit")
  func states() throws {
    let probe = EditorProbe()
    probe.placeholder = "Notes"
    let stage = probe.stage()
    #expect(stage.rows == ["Notes"] && stage.cursor == [0, 0])
    probe.text = "fixed"
    probe.isReadOnly = true
    stage.show(EditorView(probe: probe))
    stage.terminal.send("x", .backspace, .enter, .control("v"), Key(.right, .shift))
    #expect(stage.rows == ["fixed"] && probe.edits == [] && stage.inverse(12)[0] == "f")
    probe.isDisabled = true
    stage.show(EditorView(probe: probe))
    stage.terminal.send(.right, "x")
    #expect(stage.cursor == [] && probe.edits == [])
    #expect(stage.screen.host.buffer.grid[x: 0, y: 0].style.attributes.contains(.dim))
    let page = PlainTextHost()
    Renderer(host: page).render(EditorView(probe: EditorProbe("a\nb")).node)
    #expect(page.lines == ["a", "b"])
  }

  @Test(
    "highlights come from a task, follow edits, continue the state of earlier lines, and are replaced"
  )
  func highlights() async {
    let probe = EditorProbe("a /* b\nc */ d\nplain")
    let comment = Style(attributes: .italic)
    probe.highlighter = TextHighlighter("c", start: false) { line, isInside in
      var found: [TextHighlight] = []
      let bytes = Array(line.utf8)
      var start = isInside ? 0 : nil
      for offset in bytes.indices.dropLast() {
        if bytes[offset] == UInt8(ascii: "/"), bytes[offset + 1] == UInt8(ascii: "*") {
          start = offset
        }
        if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/"),
          let low = start
        {
          found.append(TextHighlight(low..<offset + 2, comment))
          start = nil
        }
      }
      isInside = start != nil
      if let start { found.append(TextHighlight(start..<bytes.count, comment)) }
      return found
    }
    let stage = probe.stage()
    func italic() -> [String] {
      let grid = stage.screen.host.buffer.grid
      return (0..<3).map { y in
        (0..<12).filter { grid[x: $0, y: y].style.attributes.contains(.italic) }
          .map { grid.text(x: $0, y: y) }.joined()
      }
    }
    #expect(italic() == ["", "", ""])
    await stage.wait { italic() == ["/*b", "c*/", ""] }
    stage.terminal.type("xx")
    #expect(italic() == ["/*b", "c*/", ""])
    stage.terminal.send(.right, .right, .delete)
    await stage.wait { italic() == ["", "", ""] }
    #expect(italic() == ["", "", ""])
    probe.highlighter = TextHighlighter("first") { _ in [TextHighlight(0..<1, comment)] }
    stage.show(EditorView(probe: probe))
    await stage.wait { italic().last == "p" }
  }
}
