import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("The screen in words")
struct DescriptionTests {
  private struct Item: Identifiable { let id: Int }

  private func words(_ stage: NodeStage) -> String {
    let description = stage.screen.host.describe()
    return (description.lines + ["focus: \(description.focus ?? "nothing")"])
      .joined(separator: "\n")
  }

  private func list(_ titles: [String], done: Set<Int> = []) -> Node {
    Column {
      Text("Things to do")
      List((0..<titles.count).map(Item.init)) { item in
        Row(gap: 1) {
          Checkbox(done.contains(item.id)) {}
          Text(titles[item.id])
        }
      }
    }.node
  }

  @Test(
    "rows are lines; a control says what it is and how it stands; the current row has the focus")
  func rows() {
    let stage = NodeStage(columns: 30, rows: 6, list(["milk", "bread"], done: [1]))
    #expect(
      words(stage) == """
        Things to do
        list
        checkbox, not checked milk
        checkbox, checked bread
        focus: list: checkbox, not checked milk
        """)
    stage.terminal.send(.down)
    #expect(words(stage).hasSuffix("focus: list: checkbox, checked bread"))
  }

  @Test("a dialog is told instead of what it hides, and a form with its fields")
  func dialog() {
    let stage = NodeStage(
      columns: 40, rows: 12,
      Column {
        Text("below")
        Dialog("Rename") {
          Form {
            FormField("Title", error: "needed") { TextField("", onChange: { _ in }) }
            FormField("Kind") { Select([1, 2], selected: 1, onSelect: { _ in }) { "kind \($0)" } }
          }
          Divider()
          Button("Save") {}
        }
      })
    #expect(
      words(stage) == """
        Rename, dialog
        Rename
        form
        Title
        text field
        ✗ needed
        Kind
        choice kind 1, collapsed
        separator
        Save, button
        focus: text field
        """)
  }

  @Test("what is told is what changed: lines that are new, gone or other, and another focus")
  func updates() {
    let stage = NodeStage(columns: 30, rows: 6, list(["milk", "bread"]))
    var updates = PlainUpdates()
    func told() -> [String] { updates.lines(for: stage.screen.host.describe()) }
    #expect(told().count == 5)
    #expect(told() == [])
    stage.show(list(["milk", "bread"], done: [1]))
    #expect(told() == ["now: checkbox, checked bread"])
    stage.show(list(["milk", "bread", "tea"], done: [1]))
    #expect(told() == ["new: checkbox, not checked tea"])
    stage.terminal.send(.down)
    #expect(told() == ["focus: list: checkbox, checked bread"])
    stage.show(list(["milk"]))
    #expect(stage.rows == ["Things to do", "› [ ] milk"])
    #expect(
      told() == [
        "gone: checkbox, not checked tea", "gone: checkbox, checked bread",
        "focus: list: checkbox, not checked milk",
      ])
  }

  @Test("hostile words are shown in a safe form")
  func hostile() {
    let stage = NodeStage(
      columns: 30, rows: 3,
      Column {
        Button("a\u{1B}[2Jb") {}
        Text("\u{202E}c")
      })
    #expect(!words(stage).unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }
}
