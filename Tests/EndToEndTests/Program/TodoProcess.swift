import Foundation
import MillraceRender
import MillraceTerminal
import MillraceTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `todo` or another program in a pseudo terminal, with its screen and keys.
final class TodoProcess {
  let terminal: PseudoTerminal
  /// The screen after the bytes so far.
  private(set) var screen: VirtualScreen
  /// The bytes so far.
  private(set) var output: [UInt8] = []
  private let process: ChildProcess
  private let settingsBefore: TerminalSettings
  private let synchronizedOutput: SynchronizedOutput
  private var queriesSeen = 0

  enum SynchronizedOutput {
    case known, unknown, notEvenTheQuestion

    /// The state in a DECRPM report; nil for no report.
    fileprivate var state: Int? {
      switch self {
      case .known: 2
      case .unknown: 0
      case .notEvenTheQuestion: nil
      }
    }
  }

  /// The query DA1, as the emulator names it, and an answer.
  static let lastQuestion = "ESC [c"
  static let lastAnswer = "\u{1B}[?62;22c"
  /// Input that the terminal sends right before and right after each of these answers.
  var aroundAnswer = (before: "", after: "")

  /// The text on the screen before the program starts.
  static let prompt = "$ todo"

  /// Starts the program and waits for its first frame.
  /// - Parameters:
  ///   - arguments: its command line; without any, its list is in the folder's own data folder.
  ///   - script: the shell's commands that start it: `"$@"` is the program and its arguments.
  ///   - controlling: whether the terminal is the controlling terminal of the program's session.
  ///     False in tests of the program's end: when a session's leader ends, the system hangs up and
  ///     resets its terminal, which hides what the program itself did.
  ///   - synchronizedOutput: what the terminal answers when it is asked for synchronized output.
  convenience init(
    _ arguments: [String] = [], in folder: TestFolder, columns: Int = 60, rows: Int = 12,
    script: String = "exec \"$@\"", controlling: Bool = false,
    synchronizedOutput: SynchronizedOutput = .unknown
  ) throws {
    try self.init(
      unwatched: arguments, in: folder, columns: columns, rows: rows, script: script,
      controlling: controlling, synchronizedOutput: synchronizedOutput)
    try waitUntil("the first frame") { $0.rowText(0).hasPrefix("All ") || $0.width < 20 }
    // A frame can arrive in several pieces.
    repeat { terminal.waitForOutput(milliseconds: 5) } while try readOutput()
  }

  /// Starts the program without waiting.
  init(
    _ program: String = "todo", unwatched arguments: [String] = [], in folder: TestFolder,
    columns: Int = 60, rows: Int = 12,
    script: String = "exec \"$@\"", controlling: Bool = false,
    synchronizedOutput: SynchronizedOutput = .unknown,
    environment: [String: String] = [:]
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    settingsBefore = try terminal.settings()
    screen = VirtualScreen(width: columns, height: rows)
    screen.feed(Self.prompt + "\r\n")
    self.synchronizedOutput = synchronizedOutput
    process = try Launch(
      words: [TodoExecutable.path(of: program)] + arguments, script: script, folder: folder.path,
      environment: folder.environment.merging(environment) { $1 },
      streams: .terminal(path: terminal.path, isControlling: controlling)
    ).start()
  }

  // MARK: - Waiting

  /// Reads the program's output until a condition holds.
  /// - Parameter isMet: checked after each part of the output, and from time to time without
  /// output, because it can concern files.
  /// - Throws: `NeverHappened` with the screen, after a time that no machine should need, or soon
  /// after the program ended and all its output was read.
  func waitUntil(_ what: String, _ isMet: (VirtualScreen) throws -> Bool) throws {
    let clock = ContinuousClock()
    var deadline = clock.now + .timeout
    var isRunning = true
    var silences = 0
    while true {
      let hasEnded = isRunning && process.end != nil
      if hasEnded {
        isRunning = false
        // The system may still hold the last bytes.
        deadline = min(deadline, clock.now + .seconds(2))
      }
      let hasRead = try readOutput()
      if hasRead || hasEnded || silences % 4 == 0, try isMet(screen) { return }
      if !hasRead, clock.now > deadline {
        throw NeverHappened(what: what, end: process.end, screen: screen.text)
      }
      if !hasRead {
        silences += 1
        terminal.waitForOutput(milliseconds: 5)
      }
    }
  }

  /// Waits until the program has ended.
  func waitForEnd() throws -> ProcessEnd {
    try waitUntil("the program's end") { _ in process.end != nil }
    guard let end = process.end else {
      throw NeverHappened(what: "the program's end", end: nil, screen: screen.text)
    }
    return end
  }

