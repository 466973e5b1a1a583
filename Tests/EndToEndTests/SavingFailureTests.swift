import MillraceTerminal
import Testing

extension EndToEnd {
  @Suite("Failed saves")
  struct SavingFailureTests {
    /// Files cannot grow beyond 512 bytes (1,024 with some shells): like on a full disk, the system
    /// refuses to write.
    private static let smallDisk = "trap '' XFSZ; ulimit -S -f 1; exec \"$@\""
    private static let long = String(repeating: "long ", count: 300)

    private func addLong(to todo: TodoProcess, then keys: String) throws {
      try todo.type("a")
      try todo.waitUntil("the field has the focus") { !$0.isInList }
      try todo.paste(Self.long)
      try todo.waitUntil("the text") { $0.text.contains("long long") }
      try todo.type(keys)
    }

    /// A disk of 20 KiB mounted at the list's folder.
    private static let realDisk =
      "exec unshare -rm sh -c 'mount -t tmpfs -o size=20k tmpfs todo && exec \"$@\"' sh \"$@\""

    /// Whether this system lets a test mount a disk.
    private static var canMount: Bool {
      let folder = try? TestFolder()
      let run = folder.flatMap { try? TodoRun(["--version"], in: $0, script: realDisk) }
      return run?.end == .status(0)
    }

    /// Quits without saving everything.
    private func lose(_ todo: TodoProcess) throws {
      try todo.type("q")
      try todo.waitUntil("the question") { $0.text.contains("‹Discard changes›") }
      try todo.click("‹Discard changes›")
    }

    @Test(
      "on a full disk, q offers another path and saves the list there",
      .enabled(if: canMount))
    func savedElsewhere() throws {
      let folder = try TestFolder()
      let todo = try TodoProcess(in: folder, columns: 200, rows: 30, script: Self.realDisk)
      try todo.type("first\r")
      try todo.waitUntil("an item") { $0.items == ["[ ] first"] }
      let long = String(repeating: "long ", count: 4000)
      try todo.paste(long)
      try todo.waitUntil("the text") { $0.text.contains("long long") }
      try todo.type("\r")
      try todo.waitUntil("the notice") { $0.text.contains("Not saved: \(folder.listFile)") }
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      try todo.type("q")
      try todo.waitUntil("the question") { $0.text.contains("Save to") && $0.isCursorVisible }
      #expect(todo.screen.text.contains("No space left on device"))
      try todo.type("\(folder.path)/elsewhere/list.json\r")
      _ = try todo.waitForEnd()
      let text = try #require(folder.text("elsewhere/list.json"))
      #expect(text.contains("\"first\"") && text.contains(long.dropLast()))
      #expect(try folder.listedItems(["--file", "elsewhere/list.json"]).count == 2)
    }

