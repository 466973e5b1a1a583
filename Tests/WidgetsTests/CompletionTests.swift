import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// A field that completes words, over a button.
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

  @Test("the first completion shows, muted, behind the cursor, and Tab takes it")
  func ghost() {
    let stage = stage("buy +g")
    #expect(stage.marked(0) == "buy +g{arden}")
    #expect(stage.rows == ["buy +garden", "‹next›"])
    #expect(stage.terminal.cursor?.x == 6)
    stage.terminal.send(.tab)
    #expect(stage.marked(0) == "buy +garden")
    #expect(stage.terminal.cursor?.x == 11)
    stage.terminal.send(.tab, .enter)
    #expect(log.value == ["next"])
  }

  @Test("Right and End take it at the end of the text, and are themselves elsewhere")
  func arrows() {
    for key in [Key.right, .end, .control("e"), .control("f")] {
      let stage = stage("+g")
      stage.terminal.send(key)
      #expect(stage.marked(0) == "+garden")
    }
    let stage = stage("+g")
    stage.terminal.send(.left)
    #expect(stage.marked(0) == "+g")
    stage.terminal.send(.right, .right)
    #expect(stage.marked(0) == "+g")
  }

  @Test(
    "Enter submits what was typed, and Escape cancels, where one completion only shows behind it")
  func single() {
    let stage = stage("+g")
    stage.terminal.send(.enter, .escape)
    #expect(log.value == ["submit", "cancel"])
    #expect(stage.marked(0) == "+g{arden}")
  }

  @Test("several stand in a list: arrows choose one, Enter takes it")
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
    #expect(stage.marked(0) == "+h{omework}")
    stage.terminal.send(.down, .up, .enter)
    #expect(stage.rows == ["+homework", "‹next›"])
    #expect(log.value == [])
  }

  @Test("what is typed narrows the list, and begins again at its first line")
  func narrows() {
    let stage = stage("+h")
    stage.terminal.send(.down)
    stage.terminal.type("omew")
    #expect(stage.marked(0) == "+homew{ork}")
    #expect(stage.rows == ["+homework", "‹next›"])
    stage.terminal.send(.backspace, .backspace)
    #expect(stage.rows[2...3] == ["│ › +home     │", "│   +homework │"])
  }

  @Test("Escape closes the list, and nothing else; what is typed opens it again")
  func escape() {
    let stage = stage("+h")
    stage.terminal.send(.escape)
    #expect(stage.rows == ["+h", "‹next›"])
    #expect(log.value == [])
    stage.terminal.type("o")
    #expect(stage.rows.count == 5)
  }

  @Test(
    "a click on a line takes it; one beside the list closes it, as does what takes the focus away")
  func clicks() {
    let stage = stage("+h")
    stage.terminal.click(x: 6, y: 3)
    #expect(stage.rows == ["+homework", "‹next›"])
    let other = self.stage("+h")
    other.terminal.click(x: 18, y: 5)
    #expect(other.rows == ["+h", "‹next›"])
  }

  @Test("a completion that writes otherwise what was typed stands in the list, also alone")
  func otherCase() {
    let stage = stage("+G")
    #expect(stage.rows == ["+G", "╭───────────╮", "│ › +garden │", "╰───────────╯"])
    stage.terminal.send(.tab)
    #expect(stage.rows == ["+garden", "‹next›"])
    stage.terminal.send(.control("_"))
    #expect(stage.rows == ["+G", "‹next›"])
  }

  @Test("keys that come before the next frame meet what was typed before them")
  func burst() {
    let stage = stage("")
    stage.terminal.sendBytes(Array("+g\t +h\u{1B}[B\r".utf8))
    #expect(stage.rows == ["+garden +homework", "‹next›"])
  }

  @Test("nothing is offered where nothing was typed")
  func quiet() {
    let stage = stage("")
    stage.terminal.paste("+h")
    #expect(stage.rows == ["+h", "‹next›"])
    stage.terminal.send(.tab, .enter)
    #expect(log.value == ["next"])
  }

  @Test("a field that goes, or is disabled, takes its list along")
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
