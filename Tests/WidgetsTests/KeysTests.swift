import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// Two lists with their own bindings, above a footer.
private struct Mailbox: Component {
  let received: Captured<[String]>
  @Local var hasSelection = true
  @Local var title = "Delete"

  var body: Node {
    Column {
      Column { Button("folders") {} }
        .keys("Folders") { Bind("n", "New folder") { received.value.append("new folder") } }
      Column { Button("mails") {} }
        .keys("Mails") {
          Bind(["d", "delete"], title, isEnabled: hasSelection) { received.value.append("delete") }
          Bind("q", "Close") { received.value.append("close") }
        }
      KeyHints()
    }
    .keys("Program") {
      Bind("q", "Quit") { received.value.append("quit") }
      Bind("d", "Details") { received.value.append("details") }
      Bind("x", "Toggle", isShown: false) { hasSelection.toggle() }
      Bind("t", "Retitle", isShown: false) { title = "Remove" }
    }
  }
}

@MainActor
@Suite("Key bindings")
struct KeysTests {
  let received = Captured<[String]>([])

  private func log(_ text: String) -> @MainActor () throws -> Void {
    { [received] in received.value.append(text) }
  }

  @Test("a binding handles its keys, and other keys go to outer handlers")
  func answers() {
    let stage = NodeStage(
      Column {
        Column { Button("a", action: log("pressed")) }
          .keys {
            Bind(["d", "delete"], "Delete", action: log("delete"))
            Bind(.control("s"), "Save", action: log("save"))
          }
      }
      .onKey { key in
        received.value.append("\(key)")
        return true
      })
    stage.terminal.send("d", "delete", "ctrl+s", "s", "enter")
    #expect(received.value == ["delete", "delete", "save", "s", "pressed"])
  }

  @Test(
    "bindings on a control handle keys before the control, and bindings of a container after it")
  func order() {
    let stage = NodeStage(
      Column {
        Button("a", action: log("a")).keys { Bind("enter", "Instead", action: log("instead")) }
      }
      .keys {
        Bind("enter", "Never", action: log("never"))
        Bind("space", "Never", action: log("never"))
      })
    stage.terminal.send("enter", "space")
    #expect(received.value == ["instead", "a"])
  }

  @Test("a binding list can have conditions and loops")
  func builder() {
    func tree(_ isOn: Bool) -> Node {
      Column { KeyHints() }
        .keys {
          if isOn {
            Bind("o", "Off", action: log("off"))
          } else {
            Bind("o", "On", action: log("on"))
          }
          if isOn { Bind("e", "Extra", action: log("extra")) }
          for number in 1...2 {
            Bind(.character(Character("\(number)")), "Go", action: log("go \(number)"))
          }
        }
    }
    let stage = NodeStage(columns: 40, tree(true))
    #expect(stage.rows == ["o Off  e Extra  1 Go  2 Go"])
    stage.show(tree(false))
    #expect(stage.rows == ["o On  1 Go  2 Go"])
    stage.terminal.send("o", "e", "2")
    #expect(received.value == ["on", "go 2"])
  }

  @Test("without a focusable control, only the outermost element's bindings are active")
  func noFocus() {
    let stage = NodeStage(
      Column {
        Text("text").keys { Bind("n", "Nobody", action: log("nobody")) }
        KeyHints()
      }
      .keys { Bind("q", "Quit", action: log("quit")) })
    stage.terminal.send("n", "q")
    #expect(received.value == ["quit"])
    #expect(stage.rows == ["text", "q Quit"])
  }

  @Test("hints follow the focus, and inner bindings hide outer ones with the same key")
  func hintsFollowFocus() {
    let stage = NodeStage(columns: 40, Mailbox(received: received))
    #expect(stage.rows == ["‹folders›", "‹mails›", "n New folder  q Quit  d Details"])
    stage.terminal.send("n", "q", "d", "tab")
    #expect(stage.rows[2] == "d Delete  q Close")
    stage.terminal.send("n", "q", "d")
    #expect(received.value == ["new folder", "quit", "details", "close", "delete"])
  }

  @Test("the help lists the program's bindings before those of the widget that has the focus")
  func programFirst() {
    struct Item: Identifiable, Sendable { let id: Int }
    struct Page: Component {
      @Local var isHelping = false

      var body: Node {
        Column {
          Table([Item(id: 1)], columns: [TableColumn("Id") { "\($0.id)" }]).autofocus()
          HelpDialog(isHelping) { isHelping = false }
        }
        .keys("Program") { Bind("?", "Help") { isHelping = true } }
      }
    }
    let stage = NodeStage(columns: 40, rows: 40, Page())
    stage.terminal.send("?")
    let rows = stage.rows.map { $0.filter { $0.isLetter } }
    let program = rows.firstIndex { $0.contains("Program") }
    let table = rows.firstIndex { $0.contains("Table") }
    #expect((program ?? 99) < (table ?? -1), "\(stage.rows)")
  }

