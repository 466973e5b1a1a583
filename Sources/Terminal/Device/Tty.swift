import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal that the program was started in, on standard input and output. Started once.
///
/// From its start until it is released, also after `stop()`, signals that ask the program to end do
/// no more than say so: what has to be saved can be saved in peace.
@MainActor
public final class Tty: TerminalDevice {
  public let colorDepth: ColorDepth
  private let input = STDIN_FILENO
  private var output = STDOUT_FILENO
  private var receive: (@MainActor (DeviceEvent) -> Void)?
  private var savedAttributes: termios?
  private var decoder = InputDecoder()
  private var signals: SignalPipe?
  /// Signals that came while a write was waiting for the terminal.
  private var waitingSignals: [Int32] = []
  private var sources: [any DispatchSourceRead] = []
  /// Counts reads, so that a wait for the rest of a sequence knows whether any came.
  private var reads = 0
  /// Whether the terminal was asked something and has not answered.
  private var awaitsReply = false

  /// How long an ESC waits for the rest of a sequence. Terminals write a sequence in one go; the
  /// wait covers one that a slow line splits.
  private static let escapeDelay = DispatchTimeInterval.milliseconds(30)

  /// How long a paste that has begun may pause before it counts as ended.
  private static let pasteDelay = DispatchTimeInterval.seconds(2)

  /// What is beyond is not drawn on.
  private static let largestSize = TerminalSize(columns: 2000, rows: 1000)

