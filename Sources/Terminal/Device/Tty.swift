import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal that standard output is. Started once.
///
/// From its start until it is released, also after `stop()`, signals that ask the program to end do
/// no more than say so: what has to be saved can be saved in peace.
@MainActor
public final class Tty: TerminalDevice {
  public var traits: TerminalTraits { dialogue.traits }
  public var isBusy: Bool { released != nil || output?.isBusy ?? false }
  private var receive: (@MainActor (DeviceEvent) -> Void)?
  /// Opened once more, so that it does not block: standard input and output are shared with the shell. Keys
  /// come from here, and standard input may be a pipe.
  private var terminal: OpenFile?
  private var output: PendingOutput?
  private var outputFile: OpenFile?
  /// What the terminal's settings were; nil: they are so, and it shows what it did.
  private var savedAttributes: termios?
  private var decoder = InputDecoder()
  private var dialogue: TerminalDialogue
  private var hasAsked = false
  /// What the terminal says, for where the system does not know (mode 2048).
  private var reportedSize = TerminalSize(columns: 80, rows: 24)
  private var inputTimer: DispatchWorkItem?
  private var signals: SignalPipe?
  /// Signals that came while the program was stopped.
  private var waitingSignals: [Int32] = []
  /// Of signals; then, while the terminal is not released, of input.
  private var sources: [any DispatchSourceRead] = []
  /// While another program has the terminal: the settings that it was given, and what SIGQUIT did here.
  private var released: (attributes: termios?, quitAction: sigaction)?
  /// Until when signals of keys are those for the other program: they come by another thread, perhaps late.
  private var endOfKeySignals = Duration.zero
  /// How many times the terminal was asked what it is (DA1) and has not answered.
  private var unanswered = 0
  private var lastQuestion = Duration.zero
  private let started = ContinuousClock.now

  /// How long an answer may take, in milliseconds, of a terminal of which it is not known whether it answers.
  private static let patience = 500

  /// Signals that ask the program to end.
  private static let endings: Set = [SIGTERM, SIGINT, SIGHUP]
  /// Signals of keys, which the terminal sends to its programs in the foreground, all of them; and that of the
  /// way back from a stop.
  private static let jobControl: Set = [SIGINT, SIGTSTP, SIGCONT]

  /// What is beyond is not drawn on.
  private static let largestSize = TerminalSize(columns: 2000, rows: 1000)

  /// Whether standard output is a terminal. One that can place no cursor (`TERM=dumb`) is none for a program whose
  /// standard input is no terminal: an editor's window, say, in which nobody types.
  public static func isAvailable(environment: [String: String]) -> Bool {
    isatty(STDOUT_FILENO) == 1 && (environment["TERM"] != "dumb" || isatty(STDIN_FILENO) == 1)
  }

  /// - Parameters:
  ///   - environment: of the process; see ``TerminalTraits/detect(environment:)``.
  ///   - screen: what the program takes of the terminal.
  public init(environment: [String: String], screen: ScreenMode = .full) {
    dialogue = TerminalDialogue(TerminalTraits.detect(environment: environment).taking(screen))
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
    // Anybody may set the size of a terminal to anything; a grid of 65,535 squared is no use.
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
    _ = comeBack()
  }

  public func release() {
    guard receive != nil, released == nil else { return }
    let attributes = savedAttributes
    leave()
    sources.removeLast().cancel()
    // The other program would inherit that the signal is ignored, but no handler.
    released = (attributes, setAction(of: SIGQUIT, to: sigaction { _, _, _ in }))
  }

  public func reclaim() {
    guard let released else { return }
    self.released = nil
    endOfKeySignals = now + .seconds(1)
    // One that has not reached its handler would be taken for the wish to end.
    for _ in 0..<100 where isWaiting(SIGINT) { usleep(1000) }
    // POSIX drops a pending signal when it is ignored.
    signal(SIGQUIT, SIG_IGN)
    setAction(of: SIGQUIT, to: released.quitAction)
    guard receive != nil, let terminal = terminal?.descriptor else { return }
    if var attributes = released.attributes, !isInBackground(of: terminal) {
      // A program that was killed leaves its own.
      _ = giveBack(terminal, bytes: [], count: 0, attributes: &attributes)
      tcflush(terminal, TCIFLUSH)
    }
    listenToInput()
    _ = comeBack()
  }

