import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing
import TestSupport

@testable import MillraceTerminal
@testable import MillraceWidgets

/// Rows that scroll out of view lend their elements to rows that come into view, unless a program
/// could tell.
@MainActor
@Suite("Reused rows")
struct ReuseTests {
  private struct Item: Identifiable { let id: Int }

  private func list(
    _ count: Int = 100, @NodeBuilder row: @escaping @MainActor (Int) throws -> Node
  ) -> Node {
    List((0..<count).map(Item.init)) { try row($0.id) }.node
  }

  private func reused(_ stage: NodeStage) -> Int { stage.screen.renderer.statistics.reused }

  @Test("rows that a program could tell from new ones are made anew", arguments: Special.all)
  func special(kind: Special) {
    let stage = NodeStage(columns: 20, rows: 4, list { kind.row($0) })
    stage.terminal.send(.pageDown, .pageDown, .up, .pageUp, .end)
    #expect(reused(stage) == 0)
    #expect(stage.screen.renderer.statistics.created > 20)
  }

  @Test("local state, effects and tasks of rows that scroll are those of the same rows")
  func lives() {
    let log = Captured<[String]>([])
    let stage = NodeStage(
      columns: 20, rows: 4,
      list { id in
        if id % 2 == 0 {
          Text("\(id)").onAppear { log.value.append("+\(id)") }
            .onDisappear { log.value.append("-\(id)") }
        } else {
          Text("\(id)")
        }
      })
    stage.terminal.send(.pageDown, .pageDown, .pageDown)
    #expect(reused(stage) > 0)
    let appeared = log.value.filter { $0.hasPrefix("+") }.map { $0.dropFirst() }
    let disappeared = log.value.filter { $0.hasPrefix("-") }.map { $0.dropFirst() }
    #expect(Set(appeared).count == appeared.count)
    #expect(Set(disappeared).isSubset(of: Set(appeared)))
    let shown = stage.rows.compactMap { Int($0.drop { !$0.isNumber }) }.filter { $0 % 2 == 0 }
    #expect(Set(appeared).subtracting(disappeared) == Set(shown.map { Substring("\($0)") }))
  }

  @Test("a row keeps its saved state, although another row could lend it its elements")
  func savedState() {
    let stage = NodeStage(
      columns: 20, rows: 3,
      list { id in if id == 0 { Counting(id: id) } else { Text("\(id)") } })
    stage.terminal.send(.enter, .enter)
    #expect(stage.rows[0] == "› ‹0: 2›")
    stage.terminal.send(.pageDown, .pageDown, .home)
    #expect(stage.rows[0] == "› ‹0: 2›")
  }

  @Test("what a row's task calls later is that row's handler")
  func handlers() {
    let (calls, log) = (Captured<[@MainActor () -> Void]>([]), Captured<[Int]>([]))
    // Equal buttons with different handlers.
    let stage = NodeStage(
      columns: 20, rows: 4,
      list { id in
        Row {
          Later(title: "go", calls: calls) { log.value.append(id) }
          Text("\(id)")
        }
      })
    stage.terminal.send(.enter)
    for call in calls.value { call() }
    #expect(log.value == [0])
    stage.terminal.send(.pageDown, .pageDown)
    #expect(reused(stage) > 0)
    for call in calls.value { call() }
    #expect(log.value == [0, 0])
    stage.terminal.send(.enter)
    calls.value.last?()
    let current = stage.rows.first { $0.hasPrefix("›") }.flatMap { Int($0.filter(\.isNumber)) }
    #expect(log.value == [0, 0, current])
  }

  @Test("an element that rows share contains the handlers of each")
  func sharedElement() {
    let log = Captured<[Int]>([])
    let shared = Node(
      Element(Container(), children: [Button("same") { log.value.append(-1) }.node]))
    let stage = NodeStage(
      columns: 20, rows: 4,
      list { id in
        Row {
          shared
          Button("\(id)") { log.value.append(id) }
        }
      })
    stage.terminal.send(.pageDown, .pageDown)
    #expect(reused(stage) > 0)
    stage.terminal.click(x: 3, y: 1)
    #expect(log.value == [-1])
    stage.terminal.click(x: 10, y: 1)
    #expect(log.value == [-1, Int(stage.rows[1].filter(\.isNumber)) ?? -2])
  }

