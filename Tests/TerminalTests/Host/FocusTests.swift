import MillraceLayout
import MillraceRender
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Focus")
struct FocusTests {
  private func buttons(_ names: [String], pressed: Recorder<[String]>) -> Node {
    Column {
      for name in names { Button(name) { pressed.value.append(name) }.key(name) }
    }.node
  }

  @Test("the first control has the focus, and Tab goes round")
  func tabOrder() {
    let pressed = Recorder<[String]>([])
    let stage = Stage(buttons(["a", "b", "c"], pressed: pressed))
    for _ in 0..<4 { stage.terminal.send(.enter, .tab) }
    stage.terminal.send(.shiftTab, .shiftTab, .space)
    #expect(pressed.value == ["a", "b", "c", "a", "c"])
  }

  @Test("arrows that nobody wants go to the neighbour, and stop at the ends")
  func arrows() {
    let pressed = Recorder<[String]>([])
    let stage = Stage(buttons(["a", "b"], pressed: pressed))
    stage.terminal.send(.up, .enter, .down, .enter, .down, .enter, .left, .enter)
    #expect(pressed.value == ["a", "b", "b", "a"])
  }

  @Test("the focused control looks so")
  func focusStyle() {
    let stage = Stage(buttons(["a", "b"], pressed: Recorder([])))
    #expect(stage.terminal.virtualScreen.cell(x: 0, y: 0).style.attributes == .inverse)
    #expect(stage.terminal.virtualScreen.cell(x: 0, y: 1).style.attributes == [])
    stage.terminal.send(.tab)
    #expect(stage.terminal.virtualScreen.cell(x: 0, y: 0).style.attributes == [])
    #expect(stage.terminal.virtualScreen.cell(x: 0, y: 1).style.attributes == .inverse)
  }

  @Test("a keyed move keeps the focus")
  func keyedMove() {
    let pressed = Recorder<[String]>([])
    let stage = Stage(buttons(["a", "b", "c"], pressed: pressed))
    stage.terminal.send(.tab)
    stage.show(buttons(["b", "c", "a"], pressed: pressed))
    stage.terminal.send(.enter)
    #expect(pressed.value == ["b"])
  }

  @Test("when the focused control goes, its neighbour has the focus")
  func heir() {
    let pressed = Recorder<[String]>([])
    let stage = Stage(buttons(["a", "b", "c"], pressed: pressed))
    stage.terminal.send(.tab)
    stage.show(buttons(["a", "c"], pressed: pressed))
    stage.terminal.send(.enter)
    stage.show(buttons(["a"], pressed: pressed))
    stage.terminal.send(.enter)
    #expect(pressed.value == ["c", "a"])
  }

  @Test("what takes the focus by appearing gives it back by disappearing")
  func borrowed() {
    let pressed = Recorder<[String]>([])
    func tree(dialog: Bool) -> Node {
      Column {
        buttons(["a", "b"], pressed: pressed)
        if dialog { Button("ok") { pressed.value.append("ok") }.autofocus() }
        Button("last") { pressed.value.append("last") }
      }.node
    }
    let stage = Stage(tree(dialog: false))
    stage.terminal.send(.tab)
    stage.show(tree(dialog: true))
    stage.terminal.send(.enter)
    stage.show(tree(dialog: false))
    stage.terminal.send(.enter)
    #expect(pressed.value == ["ok", "b"])
  }

  @Test("Tab passes over what is hidden")
  func hidden() {
    let pressed = Recorder<[String]>([])
    let stage = Stage(
      Column {
        Button("a") { pressed.value.append("a") }
        Row { Button("b") { pressed.value.append("b") } }.node.hidden()
        Button("c") { pressed.value.append("c") }
      })
    stage.terminal.send(.tab, .enter)
    #expect(pressed.value == ["c"])
  }

  @Test("onFocusChange hears of the focus coming into an element and leaving it, once each")
  func focusChange() {
    let changes = Recorder<[Bool]>([])
    let stage = Stage(
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

  @Test("onFocusChange hears it when the focused control goes, of what went and of what stays")
  func focusedGoes() {
    let changes = Recorder<[String]>([])
    func tree(_ isOn: Bool) -> Node {
      Column {
        Column {
          if isOn { Button("a") {}.node.onFocusChange { changes.value.append("a \($0)") } }
        }.onFocusChange { changes.value.append("box \($0)") }
        Column { Button("b") {} }.onFocusChange { changes.value.append("b \($0)") }
      }.onFocusChange { changes.value.append("all \($0)") }
    }
    let stage = Stage(tree(true))
    changes.value = []
    stage.show(tree(false))
    #expect(changes.value == ["a false", "box false", "b true"])
  }

  @Test("keys go from the focused element outwards until one uses them up")
  func bubbling() {
    let heard = Recorder<[String]>([])
    let stage = Stage(
      Column {
        Column { Button("a") {} }
          .onKey { key in
            heard.value.append("inner \(key)")
            return key == .character("x")
          }
      }
      .onKey { key in
        heard.value.append("outer \(key)")
        return true
      })
    stage.terminal.send(.character("x"), .character("y"), .enter)
    #expect(heard.value == ["inner x", "inner y", "outer y"])
  }

  @Test("without any control, keys reach the outermost element")
  func noFocus() {
    let heard = Recorder<[Key]>([])
    let stage = Stage(
      Column { Text("a") }.onKey { key in
        heard.value.append(key)
        return true
      })
    stage.terminal.send(.character("q"))
    #expect(heard.value == [.character("q")])
  }

  @Test("a name gives an element the focus")
  func named() {
    let pressed = Recorder<[String]>([])
    let stage = Stage(
      Column {
        Button("a") { pressed.value.append("a") }
        Button("b") { pressed.value.append("b") }.focusName("second")
      })
    stage.screen.focus(named: "second")
    stage.terminal.send(.enter)
    stage.screen.focus(named: "nobody")
    stage.terminal.send(.enter)
    #expect(pressed.value == ["b", "b"])
  }
}
