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
  @Suite("Read-only and several programs")
  struct ReadOnlyTests {
    @Test("two todos on one file show each other's changes, and each has its own view and undo")
    func second() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      let todo = try TodoProcess(in: folder)
      let other = try TodoProcess(in: folder, columns: 80, rows: 20)
      #expect(other.screen.items == ["[ ] milk", "[ ] bread"])
      // The second todo shows another tab while text is typed in the first.
      try other.type("4")
      try other.waitUntil("what is done") { $0.items == [] }
      try todo.type(" atea\r")
      try todo.waitUntil("the tick and the item") {
        $0.items == ["[x] milk", "[ ] bread", "[ ] tea"]
      }
      try other.waitUntil("the tick") { $0.items == ["[x] milk"] }
      try other.type("1")
      try other.waitUntil("everything") { $0.items == ["[x] milk", "[ ] bread", "[ ] tea"] }
      try other.type("aeggs\r")
      for each in [todo, other] {
        try each.waitUntil("its item") {
          $0.items == ["[x] milk", "[ ] bread", "[ ] tea", "[ ] eggs"]
        }
      }
      // Each undoes its own newest change.
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      try todo.type("u")
      for each in [todo, other] {
        try each.waitUntil("no tea") { $0.items == ["[x] milk", "[ ] bread", "[ ] eggs"] }
      }
      try other.type("\u{1B}")
      try other.waitUntil("the list has the focus") { $0.isInList }
      try other.type("q")
      #expect(try other.waitForEnd() == .status(0))
      try other.expectTerminalAsBefore()
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[x] milk", "[ ] bread", "[ ] eggs"])
    }

    @Test(
      "when the first todo ends, by q or kill -9, the second one goes on", arguments: [false, true])
    func goesOn(isKilled: Bool) throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let first = try TodoProcess(in: folder)
      let other = try TodoProcess(in: folder, columns: 80, rows: 20)
      try first.type(" ")
      try other.waitUntil("a tick") { $0.items == ["[x] milk"] }
      // The unfinished line is kept.
      try other.type("abre")
      try other.waitUntil("the text") { $0.rowText(1) == "  bre" }
      if isKilled { first.send(SIGKILL) } else { try first.type("q") }
      _ = try first.waitForEnd()
      try other.type("ad\r")
      try other.waitUntil("the item") { $0.items == ["[x] milk", "[ ] bread"] }
      other.send(SIGKILL)
      #expect(try other.waitForEnd() == .signal(SIGKILL))
      #expect(try folder.listedItems() == ["[x] milk", "[ ] bread"])
    }

    @Test("kill -9 of a second todo leaves only its seat, and the first continues")
    func killed() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder)
      let names = try folder.allNames
      let other = try TodoProcess(in: folder)
      other.send(SIGKILL)
      #expect(try other.waitForEnd() == .signal(SIGKILL))
      #expect(try folder.allNames.filter { !$0.hasSuffix("/seat-2") } == names)
      try todo.type(" q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[x] milk"])
    }

    @Test("a newer program's file is shown and printed if it can be read, and not changed")
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
      #expect(todo.screen.items.map { $0.prefix(8) } == ["[ ] milk"])
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(folder.text("todo/todos.json") == before)
    }

    @Test(
      "a file or folder without write permission is shown and printed",
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
