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
  @Suite("looks on where it may not write")
  struct LookingOnTests {
    @Test("a second one shows what the first one does, as it does it, and changes nothing")
    func second() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      let before = folder.text("todo/todos.json")
      let todo = try TodoProcess(in: folder)
      let other = try TodoProcess(in: folder, columns: 80, rows: 20)
      let notice = "Read-only: another todo has this list open"
      #expect(other.screen.text.contains(notice))
      #expect(other.screen.items == ["[ ] milk", "[ ] bread"])
      try todo.type(" atea\r")
      for each in [todo, other] {
        try each.waitUntil("the tick and the item") {
          $0.items == ["[x] milk", "[ ] bread", "[ ] tea"]
        }
      }
      // Its own keys change nothing, there and here.
      try other.type(" dpJuax\r")
      try other.waitUntil("the field") { $0.isCursorVisible && $0.rowText(1) == "  x" }
      try other.type("\u{1B}")
      try other.waitUntil("the list has the focus") { $0.isInList }
      try other.type("C4")
      try other.waitUntil("what is done") { $0.items == ["[x] milk"] }
      #expect(other.screen.text.contains(notice))
      try other.type("1")
      try other.waitUntil("everything") { $0.items == ["[x] milk", "[ ] bread", "[ ] tea"] }
      #expect(todo.screen.items == other.screen.items)
      #expect(try folder.listedItems() == todo.screen.items)
      #expect(folder.text("todo/todos.json") == before)
      try other.type("q")
      #expect(try other.waitForEnd() == .status(0))
      try other.expectTerminalAsBefore()

      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      try todo.type(" ")
      try todo.waitUntil("it answers keys") { $0.items == ["[x] milk", "[ ] bread", "[x] tea"] }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[x] milk", "[ ] bread", "[x] tea"])
    }

    @Test("it sees the first one end, and another one go on")
    func outlives() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let first = try TodoProcess(in: folder)
      let other = try TodoProcess(in: folder, columns: 80, rows: 20)
      try first.type(" ")
      try other.waitUntil("a tick") { $0.items == ["[x] milk"] }
      try first.type("q")
      #expect(try first.waitForEnd() == .status(0))
      let second = try TodoProcess(in: folder)
      try second.type("e!\r")
      try other.waitUntil("the new title") { $0.items == ["[x] milk!"] }
      second.send(SIGKILL)
      #expect(try second.waitForEnd() == .signal(SIGKILL))
      let third = try TodoProcess(in: folder)
      try third.type("d")
      try other.waitUntil("nothing") { $0.items == [] }
      #expect(other.screen.text.contains("Read-only"))
    }

    @Test("kill -9 of one that looks on leaves nothing, and the first goes on")
    func killed() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder)
      let names = try folder.allNames
      let other = try TodoProcess(in: folder)
      other.send(SIGKILL)
      #expect(try other.waitForEnd() == .signal(SIGKILL))
      #expect(try folder.allNames == names)
      try todo.type(" q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[x] milk"])
    }

    @Test("a newer program's file is printed and shown where this one can read it, and not touched")
    func newer() throws {
      let folder = try TestFolder()
      var list = SavedList(["milk"])
      list.version = 3
      try folder.save(list)
      let before = folder.text("todo/todos.json")
      #expect(try folder.listedItems() == ["[ ] milk"])
      let todo = try TodoProcess(in: folder, columns: 400)
      #expect(todo.screen.text.contains("was saved by a newer program"))
      try todo.type(" d")
      try todo.read(for: .milliseconds(100))
      #expect(todo.screen.items == ["[ ] milk"])
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(folder.text("todo/todos.json") == before)
    }

    @Test(
      "a file or a folder that may not be changed is shown, and printed",
      .disabled(if: geteuid() == 0, "nothing is forbidden to root"),
      arguments: ["todo/todos.json", "todo"])
    func forbidden(name: String) throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let before = folder.text("todo/todos.json")
      let path = "\(folder.path)/\(name)"
      chmod(path, name == "todo" ? 0o500 : 0o400)
      defer { chmod(path, 0o700) }
      let todo = try TodoProcess(in: folder, columns: 400)
      #expect(todo.screen.text.contains("\(folder.listFile) cannot be written"))
      try todo.type(" q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.listedItems() == ["[ ] milk"])
      #expect(folder.text("todo/todos.json") == before)
      #expect(try folder.names == ["todo", "todo/todos.json"])
    }
  }
}
