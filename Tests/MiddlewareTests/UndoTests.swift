import MillraceDifference
import MillraceStore
import MillraceStoreTesting
import Synchronization
import Testing
import TestSupport

@testable import MillraceMiddleware

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Undo")
struct UndoTests {
  /// The marks after some actions.
  private func marks(
    _ edits: [Edit], limits: UndoLimits<[Int]> = UndoLimits()
  ) -> [Int] {
    var state = Page()
    page(limits: limits).apply(edits, to: &state)
    return state.marks
  }

  @Test("a test states what undo keeps")
  func stated() async throws {
    enum Action: Equatable, Sendable { case mark(Int), undo, redo }
    let store = TestStore(
      initial: Page(),
      reducer: Reducer<Page, Action> { page, action in
        if case .mark(let mark) = action { page.marks.append(mark) }
      }.undoable(\.marks, history: \.history) { _, action in
        switch action {
        case .mark: .step("mark", group: "marks")
        case .undo: .undo
        case .redo: .redo
        }
      })
    for mark in 1...2 {
      try await store.send(.mark(mark)) {
        $0.history.append("mark", group: "marks", from: $0.marks, to: $0.marks + [mark])
        $0.marks.append(mark)
      }
    }
    #expect(store.state.history.undoCount == 1)
    try await store.send(.undo) { $0.history.move(by: -1, &$0.marks) }
    #expect(store.state.marks.isEmpty)
    try await store.send(.redo) { $0.history.move(by: 1, &$0.marks) }
    #expect(store.state.marks == [1, 2])
    try await store.finish()
  }

