import MillraceIdentifiedList
import MillraceLayout
import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

struct TreeItem: Identifiable, Equatable, Sendable {
  let id: String
  var parts: IdentifiedList<TreeItem> = []
  var isFar = false

  init(_ id: String, _ parts: [TreeItem] = [], isFar: Bool = false) {
    (self.id, self.parts, self.isFar) = (id, IdentifiedList(parts), isFar)
  }
}

private struct NoAnswer: Error, CustomStringConvertible { let description = "no answer\u{7}" }

/// A tree that shows its state. Children of `far` items load when their gate opens; the first
/// `failures` loads fail.
@MainActor
private final class TreeProgram {
  var items: IdentifiedList<TreeItem>
  var open: Set<String> = []
  var selection: Set<String> = []
  var current: String?
  var isDisabled = false
  var selects = false
  var map = KeyMap()
  var log: [String] = []
  var failures = 0
  var gates: [String: AsyncStream<Void>.Continuation] = [:]
  let bodies = Tally()

  init(_ items: [TreeItem]) { self.items = IdentifiedList(items) }

  var view: Node {
    Column {
      Tree(
        .known(items), text: \.id, open: Binding(get: { self.open }) { self.open = $0 },
        findsByTyping: true,
        children: { item in self.children(item) },
        row: { item in
          self.bodies.add(1)
          return Text(item.id).truncate()
        }
      )
      .current(Binding(get: { self.current }) { self.current = $0 })
      .selection(selects ? Binding(get: { self.selection }) { self.selection = $0 } : nil)
      .onSelect { self.log.append("at \($0.id)") }
      .onActivate { self.log.append("did \($0.id)") }
    }
    .environment(\.reducesMotion, true).environment(\.keyMap, map).disabled(isDisabled)
  }

  private func children(_ item: TreeItem) -> TreeChildren<TreeItem> {
    guard item.isFar else { return .known(item.parts) }
    return .load { try await self.load(item.id) }
  }

  private func load(_ id: String) async throws -> [TreeItem] {
    let (stream, gate) = AsyncStream<Void>.makeStream()
    gates[id] = gate
    for await _ in stream { break }
    if Task.isCancelled {
      log.append("cancelled \(id)")
      throw CancellationError()
    }
    failures -= 1
    if failures >= 0 { throw NoAnswer() }
    return [TreeItem("\(id).1"), TreeItem("\(id).2", isFar: true)]
  }
}

@MainActor
@Suite("Tree", .timeLimit(.minutes(20)))
struct TreeTests {
  private let program = TreeProgram([
    TreeItem("a", [TreeItem("b", [TreeItem("c")]), TreeItem("d")]), TreeItem("e"),
    TreeItem("f", isFar: true),
  ])

  private func stage(columns: Int = 20, rows: Int = 8) -> NodeStage {
    NodeStage(columns: columns, rows: rows, program.view)
  }

  /// Sends keys, and shows the resulting state after each.
  private func send(_ keys: Key..., to stage: NodeStage) {
    for key in keys {
      stage.terminal.send(key)
      stage.show(program.view)
    }
  }

  /// The visible rows without the bar at the right.
  private func rows(_ stage: NodeStage) -> [String] {
    var rows = stage.rows.map { row in
      var row = row.last.map { "│█┃▐".contains($0) } == true ? row.dropLast() : row[...]
      while row.last == " " { row.removeLast() }
      return String(row)
    }
    while rows.last == "" { rows.removeLast() }
    return rows
  }

