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
  @Suite("Read-only and second programs")
  struct ReadOnlyTests {
    private static let notice = "Another program has this open and saves your changes"

    @Test("a second todo has its own view, shows the first one's changes, and sends it its own")
    func second() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      let before = folder.text("todo/todos.json")
      let todo = try TodoProcess(in: folder)
      let other = try TodoProcess(in: folder, columns: 80, rows: 20)
      #expect(other.screen.text.contains(Self.notice))
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
      #expect(folder.text("todo/todos.json") == before)
      try other.type("\u{1B}")
      try other.waitUntil("the list has the focus") { $0.isInList }
      try other.type("q")
      #expect(try other.waitForEnd() == .status(0))
      try other.expectTerminalAsBefore()

      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[x] milk", "[ ] bread", "[ ] tea", "[ ] eggs"])
    }

    @Test(
      "when the first todo ends, by q or kill -9, the second one asks and takes over",
      arguments: [false, true])
    func takesOver(isKilled: Bool) throws {
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
      try other.waitUntil("the question") { $0.text.contains("Take over?") }
      try other.type("y")
      try other.waitUntil("it writes") {
        !$0.text.contains("Take over?") && !$0.text.contains("Another program")
          && !$0.text.contains("has ended")
      }
      try other.type("ad\r")
      try other.waitUntil("the item") { $0.items == ["[x] milk", "[ ] bread"] }
      other.send(SIGKILL)
      #expect(try other.waitForEnd() == .signal(SIGKILL))
      #expect(try folder.listedItems() == ["[x] milk", "[ ] bread"])
    }

    @Test("kill -9 of a second todo leaves no file, and the first continues")
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
