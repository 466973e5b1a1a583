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

extension EndToEnd {
  @Suite("Inline mode")
  struct InlineTests {
    private let folder: TestFolder
    init() throws { folder = try TestFolder() }

    private func life(
      _ mode: String = "inline", script: String = "exec \"$@\"", controlling: Bool = false
    ) throws -> TodoProcess {
      let life = try TodoProcess(
        "life-program", unwatched: [mode], in: folder, columns: 30, rows: 12, script: script,
        controlling: controlling, synchronizedOutput: .known,
        environment: ["SWIFT_BACKTRACE": "enable=no"])
      try life.waitUntil("the first frame") { $0.rowText(5).hasPrefix("elsz") }
      // Once the program has handled a key, it has also read the terminal's answers.
      try life.type("n")
      try life.waitUntil("the next frame") { $0.rowText(5).hasPrefix("fmta") }
      return life
    }

    /// The frame with this number, which each `n` increases by one.
    private func frame(_ number: Int, columns: Int = 30) -> String {
      let rows = (1..<5).map { row in
        String(
          (0..<columns).map {
            Character(Unicode.Scalar(UInt8(97 + ($0 * 7 + row + number) % 26)))
          })
      }
      return (["life: text"] + rows).joined(separator: "\n")
    }

    @Test("printed lines stand above the frame, which stays on the screen at the end")
    func quits() throws {
      let life = try life()
      #expect(!life.screen.modes.contains(1049) && !life.screen.modes.contains(1000))
      try life.type("lnl")
      let text = "\(TodoProcess.prompt)\nline 1\nline 2\n\(frame(2))"
      try life.waitUntil("two lines") { $0.text == text }
      try life.type("q")
      #expect(try life.waitForEnd() == .status(0))
      try life.expectTerminalAsBefore(showing: text)
    }

    @Test("the last frame is drawn before the program ends")
    func lastFrame() throws {
      let life = try life()
      try life.type("m")
      #expect(try life.waitForEnd() == .status(0))
      let still = frame(1).replacing("life: text", with: "still")
      try life.expectTerminalAsBefore(showing: "\(TodoProcess.prompt)\n\(still)")
    }

    @Test("the rows are cleared at the end if the program asks for it")
    func clears() throws {
      let life = try life("inline-mouse")
      #expect(life.screen.modes.contains(1000))
      try life.type("lq")
      #expect(try life.waitForEnd() == .status(0))
      try life.expectTerminalAsBefore(showing: "\(TodoProcess.prompt)\nline 1")
    }

    @Test(
      "a signal leaves the cursor below the frame",
      arguments: [SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGABRT])
    func signalled(signal: Int32) throws {
      let life = try life()
      life.send(signal)
      #expect(try life.waitForEnd() == .signal(signal))
      try life.expectTerminalAsBefore(showing: "\(TodoProcess.prompt)\n\(frame(1))")
    }

    @Test("after a crash, the reason is printed below the frame")
    func crashes() throws {
      let life = try life()
      try life.type("t")
      _ = try life.waitForEnd()
      let start = "\(TodoProcess.prompt)\n\(frame(1))\n"
      try life.waitUntil("the reason") {
        $0.text.hasPrefix(start) && $0.text.contains("Fatal error: as asked")
          || $0.scrollback.first == TodoProcess.prompt
      }
      life.expectModesAsBefore()
      #expect(try life.hasSettingsAsBefore)
    }

    @Test(
      "if a signal ends the program while the terminal is stopped, the cursor is below the frame")
    func stalled() throws {
      let life = try life()
      // The program's small frames alone would take seconds to fill the system's buffer.
      try life.terminal.fill()
      _ = try life.terminal.write(Array("f".utf8))
      // Time for frames, which the terminal does not take.
      _ = poll(nil, 0, 100)
      try life.terminal.freeze()
      life.send(SIGTERM)
      _ = poll(nil, 0, 50)
      try life.terminal.thaw()
      #expect(try life.waitForEnd() == .signal(SIGTERM))
      try life.waitUntil("the end") { $0.modes == VirtualScreen(width: 1, height: 1).modes }
      #expect(life.screen.cursorX == 0 && life.screen.cursorY == 6)
      #expect(life.screen.rowText(0) == TodoProcess.prompt && life.screen.rowText(6) == "")
      life.expectModesAsBefore()
    }

    @Test("a resize draws a whole frame, without parts of the old one")
    func resized() throws {
      let life = try life(controlling: true)
      for columns in [20, 28, 12, 30] {
        try life.resize(columns: columns, rows: 12)
        let text = "\(TodoProcess.prompt)\n\(frame(1, columns: columns))"
        try life.waitUntil("\(columns) columns") { $0.text == text }
      }
    }

    @Test("Ctrl-Z releases the terminal, and fg continues below the shell's output")
    func stops() throws {
      let life = try life(
        script: """
          set -m
          "$@"
          printf '\\rstopped: %s\\r\\n' $?
          read answer
          fg > /dev/null
          echo "ended: $?"
          read answer
          """, controlling: true)
      try life.type("\u{1A}")
      let stopped = "\(TodoProcess.prompt)\n\(frame(1))\nstopped: \(128 + SIGTSTP)"
      try life.waitUntil("the shell says that it stopped") { $0.text == stopped }
      life.expectModesAsBefore()
      try life.type("\r")
      func seen(_ screen: VirtualScreen) -> String {
        (screen.scrollback + [screen.text]).joined(separator: "\n")
      }
      try life.waitUntil("the frame") { seen($0).hasSuffix(frame(1)) && seen($0).contains(stopped) }
      try life.type("n")
      try life.waitUntil("it answers keys") { seen($0).hasSuffix(frame(2)) }
      try life.type("q")
      try life.waitUntil("the shell says that it ended") {
        seen($0).contains("\(frame(2))\nended: 0")
      }
      life.expectModesAsBefore()
      #expect(try life.hasSettingsAsBefore)
    }
  }
}
