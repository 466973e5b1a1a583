import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// A form with all kinds of rows.
private struct TaskForm: Component {
  let log: Captured<[String]>
  var hasDue = true
  var isDisabled = false
  @Local var title = "Water"
  @Local var due = ""
  @Local var isUrgent = true

  var body: Node {
    Column {
      Form(
        onSubmit: { log.value.append("save \(title)") }, onCancel: { log.value.append("cancel") }
      ) {
        FormField("Title", error: title.isEmpty ? "needed" : nil, hint: "what to do") {
          TextField($title)
        }
        if hasDue { FormField("Due date", hint: "fri, in 3 days") { TextField($due) } }
        FormField("Urgent") { Checkbox(isUrgent) { isUrgent.toggle() } }
        Button("Save") { log.value.append("button") }
      }
      .disabled(isDisabled)
      KeyHints()
    }
  }
}

@MainActor
@Suite("Form")
struct FormTests {
  private let log = Captured<[String]>([])

  private func stage(columns: Int = 40) -> NodeStage {
    NodeStage(columns: columns, rows: 10, TaskForm(log: log))
  }

  @Test("a form in a dialog has a minimum width, and is no wider than the screen")
  func width() {
    let dialog = Dialog("New") { Form { FormField("Title") { TextField("", onChange: { _ in }) } } }
    let stage = NodeStage(columns: 60, rows: 3, dialog)
    #expect(stage.rows[0].count == 6 + 48 && stage.rows[0].hasPrefix("      ╭─ New "))
    let narrow = NodeStage(columns: 20, rows: 4, dialog)
    #expect(narrow.rows[0] == "╭─ New ────────────╮")
  }

  @Test("Down moves between fields and past a select, and the open select shows its keys")
  func down() {
    let stage = NodeStage(
      columns: 40, rows: 9,
      Column {
        Form {
          FormField("Title") { TextField("", onChange: { _ in }) }
          FormField("Kind") { Select(["a", "b"], selected: "a", onSelect: { _ in }) { $0 } }
          Button("Save") { log.value.append("save") }
        }
        Spacer()
        KeyHints()
      })
    stage.terminal.send(.down, .down, .enter)
    #expect(log.value == ["save"])
    stage.terminal.send(.up, .enter)
    #expect(stage.rows.last == "enter Choose  esc Close")
  }

  @Test("labels share a column as wide as the widest, and messages are below the controls")
  func beside() {
    let stage = stage()
    #expect(
      stage.rows == [
        "Title     Water",
        "          what to do",
        "Due date",
        "          fri, in 3 days",
        "Urgent    [x]",
        "          ‹Save›",
        "ctrl+s Save  esc Cancel",
      ])
    #expect(stage.terminal.cursor == CellPoint(x: 15, y: 0))
  }

  @Test("below 40 columns, labels are above their controls, and the controls keep their state")
  func above() {
    let stage = stage()
    stage.terminal.send(.alt("a"))
    stage.terminal.resize(columns: 39, rows: 10)
    #expect(
      stage.rows == [
        "Title",
        "Water",
        "what to do",
        "Due date",
        "",
        "fri, in 3 days",
        "Urgent",
        "[x]",
        "‹Save›",
        "ctrl+s Save  esc Cancel",
      ])
    #expect(stage.annotated(1) == "[Water]")
    stage.terminal.resize(columns: 40, rows: 10)
    #expect(stage.annotated(0) == "Title     [Water]")
  }

  @Test("an error replaces the hint, with a sign")
  func errors() {
    let stage = stage()
    stage.terminal.send(.control("u"))
    #expect(stage.rows[0...1] == ["Title", "          ✗ needed"])
    let style = stage.terminal.virtualScreen.cell(x: 10, y: 1).style
    #expect(style == Theme.plain.danger)
    stage.terminal.send(.character("x"))
    #expect(stage.rows[0...1] == ["Title     x", "          what to do"])
    #expect(stage.annotated(1) == "          {what to do}")
  }

  @Test("Ctrl-S submits and Escape cancels from any control")
  func submits() {
    let stage = stage()
    stage.terminal.send(.character("!"), .control("s"), .tab, .tab, .escape, .control("s"))
    #expect(log.value == ["save Water!", "cancel", "save Water!"])
  }

  @Test("Tab, Up and Down move between controls")
  func moves() {
    let stage = stage()
    stage.terminal.send(.down, .character("f"), .tab, .space, .down, .enter, .up, .up, .up)
    stage.terminal.send(.character("!"))
    #expect(log.value == ["button"])
    #expect(stage.rows[0] == "Title     Water!")
    #expect(stage.rows[2] == "Due date  f")
    #expect(stage.rows[4] == "Urgent    [ ]")
  }

  @Test("the other rows keep their state when a row is removed")
  func rowsComeAndGo() {
    let stage = stage()
    stage.terminal.send(.tab, .tab)
    stage.show(TaskForm(log: log, hasDue: false))
    stage.terminal.send(.space)
    #expect(stage.rows[2...3] == ["Urgent  [ ]", "        ‹Save›"])
    stage.terminal.send(.up, .character("!"))
    #expect(stage.rows[0] == "Title   Water!")
  }

  @Test("a disabled form takes no focus, is not submitted and has muted labels")
  func disabled() {
    let stage = NodeStage(columns: 40, rows: 10, TaskForm(log: log, isDisabled: true))
    #expect(stage.annotated(0) == "{Title}     {Water}")
    #expect(stage.terminal.cursor == nil)
    stage.terminal.send(.control("s"), .tab, .enter)
    #expect(log.value == [])
  }

  @Test("a label takes at most half of the width")
  func longLabel() {
    let stage = NodeStage(
      columns: 40, rows: 2,
      Form {
        FormField("A label that says more than it has to") { TextField("x", onChange: { _ in }) }
      })
    #expect(stage.rows == ["A label that says m…  x"])
  }

  @Test("a key map changes the form's bindings")
  func keyMap() {
    let stage = NodeStage(
      columns: 40, rows: 10,
      TaskForm(log: log).environment(\.keyMap, KeyMap(["submit": ["f2"], "cancel": []])))
    stage.terminal.send(.function(2), .escape, .control("s"))
    #expect(log.value == ["save Water"])
    #expect(stage.rows.last == "f2 Save")
  }

  @Test("the first control of a form gets the focus")
  func firstFocus() {
    let stage = NodeStage(columns: 40, rows: 7, Column { DocumentedForm(log: log) })
    #expect(
      stage.rows == [
        "Title", "       ✗ needed", "Due", "       fri, in 3 days", "       ‹Save›", "‹other›",
      ])
    stage.terminal.send(.character("y"), .control("s"), .escape)
    #expect(log.value == ["save y", "close"])
  }
}

/// The form of the documentation, above another control.
private struct DocumentedForm: Component {
  let log: Captured<[String]>
  @Local var title = ""
  @Local var due = ""

  var body: Node {
    Form(onSubmit: { save() }, onCancel: { close() }) {
      FormField("Title", error: title.isEmpty ? "needed" : nil) { TextField($title) }
      FormField("Due", hint: "fri, in 3 days") { TextField($due) }
      Button("Save") { save() }
    }
    Button("other") { log.value.append("other") }
  }

  @MainActor private func save() { log.value.append("save \(title)") }

  @MainActor private func close() { log.value.append("close") }
}
