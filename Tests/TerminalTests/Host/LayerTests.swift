import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Layers")
struct LayerTests {
  private let log = Captured<[String]>([])

  /// A page of crosses, 10 × 5, below the given content.
  private func page(@NodeBuilder _ over: () -> Node) -> Node {
    Column {
      for _ in 0..<5 { Text("xxxxxxxxxx") }
      over()
    }.onClick { log.value.append("page") }
  }

  private func dialog(_ text: String = "ok") -> Portal {
    Portal(to: .dialog) {
      Box { Button(text) { log.value.append(text) } }.absolute(left: 2, top: 1).width(6)
    }
  }

  private let blank = Array(repeating: "xxxxxxxxxx", count: 5)

  @Test("a dialog is drawn over the base, and is opaque")
  func opaque() {
    let stage = NodeStage(columns: 10, rows: 5, page { dialog("o") })
    #expect(
      stage.rows == [
        "xxxxxxxxxx",
        "xx╭────╮xx",
        "xx│‹o› │xx",
        "xx╰────╯xx",
        "xxxxxxxxxx",
      ])
  }

  @Test("closing a dialog uncovers the content below, and draws nothing else")
  func goes() {
    let stage = NodeStage(columns: 10, rows: 5, page { dialog() })
    let drawn = stage.screen.host.drawnNodes
    stage.show(page {})
    #expect(stage.rows == blank)
    #expect(stage.screen.host.drawnNodes - drawn <= 4)
  }

  @Test("wide glyphs that a dialog cut are whole again when it is removed")
  func wideGlyphs() {
    func tree(_ isOpen: Bool) -> Node {
      Column {
        Text("漢字漢字漢")
        Text("a漢字漢字b")
        if isOpen { Portal(to: .dialog) { Text("##\n##").absolute(left: 3, top: 0) } }
      }.node
    }
    let stage = NodeStage(columns: 10, rows: 2, tree(false))
    stage.show(tree(true))
    #expect(stage.rows == ["漢 ## 字漢", "a漢##漢字b"])
    stage.show(tree(false))
    #expect(stage.rows == ["漢字漢字漢", "a漢字漢字b"])
  }

  @Test("a click on a dialog does not reach the base, and a click beside it does")
  func clicks() {
    let stage = NodeStage(columns: 10, rows: 5, page { dialog() })
    stage.terminal.click(x: 4, y: 2)
    #expect(log.value == ["ok"])
    stage.terminal.click(x: 9, y: 4)
    #expect(log.value == ["ok", "page"])
  }

  @Test("unhandled events of a dialog go to the ancestors of its portal")
  func bubbles() {
    let stage = NodeStage(
      columns: 10, rows: 5,
      Column {
        Text("base").onClick { log.value.append("below") }
        Column {
          Portal(to: .dialog) { Text("over").absolute(left: 0, top: 0) }
        }.onClick { log.value.append("parent") }
      }.onKey { key in
        log.value.append("\(key)")
        return true
      })
    stage.terminal.click(x: 0, y: 0)
    #expect(log.value == ["parent"])
    let second = NodeStage(
      columns: 10, rows: 5,
      Column { dialog() }.onKey { key in
        log.value.append("\(key)")
        return true
      })
    second.terminal.send(.character("k"))
    #expect(log.value.last == "k")
  }

  @Test("a dialog is removed with the component that contains its portal")
  func logicalParent() {
    func tree(_ isOn: Bool) -> Node { page { if isOn { Row { Column { dialog() } } } } }
    let stage = NodeStage(columns: 10, rows: 5, tree(true))
    stage.show(tree(false))
    #expect(stage.rows == blank)
    #expect(stage.screen.host.nodes.ids.count == 6 + Layer.allCases.count)
    stage.terminal.click(x: 4, y: 2)
    #expect(log.value == ["page"])
  }

  @Test("a dialog can be opened and closed by its own buttons")
  func ownButton() {
    struct Asking: Component {
      @Local var isOpen = false
      var body: Node {
        Column {
          Button("open") { isOpen = true }
          if isOpen {
            Portal(to: .dialog) {
              Button("close") { isOpen = false }.autofocus().absolute(left: 0, top: 0)
            }
          }
        }
      }
    }
    let stage = NodeStage(columns: 10, rows: 2, Asking())
    for _ in 0..<3 {
      #expect(stage.rows == ["‹open›"])
      stage.terminal.send(.enter)
      #expect(stage.rows == ["‹close›"])
      stage.terminal.send(.enter)
    }
  }

  @Test("higher layers cover lower ones in any order of declaration")
  func order() {
    let layers: [Layer] = [.toast, .popover, .dialog, .base]
    let stage = NodeStage(
      columns: 10, rows: 2,
      Column {
        for (index, layer) in layers.enumerated() {
          Portal(to: layer) { Text("\(layer)").absolute(left: .cells(Double(index)), top: 0) }
            .key(index)
        }
      })
    #expect(stage.rows == ["toastlog"])
  }

  @Test("content of one layer is stacked in the order of its appearance")
  func sameLayer() {
    func tree(_ names: [String]) -> Node {
      Column {
        for name in names {
          Portal(to: .toast) { Text(name).absolute(left: 0, top: 0) }.key(name)
        }
      }.node
    }
    let stage = NodeStage(columns: 10, rows: 2, tree(["a", "b"]))
    #expect(stage.rows == ["b"])
    stage.show(tree(["c", "a", "b"]))
    #expect(stage.rows == ["c"])
    stage.show(tree(["a", "b"]))
    #expect(stage.rows == ["b"])
  }

  @Test("content in a layer is laid out in a column as large as the screen")
  func layout() {
    let stage = NodeStage(
      columns: 10, rows: 4,
      Column {
        Portal(to: .dialog) {
          Spacer()
          Text("end").alignSelf(.end)
        }
      })
    #expect(stage.rows == ["", "", "", "       end"])
    stage.terminal.resize(columns: 6, rows: 2)
    #expect(stage.rows == ["", "   end"])
  }

  @Test("a change in a dialog is drawn, and a change below it does not show through")
  func changes() {
    func tree(_ below: String, _ inside: String) -> Node {
      Column {
        Text(below)
        Portal(to: .dialog) { Text(inside).width(4).absolute(left: 0, top: 0) }
      }.node
    }
    let stage = NodeStage(columns: 10, rows: 2, tree("aaaaaaaa", "one"))
    #expect(stage.rows == ["one aaaa"])
    stage.show(tree("bbbbbbbb", "one"))
    #expect(stage.rows == ["one bbbb"])
    stage.show(tree("bbbbbbbb", "two"))
    #expect(stage.rows == ["two bbbb"])
  }

  @Test("a portal's content does not inherit the styles of its ancestors")
  func properties() {
    let stage = NodeStage(
      columns: 10, rows: 2,
      Column { Portal(to: .dialog) { Text("a").absolute(left: 0, top: 0) } }.bold())
    #expect(stage.terminal.virtualScreen.cell(x: 0, y: 0).style == Style())
  }

  @Test("an error in the builder of a container is shown by its error boundary")
  func throwingBuilder() {
    struct Problem: Error {}
    func part() throws -> Node { throw Problem() }
    let stage = NodeStage(
      columns: 20, rows: 5,
      Column {
        Text("before")
        ErrorBoundary {
          try Box(title: "box") { try Row { try part() } }
        } failure: { error, _ in
          Text("\(error)")
        }
      })
    #expect(stage.rows == ["before", "Problem()"])
  }
}
