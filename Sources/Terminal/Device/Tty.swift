import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal that the program was started in, on standard input and output.
@MainActor
public final class Tty: TerminalDevice {
  public let colorDepth: ColorDepth
  private let input = STDIN_FILENO
  private let output = STDOUT_FILENO
  private var receive: (@MainActor (DeviceEvent) -> Void)?
  private var savedAttributes: termios?
  private var decoder = InputDecoder()
  private var signals: SignalPipe?
  private var sources: [any DispatchSourceRead] = []
  /// Counts reads, so that a wait for the rest of a sequence knows whether any came.
  private var reads = 0

  /// How long an ESC waits for the rest of a sequence. Terminals write a sequence in one go; the
  /// wait covers one that a slow line splits.
  private static let escapeDelay = DispatchTimeInterval.milliseconds(30)

  /// How long a paste that has begun may pause before it counts as ended.
  private static let pasteDelay = DispatchTimeInterval.seconds(2)

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
    return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  public func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) throws {
    guard isatty(input) == 1, isatty(output) == 1 else { throw TerminalError.notATerminal }
    let pipe = try SignalPipe([SIGTERM, SIGINT, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT])
    do {
      try enter()
    } catch {
      pipe.close()
      throw error
    }
    self.receive = receive
    signals = pipe
    listen(to: pipe.readEnd) { [unowned self] in readSignals() }
    listen(to: input) { [unowned self] in readInput() }
  }

  private func listen(to descriptor: Int32, _ handler: @escaping @MainActor () -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { handler() } }
    source.activate()
    sources.append(source)
  }

  private func enter() throws {
    var attributes = termios()
    guard tcgetattr(input, &attributes) == 0 else { throw TerminalError.system("tcgetattr") }
    let saved = attributes
    cfmakeraw(&attributes)
    guard tcsetattr(input, TCSADRAIN, &attributes) == 0 else {
      throw TerminalError.system("tcsetattr")
    }
    savedAttributes = saved
    EmergencyExit.arm(attributes: saved, output: output, bytes: TerminalModes.leave)
    write(TerminalModes.enter)
  }

  private func leave() {
    guard var attributes = savedAttributes else { return }
    savedAttributes = nil
    EmergencyExit.disarm()
    write(TerminalModes.leave)
    tcsetattr(input, TCSADRAIN, &attributes)
  }

  public func stop() {
    for source in sources { source.cancel() }
    sources = []
    leave()
    signals?.close()
    signals = nil
    receive = nil
  }

  public func suspend() {
    leave()
    // This thread stops here, and with it the process; it goes on when it is continued. Without a
    // shell to continue it (an orphaned process group), the system does not stop it at all.
    var handler = setHandler(of: SIGTSTP, to: nil)
    // The threads of a pool block signals: without this, one that is raised there waits for ever.
    var mask = sigset_t()
    var oldMask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &mask, &oldMask)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &oldMask, nil)
    sigaction(SIGTSTP, &handler, nil)
    try? enter()
  }

  public func write(_ bytes: [UInt8]) {
    // If the terminal is gone, the end of its input says so.
    try? writeAll(bytes, to: output)
  }

  /// Writes lines to standard output, where that is no terminal.
  /// - Parameter lines: without control characters.
  /// - Throws: ``TerminalError`` if they could not be written, all of them.
  package static func print(_ lines: [String]) throws(TerminalError) {
    try writeAll(lines.flatMap { $0.utf8 + [0x0A] }, to: STDOUT_FILENO)
  }

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
    for signal in signals?.take() ?? [] {
      switch signal {
      case SIGWINCH: receive?(.resized)
      case SIGTSTP: receive?(.suspendRequested)
      case SIGCONT:
        // Stopped and continued from outside: the shell has had the terminal in between.
        if var raw = savedAttributes {
          cfmakeraw(&raw)
          tcsetattr(input, TCSADRAIN, &raw)
          write(TerminalModes.enter)
        }
        receive?(.resumed)
      default: receive?(.signal(signal))
      }
    }
  }
}

/// Writes all bytes, waiting as long as it takes.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(TerminalError) {
  var start = 0
  while start < bytes.count {
    let count = bytes[start...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      start += count
    } else if errno == EAGAIN {
      // Somebody else made the descriptor non-blocking: wait as a blocking one would.
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&wait, 1, -1)
    } else if errno != EINTR {
      throw .system("write")
    }
  }
}
