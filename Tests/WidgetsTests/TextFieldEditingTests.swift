import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// A field over a text in local state.
private struct Note: Component {
  @Local var text: String
  var transform: @MainActor (String) -> String = { $0 }

  var body: Node {
    TextField(text, onChange: { text = transform($0) }, onSubmit: { text = "" }).grow()
  }
}

@MainActor
@Suite("Text field: selection, killing, undo")
struct TextFieldEditingTests {
  private func stage(_ text: String, columns: Int = 20) -> NodeStage {
    NodeStage(columns: columns, rows: 1, Note(text: text))
  }

  /// The text of a field after keys, with the selection in brackets.
  private func result(_ text: String, _ keys: Key...) -> String {
    let stage = stage(text)
    for key in keys { stage.terminal.send(key) }
    return stage.annotated(0)
  }

  @Test("Shift with a movement key selects")
  func selects() {
    #expect(result("one two", .shiftLeft, .shiftLeft) == "one t[wo]")
    #expect(result("one two", .home, .shiftRight, .shiftRight) == "[on]e two")
    #expect(result("one two", Key(.home, .shift)) == "[one two]")
    #expect(result("one two", .home, Key(.end, .shift)) == "[one two]")
    #expect(result("one two", Key(.left, [.control, .shift])) == "one [two]")
    #expect(result("one two", .home, Key(.right, [.control, .shift])) == "[one] two")
    #expect(result("one two", .alt("a")) == "[one two]")
    #expect(result("漢字 👩‍👩‍👧!", .left, .shiftLeft, .shiftLeft) == "漢字[ 👩‍👩‍👧]!")
  }

  @Test("typing, pasting, Backspace and Delete replace or delete the selection")
  func replaces() {
    let word = Key(.left, [.control, .shift])
    #expect(result("one two", word, .character("x")) == "one x")
    #expect(result("one two", word, .backspace) == "one")
    #expect(result("one two", .left, .shiftLeft, .delete) == "one to")
    let stage = stage("one two")
    stage.terminal.send(.alt("a"))
    stage.terminal.paste("three")
    #expect(stage.rows == ["three"])
    #expect(stage.terminal.cursor?.x == 5)
  }

  @Test("an arrow without Shift moves to an end of the selection")
  func leaves() {
    func cursor(_ keys: Key...) -> Int? {
      let stage = stage("abcdef")
      for key in keys { stage.terminal.send(key) }
      #expect(stage.annotated(0) == "abcdef")
      return stage.terminal.cursor?.x
    }
    #expect(cursor(.left, .shiftLeft, .shiftLeft, .left) == 3)
    #expect(cursor(.left, .shiftLeft, .shiftLeft, .right) == 5)
  }

  @Test("a mouse drag selects, also in a scrolled field")
  func drags() {
    let stage = stage("abcdefghij", columns: 6)
    #expect(stage.annotated(0) == "fghij")
    stage.terminal.mouse(.press, x: 2, y: 0)
    #expect(stage.terminal.cursor?.x == 2)
    stage.terminal.mouse(.drag, x: 4, y: 0)
    #expect(stage.annotated(0) == "fg[hi]j")
    stage.terminal.mouse(.drag, x: 0, y: 0)
    #expect(stage.annotated(0) == "[fg]hij")
    stage.terminal.mouse(.release, x: 0, y: 0)
    stage.terminal.send(.shiftLeft)
    #expect(stage.annotated(0) == "[efg]hij")
    stage.terminal.click(x: 1, y: 0)
    #expect(stage.annotated(0) == "efghij")
  }

  @Test("a selection is shown only while the field has the focus")
  func unfocused() {
    let stage = NodeStage(
      Column {
        Note(text: "one")
        TextField("", onChange: { _ in })
      })
    stage.terminal.send(.alt("a"))
    #expect(stage.annotated(0) == "[one]")
    stage.terminal.send(.tab)
    #expect(stage.annotated(0) == "one")
    stage.terminal.send(.shiftTab)
    #expect(stage.annotated(0) == "[one]")
  }

  @Test("Ctrl-Y inserts killed text, and consecutive kills are joined")
  func kills() {
    let (kill, yank) = (Key.control("w"), Key.control("y"))
    #expect(result("one two", kill, .home, yank) == "twoone")
    #expect(result("one two three", kill, kill, .home, yank) == "two threeone")
    #expect(result("one two three", .home, .alt("d"), .alt("d"), .end, yank) == " threeone two")
    #expect(result("one two", kill, .end, kill, yank, yank) == "one one")
    #expect(result("abc", .left, .control("k"), .control("u"), yank, yank) == "abcabc")
    #expect(result("abcd", .left, .shiftLeft, .shiftLeft, kill, .home, yank) == "bcad")
    #expect(result("abc", .alt("a"), .control("d"), yank) == "")
  }