  @Test("hints leave out keys that a field around the focus takes, and show them elsewhere")
  func keysOfFields() {
    let stage = NodeStage(
      columns: 40,
      Column {
        TextField("text", onChange: { _ in })
        Button("button") {}
        KeyHints()
      }
      .keys { Bind(["d", "delete"], "Remove", action: log("remove")) })
    stage.terminal.send(.delete)
    #expect(stage.rows.last == "‹button›")
    #expect(received.value == [])
    stage.terminal.send("tab", "delete")
    #expect(stage.rows.last == "d Remove")
    #expect(received.value == ["remove"])
  }

  @Test("a disabled binding is hidden, and leaves its keys to outer bindings")
  func disabled() {
    let stage = NodeStage(columns: 40, Mailbox(received: received))
    stage.terminal.send("tab", "x")
    #expect(stage.rows[2] == "q Close  d Details")
    stage.terminal.send("d", "delete")
    #expect(received.value == ["details"])
    stage.terminal.send("x")
    #expect(stage.rows[2] == "d Delete  q Close")
  }

  @Test("hints show the changed title of a binding")
  func titleChanges() {
    let stage = NodeStage(columns: 40, Mailbox(received: received))
    stage.terminal.send("tab", "t")
    #expect(stage.rows[2] == "d Remove  q Close")
  }

  @Test("a moved focus renders only the hints, and nothing if the bindings stay the same")
  func work() {
    let stage = NodeStage(columns: 40, Mailbox(received: received))
    let bodies = stage.screen.renderer.statistics.bodies
    stage.terminal.send("tab")
    #expect(stage.screen.renderer.statistics.bodies == bodies + 1)

    let other = NodeStage(
      Column {
        Button("a") {}
        Button("b") {}
        KeyHints()
      }
      .keys { Bind("q", "Quit", action: log("quit")) })
    let before = other.screen.renderer.statistics
    other.terminal.send("tab")
    #expect(other.screen.renderer.statistics == before)
  }

  @Test("hints show as many bindings as fit on the line")
  func hintsFit() {
    let stage = NodeStage(
      columns: 16,
      Column { KeyHints() }
        .keys {
          Bind("a", "Add", action: log("add"))
          Bind("d", "Delete", action: log("delete"))
          Bind("q", "Quit", action: log("quit"))
        })
    #expect(stage.rows == ["a Add  …  q Quit"])
    stage.terminal.resize(columns: 24, rows: 1)
    #expect(stage.rows == ["a Add  d Delete  q Quit"])
    stage.terminal.resize(columns: 22, rows: 1)
    #expect(stage.rows == ["…  d Delete  q Quit"])
  }

