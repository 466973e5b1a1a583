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
  @Suite("External editor")
  struct EditorTests {
    private let folder: TestFolder
    init() throws { folder = try TestFolder() }

    /// Starts a program whose key `v` opens the editor. The editor's terminal is in cooked mode,
    /// where Ctrl-C and Ctrl-Z send signals.
    private func start(
      editor: String, script: String = "exec \"$@\"", controlling: Bool = false
    ) throws -> TodoProcess {
      let life = try TodoProcess(
        "life-program", in: folder, columns: 80, rows: 10, script: script, controlling: controlling,
        synchronizedOutput: .known,
        environment: ["VISUAL": editor, "EDITOR": "false", "TMPDIR": folder.path + "/todo"])
      try life.waitUntil("the first frame") {
        $0.rowText(0) == "life: text" && $0.rowText(9) != ""
      }
      let row = life.screen.rowText(9)
      try life.type("n")
      try life.waitUntil("the next frame") { $0.rowText(9) != row }
      return life
    }

    /// Expects that the program shows a text, handles keys, and restores the terminal when it ends.
    private func expectGoesOn(_ life: TodoProcess, showing text: String) throws {
      try life.waitUntil("the screen is back") {
        $0.modes.contains(1049) && $0.rowText(0).hasPrefix("life: \(text)") && $0.rowText(9) != ""
      }
      #expect(try !life.terminal.settings().isCooked)
      let row = life.screen.rowText(9)
      try life.type("n")
      try life.waitUntil("it answers keys") { $0.rowText(9) != row }
      try life.type("q")
      #expect(try life.waitForEnd() == .status(0))
      life.expectModesAsBefore()
      #expect(try life.hasSettingsAsBefore)
    }

    /// Starts a program and its editor: a shell loop with a signal handler (`trap`).
    private func startWaiting(trap: String, controlling: Bool) throws -> TodoProcess {
      try folder.write("trap \(trap); echo here; while :; do sleep 0.01; done", to: "edit.sh")
      let life = try start(editor: "sh edit.sh", controlling: controlling)
      try life.type("v")
      try life.waitUntil("the editor") { !$0.modes.contains(1049) && $0.text.contains("here") }
      life.expectModesAsBefore()
      #expect(try life.hasSettingsAsBefore)
      return life
    }

    private var temporaryFiles: [String] {
      get throws { try folder.allNames.filter { $0.hasPrefix("todo/edit-") } }
    }

    @Test(
      "an editor changes the text, and its keys are not read by the program",
      arguments: ["exec \"$@\"", "exec \"$@\" </dev/null"])
    func changes(script: String) throws {
      try folder.write("cat \"$1\"; read line; echo \"new $line\" > \"$1\"", to: "edit.sh")
      let life = try start(editor: "sh edit.sh", script: script)
      try life.type("v")
      try life.waitUntil("the text in the editor") {
        !$0.modes.contains(1049) && $0.text.contains("\ntext")
      }
      try life.resize(columns: 70, rows: 10)
      try life.type("line\n")
      try expectGoesOn(life, showing: "new line")
      #expect(life.screen.width == 70)
      #expect(try temporaryFiles == [])
    }

    @Test(
      "an editor that fails, dies or is missing is reported, and the terminal is restored",
      arguments: [
        ("sh -c 'exit 3'", "the editor ended with status 3"),
        ("sh -c 'stty raw -echo; kill -9 $$'", "the editor was ended by signal 9"),
        ("no-such-editor --wait", "no editor can be started"),
      ])
    func fails(editor: String, message: String) throws {
      let life = try start(editor: editor)
      try life.type("v")
      try expectGoesOn(life, showing: message)
      #expect(try temporaryFiles == [])
    }

    @Test(
      "Ctrl-C and Ctrl-\\ in the editor end only the editor", arguments: ["\u{3}", "\u{1C}"])
    func interrupted(key: String) throws {
      let life = try startWaiting(trap: "'exit 4' INT QUIT", controlling: true)
      try life.type(key)
      try expectGoesOn(life, showing: "the editor ended with status 4")
    }

    @Test("a Ctrl-C that ends the editor does not end the program")
    func killed() throws {
      try folder.write(
        "n=$(cat n); n=$((n + 1)); echo $n > n; echo \"here $n.\"; exec sleep 1000", to: "edit.sh")
      try folder.write("0", to: "n")
      let life = try start(editor: "sh edit.sh", controlling: true)
      for round in 1...rounds(10, long: 1000) {
        try life.type("v")
        try life.waitUntil("editor \(round)") {
          !$0.modes.contains(1049) && $0.text.contains("here \(round).")
        }
        try life.type("\u{3}")
        try life.waitUntil("the screen is back") {
          $0.modes.contains(1049)
            && $0.rowText(0).hasPrefix("life: the editor was ended by signal 2")
        }
      }
    }

    @Test("Ctrl-Z in the editor stops neither program, because nothing could continue them")
    func stopped() throws {
      let life = try TodoProcess(
        "life-program", in: folder, columns: 80, rows: 10,
        script: "set -m\n\"$@\"; echo \"ended: $?\"; read answer", controlling: true,
        synchronizedOutput: .known, environment: ["EDITOR": "sh edit.sh", "TMPDIR": folder.path])
      try folder.write("echo here; read line; echo \"new $line\" > \"$1\"", to: "edit.sh")
      try life.waitUntil("the first frame") { $0.rowText(0) == "life: text" }
      try life.type("nv")
      try life.waitUntil("the editor") { !$0.modes.contains(1049) && $0.text.contains("here") }
      try life.type("\u{1A}")
      try life.type("line\n")
      try life.waitUntil("the screen is back") { $0.rowText(0) == "life: new line" }
      try life.type("q")
      try life.waitUntil("the end") { $0.text.contains("ended: 0") }
      life.expectModesAsBefore()
    }

    @Test(
      "a signal to the program while the editor runs ends both",
      arguments: [SIGTERM, SIGHUP])
    func ended(signal: Int32) throws {
      // If the terminal were the session's own, the system would end the editor, too.
      let life = try startWaiting(trap: "'echo gone > gone; exit' TERM", controlling: false)
      life.send(signal)
      #expect(try life.waitForEnd() == .signal(signal))
      try life.waitUntil("the editor's end") { _ in folder.text("gone") == "gone\n" }
      life.expectModesAsBefore()
    }

    @Test("keys typed while the editor runs are dropped if the editor does not read them")
    func typeAhead() throws {
      try folder.write("echo here; until test -f go; do sleep 0.01; done", to: "edit.sh")
      let life = try start(editor: "sh edit.sh")
      try life.type("v")
      try life.waitUntil("the editor") { $0.text.contains("here") }
      try life.type("qq\rq")
      try folder.write("", to: "go")
      try expectGoesOn(life, showing: "as it was")
    }

    @Test("a terminal that is closed while the editor runs ends the program")
    func windowCloses() throws {
      try folder.write("echo here; until test -f go; do sleep 0.01; done", to: "edit.sh")
      let life = try start(editor: "sh edit.sh")
      try life.type("v")
      try life.waitUntil("the editor") { $0.text.contains("here") }
      life.terminal.closeWindow()
      try folder.write("", to: "go")
      #expect(try life.waitForEnd() == .signal(SIGHUP))
    }

    @Test(
      "vi edits the text, and later keys go to the program",
      .enabled(if: access("/usr/bin/vi", X_OK) == 0, "there is no vi"))
    func vi() throws {
      let life = try start(editor: "vi -u NONE -i NONE", controlling: true)
      try life.type("v")
      try life.waitUntil("vi") { $0.rowText(0) == "text" && $0.rowText(1).hasPrefix("~") }
      try life.type("Anew")
      try life.waitUntil("the new text") { $0.rowText(0) == "textnew" && $0.cursorX == 7 }
      // In vi this key ends insert mode and discards the type-ahead.
      try life.type("\u{3}")
      try life.waitUntil("the end of inserting") { $0.cursorX == 6 }
      try life.type(":wq\r")
      try life.waitUntil("the screen is back") { $0.rowText(0) == "life: textnew" }
      let row = life.screen.rowText(9)
      try life.type("n")
      try life.waitUntil("it answers keys") { $0.rowText(9) != row }
      try life.type("q")
      #expect(try life.waitForEnd() == .status(0))
      #expect(try temporaryFiles == [])
    }
  }
}
