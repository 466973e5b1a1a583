import MillraceTerminal
import Testing

extension EndToEnd {
  @Suite("says when it cannot save")
  struct SavingFailureTests {
    /// Files may not grow beyond 512 bytes (1,024 with some shells): like a disk that is full, the
    /// system then refuses to write.
    private static let smallDisk = "trap '' XFSZ; ulimit -f 1; exec \"$@\""
    private static let long = String(repeating: "long ", count: 300)

    /// At once, so much text is a paste.
    private func addLong(to todo: TodoProcess, then keys: String) throws {
      try todo.type("a")
      try todo.waitUntil("the field has the focus") { !$0.isInList }
      try todo.type(Self.long)
      try todo.waitUntil("the text") { $0.text.contains("long long") }
      try todo.type(keys)
    }

    @Test("a full disk is named on the screen and at the end; the old file stays whole")
    func ends() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, columns: 400, script: Self.smallDisk)
      try addLong(to: todo, then: "\r")
      try todo.waitUntil("the notice") { $0.text.contains("Not saved: \(folder.listFile)") }
      #expect(try folder.savedItems == ["[ ] milk"])
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(1))
      // Of the two, the one that had no room last.
      try todo.waitUntil("the line") { screen in
        [folder.listFile, folder.listFile + ".journal/lines"].contains { file in
          screen.rowText(1).hasPrefix("todo: \(file) cannot be written: File too large.")
        }
      }
      try todo.expectTerminalAsBefore(
        showing: TodoProcess.prompt + "\n" + todo.screen.rowText(1))
      #expect(try folder.savedItems == ["[ ] milk"])
      #expect(try folder.listedItems() == ["[ ] milk"])
      #expect(try folder.names == ["todo", "todo/todos.json"])
    }

    @Test("once there is room again, everything is saved and the notice goes")
    func recovers() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, columns: 400, script: Self.smallDisk)
      try addLong(to: todo, then: "\r")
      try todo.waitUntil("the notice") { $0.text.contains("Not saved") }
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      try todo.type("d ")
      try todo.waitUntil("the small list, for another one") { _ in
        try folder.listedItems() == ["[x] milk"]
      }
      try todo.waitUntil("no notice") { !$0.text.contains("Not saved") }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      try todo.expectTerminalAsBefore()
    }

    @Test("a last change that can be saved again makes the end a good one")
    func recoversAtTheEnd() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, columns: 400, script: Self.smallDisk)
      try addLong(to: todo, then: "\r")
      try todo.waitUntil("the notice") { $0.text.contains("Not saved") }
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      try todo.type("d q")
      #expect(try todo.waitForEnd() == .status(0))
      try todo.expectTerminalAsBefore()
      #expect(try folder.savedItems == ["[x] milk"])
    }

    @Test(
      "a file that is changed by hand meanwhile stays so: that is said, and the list is saved beside it"
    )
    func changedByHand() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, columns: 400)
      try todo.type(" ")
      try todo.waitUntil("the tick") { $0.items == ["[x] milk"] }
      try folder.save(["by hand"])
      let notice = "Not saved: \(folder.listFile) was changed by another program"
      try todo.waitUntil("the notice") { $0.text.contains(notice) }
      try todo.type(" ")
      try todo.waitUntil("no tick") { $0.items == ["[ ] milk"] }
      // Longer than lines wait to be synchronized.
      try todo.read(for: .milliseconds(1500))
      #expect(todo.screen.text.contains(notice))
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(1))
      let line = "todo: \(folder.listFile) was changed by another program; the state was saved as"
      try todo.waitUntil("the line") { $0.rowText(1).hasPrefix(line) }
      #expect(try folder.savedItems == ["[ ] by hand"])
      let beside = try #require(try folder.names.first { $0.contains("todos.json.unsaved-") })
      #expect(folder.text(beside)?.contains("\"milk\"") == true)
    }

    @Test("a signal ends it with a failure's status where the last change could not be saved")
    func signalled() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, columns: 400, script: Self.smallDisk)
      try addLong(to: todo, then: "\r\u{3}")
      #expect(try todo.waitForEnd() == .status(1))
      // Of the two, the one that had no room last.
      try todo.waitUntil("the line") { screen in
        [folder.listFile, folder.listFile + ".journal/lines"].contains { file in
          screen.rowText(1).hasPrefix("todo: \(file) cannot be written: File too large.")
        }
      }
      #expect(try folder.savedItems == ["[ ] milk"])
    }
  }
}
