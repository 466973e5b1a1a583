import Foundation
import MillraceTerminal
import Testing

extension EndToEnd {
  @Suite("Mouse and editing in place")
  struct UsingTests {
    @Test("clicks tick a checkbox, choose the current row and show a tab")
    func clicks() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread", "tea"])
      let todo = try TodoProcess(in: folder)
      try todo.click("[ ]", inRowOf: "bread")
      try todo.waitUntil("a tick") { $0.items == ["[ ] milk", "[x] bread", "[ ] tea"] }
      try todo.click("tea")
      try todo.waitUntil("another current item") { $0.current == "› [ ] tea" }
      try todo.type("d")
      try todo.waitUntil("one less") { $0.items == ["[ ] milk", "[x] bread"] }
      try todo.click("Upcoming 0")
      try todo.waitUntil("what is due later") { $0.text.contains("Nothing is due later.") }
      try todo.click("Done 1")
      try todo.waitUntil("what is done") { $0.items == ["[x] bread"] }
      try todo.click("All 2")
      try todo.waitUntil("all") { $0.items == ["[ ] milk", "[x] bread"] }
      try todo.type("C")
      try todo.waitUntil("what is left") { $0.items == ["[ ] milk"] }
      #expect(try folder.listedItems() == ["[ ] milk"])
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[ ] milk"])
    }

    @Test("the wheel scrolls, and the current item stays the same")
    func wheel() throws {
      let folder = try TestFolder()
      try folder.save((1...50).map { "item \($0)" })
      let todo = try TodoProcess(in: folder)
      let first = todo.screen.items
      #expect(first.first == "[ ] item 1" && first.count == 7)
      try todo.wheel(up: false, over: "item 3")
      try todo.waitUntil("three rows on") {
        $0.items == (4...10).map { "[ ] item \($0)" }
      }
      try todo.wheel(up: true, over: "item 5")
      try todo.waitUntil("back at the start") { $0.items == first }
      try todo.type(" ")
      try todo.waitUntil("a tick at the current item") { $0.items[0] == "[x] item 1" }
    }

    @Test("e edits a title in place, and Enter keeps it")
    func edits() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      let todo = try TodoProcess(in: folder)
      try todo.type("e")
      try todo.waitUntil("a cursor behind the title") {
        $0.isCursorVisible && $0.cursorY == 3 && $0.cursorX == 10
      }
      try todo.type(" é漢\r")
      try todo.waitUntil("the new title") { $0.isInList && $0.items[0] == "[ ] milk é漢" }
      #expect(try folder.listedItems() == ["[ ] milk é漢", "[ ] bread"])
    }

    @Test(
      "Escape, after a question, or an empty title keeps the old title",
      arguments: ["\u{15}new\u{1B}", "\u{15}\r", "\u{15}   \r"])
    func keepsOldTitle(keys: String) throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let before = try folder.saved?.state
      let todo = try TodoProcess(in: folder)
      try todo.type("e")
      try todo.waitUntil("a cursor") { $0.isCursorVisible }
      try todo.type(keys)
      if keys.hasSuffix("\u{1B}") {
        try todo.waitUntil("the question") { $0.text.contains("Discard what was typed?") }
        try todo.type("y")
      }
      try todo.waitUntil("the old title") { $0.isInList && $0.items == ["[ ] milk"] }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.saved?.state == before)
    }

    @Test("Delete in a title deletes letters, and never the item")
    func deletesLetters() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      let todo = try TodoProcess(in: folder)
      try todo.type("e")
      try todo.waitUntil("a cursor") { $0.isCursorVisible }
      try todo.type("\u{1B}[H\u{1B}[3~\u{1B}[F\u{1B}[3~\u{1B}[3~!\r")
      try todo.waitUntil("the new title") { $0.isInList && $0.items == ["[ ] ilk!", "[ ] bread"] }
      #expect(try folder.listedItems() == ["[ ] ilk!", "[ ] bread"])
    }

    @Test("an edit is kept, and not saved, when a signal ends todo", arguments: [SIGTERM, 0])
    func interruptedEdit(signal: Int32) throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder)
      try todo.type("e!")
      try todo.waitUntil("the edit") { $0.text.contains("milk!") }
      if signal == 0 { try todo.type("\u{3}") } else { todo.send(signal) }
      _ = try todo.waitForEnd()
      #expect(try folder.savedItems == ["[ ] milk"])
      let next = try TodoProcess(in: folder, rows: 24)
      #expect(next.screen.text.contains("milk!"))
      try next.type("\r")
      try next.waitUntil("the list") { $0.isInList && $0.items == ["[ ] milk!"] }
    }
  }
}
