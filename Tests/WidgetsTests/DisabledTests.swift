import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Disabled controls")
struct DisabledTests {
  private let log = Captured<[String]>([])

  /// A button, three controls that may be disabled, and another button.
  private func controls(_ isDisabled: Bool) -> Node {
    Column {
      button("one")
      Column {
        button("two")
        Checkbox(true) { log.value.append("toggle") }
        TextField("text", onChange: { log.value.append($0) }, onSubmit: { log.value.append("go") })
      }.disabled(isDisabled)
      button("last")
    }
    .onClick { log.value.append("page") }
  }

  private func button(_ name: String) -> Button {
    Button(name) { log.value.append(name) }
  }

  @Test("Tab skips disabled controls, and a click does not focus them")
  func focus() {
    let stage = NodeStage(controls(true))
    #expect(stage.rows == ["‹one›", "‹two›", "[x]", "text", "‹last›"])
    stage.terminal.send(.tab, .enter)
    stage.terminal.click(x: 1, y: 3)
    stage.terminal.send(.character("x"), .enter)
    #expect(log.value == ["last", "page", "last"])
    #expect(stage.terminal.cursor == nil)
  }

  @Test("a click on a disabled control goes to its ancestor, and a paste is dropped")
  func clicks() {
    let stage = NodeStage(controls(true))
    for row in 1...3 { stage.terminal.click(x: 0, y: row) }
    stage.terminal.paste("pasted")
    #expect(log.value == ["page", "page", "page"])
    stage.show(controls(false))
    for row in 1...3 { stage.terminal.click(x: 0, y: row) }
    stage.terminal.paste("!")
    #expect(log.value.dropFirst(3) == ["two", "toggle", "!text"])
  }

  @Test("disabled controls are drawn in the theme's muted style")
  func muted() {
    func styles(_ stage: NodeStage) -> [Style] {
      (0..<5).map { stage.terminal.virtualScreen.cell(x: 0, y: $0).style }
    }
    var theme = Theme.plain
    theme.muted = Style(foreground: .green)
    let stage = NodeStage(controls(true).environment(\.theme, theme))
    let inverse = Style(attributes: .inverse)
    #expect(styles(stage) == [inverse, theme.muted, theme.muted, theme.muted, Style()])
    stage.show(controls(false).environment(\.theme, theme))
    #expect(styles(stage) == [inverse, Style(), Style(), Style(), Style()])
  }

  @Test("a focused control that is disabled gives the focus away, and gets it back when enabled")
  func givesBack() {
    let stage = NodeStage(controls(false))
    stage.terminal.send(.tab, .enter)
    stage.show(controls(true))
    stage.terminal.send(.enter)
    stage.show(controls(false))
    stage.terminal.send(.enter)
    #expect(log.value == ["two", "last", "two"])
  }

  @Test("a control does not get the focus back when enabled if the user moved the focus")
  func moved() {
    let stage = NodeStage(controls(false))
    stage.terminal.send(.tab, .enter)
    stage.show(controls(true))
    stage.terminal.send(.tab)
    stage.show(controls(false))
    stage.terminal.send(.enter)
    #expect(log.value == ["two", "one"])
  }

  @Test("a disabled control with a focus request gets the focus when it is enabled")
  func asksForFocus() {
    let handle = FocusHandle()
    func tree(_ isDisabled: Bool) -> Node {
      Column {
        button("one")
        button("two").focus(handle).disabled(isDisabled)
      }.node
    }
    let stage = NodeStage(tree(true))
    stage.terminal.send(.enter)
    handle.focus()
    stage.show(tree(true))
    stage.terminal.send(.enter)
    stage.show(tree(false))
    stage.terminal.send(.enter)
    #expect(log.value == ["one", "one", "two"])
  }

  @Test("a disabled control with autofocus gets the focus when it is enabled")
  func autofocus() {
    func tree(_ isDisabled: Bool) -> Node {
      Column {
        button("one")
        button("two").autofocus().disabled(isDisabled)
      }.node
    }
    let stage = NodeStage(tree(true))
    stage.terminal.send(.enter)
    stage.show(tree(false))
    stage.terminal.send(.enter)
    #expect(log.value == ["one", "two"])
  }

  @Test("a disabled list handles no key, click or drag, but the wheel scrolls it")
  func list() {
    struct Item: Identifiable { let id: Int }
    func tree(_ isDisabled: Bool) -> Node {
      Column {
        button("one").shrink(0)
        List(
          (0..<9).map(Item.init)
        ) { item in
          Text("\(item.id)")
        }
        .onRowKey { key, _ in
          log.value.append("key \(key)")
          return false
        }
        .onSelect { log.value.append("selected \($0.id)") }
        .onMove { log.value.append("\($0.id) to \($1)") }.disabled(isDisabled)
      }.node
    }
    let stage = NodeStage(columns: 10, rows: 4, tree(true))
    stage.terminal.send(.tab, .down)
    stage.terminal.mouse(.press, x: 3, y: 2)
    stage.terminal.mouse(.drag, x: 3, y: 3)
    stage.terminal.mouse(.release, x: 3, y: 3)
    #expect(log.value == [])
    #expect(stage.rows == ["‹one›", "› 0", "  1", "  2"])
    stage.terminal.wheel(up: false, x: 3, y: 2)
    #expect(stage.rows != ["‹one›", "› 0", "  1", "  2"])
    log.value = []
    stage.show(tree(false))
    stage.terminal.send(.tab, .down)
    #expect(log.value.first == "key \(Key.down)")
  }

  @Test("controls keep their local state and their keys while they are disabled")
  func keepState() {
    struct Counter: Component {
      @Local var count = 0
      var body: Node { Button("\(count)") { count += 1 } }
    }
    func tree(_ keys: [Int], disabled: Int?) -> Node {
      Column { for key in keys { Counter().key(key).disabled(key == disabled) } }.node
    }
    let stage = NodeStage(tree([1, 2], disabled: nil))
    stage.terminal.send(.enter)
    stage.show(tree([2, 1], disabled: 1))
    stage.terminal.click(x: 1, y: 1)
    #expect(stage.rows == ["‹0›", "‹1›"])
    stage.show(tree([1, 2], disabled: 2))
    stage.terminal.click(x: 1, y: 0)
    #expect(stage.rows == ["‹2›", "‹0›"])
  }

  @Test("controls in a disabled container are disabled even if they are set to be enabled")
  func nested() {
    let stage = NodeStage(
      Column {
        Column { button("in").disabled(false) }.disabled()
        Column { button("out") }.disabled(false)
      })
    stage.terminal.send(.enter, .tab, .enter)
    #expect(log.value == ["out", "out"])
  }
}
