import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
import MillraceWidgets

@MainActor
@Suite("Pointer")
struct PointerTests {
  private let log = Captured<[String]>([])

  /// An element of 4 × 2 cells that logs its mouse events.
  private func pad(
    _ name: String, _ interest: PointerInterest? = .drags, captures: Bool = true,
    @NodeBuilder content: () -> Node = { .empty }
  ) -> Node {
    Column { content() }.width(4).height(2).shrink(0)
      .onPointer(interest) { event in
        let position = "\(event.position.x),\(event.position.y)"
        let button = event.button == .none ? "" : " \(event.button)"
        log.value.append(
          "\(name) \(event.phase)\(button) \(position)\(event.isInside ? "" : " outside")")
        return captures && event.phase == .press
      }
  }

  private func clear() { log.value = [] }

  // MARK: - Press, drag, release

  @Test("a press goes outwards until an element captures the mouse and gets drags and the release")
  func capture() {
    let stage = NodeStage(
      Column {
        pad("outer") { pad("inner", captures: false) }
        pad("other")
      })
    stage.terminal.mouse(.press, x: 1, y: 1)
    stage.terminal.mouse(.drag, x: 2, y: 3)
    stage.terminal.mouse(.drag, x: 500, y: 500)
    stage.terminal.mouse(.release, x: 3, y: 0)
    stage.terminal.mouse(.drag, x: 1, y: 1)
    #expect(
      log.value == [
        "inner press left 1,1", "outer press left 1,1", "outer drag left 2,3 outside",
        "outer drag left 500,500 outside", "outer release left 3,0",
      ])
  }

  @Test("a position is relative to the element's content box, inside border and padding")
  func position() {
    let stage = NodeStage(
      Row {
        Text("ab")
        Box { Text("x") }.padding(1).onPointer { event in
          log.value.append("\(event.position.x),\(event.position.y)")
          return true
        }
      })
    stage.terminal.mouse(.press, x: 4, y: 2)
    stage.terminal.mouse(.drag, x: 0, y: 0)
    #expect(log.value == ["0,0", "-4,-2"])
  }

  @Test("a capture survives a render and a move of the element")
  func captureAcrossRendering() {
    func tree(_ above: Bool) -> Node {
      Column {
        if above { Text("above") }
        pad("a").key("a")
      }.node
    }
    let stage = NodeStage(tree(false))
    stage.terminal.mouse(.press, x: 0, y: 0)
    stage.show(tree(true))
    stage.terminal.mouse(.drag, x: 0, y: 0)
    stage.terminal.mouse(.release, x: 0, y: 1)
    #expect(log.value == ["a press left 0,0", "a drag left 0,-1 outside", "a release left 0,0"])
  }

  @Test("a capture ends without an event when its element is removed or replaced")
  func capturerGoes() {
    func tree(_ keys: [String]) -> Node { Column { for key in keys { pad(key).key(key) } }.node }
    let stage = NodeStage(tree(["a", "b"]))
    stage.terminal.mouse(.press, x: 0, y: 0)
    stage.show(tree(["b"]))
    stage.terminal.mouse(.drag, x: 0, y: 0)
    stage.terminal.mouse(.release, x: 0, y: 0)
    #expect(log.value == ["a press left 0,0"])
    stage.terminal.mouse(.press, x: 0, y: 0)
    clear()
    stage.show(tree(["c"]))
    stage.terminal.mouse(.drag, x: 0, y: 0)
    stage.terminal.mouse(.release, x: 0, y: 0)
    #expect(log.value == [])
  }

  @Test("only the mouse button that captured the mouse releases it, also if others are pressed")
  func severalButtons() {
    let stage = NodeStage(
      Column {
        pad("a")
        pad("b")
      })
    stage.terminal.mouse(.press, x: 0, y: 0)
    stage.terminal.mouse(.press, .right, x: 0, y: 2)
    stage.terminal.mouse(.release, .right, x: 0, y: 2)
    stage.terminal.mouse(.release, x: 0, y: 2)
    stage.terminal.mouse(.press, .middle, x: 0, y: 2)
    #expect(
      log.value == [
        "a press left 0,0", "a press right 0,2 outside", "a release right 0,2 outside",
        "a release left 0,2 outside", "b press middle 0,0",
      ])
  }

  @Test("a lost release is reported at the next press or free motion")
  func lostRelease() {
    let stage = NodeStage(
      Column {
        pad("a", .motion)
        pad("b")
      })
    stage.terminal.mouse(.press, x: 0, y: 0)
    stage.terminal.mouse(.press, x: 0, y: 2)
    stage.terminal.mouse(.release, x: 0, y: 2)
    #expect(
      log.value.suffix(3) == [
        "a release left 0,2 outside", "b press left 0,0", "b release left 0,0",
      ])
    clear()
    stage.terminal.mouse(.press, x: 0, y: 0)
    stage.terminal.mouse(.move, .none, x: 1, y: 0)
    #expect(
      log.value == [
        "a enter left 0,0", "a press left 0,0", "a release left 1,0 outside", "a move 1,0",
      ])
  }

  @Test("the release goes to the handler that captured the mouse, not to others of the element")
  func severalHandlers() {
    let stage = NodeStage(
      pad("pad").onRightClick { log.value.append("right click") }.onPointer { event in
        log.value.append("outer \(event.phase) \(event.button)")
        return event.phase == .release
      })
    stage.terminal.mouse(.press, .right, x: 0, y: 0)
    stage.terminal.mouse(.release, .right, x: 0, y: 0)
    #expect(log.value == ["outer press right", "right click"])
  }

  @Test("an error of a handler is reported, and the press counts as handled")
  func failing() {
    struct Failure: Error {}
    let issues = Captured(0)
    let stage = NodeStage(pad("outer") { Text("x").onPointer { _ in throw Failure() } })
    stage.screen.renderer.onIssue = { _ in issues.value += 1 }
    stage.terminal.mouse(.press, x: 0, y: 0)
    stage.terminal.mouse(.release, x: 0, y: 0)
    #expect(issues.value == 2)
    #expect(log.value == [])
  }

  // MARK: - Clicks

  @Test("a button in an element that captures the mouse can be clicked")
  func clickInside() {
    let stage = NodeStage(pad("a") { Button("x") { log.value.append("click") } })
    stage.terminal.click(x: 1, y: 0)
    #expect(log.value == ["a press left 1,0", "a release left 1,0", "click"])
  }

  @Test("a handled drag over another element prevents the click, and an unhandled one does not")
  func draggedIsNoClick() {
    func tree(_ uses: Bool) -> Node {
      Column {
        Button("a") { log.value.append("a") }
        Text("b")
      }
      .onPointer { $0.phase == .press || uses }.node
    }
    for uses in [false, true] {
      let stage = NodeStage(tree(uses))
      stage.terminal.mouse(.press, x: 1, y: 0)
      stage.terminal.mouse(.drag, x: 2, y: 0)
      stage.terminal.mouse(.release, x: 2, y: 0)
      #expect(log.value == ["a"])
      stage.terminal.mouse(.press, x: 1, y: 0)
      stage.terminal.mouse(.drag, x: 0, y: 1)
      stage.terminal.mouse(.release, x: 1, y: 0)
      #expect(log.value == (uses ? ["a"] : ["a", "a"]))
      clear()
    }
  }

  @Test("the release of another mouse button is no click, and prevents no click")
  func otherButton() {
    let stage = NodeStage(Button("a") { log.value.append("a") })
    stage.terminal.mouse(.press, x: 0, y: 0)
    stage.terminal.mouse(.press, .right, x: 0, y: 0)
    stage.terminal.mouse(.release, .right, x: 0, y: 0)
    #expect(log.value == [])
    stage.terminal.mouse(.release, x: 0, y: 0)
    #expect(log.value == ["a"])
  }

  @Test("onRightClick needs the press and the release inside the element")
  func rightClick() {
    let stage = NodeStage(
      Column {
        Column { Text("text") }.onRightClick { log.value.append("menu") }.alignSelf(.start)
        Text("below")
      })
    func rightClick(_ x: Int, _ y: Int, _ toX: Int, _ toY: Int) {
      stage.terminal.mouse(.press, .right, x: x, y: y)
      stage.terminal.mouse(.release, .right, x: toX, y: toY)
    }
    rightClick(0, 0, 0, 1)
    rightClick(0, 1, 0, 0)
    #expect(log.value == [])
    rightClick(0, 0, 3, 0)
    stage.terminal.click(x: 0, y: 0)
    #expect(log.value == ["menu"])
  }

  // MARK: - Enter, leave and move

  @Test(
    "enter events go from the outside in and leave events from the inside out, once for each change"
  )
  func hover() {
    let stage = NodeStage(
      Row {
        pad("outer", .motion) { pad("inner", .motion).width(2) }
        pad("other", .motion)
      })
    stage.terminal.mouse(.move, .none, x: 0, y: 0)
    stage.terminal.mouse(.move, .none, x: 1, y: 0)
    stage.terminal.mouse(.move, .none, x: 3, y: 0)
    #expect(
      log.value == [
        "outer enter 0,0", "inner enter 0,0", "inner move 0,0", "outer move 0,0",
        "inner move 1,0", "outer move 1,0", "inner leave 3,0 outside", "outer move 3,0",
      ])
    clear()
    stage.terminal.mouse(.move, .none, x: 0, y: 0)
    clear()
    stage.terminal.mouse(.move, .none, x: 4, y: 0)
    stage.terminal.mouse(.move, .none, x: 19, y: 5)
    #expect(
      log.value == [
        "inner leave 4,0 outside", "outer leave 4,0 outside", "other enter 0,0", "other move 0,0",
        "other leave 15,5 outside",
      ])
  }

  @Test("content of a portal counts as inside of the portal's ancestors")
  func hoverThroughPortal() {
    let stage = NodeStage(
      Column {
        Text("a")
        Column {
          Text("b")
          Portal(to: .popover) { Text("menu").absolute(left: 6, top: 3) }
        }.alignSelf(.start).onHover { log.value.append("\($0)") }
      })
    for (x, y) in [(0, 1), (6, 3), (9, 3), (10, 3), (0, 0)] {
      stage.terminal.mouse(.move, .none, x: x, y: y)
    }
    #expect(log.value == ["true", "false"])
  }

  @Test("an element that is removed or hidden under the mouse gets one leave event")
  func hoveredGoes() {
    func tree(_ isThere: Bool, _ isHidden: Bool = false) -> Node {
      Column {
        if isThere {
          Column { Text("aa").onHover { log.value.append("inner \($0)") } }
            .onHover { log.value.append("outer \($0)") }.hidden(isHidden)
        }
        Text("bb").onHover { log.value.append("b \($0)") }
      }.node
    }
    let stage = NodeStage(tree(true))
    stage.terminal.mouse(.move, .none, x: 0, y: 0)
    clear()
    stage.show(tree(false))
    #expect(log.value == ["inner false", "outer false"])
    clear()
    stage.terminal.mouse(.move, .none, x: 0, y: 0)
    #expect(log.value == ["b true"])
    stage.show(tree(true))
    stage.terminal.mouse(.move, .none, x: 1, y: 0)
    clear()
    stage.show(tree(true, true))
    #expect(log.value == ["inner false", "outer false"])
    stage.show(tree(true))
    clear()
    stage.terminal.mouse(.move, .none, x: 0, y: 0)
    #expect(log.value == ["outer true", "inner true"])
  }

  @Test("a row that is replaced under the mouse gets a leave event")
  func hoveredIsReplaced() {
    func tree(_ key: Int) -> Node {
      Column { Row { Text("row").onHover { log.value.append("\(key) \($0)") } }.key(key) }.node
    }
    let stage = NodeStage(tree(1))
    stage.terminal.mouse(.move, .none, x: 0, y: 0)
    stage.show(tree(2))
    #expect(log.value == ["1 true", "1 false"])
    stage.terminal.mouse(.move, .none, x: 1, y: 0)
    #expect(log.value == ["1 true", "1 false", "2 true"])
  }

  @Test("hovering applies an element's hover style without running a body")
  func hoverStyle() {
    let hover = Style(attributes: .inverse)
    let stage = NodeStage(
      Column {
        Text("a").hoverStyle(hover)
        Text("b")
      })
    func style() -> Style { stage.terminal.virtualScreen.cell(x: 0, y: 0).style }
    let bodies = stage.screen.renderer.statistics.bodies
    #expect(style() == Style())
    stage.terminal.mouse(.move, .none, x: 0, y: 0)
    #expect(style() == hover)
    stage.terminal.mouse(.move, .none, x: 0, y: 1)
    #expect(style() == Style())
    #expect(stage.screen.renderer.statistics.bodies == bodies)
  }

  @Test("a hover handler can change the view")
  func hoverRenders() {
    struct Hint: Component {
      @Local var isHovered = false
      var body: Node {
        Column {
          Text("item").onHover { isHovered = $0 }
          if isHovered { Text("hint") }
        }
      }
    }
    let stage = NodeStage(Hint())
    stage.terminal.mouse(.move, .none, x: 0, y: 0)
    #expect(stage.rows == ["item", "hint"])
    stage.terminal.mouse(.move, .none, x: 0, y: 1)
    #expect(stage.rows == ["item"])
  }

  // MARK: - Wheel

  @Test("the wheel reports columns and lines: Shift and sideways turns scroll horizontally")
  func wheel() {
    let handlers = Handlers {
      $0.wheel = { distance, _ in
        log.value.append("\(distance.x),\(distance.y)")
        return true
      }
    }
    let stage = NodeStage(Node(Element(Container(), handlers: handlers)))
    for code in [64, 65, 66, 67, 64 + 4, 65 + 4, 66 + 4] {
      stage.terminal.sendBytes(Array("\u{1B}[<\(code);1;1M".utf8))
    }
    #expect(log.value == ["0,-3", "0,3", "-3,0", "3,0", "-3,0", "3,0", "-3,0"])
  }

  // MARK: - Mouse modes of the terminal

  private func modes(_ stage: NodeStage) -> [Int] {
    [1000, 1002, 1003, 1006].filter { stage.terminal.virtualScreen.modes.contains($0) }
  }

  @Test("the terminal reports drags, and motion only while an element listens for it")
  func modes() {
    func tree(_ interests: [PointerInterest?]) -> Node {
      Column {
        for (index, interest) in interests.enumerated() { pad("\(index)", interest).key(index) }
        Text("text").onClick {}.onRightClick {}
      }.node
    }
    let stage = NodeStage(tree([]))
    #expect(modes(stage) == [1000, 1002, 1006])
    #expect(stage.terminal.writes == 1)
    stage.show(tree([.drags, .drags]))
    #expect(modes(stage) == [1000, 1002, 1006])
    stage.show(tree([.drags]))
    #expect(modes(stage) == [1000, 1002, 1006])
    stage.show(tree([.drags, .motion]))
    #expect(modes(stage) == [1000, 1003, 1006])
    stage.show(tree([.motion, nil]))
    #expect(modes(stage) == [1000, 1003, 1006])
    stage.show(tree([.drags]))
    #expect(modes(stage) == [1000, 1002, 1006])
    stage.show(tree([nil]))
    #expect(modes(stage) == [1000, 1002, 1006])
    stage.show(tree([.motion]))
    stage.show(Text(""))
    #expect(modes(stage) == [1000, 1002, 1006])
  }

  @Test("a changed mouse mode is written once")
  func modeBytes() {
    func tree(_ listens: Bool) -> Node { listens ? Text("a").onHover { _ in } : Text("a").node }
    let stage = NodeStage(tree(false))
    _ = stage.takeBytes()
    stage.show(tree(true))
    #expect(stage.takeBytes() == "\u{1B}[?1002l\u{1B}[?1003h".utf8.count)
    stage.show(tree(true))
    stage.screen.drawFrame()
    #expect(stage.takeBytes() == 0)
  }

  @Test("the terminal reports motion until the last of several replaced rows with onHover is gone")
  func countedRows() {
    func tree(_ keys: Range<Int>) -> Node {
      Column { for key in keys { Row { Text("row").onHover { _ in } }.key(key) } }.node
    }
    let stage = NodeStage(tree(0..<4))
    stage.show(tree(2..<6))
    stage.show(tree(7..<8))
    #expect(modes(stage) == [1000, 1003, 1006])
    stage.show(tree(0..<0))
    #expect(modes(stage) == [1000, 1002, 1006])
  }

  @Test("mouse modes are restored after a suspension, and reset at the end")
  func modesAfterStop() {
    let stage = NodeStage(Text("a").onHover { _ in })
    stage.terminal.suspend()
    #expect(modes(stage) == [1000, 1006])
    stage.terminal.resize(columns: 20, rows: 6)
    #expect(modes(stage) == [1000, 1003, 1006])
    stage.terminal.stop()
    #expect(modes(stage) == [])
  }
}
