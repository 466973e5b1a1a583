import Millrace
import MillraceBindings
import MillraceRender
import MillraceStore
import MillraceSystem
import MillraceTerminal
import Synchronization

/// Serves a program to browsers: each tab is a session with local state of its own, on the program's store.
///
/// ```swift
/// let server = try PageServer(PageOptions(port: 4711)) { TerminalApp(store) { state, dispatch in … } }
/// print(server.link)
/// ```
///
/// Sessions use the terminal's layout, focus and key bindings. The browser shows buttons, fields
/// and lists as native controls. The server keeps a session for ten minutes after its browser
/// disconnects, so a reload or a suspended laptop continues the same session.
@MainActor
public final class PageServer {
  /// The server's links and number of connected tabs.
  public struct Status: Equatable, Sendable {
    /// A link with which one browser can use the program. It works once; then the server makes a
    /// new one.
    public var link = ""
    /// A link with which one browser can view the program, but not use it.
    public var lookLink = ""
    /// The number of connected tabs.
    public var connected = 0
  }

  /// Starts a session on a device.
  typealias Start = @MainActor (PageDevice, @escaping MainActorHop) throws -> TerminalSession

  private struct Session {
    let device: PageDevice
    let session: TerminalSession
    /// Ends the session if its browser does not reconnect in time.
    var end: ScheduledWork?
  }

  let status = Store(initial: Status(), reducer: Reducer<Status, Status> { $0 = $1 })
  private let start: Start
  private let work: PageWork
  private let scheduler: any Scheduler
  private let tabs: PageTabs
  private let server: WebServer
  private let linkFile: LinkFile
  private var hasStopped = false
  private let name: String
  private let address: String
  private var sessions: [PageTabs.Key: Session] = [:]

  /// How long the server keeps a session without a browser.
  private static let patience = Duration.seconds(600)
  /// The largest number of sessions without a browser. If there are more, the server ends the one
  /// that was disconnected first.
  private static let mostWaiting = 64
  private static let mostWaitingOfToken = 8

  /// Serves a program.
  /// - Parameters:
  ///   - options: The address and port.
  ///   - program: Makes the program of a session, on one store for all sessions or on a store that
  ///     follows it.
  /// - Throws: ``PageServerError`` if the server cannot listen there.
  public convenience init<State, Action>(
    _ options: PageOptions = PageOptions(),
    program: @escaping @MainActor () -> TerminalApp<State, Action>
  ) throws {
    try self.init(options) { device, hop in try program().start(on: device, hop: hop) }
  }

  /// Serves a program, and answers additional requests on the same server.
  /// - Parameters:
  ///   - tokens: The tokens of the server's links.
  ///   - others: Answers the requests that a page never sends.
  package convenience init<State, Action>(
    _ options: PageOptions, tokens: AccessTokens, others: @escaping WebServer.Respond,
    program: @escaping @MainActor () -> TerminalApp<State, Action>
  ) throws {
    try self.init(options, tokens: tokens, others: others) { device, hop in
      try program().start(on: device, hop: hop)
    }
  }

  init(
    _ options: PageOptions, scheduler: any Scheduler = .live, work: PageWork = PageWork(),
    limits: WebServer.Limits = WebServer.Limits(), tokens: AccessTokens = AccessTokens(),
    others: WebServer.Respond? = nil, start: @escaping Start
  ) throws {
    let tabs = PageTabs(name: options.name, tokens, work, others)
    do throws(WebServerError) {
      server = try WebServer(
        address: options.address, port: options.port, limits: limits, tokens: tokens,
        page: PageAssets.resources, policy: PageAssets.policy, origins: options.origins,
        onPair: { tabs.notice { $0.makeLinks() } }
      ) { [tabs] in tabs.respond(to: $0, $1) }
    } catch {
      throw PageServerError(description: error.description)
    }
    (self.start, self.work, self.scheduler, self.tabs) = (start, work, scheduler, tabs)
    linkFile = LinkFile(options.linkFile)
    (name, address) = (options.name, options.address)
    tabs.connect(self)
    makeLinks()
    do throws(SystemError) { try linkFile.write(status.state) } catch {
      server.stop()
      throw PageServerError(description: "\(options.linkFile) cannot be written: \(error)")
    }
  }

  deinit { server.stop() }

  /// The port on which the server listens.
  public var port: UInt16 { server.port }

  /// A link with which one browser can use the program.
  public var link: String { status.state.link }

  /// A line with the server's address and the path of its links. It contains no secrets, so it can
  /// be logged.
  var announcement: String {
    "\(name) is served at http://\(address):\(port); its links are in \(linkFile.path)"
  }

