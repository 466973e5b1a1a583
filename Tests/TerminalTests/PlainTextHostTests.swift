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

  @Test("columns put children below each other, and rows beside each other")
  func rowsAndColumns() {
    let node = container(
      .column,
      [leaf("title"), container(.row, [leaf("[x]"), leaf("milk")]), leaf("end")])
    #expect(lines(node) == ["title", "[x] milk", "end"])
  }

  @Test("columns in a row are padded and side by side")
  func columnsInRow() {
    let node = container(
      .row,
      [
        container(.column, [leaf("a"), leaf("bcd")]),
        container(.column, [leaf("x"), leaf("y"), leaf("z")]),
      ])
    #expect(lines(node) == ["a   x", "bcd y", "    z"])
  }

  @Test("text beside wide characters is aligned to one column")
  func wideText() {
    let node = container(
      .row,
      [
        container(.column, [leaf("買う"), leaf("milk"), leaf("👩‍💻")]),
        container(.column, [leaf("a"), leaf("漢"), leaf("c")]),
        container(.column, [leaf("1"), leaf("2"), leaf("3")]),
      ])
    #expect(
      lines(node) == [
        "買う a  1",
        "milk 漢 2",
        "👩‍💻   c  3",
      ])
  }

  @Test("controls and hidden nodes are left out")
  func leavesOut() {
    struct Control: ElementContent, Equatable { var plainText: PlainText { .control } }
    let node = container(
      .row, [leaf("a"), Node(Element(Control())), leaf("b").hidden(), leaf("c")])
    #expect(lines(node) == ["a c"])
  }

  @Test("the role, label and value of an element say its text, unless its role shows content")
  func semantics() {
    let node = container(
      .column,
      [
        leaf("━━●──").semantics(.slider, "Volume", value: "7"),
        leaf("( ) S (•) M").semantics(.radioGroup, "Size", value: "M"),
        leaf("nothing chosen").semantics(.radioGroup),
        leaf("Save").semantics(.button, "Save"),
        leaf("Inbox").semantics(.tab, states: .selected), leaf("Sent").semantics(.tab),
        leaf("Title").semantics(.heading, "Title"),
        leaf("⠋").semantics(.status, "Loading", states: .busy),
        leaf("▁▂▃").semantics(.image, "Load", value: "3 %"), leaf("logo").semantics(.image, "Logo"),
      ])
    #expect(
      lines(node) == ["Volume 7", "M", "Inbox", "Title", "… Loading", "Load: 3 %", "logo"])
  }

  @Test("controls with a value print it, and what only opens or presses is left out")
  func controls() {
    let tree = Column {
      Slider(3, in: 0...10, step: 1) { _ in }
      NumberField(2, in: 0...5) { _ in }
      Radio(["a", "b"], selected: "b", onSelect: { _ in }) { $0 }
      Select(["c", "d"], selected: "c", onSelect: { _ in }) { $0 }
      DateField(CalendarDay("2026-11-27"), today: CalendarDay("2026-11-24")!) { _ in }
      Switch(true) {}
      MenuBar([Menu("File") { Bind("q", "Quit") {} }]) {
        Menu("Edit") { Bind("z", "Undo") {} }
        Text("content").tooltip("hint").contextMenu { Bind("c", "Copy") {} }
      }
    }
    #expect(
      lines(tree.node) == ["3", "2", "b", "c", "2026-11-27", "[─● on ]", "content"])
  }

  @Test("updates, moves and removals change the lines")
  func changes() {
    let host = PlainTextHost()
    let renderer = Renderer(host: host)
    func list(_ keys: [Int]) -> Node { container(.column, keys.map { leaf("\($0)").key($0) }) }
    renderer.render(list([1, 2, 3]))
    renderer.render(list([3, 1, 4]))
    #expect(host.lines == ["3", "1", "4"])
  }

  @Test("a list prints all its rows with their environment, local state and errors")
  func list() {
    struct Item: Identifiable { let id: Int }
    struct Wrong: Error {}
    struct Entry: Component {
      let id: Int
      @Environment(\.mark) var mark
      @Local var times: Int

      init(id: Int) {
        self.id = id
        _times = Local(wrappedValue: id * 10)
      }

      var body: Node {
        get throws {
          if id == 2 { throw Wrong() }
          return Row {
            Text("\(mark)\(id)"); Text("\(times)").onAppear { Issue.record("shown") }
          }
          .node
        }
      }
    }
    let items = (0..<4).map(Item.init)
    let tree = Column {
      Text("title")
      List(items) { item in
        ErrorBoundary {
          Entry(id: item.id)
        } failure: { _, _ in
          Text("cannot be shown")
        }
        if item.id == 3 {
          Static {
            Text("last").hidden(); Text("end")
          }
        }
      }
      List([Item]()) { _ in Text("nothing") }
      Button("control") {}
    }
    .environment(\.mark, "#")
    #expect(lines(tree) == ["title", "#0 0", "#1 10", "cannot be shown", "#3 30", "end"])
    // Without a boundary the error is reported, and the other rows are printed.
    let host = PlainTextHost()
    let renderer = Renderer(host: host)
    var issues: [RenderIssue] = []
    renderer.onIssue = { issues.append($0) }
    renderer.render(List(items) { Entry(id: $0.id) }.node)
    #expect(host.lines == ["-0 0", "-1 10", "-3 30"])
    #expect(issues.count == 1)
  }
}

extension EnvironmentValues {
  fileprivate var mark: String { "-" }
}

/// Elements of a custom host: plain text knows only their printed name.
private struct Named: ElementContent, Equatable {
  let name: String
  var plainText: PlainText { .text(name) }
}

private struct Group: ElementContent, Equatable {}

private func leaf(_ name: String) -> Node { Node(Element(Named(name: name))) }