  @Test(
    "undo and redo keep every change from elsewhere, and take back their own alone",
    arguments: UInt64(0)..<rounds(50, long: 1_000))
  func elsewhere(seed: UInt64) {
    struct Shelf: Equatable, Sendable {
      var own: [Int: Int] = [:]
      var theirs: [Int: Int] = [:]
    }
    struct State: Sendable {
      var shelf = Shelf()
      var history = UndoHistory<Shelf>()
    }
    enum Action: Sendable { case put(Int, Int), sync(Int, Int), undo, redo }
    let reducer = Reducer<State, Action> { state, action in
      switch action {
      case .put(let key, let value): state.shelf.own[key] = value
      case .sync(let key, let value): state.shelf.theirs[key] = value
      case .undo, .redo: break
      }
    }.undoable(\.shelf, history: \.history) { _, action in
      switch action {
      case .put: .step()
      case .sync: .elsewhere
      case .undo: .undo
      case .redo: .redo
      }
    }
    var random = SeededGenerator(seed: seed)
    var (state, theirs) = (State(), [Int: Int]())
    // All values of the own part; those from `current` on are undone.
    var (values, current) = ([[Int: Int]()], 0)
    for step in 1...60 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let key = Int.random(in: 0..<4, using: &random)
        _ = reducer.reduce(&state, .put(key, step))
        values = Array(values[...current])
        values.append(values[current].merging([key: step]) { $1 })
        current += 1
      case 2, 3:
        let key = Int.random(in: 0..<4, using: &random)
        _ = reducer.reduce(&state, .sync(key, step))
        theirs[key] = step
      case 4:
        _ = reducer.reduce(&state, .undo)
        current = max(0, current - 1)
      default:
        _ = reducer.reduce(&state, .redo)
        current = min(values.count - 1, current + 1)
      }
      #expect(
        state.shelf == Shelf(own: values[current], theirs: theirs), "seed \(seed), step \(step)")
    }
  }

  @Test("a reducer with undo keeps its sources")
  func sources() {
    let clock = ManualClock()
    let reducer = Reducer<Page, Edit> { state, _ in state.visits += 1 }
      .sources { _ in [.timer(id: "tick", every: .seconds(1)) { .mark(nil) }] }
      .undoable(\.marks, history: \.history) { _, edit in edit.role }
    let store = Store(
      initial: Page(), reducer: reducer, dependencies: Dependencies(clock: clock))
    clock.advance(by: .seconds(2))
    #expect(store.state.visits == 2)
  }

  @Test("a step is undone and redone")
  func undoAndRedo() {
    var state = Page()
    let page = page()
    page.apply([.mark(1), .mark(2)], to: &state)
    #expect(state.history.undoCount == 2)
    page.apply([.undo], to: &state)
    #expect(state.marks == [1])
    #expect(state.history.canUndo && state.history.canRedo)
    page.apply([.undo], to: &state)
    #expect(state.marks == [])
    #expect(!state.history.canUndo && state.history.redoCount == 2)
    page.apply([.redo, .redo], to: &state)
    #expect(state.marks == [1, 2])
    #expect(!state.history.canRedo)
  }

  @Test("undo and redo without a step do nothing")
  func atTheEnds() {
    #expect(marks([.undo, .redo, .jump(-3), .jump(.max), .mark(1), .redo, .jump(0)]) == [1])
  }

  @Test("a jump moves over many steps, and stops at the last one")
  func jumps() {
    #expect(marks([.mark(1), .mark(2), .mark(3), .jump(-2)]) == [1])
    #expect(marks([.mark(1), .mark(2), .mark(3), .jump(.min), .jump(2)]) == [1, 2])
  }

  @Test("a new step drops the undone ones")
  func newStep() {
    #expect(marks([.mark(1), .mark(2), .undo, .mark(3), .redo]) == [1, 3])
    #expect(marks([.mark(1), .mark(2), .undo, .mark(3), .undo, .undo]) == [])
  }

  @Test("an action that leaves the undoable part equal is no step, and keeps the undone steps")
  func unchanged() {
    var state = Page()
    page().apply([.mark(1), .undo, .mark(0), .mark(nil)], to: &state)
    #expect(state.history.redoCount == 1)
    #expect(state.visits == 3)
  }

  @Test("if the undoable part is not Equatable, every action is a step")
  func withoutEquality() {
    struct Opaque: Sendable { var number = 0 }
    struct Holder: Sendable {
      var part = Opaque()
      var history = UndoHistory<Opaque>()
    }
    var state = Holder()
    Reducer<Holder, UndoRole> { _, _ in }
      .undoable(\.part, history: \.history) { _, role in role }
      .apply([.step(), .step()], to: &state)
    #expect(state.history.undoCount == 2)
  }

  @Test("an untracked action is undone and redone with the step before it")
  func untracked() {
    let start: [Edit] = [.mark(1), .untracked(9), .mark(2)]
    #expect(marks(start + [.undo]) == [1, 9])
    #expect(marks(start + [.undo, .undo]) == [])
    #expect(marks(start + [.undo, .undo, .redo]) == [1, 9])
    #expect(marks([.untracked(9), .mark(1), .undo, .undo]) == [9])
    #expect(
      marks([.mark(1), .undo, .untracked(9), .redo]) == [1], "an untracked action drops no step")
    #expect(marks([.mark(1), .undo, .untracked(9), .redo, .undo]) == [9])
  }

  @Test("an undo does not run the reducer and returns no command")
  func noCommands() {
    var state = Page()
    let page = page()
    #expect(!page.reduce(&state, .mark(1)).isNone)
    #expect(!page.reduce(&state, .untracked(2)).isNone)
    for edit in [Edit.undo, .redo, .jump(-1), .jump(1)] {
      #expect(page.reduce(&state, Edit(mark: 5, role: edit.role)).isNone)
    }
    #expect(state.visits == 2)
    #expect(state.marks == [1, 2])
  }

  @Test("an undo does not change the state outside the undoable part")
  func outside() {
    var state = Page()
    page().apply([.mark(1), .undo], to: &state)
    #expect(state.visits == 1)
  }

  @Test("steps have names, the next one first")
  func names() {
    var state = Page()
    page().apply(
      [
        .mark(1, .step("add")), .mark(2, .step()), .mark(3, .step("delete 1 item", group: 1)),
        .mark(4, .step("delete 2 items", group: 1)), .mark(5, .step(group: 1)),
      ], to: &state)
    #expect(Array(state.history.undoNames) == ["delete 2 items", "", "add"])
    page().apply([.jump(-2)], to: &state)
    #expect(Array(state.history.undoNames) == ["add"])
    #expect(Array(state.history.redoNames) == ["", "delete 2 items"])
  }

  @Test("assigning an empty history removes all steps")
  func forgetting() {
    var state = Page()
    let page = page()
    let new = Reducer<Page, Edit> { state, edit in
      if edit.mark == 7 { state.history = UndoHistory() }
    }
    Reducer.combine(new, page).apply([.mark(1), .mark(2), .untracked(7), .undo], to: &state)
    #expect(state.marks == [1, 2, 7])
  }

  @Test("a store undoes by an action, and its subscribers see it")
  func inStore() {
    let store = Store(initial: Page(), reducer: page())
    let seen = Log<[Int]>()
    let subscription = store.subscribe(to: \.marks) { seen.add($0.new) }
    store.dispatch(.mark(1))
    store.dispatch(.undo)
    subscription.cancel()
    #expect(seen.entries.suffix(2) == [[1], []])
  }

  @Test("a log shows the number of steps, not their values")
  func logged() {
    var state = Page()
    page().apply([.mark(1)], to: &state)
    #expect(
      StateDifference.between(Page().history, state.history) == "undo: 0 → 1")
  }
}