  /// Makes a link for one browser.
  package func makeLink(for permission: PagePermission) -> String {
    server.makeLink(for: permission)
  }

  /// The current status.
  public var state: Status { status.state }

  /// Ends all sessions, and the server.
  public func stop() {
    hasStopped = true
    for session in sessions.values {
      session.device.leaveProgram()
      session.session.end()
    }
    linkFile.remove()
    server.stop()
  }

  fileprivate func makeLinks() {
    if hasStopped { return }
    var new = status.state
    new.link = server.makeLink(for: .drive)
    new.lookLink = server.makeLink(for: .look)
    status.dispatch(new)
    // A link that is not in the file is still on the terminal.
    try? linkFile.write(new)
  }

  private func count() {
    var new = status.state
    new.connected = sessions.values.count { $0.device.isWatched }
    if new != status.state { status.dispatch(new) }
  }

  // MARK: - Sessions

  fileprivate func open(_ key: PageTabs.Key, _ stream: EventStream, _ size: PageSize) {
    if sessions[key] == nil {
      // The server has refused it, or its browser is gone already.
      if stream.isClosed { return tabs.forget(key) }
      let device = PageDevice(size, work) { [weak self] in self?.forget(key) }
      // Attaches the stream before the session starts, so that the browser receives the first
      // frame.
      device.attach(stream, size)
      do {
        let session = try start(device) { [work] in work.add($0) }
        sessions[key] = Session(device: device, session: session)
      } catch {
        return stream.close()
      }
    } else {
      sessions[key]?.end?.cancel()
      sessions[key]?.end = nil
      sessions[key]?.device.attach(stream, size)
    }
    count()
  }

  fileprivate func close(_ key: PageTabs.Key, _ stream: EventStream) {
    guard let session = sessions[key], session.end == nil else { return }
    session.device.detach(stream)
    count()
    guard !session.device.isWatched else { return }
    let all = sessions.filter { $0.value.end != nil }
    // The sessions of one link must not end the sessions of other links.
    let own = all.filter { $0.key.token == key.token }
    let waiting = own.count >= Self.mostWaitingOfToken ? own : all
    if own.count >= Self.mostWaitingOfToken || all.count >= Self.mostWaiting,
      let oldest = waiting.min(by: { $0.value.device.leftAt < $1.value.device.leftAt })
    {
      oldest.value.session.end()
    }
    session.device.leftAt = scheduler.elapsed
    sessions[key]?.end = scheduler.schedule(after: Self.patience) { [weak self, work] in
      work.add {
        // The session's browser may have reconnected meanwhile.
        guard let known = self?.sessions[key], !known.device.isWatched else { return }
        known.session.end()
      }
    }
  }

  private func forget(_ key: PageTabs.Key) {
    sessions[key]?.end?.cancel()
    sessions[key] = nil
    tabs.forget(key)
    count()
  }

  fileprivate func take(_ batch: PageBatch, of key: PageTabs.Key) {
    guard let session = sessions[key] else { return }
    // If a batch has several sizes, the last one counts.
    let size = batch.e.lastIndex(where: \.isOfWindow)
    for (place, event) in batch.e.enumerated() where !event.isOfWindow || place == size {
      // One of them may have ended the session.
      guard session.session.ended == nil else { return }
      session.device.take(event, seen: batch.v, session.session)
    }
  }

  /// The screen of a session as a terminal would show it, followed by its accessible description.
  fileprivate func describe(_ key: PageTabs.Key) -> String? {
    var text: String?
    sessions[key]?.session.perform { host in
      let words = host.describe()
      text =
        (host.screenText() + [""] + words.lines + ["focus: \(words.focus ?? "nothing")"])
        .joined(separator: "\n") + "\n"
    }
    return text
  }
}

/// The reason why a program cannot be served.
public struct PageServerError: Error, Equatable, CustomStringConvertible {
  public let description: String
}

/// The tabs, as the server's thread sees them, and the last batch of events that each tab sent.
final class PageTabs: Sendable {
  struct Key: Hashable, Sendable {
    let token: String
    let tab: String
  }

  private struct State: Sendable {
    weak var server: PageServer?
    /// The number of the last batch of events that was taken.
    var last: [Key: Int] = [:]
    /// The number of batches that the main actor has not handled yet.
    var waiting: [Key: Int] = [:]
  }

  private let state = Mutex(State())
  private let name: String
  private let tokens: AccessTokens
  private let work: PageWork
  private let others: WebServer.Respond?

  init(name: String, _ tokens: AccessTokens, _ work: PageWork, _ others: WebServer.Respond?) {
    (self.name, self.tokens, self.work, self.others) = (name, tokens, work, others)
  }

