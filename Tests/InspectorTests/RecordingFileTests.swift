import Foundation
import Millrace
import MillraceStore
import MillraceStoreTesting
import MillraceSystem
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceInspector
@testable import MillraceMiddleware

@MainActor
@Suite("Recording files", .timeLimit(.minutes(20)))
struct RecordingFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private typealias Machine = TimeMachine<Notebook, NotebookAction>

  private func machine(
    _ initial: Notebook = Notebook(), _ reducer: Reducer<Notebook, NotebookAction> = notebook
  ) -> Machine {
    Machine(
      Store(
        initial: initial, reducer: reducer, dependencies: Dependencies(clock: ManualClock())))
  }

  /// Runs random actions, and saves them.
  /// - Returns: The state of each version.
  private func session(
    _ name: String, _ random: inout SeededGenerator, count: Int
  ) throws -> [UInt64: Notebook] {
    let store = Store(
      initial: Notebook(), reducer: notebook, dependencies: Dependencies(clock: ManualClock()))
    // A recording can begin later than the store.
    for _ in 0..<Int.random(in: 0..<5, using: &random) { store.dispatch(.random(&random)) }
    let inspector = Inspector(store)
    var states: [UInt64: Notebook] = [store.snapshot.version: store.state]
    let seen = Captured<[Snapshot<Notebook>]>([])
    let token = store.observeCommits(keepingStates: true) { commit in
      if let state = commit.states?.after {
        seen.append(Snapshot(state: state, version: commit.version))
      }
    }
    for _ in 0..<count {
      if random.chance(4) {
        store.context.replaceState(reason: .liveReload) { $0.draft = "replaced" }
      } else {
        store.dispatch(.random(&random))
      }
    }
    withExtendedLifetime(token) {}
    for snapshot in seen.value { states[snapshot.version] = snapshot.state }
    try inspector.save(to: folder.file(name))
    return states
  }

  @Test(
    "each version of a saved session has the same state when another run opens the file",
    arguments: 0..<rounds(3, long: 10)
  )
  func property(part: UInt64) throws {
    let counts = [0, 1, 20, 150]
    for seed in (part * 1_000)..<(part * 1_000 + rounds(4, long: 1_000)) {
      let note = Comment(rawValue: "seed \(seed)")
      var random = SeededGenerator(seed: seed)
      let name = "\(seed)"
      let states = try session(name, &random, count: counts[Int(seed) % counts.count])
      let machine = machine(Notebook(draft: "another run"))
      let report = try machine.recording.open(folder.file(name)) { _ in true }
      try #require(report.fit == .fine, note)
      #expect(report.difference == nil && !report.isTruncated, note)
      #expect(machine.versions == states.keys.min()!...states.keys.max()!, note)
      let wrong = try states.keys.sorted().first { try machine.state(at: $0) != states[$0] }
      #expect(wrong == nil, note)
      // `Recording` reads the same file.
      let recording = try Recording<Notebook, NotebookAction>(path: folder.file(name))
      #expect(recording.versions == machine.versions, note)
      #expect(
        try recording.state(at: recording.versions.upperBound, by: notebook)
          == states[recording.versions.upperBound], note)
    }
  }

  @Test(
    "a file that is cut at any byte gives the commits of its complete lines, and reports the loss"
  )
  func torn() throws {
    var random = SeededGenerator(seed: 3)
    let states = try session("whole", &random, count: rounds(8, long: 12))
    let text = folder.text("whole")!
    let bytes = Array(text.utf8)
    for count in bytes.indices {
      // By default, files are cut around each line break, and at some other bytes.
      let isNearEnd = bytes[max(0, count - 2)...min(count + 1, bytes.count - 1)]
        .contains(UInt8(ascii: "\n"))
      guard isLong || isNearEnd || count % 41 == 0 else { continue }
      let part = String(decoding: text.utf8.prefix(count), as: UTF8.self)
      try folder.write(part, to: "torn")
      let lines = part.count { $0 == "\n" }
      let machine = machine()
      if lines == 0 {
        #expect(throws: InspectorError.self) {
          try machine.recording.open(folder.file("torn")) { _ in true }
        }
        #expect(machine.recording.file == nil)
        continue
      }
      let report = try machine.recording.open(folder.file("torn")) { _ in true }
      #expect(report.isTruncated == !part.hasSuffix("\n"))
      #expect(report.text.contains("lost") == report.isTruncated)
      #expect(try machine.state(at: report.last) == states[report.last])
    }
  }

  @Test("a state and an action that are nil are saved, opened and replayed")
  func optional() throws {
    let assigned = Reducer<Int?, Int?> { $0 = $1 }
    let store = Store(initial: nil, reducer: assigned)
    let inspector = Inspector(store)
    for action in [1, nil, 2] { store.dispatch(action) }
    store.context.replaceState(reason: .liveReload) { $0 = nil }
    try inspector.save(to: folder.file("nil"))
    let machine = TimeMachine(Store(initial: 7, reducer: assigned))
    let report = try machine.recording.open(folder.file("nil")) { _ in true }
    #expect(report.fit == .fine && report.difference == nil)
    let recording = try Recording<Int?, Int?>(path: folder.file("nil"))
    for (version, state) in [nil, 1, nil, 2, nil].enumerated() {
      #expect(try machine.state(at: UInt64(version)) == state)
      #expect(try recording.state(at: UInt64(version), by: assigned) == state)
    }
  }

  @Test("a file of many replacements keeps the newest versions within the memory for snapshots")
  func manyReplacements() throws {
    let store = Store(
      initial: Notebook(), reducer: notebook, dependencies: Dependencies(clock: ManualClock()))
    let whole = TimeMachine(store, bytes: 1 << 22)
    for number in 0..<400 {
      store.context.replaceState(reason: .liveReload) {
        $0.draft = "\(number)" + String(repeating: ".", count: 1_000)
      }
    }
    try Inspector(whole).save(to: folder.file("replacements"))
    let small = TimeMachine<Notebook, NotebookAction>(
      Store(initial: Notebook(), reducer: notebook), bytes: 1 << 17)
    let report = try small.recording.open(folder.file("replacements")) { _ in true }
    #expect(small.recording.log.snapshots.count <= 132)
    #expect(report.first > 0 && report.last == 400)
    #expect(small.versions == report.first...400)
    #expect(report.text.contains("Versions before \(report.first) are left out"))
    for version in [report.first, 399, 400] {
      #expect(try small.state(at: version) == whole.state(at: version))
    }
    #expect(throws: InspectorError.self) { try small.state(at: report.first - 1) }
  }

  @Test(
    "a file with a changed byte is refused as damaged, unless it only lacks the last line break")
  func damaged() throws {
    var random = SeededGenerator(seed: 4)
    _ = try session("whole", &random, count: 30)
    let bytes = Array(folder.text("whole")!.utf8)
    for round in 0..<rounds(80, long: 5_000) {
      var bytes = bytes
      // The last line break is one byte of many, so the first round changes it.
      let index = round == 0 ? bytes.count - 1 : Int.random(in: 0..<bytes.count, using: &random)
      bytes[index] ^= UInt8.random(in: 1...127, using: &random)
      try folder.write(String(decoding: bytes, as: UTF8.self), to: "damaged")
      let machine = machine()
      do throws(InspectorError) {
        let report = try machine.recording.open(folder.file("damaged")) { _ in true }
        // Without its line break, the last line counts as truncated, not as damaged.
        #expect(report.isTruncated)
      } catch {
        #expect(
          "\(error)".contains("is damaged")
            || "\(error)".contains("not a recording"))
      }
    }
  }

  @Test("an inspector overwrites no file, and saves no state that is partly hidden or not Codable")
  func refusals() throws {
    let store = Store(initial: Notebook(), reducer: notebook)
    let inspector = Inspector(store)
    store.dispatch(.draft("a"))
    try inspector.save(to: folder.file("session"))
    #expect(folder.permissions("session") == 0o600)
    let before = folder.text("session")
    #expect(throws: InspectorError.self) { try inspector.save(to: folder.file("session")) }
    #expect(folder.text("session") == before)

    let hiding = Inspector(store, hiding: [.path(\.draft)])
    let text =
      "This inspector hides parts of the state, which a file would show: nothing was written."
    #expect(throws: InspectorError.file(text)) { try hiding.save(to: folder.file("hidden")) }
    #expect(throws: InspectorError.file(text)) { try hiding.export() }
    #expect(throws: InspectorError.file(text)) { try hiding.testSource() }
    #expect(folder.names == ["session"])
    #expect(throws: InspectorError.notRecorded(0, 1...1)) {
      try Inspector(store).export(from: 1, through: 0)
    }

    let plain = Store<Int, Int>(initial: 0, reducer: Reducer { $0 = $1 })
    struct Opaque: Sendable { var number = 0 }
    let opaque = Inspector(
      Store<Opaque, Int>(initial: Opaque(), reducer: Reducer { $0.number = $1 }))
    #expect(throws: InspectorError.notCodable("Opaque")) { try opaque.export() }
    #expect(try Inspector(plain).export().hasSuffix("\n"))
  }

  @Test("an export of over 4 MiB is refused, and an export of fewer versions is not")
  func tooLong() throws {
    let store = Store(initial: Notebook(), reducer: notebook)
    let inspector = Inspector(store)
    for _ in 0..<5 { store.dispatch(.draft(String(repeating: "x", count: 1 << 20))) }
    #expect(throws: InspectorError.tooLong(4 << 20)) { try inspector.export() }
    #expect(try inspector.export(from: 4).utf8.count < 4 << 20)
  }

  // MARK: - Types

  /// Writes a file by hand.
  private func write(_ lines: [String], to name: String) throws {
    let bytes = lines.flatMap { CheckedLine.make(Array($0.utf8)) }
    try folder.write(String(decoding: bytes, as: UTF8.self), to: name)
  }

  /// The state of the current build. The test writes files of ten other builds.
  private struct Card: Codable, Equatable, Sendable {
    var title = ""
    var color: String?
  }
  private struct Box: Codable, Equatable, Sendable {
    var cards: [Card] = []
    var count = 0
    var name: String?
    var ratio = 1.0
  }
  private enum BoxAction: Codable, Equatable, Sendable {
    case put(Card)
    case name(String?)
    case clear
  }
  private static let box = Reducer<Box, BoxAction> { state, action in
    switch action {
    case .put(let card):
      state.cards.append(card)
      state.count += 1
    case .name(let name): state.name = name
    case .clear: state.cards = []
    }
  }

  @Test("a file of another build is reported as fine, risky or impossible, with the reason")
  func builds() throws {
    let types = """
      "types":{"":"Box","cards":"Array<Card>","count":"Int","name":"Optional<String>","ratio":"Double"},
      """
    func start(_ state: String, _ types: String = "") -> String {
      "{\"began\":\"2026-01-01T00:00:00Z\",\(types)\"format\":1,\"ms\":0,\"state\":\(state),\"version\":0}"
    }
    let put = #"{"action":{"put":{"_0":{"title":"a"}}},"ms":1,"version":1}"#
    let empty = #"{"cards":[],"count":0,"ratio":1}"#
    func typed(_ old: String, _ new: String) -> String { types.replacing(old, with: new) }
    let files: [(name: String, lines: [String], expected: String)] = [
      ("this build", [start(empty, types), put], "fine"),
      (
        "1: a type had another name",
        [start(empty, typed("\"count\":\"Int\"", "\"count\":\"UInt8\"")), put],
        "risky: count was UInt8 and is Int"
      ),
      (
        "2: an optional field is new",
        [start(empty, typed("\"name\":\"Optional<String>\",", "")), put],
        "risky: name is new: Optional<String>"
      ),
      (
        "3: a field is gone",
        [
          start(
            #"{"cards":[],"count":0,"owner":"me","ratio":1}"#,
            typed("\"ratio\"", "\"owner\":\"String\",\"ratio\"")), put,
        ], "risky: owner is missing; it was String"
      ),
      (
        "4: an action holds another type",
        [
          start(empty, types),
          #"{"action":{"put":{"_0":{"title":"a"}}},"ms":1,"types":{"":"BoxAction","put":"Letter","put.title":"String"},"version":1}"#,
        ], "risky: put was Letter and is Card, put.color is new: Optional<String>"
      ),
      (
        "5: without types", [start(empty), put],
        "risky: The file does not name its types: an older program wrote it."
      ),
      (
        "6: a field that must be there is missing", [start(#"{"cards":[],"ratio":1}"#), put],
        "impossible in line 1: \"count\" is missing at state"
      ),
      (
        "7: a field has another type", [start(#"{"cards":[],"count":"none","ratio":1}"#)],
        "impossible in line 1: state.count"
      ),
      (
        "8: a case had another name",
        [start(empty, types), put, #"{"action":{"rename":{"_0":"x"}},"ms":2,"version":2}"#],
        "impossible in line 3: action"
      ),
      (
        "9: the state was a list", [start("[]")], "impossible in line 1: state"
      ),
      (
        "10: a newer format",
        [start(empty, types).replacing("\"format\":1", with: "\"format\":2"), put],
        "impossible in line 1: a newer program recorded it in format 2"
      ),
    ]
    for (name, lines, expected) in files {
      try write(lines, to: name)
      let machine = TimeMachine(Store(initial: Box(), reducer: Self.box))
      do throws(InspectorError) {
        let report = try machine.recording.open(folder.file(name)) { _ in true }
        let found =
          ([report.fit.rawValue + (report.remarks.isEmpty ? "" : ":")]
          + [report.remarks.joined(separator: ", ")].filter { !$0.isEmpty }).joined(separator: " ")
        #expect(found == expected, "\(name)")
        #expect(try machine.state(at: 1).cards == [Card(title: "a")], "\(name)")
      } catch {
        #expect(expected.hasPrefix("impossible"), "\(name): \(error)")
        let parts = expected.split(separator: ": ", maxSplits: 1)
        let line = parts[0].dropFirst("impossible in ".count)
        #expect(
          "\(error)".contains("\(line.prefix(1).uppercased())\(line.dropFirst()) of "),
          "\(name): \(error)")
        #expect("\(error)".contains(parts[1]), "\(name): \(error)")
        #expect(machine.recording.file == nil)
      }
    }
  }

  @Test("a fingerprint names types by path, and an empty collection makes no difference")
  func fingerprint() {
    let empty = typeFingerprint(of: Notebook())
    #expect(empty["notes"] == "IdentifiedList<Note>")
    #expect(empty["notes[].title"] == nil)
    let full = typeFingerprint(of: Notebook(notes: [Note(id: 1, title: "a", tags: ["b"])]))
    #expect(full["notes[].title"] == "String")
    #expect(full["notes[].tags[]"] == "String")
    #expect(typeDifferences(empty, full) == [])
    #expect(typeFingerprint(of: NotebookAction.rename(1, "a"))["rename.1"] == "String")
    #expect(caseName(of: NotebookAction.tick) == "tick")
  }

  // MARK: - Divergence

  @Test(
    "a report names the first version that a changed reducer computes differently, and both values")
  func divergence() throws {
    let store = Store(
      initial: Notebook(), reducer: notebook,
      middleware: [.recorder(to: .file(folder.file("session")))])
    for action in [.draft("Figs"), .add(1), .tag(1, "a"), .tag(1, "b"), .toggle] as [NotebookAction]
    {
      store.dispatch(action)
    }
    store.finish()
    let changed = Reducer<Notebook, NotebookAction> { state, action in
      if case .tag(_, "b") = action { return }
      _ = notebook.reduce(&state, action)
    }
    let machine = machine(Notebook(), changed)
    let report = try machine.recording.open(folder.file("session")) { _ in true }
    let text = try #require(report.difference)
    #expect(text.hasPrefix("The replay differs at version 4, tag(1, \"b\")"))
    #expect(
      text.contains(
        #"the recorded change is (notes[id: 1].tags[1]: + "b"), the replayed change is (no change)"#
      ),
      "\(text)")
    // Later versions are computed by this program's reducer.
    #expect(try machine.state(at: 5).isOpen)
    #expect(try machine.state(at: 5).notes[id: 1]?.tags == ["a"])
    #expect(report.fit == .fine)
  }

  @Test(
    "the first difference of a long file is named, wherever it is", arguments: [1, 63, 64, 65, 999])
  func divergenceInLongFile(of number: Int) throws {
    let store = Store(
      initial: Notebook(), reducer: notebook,
      middleware: [.recorder(to: .file(folder.file("session")))])
    for count in 1...1_000 { store.dispatch(.paint("red", count)) }
    store.finish()
    let changed = Reducer<Notebook, NotebookAction> { state, action in
      _ = notebook.reduce(&state, action)
      if case .paint(_, number) = action { state.draft = "changed" }
    }
    let report = try machine(Notebook(), changed).recording.open(folder.file("session")) { _ in true
    }
    let text = try #require(report.difference)
    #expect(text.contains("at version \(number), paint(\"red\", \(number))"), "\(text)")
    #expect(!text.contains("unchecked"), "\(text)")
    #expect(report.last == 1_000)
  }

  @Test("lines that are JSON only together are refused, and the first of them is named")
  func joinedLines() throws {
    let store = Store(
      initial: Notebook(), reducer: notebook,
      middleware: [.recorder(to: .file(folder.file("session")))])
    store.dispatch(.tick)
    store.finish()
    let path = folder.file("session")
    let whole = try Data(contentsOf: URL(filePath: path))
    for (first, second) in [
      (#"{"x":[{}"#, #"{"a":1}],"version":2,"ms":0,"action":{"tick":{}}}"#),
      (#"{"version":2,"ms":0,"action":{"tick":{}}},{"a":1}"#, #"{"version":3,"ms":0}"#),
    ] {
      let lines = CheckedLine.make(first.utf8) + CheckedLine.make(second.utf8)
      try (whole + Data(lines)).write(to: URL(filePath: path))
      let error = #expect(throws: InspectorError.self) {
        try machine().recording.open(path) { _ in true }
      }
      #expect(error?.description.hasPrefix("Line 3 of") == true, "\(String(describing: error))")
    }
  }

  // MARK: - In a program

  @Test(
    "an opened file is shown paused and does not change the store; resuming or going live closes it"
  )
  func paused() async throws {
    var random = SeededGenerator(seed: 8)
    let states = try session("session", &random, count: 40)
    let last = try #require(states.keys.max())
    let store = Store(initial: Notebook(draft: "mine"), reducer: notebook)
    let inspector = Inspector(store)
    store.dispatch(.tick)
    let report = try await inspector.open(folder.file("session"))
    #expect(inspector.file == report)
    #expect(inspector.position == last)
    #expect(inspector.versions == report.first...report.last)
    #expect(store.state == Notebook(draft: "mine", log: [0]))
    #expect(inspector.commits().newest == last)
    // An action that arrives meanwhile changes the present.
    store.dispatch(.tick)
    #expect(inspector.arrivals == 1)
    let middle = (report.first + report.last) / 2
    try inspector.travel(to: middle)
    #expect(try inspector.value(at: "draft").text.contains(states[middle]!.draft))
    inspector.goLive()
    #expect(inspector.file == nil)
    #expect(inspector.versions == 0...2)
    #expect(store.state.log == [0, 1])

    try await inspector.open(folder.file("session"))
    try inspector.resume(at: middle)
    #expect(store.state == states[middle])
    #expect(store.snapshot.version == 3)
    #expect(inspector.file == nil)
  }

  @Test("an opening that is cancelled or fails shows no file")
  func cancelled() async throws {
    var random = SeededGenerator(seed: 9)
    _ = try session("session", &random, count: 800)
    let machine = machine()
    var fractions: [Double] = []
    #expect(throws: InspectorError.self) {
      try machine.recording.open(folder.file("session")) {
        fractions.append($0)
        return fractions.count < 5
      }
    }
    #expect(machine.recording.file == nil && machine.position == nil)
    #expect(fractions.count == 5 && fractions == fractions.sorted() && fractions[4] < 0.5)

    let inspector = Inspector(Store(initial: Notebook(), reducer: notebook))
    let path = folder.file("session")
    let task = Task { try await inspector.open(path) }
    task.cancel()
    await #expect(throws: InspectorError.self) { try await task.value }
    #expect(inspector.file == nil)
    await #expect(throws: InspectorError.self) { try await inspector.open(folder.file("none")) }
    #expect(inspector.opening.withLock { $0 == nil })
  }

  @Test("the overlay shows an opened file, saves the session and a test, and overwrites no file")
  func overlay() async throws {
    var random = SeededGenerator(seed: 10)
    let states = try session("session", &random, count: 30)
    let last = try #require(states.keys.max())
    let program = try InspectedNotebook(columns: 160, rows: 30) { state, _ in
      Text("draft: \(state.draft)")
    }
    let (inspector, stage) = (program.inspector, program.stage)
    inspector.screen.folder = folder.path
    func press(_ key: Key) {
      stage.terminal.send(key)
      stage.settle()
      stage.settle()
    }
    try await inspector.open(folder.file("session"))
    press(.function(12))
    let text = stage.rows.joined(separator: "\n")
    #expect(text.contains("session: fine, versions"), "\(text)")
    #expect(text.contains("version \(last) of \(last)"), "\(text)")
    press(.character("["))
    #expect((stage.rows[0] + " ").hasPrefix("draft: \(states[last - 1]!.draft)"))
    func save() async {
      press(.character("S"))
      await inspector.screen.work?.value
      stage.settle()
    }
    await save()
    let saved = try #require(
      stage.rows.joined(separator: "\n").firstMatch(of: /written: (\S+\.jsonl)/)?.output.1)
    let other = machine()
    #expect(try other.recording.open(String(saved)) { _ in true }.last == last)
    await save()
    #expect(stage.rows.joined().contains("File exists"))
    press(.character("T"))
    await inspector.screen.work?.value
    stage.settle()
    let test = try #require(
      stage.rows.joined(separator: "\n").firstMatch(of: /written: (\S+-Tests\.swift)/)?.output.1)
    let bytes = try SystemFiles().read(String(test), from: 0)
    #expect(try String(decoding: bytes, as: UTF8.self) == inspector.testSource())
    press(.character("l"))
    #expect(stage.rows[0] == "draft:")
    #expect(!stage.rows.joined().contains("session: fine"))
  }

  @Test("a program opens the given file, or shows why it cannot be opened")
  func arguments() async throws {
    var random = SeededGenerator(seed: 11)
    let states = try session("session", &random, count: 10)
    for (argument, isThere) in [("session", true), ("none", false)] {
      var made: Inspector?
      let stage = try TestStage(columns: 160, rows: 30) { dependencies in
        let store = Store(initial: Notebook(), reducer: notebook, dependencies: dependencies)
        made = Inspector(store)
        return TerminalApp(store) { state, _ in Text("draft: \(state.draft)") }
          .inspected(by: made, opening: folder.file(argument))
      }
      let inspector = try #require(made)
      await inspector.screen.work?.value
      stage.settle()
      stage.clock.advance(by: .milliseconds(40))
      stage.settle()
      let text = stage.rows.joined(separator: "\n")
      #expect((inspector.file != nil) == isThere)
      #expect(text.contains(isThere ? "session: fine" : "cannot be opened"), "\(text)")
      if isThere { #expect(inspector.position == states.keys.max()) }
    }
    let app = TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { $0 = $1 })) { _, _ in
      Text("")
    }
    _ = app.inspected(arguments: ["program", "--inspect"])
  }
}
