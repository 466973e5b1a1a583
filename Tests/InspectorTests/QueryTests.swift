import Foundation
import Millrace
import MillraceStore
import MillraceStoreTesting
import Synchronization
import TestSupport
import Testing

@testable import MillraceInspector

@MainActor
@Suite("Queries of a recording", .timeLimit(.minutes(20)))
struct QueryTests {
  private let clock = ManualClock()
  private let store: Store<Notebook, NotebookAction>
  private let inspector: Inspector

  init() {
    store = Store(
      initial: Notebook(), reducer: notebook, dependencies: Dependencies(clock: clock))
    inspector = Inspector(store)
  }

  private func dispatch(_ actions: NotebookAction...) {
    for action in actions {
      store.dispatch(action, from: CallSite(fileID: "App/View.swift", line: 7, function: "body"))
    }
  }

  // MARK: - Commits

  @Test("a list of commits starts with the newest; each has its time, action, cause and call site")
  func list() {
    clock.advance(by: .milliseconds(250))
    dispatch(.draft("a"))
    dispatch(.load)
    store.context.replaceState(reason: .restore) { $0.draft = "old" }
    #expect(
      inspector.commits().text
        == """
        live, 0…4
        4  250.0 ms  (restore)
        3  250.0 ms  loaded((2 elements))  0 ns  by 2, effect 1, App/Notebook.swift:31 notebook
        2  250.0 ms  load                  0 ns  App/View.swift:7 body
        1  250.0 ms  draft("a")            0 ns  App/View.swift:7 body

        """.replacingNotebook(inspector.commits().lines[1].site))
    #expect(inspector.commits().lines[1].parent == 2)
  }

  @Test("a list folds runs of one action, omits muted commits, and continues after a page")
  func noise() {
    dispatch(.tick, .tick, .draft("a"), .draft("ab"), .draft("abc"), .tick, .add(1))
    var query = CommitQuery()
    query.folds = true
    #expect(
      inspector.commits(query).lines.map { "\($0.version) \($0.name) \($0.count)" } == [
        "7 add 1", "6 tick 1", "5 draft 3", "2 tick 2",
      ])
    query.muted = ["tick"]
    let muted = inspector.commits(query)
    #expect(muted.lines.map(\.name) == ["add", "draft"])
    #expect(muted.muted == 3)
    query = CommitQuery()
    query.limit = 3
    let first = inspector.commits(query)
    #expect(first.lines.map(\.version) == [7, 6, 5])
    query.before = first.next
    #expect(inspector.commits(query).lines.map(\.version) == [4, 3, 2])
    query.mutedSites = ["View.swift"]
    #expect(inspector.commits(query).lines.isEmpty)
    // A replay also runs muted actions.
    #expect(store.state.notes[id: 1]?.title == "abc")
  }

  @Test("of many commits, a recording keeps the newest, and a list contains 100 of them")
  func pace() {
    let inspector = Inspector(
      TimeMachine(
        store.context, limit: 10_000, bytes: .max, gauge: MemoryGauge(read: { nil })))
    for _ in 0..<20_000 { store.dispatch(.toggle) }
    #expect(inspector.versions.upperBound == 20_000)
    #expect((8_500...10_000).contains(inspector.versions.lowerBound))
    #expect(inspector.commits().lines.count == 100)
  }

  @Test("a list marks the commits that changed nothing, if the query asks for it")
  func noops() {
    dispatch(.draft("a"), .draft("a"), .rename(9, "x"), .toggle)
    var query = CommitQuery()
    query.marksNoops = true
    #expect(inspector.commits(query).lines.map(\.isNoop) == [false, true, true, false])
    #expect(inspector.commits().lines[0].isNoop == nil)
  }

  @Test("a commit has a list of its causes, its changes and its results")
  func chain() throws {
    dispatch(.draft("a"), .add(3), .load)
    let load = try inspector.commit(3)
    #expect(load.causes.isEmpty)
    #expect(load.results.map(\.version) == [4])
    #expect(load.difference?.changes == [])
    let loaded = try inspector.commit(4)
    #expect(loaded.causes.map(\.version) == [3])
    #expect(
      loaded.difference?.changes == [
        PathChange(path: "log[0]", change: "+ 7"), PathChange(path: "log[1]", change: "+ 8"),
      ])
    #expect(throws: InspectorError.notRecorded(9, 0...4)) { try inspector.commit(9) }
  }

  // MARK: - State

  @Test("a path selects a part of the state, and an invalid path is refused")
  func values() throws {
    dispatch(.draft("pear"), .add(3), .tag(3, "a"), .paint("red", 4), .draft("x"))
    let whole = try inspector.value()
    #expect(
      whole.text == """
        state: Notebook = Notebook(notes: (1 elements), draft: "x", byColor: (1 elements), isOpen: false, log: [])  (version 5)
          notes    (1 elements)  1 parts
          draft    "x"
          byColor  (1 elements)  1 parts
          isOpen   false
          log      []

        """)
    #expect(try inspector.value(at: "notes[id: 3].title").value.text == "\"pear\"")
    #expect(try inspector.value(at: "notes[0].tags[0]").value.text == "\"a\"")
    #expect(try inspector.value(at: "byColor[\"red\"]").value.text == "4")
    #expect(try inspector.value(at: "byColor[red]").value.text == "4")
    #expect(try inspector.value(at: "draft", version: 1).value.text == "\"pear\"")
    let notes = try inspector.value(at: "notes")
    #expect(notes.parts.map(\.path) == ["notes[id: 3]"])
    #expect(throws: InspectorError.noValue("notes[id: 4]")) {
      try inspector.value(at: "notes[id: 4]")
    }
    #expect(throws: InspectorError.noValue("notes[-1]")) { try inspector.value(at: "notes[-1]") }
    for wrong in ["a.", "[", "a[", "a[]", ".a", "a..b", "a[1]b"] {
      #expect(throws: InspectorError.invalidPath(wrong)) { try inspector.value(at: wrong) }
    }
  }

  @Test("a query returns one window of a list of 100,000 elements")
  func window() throws {
    let store = Store(
      initial: Notebook(notes: IdentifiedList((0..<100_000).map { Note(id: $0, title: "\($0)") })),
      reducer: notebook)
    let inspector = Inspector(store)
    let answer = try inspector.value(at: "notes", offset: 70_000, limit: 2)
    #expect(answer.parts.map(\.name) == ["[id: 70000]", "[id: 70001]"])
    #expect(answer.more == 29_998)
    #expect(answer.json.utf8.count < 1_000)
    #expect(try inspector.search("777", limit: 1).hits.first?.path == "notes[id: 777]")
  }

  @Test("a difference lists the changes between two versions by path, in both directions")
  func difference() throws {
    dispatch(.draft("a"), .add(1), .paint("a: b", 4), .rename(1, "z"))
    let answer = try inspector.difference(from: 1, to: 4)
    #expect(
      answer.text == """
        1 → 4
        notes[id: 1]: + Note(id: 1, title: "z", tags: [])
        draft: "a" → ""
        byColor["a: b"]: + 4

        """)
    #expect(
      try inspector.difference(from: 4, to: 1).changes[1]
        == PathChange(path: "draft", change: "\"\" → \"a\""))
    let few = try inspector.difference(from: 1, to: 4, limit: 1)
    #expect(few.changes.count == 1)
    #expect(few.omitted == 2)
  }

  @Test("a path is refused if no state can have it, and not if its element can come")
  func missing() throws {
    struct Inner: Equatable, Sendable { var size: Int }
    struct Outer: Equatable, Sendable {
      var inner: Inner?
      var names: [String: Inner] = [:]
      var list: [Inner] = []
      var notes: IdentifiedList<Note> = []
      var text = ""
      var load = Load.idle
    }
    enum Load: Equatable, Sendable { case idle, done(Inner) }
    let inspector = Inspector(Store<Outer, Int>(initial: Outer(), reducer: Reducer { _, _ in }))
    for path in [
      "", "inner", "inner.size", "names[a].size", "list[3].size", "notes[id: 3].title", "text",
      "load.done.size",
    ] {
      try inspector.addBreak(at: path)
    }
    for path in ["nope", "text.size", "names.nope", "list[x]", "list[-1]", "list[id: 3]", "inners"]
    {
      #expect(throws: InspectorError.noValue(path)) { try inspector.addBreak(at: path) }
      #expect(throws: InspectorError.noValue(path)) { try inspector.history(of: path) }
    }
    #expect(inspector.holding.breaks.count == 8)
  }

  @Test("a history lists the commits that changed the value at a path, the newest first")
  func history() async throws {
    dispatch(.draft("a"), .add(1), .tick, .rename(1, "b"), .rename(1, "b"), .tick, .remove(1))
    let answer = try inspector.history(of: "notes[id: 1].title")
    #expect(answer.entries.map(\.commit.version) == [7, 4, 2])
    #expect(
      answer.entries.map { "\($0.old) → \($0.new)" } == [
        "\"b\" → nothing", "\"a\" → \"b\"", "nothing → \"a\"",
      ])
    #expect(answer.isComplete)
    #expect(try inspector.history(of: "draft", limit: 1).entries.map(\.commit.version) == [2])
    let cancelled = Task { [inspector] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try inspector.history(of: "draft")
    }
    #expect(try await cancelled.value.isComplete == false)
  }

  @Test("a history and a break find a change inside a value whose type is not Equatable")
  func notEquatable() throws {
    struct Item: Sendable { var text = "" }
    struct Items: Sendable {
      var list = Array(repeating: Item(), count: 20)
      var byName = ["a": Item()]
      var item = Item()
    }
    let long = String(repeating: "x", count: 200)
    let store = Store(
      initial: Items(),
      reducer: Reducer<Items, Int> { state, action in
        switch action {
        case 1: state.list[19].text = "b"
        case 2: state.item.text = long + "1"
        case 3: state.item.text = long + "2"
        default: state.byName["a"]?.text = "b"
        }
      })
    let inspector = Inspector(store)
    for action in 1...5 { store.dispatch(action) }
    let expected: [String: [UInt64]] = ["list": [1], "item": [3, 2], "byName": [4]]
    for (path, versions) in expected {
      #expect(try inspector.history(of: path).entries.map(\.commit.version) == versions)
    }
    try inspector.addBreak(at: "item")
    store.dispatch(3)
    #expect(inspector.holding.version == nil)
    store.dispatch(2)
    #expect(inspector.holding.version == 7)
  }

  @Test("a history of a value finds the commit that removed a tag, and its call site")
  func plantedBug() throws {
    // A rename drops a tag if the title ends in 2.
    let store = Store(
      initial: Notebook(),
      reducer: Reducer<Notebook, NotebookAction> { state, action in
        if case .rename(let id, let title) = action, title.hasSuffix("2") {
          _ = state.notes[id: id]?.tags.popLast()
        }
        _ = notebook.reduce(&state, action)
      })
    let inspector = Inspector(store)
    store.dispatch(.add(1))
    store.dispatch(.tag(1, "a"))
    store.dispatch(.tag(1, "b"))
    for number in 0..<3 { store.dispatch(.rename(1, "title \(number)")) }
    store.dispatch(.tick)
    // 1. The tag is missing. The history gives the commit that changed the tags last.
    let last = try inspector.history(of: "notes[id: 1].tags", limit: 1).entries[0]
    #expect(last.commit.label == "rename(1, \"title 2\")")
    // 2. The details of that commit list all its changes.
    let detail = try inspector.commit(last.commit.version)
    #expect(
      detail.difference?.changes.map(\.path) == [
        "notes[id: 1].title", "notes[id: 1].tags[1]",
      ])
    #expect(detail.commit.site?.contains("QueryTests.swift") == true)
  }

  @Test("a history contains the same changes as a comparison of all states", arguments: 0..<20)
  func historyProperty(seed: UInt64) throws {
    let note = Comment(rawValue: "seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var titles = [store.state.notes[id: 3]?.title]
    for _ in 0..<Int.random(in: 1...400, using: &random) {
      dispatch(.random(&random))
      while titles.count <= Int(store.snapshot.version) {
        titles.append(store.state.notes[id: 3]?.title)
      }
    }
    let expected = titles.indices.dropFirst().filter { titles[$0] != titles[$0 - 1] }.reversed()
    let answer = try inspector.history(of: "notes[id: 3].title", limit: 1_000)
    #expect(answer.entries.map { Int($0.commit.version) } == Array(expected), note)
    #expect(answer.isComplete, note)
  }

  @Test("a search finds names and values of the state, and actions, and ignores case")
  func search() throws {
    dispatch(.draft("Pear"), .add(3), .draft("quince"))
    #expect(
      try inspector.search("pear").text == """
        state   notes[id: 3].title  "Pear"
        action  1                   draft("Pear")
        2 found

        """)
    #expect(
      try inspector.search("DRAFT").hits.map { $0.path ?? "\($0.version ?? 0)" } == [
        "draft", "3", "1",
      ])
    #expect(try inspector.search("draft", limit: 2).isComplete == false)
    #expect(try inspector.search("nothing like it").hits.isEmpty)
  }

  @Test("a search that leaves out deep values is not complete, and continues beside them")
  func deep() throws {
    indirect enum Nested: Sendable { case end(String), level(Nested) }
    struct Deep: Sendable {
      var nested: Nested
      var after = "pear"
    }
    func complete(_ levels: Int) throws -> Bool {
      let nested = (0..<levels).reduce(Nested.end("quince")) { value, _ in .level(value) }
      let answer = try Inspector(
        Store<Deep, Int>(initial: Deep(nested: nested), reducer: Reducer { _, _ in })
      ).search("pear")
      #expect(answer.hits.map(\.path) == ["after"])
      return answer.isComplete
    }
    #expect(try complete(10))
    #expect(try !complete(40))
  }

  /// A value without parts, which calls a body when its text is read.
  private final class Probe: CustomStringConvertible, CustomReflectable, Sendable {
    let bodies = Captured<[@Sendable () -> Void]>([])
    var customMirror: Mirror { Mirror(self, children: []) }
    var description: String {
      for body in bodies.value { body() }
      return "probe"
    }
  }

  @Test("a search ends when its task is cancelled, and does not block dispatches")
  func cancelled() async throws {
    let probe = Probe()
    let store = Store(
      initial: Array(repeating: probe, count: 20_000),
      reducer: Reducer<[Probe], Bool> { state, _ in state.removeLast() })
    let inspector = Inspector(store)
    let reads = Atomic(0)
    probe.bodies.append { [weak store] in
      let count = reads.add(1, ordering: .relaxed).newValue
      if count % 1_000 == 0 { store?.dispatch(true) }
      if count == 5_000 { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let answer = try await Task { try inspector.search("no such text") }.value
    #expect(!answer.isComplete)
    #expect(store.state.count == 19_995)
    #expect(reads.load(ordering: .relaxed) < 5_300)
  }

  @Test("values, differences and histories contain no redacted parts, and a search finds none")
  func redaction() throws {
    let store = Store(initial: Notebook(), reducer: notebook)
    let inspector = Inspector(store, hiding: [.path(\.draft), .type(Note.self)])
    store.dispatch(.draft("secret"))
    store.dispatch(.add(1))
    store.dispatch(.draft("secret"))
    let texts = [
      try inspector.value().json, try inspector.value(at: "draft").json,
      try inspector.value(at: "notes").json, try inspector.value(at: "notes[id: 1].title").json,
      try inspector.difference(from: 0, to: 3).json, try inspector.history(of: "draft").json,
    ]
    for text in texts {
      let state = text.replacing(/"label":"[^"\\]*(\\.[^"\\]*)*"/, with: "")
      #expect(!state.contains("secret"), "\(text)")
    }
    #expect(try inspector.search("secret").hits.allSatisfy { $0.kind == .action })
  }

  @Test("the JSON of an answer decodes to an equal answer, and its text has no ESC")
  func json() throws {
    dispatch(.draft("a\"\u{1B}[31m"), .add(1), .load)
    let list = inspector.commits()
    #expect(try decoded(list) == list)
    let detail = try inspector.commit(2)
    #expect(try decoded(detail) == detail)
    let value = try inspector.value()
    #expect(try decoded(value) == value)
    #expect(!value.text.contains("\u{1B}"))
    #expect(!list.text.contains("\u{1B}"))
  }

  @Test("texts are cut by characters, not by bytes, and a cut text ends with an ellipsis")
  func cutTexts() {
    let reader = ValueReader()
    let note = Note(id: 1, title: String(repeating: "漢", count: 60), tags: ["a"])
    #expect(reader.text(of: note).hasSuffix("tags: (1 elements))"))
    #expect(reader.text(of: note, limit: 50).count == 51)
    #expect(reader.text(of: note, limit: 50).hasSuffix("…"))
  }

  private func decoded<Answer: InspectorAnswer>(_ answer: Answer) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data(answer.json.utf8))
  }
}

extension String {
  /// Replaces the reducer's call site, because its line may change.
  fileprivate func replacingNotebook(_ site: String?) -> String {
    replacing("App/Notebook.swift:31 notebook", with: site ?? "")
  }
}
