import MillraceStore
import Synchronization

/// Answers the requests of tabs on the server's thread, and keeps the number of the last batch of
/// events that each tab sent.
final class PageTabs: Sendable {
  struct Key: Hashable, Sendable {
    let token: String
    let tab: String
    /// Whether the tab can use the program, and not only view it.
    let drives: Bool
    /// The weight of a cell when the server divides its time for drawing among the tabs. A tab that
    /// only views weighs five times as much, so that it waits for tabs that use the program.
    var costPerCell: Int { drives ? 1 : 5 }

    /// - Throws: ``HTTPRefusal`` if the tab has no valid identifier.
    init(_ token: String, _ tab: String?, drives: Bool) throws(HTTPRefusal) {
      guard let tab, 8...64 ~= tab.utf8.count,
        tab.utf8.allSatisfy("0123456789abcdefghijklmnopqrstuvwxyz".utf8.contains)
      else { throw HTTPRefusal(400, "tab must be 8 to 64 digits and lowercase letters") }
      (self.token, self.tab, self.drives) = (token, tab, drives)
    }
  }

  private struct State: Sendable {
    weak var server: PageServer?
    var tabs: [Key: Tab] = [:]
  }

  private struct Tab {
    /// The number of the last batch of events that was taken.
    var last = 0
    /// The number of batches that the main actor has not handled yet.
    var waiting = 0

    /// - Returns: True if the batch is the next one, false if it was received before, nil if an
    ///   earlier batch is missing.
    mutating func take(_ number: Int) throws(HTTPRefusal) -> Bool? {
      if number > last + 1 { return nil }
      if waiting == 8 {
        throw HTTPRefusal(429, "the program has not handled the previous events yet")
      }
      if number <= last { return false }
      (last, waiting) = (number, waiting + 1)
      return true
    }
  }

  private let state = Mutex(State())
  private let name: String
  private let tokens: AccessTokens
  private let work: PageWork
  private let others: WebServer.Respond

  init(
    name: String, _ tokens: AccessTokens, _ work: PageWork, _ others: @escaping WebServer.Respond
  ) {
    (self.name, self.tokens, self.work, self.others) = (name, tokens, work, others)
  }

  func connect(_ server: PageServer) { state.withLock { $0.server = server } }

  func remove(_ key: Key) { state.withLock { $0.tabs[key] = nil } }

  /// Counts a batch of events as handled.
  func removeWaiting(_ key: Key) { state.withLock { $0.tabs[key]?.waiting -= 1 } }

  private func key(_ token: String, _ tab: String?) throws(HTTPRefusal) -> Key {
    try Key(token, tab, drives: tokens.permission(of: token) == .drive)
  }

  /// Runs `body` with the page server on the main actor.
  func withServer(_ body: @escaping @MainActor @Sendable (PageServer) -> Void) {
    work.add { if let server = self.state.withLock({ $0.server }) { body(server) } }
  }

  func respond(to request: HTTPRequest, _ token: String) -> WebServer.Answer {
    do throws(HTTPRefusal) {
      return switch (request.method, request.path) {
      case (.get, "/api/stream") where request.query["tab"] != nil:
        try stream(request, token)
      case (.get, "/api/screen"): try screen(request, token)
      case (.post, "/api/events"): try events(request, token)
      default: others(request, token)
      }
    } catch { return .response(HTTPResponse(error)) }
  }

  private func stream(
    _ request: HTTPRequest, _ token: String
  ) throws(HTTPRefusal) -> WebServer.Answer {
    let key = try key(token, request.query["tab"])
    func number(_ key: PageProtocol.EventKey) -> Int? {
      request.query[key.rawValue].flatMap { Int($0) }
    }
    guard let columns = number(.columns), let rows = number(.rows),
      let size = PageSize(columns: columns, rows: rows, isDark: number(.isDark) == 1)
    else { throw HTTPRefusal(400, "c and r must be columns and rows from 1 to 1000") }
    let stream = OpenResponse { [weak self] in self?.withServer { $0.closeEnded(key) } }
    let last = state.withLock { state in
      let tab = state.tabs[key] ?? Tab()
      state.tabs[key] = tab
      return tab.last
    }
    var app = PageText()
    name.write(to: &app)
    let hello: KeyValuePairs<PageProtocol.HelloKey, String> = [
      .version: "1", .program: app.text, .drives: "\(key.drives)", .lastBatch: "\(last)",
    ]
    stream.send(.hello, hello)
    withServer { $0.show(key, stream, size) }
    return .stream(stream)
  }

  private func events(
    _ request: HTTPRequest, _ token: String
  ) throws(HTTPRefusal) -> WebServer.Answer {
    let batch = try request.decoded(PageBatch.self, or: "the body is not a batch of events")
    let key = try key(token, batch.tab)
    // A view-only tab can still resize its window.
    guard key.drives || batch.events.allSatisfy(\.isOfWindow) else {
      throw HTTPRefusal(403, "this link permits only viewing")
    }
    guard batch.events.count <= 2000 else { throw HTTPRefusal(413, "too many events") }
    let isNew = try state.withLock { state throws(HTTPRefusal) in
      try state.tabs[key]?.take(batch.number)
    }
    guard let isNew else { throw HTTPRefusal(409, "read the stream of this tab first") }
    if isNew { withServer { $0.take(batch, of: key) } }
    return .response(HTTPResponse(204))
  }

  private func screen(
    _ request: HTTPRequest, _ token: String
  ) throws(HTTPRefusal) -> WebServer.Answer {
    let key = try key(token, request.query["tab"])
    let pending = OpenResponse()
    withServer { $0.showScreen(key, pending) }
    return .later(pending)
  }
}

extension PageEvent {
  var isOfWindow: Bool { if case .resize = self { true } else { false } }
}
