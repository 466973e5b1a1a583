import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
import MillraceWidgets

@MainActor
@Suite("Focus scopes")
struct FocusScopeTests {
  private let log = Captured<[String]>([])

  private func button(_ name: String) -> Node {
    Button(name) { log.value.append(name) }.key(name)
  }

  private func buttons(_ names: String) -> Node {
    .fragment(names.map { button("\($0)") })
  }

  /// Sends keys, and returns the name of the focused control after each key.
  private func walk(_ stage: NodeStage, _ keys: Key...) -> String {
    keys.map { key in
      stage.terminal.send(key)
      return focused(stage)
    }.joined()
  }

  /// The name of the control that Enter presses, or a point for none.
  private func focused(_ stage: NodeStage) -> String {
    log.value = []
    stage.terminal.send(.enter)
    return log.value.isEmpty ? "." : log.value.joined(separator: "+")
  }

  private func dialog(_ names: String, isShown: Bool = true) -> Node {
    guard isShown else { return .empty }
    return .fragment([
      Portal(to: .dialog) {
        Column { buttons(names) }.focusScope(.contained).absolute(left: 8, top: 0)
      }.node
    ])
  }

  // MARK: - In order and by arrows

  @Test("Tab moves through an ordered scope and out of it")
  func inOrder() {
    let stage = NodeStage(
      Column {
        buttons("a")
        Row { buttons("bc") }.focusScope()
        buttons("d")
      })
    #expect(walk(stage, .tab, .tab, .tab, .tab, .down, .down, .up) == "bcdabcb")
  }

  @Test("Tab enters an arrow scope once, at its last focused control, and arrows stay in it")
  func byArrows() {
    let stage = NodeStage(
      Column {
        buttons("a")
        Row { buttons("xyz") }.focusScope(.byArrows)
        buttons("b")
      })
    #expect(walk(stage, .tab, .tab, .tab) == "xba")
    #expect(walk(stage, .tab, .right, .right, .right, .left, .left, .left) == "xyzzyxx")
    #expect(walk(stage, .right, .tab, .shiftTab, .shiftTab, .tab) == "ybyay")
  }

  @Test("a scope drops its last focused control when the control is removed")
  func remembered() {
    func tree(_ names: String) -> Node {
      Column {
        buttons("a")
        Row { buttons(names) }.focusScope(.byArrows)
      }.node
    }
    let stage = NodeStage(tree("xyz"))
    #expect(walk(stage, .tab, .right, .tab) == "xya")
    stage.show(tree("xz"))
    #expect(walk(stage, .tab) == "x")
    stage.show(tree(""))
    #expect(walk(stage, .tab, .tab) == "aa")
  }

  @Test("in nested arrow scopes, arrows enter the inner one, and Tab leaves both")
  func nestedByArrows() {
    let stage = NodeStage(
      Column {
        buttons("a")
        Column {
          buttons("b")
          Row { buttons("xy") }.focusScope(.byArrows)
          buttons("c")
        }.focusScope(.byArrows)
      })
    #expect(walk(stage, .tab, .down, .down, .up) == "bxyx")
    #expect(walk(stage, .tab, .tab) == "ax")
  }

  @Test("a scope's handle focuses its last focused control")
  func handleOfScope() {
    let handle = FocusHandle()
    let stage = NodeStage(
      Column {
        buttons("a")
        Row { buttons("xy") }.focusScope().focus(handle)
      })
    #expect(walk(stage, .tab, .tab, .tab) == "xya")
    handle.focus()
    #expect(focused(stage) == "y")
    #expect(handle.isFocused)
  }

  // MARK: - Contained

  @Test("a contained scope takes the focus, keeps Tab and arrows inside, and gives it back")
  func contained() {
    func tree(_ isOpen: Bool) -> Node {
      Column {
        buttons("abc")
        dialog("xyz", isShown: isOpen)
      }.node
    }
    let stage = NodeStage(tree(false))
    #expect(walk(stage, .tab) == "b")
    stage.show(tree(true))
    #expect(focused(stage) == "x")
    #expect(walk(stage, .tab, .tab, .tab, .shiftTab) == "yzxz")
    #expect(walk(stage, .down, .right, .up) == "xyx")
    stage.show(tree(false))
    #expect(focused(stage) == "b")
    #expect(walk(stage, .tab, .tab) == "ca")
  }

