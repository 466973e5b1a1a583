import Foundation
import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing
import TestSupport

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Focus")
struct FocusTests {
  private func buttons(_ names: [String], pressed: Captured<[String]>) -> Node {
    Column {
      for name in names { Button(name) { pressed.value.append(name) }.key(name) }
    }.node
  }

  @Test("the first control has the focus, and Tab wraps around")
  func tabOrder() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(buttons(["a", "b", "c"], pressed: pressed))
    for _ in 0..<4 { stage.terminal.send(.enter, .tab) }
    stage.terminal.send(.shiftTab, .shiftTab, .space)
    #expect(pressed.value == ["a", "b", "c", "a", "c"])
  }

  @Test("unhandled arrows move to the neighbour, and stop at the ends")
  func arrows() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(buttons(["a", "b"], pressed: pressed))
    stage.terminal.send(.up, .enter, .down, .enter, .down, .enter, .left, .enter)
    #expect(pressed.value == ["a", "b", "b", "a"])
  }

  @Test("the focused control has the focus style")
  func focusStyle() {
    let stage = NodeStage(buttons(["a", "b"], pressed: Captured([])))
    #expect(stage.terminal.virtualScreen.cell(x: 0, y: 0).style.attributes == .inverse)
    #expect(stage.terminal.virtualScreen.cell(x: 0, y: 1).style.attributes == [])
    stage.terminal.send(.tab)
    #expect(stage.terminal.virtualScreen.cell(x: 0, y: 0).style.attributes == [])
    #expect(stage.terminal.virtualScreen.cell(x: 0, y: 1).style.attributes == .inverse)
  }

  @Test("a button that disables itself gives the focus to the next one")
  func disablesItself() {
    struct Page: Component {
      let pressed: Captured<[String]>
      @Local var done: Set<String> = []

      var body: Node {
        Column {
          Button("first") { pressed.value.append("first") }
          Row {
            for name in ["a", "b", "c"] {
              Button(name) {
                pressed.value.append(name)
                done.insert(name)
              }
              .disabled(done.contains(name)).key(name)
            }
          }
        }
      }
    }
    let pressed = Captured<[String]>([])
    let stage = NodeStage(Page(pressed: pressed))
    stage.terminal.send(.tab, .tab, .enter)
    stage.terminal.send(.enter)
    stage.terminal.send(.enter)
    #expect(pressed.value == ["b", "c", "a"])
    stage.terminal.send(.enter)
    #expect(pressed.value == ["b", "c", "a", "first"])
  }

  @Test("after a dialog removed the last row, the focus is in the list without rows")
  func lastRowRemoved() {
    struct Page: Component {
      let pressed: Captured<[String]>
      var isDialogFirst = false
      @Local var items = [1]
      @Local var isAsking = false

      var body: Node {
        Column {
          if isDialogFirst, isAsking { dialog }
          Button("top") { pressed.value.append("top") }
          Row {
            Column {
              List(items.map(Item.init)) { item in
                Button("remove \(item.id)") { isAsking = true }
              }
              .autofocus()
            }
            .width(20).height(2)
            Button("beside") { pressed.value.append("beside") }
          }
          if !isDialogFirst, isAsking { dialog }
        }
      }

      @MainActor private var dialog: Node {
        Dialog("Sure?") {
          Button("Yes") {
            items.removeFirst()
            isAsking = false
          }
        }.node
      }
    }
    struct Item: Identifiable { let id: Int }
    let pressed = Captured<[String]>([])
    let stage = NodeStage(Page(pressed: pressed))
    stage.terminal.send(.tab, .enter, .enter, .enter)
    #expect(pressed.value == [])
    stage.terminal.send(.tab, .enter)
    #expect(pressed.value == ["beside"])
    let other = NodeStage(Page(pressed: pressed, isDialogFirst: true))
    other.terminal.send(.tab, .enter, .enter, .enter, .tab, .enter)
    #expect(pressed.value == ["beside", "beside"])
    // A row that scrolls into view replaces the removed one, but not the focus from the list.
    let long = NodeStage(Page(pressed: pressed, items: Array(1...10)))
    for _ in 0..<3 { long.terminal.send(.enter, .enter) }
    #expect(pressed.value == ["beside", "beside"])
    #expect(long.rows.contains { $0.contains("remove 4") }, "\(long.rows)")
  }

  @Test("a button that its own dialog disables gives the focus to the next one")
  func disabledByDialog() {
    struct Page: Component {
      let pressed: Captured<[String]>
      @Local var isSaved = false
      @Local var isAsking = false

      var body: Node {
        Column {
          Button("top") { pressed.value.append("top") }
          Button("Save") { isAsking = true }.disabled(isSaved)
          Button("beside") { pressed.value.append("beside") }
          if isAsking {
            Dialog("Sure?") { Button("Yes") { (isSaved, isAsking) = (true, false) } }
          }
        }
        .keys { Bind("r", "Reset") { isSaved = false } }
      }
    }
    let pressed = Captured<[String]>([])
    let stage = NodeStage(Page(pressed: pressed))
    stage.terminal.send(.tab, .enter, .enter)
    #expect(stage.focusedText == "beside")
    stage.terminal.send("r")
    #expect(stage.focusedText == "Save", "it gets the focus back when it is enabled")
    stage.terminal.send(.enter, .enter, .enter)
    #expect(pressed.value == ["beside"])
  }

  @Test(
    "a panel with autofocus keeps the focus while a control in it goes, and gives it back at its end"
  )
  func panel() {
    struct Page: Component {
      let pressed: Captured<[String]>
      @Local var isOpen = false
      @Local var step = 0

      var body: Node {
        Column {
          Button("between") { pressed.value.append("between") }
          Button("open") {
            pressed.value.append("open")
            isOpen = true
          }
          Button("other") { pressed.value.append("other") }
          if isOpen {
            Column {
              if step == 0 { Button("next") { step = 1 } }
              Button("done") {
                pressed.value.append("done")
                isOpen = false
              }
            }
            .autofocus()
          }
        }
      }
    }
    let pressed = Captured<[String]>([])
    let stage = NodeStage(Page(pressed: pressed))
    stage.terminal.send(.tab, .enter, .enter, .enter, .enter)
    #expect(pressed.value == ["open", "done", "open"])
  }

  @Test("autofocus on a widget whose control appears later waits for it")
  func lateInside() {
    struct Page: Component {
      @Local var count = 0
      var body: Node {
        Column {
          Button("before") {}
          Box { if count > 0 { List((0..<3).map(Item.init)) { Text("item \($0.id)") } } }
            .height(5).autofocus()
        }
        .keys { Bind("+", "Load") { count = 3 } }
      }
    }
    struct Item: Identifiable { let id: Int }
    let stage = NodeStage(Page())
    stage.terminal.send("+")
    stage.terminal.send(.down)
    #expect(stage.rows.contains { $0.contains("› item 1") })
    let lines = NodeStage(
      columns: 20, rows: 6,
      Column {
        Button("before") {}
        Box { ScrollView { Text((0..<50).map { "line \($0)" }.joined(separator: "\n")) } }
          .height(5).autofocus()
      })
    lines.terminal.send(.down)
    #expect(
      lines.rows.contains { $0.contains("line 1") }
        && !lines.rows.contains { $0.contains("line 0") })
  }

  @Test("autofocus on a widget that is made of others reaches the one that takes the keys")
  func autofocusInside() {
    struct Pair: Component {
      @Local var text = ""
      var body: Node {
        Column {
          Text("label")
          TextField($text)
        }
      }
    }
    struct Item: Identifiable, Equatable, Sendable { let id: Int }
    let items = (0..<3).map(Item.init)
    let text = Captured("")
    var lines = LogLines()
    for line in ["one", "two"] { lines.append(line) }
    let widgets: [(Node, Key, String)] = [
      (
        Table(items, columns: [TableColumn<Item>("Id", text: { "item \($0.id)" })]).autofocus(),
        .down, "› item 1"
      ),
      (List(items) { Text("item \($0.id)") }.node.autofocus(), .down, "› item 1"),
      (Pair().autofocus(), "x", "x"),
      (TextEditor(.init(get: { "" }, set: { text.value = "\($0)" })).autofocus(), "x", "x"),
      (Log(lines).autofocus(), .down, "two"),
    ]
    for (widget, key, shown) in widgets {
      let stage = NodeStage(
        columns: 30, rows: 8,
        Column {
          Button("before") {}
          Box { widget }.height(6)
        })
      stage.terminal.send(key)
      #expect(stage.rows.contains { $0.contains(shown) }, "\(stage.rows)")
    }
  }

  @Test("a keyed move keeps the focus")
  func keyedMove() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(buttons(["a", "b", "c"], pressed: pressed))
    stage.terminal.send(.tab)
    stage.show(buttons(["b", "c", "a"], pressed: pressed))
    stage.terminal.send(.enter)
    #expect(pressed.value == ["b"])
  }

  @Test("when the focused control is removed, its neighbour gets the focus")
  func heir() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(buttons(["a", "b", "c"], pressed: pressed))
    stage.terminal.send(.tab)
    stage.show(buttons(["a", "c"], pressed: pressed))
    stage.terminal.send(.enter)
    stage.show(buttons(["a"], pressed: pressed))
    stage.terminal.send(.enter)
    #expect(pressed.value == ["c", "a"])
  }

  @Test("an element with autofocus gives the focus back when it is removed")
  func borrowed() {
    let pressed = Captured<[String]>([])
    func tree(dialog: Bool) -> Node {
      Column {
        buttons(["a", "b"], pressed: pressed)
        if dialog { Button("ok") { pressed.value.append("ok") }.autofocus() }
        Button("last") { pressed.value.append("last") }
      }.node
    }
    let stage = NodeStage(tree(dialog: false))
    stage.terminal.send(.tab)
    stage.show(tree(dialog: true))
    stage.terminal.send(.enter)
    stage.show(tree(dialog: false))
    stage.terminal.send(.enter)
    #expect(pressed.value == ["ok", "b"])
  }

  @Test("Tab skips hidden controls")
  func hidden() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(
      Column {
        Button("a") { pressed.value.append("a") }
        Row { Button("b") { pressed.value.append("b") } }.node.hidden()
        Button("c") { pressed.value.append("c") }
      })
    stage.terminal.send(.tab, .enter)
    #expect(pressed.value == ["c"])
  }

  @Test("onFocusChange reports each entry of the focus into an element and each exit once")
  func focusChange() {
    let changes = Captured<[Bool]>([])
    let stage = NodeStage(
      Column {
        Column {
          Button("a") {}
          Button("b") {}
        }.onFocusChange { changes.value.append($0) }
        Button("c") {}
      })
    #expect(changes.value == [true])
    stage.terminal.send(.tab)
    #expect(changes.value == [true])
    stage.terminal.send(.tab)
    #expect(changes.value == [true, false])
  }

  @Test(
    "when the focused control is removed, onFocusChange is called where focus leaves and enters")
  func focusedGoes() {
    let changes = Captured<[String]>([])
    func tree(_ isOn: Bool) -> Node {
      Column {
        Column {
          if isOn { Button("a") {}.node.onFocusChange { changes.value.append("a \($0)") } }
        }.onFocusChange { changes.value.append("box \($0)") }
        Column { Button("b") {} }.onFocusChange { changes.value.append("b \($0)") }
      }.onFocusChange { changes.value.append("all \($0)") }
    }
    let stage = NodeStage(tree(true))
    changes.value = []
    stage.show(tree(false))
    #expect(changes.value == ["a false", "box false", "b true"])
  }

  @Test("a key goes from the focused element outwards until it is handled")
  func bubbling() {
    let received = Captured<[String]>([])
    let stage = NodeStage(
      Column {
        Column { Button("a") {} }
          .onKey { key in
            received.value.append("inner \(key)")
            return key == .character("x")
          }
      }
      .onKey { key in
        received.value.append("outer \(key)")
        return true
      })
    stage.terminal.send(.character("x"), .character("y"), .enter)
    #expect(received.value == ["inner x", "inner y", "outer y"])
  }

  @Test("without a focusable control, keys reach the outermost element")
  func noFocus() {
    let received = Captured<[Key]>([])
    let stage = NodeStage(
      Column { Text("a") }.onKey { key in
        received.value.append(key)
        return true
      })
    stage.terminal.send(.character("q"))
    #expect(received.value == [.character("q")])
  }

  @Test("a handle focuses its element, and tells whether it has the focus")
  func handle() {
    let pressed = Captured<[String]>([])
    let second = FocusHandle()
    let stage = NodeStage(
      Column {
        Button("a") { pressed.value.append("a") }
        Button("b") { pressed.value.append("b") }.focus(second)
      })
    #expect(!second.isFocused)
    second.focus()
    stage.terminal.send(.enter)
    #expect(second.isFocused)
    FocusHandle().focus()
    stage.terminal.send(.enter)
    #expect(pressed.value == ["b", "b"])
  }

  // MARK: - Handles

  private let log = Captured<[String]>([])

  private func button(_ name: String) -> Node {
    Button(name) { log.value.append(name) }.key(name)
  }

  /// The name of the control that Enter presses.
  private func focused(_ stage: NodeStage) -> String {
    log.value = []
    stage.terminal.send(.enter)
    return log.value.joined()
  }

  @Test("a handle that is used before its element exists takes effect when it appears")
  func earlyHandle() {
    let handle = FocusHandle()
    func tree(_ isThere: Bool) -> Node {
      Column {
        button("a")
        if isThere { button("b").focus(handle) }
      }.node
    }
    let stage = NodeStage(tree(false))
    handle.focus()
    #expect(focused(stage) == "a")
    stage.show(tree(true))
    #expect(focused(stage) == "b")
  }

  @Test("a handle can be used in the handler that shows its element")
  func handleWithState() {
    struct Form: Component {
      @Local var isEditing = false
      @Local var field = FocusHandle()
      let log: Captured<[String]>
      var body: Node {
        Column {
          Button("edit") {
            isEditing = true
            field.focus()
          }
          if isEditing { Button("ok") { log.value.append("ok") }.focus(field) }
        }
      }
    }
    let stage = NodeStage(Form(log: log))
    stage.terminal.send(.enter)
    #expect(focused(stage) == "ok")
  }

  @Test("the handle of a container focuses the first control in it")
  func handleOfContainer() {
    let handle = FocusHandle()
    let empty = FocusHandle()
    let stage = NodeStage(
      Column {
        button("a")
        Text("nothing").focus(empty)
        Row {
          Text("x")
          button("b")
          button("c")
        }.focus(handle)
      })
    empty.focus()
    #expect(focused(stage) == "a")
    handle.focus()
    #expect(focused(stage) == "b")
    #expect(handle.isFocused)
    stage.terminal.send(.tab)
    #expect(handle.isFocused)
    stage.terminal.send(.tab)
    #expect(!handle.isFocused)
  }

  @Test("autofocus waits until the element can have the focus")
  func lateAutofocus() {
    func buttons(isEnabled: Bool) -> Node {
      Column {
        button("a")
        button("b").disabled(!isEnabled).autofocus()
      }.node
    }
    let stage = NodeStage(columns: 10, rows: 4, buttons(isEnabled: false))
    #expect(focused(stage) == "a")
    stage.show(buttons(isEnabled: true))
    #expect(focused(stage) == "b")
    let scrolled = NodeStage(
      columns: 10, rows: 3,
      Column {
        button("a").shrink(0)
        ScrollView(bars: false) { for line in 0..<5 { Text("\(line)") } }.autofocus()
      })
    scrolled.terminal.send(.down)
    #expect(scrolled.rows == ["‹a›", "1", "2"])
  }

  @Test("the handle of a container that cannot have the focus now focuses a control in it")
  func handleOfUnfocusableContainer() {
    let handles = [FocusHandle(), FocusHandle()]
    let stage = NodeStage(
      Column {
        button("a")
        ScrollView { button("b") }.focus(handles[0])
        Column { button("c") }.focusable(false).focus(handles[1])
      })
    handles[0].focus()
    #expect(focused(stage) == "b")
    handles[1].focus()
    #expect(focused(stage) == "c")
  }

  @Test("a list that becomes empty and a scroll view whose content fits keep the focus")
  func keptFocus() {
    struct Item: Identifiable { let id: Int }
    func tree(list: Int, lines: Int) -> Node {
      Column {
        button("a").shrink(0)
        if list >= 0 { List((0..<list).map(Item.init)) { Text("\($0.id)") } }
        if lines >= 0 { ScrollView { for line in 0..<lines { Text("\(line)") } } }
        button("z").shrink(0)
      }.node
    }
    // Tab stops at a list without rows, but not at a scroll view whose content fits.
    for (before, after, previous) in [
      (tree(list: 3, lines: -1), tree(list: 0, lines: -1), ""),
      (tree(list: -1, lines: 9), tree(list: -1, lines: 1), "a"),
    ] {
      let stage = NodeStage(before)
      stage.terminal.send(.tab)
      #expect(focused(stage) == "")
      stage.show(after)
      #expect(focused(stage) == "")
      stage.show(before)
      #expect(focused(stage) == "")
      stage.show(after)
      stage.terminal.send(.tab)
      #expect(focused(stage) == "z")
      stage.terminal.send(.shiftTab)
      #expect(focused(stage) == previous)
    }
  }

  @Test("a handle requests a frame")
  func asksForFrame() {
    let count = Tally()
    let handle = FocusHandle()
    let screen = TerminalScreen(device: TestTerminal(columns: 10, rows: 2)) { count.add(1) }
    handle.focus()
    #expect(count.value == 0)
    screen.show(Text("").focusable().focus(handle))
    screen.drawFrame()
    #expect(handle.isFocused)
    count.reset()
    handle.focus()
    #expect(count.value == 1)
    screen.close()
    handle.focus()
    #expect(!handle.isFocused)
  }

  @Test("a handle follows its modifier to another element, and has none after the last")
  func handleMoves() {
    let handle = FocusHandle()
    func tree(_ name: String?) -> Node {
      Column {
        for other in ["a", "b", "c"] {
          if other == name { button(other).focus(handle) } else { button(other) }
        }
      }.node
    }
    let stage = NodeStage(tree("b"))
    handle.focus()
    #expect(focused(stage) == "b")
    stage.show(tree("c"))
    handle.focus()
    #expect(focused(stage) == "c")
    stage.show(tree(nil))
    #expect(handle.element == nil)
    #expect(!handle.isFocused)
  }

  @Test("a handle of a replaced row does not refer to the new row")
  func replacedHandle() {
    let handles = [FocusHandle(), FocusHandle(), FocusHandle()]
    func tree(_ keys: [Int]) -> Node {
      Column { for key in keys { Row { button("\(key)").focus(handles[key]) }.key(key) } }.node
    }
    let stage = NodeStage(tree([0, 1]))
    stage.show(tree([2, 1]))
    #expect(handles[0].element == nil)
    handles[1].focus()
    #expect(focused(stage) == "1")
    handles[2].focus()
    #expect(focused(stage) == "2")
  }

  @Test("a handle retains neither the screen nor its element, and the screen does not retain it")
  func handleLeaks() {
    let handle = FocusHandle()
    weak var screen: TerminalScreen?
    weak var renderer: Renderer?
    weak var released: FocusHandle?
    do {
      let other = FocusHandle()
      released = other
      let strong = TerminalScreen(device: TestTerminal(columns: 10, rows: 2))
      screen = strong
      renderer = strong.renderer
      strong.show(
        Column {
          Button("a") {}.focus(handle)
          Button("b") {}.focus(other)
        }.node)
      other.focus()
      strong.drawFrame()
      strong.show(Button("a") {}.focus(handle))
    }
    #expect(screen == nil)
    #expect(renderer == nil)
    #expect(released == nil)
    handle.focus()
    #expect(!handle.isFocused)
  }

  // MARK: - Returning focus

  private func hiding(_ isHidden: Bool) -> Node {
    Column {
      button("a")
      button("b")
      Column { Row { button("c") } }.hidden(isHidden)
    }.node
  }

  @Test("a control that was hidden with the focus gets it back when it is shown")
  func hiddenComesBack() {
    let stage = NodeStage(hiding(false))
    stage.terminal.send(.shiftTab)
    stage.show(hiding(true))
    #expect(focused(stage) == "a")
    stage.show(hiding(true))
    stage.show(hiding(false))
    #expect(focused(stage) == "c")
  }

  @Test(
    "a hidden control does not get the focus back after a key or click moved the focus",
    arguments: [true, false])
  func hiddenForgotten(byKey: Bool) {
    let stage = NodeStage(hiding(false))
    stage.terminal.send(.shiftTab)
    stage.show(hiding(true))
    if byKey { stage.terminal.send(.tab) } else { stage.terminal.click(x: 0, y: 1) }
    stage.show(hiding(false))
    #expect(focused(stage) == "b")
  }

  private func removing(_ isThere: Bool, _ handle: FocusHandle?) -> Node {
    Column {
      button("a")
      button("b")
      if isThere {
        Row {
          if let handle { button("c").focus(handle) } else { button("c") }
        }
      }
    }.node
  }

  @Test("a control that was removed with the focus gets it back when it returns with its handle")
  func removedComesBack() {
    let cases: [(handle: FocusHandle?, expected: String)] = [(FocusHandle(), "c"), (nil, "b")]
    for (handle, expected) in cases {
      let stage = NodeStage(removing(true, handle))
      stage.terminal.send(.shiftTab)
      stage.show(removing(false, handle))
      #expect(focused(stage) == "b")
      stage.show(removing(true, handle))
      #expect(focused(stage) == expected)
    }
  }

  @Test(
    "a removed control does not get the focus back after the focus moved, or with another handle")
  func removedForgotten() {
    let handle = FocusHandle()
    let stage = NodeStage(removing(true, handle))
    stage.terminal.send(.shiftTab)
    stage.show(removing(false, handle))
    stage.terminal.send(.tab)
    stage.show(removing(true, handle))
    #expect(focused(stage) == "a")
    handle.focus()
    stage.show(removing(true, handle))
    stage.show(removing(false, handle))
    stage.show(removing(true, FocusHandle()))
    #expect(focused(stage) == "b")
  }

  @Test("a removed control does not get the focus back after the program moved the focus")
  func removedAndElsewhere() {
    let handle = FocusHandle()
    let other = FocusHandle()
    func tree(_ isThere: Bool) -> Node {
      Column {
        removing(isThere, handle)
        button("d").focus(other)
      }.node
    }
    let stage = NodeStage(tree(true))
    handle.focus()
    #expect(focused(stage) == "c")
    stage.show(tree(false))
    other.focus()
    #expect(focused(stage) == "d")
    stage.show(tree(true))
    #expect(focused(stage) == "d")
  }

  @Test("content that moves to another position with its handle keeps the focus")
  func replaced() {
    let handle = FocusHandle()
    func tree(_ isBelow: Bool) -> Node {
      Column {
        if !isBelow { Row { button("x").focus(handle) } }
        button("a")
        if isBelow { Row { button("x").focus(handle) } }
      }.node
    }
    let stage = NodeStage(tree(false))
    #expect(focused(stage) == "x")
    stage.show(tree(true))
    #expect(focused(stage) == "x")
    stage.show(tree(false))
    #expect(focused(stage) == "x")
  }
}

extension NodeStage {
  /// The text of the focused control, without its brackets.
  fileprivate var focusedText: String? {
    let host = screen.host
    guard let frame = host.focused.flatMap(host.frame(of:)) else { return nil }
    let row = rows.indices.contains(frame.y) ? rows[frame.y] : ""
    return String(row.dropFirst(frame.x).prefix(frame.width)).trimmingCharacters(in: [
      "‹", "›", " ",
    ])
  }
}
