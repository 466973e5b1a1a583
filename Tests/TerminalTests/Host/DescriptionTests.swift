import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Screen description")
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

  @Test("rows are lines, controls have roles and states, and the current row has the focus")
  func rows() {
    let stage = NodeStage(columns: 30, rows: 6, list(["milk", "bread"], done: [1]))
    #expect(
      words(stage) == """
        Things to do
        list
        checkbox, not checked milk
        checkbox, checked bread
        focus: list: checkbox, not checked milk, 1 of 2
        """)
    stage.terminal.send(.down)
    #expect(words(stage).hasSuffix("focus: list: checkbox, checked bread, 2 of 2"))
  }

  @Test("an open dialog is described without the page below it, and a form with its fields")
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
        combo box kind 1, collapsed
        separator
        Save, button
        focus: text field
        """)
  }

  @Test("updates have new, removed and changed lines, and a changed focus")
  func updates() {
    let stage = NodeStage(columns: 30, rows: 6, list(["milk", "bread"]))
    var updates = PlainUpdates()
    func received() -> [String] { updates.lines(for: stage.screen.host.describe()) }
    #expect(received().count == 5)
    #expect(received() == [])
    stage.show(list(["milk", "bread"], done: [1]))
    #expect(received() == ["changed: checkbox, checked bread"])
    stage.show(list(["milk", "bread", "tea"], done: [1]))
    #expect(received() == ["new: checkbox, not checked tea"])
    stage.terminal.send(.down)
    #expect(received() == ["focus: list: checkbox, checked bread, 2 of 3"])
    stage.show(list(["milk"]))
    #expect(stage.rows == ["Things to do", "› [ ] milk"])
    #expect(
      received() == [
        "removed: checkbox, checked bread", "removed: checkbox, not checked tea",
        "focus: list: checkbox, not checked milk, 1 of 1",
      ])
  }

  @Test("after a scroll, only the current row and appended log lines are reported")
  func scrolling() {
    let titles = (0..<10).map { "item \($0)" }
    let stage = NodeStage(columns: 30, rows: 4, list(titles))
    var updates = PlainUpdates()
    func received() -> [String] { updates.lines(for: stage.screen.host.describe()) }
    #expect(received().count == 6)
    stage.terminal.send(.pageDown, .pageDown)
    #expect(received() == ["focus: list: checkbox, not checked item 4, 5 of 10"])
    stage.show(list(titles.dropLast() + ["last"]))
    #expect(received() == [])
    stage.show(list(Array(titles.dropLast())))
    #expect(received() == [])
    let lines = LogLines(["a", "b", "c", "d", "e"])
    stage.show(Log(lines))
    #expect(
      received().suffix(6) == ["new: log", "new: b", "new: c", "new: d", "new: e", "focus: log"])
    var more = lines
    more.append("f")
    stage.show(Log(more))
    #expect(received() == ["new: f"])
  }

  @Test("an open dialog is reported whole, and after it only the changes below")
  func overDialog() {
    func view(_ isOpen: Bool, _ text: String) -> Node {
      Column {
        Text("below")
        Button(text) {}
        if isOpen { Dialog("Sure?") { Button("Yes") {} } }
      }.node
    }
    let stage = NodeStage(columns: 30, rows: 9, view(false, "one"))
    var updates = PlainUpdates()
    func received() -> [String] { updates.lines(for: stage.screen.host.describe()) }
    #expect(received() == ["below", "one, button", "focus: one, button"])
    stage.show(view(true, "two"))
    #expect(received() == ["Sure?, dialog", "Sure?", "Yes, button", "focus: Yes, button"])
    stage.show(view(false, "two"))
    #expect(received() == ["changed: two, button", "focus: two, button"])
  }

  @Test("a described screen writes lines without control sequences, and takes keys")
  func device() {
    let terminal = TestTerminal(columns: 40, rows: 10, screen: .updates)
    let stage = NodeStage(terminal, list(["milk", "bread"]))
    #expect(
      stage.rows == [
        "Things to do", "list", "checkbox, not checked milk", "checkbox, not checked bread",
        "focus: list: checkbox, not checked milk,", " 1 of 2",
      ])
    let before = terminal.bytesWritten
    terminal.send(.down)
    #expect(stage.rows[6].hasPrefix("focus: list: checkbox, not checked bread"))
    #expect(
      terminal.bytesWritten - before
        == "focus: list: checkbox, not checked bread, 2 of 2\r\n".utf8.count)
    terminal.send(.end)
    terminal.resize(columns: 60, rows: 10)
    #expect(
      terminal.bytesWritten - before
        == "focus: list: checkbox, not checked bread, 2 of 2\r\n".utf8.count)
    stage.screen.repaint()
    stage.screen.drawFrame()
    #expect(stage.rows.contains("Things to do"))
  }

  @Test("a tab is described by its text")
  func tabs() {
    let stage = NodeStage(
      columns: 40, rows: 3,
      Tabs([TabItem(1, "Inbox"), TabItem(2, "Sent")], selected: 1, onSelect: { _ in }))
    #expect(words(stage).hasPrefix("tab list\nInbox, tab, selected\nSent, tab\n"))
  }

  @Test("control characters are described as visible symbols")
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
