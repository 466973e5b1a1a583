import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Layout modifiers")
struct LayoutModifierTests {
  private let letters = Node.fragment(["a", "b", "c"].map { Text($0).node })
  private let wide = Node.fragment(["aaaa", "bbbb", "cccc"].map { Text($0).shrink(0) })

  private var row: Node { Row { letters }.height(4) }
  private var column: Node { Column { letters }.height(4) }
  private var lines: Node { Row { wide }.height(4) }

  /// Each modifier with a view of 10 × 4 cells and what it shows, without empty lines at the end.
  private var table: [(name: String, node: Node, rows: [String])] {
    [
      ("none", row, ["abc"]),
      ("width", Row { Text("aaaa").width(2) }.node, ["aa", "aa"]),
      (
        "height",
        Column {
          Text("a").height(2)
          Text("b")
        }.node, ["a", "", "b"]
      ),
      (
        "minWidth",
        Row {
          Text("a").minWidth(3)
          Text("b")
        }.node, ["a  b"]
      ),
      (
        "minHeight",
        Column {
          Text("a").minHeight(2)
          Text("b")
        }.node, ["a", "", "b"]
      ),
      ("maxWidth", Row { Text("a b").maxWidth(1) }.node, ["a", "b"]),
      (
        "maxHeight",
        Column {
          Text("a\nb").maxHeight(1).overflow(.clip)
          Text("c")
        }.node, ["a", "c"]
      ),
      (
        "basis",
        Row {
          Text("a").basis(4)
          Text("b")
        }.node, ["a   b"]
      ),
      (
        "grow",
        Row {
          Text("a").grow()
          Text("b")
        }.node, ["a        b"]
      ),
      (
        "shrink",
        Row {
          Text("aaaaaaaa").shrink(0).truncate()
          Text("bbbb").truncate()
        }.node, ["aaaaaaaab…"]
      ),
      (
        "aspectRatio",
        Row(align: .start) {
          Box { Text("") }.height(2).aspectRatio(3)
          Text("b")
        }.node,
        ["╭────╮b", "╰────╯"]
      ),
      ("padding", Row { Text("a").padding(left: 2, top: 1) }.node, ["", "  a"]),
      ("margin", Row { Text("a").margin(left: 2, top: 1) }.node, ["", "  a"]),
      (
        "order",
        Row {
          Text("a").order(1)
          Text("b")
        }.node, ["ba"]
      ),
      (
        "alignSelf",
        Row {
          Text("a")
          Text("b").alignSelf(.end)
        }.height(2), ["a", " b"]
      ),
      (
        "hidden",
        Row {
          Text("a").hidden()
          Text("b")
        }.node, ["b"]
      ),
      ("layoutDirection", Row { letters }.layoutDirection(.rightToLeft), ["       cba"]),
      (
        "overflow", Row { Text("aaaa").wrap(.clip).shrink(0) }.width(2).overflow(.visible), ["aaaa"]
      ),
      (
        "absolute",
        Row {
          Text("a")
          Text("b").absolute(right: 0, bottom: 0)
        }.height(2), ["a", "         b"]
      ),
      (
        "relative",
        Row {
          Text("a").relative(left: 2, top: 1)
          Text("b")
        }.height(3), [" b", "  a"]
      ),
      (
        "position static",
        Row {
          Row { Text("a").absolute(right: 0) }.width(3).position(.static).overflow(.visible)
          Text("b")
        }.node,
        ["   b     a"]
      ),
      (
        "position relative",
        Row {
          Row { Text("a").absolute(right: 0) }.width(3).position(.relative)
          Text("b")
        }.node,
        ["  ab"]
      ),
      ("display contents", Column { Row { letters }.display(.contents) }.node, ["a", "b", "c"]),
      (
        "flexDirection rowReverse", row.flexDirection(.rowReverse).justifyContent(.flexStart),
        ["       cba"]
      ),
      ("flexDirection columnReverse", column.flexDirection(.columnReverse), ["c", "b", "a"]),
      ("flexDirection column", row.flexDirection(.column), ["a", "b", "c"]),
      ("flexWrap", lines.flexWrap().alignContent(.start), ["aaaabbbb", "cccc"]),
      (
        "flexWrap wrapReverse", lines.flexWrap(.wrapReverse).alignContent(.flexStart),
        ["", "", "cccc", "aaaabbbb"]
      ),
      ("flexWrap of a column", Column { letters }.height(2).flexWrap(), ["a    c", "b"]),
      ("justifyContent", row.justifyContent(.end), ["       abc"]),
      ("justifyContent spaceBetween", row.justifyContent(.spaceBetween), ["a    b   c"]),
      ("alignItems", Row { letters }.height(2).alignItems(.end), ["", "abc"]),
      ("alignContent end", lines.flexWrap().alignContent(.end), ["", "", "aaaabbbb", "cccc"]),
      ("alignContent center", lines.flexWrap().alignContent(.center), ["", "aaaabbbb", "cccc"]),
      (
        "alignContent spaceBetween", lines.flexWrap().alignContent(.spaceBetween),
        ["aaaabbbb", "", "", "cccc"]
      ),
      (
        "gap", lines.flexWrap().alignContent(.start).gap(rows: 1, columns: 2),
        ["aaaa  bbbb", "", "cccc"]
      ),
      (
        "boxSizing border",
        Row {
          Text("a").width(3).padding(left: 2)
          Text("b")
        }.node, ["  ab"]
      ),
      (
        "boxSizing content",
        Row {
          Text("a").width(3).padding(left: 2).boxSizing(.contentBox)
          Text("b")
        }.node, ["  a  b"]
      ),
      (
        "border",
        Row {
          Text("a").border(.single)
          Text("b")
        }.node, ["┌─┐b", "│a│", "└─┘"]
      ),
      (
        "border with title", Row { Text("abcde").border(title: "t") }.node,
        ["╭─ t ─╮", "│abcde│", "╰─────╯"]
      ),
    ]
  }

