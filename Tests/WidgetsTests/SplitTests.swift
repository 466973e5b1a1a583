import Foundation
import MillraceLayout
import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// Panes that are filled with one letter each.
private struct Letters: Component {
  var direction = Split.Direction.horizontal
  var panes: [(id: String, share: Double, min: Int, canCollapse: Bool)]
  var isDisabled = false
  let state: Captured<SplitState>
  @Local var changes = 0

  var body: Node {
    _ = changes
    let state = state
    let binding = Binding(get: { state.value }) {
      state.value = $0
      changes += 1
    }
    return Column {
      Split(direction, state: binding) {
        for pane in panes {
          SplitPane(pane.id, share: pane.share, min: pane.min, canCollapse: pane.canCollapse) {
            for row in 0..<20 { Text(String(repeating: pane.id, count: 100)).wrap(.clip).key(row) }
          }
        }
      }
    }
    .disabled(isDisabled)
  }
}

@MainActor
@Suite("Split", .timeLimit(.minutes(20)))
struct SplitTests {
  private let state = Captured(SplitState())

  private func letters(
    _ direction: Split.Direction = .horizontal, _ ids: String = "ab", min: Int = 3,
    isDisabled: Bool = false
  ) -> Letters {
    Letters(
      direction: direction, panes: ids.map { ("\($0)", 1, min, true) }, isDisabled: isDisabled,
      state: state)
  }

  private func stage(_ node: some NodeConvertible, columns: Int = 21, rows: Int = 2) -> NodeStage {
    NodeStage(columns: columns, rows: rows, node)
  }

  private func drag(_ stage: NodeStage, from: (x: Int, y: Int), to: (x: Int, y: Int)) {
    stage.terminal.mouse(.press, x: from.x, y: from.y)
    stage.terminal.mouse(.drag, x: to.x, y: to.y)
    stage.terminal.mouse(.release, x: to.x, y: to.y)
  }

  @Test("panes divide the width by their shares, and a drag moves the divider")
  func dragging() {
    let stage = stage(letters())
    #expect(stage.rows == ["aaaaaaaaaa│bbbbbbbbbb", "aaaaaaaaaa│bbbbbbbbbb"])
    drag(stage, from: (10, 1), to: (14, 0))
    #expect(stage.rows == ["aaaaaaaaaaaaaa│bbbbbb", "aaaaaaaaaaaaaa│bbbbbb"])
    // Drags back to the left in several steps; the last ones are beyond the minimum.
    stage.terminal.mouse(.press, x: 14, y: 0)
    for x in (0..<14).reversed() { stage.terminal.mouse(.drag, x: x, y: 0) }
    stage.terminal.mouse(.release, x: 0, y: 0)
    #expect(stage.rows[0] == "aaa│bbbbbbbbbbbbbbbbb")
    #expect(state.value.shares.keys.sorted() == ["a", "b"])
  }

  @Test("arrows move the focused divider, and Home and End move it to its limits")
  func keys() {
    let stage = stage(letters())
    stage.terminal.send(.tab, .right, .right, .left, .right)
    #expect(stage.rows[0] == "aaaaaaaaaaaa│bbbbbbbb")
    stage.terminal.send(.home)
    #expect(stage.rows[0] == "aaa│bbbbbbbbbbbbbbbbb")
    stage.terminal.send(.end)
    #expect(stage.rows[0] == "aaaaaaaaaaaaaaaaa│bbb")
  }

  @Test("vertical panes are resized by Up, Down and a drag")
  func vertical() {
    let stage = stage(letters(.vertical, min: 1), columns: 3, rows: 7)
    #expect(stage.rows == ["aaa", "aaa", "aaa", "───", "bbb", "bbb", "bbb"])
    stage.terminal.send(.tab, .up)
    #expect(stage.rows == ["aaa", "aaa", "───", "bbb", "bbb", "bbb", "bbb"])
    drag(stage, from: (1, 2), to: (1, 5))
    #expect(stage.rows == ["aaa", "aaa", "aaa", "aaa", "aaa", "───", "bbb"])
  }

