import MillraceRender
import MillraceTesting
@testable import MillraceTerminal
import MillraceWidgets
import Testing

@MainActor
@Suite("Pasted text")
struct PasteTests {
  private let log = Captured<[String]>([])

  private func hears(_ name: String, _ uses: Bool = false) -> @MainActor (String) throws -> Bool {
    { [log] text in
      log.value.append("\(name): \(text)")
      return uses
    }
  }

  @Test("a paste goes from the focused element outwards until it is handled")
  func bubbles() {
    func tree(_ uses: Bool) -> Node {
      Column {
        Column { Button("a") {}.onPaste(hears("a")) }.onPaste(hears("inner", uses))
        Text("b").onPaste(hears("elsewhere", true))
      }
      .onPaste(hears("outer", true)).node
    }
    let stage = NodeStage(tree(false))
    stage.terminal.paste("x")
    #expect(log.value == ["a: x", "inner: x", "outer: x"])
    stage.show(tree(true))
    stage.terminal.paste("y z")
    #expect(log.value.suffix(2) == ["a: y z", "inner: y z"])
  }

  @Test("a field handles a paste after its own handler and before outer handlers")
  func field() {
    struct Form: Component {
      let hears: @MainActor (String) throws -> Bool
      @Local var text = ""
      var body: Node {
        Column { TextField($text).onPaste { try $0.hasPrefix("/") && hears($0) } }
          .onPaste(hears)
      }
    }
    let stage = NodeStage(Form(hears: hears("heard", true)))
    stage.terminal.paste("text")
    #expect(stage.rows == ["text"])
    stage.terminal.paste("/file")
    #expect(stage.rows == ["text"])
    #expect(log.value == ["heard: /file"])
  }

  @Test("an error of a paste handler is reported, and the paste counts as handled")
  func throwing() {
    struct Refusal: Error {}
    let issues = Captured<[RenderIssue.Mistake]>([])
    let stage = NodeStage(
      Column { Button("a") {}.onPaste { _ in throw Refusal() } }.onPaste(hears("outer")))
    stage.screen.renderer.onIssue = { issues.value.append($0.mistake) }
    stage.terminal.paste("x")
    #expect(issues.value == [.handlerFailed("Refusal()")])
    #expect(log.value == [])
  }

  @Test("an element with only a paste handler leaves letters to the bindings around it")
  func bindings() {
    let stage = NodeStage(
      Column {
        Button("a") {}.onPaste(hears("a"))
        KeyHints()
      }
      .keys { Bind("q", "Quit") { log.value.append("quit") } })
    #expect(stage.rows == ["‹a›", "q Quit"])
    stage.terminal.send("q")
    #expect(log.value == ["quit"])
  }
}
