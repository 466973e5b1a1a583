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
    @Test("the file and the log have the format of version 2")
    func file() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      do {
        let todo = try TodoProcess(in: folder)
        try todo.type(" ")
        try todo.waitUntil("the tick") { $0.items == ["[x] milk", "[ ] bread"] }
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
      #expect(
        try folder.allNames == [
          "todo", "todo/todos.json", "todo/todos.json.log", "todo/todos.json.log/entries",
          "todo/todos.json.log/export-1",
          "todo/todos.json.log/lock", "todo/todos.json.log/seat-1",
        ])
      let lines = try #require(folder.text("todo/todos.json.log/entries")).split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[0].contains(#""number":1,"#) && lines[0].contains(#""schema":2"#))
      #expect(lines[1].contains(#""commit":1,"version":2,"state":{"items":[{"#))
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
