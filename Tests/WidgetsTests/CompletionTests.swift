import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// A field that completes words, above a button.
private struct Tagged: Component {
  let log: Captured<[String]>
  @Local var text = ""

  var body: Node {
    Column {
      TextField(
        $text, onSubmit: { log.value.append("submit") }, onCancel: { log.value.append("cancel") },
        completions: { before in
          let word = String(
            before.split(separator: " ", omittingEmptySubsequences: false).last ?? "")
          let known = ["+garden", "+home", "+homework", "@phone"]
          return known.filter { $0.lowercased().hasPrefix(word.lowercased()) && word != "" }
            .map { Completion($0, replacing: word) }
        })
      Button("next") { log.value.append("next") }
    }
  }
}

@MainActor
@Suite("Completion")
struct CompletionTests {
  private let log = Captured<[String]>([])

  private func stage(_ text: String) -> NodeStage {
    let stage = NodeStage(columns: 20, rows: 6, Tagged(log: log))
    stage.terminal.type(text)
    return stage
  }

  @Test("the first completion is shown muted after the cursor, and Tab accepts it")
  func suggestion() {
    let stage = stage("buy +g")
    #expect(stage.annotated(0) == "buy +g{arden}")
    #expect(stage.rows == ["buy +garden", "‹next›"])
    #expect(stage.terminal.cursor?.x == 6)
    stage.terminal.send(.tab)
    #expect(stage.annotated(0) == "buy +garden")
    #expect(stage.terminal.cursor?.x == 11)
    stage.terminal.send(.tab, .enter)
    #expect(log.value == ["next"])
  }

  @Test("Right and End accept a completion at the end of the text; elsewhere they move the cursor")
  func arrows() {
    for key in [Key.right, .end, .control("e"), .control("f")] {
      let stage = stage("+g")
      stage.terminal.send(key)
      #expect(stage.annotated(0) == "+garden")
    }
    let stage = stage("+g")
    stage.terminal.send(.left)
    #expect(stage.annotated(0) == "+g")
    stage.terminal.send(.right, .right)
    #expect(stage.annotated(0) == "+g")
  }

  @Test("with one completion, Enter submits the typed text and Escape cancels")
  func single() {
    let stage = stage("+g")
    stage.terminal.send(.enter, .escape)
    #expect(log.value == ["submit", "cancel"])
    #expect(stage.annotated(0) == "+g{arden}")
  }

  @Test("several completions are shown in a list: arrows choose one, and Enter accepts it")
  func list() {
    let stage = stage("+h")
    #expect(
      stage.rows == [
        "+home", "╭─────────────╮", "│ › +home     │", "│   +homework │", "╰─────────────╯",
      ])
    stage.terminal.send(.down)
    #expect(
      stage.rows == [
        "+homework", "╭─────────────╮", "│   +home     │", "│ › +homework │", "╰─────────────╯",
      ])
    #expect(stage.annotated(0) == "+h{omework}")
    stage.terminal.send(.down, .up, .enter)
    #expect(stage.rows == ["+homework", "‹next›"])
    #expect(log.value == [])
  }

  @Test("typing narrows the list and returns the choice to its first line")
  func narrows() {
    let stage = stage("+h")
    stage.terminal.send(.down)
    stage.terminal.type("omew")
    #expect(stage.annotated(0) == "+homew{ork}")
    #expect(stage.rows == ["+homework", "‹next›"])
    stage.terminal.send(.backspace, .backspace)
    #expect(stage.rows[2...3] == ["│ › +home     │", "│   +homework │"])
  }

  @Test("Escape only closes the list, and typing opens it again")
  func escape() {
    let stage = stage("+h")
    stage.terminal.send(.escape)
    #expect(stage.rows == ["+h", "‹next›"])
    #expect(log.value == [])
    stage.terminal.type("o")
    #expect(stage.rows.count == 5)
  }

  @Test("a click on a completion accepts it, and a click beside the list closes the list")
  func clicks() {
    let stage = stage("+h")
    stage.terminal.click(x: 6, y: 3)
    #expect(stage.rows == ["+homework", "‹next›"])
    let other = self.stage("+h")
    other.terminal.click(x: 18, y: 5)
    #expect(other.rows == ["+h", "‹next›"])
  }

  @Test("a single completion that changes the case of the typed text is shown in the list")
  func otherCase() {
    let stage = stage("+G")
    #expect(stage.rows == ["+G", "╭───────────╮", "│ › +garden │", "╰───────────╯"])
    stage.terminal.send(.tab)
    #expect(stage.rows == ["+garden", "‹next›"])
    stage.terminal.send(.control("_"))
    #expect(stage.rows == ["+G", "‹next›"])
  }

  @Test("keys in one burst see the text that earlier keys of the burst typed")
  func burst() {
    let stage = stage("")
    stage.terminal.sendBytes(Array("+g\t +h\u{1B}[B\r".utf8))
    #expect(stage.rows == ["+garden +homework", "‹next›"])
  }

  @Test("no completion is offered for pasted text")
  func quiet() {
    let stage = stage("")
    stage.terminal.paste("+h")
    #expect(stage.rows == ["+h", "‹next›"])
    stage.terminal.send(.tab, .enter)
    #expect(log.value == ["next"])
  }

  @Test("a field that is removed or disabled closes its list")
  func goes() {
    let field = Tagged(log: log)
    let stage = NodeStage(columns: 20, rows: 6, Column { field.disabled(false) })
    stage.terminal.type("+h")
    #expect(stage.rows.count == 5)
    stage.show(Column { field.disabled() })
    stage.terminal.type("o")
    #expect(stage.rows == ["+h", "‹next›"])
    let other = NodeStage(columns: 20, rows: 6, Column { field })
    other.terminal.type("+h")
    other.show(Column { Text("gone") })
    #expect(other.rows == ["gone"])
  }
}