  @Test("every modifier has the effect of its property")
  func effects() {
    for (name, node, rows) in table {
      let stage = NodeStage(columns: 10, rows: 4, Column { node }.width(10))
      var shown = stage.rows
      while shown.last == "" { shown.removeLast() }
      #expect(shown == rows, "\(name)")
    }
  }

  @Test("nodes that map makes are those of a loop: state follows their keys")
  func map() {
    struct Counter: Component {
      let name: String
      @Local var count = 0
      var body: Node { Text("\(name)\(count)").onClick { count += 1 } }
    }
    func tree(_ names: [String]) -> Node {
      Column { names.map { Counter(name: $0).key($0) } }.node
    }
    let stage = NodeStage(columns: 10, rows: 4, tree(["a", "b"]))
    stage.terminal.click(x: 0, y: 1)
    #expect(stage.rows.prefix(2) == ["a0", "b1"])
    stage.show(tree(["b", "c", "a"]))
    #expect(stage.rows.prefix(3) == ["b1", "c0", "a0"])
  }

  @Test("a click on a link opens it, and a click beside it is a click")
  func links() {
    let opened = Captured<[String]>([])
    let stage = NodeStage(
      columns: 20, rows: 2,
      Column {
        Text {
          "see "
          TextSpan("this").link("https://example.org/a")
        }
        .onClick { opened.value.append("click") }
      }
      .onOpenLink { opened.value.append($0) })
    stage.terminal.click(x: 5, y: 0)
    #expect(opened.value == ["https://example.org/a"])
    stage.terminal.click(x: 1, y: 0)
    #expect(opened.value.last == "click")
  }

  @Test(
    "a view of a loaded value shows progress, the failure with a way to try again, or the value")
  func loading() {
    let retries = Captured(0)
    func tree(_ state: LoadState<Int>) -> Node {
      LoadView(state, onRetry: { retries.value += 1 }) { Text("value \($0)") }.node
    }
    let stage = NodeStage(columns: 20, rows: 2, tree(.loading))
    #expect(stage.rows[0].hasSuffix("Loading…"))
    stage.show(tree(.failed("no network")))
    #expect(stage.rows == ["no network", "‹Try again›"])
    stage.terminal.send(.tab, .enter)
    #expect(retries.value == 1)
    stage.show(tree(.loaded(3)))
    #expect(stage.rows == ["value 3"])
  }
}