    @Test("a path that cannot be written is reported, and Escape returns to the list")
    func staysWhereItCannotSave() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, columns: 200, rows: 30, script: Self.smallDisk)
      try addLong(to: todo, then: "\r")
      try todo.waitUntil("the notice") { $0.text.contains("Not saved: \(folder.listFile)") }
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      try todo.type("q")
      try todo.waitUntil("the question") { $0.text.contains("Save to") && $0.isCursorVisible }
      try todo.type("todo\r")
      try todo.waitUntil("why not there") { $0.text.contains("todo is not a plain file") }
      try todo.type("\u{1B}")
      try todo.waitUntil("the list") { $0.isInList && !$0.text.contains("Save to") }
      try lose(todo)
      #expect(try todo.waitForEnd() == .status(1))
      #expect(try folder.savedItems == ["[ ] milk"])
    }

    @Test("a full disk is named on the screen and at the end, and the old file stays whole")
    func ends() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, columns: 400, script: Self.smallDisk)
      try addLong(to: todo, then: "\r")
      try todo.waitUntil("the notice") { $0.text.contains("Not saved: \(folder.listFile)") }
      #expect(try folder.savedItems == ["[ ] milk"])
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      try lose(todo)
      #expect(try todo.waitForEnd() == .status(1))
      // Either file can be the last that had no room.
      try todo.waitUntil("the line") { screen in
        [folder.listFile, folder.listFile + ".log/entries", folder.listFile + ".log"].contains {
          file in
          screen.rowText(1).hasPrefix("millrace: \(file) cannot be written: File too large.")
        }
      }
      try todo.expectTerminalAsBefore(
        showing: TodoProcess.prompt + "\n" + todo.screen.rowText(1))
      #expect(try folder.savedItems == ["[ ] milk"])
      #expect(try folder.listedItems() == ["[ ] milk"])
      #expect(try folder.names == ["todo", "todo/todos.json"])
    }

    @Test(
      "when there is room again, everything is saved and the notice disappears",
      .enabled(if: TodoProcess.canRemoveFileLimit))
    func recovers() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, columns: 400, script: Self.smallDisk)
      try addLong(to: todo, then: "\r")
      try todo.waitUntil("the notice") { $0.text.contains("Not saved") }
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      try todo.type("d ")
      try todo.waitUntil("the small list") { $0.items == ["[x] milk"] }
      try todo.removeFileLimit()
      try todo.waitUntil("no notice") { !$0.text.contains("Not saved") }
      #expect(try folder.listedItems() == ["[x] milk"])
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      try todo.expectTerminalAsBefore()
    }

    @Test(
      "the program ends with status 0 if the last change can be saved after all",
      .enabled(if: TodoProcess.canRemoveFileLimit))
    func recoversAtTheEnd() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, columns: 400, script: Self.smallDisk)
      try addLong(to: todo, then: "\r")
      try todo.waitUntil("the notice") { $0.text.contains("Not saved") }
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      try todo.type("d ")
      try todo.waitUntil("the small list") { $0.items == ["[x] milk"] }
      try todo.removeFileLimit()
      // The change may or may not have been saved in time.
      try todo.type("q")
      try todo.waitUntil("the end, or the question") {
        !$0.modes.contains(1049) || $0.text.contains("‹Save and quit›")
      }
      if todo.screen.modes.contains(1049) { try todo.type("\r") }
      #expect(try todo.waitForEnd() == .status(0))
      try todo.expectTerminalAsBefore()
      #expect(try folder.savedItems == ["[x] milk"])
    }

    @Test("a file that another program made unreadable is kept aside at the end, and restored")
    func changedByHand() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      do {
        let todo = try TodoProcess(in: folder, columns: 400)
        try todo.type(" ")
        try todo.waitUntil("the tick") { $0.items == ["[x] milk"] }
        try folder.write("by hand", to: "todo/todos.json")
        try todo.waitUntil("the notice") {
          $0.text.contains("Saved, but the file is not up to date: \(folder.listFile)")
        }
        #expect(folder.text("todo/todos.json") == "by hand")
        try todo.type("q")
        #expect(try todo.waitForEnd() == .status(0))
        let line = "millrace: \(folder.listFile) is not a valid saved state"
        try todo.waitUntil("the line") { $0.rowText(1).hasPrefix(line) }
        #expect(try folder.savedItems == ["[x] milk"])
      }
      let todo = try TodoProcess(in: folder, columns: 400)
      try todo.waitUntil("the list") { $0.items == ["[x] milk"] }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[x] milk"])
      let beside = try #require(try folder.names.first { $0.contains("todos.json.unreadable-") })
      #expect(folder.text(beside) == "by hand")
    }

    @Test("a signal ends with a failure status if the last change could not be saved")
    func signalled() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, columns: 400, script: Self.smallDisk)
      try addLong(to: todo, then: "\r\u{3}")
      #expect(try todo.waitForEnd() == .status(1))
      // Either file can be the last that had no room.
      try todo.waitUntil("the line") { screen in
        [folder.listFile, folder.listFile + ".log/entries", folder.listFile + ".log"].contains {
          file in
          screen.rowText(1).hasPrefix("millrace: \(file) cannot be written: File too large.")
        }
      }
      #expect(try folder.savedItems == ["[ ] milk"])
    }
  }
}
