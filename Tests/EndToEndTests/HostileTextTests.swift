import MillraceTerminal
import Testing

extension EndToEnd {
  @Suite("Control characters")
  struct HostileTextTests {
    /// The modes that the program itself sets; the cursor is hidden in the list.
    private static let modes: Set<Int> = [1000, 1002, 1006, 1049, 2004, 2027]

    @Test("a title from the file is visible text and changes nothing else on the screen")
    func fromFile() throws {
      let folder = try TestFolder()
      try folder.save(["first", HostileText.title, "last"])
      let todo = try TodoProcess(in: folder, columns: 60, rows: 12)
      let line = String(repeating: "─", count: 60)
      #expect(
        todo.screen.text == """
          All 3  Today 0  Upcoming 0  Done 0              ────────────
            What needs doing?
          \(line)
          › [ ] first
            [ ] a␛[2J␛]0;owned␇b�31mc␍␈␡d�e␀␛[201~f
            [ ] last




          \(line)
          space Tick  e Edit  d Delete  …  ? Help  q Quit  u Undo
          """)
      expectUntouched(todo)
      try todo.type("\u{1B}[B ")
      try todo.waitUntil("the tick") { $0.items[1] == "[x] \(HostileText.visible)" }
      try todo.type("e")
      try todo.waitUntil("the field") { $0.isCursorVisible }
      #expect(todo.screen.items[1] == "[x] \(HostileText.visibleOnOneLine)")
      #expect(todo.screen.unknownSequences == [])
    }

    @Test("pasted control characters are visible text, in the field and in the item")
    func pasted() throws {
      let folder = try TestFolder()
      let todo = try TodoProcess(in: folder)
      try todo.paste("a\u{1B}[2J\u{9B}31m\u{1B}]0;owned\u{7}\u{3}\u{1A}b\n")
      let visible = "a␛[2J�31m␛]0;owned␇␃␚b"
      try todo.waitUntil("the text in the field") { $0.rowText(1) == "  " + visible }
      try todo.type("\r")
      try todo.waitUntil("the item") { $0.items == ["[ ] " + visible] }
      #expect(try folder.listedItems() == ["[ ] " + visible])
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      expectUntouched(todo)
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      // The file has the text as it was pasted.
      #expect(
        try folder.savedItems == ["[ ] a\u{1B}[2J\u{9B}31m\u{1B}]0;owned\u{7}\u{3}\u{1A}b"])
    }

    @Test("several pasted lines become items, and their control characters are visible text")
    func pastedLines() throws {
      let folder = try TestFolder()
      let todo = try TodoProcess(in: folder)
      try todo.paste("a\u{1B}[2J\r\nb\u{9B}31m\n")
      try todo.waitUntil("two items") { $0.items == ["[ ] a␛[2J", "[ ] b�31m"] }
      #expect(try folder.listedItems() == ["[ ] a␛[2J", "[ ] b�31m"])
      #expect(todo.screen.unknownSequences == [])
    }

    @Test("bytes that are not UTF-8 do not end the program")
    func broken() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder)
      try todo.type(bytes: [0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0x1B, 0x5B, 0x39, 0x39, 0x00])
      try todo.type("\u{1B}[B ")
      try todo.waitUntil("it answers keys") { $0.items == ["[x] milk"] }
      expectUntouched(todo)
    }

    private func expectUntouched(
      _ todo: TodoProcess, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(todo.screen.modes == Self.modes, sourceLocation: sourceLocation)
      #expect(todo.screen.title == "", sourceLocation: sourceLocation)
      #expect(todo.screen.unknownSequences == [], sourceLocation: sourceLocation)
      #expect(
        todo.screen.queries == [
          "ESC [>q", "ESC [?2026$p", "ESC [?2027$p", "ESC [?2048$p", "ESC [?2031$p", "ESC [?u",
          "ESC ]11;?",
        ] + Array(repeating: "ESC [6n", count: 11) + [TodoProcess.lastQuestion],
        sourceLocation: sourceLocation)
    }
  }
}
