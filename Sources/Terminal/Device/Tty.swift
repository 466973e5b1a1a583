import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal of standard output. Can be started once.
///
/// From its start until it is deallocated, signals that ask the program to end do not end it, so
/// that the program can save its data. They send an event, and have no effect after `stop()`.
@MainActor
public final class Tty: TerminalDevice {
  public var traits: TerminalTraits { dialogue.traits }
  public var isBusy: Bool { released != nil || output?.isBusy ?? false }
  private var receive: (@MainActor (DeviceEvent) -> Void)?
  /// A separate, non-blocking descriptor, because standard input and output are shared with the
  /// shell. Keys are read from it, because standard input may be a pipe.
  private var terminal: OpenFile?
  private var output: PendingOutput?
  private var outputFile: OpenFile?
  /// The terminal's settings before the start; nil while the terminal is restored.
  private var savedAttributes: termios?
  private var decoder = InputDecoder()
  private var dialogue: TerminalQueries
  private var hasSentQueries = false
  /// The size that the terminal reported (mode 2048), for when the system does not know it.
  private var reportedSize = TerminalSize(columns: 80, rows: 24)
  private var inputTimer: DispatchWorkItem?
  private var signals: SignalPipe?
  /// Signals that came while the program was stopped.
  private var pendingSignals: [Int32] = []
  /// The sources of events: first that of signals; then, unless the terminal is released, that of
  /// input.
  private var sources: [any DispatchSourceRead] = []
  /// While another program uses the terminal: the settings that it got, and this program's previous
  /// SIGQUIT action.
  private var released: (attributes: termios?, quitAction: sigaction)?
  /// Until this time, SIGINT, SIGTSTP and SIGCONT are ignored: they were meant for the program that
  /// used the terminal, and may arrive late.
  private var endOfKeySignals = Duration.zero
  /// The number of DA1 queries without an answer so far.
  private var unanswered = 0
  private var lastQuery = Duration.zero
  private let started = ContinuousClock.now

  /// How long to wait, in milliseconds, for an answer of a terminal that may not answer.
  private static let answerTimeout = 500

  /// Signals that ask the program to end.
  private static let terminationSignals: Set = [SIGTERM, SIGINT, SIGHUP]
  /// The signals that keys cause, which the terminal sends to all its foreground processes, and
  /// SIGCONT.
  private static let jobControl: Set = [SIGINT, SIGTSTP, SIGCONT]

  /// The largest size that is drawn.
  private static let largestSize = TerminalSize(columns: 2000, rows: 1000)

  /// Whether standard output is a terminal of any kind.
  package nonisolated static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard output is a terminal. A terminal without cursor motion (`TERM=dumb`) counts
  /// only if standard input is a terminal too: an editor's output window, for example, has no
  /// input.
  public static func isAvailable(environment: [String: String]) -> Bool {
    isOutputTerminal && (environment["TERM"] != "dumb" || isatty(STDIN_FILENO) == 1)
  }

  /// Makes the terminal, and changes nothing yet.
  /// - Parameters:
  ///   - environment: the environment of the process; see ``TerminalTraits/detect(environment:)``.
  ///   - screen: the part of the terminal that the program uses.
  public init(environment: [String: String], screen: ScreenMode = .full) {
    dialogue = TerminalQueries(TerminalTraits.detect(environment: environment).taking(screen))
  }

  public var size: TerminalSize {
    let whole = wholeSize
    return TerminalSize(columns: whole.columns, rows: traits.screen.rows(of: whole.rows))
  }

