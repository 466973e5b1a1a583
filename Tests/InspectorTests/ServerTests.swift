import Foundation
import Millrace
import MillraceStore
import MillraceTesting
import Testing

@testable import MillraceInspector
@testable import MillraceWeb

private struct NoteCount: Component, Equatable {
  let count: Int
  var body: Node { Text("\(count) notes") }
}

/// A program with a running inspector server.
@MainActor
private final class ServedNotes {
  let store: Store<Notebook, NotebookAction>
  let inspector: Inspector
  let server: InspectorServer
  let stage: TestStage

  /// - Parameter limit: The longest time of a query.
  init(hiding: [Redaction<Notebook>] = [], limit: Duration = .seconds(60)) throws {
    var made: Store<Notebook, NotebookAction>?
    var inspector: Inspector?
    stage = try TestStage(columns: 40, rows: 10) { dependencies in
      let store = Store(initial: Notebook(), reducer: notebook, dependencies: dependencies)
      made = store
      inspector = Inspector(store, hiding: hiding)
      return TerminalApp(store) { state, _ in NoteCount(count: state.notes.count) }
        .inspected(by: inspector)
    }
    store = made!
    self.inspector = inspector!
    server = try InspectorServer(
      self.inspector, name: "notes", ports: [0], limit: limit)
  }

  func dispatch(_ actions: NotebookAction...) {
    for action in actions {
      stage.clock.advance(by: .milliseconds(10))
      store.dispatch(
        action, from: CallSite(fileID: "Notes/NotesView.swift", line: 12, function: "body"))
    }
    stage.settle()
  }

  /// Runs a shell script, with the link in `LINK`.
  func run(_ script: String, permission: PagePermission = .drive) async throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-e", "-c", script]
    process.environment = [
      "LINK": server.makeLink(for: permission),
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    // Waits outside the main actor, because the server needs it for some answers.
    let reading = pipe.fileHandleForReading
    let data = await Task.detached { reading.readDataToEndOfFile() }.value
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  static let preamble = """
    URL=${LINK%/#*}
    TOKEN=$(curl -s -H 'Content-Type: application/json' -d "{\\"code\\":\\"${LINK#*#}\\"}" $URL/api/pair | cut -d'"' -f4)
    ask() { curl -s -g -H "Authorization: Bearer $TOKEN" -H 'Accept: text/plain' "$URL/api/$1"; }
    json() { curl -s -g -H "Authorization: Bearer $TOKEN" "$URL/api/$1"; }
    tell() { curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d "$2" "$URL/api/$1"; }
    status() { curl -s -g -o /dev/null -w '%{http_code}\\n' -H "Authorization: Bearer $TOKEN" "$URL/api/$1"; }

    """
}

private let hasCurl =
  FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")
  || FileManager.default.isExecutableFile(atPath: "/opt/homebrew/bin/curl")

@MainActor
@Suite("The inspector's API", .enabled(if: hasCurl), .timeLimit(.minutes(20)))
struct ServerTests {
  @Test("the commands of the article print the output that the article shows")
  func article() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = try String(
      contentsOf: folder.appending(
        path: "Sources/Inspector/MillraceInspector.docc/MillraceInspector.md"), encoding: .utf8)
    let notes = try ServedNotes()
    notes.dispatch(.draft("Figs"), .add(1), .toggle, .load, .rename(1, "Pears"))
    var script = ""
    var expected = ""
    for (index, block) in article.components(separatedBy: "\n```").enumerated() where index > 0 {
      if block.hasPrefix("sh\n") { script += block.dropFirst(3) + "\n" }
      if block.hasPrefix("text\n") { expected += block.dropFirst(5) + "\n" }
    }
    #expect(script.contains("ask 'commits?limit=3'"))
    // Durations differ in each run, and the call site of the reducer is in the tests.
    func plain(_ text: String) -> [String] {
      text.replacing(/[0-9.]+ (ns|µs|ms|s)\b/, with: "T")
        .replacing(/[A-Za-z]+\/(Notes|Notebook).swift:45 [A-Za-z]+/, with: "REDUCER")
        .split(separator: "\n").map { line in
          line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
    }
    let output = try await notes.run(script)
    #expect(plain(output) == plain(expected))
  }