  @Test("the context of an event in a row that left does nothing to the row that replaced it")
  func contexts() {
    let contexts = Captured<[EventContext]>([])
    let stage = NodeStage(
      columns: 20, rows: 4,
      Column {
        Button("top") {}
        list { id in
          Node(
            Element(
              LabelContent(label: "‹\(id)›", role: .button),
              properties: .focusable,
              handlers: Handlers {
                $0.click = { _, context in
                  contexts.value.append(context)
                  return true
                }
              }))
        }
      })
    stage.terminal.click(x: 3, y: 2)
    #expect(contexts.value.count == 1)
    stage.terminal.send(.shiftTab)
    for _ in 0..<4 { stage.terminal.wheel(up: false, x: 2, y: 2) }
    #expect(reused(stage) > 0)
    let focused = stage.screen.host.focused
    contexts.value[0].takeFocus()
    stage.screen.drawFrame()
    #expect(stage.screen.host.focused == focused)
  }

  @Test("a row that fails shows nothing of the row before it")
  func failures() {
    struct Failure: Error {}
    struct Fallible: Component, Equatable {
      let id: Int
      var body: Node {
        get throws {
          if id > 5 { throw Failure() }
          return Row { Text("row \(id)") }.node
        }
      }
    }
    let stage = NodeStage(columns: 20, rows: 4, list { Fallible(id: $0) })
    stage.terminal.send(.pageDown, .pageDown, .pageDown)
    #expect(!stage.rows.contains { $0.contains("row 0") || $0.contains("row 1") })
  }

  @Test("the row under the mouse, and the one with the focus, keep their elements")
  func inHand() {
    let entered = Captured<[String]>([])
    let stage = NodeStage(
      columns: 20, rows: 4,
      list { id in Text("\(id)").onHover { entered.value.append("\(id) \($0)") } })
    stage.terminal.mouse(.move, .none, x: 2, y: 0)
    stage.terminal.send(.pageDown, .pageDown)
    #expect(entered.value.first == "0 true")
    #expect(entered.value.contains("0 false"))
    #expect(reused(stage) > 0)
  }

  @Test("no marker of the row before stays beside a row")
  func markers() {
    let stage = NodeStage(columns: 20, rows: 3, list { Text("\($0)") })
    stage.terminal.wheel(up: false, x: 1, y: 1)
    stage.terminal.click(x: 3, y: 1)
    #expect(stage.rows[1].hasPrefix("›"))
    stage.terminal.wheel(up: false, x: 1, y: 1)
    #expect(reused(stage) > 0)
    #expect(!stage.rows.contains { $0.hasPrefix("›") })
  }

  @Test("a component that appears in the current row knows that it is current")
  func lateReader() {
    struct Opening: Component {
      struct Detail: Component {
        @Environment(\.isCurrentRow) var isCurrent
        var body: Node { Text(isCurrent ? "current" : "other").node }
      }
      @Local private var isOpen = false
      var body: Node {
        Row {
          Button("o") { isOpen = true }
          if isOpen { Detail() }
        }
      }
    }
    let stage = NodeStage(columns: 20, rows: 3, list(3) { _ in Opening() })
    stage.terminal.send(.down, .enter)
    #expect(stage.rows[1].hasSuffix("current"))
    stage.terminal.send(.down)
    #expect(stage.rows[1].hasSuffix("other"))
  }