  @Test("Enter or a double click collapses a pane, and restores it at its size")
  func collapsing() {
    let stage = stage(letters())
    stage.terminal.send(.tab, .right, .right, .enter)
    #expect(stage.rows[0] == "│bbbbbbbbbbbbbbbbbbbb")
    #expect(state.value.collapsed == ["a"])
    // The other pane is the last open one.
    drag(stage, from: (0, 0), to: (5, 0))
    #expect(stage.rows[0] == "│bbbbbbbbbbbbbbbbbbbb")
    stage.terminal.send(.space)
    #expect(stage.rows[0] == "aaaaaaaaaaaa│bbbbbbbb")
    stage.terminal.click(x: 12, y: 0)
    #expect(state.value.collapsed == [])
    stage.terminal.click(x: 12, y: 0)
    #expect(stage.rows[0] == "│bbbbbbbbbbbbbbbbbbbb")
  }

  @Test("two clicks that are far apart in time are not a double click")
  func slowClicks() {
    let time = Captured(Duration.zero)
    let clock = FrameClock(elapsed: { time.value })
    let stage = stage(letters().environment(\.clock, clock))
    stage.terminal.click(x: 10, y: 0)
    time.value = .seconds(1)
    stage.terminal.click(x: 10, y: 0)
    #expect(state.value.collapsed == [])
    time.value = .milliseconds(1_200)
    stage.terminal.click(x: 10, y: 0)
    #expect(state.value.collapsed == ["a"])
  }

  @Test("a pane that may not collapse stays, and the pane after it collapses instead")
  func staying() {
    let panes = [
      (id: "a", share: 1.0, min: 3, canCollapse: false),
      (id: "b", share: 1, min: 3, canCollapse: true),
    ]
    let stage = stage(Letters(panes: panes, state: state))
    stage.terminal.send(.tab, .enter)
    #expect(stage.rows[0] == "aaaaaaaaaaaaaaaaaaaa│")
    #expect(state.value.collapsed == ["b"])
    state.value.collapsed = ["a", "b"]
    stage.show(Letters(panes: panes, state: state))
    #expect(stage.rows[0] == "│bbbbbbbbbbbbbbbbbbbb")
  }

  @Test("a collapsed pane keeps its local state")
  func localState() {
    struct Counter: Component {
      @Local var count = 0
      var body: Node { Button("\(count)") { count += 1 } }
    }
    let stage = stage(
      Column {
        Split {
          SplitPane("a") { Counter() }
          SplitPane("b") { Text("b") }
        }
      })
    stage.terminal.send(.enter, .enter, .tab, .enter)
    #expect(stage.rows == ["│b", "│"])
    stage.terminal.send(.enter)
    #expect(stage.rows == ["‹2›       │b", "          │"])
  }

  @Test("a resized terminal keeps the shares")
  func resizing() {
    let stage = stage(letters(), columns: 21)
    drag(stage, from: (10, 0), to: (5, 0))
    stage.terminal.resize(columns: 41, rows: 1)
    #expect(stage.rows == ["aaaaaaaaaa│bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"])
    // If the minimums do not fit, panes divide the width in proportion to them.
    stage.terminal.resize(columns: 5, rows: 1)
    #expect(stage.rows == ["aa│bb"])
    stage.terminal.resize(columns: 21, rows: 1)
    #expect(stage.rows == ["aaaaa│bbbbbbbbbbbbbbb"])
  }

