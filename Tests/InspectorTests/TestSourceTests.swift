import Millrace
import MillraceStore
import MillraceStoreTesting
import Testing

@testable import MillraceInspector

@Suite("Generated tests", .timeLimit(.minutes(20)))
struct TestSourceTests {
  private struct Stack<Element: Sendable>: Sendable { var count = 0 }

  @Test("the guessed name of a reducer has no generic arguments")
  @MainActor func genericState() throws {
    let store = Store(
      initial: Stack<String>(), reducer: Reducer<Stack<String>, Int> { $0.count += $1 })
    let inspector = Inspector(store)
    store.dispatch(1)
    #expect(try inspector.testSource().contains("_ = stack.reduce(&state, action)"))
  }

  @Test(
    "a generated test starts with the recorded state, sends each action, and states its changes")
  @MainActor func whole() throws {
    let store = Store(initial: Notebook(), reducer: notebook)
    let inspector = Inspector(store)
    let site = CallSite(fileID: "Notes/NotesView.swift", line: 12, function: "body")
    for action in [.draft("Figs \"a\"\n"), .add(1), .tag(1, "x"), .load, .remove(1)]
      as [NotebookAction]
    {
      store.dispatch(action, from: site)
    }
    store.context.replaceState(reason: .liveReload) { $0 = Notebook(draft: "again") }
    store.dispatch(.toggle, from: site)
    store.dispatch(.toggle, from: site)
    let text = try inspector.testSource(from: 1, through: 8, reducer: "notes")
    let reducerSite = try #require(
      text.firstMatch(of: /effect 1, (InspectorTests\/Notebook.swift:\d+ \S+)/))
    #expect(
      text == """
        import MillraceStore
        import MillraceStoreTesting
        import Testing

        @testable import InspectorTests

        @Test("replays add, tag, load and 3 more, from version 1 to 8")
        func versions1To8() async throws {
          let store = TestStore(
            initial: Notebook(notes: [], draft: "Figs \\"a\\"\\n", byColor: [:], isOpen: false, log: []),
            reducer: Reducer<Notebook, NotebookAction> { state, action in
              _ = notes.reduce(&state, action)
            })
          // Version 2, Notes/NotesView.swift:12 body
          try await store.send(.add(1)) {
            $0.notes.append(Note(id: 1, title: "Figs \\"a\\"\\n", tags: []))
            $0.draft = ""
          }
          // Version 3, Notes/NotesView.swift:12 body
          try await store.send(.tag(1, "x")) {
            $0.notes[id: 1]?.tags.append("x")
          }
          // Version 4, Notes/NotesView.swift:12 body
          try await store.send(.load)
          // Version 5, by 4, effect 1, \(reducerSite.output.1)
          try await store.send(.loaded([7, 8])) {
            $0.log.append(7)
            $0.log.append(8)
          }
          // Version 6, Notes/NotesView.swift:12 body
          try await store.send(.remove(1)) {
            $0.notes.remove(id: 1)
          }
          try await store.finish()
          // Version 7, a replacement
          let store7 = TestStore(
            initial: Notebook(notes: [], draft: "again", byColor: [:], isOpen: false, log: []),
            reducer: Reducer<Notebook, NotebookAction> { state, action in
              _ = notes.reduce(&state, action)
            })
          // Version 8, Notes/NotesView.swift:12 body
          try await store7.send(.toggle) {
            $0.isOpen = true
          }
          try await store7.finish()
        }

        """)
  }

  private struct Point: Codable, Equatable { var x = 1.5, y: Int? = nil }
  private struct Word: Codable, Equatable {
    var text: String
    func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws { text = try String(from: decoder) }
  }
  private enum Kind: String, Codable { case small, large }
  private enum Loud: Codable, CustomStringConvertible {
    case shout
    var description: String { "HEY" }
  }
  private struct Everything: Codable, Equatable {
    var point: Point?
    var words: [String: Word] = [:]
    var kinds: [Kind] = []
    var list = [1, 2]
  }

  @Test("values are written as Swift, and as JSON if their type has custom coding")
  func values() throws {
    var source = SwiftSource()
    let cases: [(Any, String)] = [
      (-3, "-3"), (true, "true"), (2.5, "2.5"), ("a\"\\(b)\u{301}", "\"a\\\"\\\\(b)\u{301}\""),
      (Int?.none as Any, "nil"), ([1: "b", 0: "a"], #"[0: "a", 1: "b"]"#), ([String: Int](), "[:]"),
      (Kind.large, ".large"), (Note(id: 1, title: "a"), #"Note(id: 1, title: "a", tags: [])"#),
      (NotebookAction.rename(1, "x"), #".rename(1, "x")"#), (NotebookAction.tick, ".tick"),
      (IdentifiedList([Note(id: 2, title: "")]), #"[Note(id: 2, title: "", tags: [])]"#),
      (Optional(Optional(4)) as Any, "4"),
    ]
    for (value, text) in cases {
      let found = try source.text(value)
      #expect(found == text)
    }
    #expect(!source.usesJSON)
    #expect(try source.text(Word("a\"#")) == ###"try decoded(##""a\"#""##)"###)
    #expect(try source.text(Loud.shout) == ##"try decoded(#"{"shout":{}}"#)"##)
    #expect(source.usesJSON)
    #expect(throws: InspectorError.self) { try source.text(ManualClock()) }
  }

  @Test("changes are written as assignments to the smallest part that has a path")
  func changes() throws {
    var source = SwiftSource()
    var (old, new) = (Everything(), Everything())
    #expect(try source.changes(old, new, "$0") == [])
    new.point = Point()
    old.words = ["a": Word("x"), "b": Word("y")]
    new.words = ["a": Word("z"), "c": Word("y")]
    new.list = [1, 3, 4]
    #expect(
      try source.changes(old, new, "$0") == [
        "$0.point = .init(x: 1.5, y: nil)", #"$0.words["b"] = nil"#,
        ##"$0.words["a"]? = try decoded(#""z""#)"##, ##"$0.words["c"] = try decoded(#""y""#)"##,
        "$0.list[1] = 3", "$0.list.append(4)",
      ])
    old = new
    new.point?.y = 2
    new.list = [1]
    #expect(try source.changes(old, new, "$0") == ["$0.point?.y = 2", "$0.list = [1]"])
    let notes = IdentifiedList([Note(id: 1, title: "a"), Note(id: 2, title: "b")])
    var moved = IdentifiedList(notes.reversed())
    #expect(
      try source.changes(notes, moved, "$0") == [
        #"$0 = [Note(id: 2, title: "b", tags: []), Note(id: 1, title: "a", tags: [])]"#
      ])
    moved.remove(id: 1)
    #expect(try source.changes(notes, moved, "$0") == ["$0.remove(id: 1)"])
  }
}