  @Test("a row that becomes current keeps its newest handler")
  func newestHandler() {
    struct Go: Component, Equatable {
      let id: Int
      @Handler var run: @MainActor () -> Void
      init(id: Int, run: @escaping @MainActor () -> Void) {
        self.id = id
        _run = Handler(wrappedValue: run)
      }
      static func == (first: Go, second: Go) -> Bool { first.id == second.id }
      var body: Node { Button("\(id)") { run() }.node }
    }
    let log = Captured<[Int]>([])
    func view(_ version: Int) -> Node {
      list(30) { id in Go(id: id) { log.value.append(version) } }
    }
    let stage = NodeStage(columns: 20, rows: 6, view(1))
    stage.show(view(2))
    stage.terminal.send(.down, .down, .down)
    stage.terminal.wheel(up: false, x: 1, y: 1)
    stage.terminal.send(.enter)
    #expect(log.value == [2])
  }

  @Test("what a row's task reads later is what that row read")
  func environment() {
    struct Reading: Component {
      let calls: Captured<[@MainActor () -> String]>
      @Environment(\.rowName) var name
      @Environment(\.isCurrentRow) var isCurrent
      init(calls: Captured<[@MainActor () -> String]>) { self.calls = calls }
      var body: Node { Button(name) { calls.value.append { "\(name) \(isCurrent)" } }.node }
    }
    let calls = Captured<[@MainActor () -> String]>([])
    let stage = NodeStage(
      columns: 20, rows: 4,
      list { id in
        if id < 2 {
          Reading(calls: calls).environment(\.rowName, "row \(id)")
        } else {
          Reading(calls: calls)
        }
      })
    stage.terminal.send(.enter)
    stage.terminal.send(.pageDown, .pageDown, .enter)
    let here = calls.value.map { $0() }
    #expect(here[0].hasPrefix("row 0"))
    stage.terminal.send(.pageDown, .pageDown)
    #expect(reused(stage) > 0)
    #expect(calls.value.map { $0() }[0].hasPrefix("row 0"))
  }

  @Test("a component whose props are equal is evaluated in another row")
  func equalProps() {
    struct Plain: Component, Equatable {
      let run: @MainActor () -> Void
      static func == (first: Plain, second: Plain) -> Bool { true }
      var body: Node { Button("same") { run() }.node }
    }
    let log = Captured<[Int]>([])
    let stage = NodeStage(
      columns: 20, rows: 4,
      list { id in
        Row(gap: 1) {
          Plain { log.value.append(id) }
          Text("\(id)")
        }
      })
    stage.terminal.send(.pageDown, .pageDown, .enter)
    #expect(reused(stage) > 0)
    let current = stage.rows.first { $0.hasPrefix("›") }.flatMap { Int($0.filter(\.isNumber)) }
    #expect(log.value == [current])
  }

  @Test(
    "rows that stay equal follow their list when it is disabled or enabled",
    arguments: [true, false])
  func disabledList(startsEnabled: Bool) {
    func view(_ isEnabled: Bool) -> Node {
      list(8) { Button("\($0)") {} }.disabled(!isEnabled)
    }
    let stage = NodeStage(columns: 20, rows: 8, view(startsEnabled))
    stage.show(view(!startsEnabled))
    stage.terminal.click(x: 3, y: 3)
    #expect(stage.rows[3].hasPrefix("›") == !startsEnabled)
  }

  @Test("one node in all rows has the newest handlers in each")
  func sharedNode() {
    let log = Captured<[Int]>([])
    func view(_ version: Int) -> Node {
      let shared = Button("go") { log.value.append(version) }.node
      return list(4) { _ in shared }
    }
    let stage = NodeStage(columns: 20, rows: 4, view(1))
    stage.show(view(2))
    for y in 0..<4 { stage.terminal.click(x: 3, y: y) }
    #expect(log.value == [2, 2, 2, 2])
  }

  @Test("the state of an element's content is made from the content of the new row")
  func contentState() {
    let stage = NodeStage(
      columns: 20, rows: 4, list { Node(Element(Remembering(text: "row \($0)"))) })
    stage.terminal.send(.pageDown, .pageDown, .end)
    #expect(reused(stage) > 0)
    #expect(stage.rows.last?.hasSuffix("row 99") == true)
  }

