import Dispatch
import Millrace
import MillraceStore
import MillraceWeb

/// Serves an inspector to browsers on this machine, and answers requests of shells, scripts and
/// agents over HTTP, as JSON or text.
///
/// It listens only on 127.0.0.1. A link contains a code, which a client exchanges once for a token.
/// Each request must contain the token. The article of this module lists the requests.
@MainActor
public final class InspectorServer {
  private let server: PageServer

  /// Starts to listen. The server ends when it is stopped or released.
  /// - Parameters:
  ///   - inspector: The inspector to serve.
  ///   - name: The name of the program.
  ///   - port: The port; 0 selects a free one.
  /// - Throws: `PageServerError` if the server cannot listen there.
  public init(_ inspector: Inspector, name: String, port: UInt16 = 0) throws {
    let tokens = AccessTokens()
    let api = InspectorAPI(inspector: inspector, name: name, tokens: tokens)
    var options = PageOptions(port: port, name: "\(name)-inspector")
    // The overlay shows the links.
    options.linkFile = nil
    server = try PageServer(
      options, limits: Self.limits, tokens: tokens, others: { api.respond($0, $1) }
    ) {
      TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { $0 = $1 })) {
        InspectorView(inspector)
      }
    }
  }

  private static var limits: WebServer.Limits {
    var limits = WebServer.Limits()
    (limits.connections, limits.streams, limits.streamsPerToken) = (16, 3, 3)
    limits.pace = .milliseconds(33)
    return limits
  }

  /// The port on which it listens.
  public var port: UInt16 { server.port }

  /// Makes a link that works once: `http://127.0.0.1:PORT/#CODE`.
  /// - Parameter permission: Whether the link also permits time travel and edits.
  public func makeLink(for permission: PagePermission = .drive) -> String {
    server.makeLink(for: permission)
  }

  /// Ends all connections.
  public func stop() { server.stop() }
}

/// The resources below `/api/`.
final class InspectorAPI: Sendable {
  let inspector: Inspector
  let name: String
  let tokens: AccessTokens
  /// Runs slow queries one after the other, so that other requests do not wait for them.
  private let questions = DispatchQueue(label: "millrace.inspector")
  /// The number of waiting questions. A question stays even if its client leaves before the answer.
  private let waiting = Guarded(0)
  private static let mostWaiting = 16
  private static let mostBytes = 4 << 20
  /// The longest time that a query runs for a request.
  private static let queryLimit = Duration.seconds(5)

  init(inspector: Inspector, name: String, tokens: AccessTokens) {
    (self.inspector, self.name, self.tokens) = (inspector, name, tokens)
  }

  func respond(_ request: HTTPRequest, _ token: String) -> WebServer.Answer {
    do throws(HTTPRefusal) {
      let asked = try InspectorRequest(request)
      if asked.name == "stream" { return .stream(try stream(asked)) }
      let pending = PendingResponse()
      if asked.name == "do" {
        guard request.method == .post else { throw HTTPRefusal(405, "send operations with POST") }
        guard tokens.permission(of: token) == .drive else {
          throw HTTPRefusal(403, "this link permits only viewing")
        }
        try answer(pending, asked, onMain: order(asked))
      } else if let question = try screenQuestion(asked) {
        answer(pending, asked, onMain: question)
      } else if asked.name == "search" {
        try search(asked, pending)
      } else {
        let question = try storeQuestion(asked)
        answerLater(pending, asked, question)
      }
      return .later(pending)
    } catch { return .response(HTTPResponse(error)) }
  }

  /// Searches the tree on the main actor, and then the state and the actions.
  private func answerLater(
    _ pending: PendingResponse, _ asked: InspectorRequest, _ question: @escaping Question
  ) {
    let isFull = waiting.withLock { waiting in
      if waiting == Self.mostWaiting { return true }
      waiting += 1
      return false
    }
    if isFull {
      let refusal = HTTPRefusal(503, "too many questions wait for an answer")
      return pending.complete(HTTPResponse(refusal))
    }
    questions.async { [self] in
      pending.complete(Self.response(asked, question))
      waiting.withLock { $0 -= 1 }
    }
  }

  private func search(
    _ asked: InspectorRequest, _ pending: PendingResponse
  ) throws(HTTPRefusal) {
    guard let query = asked.text("q"), !query.isEmpty else { throw HTTPRefusal(400, "add q=") }
    let (version, limit) = (try asked.number("at"), try asked.limit(default: 50))
    Task { @MainActor [inspector] in
      let nodes = inspector.searchTree(query, limit: limit)
      answerLater(pending, asked) { () throws(InspectorError) in
        try inspector.search(
          query, version: version, limit: limit, isCancelled: Self.deadline()
        ).adding(nodes, limit: limit)
      }
    }
  }

  private typealias Question = @Sendable () throws(InspectorError) -> any InspectorAnswer
  private typealias ScreenQuestion =
    @MainActor @Sendable () throws(InspectorError)
    -> any InspectorAnswer

