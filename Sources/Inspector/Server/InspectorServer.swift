import Dispatch
import Millrace
import MillraceStore
import MillraceWeb

/// Serves an inspector to browsers on this machine, and answers requests of shells, scripts and
/// agents over HTTP, as JSON or text.
///
/// It listens only on 127.0.0.1. The page is at `/`, and also at `/inspect`. A link contains a code, which a client exchanges once for a token.
/// Each request must contain the token. The article of this module lists the requests.
@MainActor
public final class InspectorServer {
  private let server: PageServer

  /// Starts to listen. The server ends when it is stopped or released.
  /// - Parameters:
  ///   - inspector: The inspector to serve.
  ///   - name: The name of the program.
  ///   - port: The port; 0 selects a free one. Nil selects 8080, or a free one if 8080 is taken.
  /// - Throws: `PageServerError` if the server cannot listen there.
  public convenience init(_ inspector: Inspector, name: String, port: UInt16? = nil) throws {
    try self.init(inspector, name: name, port: port, preferring: 8080)
  }

  /// - Parameters:
  ///   - preferred: The port that is tried first if `port` is nil.
  ///   - limit: The longest time that a query runs for a request.
  init(
    _ inspector: Inspector, name: String, port: UInt16?, preferring preferred: UInt16,
    limit: Duration = .seconds(5)
  ) throws {
    func listen(on port: UInt16) throws -> PageServer {
      let tokens = AccessTokens()
      let api = InspectorAPI(inspector: inspector, name: name, tokens: tokens, limit: limit)
      var options = PageOptions(port: port, name: "\(name)-inspector")
      // The overlay shows the links.
      options.linkFile = nil
      return try PageServer(
        options, limits: Self.limits, tokens: tokens, path: "/inspect",
        others: { api.respond($0, $1) }
      ) {
        TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { $0 = $1 })) {
          InspectorView(inspector)
        }
      }
    }
    server =
      if let port { try listen(on: port) } else {
        try (try? listen(on: preferred)) ?? listen(on: 0)
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
  private let inspector: Inspector
  private let name: String
  private let tokens: AccessTokens
  /// The longest time that a query runs for a request.
  private let limit: Duration
  /// Runs slow queries one after the other, so that other requests do not wait for them.
  private let questions = DispatchQueue(label: "millrace.inspector")
  /// The number of waiting questions. A question stays even if its client leaves before the answer.
  private let waiting = Guarded(0)
  private static let mostWaiting = 16
  private static let mostBytes = 4 << 20

  init(inspector: Inspector, name: String, tokens: AccessTokens, limit: Duration) {
    (self.inspector, self.name, self.tokens, self.limit) = (inspector, name, tokens, limit)
  }

  func respond(_ request: HTTPRequest, _ token: String) -> WebServer.Answer {
    do throws(HTTPRefusal) {
      let asked = try Asked(request)
      let row = try APIRow.row(request, asked, tokens.permission(of: token))
      let pending = PendingResponse()
      switch row.work {
      case .main(let answer):
        Task { @MainActor [inspector] in
          pending.complete(
            Self.response(asked) { () throws(InspectorError) in try answer(inspector, asked) })
        }
      case .queue(let answer):
        answerLater(pending, asked) { [inspector] () throws(InspectorError) in
          try answer(inspector, asked)
        }
      case .both(let start, let answer):
        Task { @MainActor [inspector] in
          let first = Result { () throws(InspectorError) in try start(inspector, asked) }
          answerLater(pending, asked) { () throws(InspectorError) in
            try answer(inspector, asked, first.get())
          }
        }
      case .stream:
        let since: UInt64?
        do throws(InspectorError) { since = try asked.number("since") } catch {
          throw HTTPRefusal(error.status, error.description)
        }
        return .stream(CommitFeed(inspector, since: since).open(name: name))
      }
      return .later(pending)
    } catch { return .response(HTTPResponse(error)) }
  }

  private func answerLater(
    _ pending: PendingResponse, _ asked: Asked,
    _ question: @escaping @Sendable () throws(InspectorError) -> any InspectorAnswer
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
      let response = QueryLimit.$end.withValue(.now + limit) { Self.response(asked, question) }
      pending.complete(response)
      waiting.withLock { $0 -= 1 }
    }
  }

  private static func response(
    _ asked: Asked, _ question: () throws(InspectorError) -> any InspectorAnswer
  ) -> HTTPResponse {
    do throws(InspectorError) {
      return response(asked, 200, try question())
    } catch {
      return response(asked, error.status, ErrorAnswer(error))
    }
  }

  private static func response(
    _ asked: Asked, _ status: Int, _ answer: any InspectorAnswer
  ) -> HTTPResponse {
    let text = asked.wantsText ? answer.text : answer.json
    guard text.utf8.count <= mostBytes else {
      return HTTPResponse(HTTPRefusal(413, "the answer has more than 4 MiB: add a smaller limit="))
    }
    return asked.wantsText
      ? HTTPResponse(status, text) : HTTPResponse(status, type: "application/json", text)
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
    let newest = inspector.store.recorded.versions.upperBound
    state = Guarded(State(next: since.map { $0 == .max ? $0 : $0 + 1 } ?? newest + 1))
  }

  func open(name: String) -> EventStream {
    let stream = EventStream { self.state.withLock { $0.token = nil } }
    let versions = inspector.store.recorded.versions
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
      let newest = inspector.store.recorded.versions.upperBound
      if newest < state.next { return }
      if newest - state.next >= UInt64(Self.limit) {
        let first = newest - UInt64(Self.limit) + 1
        stream.send("gap", "{\"from\":\(state.next),\"to\":\(first - 1)}")
        state.next = first
      }
      var query = CommitQuery()
      query.limit = Int(newest - state.next) + 1
      query.before = newest + 1
      let list = inspector.store.recorded.list(query, inspector.reader)
      stream.send("commits", list.json, id: "\(newest)")
      state.next = newest + 1
    }
  }

  private func quoted(_ text: String) -> String {
    let plain = text.unicodeScalars.filter { $0.value >= 32 && $0 != "\"" && $0 != "\\" }
    return "\"" + String(String.UnicodeScalarView(plain)) + "\""
  }
}