  private var wholeSize: TerminalSize {
    var window = winsize()
    guard ioctl(terminal?.descriptor ?? STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0,
      window.ws_col > 0, window.ws_row > 0
    else { return reportedSize }
    return Self.bounded(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  private static func bounded(columns: Int, rows: Int) -> TerminalSize {
    // Any program can set a terminal's size to anything; a grid of 65,535 squared is useless.
    TerminalSize(
      columns: min(columns, largestSize.columns), rows: min(rows, largestSize.rows))
  }

  public func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) throws {
    guard isatty(STDOUT_FILENO) == 1 else { throw TerminalError.notATerminal }
    let (terminal, outputFile) = (try Self.open(), try Self.open())
    (self.terminal, self.outputFile) = (terminal, outputFile)
    output = PendingOutput(to: outputFile) { [unowned self] in self.receive?(.ready) }
    let pipe = try SignalPipe([SIGTERM, SIGINT, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT])
    signals = pipe
    do {
      try enter()
    } catch {
      signals = nil
      throw error
    }
    self.receive = receive
    listen(to: pipe.readEnd, holding: pipe) { [unowned self] in readSignals() }
    listenToInput()
  }

  public func stop() {
    guard receive != nil else { return }
    receive = nil
    for source in sources { source.cancel() }
    sources = []
    inputTimer?.cancel()
    leave()
  }

  public func suspend() {
    leave()
    _ = stopJob(by: SIGTSTP)
    _ = reenter()
  }

  public func release() {
    guard receive != nil, released == nil else { return }
    let attributes = savedAttributes
    leave()
    sources.removeLast().cancel()
    // Sets a handler instead of SIG_IGN, because the other program would inherit SIG_IGN, but does
    // not inherit a handler.
    released = (attributes, setAction(of: SIGQUIT, to: sigaction { _, _, _ in }))
  }

  public func reclaim() {
    guard let released else { return }
    self.released = nil
    endOfKeySignals = now + .seconds(1)
    // Waits until a pending SIGINT has reached its handler, because `reenter()` takes a pending
    // SIGINT for a request to end the program.
    for _ in 0..<100 where isWaiting(SIGINT) { usleep(1000) }
    // Drops a pending SIGQUIT: POSIX discards a pending signal when it becomes ignored.
    signal(SIGQUIT, SIG_IGN)
    setAction(of: SIGQUIT, to: released.quitAction)
    guard receive != nil, let terminal = terminal?.descriptor else { return }
    if var attributes = released.attributes, !isInBackground(of: terminal) {
      // If the other program was killed, it has left its own settings.
      _ = restoreTerminal(terminal, bytes: [], count: 0, attributes: &attributes)
      tcflush(terminal, TCIFLUSH)
    }
    listenToInput()
    _ = reenter()
  }

  private static func open() throws(TerminalError) -> OpenFile {
    // The name can be invalid here if the terminal belongs to another container.
    for name in [ttyname(STDOUT_FILENO).map { String(cString: $0) }, "/dev/tty"] {
      guard let name else { continue }
      let descriptor = openFile(name, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if descriptor >= 0 { return OpenFile(descriptor) }
    }
    throw .system("open")
  }

  /// - Parameter owner: closes the descriptor when released. It is retained until the cancel
  ///   handler runs, because Dispatch requires an open descriptor until then.
  private func listen(
    to descriptor: Int32, holding owner: AnyObject, _ handler: @escaping @MainActor () -> Void
  ) {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler {
      EmergencyExit.ensureAlternateStack()
      MainActor.assumeIsolated { handler() }
    }
    source.setCancelHandler { MainActor.assumeIsolated { _ = owner } }
    source.activate()
    sources.append(source)
  }

  private func listenToInput() {
    guard let terminal else { return }
    listen(to: terminal.descriptor, holding: terminal) { [unowned self] in readInput() }
  }

  // MARK: - Entering and leaving

  /// Takes control of the terminal when this job is in the foreground, unless the program is asked
  /// to end first.
  private func enter() throws {
    guard let terminal = terminal?.descriptor, let outputFile, let signals,
      try waitForForeground()
    else { return }
    var attributes = termios()
    guard tcgetattr(terminal, &attributes) == 0 else { throw TerminalError.system("tcgetattr") }
    let saved = attributes
    cfmakeraw(&attributes)
    guard tcsetattr(terminal, TCSANOW, &attributes) == 0 else {
      throw TerminalError.system("tcsetattr")
    }
    savedAttributes = saved
    EmergencyExit.ensureAlternateStack()
    EmergencyExit.arm(
      attributes: saved, terminal: terminal, output: outputFile.descriptor,
      readOnly: signals.readEnd,
      bytes: TerminalModes.leave(traits))
    // Sends the queries before the first frame is made, so that the frame can use the answers.
    // The empty screen is visible for some milliseconds; a frame in wrong colours would be
    // visible for longer.
    write(TerminalModes.enter(traits) + queries())
  }

  private func leave() {
    guard let terminal = terminal?.descriptor, var attributes = savedAttributes else { return }
    output?.discard()
    let bytes = TerminalModes.leave(traits)
    dropInput()
    // The terminal stays raw for now, so that input that is still arriving is not echoed.
    if restoreTerminal(terminal, bytes: bytes, count: bytes.count, attributes: nil) {
      dropReports(from: terminal)
    }
    savedAttributes = nil
    _ = restoreTerminal(terminal, bytes: [], count: 0, attributes: &attributes)
    // Disarms last, so that a crash before this line still restores the terminal.
    EmergencyExit.disarm()
  }

  /// Drops pending input. Queries without an answer have to be sent again.
  private func dropInput() {
    hasSentQueries = hasSentQueries && !dialogue.isWaiting
    decoder = InputDecoder()
    inputTimer?.cancel()
  }

  /// Takes control of the terminal again after the program stopped itself, a signal stopped it, or
  /// another program used the terminal.
  /// - Returns: false if that fails.
  private func reenter() -> Bool {
    do {
      output?.discard()
      if let saved = savedAttributes, let terminal, try waitForForeground() {
        var raw = saved
        cfmakeraw(&raw)
        tcsetattr(terminal.descriptor, TCSANOW, &raw)
        // Resets the modes before it sets them, so that nothing is pushed twice onto the terminal's
        // stacks.
        dropInput()
        write(
          TerminalModes.leave(traits, keepsCursor: true) + TerminalModes.enter(traits) + queries())
      } else if savedAttributes == nil {
        try enter()
      }
      return true
    } catch {
      receive?(.hangup)
      return false
    }
  }

  private func resume() {
    // SIGCONT can arrive after `stop()` too.
    if receive != nil, reenter() { receive?(.resumed) }
  }

  /// Stops the job, as the system does on a background write, until the job is in the foreground.
  /// - Returns: false if the program is asked to end first.
  private func waitForForeground() throws(TerminalError) -> Bool {
    while !Self.terminationSignals.contains(where: isWaiting) {
      guard let terminal, isInBackground(of: terminal.descriptor) else { return true }
      // Fails for an orphaned process group, which nothing could continue.
      if !stopJob(by: SIGTTOU) {
        throw .system(call: "tcsetattr", reason: "the program is in the background")
      }
    }
    return false
  }

  /// Whether a signal came while the program was stopped, even if its handler, which can run on
  /// another thread, has not run yet.
  private func isWaiting(_ signal: Int32) -> Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, signal) == 1 || pendingSignals.contains(signal)
  }

  /// Stops all processes of the job, as the terminal does for Ctrl-Z (SIGTSTP) or for a background
  /// write (SIGTTOU). The system does not stop an orphaned process group, which nothing could
  /// continue.
  /// - Returns: whether the job was stopped and continues.
  private func stopJob(by signal: Int32) -> Bool {
    guard let signals else { return false }
    // Signals that come meanwhile are reported later.
    DispatchQueue.main.async {
      EmergencyExit.ensureAlternateStack()
      MainActor.assumeIsolated { self.readSignals() }
    }
    pendingSignals += signals.take()
    let action = setAction(of: signal, to: sigaction())
    defer { setAction(of: signal, to: action) }
    kill(0, signal)
    var wait = pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0)
    // The process stops in one of these waits, on whichever thread gets the signal. A single wait
    // would end when the process continues, perhaps before the handler has run.
    for _ in 0..<10 where poll(&wait, 1, 50) > 0 {
      let taken = signals.take()
      pendingSignals += taken.filter { $0 != SIGCONT }
      if taken.contains(SIGCONT) { return true }
    }
    return false
  }

