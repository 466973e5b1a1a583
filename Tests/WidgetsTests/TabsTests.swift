import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Tabs")
struct TabsTests {
  private let log = Captured<[String]>([])

  private struct Mail: Component {
    @Local var folder = "inbox"
    let log: Captured<[String]>

    init(_ log: Captured<[String]>) { self.log = log }

    var body: Node {
      Column {
        Tabs(
          [
            TabItem("inbox", "Inbox", count: 12), TabItem("drafts", "Drafts", count: 3),
            TabItem("sent", "Sent"), TabItem("archive", "Archive"),
          ], selected: folder
        ) {
          folder = $0
          log.value.append($0)
        }
        Text(folder)
        Button("after") { log.value.append("after") }
      }
    }
  }

  private func style(_ stage: NodeStage, x: Int) -> Style {
    stage.terminal.virtualScreen.cell(x: x, y: 0).style
  }

  @Test("tabs show their titles side by side, with counts")
  func looks() {
    let stage = NodeStage(columns: 40, Mail(log))
    #expect(
      stage.rows == ["Inbox 12  Drafts 3  Sent  Archive", "inbox", "‹after›"])
  }

  @Test("the selected tab has its own text attribute, and a different one with the focus")
  func chosen() {
    let stage = NodeStage(columns: 40, Mail(log).environment(\.theme, .dark))
    let accent = Theme.dark.accent
    #expect(style(stage, x: 0) == Style(attributes: .inverse).over(accent))
    #expect(style(stage, x: 10) == Theme.dark.text)
    stage.terminal.send(.tab)
    #expect(style(stage, x: 0) == Style(attributes: .underline).over(accent))
    #expect(style(stage, x: 6) == Style(attributes: [.underline, .dim]).over(accent))
  }

  @Test("Left, Right, Home and End select, and selecting the selected tab again reports nothing")
  func keys() {
    let stage = NodeStage(columns: 40, Mail(log))
    stage.terminal.send(.right, .right, .left, .end, .end, .home, .left)
    #expect(log.value == ["drafts", "sent", "drafts", "archive", "inbox"])
    #expect(stage.rows[1] == "inbox")
  }

  @Test("Tab enters the tabs once, and unused keys go to outer handlers")
  func focus() {
    let stage = NodeStage(
      columns: 40,
      Column { Mail(log) }.onKey { key in
        log.value.append("\(key)")
        return false
      })
    stage.terminal.send(.up, .character("x"), .tab, .enter, .tab, .right)
    #expect(log.value == ["up", "x", "tab", "after", "tab", "drafts"])
  }

  @Test("Right at the last tab leaves the tabs")
  func ends() {
    let log = log
    func tree(_ selected: Int) -> Node {
      Column {
        Tabs([TabItem(1, "one"), TabItem(2, "two")], selected: selected) { _ in }
        Button("next") { log.value.append("next") }
      }
      .focusScope(.byArrows)
    }
    let stage = NodeStage(tree(2))
    stage.terminal.send(.right, .enter)
    #expect(log.value == ["next"])
  }

  @Test("a click selects a tab and focuses the tabs")
  func click() {
    let stage = NodeStage(columns: 40, Mail(log))
    stage.terminal.send(.tab)
    stage.terminal.click(x: 21, y: 0)
    #expect(log.value == ["sent"])
    stage.terminal.send(.right)
    #expect(log.value == ["sent", "archive"])
  }

  @Test("on a narrow screen each title is shortened, and all stay visible")
  func narrow() {
    #expect(NodeStage(columns: 30, Mail(log)).rows[0] == "Inbox …  Drafts…  Sent  Archi…")
    #expect(NodeStage(columns: 18, Mail(log)).rows[0] == "Inb…  Dr…  S…  Ar…")
  }

  @Test("with an unknown selection no tab is marked, and Right selects the first")
  func unknown() {
    let log = log
    let stage = NodeStage(
      Tabs([TabItem(1, "one"), TabItem(2, "two")], selected: 7) { log.value.append("\($0)") })
    #expect(style(stage, x: 0) == Style())
    stage.terminal.send(.right)
    #expect(log.value == ["1"])
  }

  @Test("tabs read and write a binding")
  func binding() {
    struct Bound: Component {
      @Local var selected = 1
      var body: Node { Tabs([TabItem(0, "a"), TabItem(1, "b")], selection: $selected) }
    }
    let stage = NodeStage(Bound())
    #expect(style(stage, x: 3).attributes.contains(.inverse))
    stage.terminal.send(.left)
    #expect(style(stage, x: 0).attributes.contains(.inverse))
    #expect(!style(stage, x: 3).attributes.contains(.inverse))
  }

  @Test("plain text has the title of the selected tab")
  func page() {
    #expect(plainText(Mail(log)) == ["Inbox 12", "inbox"])
  }
}

/// The lines of a node as plain text.
@MainActor
func plainText(_ node: some NodeConvertible) -> [String] {
  let host = PlainTextHost()
  Renderer(host: host).render(node.node)
  return host.lines
}
