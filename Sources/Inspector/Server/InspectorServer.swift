import Dispatch
import Millrace
import MillraceStore
import MillraceWeb

/// Serves an inspector to browsers on this machine, and answers requests of shells, scripts and
/// agents over HTTP, as JSON or text.
///
/// The server listens only on 127.0.0.1. A link contains a code, which a client exchanges once for
/// a token. Each request must contain the token. The article of this module lists the requests.
@MainActor
public final class InspectorServer {
  private let server: PageServer

  /// Starts to listen. The server ends when it is stopped or released.
  /// - Parameters:
  ///   - inspector: The inspector to serve.
  ///   - name: The name of the program.
  ///   - port: The port; 0 selects a free one. Without a port, the server listens on 8080, or on a
  ///     free one if 8080 is taken.
  /// - Throws: `PageServerError` if the server cannot listen there.
  public convenience init(_ inspector: Inspector, name: String, port: UInt16? = nil) throws {
    try self.init(inspector, name: name, ports: port.map { [$0] } ?? [8080, 0])
  }

  /// - Parameters:
  ///   - ports: The server listens on the first of these ports that is free.
  ///   - limit: The longest time that a query runs.
  init(
    _ inspector: Inspector, name: String, ports: [UInt16], limit: Duration = .seconds(5)
  ) throws {
    let tokens = AccessTokens()
    let api = InspectorAPI(inspector: inspector, name: name, tokens: tokens, limit: limit)
    var options = PageOptions(name: "\(name)-inspector")
    // The overlay shows the links, so no file is needed.
    options.linkFile = nil
    var limits = WebServer.Limits()
    (limits.connections, limits.streams, limits.streamsPerToken) = (16, 3, 3)
    limits.pace = .milliseconds(33)
    func serve(on port: UInt16) throws -> PageServer {
      options.port = port
      return try PageServer(
        options, limits: limits, tokens: tokens, path: "/inspect",
        others: { api.respond($0, $1) }
      ) {
        let app = TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { $0 = $1 })) {
          InspectorView(inspector)
        }
        return try app.start(on: $0, runOnMainActor: $1)
      }
    }
    var free: PageServer?
    for port in ports.dropLast() where free == nil { free = try? serve(on: port) }
    server = try free ?? serve(on: ports.last ?? 0)
  }

  /// The port on which the server listens.
  public var port: UInt16 { server.port }

  /// Makes a link that works once: `http://127.0.0.1:PORT/#CODE`.
  /// - Parameter permission: Whether the link also permits time travel and edits.
  public func makeLink(for permission: PagePermission = .drive) -> String {
    server.makeLink(for: permission)
  }

  /// Ends all connections.
  public func stop() { server.stop() }
}

/// Answers the requests below `/api/`.
struct InspectorAPI: Sendable {
  let inspector: Inspector
  let name: String
  let tokens: AccessTokens
  /// The longest time that a query runs.
  let limit: Duration
  /// Runs slow queries one after the other, so that other requests do not wait for them.
  private let questions = DispatchQueue(label: "millrace.inspector")
  /// Limits the number of queries that wait or run, because a query waits even after its client has
  /// disconnected.
  private let rest = DispatchSemaphore(value: 16)
  private static let mostBytes = 4 << 20

  func respond(_ request: HTTPRequest, _ token: String) -> WebServer.Answer {
    let isText = request.header("accept")?.hasPrefix("text/plain") == true
    let pending = OpenResponse()
    do throws(HTTPRefusal) {
      let asked = try InspectorRequest(request, tokens.permission(of: token))
      switch asked.resource.answer {
      case .stream: return .stream(stream(since: asked["since"]))
      case .queue(let body): enqueue(pending, isText, asked, body)
      case .main(let body):
        Task { @MainActor in
          pending.complete(Self.response(isText) { try body(inspector, asked) })
        }
      case .mainThenQueue(let body):
        Task { @MainActor in enqueue(pending, isText, asked, body(inspector, asked)) }
      }
    } catch { pending.complete(Self.response(isText) { throw error }) }
    return .later(pending)
  }

  private func enqueue(
    _ pending: OpenResponse, _ isText: Bool, _ asked: InspectorRequest,
    _ body: @escaping InspectorResource.Question
  ) {
    guard rest.wait(timeout: .now()) == .success else {
      let refusal = HTTPRefusal(503, "too many questions wait for an answer")
      return pending.complete(Self.response(isText) { throw refusal })
    }
    questions.async {
      let response = QueryLimit.$end.withValue(.now + limit) {
        Self.response(isText) { try body(inspector, asked) }
      }
      pending.complete(response)
      rest.signal()
    }
  }

  private static func response(
    _ isText: Bool, _ body: () throws -> any InspectorAnswer
  ) -> HTTPResponse {
    let (status, answer): (Int, any InspectorAnswer)
    do { (status, answer) = (200, try body()) } catch {
      (status, answer) = (ErrorAnswer.parts(of: error).status, ErrorAnswer(error))
    }
    let text = isText ? answer.text : answer.json
    if text.utf8.count > mostBytes {
      let refusal = HTTPRefusal(413, "the answer has more than 4 MiB: add a smaller limit=")
      return response(isText) { throw refusal }
    }
    return isText
      ? HTTPResponse(status, text) : HTTPResponse(status, type: "application/json", text)
  }

  /// Streams the commits after a version, at most 30 times a second.
  private func stream(since version: UInt64?) -> OpenResponse {
    let (inspector, versions) = (inspector, inspector.store.recorded.versions)
    let next = Guarded(min(version ?? versions.upperBound, .max - 1) + 1)
    let token = Guarded<Subscription?>(nil)
    let stream = OpenResponse { token.withLock { $0 = nil } }
    let range = "\"first\":\(versions.lowerBound),\"last\":\(versions.upperBound)"
    stream.send("hello", "{\"proto\":1,\"app\":\(JSONTree.text(name).json),\(range)}")
    let send = { @Sendable [weak stream] in
      next.withLock { next in
        let recorded = CommitHistory(
          log: inspector.store.recorded, context: inspector.store.context, reader: inspector.reader)
        let newest = recorded.versions.upperBound
        guard let stream, newest >= next else { return }
        let first = max(next, newest - min(newest, 499))
        if first > next { stream.send("gap", "{\"from\":\(next),\"to\":\(first - 1)}") }
        var query = CommitQuery()
        (query.before, query.limit) = (newest + 1, Int(newest - first) + 1)
        stream.send("commits", recorded.list(query).json, id: "\(newest)")
        next = newest + 1
      }
    }
    token.withLock { $0 = inspector.observe(send) }
    send()
    return stream
  }
}
