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
      self.inspector, name: "notes", port: 0, preferring: 0, limit: limit)
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
    for (place, block) in article.components(separatedBy: "\n```").enumerated() where place > 0 {
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
      try decoder.decode(ScreenFile.self, from: lines[2]) == notes.inspector.picture())

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
      try await notes.run(script, permission: .view) == "this link permits only viewing\n")
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

  /// Requests that are wrong, with the status, and a part of the explanation.
  private static let wrong: [(request: String, status: Int, what: String)] = [
    ("commits?before=x", 400, "before is a whole number, not x"),
    ("commits?limit=1e9", 400, "limit is a whole number"),
    ("commits?fold=2", 400, "fold is 1 or 0"),
    ("commits?noops=all", 400, "noops is 1 or 0, or hide"),
    ("state?at=9", 404, "Version 9 is not recorded: choose one from 0 to 2"),
    ("state?at=-1", 400, "at is a whole number"),
    ("state?path=nothing", 404, "There is nothing at nothing"),
    ("state?path=a..b", 400, "a..b is not a path"),
    ("state?offset=x", 400, "offset is a whole number"),
    ("diff?from=1", 400, "add to=, a version"),
    ("diff?to=1", 400, "add from=, a version"),
    ("diff?from=1&to=9", 404, "Version 9 is not recorded"),
    ("diff?from=9&to=1", 404, "Version 9 is not recorded"),
    ("history?path=nope", 404, "There is nothing at nope"),
    ("history?path=notes[id:7].title", 200, "no other since version 0"),
    ("history?path=nope&before=2", 404, "There is nothing at nope"),
    ("history?path=a..b", 400, "a..b is not a path"),
    ("history?path=draft&before=x", 400, "before is a whole number"),
    ("hold?path=draft", 400, "hold has no parameter path: it has none"),
    ("json?path=nothing", 404, "There is nothing at nothing"),
    ("json?commit=9", 404, "There is no action at version 9"),
    ("branch?skip=abc", 400, "skip is a whole number, not abc"),
    ("branch?skip=1,", 200, "1"),
    ("branch?skip=9", 404, "Version 9 is not recorded"),
    ("branch?skip=0", 404, "Version 0 is not recorded"),
    ("branch?move=2:1", 400, "branch has no parameter move: it has skip, limit"),
    ("file", 404, "There is no open file"),
    ("file/1", 404, "there is nothing below /api/file"),
    ("export?from=2&to=1", 400, "version 2 comes after 1, exchange them"),
    ("export?from=9&to=2", 404, "Version 9 is not recorded: choose one from 0 to 2"),
    ("export?from=9", 404, "Version 9 is not recorded"),
    ("export?from=x", 400, "from is a whole number"),
    ("test?from=2&to=1", 400, "version 2 comes after 1, exchange them"),
    ("test?from=1&to=9", 404, "Version 9 is not recorded"),
    ("test?from=x", 400, "from is a whole number"),
    ("commit", 400, "write /api/commit/ and what to show"),
    ("commit/x", 400, "the version is a whole number, not x"),
    ("commit/9", 404, "Version 9 is not recorded"),
    ("frame", 400, "write /api/frame/"),
    ("frame/x", 400, "the frame is a whole number"),
    ("frame/999", 404, "There is no frame 999"),
    ("cost?from=1", 400, "cost has no parameter from"),
    ("tree?node=9", 404, "There is no node 9"),
    ("tree?depth=x", 400, "depth is a whole number"),
    ("node", 400, "write /api/node/"),
    ("node/9.9", 404, "There is no node 9.9"),
    ("display/999", 404, "There is no such screen: frames"),
    ("display/x", 400, "the frame is a whole number"),
    ("display?at=x", 400, "at is a whole number"),
    ("svg/999", 404, "There is no such screen: frames"),
    ("svg?frame=1", 400, "svg has no parameter frame: it has at"),
    ("pick?x=1", 400, "add x= and y="),
    ("pick?x=-1&y=0", 400, "x is a whole number"),
    ("pick?x=999&y=0", 404, "There is no node at column 999, row 0"),
    ("search", 400, "add q=, the text"),
    ("search?q=a&at=x", 400, "at is a whole number"),
    ("search?q=a&at=9", 404, "Version 9 is not recorded"),
    ("stream?since=x", 400, "since is a whole number"),
    ("stream?from=1", 400, "stream has no parameter from: it has since"),
    ("cast?from=5&to=1", 404, "there is no /api/cast: ask for commits"),
    ("jump?to=1", 404, "there is no /api/jump"),
    ("do", 405, "send operations with POST"),
  ]

  @Test("each wrong question gets 400 or 404, what is wrong, and what to write instead")
  func wrongQuestions() async throws {
    let notes = try ServedNotes()
    notes.dispatch(.draft("a"), .add(1))
    let questions = Self.wrong.map { "'\($0.request)'" }.joined(separator: " ")
    let output = try await notes.run(
      ServedNotes.preamble + """
        for question in \(questions); do
          curl -s -g -w ' %{http_code}\\n' -H "Authorization: Bearer $TOKEN" \\
            -H 'Accept: text/plain' "$URL/api/$question" | tr '\\n' ' '; echo
        done
        """)
    let answers = output.split(separator: "\n").map(String.init)
    try #require(answers.count == Self.wrong.count)
    for (answer, wrong) in zip(answers, Self.wrong) {
      #expect(answer.contains(" \(wrong.status) "), "\(wrong.request): \(answer)")
      #expect(answer.contains(wrong.what), "\(wrong.request): \(answer)")
    }
  }

  @Test("every question and operation refuses a parameter that it does not know")
  func unknownParameters() async throws {
    let notes = try ServedNotes()
    let rows = APIRow.all
    let script = rows.map { row in
      let argument = row.argument == .required ? "/1" : ""
      return row.permission == .drive
        ? #"tell do '{"op": "\#(row.name)", "colour": 1}'"#
        : "ask '\(row.name)\(argument)?colour=1'"
    }
    let output = try await notes.run(ServedNotes.preamble + script.joined(separator: "\n"))
    let answers = output.split(separator: "\n").map(String.init)
    try #require(answers.count == rows.count)
    for (row, answer) in zip(rows, answers) {
      #expect(answer.hasPrefix("\(row.name) has no parameter colour: it has"))
    }
    // The table of wrong questions has each question.
    let asked = Set(Self.wrong.map { $0.request.prefix { $0.isLetter } })
    for row in rows where row.permission == .view { #expect(asked.contains(row.name[...])) }
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

  @Test("a query that takes too long ends: a list with its next page, another with 503")
  func slow() async throws {
    // The first check of a query is too late.
    let notes = try ServedNotes(limit: .seconds(-1))
    for _ in 0..<100 { notes.store.dispatch(.tick) }
    let output = try await notes.run(
      ServedNotes.preamble + """
        ask 'commits?noops=hide'
        ask 'history?path=draft'
        status 'state?path=draft&at=90'
        status 'state?path=draft'
        """)
    #expect(
      output.split(separator: "\n").map(String.init) == [
        "live, 0…100", "more: before=101", "draft:", "examined back to version 100",
        "more: before=101", "503", "200",
      ])
  }

  @Test("the page is also at /inspect, and a port that is taken is replaced by a free one")
  func address() async throws {
    let notes = try ServedNotes()
    let output = try await notes.run(
      ServedNotes.preamble + """
        for path in / /inspect /inspector; do
          curl -s -o /dev/null -w '%{http_code} %{content_type}\\n' "$URL$path"
        done
        """)
    #expect(
      output.split(separator: "\n").prefix(2)
        == ["200 text/html; charset=utf-8", "200 text/html; charset=utf-8"])
    #expect(output.contains("404"))
    let taken = notes.server.port
    func port(_ preferred: UInt16) throws -> UInt16 {
      let server = try InspectorServer(
        notes.inspector, name: "notes", port: nil, preferring: preferred)
      defer { server.stop() }
      return server.port
    }
    #expect(try port(taken) != taken)
    #expect(throws: PageServerError.self) {
      try InspectorServer(notes.inspector, name: "notes", port: taken)
    }
    // Another process can take a port that was just free.
    let isPreferred = try (0..<20).contains { _ in
      let free = try port(taken)
      return try port(free) == free
    }
    #expect(isPreferred)
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