  @Test("the JSON of the API decodes to the inspector's own answers")
  func json() async throws {
    let notes = try ServedNotes()
    notes.dispatch(.draft("a"), .draft("ab"), .add(1), .tick)
    let output = try await notes.run(
      ServedNotes.preamble + """
        json 'commits?fold=1&mute=tick'; echo
        json 'state?path=notes&limit=1'; echo
        json 'diff?from=0&to=3'
        """)
    let lines = output.split(separator: "\n").map { Data($0.utf8) }
    try #require(lines.count == 3)
    var query = CommitQuery()
    query.folds = true
    query.muted = ["tick"]
    let decoder = JSONDecoder()
    #expect(
      try decoder.decode(CommitList.self, from: lines[0]) == notes.inspector.commits(query))
    #expect(
      try decoder.decode(ValueAnswer.self, from: lines[1])
        == notes.inspector.value(at: "notes", limit: 1))
    #expect(
      try decoder.decode(DifferenceAnswer.self, from: lines[2])
        == notes.inspector.difference(from: 0, to: 3))
  }

  @Test(
    "the server answers invalid requests with their status, and requests without a token with 401")
  func refusals() async throws {
    let notes = try ServedNotes()
    notes.dispatch(.tick)
    let output = try await notes.run(
      ServedNotes.preamble + """
        for question in commits commit/9 commit/x state?path=nothing state?path=a..b 'diff?from=1' \\
          search nonsense 'state?at=-1' node/7 tree?node=9 frame/3 commit do \\
          file export 'export?from=9' 'test?from=x' test; do status "$question"; done
        TOKEN=0; status commits
        """)
    #expect(
      output.split(separator: "\n").map(String.init) == [
        "200", "404", "400", "404", "400", "400", "400", "404", "400", "404", "404", "404", "400",
        "405", "404", "200", "404", "400", "200", "401",
      ])
  }

  @Test("the server serves screens, and refuses them if parts of the state are hidden")
  func screens() async throws {
    let notes = try ServedNotes()
    notes.dispatch(.add(1))
    notes.dispatch(.add(2))
    let output = try await notes.run(
      ServedNotes.preamble + """
        json display; echo
        json 'display?at=1'; echo
        json svg
        """)
    let lines = output.split(separator: "\n").map { Data($0.utf8) }
    try #require(lines.count == 3)
    let decoder = JSONDecoder()
    let screen = try decoder.decode(ScreenAnswer.self, from: lines[0])
    #expect(try screen == notes.inspector.screen())
    #expect(screen.rows[0] == "2 notes" && screen.changed == [[0, 0, 1]])
    #expect(try decoder.decode(ScreenAnswer.self, from: lines[1]).rows[0] == "1 notes")
    #expect(
      try decoder.decode(FileAnswer.self, from: lines[2]) == notes.inspector.picture())

    let questions =
      "for question in display svg 'pick?x=0&y=0' pick display/x; do status $question; done"
    #expect(
      try await notes.run(ServedNotes.preamble + questions) == "200\n200\n200\n400\n400\n")
    let hidden = try ServedNotes(hiding: [.path(\.draft)])
    hidden.dispatch(.add(1))
    let statuses = try await hidden.run(ServedNotes.preamble + questions)
    #expect(statuses == "403\n403\n200\n400\n400\n")
    #expect(try hidden.inspector.screen().rows[0] == "1 notes")
    #expect(try hidden.inspector.pick(x: 0, y: 0).props == "hidden")
  }

  @Test("the server refuses operations from a view-only link")
  func looking() async throws {
    let notes = try ServedNotes()
    notes.dispatch(.tick, .tick)
    let script = ServedNotes.preamble + #"tell do '{"op": "jump", "to": 1}'"#
    #expect(
      try await notes.run(script, permission: .view)
        == #"{"error":"refused","what":"this link permits only viewing"}"#)
    #expect(notes.inspector.position == nil)
    #expect(
      try await notes.run(script) == #"{"ok":true,"position":1}"#)
    #expect(notes.inspector.position == 1)
    #expect(notes.store.snapshot.version == 2)
  }

  @Test("a stream contains the commits after a given version")
  func stream() async throws {
    let notes = try ServedNotes()
    notes.dispatch(.tick, .draft("a"))
    // Ends curl after six lines: it would notice only at the next event that nobody reads them.
    // The process may have inherited that other signals are blocked.
    let output = try await notes.run(
      ServedNotes.preamble + """
        sh -c 'echo $$; exec curl -s -N -H "$1" "$2"' sh \\
          "Authorization: Bearer $TOKEN" "$URL/api/stream?since=1" |
          { read -r PID; head -n 6; kill -9 "$PID"; }
        """)
    let lines = output.split(separator: "\n").map(String.init)
    try #require(lines.count >= 4)
    #expect(lines[0] == "event: hello")
    #expect(lines[1].contains(#""app":"notes""#))
    #expect(lines[2] == "id: 2")
    #expect(lines[3] == "event: commits")
    #expect(output.contains(#""label":"draft(\"a\")""#))
    #expect(!output.contains(#""label":"tick""#))
  }

  @Test("the JSON of an error has its name and its explanation")
  func errors() {
    let errors: [(InspectorError, String)] = [
      (.notRecorded(3, 0...2), "notRecorded"), (.noValue("a"), "noValue"),
      (.invalidPath("a"), "invalidPath"), (.notFound("a"), "notFound"), (.tooLong(3), "tooLong"),
      (.notCodable("A"), "notCodable"), (.invalidValue("a"), "invalidValue"),
      (.request("a"), "request"), (.slow, "slow"), (.ended, "ended"), (.hidden("a"), "hidden"),
      (.file("a"), "file"),
    ]
    for (error, name) in errors {
      let answer = ErrorAnswer(error)
      #expect(answer.error == name && answer.what == error.description)
    }
  }

  @Test("the server refuses invalid edits of a branch and breaks, and changes nothing")
  func wrongOperations() async throws {
    let notes = try ServedNotes()
    notes.dispatch(.draft("a"), .add(1))
    let operations = [
      #"{"op": "branch", "skip": "9"}"#, #"{"op": "branch", "skip": "abc"}"#,
      #"{"op": "branch", "insert": 3}"#, #"{"op": "resume"}"#, #"{"op": "jump"}"#,
      #"{"op": "jump", "to": 9}"#, #"{"op": "jump", "to": 1, "path": ""}"#,
      #"{"op": "local", "node": "0", "value": {"count": 1}}"#, #"{"op": "dispatch"}"#,
      #"{"op": "edit", "path": "draft"}"#, #"{"op": "live", "to": 1}"#,
      #"{"op": "break", "path": "a..b"}"#, #"{"op": "break", "path": "missing"}"#,
      #"{"op": "unbreak", "path": "draft"}"#, #"{"op": "fly"}"#, #"{}"#,
    ]
    let output = try await notes.run(
      ServedNotes.preamble + """
        for operation in \(operations.map { "'\($0)'" }.joined(separator: " ")); do
          curl -s -o /dev/null -w '%{http_code}\\n' -H "Authorization: Bearer $TOKEN" \\
            -H 'Content-Type: application/json' -d "$operation" "$URL/api/do"
        done
        for question in 'history?path=draft&before=x' 'json?path=nothing' 'json?commit=9' \\
          'search?q=' 'json?path=draft' hold; do status "$question"; done
        """)
    #expect(
      output.split(separator: "\n").map(String.init) == [
        "404", "400", "400", "404", "400", "404", "400", "400", "400", "400", "400", "400", "404",
        "404", "400", "400", "400", "404", "404", "400", "200", "200",
      ])
    #expect(notes.store.snapshot.version == 2)
    #expect(notes.inspector.skipped.isEmpty)
    #expect(notes.inspector.position == nil)
  }
}
