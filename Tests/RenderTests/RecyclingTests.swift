import MillraceRender
import MillraceTesting
import Testing

@MainActor
@Suite("Elements that are used again")
struct RecyclingTests {
  private let host = RecordingHost()
  private let renderer: Renderer

  init() {
    host.recyclesElements = true
    renderer = Renderer(host: host)
  }

  private func show(_ keys: [Int], row: (Int) -> Node) {
    host.clearLog()
    renderer.render(group { for key in keys { row(key).key(key) } })
    #expect(host.mistakes == [])
  }

  @Test("rows that come stand in the elements of those that go, and what is in them, too")
  func pages() {
    show([1, 2, 3]) { key in group("row\(key)") { leaf("text\(key)") } }
    let ids = host.items[host.roots[0]]?.children
    show([4, 5, 6]) { key in group("row\(key)") { leaf("text\(key)") } }
    #expect(host.tree == "group(row4(text4) row5(text5) row6(text6))")
    #expect(host.items[host.roots[0]]?.children == ids)
    #expect(host.log.count == 6)
    #expect(host.log.first == "recycle row1 as row4")
    show([5, 6, 7]) { key in group("row\(key)") { leaf("text\(key)") } }
    #expect(host.log == ["recycle row4 as row7", "recycle text4 as text7", "move row7"])
  }

  @Test("what is in them is made anew where it is of another kind, in its place")
  func otherContent() {
    show([1]) { _ in
      group("row") {
        leaf("a"); Memory(start: 1); leaf("b")
      }
    }
    show([2]) { _ in
      group("row") {
        leaf("a"); Memory(start: 2, isGroup: true); leaf("c")
      }
    }
    #expect(host.tree == "group(row(a two(2) c))")
    show([3]) { _ in group("row") { leaf("d") } }
    #expect(host.tree == "group(row(d))")
    show([4]) { _ in
      group("row") {
        group("inner") { leaf("e") }; leaf("f")
      }
    }
    #expect(host.tree == "group(row(inner(e) f))")
    #expect(host.items.count == 5)
  }

  @Test("state is that of the new row, and the old one has disappeared before the new one appears")
  func life() {
    var events: [String] = []
    func row(_ key: Int) -> Node {
      group("row") { Memory(start: key) }
        .onAppear { events.append("+\(key)") }.onDisappear { events.append("-\(key)") }
    }
    show([1, 2], row: row)
    #expect(host.tree == "group(row(1) row(2))")
    show([3, 2], row: row)
    #expect(host.tree == "group(row(3) row(2))")
    #expect(events == ["+1", "+2", "-1", "+3"])
    renderer.unmount()
    #expect(host.items.isEmpty)
  }

  @Test("what has another identifier is made anew")
  func identifiers() {
    func row(_ key: Int) -> Node {
      group("row") { leaf("text\(key)").reuseIdentifier(key % 2 == 0 ? "even" : "odd") }
    }
    show([1, 2], row: row)
    show([3, 5], row: row)
    #expect(
      host.log == [
        "recycle row as row", "recycle text1 as text3", "recycle row as row", "remove text2",
        "create text5", "insert text5",
      ])
    show([4, 5], row: { row($0).reuseIdentifier("row \($0)") })
    #expect(host.tree == "group(row(text4) row(text5))")
    #expect(host.log.contains("create row"))
  }

  @Test("a body that throws leaves nothing of the row before")
  func failure() {
    struct Broken: Error {}
    struct Part: Component {
      let fails: Bool
      var body: Node { get throws { try content() } }
      func content() throws -> Node {
        if fails { throw Broken() }
        return leaf("well")
      }
    }
    var issues: [RenderIssue] = []
    renderer.onIssue = { issues.append($0) }
    show([1]) { _ in
      group("row") {
        leaf("a"); Part(fails: false)
      }
    }
    show([2]) { _ in
      group("row") {
        leaf("b"); Part(fails: true)
      }
    }
    #expect(host.tree == "group(row(b))")
    #expect(host.items.count == 3)
    #expect(issues.count == 1)
  }
}

private struct Memory: Component {
  @Local private var number: Int
  private let isGroup: Bool

  init(start: Int, isGroup: Bool = false) {
    _number = Local(wrappedValue: start)
    self.isGroup = isGroup
  }

  var body: Node { isGroup ? group("two") { leaf("\(number)") } : leaf("\(number)") }
}
