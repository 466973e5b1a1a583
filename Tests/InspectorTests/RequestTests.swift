import Foundation
import Millrace
import MillraceStore
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceInspector
@testable import MillraceWeb

/// A request to a server with the versions 0 to 5, and its answer.
private struct Attempt: Sendable {
  /// The name of the question or operation.
  let name: String
  /// The text after `/api/`, or the body of an operation.
  let request: String
  let status: Int
  /// A part of the answer.
  let part: String

  var isOperation: Bool { request.hasPrefix("{") }

  init(_ name: String, _ request: String, _ status: Int, _ part: String) {
    (self.name, self.request, self.status, self.part) = (name, request, status, part)
  }

  static let number = "is not a whole number"
  static let limit = "is not a whole number from 1 to 1000"

  static let questions = [
    Attempt(
      "commits", "commits?limit=2&before=5&fold=1&noops=hide&mute=tick&mutesites=x,y", 200, "lines"),
    Attempt("commits", "commits?noops=1", 200, "isNoop"),
    Attempt("commits", "commits?limit=0", 400, "limit=0 \(limit)"),
    Attempt("commits", "commits?limit=1001", 400, "limit=1001 \(limit)"),
    Attempt("commits", "commits?limit=ten", 400, "limit=ten \(limit)"),
    Attempt("commits", "commits?before=-1", 400, "before=-1 is not a whole number from 1"),
    Attempt("commits", "commits?fold=yes", 400, "fold=yes is not 1 or 0"),
    Attempt("commits", "commits?noops=show", 400, "noops=show is not 1, 0 or hide"),
    Attempt("commits", "commits?Limit=1", 400, "before, limit, fold, noops, mute, mutesites"),
    Attempt("commit", "commit/1", 200, #"draft(\"a\")"#),
    Attempt(
      "commit", "commit", 400, "write /api/commit/ and the parameter version, a whole number"),
    Attempt("commit", "commit/abc", 400, "abc \(number)"),
    Attempt("commit", "commit/99", 404, "Version 99 is not recorded: choose one from 0 to 5."),
    Attempt("commit", "commit/1/2", 404, "there is no /api/commit/1/2"),
    Attempt("state", "state?path=notes[id:+1].title&at=2&offset=0&limit=5", 200, #"\"a\""#),
    Attempt("state", "state?path=nope", 404, "There is nothing at nope."),
    Attempt("state", "state?path=a..b", 400, "a..b is not a path"),
    Attempt("state", "state?at=99", 404, "Version 99 is not recorded"),
    Attempt("state", "state?offset=x", 400, "offset=x \(number)"),
    Attempt("diff", "diff?from=5&to=1&limit=3", 200, "isOpen"),
    Attempt("diff", "diff?from=1", 400, "diff needs the parameter to, a whole number"),
    Attempt("diff", "diff?to=1", 400, "diff needs the parameter from, a whole number"),
    Attempt("diff", "diff?from=1&to=two", 400, "to=two \(number)"),
    Attempt("diff", "diff?from=1&to=99", 404, "Version 99 is not recorded"),
    Attempt("history", "history?path=notes[id:1].title&limit=3", 200, "remove(1)"),
    Attempt("history", "history?path=notes[id:1].title&before=3", 200, "add(1)"),
    Attempt("history", "history?path=notes[id:1].title&before=2", 200, "entries\":[]"),
    Attempt("history", "history?path=nope", 404, "There is nothing at nope."),
    Attempt("history", "history?path=nope&before=3", 404, "There is nothing at nope."),
    Attempt("history", "history?before=x", 400, "before=x is not a whole number from 1"),
    Attempt("hold", "hold", 200, "breaks"),
    Attempt("hold", "hold?on=1", 400, "hold has no parameter on: it has none"),
    Attempt("json", "json?path=draft", 200, "value"),
    Attempt("json", "json?commit=1", 200, "draft"),
    Attempt("json", "json?commit=1&path=draft", 400, "use only one of commit and path"),
    Attempt("json", "json?commit=9", 404, "There is no action at version 9."),
    Attempt("json", "json?path=nope", 404, "There is nothing at nope."),
    Attempt("branch", "branch?skip=1,3&limit=4", 200, "log"),
    Attempt("branch", "branch?skip=abc", 400, "skip=abc is not a list of versions, such as 3,4"),
    Attempt("branch", "branch?skip=1,", 400, "skip=1, is not a list of versions"),
    Attempt("branch", "branch?skip=99", 404, "Version 99 is not recorded"),
    Attempt("branch", "branch?move=2:1", 400, "branch has no parameter move: it has skip, limit"),
    Attempt("file", "file", 404, "There is no open file."),
    Attempt("export", "export?from=1&to=2", 200, "draft"),
    Attempt("export", "export?from=3&to=2", 400, "Version 3 comes after version 2: exchange them."),
    Attempt("export", "export?from=9&to=2", 404, "Version 9 is not recorded"),
    Attempt("export", "export?to=9", 404, "Version 9 is not recorded"),
    Attempt("test", "test?from=1&to=2&reducer=notebook&module=Notes", 200, "import Notes"),
    Attempt("test", "test?from=3&to=2", 400, "Version 3 comes after version 2: exchange them."),
    Attempt("test", "test?from=9&to=2", 404, "Version 9 is not recorded"),
    Attempt("test", "test?to=99", 404, "Version 99 is not recorded"),
    Attempt("frame", "frame/NEWEST", 200, "bodies"),
    Attempt("frame", "frame/999", 404, "There is no frame 999"),
    Attempt("frame", "frame/x", 400, "x \(number)"),
    Attempt("cost", "cost", 200, "frames"),
    Attempt("tree", "tree?node=0&depth=2", 200, "childCount"),
    Attempt("tree", "tree?node=x", 400, "node=x is not the name of a node, such as 0.1"),
    Attempt("tree", "tree?node=9", 404, "There is no node 9."),
    Attempt("tree", "tree?depth=0", 400, "depth=0 is not a whole number from 1 to 64"),
    Attempt("node", "node/0", 200, "childCount"),
    Attempt("node", "node/x", 400, "x is not the name of a node, such as 0.1"),
    Attempt("node", "node/0.", 400, "0. is not the name of a node"),
    Attempt("node", "node/9.9", 404, "There is no node 9.9."),
    Attempt("display", "display", 200, "rows"),
    Attempt("display", "display/NEWEST", 200, "rows"),
    Attempt("display", "display?at=1", 200, "rows"),
    Attempt("display", "display/999", 404, "There is no such screen: frames"),
    Attempt("display", "display/x", 400, "x \(number)"),
    Attempt("display", "display/1?at=1", 400, "use only one of at and frame"),
    Attempt("display", "display?at=99", 404, "Version 99 is not recorded"),
    Attempt("svg", "svg", 200, "<svg"),
    Attempt("svg", "svg/999", 404, "There is no such screen: frames"),
    Attempt("svg", "svg?at=x", 400, "at=x \(number)"),
    Attempt("pick", "pick?x=0&y=0", 200, "childCount"),
    Attempt("pick", "pick?x=1", 400, "pick needs the parameter y, a whole number"),
    Attempt("pick", "pick?x=1&y=-1", 400, "y=-1 \(number)"),
    Attempt("pick", "pick?x=999&y=0", 404, "There is no node at column 999, row 0."),
    Attempt("search", "search?q=a&at=1&limit=3", 200, "hits"),
    Attempt("search", "search", 400, "search needs the parameter q, a text to find"),
    Attempt("search", "search?q=", 400, "q= is not a text to find"),
    Attempt("search", "search?q=a&at=99", 404, "Version 99 is not recorded"),
    Attempt("stream", "stream?since=x", 400, "since=x \(number)"),
    Attempt("", "cast?from=5&to=1", 404, "there is no /api/cast: ask for commits, commit, state"),
    Attempt("", "jump", 404, "there is no /api/jump"),
    Attempt("", "do?op=live", 405, "send operations with POST"),
  ]

  static let operations = [
    Attempt("jump", #"{"op":"jump","to":1}"#, 200, #""position":1"#),
    Attempt("jump", #"{"op":"jump"}"#, 400, "jump needs the parameter to, a whole number"),
    Attempt("jump", #"{"op":"jump","to":"x"}"#, 400, "to=x \(number)"),
    Attempt("jump", #"{"op":"jump","to":99}"#, 404, "Version 99 is not recorded"),
    Attempt("live", #"{"op":"live"}"#, 200, "ok"),
    Attempt("pause", #"{"op":"pause"}"#, 200, #""position":5"#),
    Attempt("branch", #"{"op":"branch","skip":"3"}"#, 200, #""position":5"#),
    Attempt("branch", #"{"op":"branch","skip":"x"}"#, 400, "skip=x is not a list of versions"),
    Attempt("branch", #"{"op":"branch","skip":9}"#, 404, "Version 9 is not recorded"),
    Attempt("branch", #"{"op":"branch"}"#, 200, "ok"),
    Attempt("resume", #"{"op":"resume","to":99}"#, 404, "Version 99 is not recorded"),
    Attempt("resume", #"{"op":"resume","to":-1}"#, 400, "to=-1 \(number)"),
    Attempt("resume", #"{"op":"resume","to":5}"#, 200, "ok"),
    Attempt("dispatch", #"{"op":"dispatch","action":{"tick":{}}}"#, 200, "ok"),
    Attempt("dispatch", #"{"op":"dispatch","action":{"fly":{}}}"#, 400, "does not fit"),
    Attempt(
      "dispatch", #"{"op":"dispatch"}"#, 400, "dispatch needs the parameter action, a JSON value"),
    Attempt("edit", #"{"op":"edit","path":"draft","value":"b"}"#, 200, "ok"),
    Attempt("edit", #"{"op":"edit","path":"nope","value":"b"}"#, 404, "There is nothing at nope."),
    Attempt(
      "edit", #"{"op":"edit","path":"draft"}"#, 400, "edit needs the parameter value, a JSON value"),
    Attempt("edit", #"{"op":"edit","value":3}"#, 400, "edit needs the parameter path, a path"),
    Attempt("break", #"{"op":"break","path":"draft"}"#, 200, #""breaks":["draft"]"#),
    Attempt("break", #"{"op":"break","path":"nope"}"#, 404, "There is nothing at nope."),
    Attempt("break", #"{"op":"break","path":"a..b"}"#, 400, "a..b is not a path"),
    Attempt("break", #"{"op":"break"}"#, 400, "break needs the parameter path, a path"),
    Attempt("unbreak", #"{"op":"unbreak","path":"isOpen"}"#, 404, "There is no break on isOpen."),
    Attempt("unbreak", #"{"op":"unbreak","path":"a..b"}"#, 400, "a..b is not a path"),
    Attempt("unbreak", #"{"op":"unbreak"}"#, 400, "unbreak needs the parameter path, a path"),
    Attempt("unbreak", #"{"op":"unbreak","path":"draft"}"#, 200, #""breaks":[]"#),
    Attempt("hold", #"{"op":"hold"}"#, 200, #""waiting":0"#),
    Attempt("drop", #"{"op":"drop"}"#, 200, "breaks"),
    Attempt("release", #"{"op":"release"}"#, 200, "breaks"),
    Attempt("", #"{"op":"fly"}"#, 400, "fly is not an operation: write op, one of jump"),
    Attempt("", #"{"op":3}"#, 400, "3 is not an operation"),
    Attempt("", #"{"op":"local","node":"0","value":1}"#, 400, "local is not an operation"),
    Attempt("", #"{"to":3}"#, 400, "a body without op is not an operation: write op, one of jump"),
  ]
}

@MainActor
@Suite("The requests of the inspector's API", .timeLimit(.minutes(20)))
struct RequestTests {
  private let program: InspectedNotebook
  private let viewing: AnyObject

  init() throws {
    program = try InspectedNotebook(columns: 40, rows: 10) { state, _ in
      Text("\(state.notes.count) notes, \(state.draft), \(state.isOpen)")
    }
    viewing = program.inspector.screen.beginViewing()
    for action in [NotebookAction.draft("a"), .add(1), .tick, .remove(1), .toggle] {
      program.store.dispatch(action)
      program.stage.settle()
    }
  }

  private func serve() throws -> InspectorServer {
    try InspectorServer(program.inspector, name: "notes", port: 0)
  }

  /// Sends a request, off the main actor, because the server may need it.
  private func ask(_ port: UInt16, _ head: String, _ body: String? = nil) async throws -> String {
    var text = "\(head.replacing("\n", with: " HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"))\r\n"
    if let body {
      text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    }
    text += "\r\n\(body ?? "")"
    return try await Task.detached { [text] in
      let client = try TestClient(port: port)
      client.send(text)
      return client.read()
    }.value
  }

  private func token(_ server: InspectorServer, _ permission: PagePermission) async throws
    -> String
  {
    let code = try #require(server.makeLink(for: permission).split(separator: "#").last)
    let answer = try await ask(
      server.port, "POST /api/pair\nAccept: */*", "{\"code\":\"\(code)\"}")
    return String(try #require(answer.split(separator: "\"").dropLast().last))
  }

  /// - Returns: The status and the body.
  private func answer(
    _ server: InspectorServer, _ token: String, to attempt: Attempt, as type: String
  ) async throws -> (Int, String) {
    let newest = try #require(program.inspector.screen.frames.last?.number)
    let target = attempt.request.replacing("NEWEST", with: "\(newest)")
    let rest = "\nAuthorization: Bearer \(token)\r\nAccept: \(type)"
    let text =
      attempt.isOperation
      ? try await ask(server.port, "POST /api/do\(rest)", attempt.request)
      : try await ask(server.port, "GET /api/\(target)\(rest)")
    let status = Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0
    let body = text.split(separator: "\r\n\r\n", maxSplits: 1).last.map(String.init) ?? ""
    return (status, body)
  }

  @Test("each request is answered as the table of requests says, in JSON and in text")
  func table() async throws {
    let server = try serve()
    let drive = try await token(server, .drive)
    for attempt in Attempt.questions + Attempt.operations {
      let (status, json) = try await answer(server, drive, to: attempt, as: "application/json")
      let note: Comment = "\(attempt.request): \(json)"
      #expect(status == attempt.status, note)
      #expect(json.contains(attempt.part), note)
      if attempt.status == 200 { continue }
      let (textStatus, text) = try await answer(server, drive, to: attempt, as: "text/plain")
      let error = try? JSONDecoder().decode(ErrorAnswer.self, from: Data(json.utf8))
      #expect(textStatus == attempt.status, note)
      #expect(error?.text == text, note)
    }
  }

  @Test("the table of requests covers all questions and operations")
  func coverage() {
    for resource in InspectorResource.all {
      let tried = resource.permission == .view ? Attempt.questions : Attempt.operations
      let attempts = tried.filter { $0.name == resource.name }
      // A stream does not end, and another test opens it; no file is open.
      let isAnswered =
        ["stream", "file"].contains(resource.name) || attempts.contains { $0.status == 200 }
      #expect(isAnswered, "\(resource.name)")
      let hasRefusals = resource.parameters.isEmpty && resource.argument == nil
      #expect(hasRefusals || attempts.contains { $0.status != 200 }, "\(resource.name)")
    }
  }

  @Test("each question and operation refuses unknown parameters, and arguments that it has not")
  func unknownParameters() async throws {
    let server = try serve()
    let (drive, view) = (try await token(server, .drive), try await token(server, .view))
    for resource in InspectorResource.all {
      let (name, isOperation) = (resource.name, resource.permission == .drive)
      let unknown = isOperation ? #"{"op":"\#(name)","nope":1}"# : "\(name)?nope=1"
      let (status, body) = try await answer(
        server, drive, to: Attempt(name, unknown, 400, ""), as: "text/plain")
      #expect(status == 400, "\(unknown)")
      #expect(body.hasPrefix("\(name) has no parameter nope: it has "), "\(unknown): \(body)")
      for parameter in resource.parameters { #expect(body.contains(parameter), "\(unknown)") }
      if isOperation {
        let attempt = Attempt(name, #"{"op":"\#(name)"}"#, 403, "")
        #expect(try await answer(server, view, to: attempt, as: "text/plain").0 == 403, "\(name)")
      } else if resource.argument == nil {
        let attempt = Attempt(name, "\(name)/1", 404, "")
        #expect(try await answer(server, drive, to: attempt, as: "text/plain").0 == 404, "\(name)")
      }
    }
    #expect(program.store.snapshot.version == 5)
  }

  @Test("text of a request adds no control sequence to a refusal")
  func hostileText() async throws {
    let server = try serve()
    let drive = try await token(server, .drive)
    for body in [
      #"{"op":"jump","to":"\u001b[31m\nred"}"#, #"{"op":"\u001b[31m\nred"}"#,
      #"{"op":"live","\u001b[31m\nred":1}"#, #"{"op":"break","path":"a\u001b[31m\nred"}"#,
      #"{"op":"edit","path":"..\u001b[31m\nred","value":1}"#,
    ] {
      let (status, text) = try await answer(
        server, drive, to: Attempt("", body, 400, ""), as: "text/plain")
      #expect([400, 404].contains(status), "\(text)")
      #expect(!text.contains("\u{1B}"), "\(body)")
      #expect(text.contains("red") && text.split(separator: "\n").count == 1, "\(text)")
    }
  }

  @Test("a question that runs for too long stops, and its answer says so")
  func deadline() async throws {
    let server = try InspectorServer(
      program.inspector, name: "notes", ports: [0], limit: .zero)
    let drive = try await token(server, .drive)
    for (target, part) in [
      ("commits?noops=hide", "stopped: the replay took too long\nmore: before=6\n"),
      ("commits?noops=1", "stopped: the replay took too long\nmore: before=6\n"),
      ("history?path=draft", "examined back to version 5\nmore: before=6\n"),
    ] {
      let attempt = Attempt("", target, 200, part)
      let (status, text) = try await answer(server, drive, to: attempt, as: "text/plain")
      #expect(status == 200)
      #expect(text.hasSuffix(part), "\(text)")
    }
  }

  @Test("the page is at / and at /inspect")
  func page() async throws {
    let server = try serve()
    let root = try await ask(server.port, "GET /\nAccept: */*")
    #expect(root.hasPrefix("HTTP/1.1 200 \r\n"))
    #expect(root.contains("<!doctype html>"))
    #expect(try await ask(server.port, "GET /inspect\nAccept: */*") == root)
    #expect(try await ask(server.port, "GET /inspect/x\nAccept: */*").hasPrefix("HTTP/1.1 404"))
  }

  @Test("a server listens on the first of its ports that is free")
  func ports() throws {
    let first = try InspectorServer(program.inspector, name: "notes", ports: [0])
    let second = try InspectorServer(program.inspector, name: "notes", ports: [first.port, 0])
    #expect(second.port != first.port)
    #expect(throws: PageServerError.self) {
      try InspectorServer(program.inspector, name: "notes", port: first.port)
    }
    first.stop()
    let third = try InspectorServer(program.inspector, name: "notes", ports: [first.port, 0])
    #expect(third.port == first.port)
    // Two inspectors without a port.
    let servers = try (0..<2).map { _ in try InspectorServer(program.inspector, name: "notes") }
    #expect(servers[0].port != servers[1].port)
  }
}