  func connect(_ server: PageServer) { state.withLock { $0.server = server } }

  func forget(_ key: Key) { state.withLock { $0.last[key] = nil } }

  /// Runs `body` with the page server on the main actor.
  func notice(_ body: @escaping @MainActor @Sendable (PageServer) -> Void) {
    work.add { if let server = self.state.withLock({ $0.server }) { body(server) } }
  }

  func respond(to request: HTTPRequest, _ token: String) -> WebServer.Answer {
    do throws(HTTPRefusal) {
      return switch (request.method, request.path) {
      case (.get, "/api/stream") where request.parameter("tab") != nil:
        try stream(request, token)
      case (.get, "/api/screen"): try screen(request, token)
      case (.post, "/api/events"): try events(request, token)
      default:
        if let others {
          others(request, token)
        } else {
          throw HTTPRefusal(404, "there is no \(request.path)")
        }
      }
    } catch { return .response(HTTPResponse(error)) }
  }

  private func key(_ tab: String?, _ token: String) throws(HTTPRefusal) -> Key {
    guard let tab, PageBatch.isTab(tab) else {
      throw HTTPRefusal(400, "tab is 8 to 64 digits and small letters")
    }
    return Key(token: token, tab: tab)
  }

  private func stream(
    _ request: HTTPRequest, _ token: String
  ) throws(HTTPRefusal) -> WebServer.Answer {
    let key = try key(request.parameter("tab"), token)
    func number(_ name: String) -> Int? { request.parameter(name).flatMap { Int($0) } }
    guard let columns = number("c"), let rows = number("r"),
      let size = PageSize(columns: columns, rows: rows, isDark: number("d") == 1)
    else { throw HTTPRefusal(400, "c and r are columns and rows, 1 to 1000") }
    let ended = Ended()
    let stream = EventStream { [weak self] in
      guard let stream = ended.stream.withLock({ $0 }) else { return }
      self?.notice { $0.close(key, stream) }
    }
    ended.stream.withLock { $0 = stream }
    let last = state.withLock { state in
      let last = state.last[key] ?? 0
      state.last[key] = last
      return last
    }
    let drives = tokens.permission(of: token) == .drive
    var hello = PageText()
    hello.raw("{\"proto\":1,\"app\":")
    hello.string(name)
    hello.raw(",\"drive\":\(drives),\"seq\":\(last)}")
    stream.send("hello", hello.text)
    notice { $0.open(key, stream, size) }
    return .stream(stream)
  }

  /// Holds the stream for its own `onEnd`. This is a reference cycle, which the stream breaks when
  /// it ends.
  private final class Ended: Sendable { let stream = Mutex<EventStream?>(nil) }

  private func events(
    _ request: HTTPRequest, _ token: String
  ) throws(HTTPRefusal) -> WebServer.Answer {
    let batch = try PageBatch(request.body)
    let key = try key(batch.tab, token)
    let drives = tokens.permission(of: token) == .drive
    // A view-only tab can still resize its window.
    guard drives || batch.e.allSatisfy(\.isOfWindow) else {
      throw HTTPRefusal(403, "this link permits only viewing")
    }
    guard batch.e.count <= 2000 else { throw HTTPRefusal(413, "too many events") }
    guard state.withLock({ $0.waiting[key, default: 0] < 8 }) else {
      throw HTTPRefusal(429, "the program has not taken what came before")
    }
    if try take(batch.seq, of: key) {
      state.withLock { $0.waiting[key, default: 0] += 1 }
      notice { server in
        self.state.withLock { state in
          state.waiting[key] = state.waiting[key].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
        server.take(batch, of: key)
      }
    }
    return .response(HTTPResponse(204))
  }

  /// - Returns: True if the batch is the next one, false if it was received before.
  private func take(_ number: Int, of key: Key) throws(HTTPRefusal) -> Bool {
    let result = state.withLock { state -> Bool? in
      guard let last = state.last[key], number <= last + 1 else { return nil }
      if number == last + 1 { state.last[key] = number }
      return number == last + 1
    }
    guard let result else { throw HTTPRefusal(409, "read the stream of this tab first") }
    return result
  }

  private func screen(
    _ request: HTTPRequest, _ token: String
  ) throws(HTTPRefusal) -> WebServer.Answer {
    let key = try key(request.parameter("tab"), token)
    let pending = PendingResponse()
    notice { server in
      pending.complete(
        server.describe(key).map { HTTPResponse(200, $0) }
          ?? HTTPResponse(404, "there is no such tab\n"))
    }
    return .later(pending)
  }
}

extension PageEvent {
  fileprivate var isOfWindow: Bool { if case .resize = self { true } else { false } }
}
