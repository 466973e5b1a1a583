import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// A field over a value in a state.
private struct Form: Component {
  let submitted: Captured<[String]>
  var transform: @MainActor (String) -> String = { $0 }
  @Local var text: String

  var body: Node {
    Column {
      TextField(
        text, placeholder: "name", onChange: { text = transform($0) },
        onSubmit: {
          submitted.value.append(text)
          text = ""
        })
      Text("=\(text)=")
    }
  }
}

@MainActor
@Suite("Text field")
struct TextFieldTests {
  let submitted = Captured<[String]>([])

  private func stage(_ text: String = "", columns: Int = 20) -> NodeStage {
    NodeStage(columns: columns, rows: 2, Form(submitted: submitted, text: text))
  }

  @Test("typed text is shown, and the cursor follows it")
  func types() {
    let stage = stage()
    #expect(stage.rows == ["name", "=="])
    #expect(stage.terminal.cursor == CellPoint(x: 0, y: 0))
    stage.terminal.type("Ada")
    #expect(stage.rows == ["Ada", "=Ada="])
    #expect(stage.terminal.cursor == CellPoint(x: 3, y: 0))
  }

  @Test("keys in one burst are all handled, in order")
  func oneBurst() {
    let stage = stage()
    stage.terminal.sendBytes(Array("one\rtwo\u{1B}[D\u{1B}[DX\rthree".utf8))
    #expect(submitted.value == ["one", "tXwo"])
    #expect(stage.rows == ["three", "=three="])
  }

  @Test("the cursor moves by clusters and words")
  func moves() {
    let stage = stage("héllo 👩‍👩‍👧 wörld")
    func cursor(after keys: Key...) -> Int? {
      for key in keys { stage.terminal.send(key) }
      return stage.terminal.cursor?.x
    }
    #expect(cursor() == 14)
    #expect(cursor(after: .alt("b")) == 9)
    #expect(cursor(after: .left) == 8)
    #expect(cursor(after: .left) == 6)
    #expect(cursor(after: .right) == 8)
    #expect(cursor(after: .home) == 0)
    #expect(cursor(after: .left) == 0)
    #expect(cursor(after: .right, .right) == 2)
    #expect(cursor(after: .end) == 14)
    #expect(cursor(after: .control("a")) == 0)
    #expect(cursor(after: .alt("f")) == 5)
  }

  @Test("keys delete clusters, words, and to either end")
  func deletes() {
    func result(_ text: String, _ keys: Key...) -> String {
      let stage = stage(text)
      for key in keys { stage.terminal.send(key) }
      return stage.rows[1]
    }
    #expect(result("ab👩‍👩‍👧", .backspace) == "=ab=")
    #expect(result("abc", .home, .delete) == "=bc=")
    #expect(result("one two", .control("w")) == "=one =")
    #expect(result("one two", .home, .alt("d")) == "= two=")
    #expect(result("one two", .left, .left, .control("u")) == "=wo=")
    #expect(result("one two", .left, .left, .control("k")) == "=one t=")
    #expect(result("", .backspace, .delete, .control("w"), .control("k")) == "==")
  }

  @Test("a pasted text becomes one line, with visible control characters")
  func pastes() {
    let stage = stage()
    stage.terminal.paste("two\nlines\u{1B}[2J")
    #expect(stage.rows == ["two lines␛[2J", "=two lines␛[2J="])
  }

  @Test("a text wider than the field scrolls, and the cursor stays visible")
  func scrolls() {
    let stage = stage(columns: 6)
    stage.terminal.type("abcdefghij")
    #expect(stage.rows[0] == "fghij")
    #expect(stage.terminal.cursor?.x == 5)
    stage.terminal.send(.home)
    #expect(stage.rows[0] == "abcdef")
    #expect(stage.terminal.cursor?.x == 0)
    stage.terminal.send(.end)
    #expect(stage.rows[0] == "fghij")
  }

  @Test("a click moves the cursor")
  func click() {
    let stage = stage("漢字abc")
    stage.terminal.click(x: 2, y: 0)
    #expect(stage.terminal.cursor?.x == 2)
    stage.terminal.click(x: 3, y: 0)
    #expect(stage.terminal.cursor?.x == 2)
    stage.terminal.click(x: 15, y: 0)
    #expect(stage.terminal.cursor?.x == 7)
    stage.terminal.type("!")
    #expect(stage.rows[1] == "=漢字abc!=")
  }

  @Test("a field shows the text that the state made of an edit")
  func transformed() {
    let stage = NodeStage(
      columns: 20, rows: 2,
      Form(submitted: submitted, transform: { $0.uppercased() }, text: ""))
    stage.terminal.type("ab")
    #expect(stage.rows == ["AB", "=AB="])
    #expect(stage.terminal.cursor?.x == 2)
  }

  @Test("characters that the state refuses are not shown")
  func refused() {
    let stage = NodeStage(
      columns: 20, rows: 2,
      Form(submitted: submitted, transform: { String($0.filter(\.isNumber)) }, text: ""))
    stage.terminal.type("1a2")
    #expect(stage.rows == ["12", "=12="])
  }

  @Test("the cursor keeps its position when the state changes the text")
  func cursorStays() {
    let stage = NodeStage(
      columns: 20, rows: 2,
      Form(submitted: submitted, transform: { $0.uppercased() }, text: "AB"))
    stage.terminal.send(.left)
    stage.terminal.type("x")
    #expect(stage.rows[0] == "AXB")
    #expect(stage.terminal.cursor?.x == 2)
  }

  @Test("typed text is shown even before the state has applied it")
  func stateFollowsLater() {
    let changes = Captured<[String]>([])
    let stage = NodeStage(
      Column { TextField("", onChange: { changes.value.append($0) }) })
    stage.terminal.type("a")
    stage.terminal.type("b")
    stage.terminal.type("c")
    #expect(changes.value == ["a", "ab", "abc"])
    #expect(stage.rows == ["abc"])
  }

  @Test("a combining mark that arrives alone joins the letter before the cursor")
  func combining() {
    let stage = stage()
    stage.terminal.type("e")
    stage.terminal.type("\u{301}")
    #expect(stage.rows == ["é", "=é="])
    #expect(stage.terminal.cursor?.x == 1)
    stage.terminal.send(.backspace)
    #expect(stage.rows[1] == "==")
  }

  @Test("the cursor is hidden if no field has the focus")
  func hiddenCursor() {
    let stage = NodeStage(
      Column {
        TextField("", onChange: { _ in })
        Button("b") {}
      })
    #expect(stage.terminal.cursor != nil)
    stage.terminal.send(.tab)
    #expect(stage.terminal.cursor == nil)
  }

  @Test("Ctrl-C copies the selection, in a field as in an editor; without one it goes outwards")
  func copies() {
    struct Page: Component {
      let log: Captured<[String]>
      @Local var text = "one two"

      var body: Node {
        Column {
          TextField($text)
          TextEditor($text)
        }
        .keys { Bind("ctrl+c", "Outside") { log.value.append("outside") } }
      }
    }
    let log = Captured<[String]>([])
    let stage = NodeStage(columns: 20, rows: 8, Page(log: log))
    stage.screen.host.onCopy = { log.value.append("copied \($0)") }
    for _ in 0..<2 {
      stage.terminal.send(.control("c"), .home, Key(.right, .shift), Key(.right, .shift))
      stage.terminal.send(.control("c"), .end, .tab)
    }
    #expect(log.value == ["outside", "copied on", "outside", "copied on"])
  }
}
