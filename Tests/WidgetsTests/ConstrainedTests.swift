import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Constrained children")
struct ConstrainedTests {
  private func issues(of stage: NodeStage) -> Captured<[RenderIssue]> {
    let issues = Captured<[RenderIssue]>([])
    stage.screen.renderer.onIssue = { issues.value.append($0) }
    return issues
  }

  /// A title, a body below it, and a rule to its right.
  private func letter(_ title: String = "Title", gap: Double = 1) -> Node {
    Constrained {
      Text(title).anchored("title")
      Text("a body of words that wrap").anchored("body")
      Text("|").anchored("rule")
    } constraints: { it in
      it.title.leading == it.parent.leading + 2
      it.title.top == it.parent.top
      it.body.below(it.title, gap: gap)
      it.body.leading == it.title.leading
      it.body.width <= it.parent.width / 2
      it.rule.after(it.title, gap: 2)
      it.rule.top == it.title.top
    }.node
  }

  @Test("anchors, relations and multipliers place children, and text wraps to the width it gets")
  func places() {
    let stage = NodeStage(columns: 24, rows: 6, letter())
    #expect(
      stage.rows == [
        "  Title  |",
        "",
        "  a body of",
        "  words that",
        "  wrap",
      ])
    stage.terminal.resize(columns: 60, rows: 6)
    #expect(stage.rows == ["  Title  |", "", "  a body of words that wrap"])
  }

  @Test("a container in a column has the size that its constraints give, and later rows follow it")
  func fits() {
    func tree(_ gap: Double) -> Node {
      Column(align: .start) {
        Constrained {
          Text("one").anchored("one")
          Text("two").anchored("two")
        } constraints: { it in
          it.two.below(it.one, gap: gap)
          it.two.bottom == it.parent.bottom
          it.two.trailing == it.parent.trailing
          it.two.leading == it.parent.leading + 4
        }
        Text("below")
      }.node
    }
    let stage = NodeStage(columns: 20, rows: 6, tree(0))
    #expect(stage.rows == ["one", "    two", "below"])
    stage.show(tree(1))
    #expect(stage.rows == ["one", "", "    two", "below"])
  }

  @Test("equal constraints cause no layout, and changed constraints move the children")
  func differences() {
    let stage = NodeStage(columns: 24, rows: 6, letter())
    let visits = stage.screen.host.visitedBoxes
    stage.show(letter())
    #expect(stage.screen.host.visitedBoxes == visits)
    _ = stage.takeBytes()
    stage.show(letter(gap: 0))
    #expect(stage.rows[1] == "  a body of")
    stage.show(letter("A title"))
    #expect(stage.rows[0] == "  A title  |")
  }

  @Test("constraints on an absent child wait for it, and a hidden container returns unchanged")
  func conditional() {
    func tree(hasBar: Bool, isHidden: Bool = false) -> Node {
      Constrained {
        if hasBar { Text("bar").anchored("bar") }
        Text("page").anchored("page")
      } constraints: { it in
        it.bar.leading == it.parent.leading
        it.page.after(it.bar, gap: 1)
        (it.page.leading == 1).priority(.low)
      }.hidden(isHidden)
    }
    let stage = NodeStage(columns: 20, rows: 3, tree(hasBar: false))
    #expect(stage.rows == [" page"])
    stage.show(tree(hasBar: true))
    #expect(stage.rows == ["bar page"])
    stage.show(tree(hasBar: true, isHidden: true))
    #expect(stage.rows == [])
    stage.show(tree(hasBar: true))
    #expect(stage.rows == ["bar page"])
    stage.show(tree(hasBar: false))
    #expect(stage.rows == [" page"])
  }

  @Test("a name can move to another child, and the first of two children with one name gets it")
  func names() {
    func tree(_ first: String, _ second: String) -> Node {
      Constrained {
        Text("A").anchored(first)
        Text("B").anchored(second)
      } constraints: { it in
        it.left.leading == 2
        it.right.leading == 6
      }.node
    }
    let stage = NodeStage(columns: 20, rows: 3, tree("left", "right"))
    #expect(stage.rows == ["  A   B"])
    stage.show(tree("right", "left"))
    #expect(stage.rows == ["  B   A"])
    stage.show(tree("right", "right"))
    #expect(stage.rows == ["B     A"])
  }

  @Test("contradicting required constraints are reported once, with the names in them")
  func conflicts() {
    func tree(_ width: Double) -> Node {
      Constrained {
        Text("side").anchored("side")
        Text("page").anchored("page")
      } constraints: { it in
        it.page.after(it.side)
        it.side.width == 8
        it.side.width >= width
      }.node
    }
    let stage = NodeStage(columns: 20, rows: 3, tree(5))
    let issues = issues(of: stage)
    stage.show(tree(9))
    #expect(stage.rows == ["side    page"])
    let message =
      "side.width >= 9 (required) contradicts other required constraints, or the parent's size"
    #expect(issues.value.map(\.mistake) == [.impossibleConstraints([message])])
    #expect("\(issues.value)".contains(message))
    stage.terminal.resize(columns: 19, rows: 3)
    stage.show(tree(9))
    #expect(issues.value.count == 1)
    stage.show(tree(6))
    stage.show(tree(9))
    #expect(issues.value.count == 2)
  }

  @Test("a width too small for required constraints is reported, and children overflow it")
  func tooNarrow() {
    let stage = NodeStage(
      columns: 20, rows: 2,
      Constrained {
        Text("side").anchored("side")
        Text("[page    ]").anchored("page")
      } constraints: { it in
        it.side.leading == it.parent.leading
        it.page.after(it.side)
        it.page.width >= 10
        it.page.trailing == it.parent.trailing
        (it.side.width == 6).priority(.high)
      })
    let issues = issues(of: stage)
    for (columns, row) in [
      (16, "side  [page    ]"), (13, "sid[page    ]"), (10, "[page    ]"), (8, "side  [p"),
    ] {
      stage.terminal.resize(columns: columns, rows: 2)
      #expect(stage.rows.first?.prefix(row.count) == row[...], "\(columns) columns")
      #expect(issues.value.isEmpty == (columns >= 10))
    }
    #expect("\(issues.value)".contains("page.trailing = parent.trailing (required)"))
  }

  @Test("a divider follows a suggested value within its required constraints")
  func suggestions() {
    func tree(_ left: Double) -> Node {
      Constrained {
        Text("aaaa").wrap(.clip).anchored("left")
        Text("|").anchored("divider")
        Text("bbbb").wrap(.clip).anchored("right")
      } constraints: { it in
        it.left.leading == it.parent.leading
        it.divider.after(it.left)
        it.divider.width == 1
        it.right.after(it.divider)
        it.right.trailing == it.parent.trailing
        it.left.width >= 2
        it.right.width >= 2
        it.divider.left.suggested(left)
      }.node
    }
    let stage = NodeStage(columns: 12, rows: 1, tree(4))
    #expect(stage.rows == ["aaaa|bbbb"])
    for (left, row) in [
      (6.0, "aaaa  |bbbb"), (2, "aa|bbbb"), (-5, "aa|bbbb"), (40, "aaaa     |bb"), (3, "aaa|bbbb"),
    ] {
      stage.show(tree(left))
      #expect(stage.rows == [row])
    }
  }

  @Test("plain text shows the children below each other")
  func plainText() {
    let host = PlainTextHost()
    Renderer(host: host).render(letter())
    #expect(host.lines == ["Title", "a body of words that wrap", "|"])
  }
}
