import MillraceTerminal
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension EndToEnd {
  @Suite("Suspension")
  struct SuspensionTests {
    /// A shell with job control; Enter stands for its user typing `fg`.
    private static let shell = """
      set -m
      "$@"
      printf '\\rstopped: %s\\r\\n' $?
      read answer
      fg
      echo "ended: $?"
      read answer
      """

    @Test("Ctrl-Z stops todo and restores the terminal, and fg restores the screen")
    func controlZ() throws {
      try stopAndGoOn { try $0.type("\u{1A}") }
    }

    @Test("SIGTSTP from another process does the same as Ctrl-Z")
    func signal() throws {
      try stopAndGoOn { kill($0.terminal.foreground, SIGTSTP) }
    }

    private func stopAndGoOn(_ stop: (TodoProcess) throws -> Void) throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      let todo = try TodoProcess(in: folder, script: Self.shell, controlling: true)
      try stop(todo)
      try todo.waitUntil("the shell says that it stopped") {
        $0.text.hasPrefix("\(TodoProcess.prompt)\nstopped: \(128 + SIGTSTP)")
      }
      todo.expectModesAsBefore()
      #expect(try todo.hasSettingsAsBefore)

      try todo.type("\r")
      try todo.waitUntil("the screen is back") {
        $0.modes.contains(1049) && $0.items == ["[ ] milk", "[ ] bread"]
          && $0.rowText(0).hasPrefix("All 2 ")
      }
      #expect(try !todo.terminal.settings().isCooked)
      try todo.type(" ")
      try todo.waitUntil("it answers keys") { $0.items == ["[x] milk", "[ ] bread"] }

      try todo.type("q")
      try todo.waitUntil("the shell says that it ended") { $0.text.contains("ended: 0") }
      todo.expectModesAsBefore()
      #expect(try todo.hasSettingsAsBefore)
      #expect(try folder.savedItems == ["[x] milk", "[ ] bread"])
    }

    /// Waits until the program has handled keys. It has then read the terminal's answers, which
    /// would otherwise go to the shell.
    private static func waitForAnswers(_ todo: TodoProcess) throws {
      try todo.type("?")
      try todo.waitUntil("the help") { $0.text.contains("Keys") }
      try todo.type("\u{1B}")
      try todo.waitUntil("the list") { !$0.text.contains("Keys") }
    }

    @Test("SIGSTOP, which cannot be handled, and SIGCONT leave a complete screen")
    func stoppedFromOutside() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, script: Self.shell, controlling: true)
      try Self.waitForAnswers(todo)
      kill(todo.terminal.foreground, SIGSTOP)
      try todo.waitUntil("the shell says that it stopped") {
        $0.text.contains("stopped") && $0.text.contains("\(128 + SIGSTOP)")
      }
      // The terminal is still in raw mode, where Enter does not end a line.
      try todo.type("\n")
      try todo.waitUntil("the screen is back, and nothing else is on it") {
        $0.items == ["[ ] milk"] && !$0.text.contains("stopped")
      }
      try todo.type(" ")
      try todo.waitUntil("it answers keys") { $0.items == ["[x] milk"] }
      try todo.type("q")
      try todo.waitUntil("the shell says that it ended") { $0.text.contains("ended: 0") }
      todo.expectModesAsBefore()
      #expect(try todo.hasSettingsAsBefore)
    }

    @Test("a signal while todo is stopped ends it when it continues")
    func endedWhileStopped() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, script: Self.shell, controlling: true)
      let id = todo.terminal.foreground
      try todo.type(" \u{1A}")
      try todo.waitUntil("the shell says that it stopped") { $0.text.contains("stopped") }
      kill(id, SIGTERM)
      try todo.type("\r")
      try todo.waitUntil("the shell says how it ended") {
        $0.text.contains("ended: \(128 + SIGTERM)")
      }
      todo.expectModesAsBefore()
      #expect(try todo.hasSettingsAsBefore)
      #expect(try folder.savedItems == ["[x] milk"])
    }

    /// Waits in the shell until its job was stopped because it is in the background.
    private static let untilStopped = """
      until jobs > "$HOME/jobs"; grep -q "tty output\\\\|TTOU" "$HOME/jobs"; do sleep 0.02; done
      printf '\\rin the background\\r\\n'
      read answer
      echo "read: $answer"

      """

    @Test(
      "in the background todo is stopped, and neither draws nor takes input",
      arguments: ["\"$@\" &", "\"$@\"\nprintf '\\rstopped\\r\\n'\nread answer\nbg"],
      [SIGTSTP, SIGSTOP])
    func background(start: String, signal: Int32) throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(
        unwatched: [], in: folder,
        script: "set -m\n\(start)\n" + Self.untilStopped + "fg\necho \"ended: $?\"; read answer",
        controlling: true)
      if start.hasSuffix("bg") {
        try todo.waitUntil("the first frame") { $0.rowText(0).hasPrefix("All ") }
        try Self.waitForAnswers(todo)
        kill(todo.terminal.foreground, signal)
        try todo.waitUntil("the shell says that it stopped") { $0.text.contains("stopped") }
        try todo.type("\n")
      }
      try todo.waitUntil("it is stopped again") { $0.text.contains("in the background") }
      let before = todo.output.count
      try todo.type("hello\n")
      try todo.waitUntil("the shell reads it") { _ in
        String(decoding: todo.output[before...], as: UTF8.self).contains("read: hello")
      }
      try todo.waitUntil("the screen is back, and nothing else is on it") {
        $0.modes.contains(1049) && $0.items == ["[ ] milk"] && !$0.text.contains("background")
      }
      try todo.type(" ")
      try todo.waitUntil("it answers keys") { $0.items == ["[x] milk"] }
      try todo.type("q")
      try todo.waitUntil("the shell says that it ended") { $0.text.contains("ended: 0") }
      todo.expectModesAsBefore()
      #expect(try todo.hasSettingsAsBefore)
      #expect(try folder.savedItems == ["[x] milk"])
    }

    @Test("a signal that ends todo also ends it in the background")
    func endedInBackground() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(
        in: folder,
        script: "set -m\n\"$@\"\nbg\n" + Self.untilStopped
          + "kill %1; kill -CONT %1\n"
          + "until jobs > \"$HOME/jobs\"; grep -q Terminated \"$HOME/jobs\"; do sleep 0.02; done\n"
          + "echo ended; read answer",
        controlling: true)
      try todo.type(" \u{1A}")
      try todo.waitUntil("it is stopped again") { $0.text.contains("in the background") }
      try todo.type("\n")
      try todo.waitUntil("the shell says that it ended") { $0.text.contains("ended") }
      todo.expectModesAsBefore()
      #expect(try todo.hasSettingsAsBefore)
      #expect(try folder.savedItems == ["[x] milk"])
    }

    @Test("Ctrl-Z does not stop todo if nothing could continue it")
    func orphan() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, controlling: true)
      try todo.type("\u{1A} ")
      try todo.waitUntil("it answers keys") { $0.items == ["[x] milk"] }
      #expect(todo.screen.modes.contains(1049))
      #expect(try !todo.terminal.settings().isCooked)
    }
  }
}