@Suite("Undo: groups")
struct UndoGroupTests {
  /// The number of steps after some actions.
  private func steps(_ edits: [Edit], interval: Duration = .seconds(1)) -> Int {
    var state = Page()
    page(limits: UndoLimits(interval: interval)).apply(edits, to: &state)
    return state.history.undoCount
  }

  @Test("actions of one group are one step")
  func sameGroup() {
    var state = Page()
    page().apply([.mark(1, "a"), .mark(2, "a"), .mark(3, "a"), .undo], to: &state)
    #expect(state.marks == [])
    page().apply([.redo], to: &state)
    #expect(state.marks == [1, 2, 3])
  }

  @Test("another group, or no group, starts a step")
  func otherGroup() {
    #expect(steps([.mark(1, "a"), .mark(2, "b"), .mark(3, "a"), .mark(4), .mark(5)]) == 5)
    #expect(steps([.mark(1, .step(group: 1)), .mark(2, .step(group: "1"))]) == 2)
  }

  @Test("a pause longer than the interval ends a group, and one of the same length does not")
  func pauses() {
    #expect(steps([.mark(1, "a", at: 0), .mark(2, "a", at: 1), .mark(3, "a", at: 2)]) == 1)
    #expect(steps([.mark(1, "a", at: 0), .mark(2, "a", at: 1.001)]) == 2)
    #expect(steps([.mark(1, "a", at: 0), .mark(2, "a", at: 9)], interval: .seconds(9)) == 1)
  }

  @Test("a clock that is set back ends a group, and an action without a time does not")
  func oddTimes() {
    #expect(steps([.mark(1, "a", at: 5), .mark(2, "a", at: 4.9)]) == 2)
    #expect(steps([.mark(1, "a", at: 5), .mark(2, "a"), .mark(3, "a", at: 50)]) == 1)
  }

  @Test("undo and redo end a group, and untracked or ineffective actions do not")
  func endOfGroup() {
    #expect(steps([.mark(1, "a"), .mark(2, "b"), .undo, .mark(3, "a")]) == 2)
    #expect(steps([.mark(1, "a"), .undo, .redo, .mark(3, "a")]) == 2)
    #expect(steps([.mark(1, "a"), .untracked(2), .mark(nil), .mark(3, "a")]) == 1)
  }
}

@Suite("Undo: limits")
struct UndoLimitTests {
  /// Each step costs the number of marks before it.
  private func byBytes(_ bytes: Int, steps: Int = 100) -> UndoLimits<[Int]> {
    UndoLimits(bytes: bytes, steps: steps) { old, _ in old.count }
  }

  private func depth(_ limits: UndoLimits<[Int]>, _ edits: [Edit]) -> Int {
    var state = Page()
    page(limits: limits).apply(edits, to: &state)
    return state.history.undoCount
  }

  private let five: [Edit] = (1...5).map { .mark($0) }

  @Test("the oldest steps are dropped first")
  func oldestFirst() {
    var state = Page()
    page(limits: UndoLimits(steps: 2)).apply(five + [.jump(-9)], to: &state)
    #expect(state.marks == [1, 2, 3])
  }

  @Test("a limit of zero or fewer steps keeps none")
  func none() {
    #expect(depth(UndoLimits(steps: 0), five) == 0)
    #expect(depth(UndoLimits(steps: -1), five) == 0)
    #expect(depth(byBytes(100, steps: 0), five + [.mark(6, "a"), .mark(7, "a")]) == 0)
  }

  @Test("the total cost of the steps is limited")
  func bytes() {
    // The five steps cost 0, 1, 2, 3 and 4.
    #expect(depth(byBytes(10), five) == 5)
    #expect(depth(byBytes(9), five) == 3)
    #expect(depth(byBytes(8), five) == 2)
    #expect(depth(byBytes(10, steps: 3), five) == 3)
  }

  @Test("the newest step is kept at any cost")
  func newest() {
    #expect(depth(byBytes(3), five) == 1)
    #expect(depth(byBytes(-1), five) == 1)
    #expect(depth(UndoLimits(bytes: 5) { _, _ in .max }, five) == 1)
    #expect(depth(UndoLimits(bytes: 5) { _, _ in .min }, five) == 5)
  }

