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

  @Test(
    "the end of a branch equals a fold of the actions that are not skipped, in random sessions",
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
    var skipped: Set<UInt64> = []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      skipped.insert(UInt64.random(in: 1...UInt64(actions.count), using: &random))
    }
    var expected = Notebook()
    for (index, action) in actions.enumerated() where !skipped.contains(UInt64(index) + 1) {
      _ = notebook.reduce(&expected, action)
    }
    let present = store.snapshot
    try inspector.skip(skipped)
    #expect(inspector.skipped == skipped, note)
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
    #expect(inspector.skipped.isEmpty && !inspector.showsBranch, note)
    try inspector.resume(at: present.version)
    #expect(store.state == present.state, note)
  }

  @Test("a branch lists by path how the present differs without the skipped actions")
  func difference() throws {
    #expect(
      try inspector.branch(skipping: [3, 4]).changes == [
        PathChange(path: "notes[id: 1].tags[0]", change: "− \"a\""),
        PathChange(path: "isOpen", change: "true → false"),
      ])
  }

  @Test("a branch refuses a version that it cannot skip, and does not change")
  func refusals() throws {
    try inspector.skip([2])
    for version in [UInt64(0), 9, .max] {
      #expect(throws: InspectorError.notRecorded(version, 0...4)) {
        try inspector.skip([2, version])
      }
    }
    #expect(inspector.skipped == [2])
    #expect("\(InspectorError.notRecorded(0, 0...4))".hasSuffix("action: choose one from 1 to 4."))
    #expect("\(InspectorError.notRecorded(0, 0...0))".hasSuffix("action: there is no later one."))
    try inspector.skip([])
    let expected = InspectorError.notFound("branch: skip a version first")
    #expect(throws: expected) { try inspector.showBranch() }
    #expect(throws: expected) { try inspector.resumeBranch() }
    #expect(store.snapshot.version == 4)
  }

  @Test("a shown branch stays the same when actions arrive or are held, until it is shown again")
  func arrivals() throws {
    try inspector.skip([4])
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
    try inspector.skip([])
    #expect(inspector.position == nil)
    #expect(try inspector.value(at: "isOpen").value.text == "true")
  }

  @Test("actions that are skipped before a replacement have no effect after it")
  func replacement() throws {
    store.context.replaceState(reason: .edit) { $0.draft = "replaced" }
    store.dispatch(.add(2))
    #expect(try inspector.branch(skipping: [2]).changes.isEmpty)
    #expect(
      try inspector.branch(skipping: [2, 6]).changes.map(\.path) == ["notes[id: 2]", "draft"])
  }
}
