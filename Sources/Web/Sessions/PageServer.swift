import Millrace
import MillraceBindings
import MillraceRender
import MillraceStore
import MillraceSystem
import MillraceTerminal
import Synchronization

/// Serves a program to browsers. Each tab is a session with its own local state, on the program's
/// store.
///
/// ```swift
/// let server = try PageServer(PageOptions(port: 4711, name: "notes")) {
///   TerminalApp(store) { state, _ in Text("\(state.titles.count) notes") }
/// }
/// print(server.link)  // works once, for one browser
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
    public var viewLink = ""
    /// The number of connected tabs.
    public var connected = 0
  }

  /// Starts a session on a device.
  package typealias Start =
    @MainActor (
      any TerminalDevice, @escaping MainActorRunner
    ) throws -> TerminalSession

  private struct Session {
    let device: PageDevice
    let session: TerminalSession
    /// Ends the session if its browser does not reconnect in time.
    var end: ScheduledWork?
  }

  /// The requests of a tab that waits for a whole page: all of its contents, not only changes.
  private struct Wanted {
    /// A number that increases in the order in which tabs begin to wait.
    let number: Int
    /// The stream of a tab that connects.
    var stream: OpenResponse?
    /// The new size of the window.
    var size: PageSize?
    /// The response that gets the screen as text.
    var screen: OpenResponse?
    /// The events that a tab without a session has sent.
    var batches: [PageBatch] = []
  }

  let status = Store(initial: Status(), reducer: Reducer<Status, Status> { $0 = $1 })
  private let start: Start
  private let work: PageWork
  private let scheduler: any Scheduler
  private let tabs: PageTabs
  private let server: WebServer
  private var hasStopped = false
  private let options: PageOptions
  /// Reports an error that nobody can catch.
  private let report: @MainActor (PageServerError) -> Void
  private var sessions: [PageTabs.Key: Session] = [:]
  private var counting: ScheduledWork?
  /// The tabs that wait for a whole page.
  private var wanted: [PageTabs.Key: Wanted] = [:]
  private var lastNumber = 0

  /// How long the server keeps a session without a browser.
  private static let sessionTimeout = Duration.seconds(600)
  /// The largest number of sessions without a browser. If there are more, the server ends the one
  /// that was disconnected first.
  private static let maximumDisconnected = 64
  private static let maximumDisconnectedPerToken = 8
  /// The largest numbers of cells: `maximumCells` for all windows together that can use the
  /// program, `maximumCellsForViewing` for all windows together that can only view it, and
  /// `largestWindow` for each window. Each window may use `smallestWindow` cells, even beyond these
  /// limits.
  private static let maximumCells = 750_000
  private static let maximumCellsForViewing = 250_000
  private static let largestWindow = 100_000
  private static let smallestWindow = 2_000
  /// The work of opening a tab, as a number of drawn cells.
  private static let costOfOpening = 8_000

  /// Serves a program.
  /// - Parameters:
  ///   - options: The address and port.
  ///   - program: Makes the program of a session. The programs may share one store, or each may
  ///     have a store of its own.
  /// - Throws: ``PageServerError`` if the server cannot listen there.
  public convenience init<State, Action>(
    _ options: PageOptions = PageOptions(),
    program: @escaping @MainActor () -> TerminalApp<State, Action>
  ) throws {
    try self.init(options) { try program().start(on: $0, runOnMainActor: $1) }
  }

  /// Serves a program, and answers additional requests on the same server.
  /// - Parameters:
  ///   - runOnMainActor: Runs a slice of the work of pages on the main actor.
  ///   - limits: The largest numbers, sizes and times that the server accepts.
  ///   - tokens: The tokens of the server's links.
  ///   - path: Another path of the page, beside `/`.
  ///   - others: Answers the requests that a page never sends.
  ///   - report: Called if the file with the links cannot be written after a browser used a link.
  package init(
    _ options: PageOptions, scheduler: any Scheduler = .live,
    runOnMainActor: @escaping MainActorRunner = { work in Task { @MainActor in work() } },
    limits: WebServer.Limits = WebServer.Limits(), tokens: AccessTokens = AccessTokens(),
    path: String = "/",
    others: @escaping WebServer.Respond = { request, _ in
      .response(HTTPResponse(HTTPRefusal(404, "there is no \(request.path)")))
    },
    report: @escaping @MainActor (PageServerError) -> Void = {
      try? Tty.print(["\($0)"], asErrors: true)
    }, start: @escaping Start
  ) throws {
    let work = PageWork(scheduler: scheduler, runOnMainActor: runOnMainActor)
    try options.checkOrigins()
    let tabs = PageTabs(name: options.name, tokens, work, others)
    var page = PageAssets.resources
    page[path] = page["/"]
    server = try WebServer(
      address: options.address, port: options.port, limits: limits, tokens: tokens,
      page: page, origins: options.origins,
      onPair: { tabs.withServer { $0.makeNextLinks() } }
    ) { [tabs] in tabs.respond(to: $0, $1) }
    (self.start, self.work, self.scheduler, self.tabs) = (start, work, scheduler, tabs)
    (self.options, self.report) = (options, report)
    tabs.connect(self)
    do throws(PageServerError) { try makeLinks() } catch {
      server.stop()
      throw error
    }
  }

  /// The port on which the server listens.
  public var port: UInt16 { server.port }

  /// A link with which one browser can use the program.
  public var link: String { status.state.link }

  /// A line with the server's address and the path of the file with its links. The line contains no
  /// secrets, so it can be logged.
  var announcement: String {
    let links = options.linkFile.map { "; its links are in \($0)" } ?? ""
    return "\(options.name) is served at http://\(options.address):\(port)\(links)"
  }

  /// Makes a link for one browser.
  package func makeLink(for permission: PagePermission) -> String {
    server.makeLink(for: permission)
  }

  /// The current status.
  public var state: Status {
    var new = status.state
    new.connected = sessions.values.count { $0.device.isConnected }
    return new
  }

  /// Ends all sessions, and the server.
  public func stop() {
    hasStopped = true
    for session in sessions.values {
      session.device.disconnect(.stopped)
      session.session.end()
    }
    removeLinkFile()
    server.stop()
  }

  /// Makes new links after a browser used one.
  private func makeNextLinks() {
    // A program on a terminal still shows the link there; without a terminal, nobody can see it.
    do throws(PageServerError) { try makeLinks() } catch { report(error) }
  }

  private func makeLinks() throws(PageServerError) {
    if hasStopped { return }
    var new = state
    (new.link, new.viewLink) = (makeLink(for: .drive), makeLink(for: .view))
    status.dispatch(new)
    guard let path = options.linkFile else { return }
    do throws(SystemError) { try writeLinks(new, to: path) } catch {
      throw PageServerError(description: "\(path) cannot be written: \(error)")
    }
  }

  private func writeLinks(_ new: Status, to path: String) throws(SystemError) {
    removeLinkFile()
    let files = SystemFiles()
    let file = try files.openNew(path, permissions: 0o600)
    var isWritten = false
    defer {
      files.close(file)
      if !isWritten { removeLinkFile() }
    }
    try files.writeStream(Array("drive \(new.link)\nview \(new.viewLink)\n".utf8), to: file)
    isWritten = true
  }

  private func removeLinkFile() {
    if let path = options.linkFile { try? SystemFiles().remove(path) }
  }

  /// Updates the number of connected tabs after a delay. Without the delay, tabs that connect and
  /// disconnect could keep the terminal drawing.
  private func count() {
    if counting != nil { return }
    counting = scheduler.schedule(after: .milliseconds(250)) { [weak self, work] in
      work.add {
        guard let self else { return }
        self.counting = nil
        let new = self.state
        if new != self.status.state { self.status.dispatch(new) }
      }
    }
  }

  // MARK: - Sessions

  /// Gives a tab a whole page when its turn comes. If the tab already waits, the newest size and
  /// stream replace the earlier ones.
  /// - Parameter stream: The stream of a tab that connects; nil if only the size of its window
  ///   changed.
  func show(_ key: PageTabs.Key, _ stream: OpenResponse?, _ size: PageSize) {
    want(key) { wanted in
      wanted.size = size
      guard let stream else { return }
      wanted.stream?.close()
      wanted.stream = stream
    }
  }

  private func want(_ key: PageTabs.Key, _ add: (inout Wanted) -> Void) {
    lastNumber += 1
    add(&wanted[key, default: Wanted(number: lastNumber)])
    work.makePages(while: { [weak self] in self?.wanted.isEmpty == false }) { [weak self] in
      self?.makePage() ?? 0
    }
  }

  /// Makes the page of the tab that waits longest. Tabs that can use the program are first.
  /// - Returns: The cost of the page as a number of cells, multiplied by the tab's `costPerCell`.
  private func makePage() -> Int {
    let first = wanted.min {
      ($0.key.costPerCell, $0.value.number) < ($1.key.costPerCell, $1.value.number)
    }
    guard let (key, next) = first else { return 0 }
    wanted[key] = nil
    var cells = 0
    // Nothing is drawn for a tab that has disconnected while it waited, or for a client that asked
    // for the screen as text and has disconnected.
    if let size = next.size, next.stream?.isClosed != true {
      let fitting = fitting(size, key)
      if let stream = next.stream {
        open(key, stream, fitting)
        cells = Self.costOfOpening
      } else {
        sessions[key]?.device.resize(fitting)
      }
      cells += fitting.cells.columns * fitting.cells.rows + Self.smallestWindow
    }
    for batch in next.batches { take(batch, of: key) }
    if let screen = next.screen, !screen.isClosed { cells += describe(key, screen) }
    return key.costPerCell * cells
  }

  /// Returns the size that a window gets. If a window is too large, the program uses only its upper
  /// rows.
  private func fitting(_ size: PageSize, _ key: PageTabs.Key) -> PageSize {
    // Windows that can only view the program do not make the others smaller.
    let others = sessions.reduce(0) { sum, session in
      let shares = session.key != key && session.key.drives == key.drives
      return sum + (shares ? session.value.device.cells : 0)
    }
    let all = key.drives ? Self.maximumCells : Self.maximumCellsForViewing
    let cells = min(Self.largestWindow, all - others)
    var size = size
    let rows = max(Self.smallestWindow, cells) / size.cells.columns
    size.cells.rows = min(size.cells.rows, max(1, rows))
    return size
  }

  private func open(_ key: PageTabs.Key, _ stream: OpenResponse, _ size: PageSize) {
    let device =
      sessions[key]?.device ?? PageDevice(size, work) { [weak self] in self?.remove(key) }
    // Attaches the stream before a session starts, so that the browser receives the first frame.
    device.attach(stream, size)
    sessions[key]?.end?.cancel()
    sessions[key]?.end = nil
    if sessions[key] == nil {
      guard let session = try? start(device, { [work] in work.add($0) }) else {
        return stream.close()
      }
      sessions[key] = Session(device: device, session: session)
    }
    count()
  }

  /// Handles the end of a tab's stream. The session stays for a while, so that the browser can
  /// reconnect.
  func closeEnded(_ key: PageTabs.Key) {
    if wanted[key]?.stream?.isClosed == true {
      wanted[key]?.stream = nil
      wanted[key]?.size = nil
    }
    if sessions[key] == nil, wanted[key]?.stream == nil {
      if let screen = wanted.removeValue(forKey: key)?.screen { describe(key, screen) }
      tabs.remove(key)
    }
    guard let session = sessions[key], session.end == nil else { return }
    count()
    guard !session.device.isConnected else { return }
    let all = sessions.filter { $0.value.end != nil }
    // The sessions of one link must not end the sessions of other links.
    let own = all.filter { $0.key.token == key.token }
    let tooMany =
      own.count >= Self.maximumDisconnectedPerToken
      ? own : all.count >= Self.maximumDisconnected ? all : [:]
    tooMany.values.min { $0.device.disconnectedAt < $1.device.disconnectedAt }?.session.end()
    session.device.disconnectedAt = scheduler.elapsed
    sessions[key]?.end = scheduler.schedule(after: Self.sessionTimeout) { [weak self, work] in
      work.add {
        // The session's browser may have reconnected meanwhile.
        guard let known = self?.sessions[key], !known.device.isConnected else { return }
        known.session.end()
      }
    }
  }

  private func remove(_ key: PageTabs.Key) {
    sessions[key]?.end?.cancel()
    sessions[key] = nil
    tabs.remove(key)
    count()
  }

  /// Sends the events of a tab to its session. If the session has not started yet, the events wait
  /// until it starts.
  func take(_ batch: PageBatch, of key: PageTabs.Key) {
    if sessions[key] == nil, wanted[key]?.stream != nil {
      wanted[key]?.batches.append(batch)
      return
    }
    tabs.removeWaiting(key)
    guard let session = sessions[key] else { return }
    // If a batch has several window sizes, only the last one is used.
    let size = batch.events.lastIndex(where: \.isOfWindow)
    for (index, event) in batch.events.enumerated() where !event.isOfWindow || index == size {
      // An earlier event may have ended the session.
      guard session.session.ended == nil else { return }
      if case .resize(let size) = event { show(key, nil, size) }
      session.device.take(event, seen: batch.version, session.session)
    }
  }

  /// Completes a response with the screen of a tab when the tab's turn comes.
  func showScreen(_ key: PageTabs.Key, _ response: OpenResponse) {
    if wanted[key]?.screen?.isClosed == false {
      let refusal = HTTPRefusal(429, "another request for the screen of this tab waits")
      return response.complete(HTTPResponse(refusal))
    }
    guard sessions[key] != nil || wanted[key] != nil else {
      describe(key, response)
      return
    }
    want(key) { $0.screen = response }
  }

  /// Completes a response with the screen of a session as a terminal would show it, followed by its
  /// accessible description.
  /// - Returns: The number of cells of the screen.
  @discardableResult
  private func describe(_ key: PageTabs.Key, _ response: OpenResponse) -> Int {
    var text: String?
    sessions[key]?.session.perform(isInput: false) { host in
      let words = host.describe()
      text =
        (host.screenText() + [""] + words.lines + ["focus: \(words.focus ?? "nothing")"])
        .joined(separator: "\n") + "\n"
    }
    response.complete(
      text.map { HTTPResponse(200, $0) } ?? HTTPResponse(404, "there is no such tab\n"))
    return sessions[key]?.device.cells ?? 0
  }
}

/// The reason why a program cannot be served.
public struct PageServerError: Error, Equatable, CustomStringConvertible {
  public let description: String
}
