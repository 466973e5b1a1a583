import Millrace
import MillraceStore
import MillraceStoreTesting
import Testing

@testable import MillraceInspector

@MainActor
@Suite("Edits by an inspector", .timeLimit(.minutes(20)))
struct EditTests {
  private let store: Store<Notebook, NotebookAction>
  private let inspector: Inspector

  init() {
    store = Store(initial: Notebook(), reducer: notebook)
    inspector = Inspector(store)
    store.dispatch(.draft("Figs"))
    store.dispatch(.add(1))
    store.dispatch(.paint("red", 2))
  }

  @Test(
    "a branch that skips nothing changes nothing, and an unrecorded version is refused, also before the first commit"
  )
  func noBranch() throws {
    let fresh = Inspector(Store(initial: Notebook(), reducer: notebook))
    for inspector in [fresh, inspector] {
      #expect(try inspector.branch(skipping: []).changes == [])
      #expect(throws: InspectorError.self) { try inspector.branch(skipping: [0]) }
    }
  }

  @Test("an edit is a replacement of the state, and resuming at an earlier version undoes it")
  func edits() throws {
    let reasons = Captured<[Replacement]>([])
    let token = store.observeCommits { commit in
      if case .replacement(let reason) = commit.cause { reasons.append(reason) }
    }
    for (path, json) in [
      ("draft", #""Pears""#), ("notes[id: 1].title", #""Plums""#), ("notes[0].tags", #"["a"]"#),
      ("byColor[\"red\"]", "7"), ("byColor[green]", "8"), ("isOpen", "true"), ("log", "[1, 2]"),
    ] {
      try inspector.edit(path, json: json)
    }
    var expected = Notebook(
      notes: [Note(id: 1, title: "Plums", tags: ["a"])], draft: "Pears",
      byColor: ["red": 7, "green": 8], isOpen: true, log: [1, 2])
    #expect(store.state == expected)
    #expect(reasons.value == Array(repeating: .edit, count: 7))
    try inspector.resume(at: 9)
    expected.log = []
    #expect(store.state == expected)
    withExtendedLifetime(token) {}
  }

  @Test("an invalid value or path is refused, and the state does not change")
  func refusals() throws {
    let before = store.snapshot
    let wrong: [(String, String)] = [
      ("draft", "3"), ("draft", "Pears"), ("notes[id: 1].title", "null"), ("isOpen", #""yes""#),
      ("log", "{}"), ("notes[id: 1].id", #""x""#), ("", "[]"),
    ]
    for (path, json) in wrong {
      do throws(InspectorError) {
        try inspector.edit(path, json: json)
        Issue.record("\(path) was set to \(json)")
      } catch {
        guard case .invalidValue = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
    #expect(throws: InspectorError.noValue("notes[id: 2].title")) {
      try inspector.edit("notes[id: 2].title", json: #""x""#)
    }
    #expect(throws: InspectorError.invalidPath("a..b")) {
      try inspector.edit("a..b", json: "1")
    }
    #expect(store.snapshot.version == before.version)
    #expect(store.state == before.state)
  }

  @Test("an edit is refused if the state loses data when it is encoded as JSON")
  func lossy() throws {
    struct PartlyCoded: Equatable, Codable, Sendable {
      var kept = 1
      var lost = 0
      enum CodingKeys: CodingKey { case kept }
    }
    let store = Store<PartlyCoded, Int>(
      initial: PartlyCoded(), reducer: Reducer { state, number in state.lost = number })
    let inspector = Inspector(store)
    try inspector.edit("kept", json: "2")
    #expect(store.state == PartlyCoded(kept: 2))
    store.dispatch(5)
    #expect(throws: InspectorError.notCodable("PartlyCoded, as a whole")) {
      try inspector.edit("kept", json: "3")
    }
    #expect(store.state == PartlyCoded(kept: 2, lost: 5))
  }

  @Test("an edit is refused if its path disappears during the edit, and nothing is committed")
  func race() throws {
    /// A property that calls a body when it is first encoded.
    struct Probe: Equatable, Codable, Sendable {
      let bodies = Captured<[@Sendable () -> Void]>([])
      enum CodingKeys: CodingKey {}
      static func == (old: Self, new: Self) -> Bool { true }
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: CodingKeys.self)
        let bodies = bodies.value
        self.bodies.removeAll()
        for body in bodies { body() }
      }
    }
    struct Probed: Equatable, Codable, Sendable {
      var probe = Probe()
      var notes: IdentifiedList<Note> = [Note(id: 3, title: "a")]
    }
    let initial = Probed()
    let store = Store<Probed, Int>(
      initial: initial, reducer: Reducer { state, id in state.notes.remove(id: id) })
    let inspector = Inspector(store)
    initial.probe.bodies.append { [weak store] in store?.dispatch(3) }
    #expect(throws: InspectorError.noValue("notes[id: 3].title")) {
      try inspector.edit("notes[id: 3].title", json: #""b""#)
    }
    #expect(store.snapshot.version == 1)
    #expect(store.state.notes.isEmpty)
  }

  @Test("an action in JSON is dispatched and runs its effects, and invalid JSON is refused")
  func dispatches() throws {
    try inspector.dispatch(json: #"{"rename": {"_0": 1, "_1": "Plums"}}"#)
    try inspector.dispatch(json: #"{"load": {}}"#)
    #expect(store.state.notes[id: 1]?.title == "Plums")
    #expect(store.state.log == [7, 8])
    for wrong in [#"{"rename": {"_0": "x"}}"#, #"{"fly": {}}"#, "3", "{"] {
      #expect(throws: InspectorError.self) { try inspector.dispatch(json: wrong) }
    }
    let reason = "NotebookAction has no such case, or several are given"
    #expect(throws: InspectorError.invalidValue(reason)) {
      try inspector.dispatch(json: #"{"fly": {}}"#)
    }
    #expect(store.snapshot.version == 6)
  }
}