  private static func open() throws(TerminalError) -> OpenFile {
    // A name can be unknown here, where the terminal belongs to another container.
    for name in [ttyname(STDOUT_FILENO).map { String(cString: $0) }, "/dev/tty"] {
      guard let name else { continue }
      let descriptor = openFile(name, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if descriptor >= 0 { return OpenFile(descriptor) }
    }
    throw .system("open")
  }

  /// - Parameter owner: closes the descriptor. Dispatch wants it open until it has let go of it.
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

  // MARK: - Taking over and giving back

  /// Takes the terminal over, once it is this program's turn; not if the program is asked to end first.
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
      attributes: saved, terminal: terminal, output: outputFile.descriptor, mute: signals.readEnd,
      bytes: TerminalModes.leave(traits))
    // Before the first frame is made: the answers come meanwhile, and it is drawn by them. The empty screen
    // shows for some milliseconds; a frame in the wrong colours would show for longer.
    write(TerminalModes.enter(traits) + questions())
  }

  private func leave() {
    guard let terminal = terminal?.descriptor, var attributes = savedAttributes else { return }
    output?.discard()
    let bytes = TerminalModes.leave(traits)
    forgetInput()
    // Still raw meanwhile: what is on its way must not be echoed.
    if giveBack(terminal, bytes: bytes, count: bytes.count, attributes: nil) {
      dropReports(from: terminal)
    }
    savedAttributes = nil
    _ = giveBack(terminal, bytes: [], count: 0, attributes: &attributes)
    // Last: a crash on the way here still gives the terminal back.
    EmergencyExit.disarm()
  }

  /// What was on its way does not arrive: questions without an answer have to be asked again.
  private func forgetInput() {
    hasAsked = hasAsked && !dialogue.isOpen
    decoder = InputDecoder()
    inputTimer?.cancel()
  }

  /// Continued after a stop: takes the terminal over again, or, without a stop of its own, once more.
  /// - Returns: false if that cannot be.
  private func comeBack() -> Bool {
    do {
      output?.discard()
      if let saved = savedAttributes, let terminal, try waitForForeground() {
        var raw = saved
        cfmakeraw(&raw)
        tcsetattr(terminal.descriptor, TCSANOW, &raw)
        // What is kept in stacks is not to be there twice.
        forgetInput()
        write(
          TerminalModes.leave(traits, isInPlace: true) + TerminalModes.enter(traits) + questions())
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
    // An ended program is continued, too.
    if receive != nil, comeBack() { receive?(.resumed) }
  }

  /// Stopped, as by the system if it wrote, until it has the terminal.
  /// - Returns: false if it is asked to end before.
  private func waitForForeground() throws(TerminalError) -> Bool {
    while !Self.endings.contains(where: isWaiting) {
      guard let terminal, isInBackground(of: terminal.descriptor) else { return true }
      // Nobody will ever continue it.
      if !stopJob(by: SIGTTOU) { throw .system(call: "tcsetattr", reason: "in the background") }
    }
    return false
  }

  /// Whether a signal came while the program was stopped. It may not have reached its handler, on another
  /// thread, yet.
  private func isWaiting(_ signal: Int32) -> Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, signal) == 1 || waitingSignals.contains(signal)
  }

  /// Stops all processes of the job, as the terminal does for Ctrl-Z (SIGTSTP) or when one writes to it from the
  /// background (SIGTTOU). The system stops no job that nobody could continue (an orphaned process group).
  /// - Returns: whether it was stopped, and goes on.
  private func stopJob(by signal: Int32) -> Bool {
    guard let signals else { return false }
    // What comes meanwhile is told later.
    DispatchQueue.main.async { MainActor.assumeIsolated { self.readSignals() } }
    waitingSignals += signals.take()
    let action = setAction(of: signal, to: sigaction())
    defer { setAction(of: signal, to: action) }
    kill(0, signal)
    var wait = pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0)
    // The process is stopped in one of these, on whichever thread the signal comes to. A single wait would be
    // over when the program is continued, and perhaps before the handler has run.
    for _ in 0..<10 where poll(&wait, 1, 50) > 0 {
      let taken = signals.take()
      waitingSignals += taken.filter { $0 != SIGCONT }
      if taken.contains(SIGCONT) { return true }
    }
    return false
  }

  // MARK: - Questions

  /// What the terminal is asked, once.
  private func questions() -> [UInt8] {
    if hasAsked { return [] }
    hasAsked = true
    let questions = dialogue.ask()
    if !questions.isEmpty { noteQuestion() }
    return questions
  }

  /// DA1 is on its way to the terminal.
  private func noteQuestion() {
    unanswered += 1
    lastQuestion = now
  }

  private func answered(_ reply: TerminalReply) {
    if case .deviceAttributes = reply { unanswered = max(0, unanswered - 1) }
    if case .textAreaSize(let rows, let columns) = reply, rows > 0, columns > 0 {
      let before = wholeSize
      reportedSize = Self.bounded(columns: columns, rows: rows)
      // Where the system knows, it has said so.
      if wholeSize != before { receive?(.resized) }
    }
    let features = traits.features
    let modes = dialogue.take(reply)
    if traits.features != features { EmergencyExit.update(bytes: TerminalModes.leave(traits)) }
    if let modes, !modes.isEmpty { write(modes) }
  }

  /// Reports and answers that come later would stand on the shell's line. They come before the answer to a
  /// last question; what is behind that is for the shell.
  private func dropReports(from terminal: Int32) {
    if isInBackground(of: terminal) { return }
    let answers = traits.features.contains(.answers)
    let left = (lastQuestion - now) / .milliseconds(1) + Double(Self.patience)
    guard answers ? unanswered > 0 || TerminalModes.mayReport(traits) : unanswered > 0 && left > 0
    else { return }
    if answers {
      write(Array("\u{1B}[c".utf8))
      noteQuestion()
    }
    let deadline = milliseconds() + (answers ? 1000 : Int(left))
    var answer = LastAnswer(awaited: unanswered)
    var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    while answer.awaited > 0, case let left = deadline - milliseconds(), left > 0 {
      let count = poll(&wait, 1, Int32(left))
      if count < 0, errno == EINTR { continue }
      var byte: UInt8 = 0
      guard count > 0, read(terminal, &byte, 1) == 1 else { break }
      answer.take(byte)
    }
    unanswered = answer.awaited
  }

  // MARK: - Output

  public func write(_ bytes: [UInt8]) {
    // Of what is drawn in the background nothing is missed: all is painted when the program is continued.
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
    // What is typed there is for the program in the foreground.
    if isInBackground(of: terminal) { return resume() }
    var isGone = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.largestRead) { buffer, filled in
      // The system gives no more than 4 KB at once.
      while filled < buffer.count {
        let count = read(terminal, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
        if count < 0, errno == EINTR { continue }
        if count <= 0 {
          isGone = count == 0 || errno != EAGAIN
          return
        }
        filled += count
      }
    }
    deliver(bytes.isEmpty ? decoder.expire(at: now) : decoder.decode(bytes, at: now))
    if isGone { receive?(.hangup) }
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
    events = dialogue.located(events)
    if !events.isEmpty { receive?(.input(events)) }
    inputTimer?.cancel()
    guard let deadline = decoder.deadline, receive != nil else { return }
    // What has come until then is read first.
    let timer = DispatchWorkItem { [weak self] in MainActor.assumeIsolated { self?.readInput() } }
    inputTimer = timer
    DispatchQueue.main.asyncAfter(
      deadline: .now() + max(0, (deadline - now) / .seconds(1)), execute: timer)
  }

  private func readSignals() {
    var taken = waitingSignals + (signals?.take() ?? [])
    waitingSignals = []
    if released != nil || now < endOfKeySignals {
      taken.removeAll(where: Self.jobControl.contains)
    }
    if let end = taken.first(where: Self.endings.contains) {
      receive?(.signal(end))
      return
    }
    var seen: Set<Int32> = []
    for signal in taken where seen.insert(signal).inserted {
      switch signal {
      case SIGWINCH: receive?(.resized)
      case SIGTSTP: receive?(.suspendRequested)
      // Stopped and continued from outside: the shell has had the terminal in between.
      case SIGCONT: resume()
      default: receive?(.signal(signal))
      }
    }
  }
}

/// `open`, whose name a method takes.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

extension TerminalError {
  /// The call failed, with `errno` as the reason.
  static func system(_ call: String) -> TerminalError {
    .system(call: call, reason: String(cString: strerror(errno)))
  }
}
