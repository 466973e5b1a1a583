import MillraceTerminal
import Testing
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension EndToEnd {
  @Suite("Restoring the terminal")
  struct LifeTests {
    static let faults = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]
    /// A signal that the program handles on its main thread, and one that ends it directly. By
    /// default only one of each kind, because each takes seconds.
    static let signalsOfEachWay = isLong ? signals : [SIGTERM, SIGSEGV]
    static let signals = faults + [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGUSR1, SIGALRM]

    private let folder: TestFolder
    init() throws { folder = try TestFolder() }

    private func life(
      backtrace: String = "enable=no", script: String = "exec \"$@\"",
      synchronizedOutput: TodoProcess.SynchronizedOutput = .known
    ) throws -> TodoProcess {
      let life = try TodoProcess(
        "life-program", in: folder, columns: 60, rows: 20, script: script,
        synchronizedOutput: synchronizedOutput, environment: ["SWIFT_BACKTRACE": backtrace])
      try life.waitUntil("the first frame") { $0.text.hasPrefix("life") && $0.rowText(19) != "" }
      // Once the program has handled a key, it has also read the terminal's answers. Unread
      // answers would be echoed after the program ends.
      let row = life.screen.rowText(19)
      try life.type("n")
      try life.waitUntil("the next frame") { $0.rowText(19) != row }
      return life
    }

    /// Fills the system's buffer for a terminal that does not read, and makes the program draw.
    private func stall(_ life: TodoProcess) throws {
      // The program's frames alone would take a second to fill it.
      try life.terminal.fill()
      _ = try life.terminal.write(Array("f".utf8))
      let deadline = ContinuousClock.now + .timeout
      // For a while, because the system may make room once more.
      var times = 0
      while times < 10 {
        if ContinuousClock.now > deadline { throw CallFailed(call: "a full terminal", code: 0) }
        times = life.terminal.isFull ? times + 1 : 0
        _ = poll(nil, 0, 10)
      }
    }

    /// Waits for the program to end, without reading its output.
    private func waitForEnd(_ life: TodoProcess, within time: Duration) throws -> ProcessEnd? {
      let deadline = ContinuousClock.now + time
      while life.end == nil, ContinuousClock.now < deadline { _ = poll(nil, 0, 5) }
      return life.end
    }

    @Test("the terminal is queried before the first frame, and the frame uses the answers")
    func asksFirst() throws {
      let gate = folder.path + "/gate"
      #expect(mkfifo(gate, 0o600) == 0)
      let life = try TodoProcess(
        "life-program", unwatched: ["waiting"], in: folder, columns: 60, rows: 20,
        synchronizedOutput: .known)
      try life.waitUntil("the last question") {
        $0.modes.contains(1049) && $0.queries.contains(TodoProcess.lastQuestion)
      }
      let count = life.output.count
      let writer = open(gate, O_RDWR)
      defer { close(writer) }
      try life.waitUntil("the first frame") { $0.text.hasPrefix("life") }
      #expect(life.output.dropFirst(count).starts(with: "\u{1B}[?2026h".utf8))
      try life.type("q")
      #expect(try life.waitForEnd() == .status(0))
      try life.expectTerminalAsBefore()
    }

    @Test("a signal ends the program after it restored the terminal", arguments: signals)
    func signalled(signal: Int32) throws {
      let life = try life()
      life.send(signal)
      #expect(try life.waitForEnd() == .signal(signal))
      try life.expectTerminalAsBefore()
    }

    @Test(
      "after a signal during a stalled frame, the terminal is restored once it reads again",
      arguments: signalsOfEachWay)
    func signalledWhileStalled(signal: Int32) throws {
      let life = try life()
      try stall(life)
      // A full terminal can still take a few bytes.
      try life.terminal.freeze()
      life.send(signal)
      #expect(try waitForEnd(life, within: .milliseconds(50)) == nil)
      try life.terminal.thaw()
      #expect(try life.waitForEnd() == .signal(signal))
      try life.expectTerminalAsBefore()
    }

    @Test(
      "a terminal that never reads again does not keep the program running",
      arguments: signalsOfEachWay)
    func neverReads(signal: Int32) throws {
      let life = try life()
      try stall(life)
      try life.terminal.freeze()
      life.send(signal)
      #expect(try waitForEnd(life, within: .timeout) == .signal(signal))
      #expect(try life.hasSettingsAsBefore)
    }

    @Test("Ctrl-C ends the program while the terminal does not read")
    func interruptedWhileStalled() throws {
      let life = try life()
      try stall(life)
      _ = try life.terminal.write([3])
      #expect(try waitForEnd(life, within: .timeout) == .signal(SIGINT))
      #expect(try life.hasSettingsAsBefore)
    }

    @Test("a terminal that did not read gets the newest frame, not a queue of old ones")
    func noQueue() throws {
      let life = try life()
      try stall(life)
      let before = life.output.count
      // Long enough for fifty frames, of more than 15,000 bytes.
      #expect(try waitForEnd(life, within: .milliseconds(900)) == nil)
      _ = try life.terminal.write(Array("s".utf8))
      try life.waitUntil("the end of the flood") { $0.text.hasPrefix("still") }
      try life.read(for: .milliseconds(50))
      // Room for the rest of a frame and a few frames, but not for fifty. The NULs are not the
      // program's.
      #expect(life.output[before...].count { $0 != 0 } < 10_000)
    }

    @Test("closing the window ends a program that draws continuously")
    func windowClosesWhileStalled() throws {
      let life = try life()
      try stall(life)
      life.terminal.closeWindow()
      #expect(try waitForEnd(life, within: .timeout) == .signal(SIGHUP))
    }

    @Test(
      "a crash on any thread, a stack overflow and exit() restore the terminal",
      arguments: [
        ("t", ProcessEnd.signal(SIGILL)), ("w", .signal(SIGILL)), ("o", .signal(SIGSEGV)),
        ("e", .status(3)), ("x", .status(4)),
      ])
    func ends(key: String, end: ProcessEnd) throws {
      let life = try life()
      try life.type(key)
      let seen = try life.waitForEnd()
      // On some processors, a trap is SIGTRAP instead of SIGILL.
      #expect(seen == end || end == .signal(SIGILL) && seen == .signal(SIGTRAP))
      try life.waitUntil("the main screen, and on it why it ended") { screen in
        let parts = String(decoding: life.output, as: UTF8.self).split(separator: "\u{1B}[?1049l")
        let isNotified = parts.count > 1 && parts.last?.contains("Fatal error: as asked") == true
        return !screen.modes.contains(1049) && isNotified == (end == .signal(SIGILL))
      }
      life.expectModesAsBefore()
      #expect(try life.hasSettingsAsBefore)
    }

    @Test("while saving hangs, quitting restores the terminal, and Ctrl-C then ends the program")
    func savingHangs() throws {
      let life = try TodoProcess(
        "life-program", unwatched: ["hanging"], in: folder, columns: 80, rows: 20,
        synchronizedOutput: .known)
      try life.waitUntil("the first frame") { $0.text.hasPrefix("life") && $0.rowText(19) != "" }
      try life.type("h")
      try life.read(for: .milliseconds(300))
      let row = life.screen.rowText(10)
      try life.resize(columns: 81, rows: 20)
      life.send(SIGWINCH)
      try life.waitUntil("the notice") { $0.rowText(19).hasPrefix(" saving is delayed ") }
      #expect(life.screen.rowText(10) == row)
      try life.type("q")
      try life.waitUntil("the main screen") { !$0.modes.contains(1049) }
      life.send(SIGINT)
      let line = "millrace: saving the state; Ctrl-C quits without saving"
      try life.waitUntil("the line") { $0.rowText(1) == line }
      try life.expectTerminalAsBefore(showing: TodoProcess.prompt + "\n" + line)
      #expect(life.end == nil)
      life.send(SIGINT)
      #expect(try life.waitForEnd() == .signal(SIGINT))
    }

    @Test("output to standard error is shown on the main screen at the end")
    func errors() throws {
      let life = try life()
      let screen = life.screen.text
      try life.type("p")
      try life.read(for: .milliseconds(50))
      #expect(life.screen.text == screen)
      try life.type("q")
      #expect(try life.waitForEnd() == .status(0))
      try life.expectTerminalAsBefore(showing: TodoProcess.prompt + "\na line\nand another")
    }

    @Test(
      "the backtracer reports and asks on the main screen, and the program ends",
      arguments: isLong
        ? ["t", "w", "o", "\(SIGSEGV)", "\(SIGQUIT)", "\(SIGABRT)"] : ["w", "o", "\(SIGABRT)"])
    func backtraced(how: String) throws {
      let life = try life(backtrace: "enable=yes,interactive=yes,color=no,symbolicate=off")
      let signal = Int32(how)
      if let signal { life.send(signal) } else { try life.type(how) }
      try life.waitUntil("the report, and the question behind it") {
        !$0.modes.contains(1049) && $0.text.contains("Press space to interact")
      }
      life.expectModesAsBefore()
      try life.type("q")
      let end = try life.waitForEnd()
      if let signal { #expect(end == .signal(signal)) }
      if case .status = end { Issue.record("ended with \(end)") }
      #expect(try life.hasSettingsAsBefore)
    }

    @Test("input after the terminal's last answer is left for the shell")
    func typeAhead() throws {
      let life = try life()
      // A late mouse report comes before the answer, and typed text after it.
      life.aroundAnswer = ("\u{1B}[<0;1;1M", "ls\r")
      try life.type("q")
      #expect(try life.waitForEnd() == .status(0))
      #expect(life.screen.queries.filter { $0 == TodoProcess.lastQuestion }.count == 2)
      #expect(life.terminal.waitForInput() == Array("ls\r".utf8))
      try life.expectTerminalAsBefore()
    }

    @Test("if the terminal did not answer at the start, no input is read at the end")
    func mute() throws {
      let life = try life(synchronizedOutput: .notEvenTheQuestion)
      // Waits longer than the program waits for an answer.
      try life.read(for: .milliseconds(700))
      try life.type("q")
      try life.waitUntil("the main screen") { !$0.modes.contains(1049) }
      try life.type("ls\r")
      #expect(try life.waitForEnd() == .status(0))
      #expect(String(decoding: life.terminal.waitForInput(), as: UTF8.self).hasPrefix("ls"))
    }

    @Test(
      "if standard input is not a terminal, keys are read from the terminal",
      arguments: ["yes | exec \"$@\"", "exec \"$@\" </dev/null"])
    func input(script: String) throws {
      let life = try life(script: script)
      try life.type("q")
      #expect(try life.waitForEnd() == .status(0))
      try life.expectTerminalAsBefore()
    }
  }
}