  @Test("help shows all active bindings in groups, with keys on the left and titles on the right")
  func help() {
    let stage = NodeStage(
      columns: 30, rows: 12,
      Column {
        Column { Button("mails") {} }
          .keys("Mails") {
            Bind(["d", "delete"], "Delete", action: log("delete"))
            Bind(.control("r"), "Reply", isShown: false, action: log("reply"))
          }
        KeyHelp()
      }
      .keys("Program") {
        Bind("d", "Details", action: log("details"))
        Bind("q", "Quit", action: log("quit"))
      }
      .keys { Bind("f1", "Manual", action: log("manual")) })
    #expect(
      stage.rows == [
        "‹mails›",
        "Mails",
        "d, delete  Delete",
        "ctrl+r     Reply",
        "",
        "f1  Manual",
        "",
        "Program",
        "q  Quit",
      ])
  }

  @Test("help in a dialog without controls shows the bindings at the focus")
  func helpInDialog() {
    struct Program: Component {
      @Local var hasHelp = false

      var body: Node {
        Column {
          Button("a") {}.keys { Bind("d", "Delete") {} }
          if hasHelp { Portal(to: .dialog) { Box { KeyHelp() } } }
        }
        .keys { Bind("?", hasHelp ? "Close" : "Help") { hasHelp.toggle() } }
      }
    }
    let stage = NodeStage(Program())
    stage.terminal.send("?")
    #expect(
      stage.rows == [
        "╭──────────────────╮",
        "│d  Delete         │",
        "│?  Close          │",
        "╰──────────────────╯",
      ])
    stage.terminal.send("?")
    #expect(stage.rows == ["‹a›"])
  }

  @Test("a help dialog shows the keys at the previous focus, and returns the focus")
  func helpDialog() {
    struct Program: Component {
      @Local var hasHelp = false

      var body: Node {
        Column {
          Button("a") {}.keys { Bind("d", "Delete") {} }
          Button("b") {}.keys { Bind("e", "Edit") {} }
          HelpDialog(hasHelp) { hasHelp = false }
        }
        .keys("All") { Bind("?", "Help") { hasHelp = true } }
      }
    }
    let stage = NodeStage(columns: 20, rows: 7, Program())
    stage.terminal.send(.tab, "?")
    #expect(
      stage.rows == [
        "‹a›",
        "‹b›  ╭─ Keys ──╮",
        "     │ e  Edit │",
        "     │         │",
        "     │ All     │",
        "     │ ?  Help │",
        "     ╰─────────╯",
      ])
    stage.terminal.send(.escape, "?")
    stage.terminal.send(.escape)
    #expect(stage.rows == ["‹a›", "‹b›"])
  }

  @Test("a help dialog that is higher than the screen scrolls")
  func scrolledHelp() {
    struct Program: Component {
      @Local var hasHelp = false

      var body: Node {
        Column {
          Text("text")
          HelpDialog(hasHelp) { hasHelp = false }
        }
        .keys {
          Bind("?", "Help") { hasHelp = true }
          for number in 1...9 { Bind(.function(number), "Do \(number)") {} }
        }
      }
    }
    let stage = NodeStage(columns: 30, rows: 8, Program())
    stage.terminal.send("?")
    #expect(
      stage.rows == [
        "text     ╭─ Keys ────╮", "         │ ?   Help█ │", "         │ f1  Do 1█ │",
        "         │ f2  Do 2█ │", "         │ f3  Do 3│ │", "         │ f4  Do 4│ │",
        "         │ f5  Do 5│ │", "         ╰───────────╯",
      ])
    stage.terminal.send(.end)
    #expect(
      stage.rows == [
        "text     ╭─ Keys ────╮", "         │ f4  Do 4│ │", "         │ f5  Do 5│ │",
        "         │ f6  Do 6│ │", "         │ f7  Do 7█ │", "         │ f8  Do 8█ │",
        "         │ f9  Do 9█ │", "         ╰───────────╯",
      ])
    stage.terminal.send(.escape)
    #expect(stage.rows == ["text"])
  }

  @Test("a key map in the environment replaces the keys of named bindings")
  func keyMap() {
    func tree(_ map: KeyMap) -> Node {
      Column { KeyHints() }
        .keys {
          Bind("d", "Delete", name: "delete", action: log("delete"))
          Bind("q", "Quit", name: "quit", action: log("quit"))
          Bind("u", "Undo", action: log("undo"))
        }
        .environment(\.keyMap, map)
    }
    let stage = NodeStage(columns: 40, tree(KeyMap()))
    #expect(stage.rows == ["d Delete  q Quit  u Undo"])
    stage.show(tree(KeyMap(["quit": ["ctrl+q", "f10"], "delete": [], "nobody": ["u"]])))
    #expect(stage.rows == ["ctrl+q Quit  u Undo"])
    stage.terminal.send("d", "q", "f10", "u", "ctrl+q")
    #expect(received.value == ["quit", "undo", "quit"])
  }

  @Test("a changed key map applies without rendering the equal components that hold the bindings")
  func keyMapWork() {
    struct Inside: Component, Equatable {
      let rendered: Captured<[String]>
      var body: Node {
        rendered.value.append("inside")
        return Text("inside").node
      }
      static func == (first: Inside, second: Inside) -> Bool { true }
    }
    struct Around: Component, Equatable {
      let rendered: Captured<[String]>
      var body: Node {
        rendered.value.append("around")
        return Column { Inside(rendered: rendered) }
          .keys { Bind("q", "Quit", name: "quit") { rendered.value.append("quit") } }
      }
      static func == (first: Around, second: Around) -> Bool { true }
    }
    let stage = NodeStage(Around(rendered: received).environment(\.keyMap, KeyMap()))
    received.value = []
    stage.show(Around(rendered: received).environment(\.keyMap, KeyMap(["quit": ["x"]])))
    #expect(received.value == [])
    stage.terminal.send("q", "x")
    #expect(received.value == ["quit"])
  }

  @Test("if two bindings have the same key, the first one gets it, and an issue is reported once")
  func clash() {
    let issues = Captured<[RenderIssue]>([])
    func tree(_ title: String, _ map: KeyMap = KeyMap()) -> Node {
      Column { KeyHints() }
        .keys {
          Bind("d", "Delete", action: log("delete"))
          Bind(["x", "x"], title, name: "other", action: log("other"))
          Bind("d", "Disabled", isEnabled: false, action: log("disabled"))
        }
        .environment(\.keyMap, map)
    }
    let stage = NodeStage(columns: 30, tree("Details"))
    stage.screen.renderer.onIssue = { issues.value.append($0) }
    stage.show(tree("Details"))
    #expect(issues.value == [])
    stage.show(tree("Details", KeyMap(["other": ["d", "x"]])))
    stage.show(tree("Details", KeyMap(["other": ["d", "y"]])))
    #expect(issues.value.map(\.mistake) == [.clashingKeys("d", "Delete", "Details")])
    #expect(
      issues.value.map(\.description) == [
        "Keys binds d to both \"Delete\" and \"Details\": give the second another key"
      ])
    stage.terminal.send("d")
    #expect(received.value == ["delete"])
    #expect(stage.rows == ["d Delete  y Details"])
  }

  @Test("an error of a binding's action is reported, and the key counts as handled")
  func thrown() {
    struct Refusal: Error {}
    let issues = Captured<[RenderIssue.Mistake]>([])
    let stage = NodeStage(
      Column { Button("a") {}.keys { Bind("d", "Delete") { throw Refusal() } } }
        .keys { Bind("d", "Details", action: log("details")) })
    stage.screen.renderer.onIssue = { issues.value.append($0.mistake) }
    stage.terminal.send("d")
    #expect(issues.value == [.handlerFailed("Refusal()")])
    #expect(received.value == [])
  }

  @Test("a text field keeps its letters, and hints omit outer bindings that need them")
  func textField() {
    struct Form: Component {
      let received: Captured<[String]>
      @Local var text = ""

      var body: Node {
        Column {
          TextField($text).keys { Bind("?", "Hint") { received.value.append("hint") } }
          Button("send") {}
          KeyHints()
        }
        .keys {
          Bind("d", "Delete") { received.value.append("delete") }
          Bind(["q", "ctrl+q"], "Quit") { received.value.append("quit") }
        }
      }
    }
    let stage = NodeStage(columns: 30, Form(received: received))
    #expect(stage.rows[2] == "? Hint  ctrl+q Quit")
    stage.terminal.send("d", "q", "?", "ctrl+q")
    #expect(stage.rows[0] == "dq")
    #expect(received.value == ["hint", "quit"])
    stage.terminal.send("tab")
    #expect(stage.rows == ["dq", "‹send›", "d Delete  q Quit"])
  }

  @Test("a key handler can read the active bindings")
  func context() {
    let found = Captured<[KeyBinding]>([])
    let handlers = Handlers {
      $0.key = { _, context in
        found.value = context.keyBindings
        return true
      }
    }
    let stage = NodeStage(
      Node(
        Element(
          Container(), handlers: handlers,
          children: [Button("a") {}.keys("Buttons") { Bind("d", "Delete") {} }])
      ).keys { Bind(["d", "q"], "Quit") {} })
    stage.terminal.send("?")
    #expect(found.value.map(\.title) == ["Delete", "Quit"])
    #expect(found.value.map(\.keys) == [["d"], ["q"]])
    #expect(found.value.map(\.scope) == ["Buttons", nil])
  }

  @Test("a child with bindings keeps its identity by key")
  func keyed() {
    struct Counting: Component {
      let rendered: Captured<[String]>
      let id: Int
      @Local var presses = 0

      var body: Node { Button("\(id): \(presses)") { presses += 1 } }
    }
    func tree(_ ids: [Int]) -> Node {
      Column {
        for id in ids {
          Counting(rendered: received, id: id).key(id).keys {
            Bind("d", "Delete", action: log("\(id)"))
          }
        }
      }.node
    }
    let stage = NodeStage(tree([1, 2]))
    stage.terminal.send("enter")
    stage.show(tree([2, 1]))
    #expect(stage.rows == ["‹2: 0›", "‹1: 1›"])
    stage.terminal.send("d")
    #expect(received.value == ["1"])
  }

  @Test("plain text has no hints, help or palette")
  func plainText() {
    let host = PlainTextHost()
    Renderer(host: host).render(
      Column {
        Text("text")
        KeyHints()
        KeyHelp()
        HelpDialog(true) {}
        Palette(true) {}
      }
      .keys { Bind("q", "Quit", action: log("quit")) })
    #expect(host.lines == ["text"])
  }
}