  @Test("Ctrl-_ undoes typing by words, and other changes one by one")
  func undoes() {
    let undo = Key.control("_")
    let stage = stage("")
    func shows(_ keys: Key...) -> String {
      for key in keys { stage.terminal.send(key) }
      return stage.annotated(0)
    }
    stage.terminal.type("one two")
    #expect(shows(.backspace, .backspace, .control("w")) == "one")
    #expect(shows(undo) == "one t")
    #expect(shows(undo) == "one two")
    #expect(shows(undo) == "one")
    #expect(stage.terminal.cursor?.x == 4)
    #expect(shows(.control("_")) == "")
    #expect(shows(undo) == "")
    #expect(shows(.alt("_"), Key(.character("_"), [.control, .alt])) == "one two")
    #expect(shows(undo, .character("!"), .alt("_")) == "one !")
  }

  @Test("Ctrl-/ and Ctrl-Shift-- in kitty's encoding both undo")
  func undoInKitty() {
    for bytes in ["\u{1B}[47;5u", "\u{1B}[45:95;6u"] {
      let stage = stage("")
      stage.terminal.type("a")
      stage.terminal.sendBytes(Array(bytes.utf8))
      #expect(stage.rows == [])
    }
  }

  @Test("undo restores the selection, and typing after a cursor movement is a new undo step")
  func undoesSelection() {
    let word = Key(.left, [.control, .shift])
    #expect(result("one two", word, .character("x"), .control("_")) == "one [two]")
    #expect(result("", .character("a"), .left, .character("b"), .control("_")) == "a")
  }

  @Test("undo is an edit that the state can transform, like typing")
  func undoTransformed() {
    let stage = NodeStage(
      columns: 20, rows: 1, Note(text: "", transform: { $0.uppercased() }))
    stage.terminal.type("one two")
    stage.terminal.send(.control("_"))
    #expect(stage.rows == ["ONE"])
  }

  @Test("a key map gives commands of a field other keys, and the standard keys are listed")
  func mapped() {
    let map = KeyMap(["field.undo": ["ctrl+x u"], "field.lineStart": ["f2"]])
    let stage = NodeStage(columns: 20, rows: 1, Note(text: "b").environment(\.keyMap, map))
    stage.terminal.send(.control("a"), .control("_"), .function(2), "a")
    #expect(stage.rows == ["ab"])
    stage.terminal.send(.control("x"), "u")
    #expect(stage.rows == ["b"])
    let undo = WidgetKeys.all.first { $0.id == "field.undo" }
    #expect(undo?.keys.first == .control("_"))
  }

  @Test("undo does not reach back past a submit or another text of the state")
  func anotherText() {
    let stage = stage("")
    stage.terminal.type("one two")
    stage.terminal.send(.enter)
    stage.terminal.send(.control("_"))
    #expect(stage.rows == [])

    let changes = Captured("")
    func field(_ text: String) -> Node {
      Column { TextField(text, onChange: { changes.value = $0 }) }.node
    }
    let other = NodeStage(field(""))
    other.terminal.type("one")
    other.show(field(changes.value))
    other.show(field("another"))
    other.terminal.send(.control("_"))
    #expect(other.rows == ["another"])
  }
}

extension Key {
  fileprivate static let shiftLeft = Key(.left, .shift)
  fileprivate static let shiftRight = Key(.right, .shift)
}

extension NodeStage {
  /// The text of a row, with inverse parts in brackets and dim parts in braces.
  func annotated(_ row: Int) -> String {
    var text = ""
    var style = Attributes()
    for x in 0..<terminal.size.columns {
      let cell = terminal.virtualScreen.cell(x: x, y: row)
      // This cell is the right half of a wide cluster.
      if cell.text.isEmpty { continue }
      let new = cell.style.attributes.intersection([.inverse, .dim])
      if new != style {
        text += style == .inverse ? "]" : style == .dim ? "}" : ""
        text += new == .inverse ? "[" : new == .dim ? "{" : ""
      }
      style = new
      text += cell.text
    }
    text += style == .inverse ? "]" : style == .dim ? "}" : ""
    while text.last == " " { text.removeLast() }
    return text
  }
}