  @Test("a contained scope keeps the focus from outside clicks and handles")
  func outside() {
    let handle = FocusHandle()
    func tree(_ isOpen: Bool) -> Node {
      Column {
        buttons("ab")
        Button("c") { log.value.append("c") }.focus(handle)
        dialog("xy", isShown: isOpen)
      }.node
    }
    let stage = NodeStage(tree(true))
    stage.terminal.click(x: 1, y: 1)
    #expect(focused(stage) == "x")
    handle.focus()
    #expect(focused(stage) == "x")
    #expect(!handle.isFocused)
    // The handle's request is still pending, because the focus has not moved since.
    stage.show(tree(false))
    #expect(focused(stage) == "c")
  }

  @Test("the innermost contained scope has the focus, and returns it to the outer one")
  func nested() {
    func tree(_ depth: Int) -> Node {
      Column {
        buttons("ab")
        dialog("mn", isShown: depth > 0)
        dialog("xy", isShown: depth > 1)
      }.node
    }
    let stage = NodeStage(tree(0))
    #expect(walk(stage, .tab) == "b")
    stage.show(tree(1))
    #expect(walk(stage, .tab) == "n")
    stage.show(tree(2))
    #expect(walk(stage, .tab, .tab) == "yx")
    stage.show(tree(1))
    #expect(focused(stage) == "n")
    stage.show(tree(2))
    stage.show(tree(0))
    #expect(focused(stage) == "b")
  }

  @Test(
    "nested scopes that are removed together give the focus back to the control before the first")
  func nestedGoAtOnce() {
    func tree(_ isOpen: Bool) -> Node {
      Column {
        buttons("ab")
        Portal(to: .dialog) { button("d").absolute(left: 0, top: 4) }
        dialog("mn", isShown: isOpen)
        if isOpen { Row { dialog("xy") } }
      }.node
    }
    let stage = NodeStage(tree(false))
    stage.terminal.send(.tab)
    stage.show(tree(true))
    #expect(focused(stage) == "x")
    stage.show(tree(false))
    #expect(focused(stage) == "b")
  }

  @Test("a scope that replaces one in a row with another key starts without a last focused control")
  func replacedScope() {
    func tree(_ key: Int) -> Node {
      Column {
        buttons("a")
        Column { for key in [key] { Row { buttons("xy") }.focusScope(.byArrows).key(key) } }
      }.node
    }
    let stage = NodeStage(tree(1))
    #expect(walk(stage, .tab, .right, .tab) == "xya")
    stage.show(tree(2))
    #expect(walk(stage, .tab) == "x")
  }

  @Test("removing a contained scope below another leaves the focus in the upper one")
  func lowerGoes() {
    func tree(_ lower: Bool, _ upper: Bool) -> Node {
      Column {
        buttons("ab")
        dialog("mn", isShown: lower)
        dialog("xy", isShown: upper)
      }.node
    }
    let stage = NodeStage(tree(false, false))
    stage.terminal.send(.tab)
    stage.show(tree(true, false))
    stage.show(tree(true, true))
    stage.show(tree(false, true))
    #expect(walk(stage, .tab, .tab) == "yx")
    stage.show(tree(false, false))
    #expect(focused(stage) == "b")
  }

  @Test("an empty contained scope has the focus itself and keeps Tab; new content takes the focus")
  func empty() {
    let keys = Captured(0)
    func tree(_ names: String?) -> Node {
      Column {
        buttons("ab")
        if let names {
          Portal(to: .dialog) {
            Column { buttons(names) }.focusScope(.contained).onKey { key in
              if key == .escape { keys.value += 1 }
              return false
            }
          }
        }
      }.node
    }
    let stage = NodeStage(tree(nil))
    stage.show(tree(""))
    #expect(walk(stage, .tab, .shiftTab, .down, .up) == "....")
    stage.terminal.send(.escape)
    #expect(keys.value == 1)
    stage.show(tree("x"))
    #expect(focused(stage) == "x")
    stage.show(tree(""))
    #expect(focused(stage) == ".")
    stage.show(tree(nil))
    #expect(focused(stage) == "a")
  }

