import Foundation
import Millrace
import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceInspector

@MainActor
@Suite("Branches of a recording", .timeLimit(.minutes(20)))
struct BranchTests {
  private let store = Store(initial: Notebook(), reducer: notebook)
  private let inspector: Inspector

  init() {
    inspector = Inspector(store)
    for action in [NotebookAction.draft("Figs"), .add(1), .tag(1, "a"), .toggle] {
      store.dispatch(action)
    }
  }

  nonisolated private static func json(_ action: NotebookAction) -> String {
    String(decoding: try! JSONEncoder().encode(action), as: UTF8.self)
  }

  @Test(
    "the end of a branch equals a fold of the edited actions, in random sessions",
    arguments: 0..<rounds(50, long: 5_000))
  func property(seed: UInt64) throws {
    let note = Comment(rawValue: "seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let store = Store(initial: Notebook(), reducer: notebook)
    let inspector = Inspector(store)
    var actions: [NotebookAction] = []
    for _ in 0..<Int.random(in: 5...150, using: &random) {
      let action = NotebookAction.random(&random)
      store.dispatch(action)
      actions.append(action)
      if action == .load { actions.append(.loaded([7, 8])) }
    }
    // The model: for each version its action, or nil if it is skipped, and the inserted actions.
    var list: [(version: Int, action: NotebookAction?, after: [NotebookAction])] =
      [(0, nil, [])] + actions.enumerated().map { ($0 + 1, $1, []) }
    var edits = BranchEdits()
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let version = Int.random(in: 1...actions.count, using: &random)
      let place = list.firstIndex { $0.version == version }!
      let other = NotebookAction.random(&random)
      let step = try BranchEdits.Step(version: UInt64(version), json: Self.json(other))
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where !edits.skipped.contains(UInt64(version)):
        edits.toggleSkip(UInt64(version))
        list[place].action = nil
      case 1 where edits.skipped.isEmpty && !edits.changed.contains { $0.version == step.version }:
        edits.changed.append(step)
        list[place].action = other
      case 2:
        edits.inserted.append(step)
        list[place].after.append(other)
      case 3:
        edits.inserted.append(try .init(version: 0, json: Self.json(other)))
        list[0].after.append(other)
      case 4:
        let isEarlier = random.chance(50)
        let target = place + (isEarlier ? -1 : 1)
        edits.move(UInt64(version), isEarlier: isEarlier, newest: UInt64(actions.count))
        if list.indices.contains(target), target > 0 { list.swapAt(place, target) }
      default:
        let target = Int.random(in: 1...actions.count, using: &random)
        if target == version { continue }
        edits.moved.append([UInt64(version), UInt64(target)])
        let item = list.remove(at: place)
        list.insert(item, at: list.firstIndex { $0.version == target }!)
      }
    }
    if edits.isEmpty { edits.skipped = [1] }
    if edits.skipped == [1], list[1].action != nil, list[1].version == 1 { list[1].action = nil }
    var expected = Notebook()
    for item in list {
      for action in [item.action].compactMap(\.self) + item.after {
        _ = notebook.reduce(&expected, action)
      }
    }
    let present = store.snapshot
    try inspector.setBranch(edits)
    #expect(inspector.branchEdits == edits, note)
    try inspector.showBranch()
    #expect(inspector.showsBranch, note)
    let shown = try inspector.value().value.text
    #expect(shown == ValueReader().text(of: expected), note)
    // The recording and the store are unchanged.
    #expect(store.snapshot.version == present.version, note)
    #expect(store.state == present.state, note)
    #expect(
      try inspector.value(version: present.version).value.text
        == ValueReader().text(of: present.state), note)
    try inspector.resumeBranch()
    #expect(store.state == expected, note)
    #expect(store.snapshot.version == present.version + 1, note)
    #expect(inspector.branchEdits.isEmpty && !inspector.showsBranch, note)
    try inspector.resume(at: present.version)
    #expect(store.state == present.state, note)
  }

  @Test("a branch lists by path how changed and inserted actions change the present state")
  func difference() throws {
    var edits = BranchEdits()
    edits.changed = [try .init(version: 3, json: Self.json(.tag(1, "b")))]
    edits.inserted = [try .init(version: 4, json: Self.json(.draft("new")))]
    #expect(
      try inspector.branch(edits).changes == [
        PathChange(path: "notes[id: 1].tags[0]", change: "\"a\" → \"b\""),
        PathChange(path: "draft", change: "\"\" → \"new\""),
      ])
    #expect(edits.mark(of: 3) == #"is {"tag":{"_0":1,"_1":"b"}}"#)
    edits = BranchEdits()
    edits.inserted = [try .init(version: 4, json: Self.json(.tick))]
    #expect(try inspector.branch(edits).changes.map(\.path) == ["log[0]"])
  }

  @Test("an invalid action or an unrecorded version is refused, and the branch does not change")
  func refusals() throws {
    var good = BranchEdits()
    good.skipped = [2]
    try inspector.setBranch(good)
    for wrong in ["{", "3", #"{"fly": {}}"#, #"{"add": {"_0": "x"}}"#] {
      for isInserted in [true, false] {
        #expect(throws: InspectorError.self) {
          var edits = good
          let step = try BranchEdits.Step(version: 2, json: wrong)
          if isInserted { edits.inserted = [step] } else { edits.changed = [step] }
          edits.skipped = []
          try inspector.setBranch(edits)
        }
      }
    }
    for version in [UInt64(9), .max] {
      var edits = BranchEdits()
      edits.inserted = [try .init(version: version, json: Self.json(.tick))]
      #expect(throws: InspectorError.self) { try inspector.setBranch(edits) }
      edits = BranchEdits()
      edits.moved = [[1, version]]
      #expect(throws: InspectorError.self) { try inspector.setBranch(edits) }
    }
    #expect(inspector.branchEdits == good)
  }

  @Test("a shown branch stays the same when actions arrive or are held, until it is shown again")
  func arrivals() throws {
    var edits = BranchEdits()
    edits.skipped = [4]
    try inspector.setBranch(edits)
    try inspector.showBranch()
    #expect(try inspector.value(at: "isOpen").value.text == "false")
    store.dispatch(.toggle)
    #expect(try inspector.value(at: "isOpen").value.text == "false")
    #expect(inspector.arrivals == 1)
    #expect(try inspector.value(at: "isOpen", version: 5).value.text == "false")
    #expect(try inspector.value(at: "isOpen", version: 4).value.text == "true")
    try inspector.showBranch()
    #expect(try inspector.value(at: "isOpen").value.text == "true")
    inspector.hold()
    store.dispatch(.toggle)
    #expect(inspector.holding.waiting == 1)
    try inspector.showBranch()
    #expect(try inspector.value(at: "isOpen").value.text == "true")
    inspector.release()
    #expect(store.snapshot.version == 6)
    #expect(try inspector.value(at: "isOpen").value.text == "true")
    try inspector.setBranch(BranchEdits())
    #expect(inspector.position == nil)
    #expect(try inspector.value(at: "isOpen").value.text == "true")
  }

  @Test("edits before a replacement have no effect after it, and later edits do")
  func replacement() throws {
    store.context.replaceState(reason: .edit) { $0.draft = "replaced" }
    store.dispatch(.add(2))
    var edits = BranchEdits()
    edits.skipped = [2]
    #expect(try inspector.branch(edits).changes.isEmpty)
    edits.skipped = [2, 6]
    #expect(
      try inspector.branch(edits).changes.map(\.path) == ["notes[id: 2]", "draft"])
  }
}