  @Test("a group of steps costs the value before its first step")
  func joined() {
    #expect(depth(byBytes(3), [.mark(1), .mark(2), .mark(3, "a"), .mark(4, "a")]) == 3)
  }

  @Test("a change of one element of 100,000 shares all but a few nodes with the old list")
  func sharing() {
    struct Cell: Equatable, Identifiable, Sendable {
      let id: Int
      var value = 0
      let comparisons: Counter

      static func == (left: Cell, right: Cell) -> Bool {
        left.comparisons.value.add(1, ordering: .relaxed)
        return left.value == right.value
      }
    }
    final class Counter: Sendable { let value = Atomic(0) }
    struct Sheet: Sendable {
      var cells: IdentifiedList<Cell>
      var history = UndoHistory<IdentifiedList<Cell>>()
    }
    let counter = Counter()
    var state = Sheet(
      cells: IdentifiedList((0..<100_000).map { Cell(id: $0, comparisons: counter) }))
    let sheet = Reducer<Sheet, Int?> { state, id in
      if let id { state.cells[id: id]?.value += 1 }
    }.undoable(\.cells, history: \.history) { _, id in id == nil ? .undo : .step() }
    sheet.apply((0..<100).map { $0 * 997 }, to: &state)
    #expect(state.history.undoCount == 100)
    // Elements in nodes that two lists share are not compared.
    for _ in 0..<100 {
      let later = state.cells
      sheet.apply([nil], to: &state)
      counter.value.store(0, ordering: .relaxed)
      #expect(later != state.cells)
      #expect(counter.value.load(ordering: .relaxed) < 200)
    }
    #expect(state.cells.allSatisfy { $0.value == 0 })
  }
}

@Suite("Undo: saved states")
struct UndoSavingTests {
  struct Editor: Codable, Equatable, Sendable {
    var text = ""
    var history = UndoHistory<String>()
  }

  enum EditorAction: Codable, Sendable { case typed(String, at: Duration), clear, undo, redo }

  // As in the documentation of `undoable`.
  let editor = Reducer<Editor, EditorAction> { state, action in
    switch action {
    case .typed(let text, _): state.text += text
    case .clear: state.text = ""
    case .undo, .redo: break
    }
  }.undoable(\.text, history: \.history) { _, action in
    switch action {
    case .typed(_, let time): .step("typing", group: "typing", at: time)
    case .clear: .step("clear")
    case .undo: .undo
    case .redo: .redo
    }
  }

  @Test("letters typed in quick succession are one step")
  func typing() {
    var state = Editor()
    for (index, letter) in "water".enumerated() {
      _ = editor.reduce(&state, .typed(String(letter), at: .milliseconds(index * 200)))
    }
    _ = editor.reduce(&state, .typed(" wheel", at: .seconds(3)))
    #expect(state.history.undoCount == 2)
    _ = editor.reduce(&state, .undo)
    #expect(state.text == "water")
    #expect(state.history.redoNames.first == "typing")
  }

  @Test("a history is saved as an empty object, and read as an empty history")
  func coding() throws {
    var state = Editor()
    editor.apply([.typed("a", at: .zero), .undo, .typed("b", at: .zero)], to: &state)
    let data = try JSONFormat.encoder().encode(state)
    #expect(String(decoding: data, as: UTF8.self) == #"{"history":{},"text":"b"}"#)
    let read = try JSONFormat.decoder().decode(Editor.self, from: data)
    #expect(read == Editor(text: "b"))
  }

  @Test(
    "a state saved before its program had undo can be read",
    arguments: [#"{"text":"a"}"#, #"{"text":"a","history":[1]}"#])
  func olderState(json: String) throws {
    let read = try JSONFormat.decoder().decode(Editor.self, from: Data(json.utf8))
    #expect(read == Editor(text: "a"))
  }

  @Test("the moves of the histories in a state and its parts are counted")
  func finding() throws {
    struct Tab: Sendable { var editor: Editor? = Editor() }
    struct Window: Sendable {
      var list = IdentifiedList<Item>()
      var tab = Tab()
      var history = UndoHistory<Int>()
      var many = [Editor(), Editor()]
    }
    var window = Window()
    _ = editor.reduce(&window.tab.editor!, .typed("a", at: .zero))
    #expect(undoMoves(in: window) == [0, 0])
    var text = ""
    window.tab.editor!.history.move(by: -1, &text)
    #expect(undoMoves(in: window) == [1, 0])
    #expect(undoMoves(in: 5).isEmpty)
  }
}
