import MillraceLayout
import MillraceRender
import MillraceTerminal
import MillraceWidgets
import Testing

@MainActor
@Suite("Plain text host")
struct PlainTextHostTests {
  private func lines(_ node: Node) -> [String] {
    let host = PlainTextHost()
    Renderer(host: host).render(node)
    return host.lines
  }

  private func container(_ direction: FlexDirection, _ children: [Node]) -> Node {
    var style = LayoutStyle.element
    style.direction = direction
    return Node(Element(Group(), style: style, children: children))
  }

  @Test("columns put children below each other, rows beside each other")
  func rowsAndColumns() {
    let node = container(
      .column,
      [leaf("title"), container(.row, [leaf("[x]"), leaf("milk")]), leaf("end")])
    #expect(lines(node) == ["title", "[x] milk", "end"])
  }

  @Test("columns in a row stand beside each other, padded")
  func columnsInRow() {
    let node = container(
      .row,
      [
        container(.column, [leaf("a"), leaf("bcd")]),
        container(.column, [leaf("x"), leaf("y"), leaf("z")]),
      ])
    #expect(lines(node) == ["a   x", "bcd y", "    z"])
  }

  @Test("controls and hidden nodes are left out")
  func leavesOut() {
    struct Control: ElementContent, Equatable { var plainText: PlainText { .control } }
    let node = container(
      .row, [leaf("a"), Node(Element(Control())), leaf("b").hidden(), leaf("c")])
    #expect(lines(node) == ["a c"])
  }

  @Test("changes show: updates, moves and removals")
  func changes() {
    let host = PlainTextHost()
    let renderer = Renderer(host: host)
    func list(_ keys: [Int]) -> Node { container(.column, keys.map { leaf("\($0)").key($0) }) }
    renderer.render(list([1, 2, 3]))
    renderer.render(list([3, 1, 4]))
    #expect(host.lines == ["3", "1", "4"])
  }
}

/// Elements of a host of our own: what it prints is all that a page of text knows of them.
private struct Named: ElementContent, Equatable {
  let name: String
  var plainText: PlainText { .text(name) }
}

private struct Group: ElementContent, Equatable {}

private func leaf(_ name: String) -> Node { Node(Element(Named(name: name))) }
