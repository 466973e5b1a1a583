import Millrace
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceInspector
@testable import MillraceTerminal
@testable import MillraceWeb

private struct Line: Identifiable, Equatable, Sendable {
  let id: Int
  var text: String { "line \(id)" }
}

private struct Lines: Equatable, Sendable {
  var lines: IdentifiedList<Line>
  var shown: Int
}

/// A page without a browser.
@MainActor
private final class PageProbe: ScreenView {
  private let tree = PageTree()
  private(set) var host: TerminalHost?
  private var receive: (DeviceEvent) -> Void = { _ in }
  let size = TerminalSize(columns: 100, rows: 60)
  let traits = TerminalTraits(features: [])
  let isBusy = false

  func show(_ host: TerminalHost, _ announcements: [Announcement]) {
    self.host = host
    _ = tree.operations(of: host)
  }

  func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) { self.receive = receive }
  func send(_ key: Key) { receive(.input([.key(key)])) }
  func write(_ bytes: [UInt8]) {}
  func suspend() {}
  func release() {}
  func reclaim() {}
  func stop() { receive = { _ in } }

  /// The number of elements on the page.
  var elements: Int { host?.nodes.ids.count ?? 0 }
  var rows: Int { host?.nodes.values.count { $0.properties.rowStates != nil } ?? 0 }
}

/// A program with a list of rows, and with a column of boxes.
@MainActor
private struct LargeProgram {
  let inspector: Inspector
  let store: Store<Lines, Int>
  let stage: TestStage

  init(rows: Int, boxes: Int) throws {
    var made: (Store<Lines, Int>, Inspector)?
    stage = try TestStage(columns: 80, rows: 40) { dependencies in
      let store = Store(
        initial: Lines(lines: IdentifiedList((0..<rows).map(Line.init)), shown: boxes),
        reducer: Reducer<Lines, Int> { $0.shown = $1 }, dependencies: dependencies)
      let inspector = Inspector(store)
      made = (store, inspector)
      return TerminalApp(store) { state, _ in
        Row {
          List(state.lines) { Text($0.text) }
          // The tree contains every one of these rows.
          Column { for number in 0..<state.shown { Text("row \(number)").key(number) } }
        }
      }.inspected(by: inspector)
    }
    (store, inspector) = try #require(made)
  }

  func settle() {
    stage.settle()
    stage.clock.advance(by: .milliseconds(40))
    stage.settle()
  }
}

@MainActor
@Suite("The tree of a large program", .timeLimit(.minutes(20)))
struct LargeTreeTests {
  @Test("the tree of 100,000 rows and 2,000 boxes takes at most 64 KB at any depth")
  func payload() throws {
    let boxes = rounds(2_000, long: 10_000)
    let program = try LargeProgram(rows: rounds(100_000, long: 1_000_000), boxes: boxes)
    let inspector = program.inspector
    for depth in [1, 3, 64] {
      let tree = try inspector.tree(depth: depth)
      #expect(tree.json.utf8.count <= 64 * 1024)
      #expect(tree.text.utf8.count <= 64 * 1024)
    }
    let column = try inspector.tree(at: "0.0.1", depth: 1)
    #expect(column.nodes[0].childCount == boxes)
    #expect(column.nodes[0].children.count <= 200)
    #expect(column.text.contains("children\n"))
    let node = try inspector.node("0.0.1.\(boxes - 1)")
    #expect(node.props.contains("row \(boxes - 1)"))
    #expect(node.box != nil)
    let list = try inspector.node("0.0.0")
    #expect(list.json.utf8.count < 8_000)
  }

  @Test("a search and a pick find a node that more than 200 siblings precede")
  func laterSibling() throws {
    let program = try InspectedNotebook(columns: 30, rows: 310) { _, _ in
      Column { for number in 0..<300 { Text("row \(number)").key(number) } }
    }
    program.stage.settle()
    let found = program.inspector.searchTree("row 250")
    #expect(!found.hits.isEmpty)
    #expect(found.isComplete)
    let node = try program.inspector.pick(x: 1, y: 250)
    #expect(node.props.contains("row 250"), "\(node.text)")
  }

  @Test("keys expand nodes of the tree, and the overlay shows their children")
  func overlay() throws {
    let program = try LargeProgram(rows: 10_000, boxes: 1_000)
    let stage = program.stage
    stage.terminal.send(.function(12))
    program.settle()
    for key in [Key.character("3"), .right, .right, .right, .down, .right] {
      stage.terminal.send(key)
      program.settle()
    }
    let text = stage.rows.joined(separator: "\n")
    #expect(text.contains("List") || text.contains("Column"), "\(text)")
    program.store.dispatch(999)
    program.settle()
    #expect(program.inspector.screen.frames.last?.bodies.isEmpty == false)
  }

  @Test("the Tab key reaches every focusable element of a tab", arguments: "1234")
  func keyboard(tab: Character) throws {
    let program = try LargeProgram(rows: 1_000, boxes: 400)
    let stage = program.stage
    program.store.dispatch(20)
    program.settle()
    stage.terminal.send(.function(12))
    program.settle()
    stage.terminal.send(.character(tab))
    program.settle()
    var reached: Set<ElementID> = []
    var wanted: Set<ElementID> = []
    for _ in 0..<20 where wanted.count < 2 || !reached.isSuperset(of: wanted) {
      stage.session.perform { host in
        if let focused = host.focused { reached.insert(focused) }
        wanted = Set(
          host.nodes.values.filter {
            // The arrow keys, not Tab, move between the titles of tabs.
            $0.isFocusable && host.isReachable($0.id) && $0.semantics?.role != .tab
          }.map(\.id))
      }
      stage.terminal.send(.tab)
      program.settle()
    }
    #expect(wanted.count >= 2)
    #expect(reached.isSuperset(of: wanted), "\(stage.rows.joined(separator: "\n"))")
  }

  @Test("an inspector on a page has at most 200 rows")
  func page() throws {
    let program = try LargeProgram(rows: 1_000, boxes: 1)
    let (store, stage) = (program.store, program.stage)
    for number in 0..<1_000 { store.dispatch(number % 2) }
    let page = PageProbe()
    let clock = ManualClock()
    let session = try TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { $0 = $1 })) {
      InspectorView(program.inspector)
    }.start(on: page, scheduler: clock) { work in MainActor.assumeIsolated { work() } }
    store.dispatch(rounds(2_000, long: 10_000))
    var most = 0
    for tab in "1234" {
      page.send(.character(tab))
      for key in [Key.tab, .right, .right, .end, .home, .down] {
        page.send(key)
        stage.settle()
        clock.advance(by: .milliseconds(50))
        stage.clock.advance(by: .milliseconds(50))
        most = max(most, page.rows)
        #expect(page.rows <= 200, "tab \(tab): \(page.rows) rows")
        #expect(page.elements <= 1_000, "tab \(tab): \(page.elements) elements")
      }
    }
    #expect(most > 0)
    session.end()
  }
}
