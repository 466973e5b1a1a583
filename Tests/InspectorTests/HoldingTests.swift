import Millrace
import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceInspector

@MainActor
@Suite("Held actions and breaks", .timeLimit(.minutes(20)))
struct HoldingTests {
  private let store = Store(initial: Notebook(), reducer: notebook)
  private let inspector: Inspector

  init() { inspector = Inspector(store) }

  @Test("an inspector counts the held actions, and applies or drops them on release")
  func hold() {
    inspector.hold()
    store.dispatch(.draft("a"))
    store.dispatch(.add(1))
    #expect(inspector.holding.text == "held, 2 waiting\n")
    #expect(inspector.versions == 0...0)
    inspector.release()
    #expect(inspector.holding.text == "not held\n")
    #expect(store.state.notes[id: 1]?.title == "a")
    #expect(inspector.commits().lines.map(\.name) == ["add", "draft"])
    inspector.hold()
    store.dispatch(.toggle)
    inspector.release(dropping: true)
    #expect(!store.state.isOpen)
  }

  @Test("a break stops at the commit that changes its path, and holds later actions")
  func breaks() throws {
    try inspector.addBreak(at: "notes[id: 1].title")
    try inspector.addBreak(at: "isOpen")
    try inspector.addBreak(at: "isOpen")
    #expect(inspector.holding.breaks == ["notes[id: 1].title", "isOpen"])
    for action in [NotebookAction.draft("a"), .add(2), .draft("b"), .add(1), .tick, .toggle] {
      store.dispatch(action)
    }
    #expect(store.snapshot.version == 4)
    #expect(
      inspector.holding.text == """
        held since version 4 changed notes[id: 1].title, 2 waiting
        break on notes[id: 1].title
        break on isOpen

        """)
    // A rename to the same title is no change.
    inspector.release()
    #expect(store.snapshot.version == 6)
    #expect(inspector.holding.version == 6)
    #expect(inspector.holding.path == "isOpen")
    inspector.release()
    store.dispatch(.rename(1, "b"))
    #expect(inspector.holding.waiting == nil)
    inspector.removeBreak(at: "isOpen")
    store.dispatch(.toggle)
    #expect(inspector.holding.waiting == nil)
    #expect(throws: InspectorError.invalidPath("a..b")) { try inspector.addBreak(at: "a..b") }
  }

  @Test("a break stops at each change in turn, and held actions keep their order")
  func steps() throws {
    try inspector.addBreak(at: "log")
    for _ in 0..<3 {
      store.dispatch(.tick)
      store.dispatch(.toggle)
    }
    for step in 1...3 {
      #expect(store.state.log.count == step)
      #expect(inspector.holding.version == UInt64(step * 2 - 1))
      inspector.release()
    }
    #expect(store.state.isOpen)
    #expect(
      inspector.commits().lines.map(\.label)
        == Array([["toggle", "tick"], ["toggle", "tick"], ["toggle", "tick"]].joined()))
  }

  @Test("the store applies the held actions when the inspector is released")
  func release() throws {
    let store = Store(initial: Notebook(), reducer: notebook)
    var inspector: Inspector? = Inspector(store)
    try inspector?.addBreak(at: "log")
    store.dispatch(.tick)
    store.dispatch(.tick)
    store.dispatch(.tick)
    #expect(store.state.log.count == 1)
    inspector = nil
    #expect(store.state.log.count == 3)
  }

  @Test(
    "a break stops exactly at the changes that a comparison of all states finds",
    arguments: 0..<rounds(20, long: 2_000))
  func property(seed: UInt64) throws {
    let note = Comment(rawValue: "seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let path = random.pick(["notes[id: 3].title", "notes", "byColor[\"red\"]", "isOpen", ""])
    let actions = (0..<200).map { _ in NotebookAction.random(&random) }
    var (state, states) = (Notebook(), [Notebook()])
    for action in actions {
      for action in action == .load ? [.load, .loaded([7, 8])] : [action] {
        _ = notebook.reduce(&state, action)
        states.append(state)
      }
    }
    let (parsed, reader) = (try ValuePath(path), ValueReader())
    let expected = states.indices.dropFirst().filter {
      !reader.areSame(
        reader.value(at: parsed, in: states[$0 - 1]), reader.value(at: parsed, in: states[$0]))
    }
    try inspector.addBreak(at: path)
    var found: [Int] = []
    for action in actions { store.dispatch(action) }
    while let version = inspector.holding.version {
      found.append(Int(version))
      inspector.release()
    }
    #expect(found == expected, note)
    #expect(store.state == states.last, note)
  }
}