  @Test("an inspector sees rows appear, not change")
  func inspected() {
    struct Plain: Component, Equatable {
      let id: Int
      var body: Node { Text("\(id)").node }
    }
    let stage = NodeStage(columns: 20, rows: 4, list { Plain(id: $0) })
    let records = Captured<[FrameRecord]>([])
    stage.screen.renderer.onFrame = { records.value.append($0.described()) }
    stage.terminal.send(.pageDown, .pageDown)
    #expect(reused(stage) > 0)
    let rows = records.value.flatMap(\.bodies).filter { $0.path.hasSuffix("Plain") }
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0.causes.map(\.reason) == [.appeared] })
  }
}

extension ElementProperties {
  fileprivate static var focusable: ElementProperties {
    var properties = ElementProperties()
    properties.isFocusable = true
    return properties
  }
}

private struct Later: Component, Equatable {
  let title: String
  let calls: Captured<[@MainActor () -> Void]>
  @Handler var done: @MainActor () -> Void

  init(
    title: String, calls: Captured<[@MainActor () -> Void]>, done: @escaping @MainActor () -> Void
  ) {
    (self.title, self.calls) = (title, calls)
    _done = Handler(wrappedValue: done)
  }

  static func == (first: Later, second: Later) -> Bool { first.title == second.title }

  var body: Node { Button(title) { calls.value.append { done() } }.node }
}

private struct Counting: Component {
  let id: Int
  @Local private var count = 0

  init(id: Int) { self.id = id }

  var body: Node { Button("\(id): \(count)") { count += 1 }.node }
}

extension EnvironmentValues {
  fileprivate var rowName: String { "no name" }
}

/// Draws the text with which its state was made.
private struct Remembering: TerminalContent {
  let text: String

  func measure(_ widths: WidthRules) -> MeasureFunction? {
    MeasureFunction { _, _ in LayoutSize(width: 10, height: 1) }
  }

  func makeState() -> String { text }

  func draw(in brush: Brush, state: inout String) { brush.write(state, x: 0, y: 0) }
}

/// A kind of row that must not be reused.
struct Special: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let row: @MainActor @Sendable (Int) -> Node

  private struct Stateful: Component, Equatable {
    let id: Int
    @Local var count = 0
    var body: Node { Text("\(id)").node }
  }

  private struct Connected: LiveComponent, Equatable {
    let id: Int
    func connect(_ invalidation: Invalidation) -> AnyObject? { Captured(0) }
    func body(in context: RenderContext) -> Node { Text("\(id)").node }
  }

  static let all: [Special] = [
    Special(testDescription: "state") { Stateful(id: $0).node },
    Special(testDescription: "effect") { Text("\($0)").onAppear {} },
    Special(testDescription: "task") { Text("\($0)").task {} },
    Special(testDescription: "static content") { id in Static(id: id) { Text("\(id)") }.node },
    Special(testDescription: "portal") { id in
      Row {
        Text("\(id)")
        Portal(to: .popover) { Text("") }
      }.node
    },
    Special(testDescription: "autofocus") { Text("\($0)").autofocus(false) },
    Special(testDescription: "focus handle") { Text("\($0)").focus(FocusHandle()) },
    Special(testDescription: "error boundary") { id in
      ErrorBoundary {
        Text("\(id)")
      } failure: { _, _ in
        Text("failed")
      }.node
    },
    Special(testDescription: "connection") { Connected(id: $0).node },
    Special(testDescription: "observed layout") { id in SizeReader { _ in Text("\(id)") }.node },
    Special(testDescription: "environment value") { id in Text("\(id)").environment(\.rowName, "x")
    },
    Special(testDescription: "list in a row") { id in
      List((0..<2).map { $0 }.map { Inner(id: $0) }) { Text("\(id) \($0.id)") }.height(2)
    },
  ]

  struct Inner: Identifiable { let id: Int }
}