  private func answer(
    _ pending: PendingResponse, _ asked: InspectorRequest, onMain question: @escaping ScreenQuestion
  ) {
    Task { @MainActor in
      let result = Result { () throws(InspectorError) in try question() }
      pending.complete(Self.response(asked) { () throws(InspectorError) in try result.get() })
    }
  }

  private static func response(
    _ asked: InspectorRequest, _ question: () throws(InspectorError) -> any InspectorAnswer
  ) -> HTTPResponse {
    do throws(InspectorError) {
      return response(asked, 200, try question())
    } catch {
      return response(asked, error.status, ErrorAnswer(error))
    }
  }

  private static func response(
    _ asked: InspectorRequest, _ status: Int, _ answer: any InspectorAnswer
  ) -> HTTPResponse {
    let text = asked.wantsText ? answer.text : answer.json
    guard text.utf8.count <= mostBytes else {
      return HTTPResponse(HTTPRefusal(413, "the answer has more than 4 MiB: add a smaller limit="))
    }
    return asked.wantsText
      ? HTTPResponse(status, text) : HTTPResponse(status, type: "application/json", text)
  }

  // MARK: - Requests

  private func storeQuestion(_ asked: InspectorRequest) throws(HTTPRefusal) -> Question {
    let inspector = inspector
    switch asked.name {
    case "commits":
      var query = CommitQuery()
      query.before = try asked.number("before")
      query.limit = try asked.limit(default: 100)
      query.folds = asked.flag("fold")
      query.marksNoops = asked.flag("noops")
      query.hidesNoops = asked.text("noops") == "hide"
      query.muted = asked.text("mute").map { $0.split(separator: ",").map(String.init) } ?? []
      query.mutedSites =
        asked.text("mutesites").map { $0.split(separator: ",").map(String.init) } ?? []
      return { [query] () throws(InspectorError) in inspector.commits(query) }
    case "state":
      let (path, version) = (asked.text("path") ?? "", try asked.number("at"))
      let offset = try asked.count("offset", default: 0)
      let limit = try asked.limit(default: 100)
      return { () throws(InspectorError) in
        try inspector.value(at: path, version: version, offset: offset, limit: limit)
      }
    case "diff":
      guard let from = try asked.number("from"), let to = try asked.number("to") else {
        throw HTTPRefusal(400, "add from= and to=")
      }
      let limit = try asked.limit(default: 50)
      return { () throws(InspectorError) in
        try inspector.difference(from: from, to: to, limit: limit)
      }
    case "history":
      let (path, limit) = (asked.text("path") ?? "", try asked.limit(default: 20))
      let before = try asked.number("before")
      return { () throws(InspectorError) in
        try inspector.history(
          of: path, before: before, limit: limit, isCancelled: Self.deadline())
      }
    case "hold": return { inspector.holding }
    case "json":
      let (path, version) = (asked.text("path") ?? "", try asked.number("commit"))
      return { () throws(InspectorError) in
        try JSONAnswer(value: inspector.store.json(of: version, path: path))
      }
    case "branch":
      let skipped = try asked.versions("skip")
      let limit = try asked.limit(default: 50)
      return { () throws(InspectorError) in
        try inspector.branch(skipping: skipped ?? inspector.skipped, limit: limit)
      }
    case "file":
      return { () throws(InspectorError) in
        guard let file = inspector.file else { throw .notFound("open file") }
        return file
      }
    case "export", "test":
      let (first, last) = (try asked.number("from"), try asked.number("to"))
      if asked.name == "export" {
        return { () throws(InspectorError) in
          FileAnswer(text: try inspector.export(from: first, through: last))
        }
      }
      let (reducer, module) = (asked.text("reducer"), asked.text("module"))
      return { () throws(InspectorError) in
        let text = try inspector.testSource(
          from: first, through: last, reducer: reducer, module: module)
        return FileAnswer(text: text)
      }
    default: throw HTTPRefusal(404, "there is no /api/\(asked.name)")
    }
  }

  private static func deadline() -> @Sendable () -> Bool {
    let end = ContinuousClock.now + queryLimit
    return { ContinuousClock.now > end }
  }

  private func screenQuestion(_ asked: InspectorRequest) throws(HTTPRefusal) -> ScreenQuestion? {
    let inspector = inspector
    switch asked.name {
    case "commit":
      let version = try asked.place()
      return { () throws(InspectorError) in try inspector.commit(version) }
    case "frame":
      let number = Int(clamping: try asked.place())
      return { () throws(InspectorError) in try inspector.frame(number) }
    case "cost": return { () throws(InspectorError) in inspector.cost }
    case "tree":
      let (node, depth) = (asked.text("node") ?? "", try asked.count("depth", default: 3))
      return { () throws(InspectorError) in try inspector.tree(at: node, depth: min(depth, 64)) }
    case "display", "svg":
      let frame = try asked.argument == nil ? nil : Int(clamping: asked.place())
      let version = try asked.number("at")
      return { () throws(InspectorError) in
        if let reason = inspector.screen.privacy { throw .hidden(reason) }
        return asked.name == "svg"
          ? try inspector.picture(frame: frame, version: version)
          : try inspector.screen(frame: frame, version: version)
      }
    case "pick":
      let (x, y) = (try asked.count("x", default: -1), try asked.count("y", default: -1))
      guard x >= 0, y >= 0 else { throw HTTPRefusal(400, "add x= and y=") }
      return { () throws(InspectorError) in try inspector.pick(x: x, y: y) }
    case "node":
      guard let node = asked.argument else { throw HTTPRefusal(400, "write /api/node/0.1") }
      return { () throws(InspectorError) in try inspector.node(node) }
    default: return nil
    }
  }

