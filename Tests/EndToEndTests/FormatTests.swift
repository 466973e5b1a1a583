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
  @Suite("File format")
  struct FormatTests {
    @Test("the file and the journal have the format of version 2")
    func file() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      let before = folder.text("todo/todos.json")
      do {
        let todo = try TodoProcess(in: folder)
        try todo.type(" ")
        try todo.waitUntil("the tick") { $0.items == ["[x] milk", "[ ] bread"] }
        #expect(folder.text("todo/todos.json") == before)
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      let todo = try TodoProcess(in: folder)
      #expect(todo.screen.items == ["[x] milk", "[ ] bread"])
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      let saved = try #require(try folder.saved)
      #expect(saved.items == ["[x] milk", "[ ] bread"])
      #expect(saved.version == 2 && saved.commit == 1)
      #expect(try folder.names == ["todo", "todo/todos.json"])
      let beside = try folder.allNames.filter { !$0.contains("/snapshot-") }
      #expect(
        beside == [
          "todo", "todo/.todos.json.lock", "todo/todos.json", "todo/todos.json.journal",
          "todo/todos.json.journal/inbox", "todo/todos.json.journal/lines",
          "todo/todos.json.journal/lines-00000000000000000001",
        ])
    }

    @Test("a file of an earlier version is read without its interface state")
    func earlier() throws {
      let folder = try TestFolder()
      try folder.write(
        #"""
        {"version":2,"state":{"draft":"te","tab":"done","items":[{"id":"0000000000000001","title":"milk"}]}}

        """#,
        to: "todo/todos.json")
      #expect(try folder.listedItems() == ["[ ] milk"])
      let todo = try TodoProcess(in: folder)
      #expect(todo.screen.items == ["[ ] milk"])
      #expect(todo.screen.rowText(1) == "  What needs doing?")
    }
  }
}