  @Test("Right opens an item and enters it, Left leaves and closes it, and guides connect siblings")
  func keys() {
    let stage = stage()
    #expect(rows(stage) == ["› ▸ a", "    e", "  ▸ f"])
    send(.right, to: stage)
    #expect(
      rows(stage) == ["› ▾ a", "  ├─▸ b", "  └── d", "    e", "  ▸ f"])
    send(.right, .right, to: stage)
    #expect(
      rows(stage) == ["  ▾ a", "› ├─▾ b", "  │ └── c", "  └── d", "    e", "  ▸ f"])
    send(.right, .left, to: stage)
    #expect(program.current == "b" && program.log == ["at b", "at c", "at b"])
    send(.left, .left, to: stage)
    #expect(program.open == ["a"] && program.current == "a")
    send(.left, to: stage)
    #expect(rows(stage) == ["› ▸ a", "    e", "  ▸ f"])
  }

  @Test(
    "Enter and Space open, close and activate, * opens all siblings, and a letter finds an item"
  )
  func more() {
    program.items = [
      TreeItem("a", [TreeItem("x")]), TreeItem("b", [TreeItem("y")]), TreeItem("e"),
    ]
    let stage = stage()
    send(.enter, .enter, .space, to: stage)
    #expect(program.open == ["a"])
    send(.down, .enter, .space, to: stage)
    #expect(program.log == ["at x", "did x", "did x"])
    send(.left, .character("*"), to: stage)
    #expect(rows(stage) == ["› ▾ a", "  └── x", "  ▾ b", "  └── y", "    e"])
    send(.character("y"), to: stage)
    #expect(program.current == "y")
    send(.character("e"), .character("B"), .character("9"), to: stage)
    #expect(program.current == "b")
    send(.end, .home, .pageDown, to: stage)
    #expect(program.current == "e")
  }

  @Test("a click on the arrow opens and closes, and a click beside it makes the row current")
  func mouse() {
    let stage = stage()
    stage.terminal.click(x: 2, y: 0)
    stage.show(program.view)
    #expect(program.open == ["a"])
    stage.terminal.click(x: 6, y: 1)
    stage.show(program.view)
    #expect(program.open == ["a"] && program.current == "b")
    stage.terminal.click(x: 4, y: 1)
    stage.show(program.view)
    #expect(rows(stage)[1...2] == ["› ├─▾ b", "  │ └── c"])
  }

  @Test("opening loads children: a loading row is shown first, then an error or the children")
  func loading() async {
    program.failures = 1
    let stage = stage(columns: 40)
    send(.end, .right, to: stage)
    #expect(rows(stage)[2...] == ["› ▾ f", "  └── … Loading…"])
    await stage.wait { program.gates["f"] != nil }
    program.gates["f"]?.finish()
    await stage.wait { rows(stage)[3].contains("no answer") }
    #expect(rows(stage)[3] == "  └── no answer␇  enter: retry")
    program.gates["f"] = nil
    send(.down, .enter, to: stage)
    #expect(rows(stage)[3] == "› └── … Loading…" && program.current == nil)
    await stage.wait { program.gates["f"] != nil }
    program.gates["f"]?.finish()
    await stage.wait { rows(stage).count == 5 }
    #expect(rows(stage)[2...] == ["  ▾ f", "› ├── f.1", "  └─▸ f.2"])
    // On a reload the old children stay until the new ones arrive.
    program.gates["f"] = nil
    send(.function(5), to: stage)
    #expect(rows(stage).count == 5)
    await stage.wait { program.gates["f"] != nil }
    program.failures = 1
    program.gates["f"]?.finish()
    await stage.wait { rows(stage).count == 4 }
    program.gates["f"] = nil
    stage.terminal.click(x: 12, y: 3)
    await stage.wait { program.gates["f"] != nil }
    program.gates["f"]?.finish()
    await stage.wait { rows(stage).count == 5 }
  }

  @Test("Enter and Space on a loading row do not restart the load")
  func loadingRow() async {
    program.open = ["f"]
    let stage = stage()
    await stage.wait { program.gates["f"] != nil }
    let gate = program.gates.removeValue(forKey: "f")
    send(.end, .enter, .space, to: stage)
    #expect(rows(stage)[3] == "› └── … Loading…")
    gate?.finish()
    await stage.wait { rows(stage).count == 5 || program.gates["f"] != nil }
    #expect(rows(stage)[3...] == ["› ├── f.1", "  └─▸ f.2"] && program.gates.isEmpty)
  }

  @Test("a node that is closed while it loads cancels its task, and loads again when opened")
  func cancelled() async {
    program.open = ["f"]
    let stage = stage()
    await stage.wait { program.gates["f"] != nil }
    send(.end, .up, .left, to: stage)
    #expect(program.open == [] && rows(stage).count == 3)
    await stage.wait { program.log.contains("cancelled f") }
    program.gates["f"] = nil
    send(.right, to: stage)
    await stage.wait { program.gates["f"] != nil }
    program.gates["f"]?.finish()
    await stage.wait { rows(stage).count == 5 }
  }

  @Test("at most eight nodes load at a time, and a started load continues")
  func many() async {
    program.items = IdentifiedList((10..<30).map { TreeItem("n\($0)", isFar: true) })
    let stage = stage(rows: 60)
    send(.character("*"), to: stage)
    await stage.wait { program.gates.count == 8 }
    #expect(program.gates.keys.sorted() == (10..<18).map { "n\($0)" })
    await stage.wait {
      for gate in program.gates.values { gate.finish() }
      return program.gates.count == 20 && rows(stage).count == 60
    }
    #expect(rows(stage).count == 60 && program.log == [])
  }

  @Test("a second update with the same data changes nothing, and a started load stays first")
  func updates() {
    let items = IdentifiedList(["a", "b"].map { TreeItem($0, isFar: true) })
    var contents = TreeContents<TreeItem>()
    func update(_ open: Set<String>) -> [[String]] {
      contents.update(.known(items), open) { _ in .load { [] } }
      return [contents.rows.map { "\($0.id)" }, contents.loads.map { $0.id ?? "top" }]
    }
    let first = update(["b"])
    #expect(first[0].count == 3 && first[1] == ["b"])
    let second = update(["a", "b"])
    #expect(second[0].count == 4 && second[1] == ["b", "a"])
    let third = update(["a", "b"])
    #expect(third == second)
  }

  @Test("moving the marker renders no row")
  func marker() {
    program.items = [TreeItem("a", (0..<1_000).map { TreeItem("n\($0)") })]
    program.open = ["a"]
    let stage = stage()
    program.bodies.reset()
    stage.terminal.send(.down, .down, .down)
    #expect(rows(stage)[3].hasPrefix("› ├── n2") && program.bodies.value == 0)
    stage.terminal.send(.end)
    #expect(rows(stage).last?.hasPrefix("› └── n999") == true && program.bodies.value < 20)
  }

  @Test("several items are selected as in a list, by their ids")
  func selection() {
    program.selects = true
    program.open = ["a"]
    let stage = stage()
    send(.space, Key(.down, .shift), to: stage)
    #expect(program.selection == ["a", "b"])
    #expect(rows(stage)[..<2] == [" •▾ a", "›•├─▸ b"])
    send(.control("a"), to: stage)
    #expect(program.selection == ["a", "b", "d", "e", "f"])
  }

  @Test("a disabled tree handles neither keys nor clicks")
  func disabled() {
    program.isDisabled = true
    let stage = stage()
    send(.right, to: stage)
    stage.terminal.click(x: 2, y: 0)
    #expect(program.open == [] && stage.screen.host.focused == nil)
  }

  @Test("a key map changes the tree's keys, and help lists them")
  func help() {
    program.map = KeyMap(["tree.open": [.character("l")], "tree.openSiblings": []])
    let stage = stage()
    send(.right, .character("*"), to: stage)
    #expect(program.open == [])
    send(.character("l"), to: stage)
    #expect(program.open == ["a"])
    var bindings: [KeyBinding] = []
    let focused = stage.screen.host.focused
    _ = focused.map {
      stage.screen.renderer.dispatch($0) {
        bindings = $1.keyBindings
        return true
      }
    }
    #expect(
      bindings.map { "\($0.keys.map(\.description).joined(separator: " ")): \($0.title)" } == [
        "l: Open, or go to the first child", "left: Close, or go to the parent",
        "enter space: Open, close or activate", ": Open all siblings", "f5: Reload",
      ])
  }

  @Test("a tree is described with levels, expansion and selection")
  func semantics() {
    program.selects = true
    program.selection = ["d"]
    program.open = ["a"]
    let stage = stage()
    let description = stage.screen.host.describe()
    #expect(
      description.lines == [
        "tree", "a, tree item, level 1, expanded", "b, tree item, level 2, collapsed",
        "d, tree item, level 2, selected", "e, tree item, level 1",
        "f, tree item, level 1, collapsed",
      ])
    #expect(description.focus == "tree: a, tree item, level 1, expanded, 1 of 5")
  }

  @Test("without UTF-8, guides and arrows are ASCII")
  func ascii() {
    program.open = ["a"]
    let rows = rows(stage()).map { row in
      String(decoding: row.unicodeScalars.map { $0.similarASCII ?? 0x3F }, as: UTF8.self)
    }
    #expect(rows == ["> v a", "  +-> b", "  +-- d", "    e", "  > f"])
  }

  @Test("plain text has all rows")
  func plain() {
    program.open = ["a"]
    #expect(plainText(program.view) == ["▾  a", "├─▸  b", "└──  d", "   e", "▸  f"])
  }

  @Test(
    "random changes and keys show consecutive rows of a simple flattening",
    arguments: 0..<rounds(4, long: 3_000))
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    var names = 0
    func some(_ depth: Int) -> [TreeItem] {
      (0..<number(0...4)).map { _ in
        names += 1
        // Names start with a random digit, so that typing can find them.
        return TreeItem("\(number(1...9))\(names)", depth < 4 ? some(depth + 1) : [])
      }
    }
    func flat(_ items: IdentifiedList<TreeItem>, _ level: Int = 0) -> [String] {
      items.flatMap { item in
        ["\(level) \(item.id)"]
          + (program.open.contains(item.id) ? flat(item.parts, level + 1) : [])
      }
    }
    func change(_ items: inout IdentifiedList<TreeItem>, _ depth: Int) {
      let index = items.isEmpty ? 0 : number(0...items.count - 1)
      switch number(0...3) {
      case 0 where !items.isEmpty: items.remove(at: index)
      case 1: items.insert(contentsOf: some(depth), at: index)
      case _ where !items.isEmpty && depth < 4:
        let id = items[index].id
        if var item = items[id: id] {
          change(&item.parts, depth + 1)
          items[id: id] = item
        }
      default: break
      }
    }
    program.items = IdentifiedList(some(0))
    let stage = stage(columns: 30)
    var height = 8
    for step in 0..<rounds(30, long: 60) {
      switch number(0...9) {
      case 0:
        height = number(2...12)
        stage.terminal.resize(columns: number(24...40), rows: height)
      case 1...2: change(&program.items, 0)
      case 3: stage.terminal.click(x: number(0...12), y: number(0...height - 1))
      case 4: stage.terminal.wheel(up: number(0...1) == 0, x: 2, y: 0)
      default:
        let keys: [Key] = [
          .down, .down, .up, .right, .right, .left, .enter, .space, .character("*"), .pageDown,
          .pageUp, .home, .end, .character("1"), .character("3"),
        ]
        send(keys[number(0...keys.count - 1)], keys[number(0...keys.count - 1)], to: stage)
      }
      stage.show(program.view)
      func comment() -> Comment { "seed \(seed), step \(step)" }
      let wanted = flat(program.items)
      let shown = rows(stage).prefix(height).compactMap { row -> String? in
        // Each level takes two columns, after two for the marker.
        let start = row.dropFirst(2).prefix { !$0.isNumber }.count
        let name = row.dropFirst(2 + start).prefix { $0.isNumber }
        return name.isEmpty ? nil : "\(start / 2 - 1) \(name)"
      }
      let first = shown.first.flatMap { wanted.firstIndex(of: $0) } ?? 0
      #expect(Array(wanted.dropFirst(first).prefix(shown.count)) == shown, comment())
      #expect(shown.count == min(height, wanted.count), comment())
      let current = wanted.map { $0.drop { $0 != " " }.dropFirst() }
      #expect(
        wanted.isEmpty
          ? program.current == nil : current.contains { program.current == String($0) }, comment())
    }
  }
}