  @Test("in nested splits each divider moves its own panes")
  func nested() {
    let (outer, inner) = (Captured(SplitState()), Captured(SplitState()))
    func tree() -> Node {
      Column {
        Split(state: Binding(get: { outer.value }, set: { outer.value = $0 })) {
          SplitPane("left") { Text("left") }
          SplitPane("right") {
            Split(.vertical, state: Binding(get: { inner.value }, set: { inner.value = $0 })) {
              SplitPane("up", min: 1) { Text("up") }
              SplitPane("down", min: 1) { Text("down") }
            }
          }
        }
      }.node
    }
    let stage = stage(tree(), columns: 11, rows: 3)
    #expect(stage.rows == ["left │up", "     │─────", "     │down"])
    drag(stage, from: (5, 0), to: (7, 0))
    stage.show(tree())
    #expect(stage.rows == ["left   │up", "       │───", "       │dow"])
    #expect(inner.value == SplitState() && outer.value.shares.count == 2)
  }

  @Test("a disabled split shows its panes, and its dividers ignore keys and the mouse")
  func disabled() {
    let stage = stage(letters(isDisabled: true))
    stage.terminal.send(.tab, .right, .enter)
    drag(stage, from: (10, 0), to: (14, 0))
    #expect(stage.rows[0] == "aaaaaaaaaa│bbbbbbbbbb")
    #expect(state.value == SplitState())
  }

  @Test("a key map changes the split's keys, and help shows them")
  func keyMap() {
    let map = KeyMap(["split.larger": [.character("+")], "split.toggle": []])
    let stage = NodeStage(
      columns: 60, rows: 9,
      Column {
        letters().height(2)
        KeyHelp()
      }
      .environment(\.keyMap, map))
    stage.terminal.send(.tab, .right, .enter, .character("+"))
    let shares = state.value.shares
    #expect((shares["a"] ?? 0) > (shares["b"] ?? 0) && state.value.collapsed == [])
    #expect(stage.rows.contains { $0.contains("+") && $0.contains("Grow the previous pane") })
  }

  @Test("a divider is described with its pane, its share and whether it is collapsed")
  func semantics() {
    let stage = stage(letters())
    func said() -> String? { stage.screen.host.describe().focus }
    #expect(said() == "a, separator 50 %")
    stage.terminal.send(.right, .right)
    #expect(said() == "a, separator 60 %")
    stage.terminal.send(.enter)
    #expect(said() == "a, separator 0 %, collapsed")
  }