  // MARK: - Queries

  /// Returns the queries to the terminal; nothing if they were already sent.
  private func queries() -> [UInt8] {
    if hasSentQueries { return [] }
    hasSentQueries = true
    let queries = dialogue.makeQueries()
    if !queries.isEmpty { recordQuery() }
    return queries
  }

  /// Records that a DA1 query was sent.
  private func recordQuery() {
    unanswered += 1
    lastQuery = now
  }

  private func answered(_ reply: TerminalReply) {
    if case .deviceAttributes = reply { unanswered = max(0, unanswered - 1) }
    if case .textAreaSize(let rows, let columns) = reply, rows > 0, columns > 0 {
      let before = wholeSize
      reportedSize = Self.bounded(columns: columns, rows: rows)
      // If the system knows the size, it has reported the change already.
      if wholeSize != before { receive?(.resized) }
    }
    let features = traits.features
    let modes = dialogue.take(reply)
    if traits.features != features { EmergencyExit.update(bytes: TerminalModes.leave(traits)) }
    if let modes, !modes.isEmpty { write(modes) }
  }

  /// Reads and drops late reports and answers, which would otherwise appear on the shell's line.
  /// They come before the answer to a last query that this function sends; later input belongs to
  /// the shell.
  private func dropReports(from terminal: Int32) {
    if isInBackground(of: terminal) { return }
    let answers = traits.features.contains(.answers)
    let left = (lastQuery - now) / .milliseconds(1) + Double(Self.answerTimeout)
    guard answers ? unanswered > 0 || TerminalModes.mayReport(traits) : unanswered > 0 && left > 0
    else { return }
    if answers {
      write(Array("\u{1B}[c".utf8))
      recordQuery()
    }
    let deadline = milliseconds() + (answers ? 1000 : Int(left))
    var answer = AnswerCounter(remaining: unanswered)
    var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    while answer.remaining > 0, case let left = deadline - milliseconds(), left > 0 {
      let count = poll(&wait, 1, Int32(left))
      if count < 0, errno == EINTR { continue }
      var byte: UInt8 = 0
      guard count > 0, read(terminal, &byte, 1) == 1 else { break }
      answer.take(byte)
    }
    unanswered = answer.remaining
  }