  private func order(_ asked: InspectorRequest) throws(HTTPRefusal) -> ScreenQuestion {
    let inspector = inspector
    let (op, path, version) = (asked.text("op"), asked.text("path") ?? "", try asked.number("to"))
    let perform: @MainActor @Sendable () throws(InspectorError) -> Void
    switch (op, version) {
    case ("jump", let version?):
      perform = { () throws(InspectorError) in try inspector.travel(to: version) }
    case ("resume", let version?):
      perform = { () throws(InspectorError) in try inspector.resume(at: version) }
    case ("resume", nil):
      perform = { () throws(InspectorError) in try inspector.resumeBranch() }
    case ("dispatch", _):
      let action = try asked.json("action")
      perform = { () throws(InspectorError) in try inspector.store.dispatch(action) }
    case ("edit", _):
      let value = try asked.json("value")
      perform = { () throws(InspectorError) in try inspector.store.edit(path, to: value) }
    case ("branch", _):
      let skipped = try asked.versions("skip") ?? []
      perform = { () throws(InspectorError) in
        try inspector.skip(skipped)
        if !skipped.isEmpty { try inspector.showBranch() }
      }
    case ("pause", _):
      perform = { () throws(InspectorError) in
        try inspector.travel(to: inspector.versions.upperBound)
      }
    case ("live", _): perform = { inspector.goLive() }
    case ("hold", _): perform = { inspector.hold() }
    case ("release", _): perform = { inspector.release() }
    case ("drop", _): perform = { inspector.release(dropping: true) }
    case ("break", _):
      perform = { () throws(InspectorError) in try inspector.addBreak(at: path) }
    case ("unbreak", _): perform = { inspector.removeBreak(at: path) }
    default:
      throw HTTPRefusal(
        400,
        #"say {"op": "jump", "to": 12}, or another op: live, pause, resume, branch, dispatch, "#
          + "edit, hold, release, drop, break, unbreak")
    }
    let holds = ["hold", "release", "drop", "break", "unbreak"].contains(op)
    return { () throws(InspectorError) in
      try perform()
      return holds ? inspector.holding : DoneAnswer(position: inspector.position)
    }
  }

  // MARK: - The stream

  /// Streams new commits, at most 30 times a second, after a given version.
  private func stream(_ asked: InspectorRequest) throws(HTTPRefusal) -> EventStream {
    let feed = CommitFeed(inspector, since: try asked.number("since"))
    return feed.open(name: name)
  }
}

/// Sends new commits to a stream.
private final class CommitFeed: Sendable {
  private static let limit = 500

  private struct State: Sendable {
    var next: UInt64
    var token: Subscription?
  }

  private let inspector: Inspector
  private let state: Guarded<State>

  init(_ inspector: Inspector, since: UInt64?) {
    self.inspector = inspector
    let newest = inspector.store.recordedVersions.upperBound
    state = Guarded(State(next: since.map { $0 == .max ? $0 : $0 + 1 } ?? newest + 1))
  }

  func open(name: String) -> EventStream {
    let stream = EventStream { self.state.withLock { $0.token = nil } }
    let versions = inspector.store.recordedVersions
    stream.send(
      "hello",
      "{\"proto\":1,\"app\":\(quoted(name)),\"first\":\(versions.lowerBound),\"last\":\(versions.upperBound)}"
    )
    let token = inspector.observe { [weak stream] in if let stream { self.send(to: stream) } }
    state.withLock { $0.token = token }
    send(to: stream)
    return stream
  }

  private func send(to stream: EventStream) {
    state.withLock { state in
      let newest = inspector.store.recordedVersions.upperBound
      if newest < state.next { return }
      if newest - state.next >= UInt64(Self.limit) {
        let first = newest - UInt64(Self.limit) + 1
        stream.send("gap", "{\"from\":\(state.next),\"to\":\(first - 1)}")
        state.next = first
      }
      var query = CommitQuery()
      query.limit = Int(newest - state.next) + 1
      query.before = newest + 1
      let list = inspector.store.listRecorded(query)
      stream.send("commits", list.json, id: "\(newest)")
      state.next = newest + 1
    }
  }

  private func quoted(_ text: String) -> String {
    let plain = text.unicodeScalars.filter { $0.value >= 32 && $0 != "\"" && $0 != "\\" }
    return "\"" + String(String.UnicodeScalarView(plain)) + "\""
  }
}