  @Test("a split's state is unchanged by encoding and decoding, and invalid shares are ignored")
  func coding() throws {
    let value = SplitState(shares: ["a": 2, "b": 1], collapsed: ["c"])
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(SplitState.self, from: data) == value)
    let hostile = SplitState(shares: ["a": -1, "b": .infinity, "c": .nan, "d": 1e300])
    let panes = "abcde".map {
      SplitLayout.Pane(id: "\($0)", share: 1, minimum: 1, isCollapsed: false)
    }
    #expect(SplitLayout(panes, hostile).factors(minimumsDoNotFit: false) == [20, 20, 20, 20, 20])
  }

  @Test("plain text has all panes")
  func page() {
    #expect(
      plainText(
        Split {
          SplitPane("a") { Text("left") }
          SplitPane("b") { Text("right") }
        }
      ).filter { !$0.allSatisfy { "-─".contains($0) } } == ["left", "right"])
  }

  // MARK: - A model

  /// Sizes by shares. Panes below their minimum are fixed at it until none is below.
  private func sizes(_ panes: [(share: Double, min: Int)], room: Int) -> [Double] {
    var fixed: Set<Int> = []
    while true {
      let rest = Double(room - fixed.reduce(0) { $0 + panes[$1].min })
      let total = panes.indices.reduce(0.0) { fixed.contains($1) ? $0 : $0 + panes[$1].share }
      let sizes = panes.indices.map {
        fixed.contains($0)
          ? Double(panes[$0].min)
          : rest * (total > 0 ? panes[$0].share / total : 1 / Double(panes.count - fixed.count))
      }
      let below = panes.indices.filter { !fixed.contains($0) && sizes[$0] < Double(panes[$0].min) }
      if below.isEmpty { return sizes }
      fixed.formUnion(below)
    }
  }

  @Test(
    "random drags, keys and resizes keep minimums, fill the width and follow a simple model",
    arguments: 0..<rounds(8, long: 5_000))
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let count = number(2...4)
    let names = Array("abcd".prefix(count)).map { "\($0)" }
    let panes = names.map {
      (id: $0, share: Double(number(1...4)), min: number(0...8), canCollapse: true)
    }
    var columns = number(20...60)
    let time = Captured(Duration.zero)
    let clock = FrameClock(elapsed: { time.value })
    let stage = stage(
      Letters(panes: panes, state: state).environment(\.clock, clock), columns: columns, rows: 1)
    func shown() -> [Int] {
      // A pane slightly narrower than a column is rounded to one column, but has no text.
      let row = stage.rows.first ?? ""
      let whole = row + String(repeating: " ", count: max(0, columns - row.count))
      let sizes = whole.split(separator: "│", omittingEmptySubsequences: false).map(\.count)
      return sizes.count == count ? sizes : names.map { _ in 0 }
    }
    func divider(_ index: Int) -> Int {
      shown().prefix(index + 1).reduce(0, +) + index
    }
    for step in 0..<rounds(25, long: 40) {
      // The time between steps rules out double clicks.
      time.value += .seconds(1)
      let before = shown()
      let open = names.indices.filter { !state.value.collapsed.contains(names[$0]) }
      let room = columns - (count - 1)
      let fits = open.reduce(0) { $0 + panes[$1].min } <= room
      let index = number(0...count - 2)
      var moved: Int?
      var what = ""
      switch number(0...9) {
      case 0:
        columns = number(1...70)
        stage.terminal.resize(columns: columns, rows: 1)
        what = "resized to \(columns)"
      case 1:
        stage.terminal.click(x: divider(index), y: 0)
        stage.terminal.send(.enter)
        what = "toggled at \(index)"
      case 2...4 where open.count == count:
        stage.terminal.click(x: divider(index), y: 0)
        let key: Key = [.left, .right, .home, .end][number(0...3)]
        moved = key == .left ? -1 : key == .right ? 1 : key == .home ? -1_000 : 1_000
        stage.terminal.send(key)
        what = "\(key) at \(index)"
      default:
        guard open.count == count else { continue }
        let x = divider(index)
        let target = number(0...max(0, columns - 1))
        drag(stage, from: (x, 0), to: (target, 0))
        moved = target - x
        what = "dragged \(index) by \(target - x)"
      }
      func comment() -> Comment {
        "seed \(seed), step \(step): \(what), \(before) became \(stage.rows)"
      }
      let now = shown()
      let stillOpen = names.indices.filter { !state.value.collapsed.contains(names[$0]) }
      #expect(!stillOpen.isEmpty, comment())
      let newRoom = max(0, columns - (count - 1))
      let needed = stillOpen.reduce(0) { $0 + panes[$1].min }
      #expect(now.reduce(0, +) == newRoom, comment())
      let row = stage.rows.first ?? ""
      for (name, size) in zip(names, now) where size > 1 {
        #expect(row.count { "\($0)" == name } == size, comment())
      }
      guard needed <= newRoom else { continue }
      for pane in stillOpen { #expect(now[pane] >= panes[pane].min, comment()) }
      if let moved, fits {
        let both = before[index] + before[index + 1]
        var expected = before
        expected[index] = min(
          max(panes[index].min, before[index] + moved), both - panes[index + 1].min)
        expected[index + 1] = both - expected[index]
        #expect(now == expected, comment())
      }
      let model = sizes(
        stillOpen.map { (state.value.shares[names[$0]] ?? panes[$0].share, panes[$0].min) },
        room: newRoom)
      for (pane, size) in zip(stillOpen, model) {
        #expect(abs(Double(now[pane]) - size) < 1.01, comment())
      }
    }
  }
}
