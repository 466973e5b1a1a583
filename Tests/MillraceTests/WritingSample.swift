import Millrace
import MillraceTesting
import Synchronization
import TestSupport
import Testing

@testable import todos

// The samples of the articles "Writing a widget", "Writing a host" and "Writing middleware", with
// their tests.

struct VolumeBar: TerminalContent {
  let level: Int
  let isMuted: Bool

  func measure(_ widths: WidthRules) -> MeasureFunction? {
    MeasureFunction { _, _ in LayoutSize(width: 10, height: 1) }
  }

  func measuresDifferently(from old: VolumeBar) -> Bool { false }

  func makeState() -> Int { 0 }

  func draw(in brush: Brush, state loudest: inout Int) {
    loudest = max(loudest, level)
    let cells = isMuted ? "▒" : "█"
    brush.write(String(repeating: "░", count: 10), x: 0, y: 0)
    brush.write(String(repeating: cells, count: level), x: 0, y: 0)
    if loudest > level { brush.write("│", x: loudest - 1, y: 0) }
  }
}

struct VolumeControl: Component, Equatable {
  let level: Int
  @Handler var onChange: @MainActor (Int) -> Void
  @Local var isMuted = false
  @Environment(\.theme) var theme
  @Environment(\.isEnabled) var isEnabled

  var body: Node {
    Row(gap: 1) {
      Node(Element(VolumeBar(level: level, isMuted: isMuted)))
        .style(isEnabled ? theme.accent : theme.muted)
        .focusStyle(Style(attributes: .bold))
        .semantics(.slider, "Volume", value: "\(level)")
        .focusable(isEnabled)
        .keys("Volume") {
          Bind("left", "Quieter", name: "volume.less", isEnabled: isEnabled) { set(level - 1) }
          Bind("right", "Louder", name: "volume.more", isEnabled: isEnabled) { set(level + 1) }
          Bind("m", "Mute", name: "volume.mute", isEnabled: isEnabled) { isMuted.toggle() }
        }
        .onPointer(isEnabled ? .drags : nil) { event in
          guard event.phase == .press || event.phase == .drag else { return false }
          set(event.position.x + 1)
          return true
        }
      Text("\(level)")
    }
  }

  @MainActor private func set(_ new: Int) {
    let new = min(max(0, new), 10)
    if isEnabled, new != level { onChange(new) }
  }
}

@MainActor
@Test("a volume control follows keys and the mouse, and describes itself")
func changesTheVolume() throws {
  let store = Store(initial: 7, reducer: Reducer<Int, Int> { level, new in level = new })
  let stage = try TestStage(
    TerminalApp(store) { level, dispatch in VolumeControl(level: level) { dispatch($0) } },
    columns: 20, rows: 2)
  #expect(stage.rows == ["███████░░░ 7"])
  stage.terminal.send(.tab, .left, .left)
  stage.settle()
  #expect(stage.rows == ["█████░│░░░ 5"])
  stage.terminal.send(.character("m"))
  stage.terminal.click(x: 7, y: 0)
  stage.settle()
  #expect(stage.rows == ["▒▒▒▒▒▒▒▒░░ 8"])
}

@MainActor
final class OutlineHost: RenderHost {
  private final class Item {
    var line: String
    var children: [ElementID] = []

    init(_ element: Element) { line = Self.line(of: element) }

    static func line(of element: Element) -> String {
      if let semantics = element.semantics { return semantics.role.rawValue }
      if case .text(let text) = element.content.plainText { return text }
      return "-"
    }
  }

  let isInteractive = true
  private var items: [ElementID: Item] = [:]
  private var layers: [Layer: [ElementID]] = [:]

  var lines: [String] { layers[.base, default: []].flatMap { lines(of: $0, depth: 0) } }

  private func lines(of id: ElementID, depth: Int) -> [String] {
    guard let item = items[id] else { return [] }
    return [String(repeating: "  ", count: depth) + item.line]
      + item.children.flatMap { lines(of: $0, depth: depth + 1) }
  }

  func first(_ line: String) -> ElementID? { items.first { $0.value.line == line }?.key }