  // MARK: - Output

  public func write(_ bytes: [UInt8]) {
    // Output in the background is dropped: everything is painted when the program continues.
    guard savedAttributes != nil, let terminal,
      !isInBackground(of: terminal.descriptor)
    else { return }
    output?.write(bytes)
  }

  // MARK: - Input

  private static let largestRead = 65_536

  private var now: Duration { ContinuousClock.now - started }

  public func readInput() {
    guard let terminal = terminal?.descriptor else { return }
    // While this program is in the background, the input belongs to the foreground program.
    if isInBackground(of: terminal) { return resume() }
    var hasEnded = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.largestRead) { buffer, filled in
      // The system returns at most 4 KB for each read.
      while filled < buffer.count {
        let count = read(terminal, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
        if count < 0, errno == EINTR { continue }
        if count <= 0 {
          hasEnded = count == 0 || errno != EAGAIN
          return
        }
        filled += count
      }
    }
    deliver(bytes.isEmpty ? decoder.expire(at: now) : decoder.decode(bytes, at: now))
    if hasEnded { receive?(.hangup) }
  }

  private func deliver(_ events: [InputEvent]) {
    var events = events
    let before = traits
    events.removeAll { event in
      guard case .reply(let reply) = event else { return false }
      answered(reply)
      return true
    }
    if traits != before { receive?(.traitsChanged) }
    events = dialogue.positioned(events)
    if !events.isEmpty { receive?(.input(events)) }
    inputTimer?.cancel()
    guard let deadline = decoder.deadline, receive != nil else { return }
    // At the deadline, the timer reads the input that has arrived. If there is none, the incomplete
    // bytes expire.
    let timer = DispatchWorkItem { [weak self] in
      EmergencyExit.ensureAlternateStack()
      MainActor.assumeIsolated { self?.readInput() }
    }
    inputTimer = timer
    DispatchQueue.main.asyncAfter(
      deadline: .now() + max(0, (deadline - now) / .seconds(1)), execute: timer)
  }

  private func readSignals() {
    var taken = pendingSignals + (signals?.take() ?? [])
    pendingSignals = []
    if released != nil || now < endOfKeySignals {
      taken.removeAll(where: Self.jobControl.contains)
    }
    if let end = taken.first(where: Self.terminationSignals.contains) {
      receive?(.signal(end))
      return
    }
    var seen: Set<Int32> = []
    for signal in taken where seen.insert(signal).inserted {
      switch signal {
      case SIGWINCH: receive?(.resized)
      case SIGTSTP: receive?(.suspendRequested)
      // Another process stopped and continued this one: the shell has used the terminal in between.
      case SIGCONT: resume()
      default: receive?(.signal(signal))
      }
    }
  }
}

/// Calls the system's `open`, which the method `open` would shadow.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

extension TerminalError {
  /// A failed call, with `errno` as the reason.
  static func system(_ call: String) -> TerminalError {
    .system(call: call, reason: String(cString: strerror(errno)))
  }
}