  /// Reads for a time, whether or not there is output.
  func read(for duration: Duration) throws {
    let clock = ContinuousClock()
    let end = clock.now + duration
    while clock.now < end {
      terminal.waitForOutput(milliseconds: 5)
      _ = try readOutput()
    }
  }

  private func readOutput() throws -> Bool {
    let bytes = terminal.read()
    if bytes.isEmpty { return false }
    output += bytes
    screen.feed(bytes)
    let queries = screen.queries.dropFirst(queriesSeen)
    queriesSeen = screen.queries.count
    guard let state = synchronizedOutput.state else { return true }
    for query in queries {
      if query == "ESC [?2026$p" { try type("\u{1B}[?2026;\(state)$y") }
      if query == Self.lastQuestion {
        try type(aroundAnswer.before + Self.lastAnswer + aroundAnswer.after)
      }
    }
    return true
  }

  // MARK: - Acting

  /// Types text as it is; control characters are keys.
  func type(_ text: String) throws { try type(bytes: Array(text.utf8)) }

  func type(bytes: [UInt8]) throws {
    var rest = bytes[...]
    try waitUntil("room for what is typed") { _ in
      rest = rest.dropFirst(try terminal.write(rest))
      return rest.isEmpty
    }
  }

  /// How the program ended; nil while it runs.
  var end: ProcessEnd? { process.end }

  func send(_ signal: Int32) { process.send(signal) }

  /// Lets the program's files grow again, after `ulimit -S -f`.
  func removeFileLimit() throws {
    let prlimit = try Process.run(
      URL(filePath: Self.prlimit), arguments: ["--pid", "\(process.id)", "--fsize=unlimited"])
    prlimit.waitUntilExit()
  }

  /// Whether the system can change the limits of another process.
  static var canRemoveFileLimit: Bool { FileManager.default.isExecutableFile(atPath: prlimit) }
  private static var prlimit: String { "/usr/bin/prlimit" }

  func resize(columns: Int, rows: Int) throws {
    screen.resize(width: columns, height: rows)
    try terminal.resize(columns: columns, rows: rows)
  }

  // MARK: - Checking

  /// Expects the terminal in the state before the program started.
  /// - Parameter text: the main screen, with the program's last output.
  func expectTerminalAsBefore(
    showing text: String = prompt, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try waitUntil("the main screen") { !$0.modes.contains(1049) && $0.text == text }
    expectModesAsBefore(sourceLocation: sourceLocation)
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(screen.cursorX == 0 && screen.cursorY == rows, sourceLocation: sourceLocation)
    #expect(try terminal.settings() == settingsBefore, sourceLocation: sourceLocation)
  }

  /// Expects that the program prints one line, sets no mode, and ends with a failure status.
  /// - Returns: The line.
  func expectRefusal(
    status: Int32 = EXIT_FAILURE, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    #expect(try waitForEnd() == .status(status), sourceLocation: sourceLocation)
    try waitUntil("a line") { $0.rowText(1).hasPrefix("todo: ") }
    let line = screen.rowText(1)
    try expectTerminalAsBefore(
      showing: Self.prompt + "\n" + line, sourceLocation: sourceLocation)
    #expect(!output.contains(0x1B), sourceLocation: sourceLocation)
    return line
  }

  /// Expects all modes to be off, and new text to be plain.
  func expectModesAsBefore(sourceLocation: SourceLocation = #_sourceLocation) {
    let fresh = VirtualScreen(width: 1, height: 1)
    #expect(screen.modes == fresh.modes, sourceLocation: sourceLocation)
    #expect(screen.isCursorVisible, sourceLocation: sourceLocation)
    #expect(screen.unknownSequences == [], sourceLocation: sourceLocation)
    // Uses a terminal without an alternate screen, because one that has it restores the old style.
    let text = String(decoding: output, as: UTF8.self)
    var plain = VirtualScreen(width: screen.width, height: screen.height)
    plain.feed(text.replacing("\u{1B}[?1049h", with: "").replacing("\u{1B}[?1049l", with: ""))
    plain.feed("\r\nx")
    #expect(plain.cell(x: 0, y: plain.cursorY).style == Style(), sourceLocation: sourceLocation)
  }

  var hasSettingsAsBefore: Bool { get throws { try terminal.settings() == settingsBefore } }
}

extension Duration {
  /// The longest wait of a test, on a machine under heavy load.
  static let timeout = Duration.seconds(300)
}

/// A condition did not become true in time.
struct NeverHappened: Error, CustomStringConvertible {
  let what: String
  let end: ProcessEnd?
  let screen: String

  var description: String {
    "never happened: \(what). The program \(end.map { "ended with \($0)" } ?? "runs"); screen:\n\(screen)"
  }
}