  func create(_ id: ElementID, _ element: Element) { items[id] = Item(element) }

  func update(_ id: ElementID, from old: Element, to new: Element, _ changes: ElementChanges) {
    items[id]?.line = Item.line(of: new)
  }

  func insert(_ id: ElementID, into parent: HostParent, before sibling: ElementID?) {
    change(parent) { children in
      children.insert(id, at: sibling.flatMap(children.firstIndex(of:)) ?? children.endIndex)
    }
  }

  func move(_ id: ElementID, in parent: HostParent, before sibling: ElementID?) {
    change(parent) { $0.removeAll { $0 == id } }
    insert(id, into: parent, before: sibling)
  }

  func remove(_ id: ElementID, from parent: HostParent) {
    change(parent) { $0.removeAll { $0 == id } }
    var gone = [id]
    while let next = gone.popLast() { gone += items.removeValue(forKey: next)?.children ?? [] }
  }

  private func change(_ parent: HostParent, _ edit: (inout [ElementID]) -> Void) {
    switch parent {
    case .element(let id): items[id].map { edit(&$0.children) }
    case .layer(let layer): edit(&layers[layer, default: []])
    }
  }
}

@MainActor
@Test("a host receives only what changed, and its events reach the newest handlers")
func outlines() {
  let host = OutlineHost()
  let renderer = Renderer(host: host)
  renderer.render(Toggling().node)
  #expect(host.lines == ["-", "  To do", "  checkbox"])

  let box = host.first("checkbox")
  for id in renderer.path(from: box) {
    let isTaken = renderer.dispatch(id) { handlers, context in
      try handlers.click?(.zero, context) ?? false
    }
    if isTaken { break }
  }
  renderer.render()
  #expect(host.lines == ["-", "  Done", "  checkbox"])
}

struct Toggling: Component {
  @Local var isDone = false

  var body: Node {
    Column {
      Text(isDone ? "Done" : "To do")
      Checkbox(isDone) { isDone.toggle() }
    }
  }
}

let skipsEmptyDrafts = Middleware<Todos, TodoAction> { store, action, next in
  if case .add = action, store.state.draft.isEmpty { return }
  next(action)
}

final class ActionCount: Sendable {
  private let count = Atomic(0)

  var number: Int { count.load(ordering: .relaxed) }

  func add() { count.add(1, ordering: .relaxed) }
}

func counting<State, Action>() -> Middleware<State, Action> {
  Middleware(parts: { _ in
    let count = ActionCount()
    return .init(
      handle: { action, next in
        count.add()
        next(action)
      },
      service: count)
  })
}

final class AuditSink<State: Sendable, Action: Sendable>: CommitSink {
  private let pending = Mutex<[String]>([])
  private let writing = Mutex(())
  private let write: @Sendable ([String]) -> Void

  init(_ write: @escaping @Sendable ([String]) -> Void) { self.write = write }

  func enqueue(_ commit: Commit<State, Action>) {
    pending.withLock { $0.append("\(commit.version) \(commit.cause)") }
  }

  func flush(through version: UInt64) {
    writing.withLock { _ in
      let lines = pending.withLock { lines in
        defer { lines = [] }
        return lines
      }
      if !lines.isEmpty { write(lines) }
    }
  }
}

func auditing<State, Action>(
  _ write: @escaping @Sendable ([String]) -> Void
) -> Middleware<State, Action> {
  Middleware(parts: { _ in .init(sink: AuditSink(write)) })
}

@Test("an empty draft is not added, and each action is counted")
func skipsAnEmptyDraft() {
  let written = Log<String>()
  let store = Store(
    initial: Todos(), reducer: todos,
    middleware: [
      counting(), skipsEmptyDrafts, auditing { lines in lines.forEach { written.add($0) } },
    ])
  store.dispatch(.add)
  store.dispatch(.draftChanged("milk"))
  store.dispatch(.add)
  #expect(store.state.items.map(\.title) == ["milk"])
  #expect(store.service(ActionCount.self)?.number == 3)
  #expect(written.entries == ["1 draftChanged(\"milk\")", "2 add"])
}