  @Test("autofocus works in a dialog, and the dialog gives the focus back")
  func autofocusInside() {
    func tree(_ isOpen: Bool) -> Node {
      Column {
        buttons("ab")
        if isOpen {
          Portal(to: .dialog) {
            Column {
              buttons("x")
              button("y").autofocus()
            }.focusScope(.contained)
          }
        }
      }.node
    }
    let stage = NodeStage(tree(false))
    stage.terminal.send(.tab)
    stage.show(tree(true))
    #expect(focused(stage) == "y")
    #expect(walk(stage, .tab) == "x")
    stage.show(tree(false))
    #expect(focused(stage) == "b")
  }

  @Test("autofocus outside of a contained scope does not take the focus")
  func autofocusOutside() {
    func tree(_ isThere: Bool) -> Node {
      Column {
        buttons("a")
        if isThere { button("b").autofocus() }
        dialog("xy")
      }.node
    }
    let stage = NodeStage(tree(false))
    stage.terminal.send(.tab)
    stage.show(tree(true))
    #expect(focused(stage) == "y")
  }

  @Test("a hidden contained scope gives the focus back, and a shown one restores its last position")
  func hiddenScope() {
    func tree(_ isHidden: Bool) -> Node {
      Column {
        buttons("ab")
        Column { buttons("xyz") }.focusScope(.contained).hidden(isHidden)
      }.node
    }
    let stage = NodeStage(tree(true))
    #expect(walk(stage, .tab) == "b")
    stage.show(tree(false))
    #expect(walk(stage, .tab) == "y")
    stage.show(tree(true))
    #expect(walk(stage, .tab) == "a")
    stage.show(tree(false))
    #expect(walk(stage, .tab) == "z")
  }

  @Test("a popover that is written in a dialog belongs to the dialog's scope")
  func portalInside() {
    func tree(_ isOpen: Bool) -> Node {
      Column {
        buttons("a")
        Portal(to: .dialog) {
          Column {
            buttons("x")
            if isOpen { Portal(to: .popover) { button("m").absolute(left: 0, top: 4) } }
          }.focusScope(.contained).absolute(left: 8, top: 0)
        }
      }.node
    }
    let stage = NodeStage(tree(true))
    #expect(walk(stage, .tab, .tab) == "mx")
    stage.terminal.click(x: 1, y: 4)
    #expect(focused(stage) == "m")
    stage.show(tree(false))
    #expect(focused(stage) == "x")
  }

  @Test(
    "a dialog causes one focus change for each affected element, at its opening and its closing")
  func received() {
    func tree(_ isOpen: Bool) -> Node {
      Column {
        Button("a") {}.onFocusChange { log.value.append("a \($0)") }
        if isOpen {
          Portal(to: .dialog) {
            Column {
              Button("x") {}.onFocusChange { log.value.append("x \($0)") }
              Button("y") {}.autofocus().onFocusChange { log.value.append("y \($0)") }
            }.focusScope(.contained).onFocusChange { log.value.append("dialog \($0)") }
          }
        }
      }.onFocusChange { log.value.append("all \($0)") }
    }
    let stage = NodeStage(tree(false))
    log.value = []
    stage.show(tree(true))
    #expect(log.value == ["a false", "y true", "dialog true"])
    log.value = []
    stage.show(tree(false))
    #expect(log.value == ["y false", "dialog false", "a true"])
  }

  @Test("a changed policy applies to the next keys")
  func policyChanges() {
    func tree(_ policy: FocusPolicy) -> Node {
      Column {
        buttons("a")
        Column { buttons("xy") }.focusScope(policy)
      }.node
    }
    let stage = NodeStage(tree(.contained))
    #expect(walk(stage, .tab, .tab) == "yx")
    stage.show(tree(.inOrder))
    #expect(walk(stage, .tab, .tab) == "ya")
    stage.show(tree(.contained))
    #expect(walk(stage, .tab) == "x")
  }

  @Test("a contained scope whose content fails does not keep the focus")
  func failingScope() {
    struct Failing: Component {
      struct Failure: Error {}
      var body: Node { get throws { throw Failure() } }
    }
    let stage = NodeStage(
      Column {
        buttons("ab")
        ErrorBoundary {
          Column {
            buttons("x")
            Failing()
          }.focusScope(.contained).onHover { _ in }
        } failure: { _, _ in
          button("failed")
        }
      })
    #expect(walk(stage, .tab, .tab) == "bfailed")
    #expect(stage.screen.host.pointer.interest == nil)
  }
}