  /// Whether standard input and output are a terminal that can place a cursor.
  public static func isAvailable(environment: [String: String]) -> Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
  }

  /// - Parameter environment: of the process; `TERM`, `COLORTERM` and `NO_COLOR` are read.
  public init(environment: [String: String]) {
    colorDepth = ColorDepth.detect(environment: environment)
  }

  public var size: TerminalSize {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    // Anybody may set the size of a terminal to anything; a grid of 65,535 squared is no use.
    return TerminalSize(
      columns: min(Int(window.ws_col), Self.largestSize.columns),
      rows: min(Int(window.ws_row), Self.largestSize.rows))
  }

  public func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) throws {
    guard isatty(input) == 1, isatty(STDOUT_FILENO) == 1 else { throw TerminalError.notATerminal }
    let pipe = try SignalPipe([SIGTERM, SIGINT, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT])
    signals = pipe
    openOutput()
    do {
      try enter()
    } catch {
      closeOutput()
      signals = nil
      throw error
    }
    self.receive = receive
    // Dispatch wants the descriptor open until it has let go of it: the pipe is held until then.
    listen(to: pipe.readEnd, { [unowned self] in readSignals() }, end: { _ = pipe })
    listen(to: input, { [unowned self] in readInput() })
  }

  public func stop() {
    guard receive != nil else { return }
    receive = nil
    for source in sources { source.cancel() }
    sources = []
    leave()
    closeOutput()
  }

  public func suspend() {
    leave()
    // This thread stops here, and with it the process; it goes on when it is continued. Without a
    // shell to continue it (an orphaned process group), the system does not stop it at all.
    var stopHandler = setHandler(of: SIGTSTP, to: nil)
    var continueHandler = setHandler(of: SIGCONT, to: nil)
    // The threads of a pool block signals: without this, one that is raised there waits for ever.
    var mask = sigset_t()
    var oldMask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &mask, &oldMask)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &oldMask, nil)
    sigaction(SIGTSTP, &stopHandler, nil)
    sigaction(SIGCONT, &continueHandler, nil)
    try? enter()
  }

  private func listen(
    to descriptor: Int32, _ handler: @escaping @MainActor () -> Void,
    end: @escaping @MainActor () -> Void = {}
  ) {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { handler() } }
    source.setCancelHandler { MainActor.assumeIsolated { end() } }
    source.activate()
    sources.append(source)
  }

  // MARK: - Taking over and giving back

  private func enter() throws {
    var attributes = termios()
    guard tcgetattr(input, &attributes) == 0 else { throw TerminalError.system("tcgetattr") }
    let saved = attributes
    cfmakeraw(&attributes)
    guard tcsetattr(input, TCSANOW, &attributes) == 0 else {
      throw TerminalError.system("tcsetattr")
    }
    savedAttributes = saved
    EmergencyExit.arm(attributes: saved, output: output, bytes: TerminalModes.leave)
    awaitsReply = true
    write(TerminalModes.enter)
  }

  private func leave() {
    guard var attributes = savedAttributes else { return }
    savedAttributes = nil
    // A terminal that takes no bytes any more keeps nobody from ending.
    try? writeAll(TerminalModes.leave, to: output) { waitForOutput(milliseconds: 1000) }
    if awaitsReply { dropReply() }
    tcsetattr(input, TCSANOW, &attributes)
    // Last: a crash on the way here still gives the terminal back.
    EmergencyExit.disarm()
  }

  /// An answer that comes later would stand on the shell's line.
  private func dropReply() {
    awaitsReply = false
    var wait = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 100) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    _ = read(input, &buffer, buffer.count)
  }

  // MARK: - Output

  /// Opens the terminal once more. What is set on that, not to block, concerns nobody else:
  /// standard output is shared with the shell.
  private func openOutput() {
    guard let name = ttyname(STDOUT_FILENO) else { return }
    let descriptor = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if descriptor >= 0 { output = descriptor }
  }

  private func closeOutput() {
    if output != STDOUT_FILENO { close(output) }
    output = STDOUT_FILENO
  }

  public func write(_ bytes: [UInt8]) {
    // If the terminal is gone, the end of its input says so. If the program has to end while the
    // terminal takes no bytes, the rest of the frame is of no use.
    try? writeAll(bytes, to: output) { waitForOutput(milliseconds: -1) }
  }

  /// Waits until the terminal takes bytes again.
  /// - Returns: false if it takes too long, or if the program is asked to end.
  private func waitForOutput(milliseconds: Int32) -> Bool {
    while true {
      var wait = [
        pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: signals?.readEnd ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&wait, 2, milliseconds)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      if wait[1].revents != 0 {
        if waitingSignals.isEmpty {
          DispatchQueue.main.async { MainActor.assumeIsolated { self.readSignals() } }
        }
        waitingSignals += signals?.take() ?? []
        let ends = waitingSignals.contains { [SIGTERM, SIGINT, SIGHUP].contains($0) }
        if ends, milliseconds < 0 { return false }
      }
      if wait[0].revents != 0 { return true }
    }
  }

  /// Writes lines to standard output or standard error, while no program has the terminal.
  /// - Parameter lines: without control characters.
  /// - Throws: ``TerminalError`` if they could not be written, all of them.
  package static func print(_ lines: [String], asErrors: Bool = false) throws(TerminalError) {
    let descriptor = asErrors ? STDERR_FILENO : STDOUT_FILENO
    try writeAll(lines.flatMap { $0.utf8 + [0x0A] }, to: descriptor) {
      // Somebody else made the descriptor non-blocking: wait as a blocking one would.
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&wait, 1, -1)
      return true
    }
  }

  // MARK: - Input

  private func readInput() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(input, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else {
      receive?(.hangup)
      return
    }
    reads += 1
    let events = decoder.decode(buffer[..<count])
    if awaitsReply {
      awaitsReply = !events.contains { if case .reply = $0 { true } else { false } }
    }
    if !events.isEmpty { receive?(.input(events)) }
    guard decoder.isPending else { return }
    let waitingFor = reads
    let delay = decoder.isPasting ? Self.pasteDelay : Self.escapeDelay
    DispatchQueue.main.asyncAfter(deadline: .now() + delay) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.reads == waitingFor else { return }
        let events = self.decoder.flush()
        if !events.isEmpty { self.receive?(.input(events)) }
      }
    }
  }

  private func readSignals() {
    let taken = waitingSignals + (signals?.take() ?? [])
    waitingSignals = []
    for signal in taken {
      switch signal {
      case SIGWINCH: receive?(.resized)
      case SIGTSTP: receive?(.suspendRequested)
      case SIGCONT:
        // Stopped and continued from outside: the shell has had the terminal in between.
        if var raw = savedAttributes {
          cfmakeraw(&raw)
          tcsetattr(input, TCSANOW, &raw)
          awaitsReply = true
          write(TerminalModes.enter)
        }
        receive?(.resumed)
      default: receive?(.signal(signal))
      }
    }
  }
}

/// Writes all bytes.
/// - Parameter wait: called when the descriptor takes no more; returns whether to go on.
/// - Throws: ``TerminalError`` if not all could be written.
private func writeAll(
  _ bytes: [UInt8], to descriptor: Int32, wait: () -> Bool
) throws(TerminalError) {
  var start = 0
  while start < bytes.count {
    let count = bytes[start...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      start += count
    } else if errno == EAGAIN {
      guard wait() else { throw .system("write") }
    } else if errno != EINTR {
      throw .system("write")
    }
  }
}
