import MillraceRender
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
  @Suite("remembers")
  struct RememberingTests {
    @Test("what was saved is there after kill -9, and the screen says so")
    func killed() throws {
      let folder = try TestFolder()
      do {
        let todo = try TodoProcess(in: folder)
        try todo.type("milk\rbread\rtea\r")
        try todo.waitUntil("three items") { $0.items == ["[ ] milk", "[ ] bread", "[ ] tea"] }
        try todo.type("\u{1B}")
        try todo.waitUntil("the list has the focus") { $0.isInList }
        try todo.type("\u{1B}[A ")
        try todo.waitUntil("the tick in the file") { _ in
          try folder.savedItems == ["[ ] milk", "[x] bread", "[ ] tea"]
        }
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      let todo = try TodoProcess(in: folder)
      #expect(todo.screen.items == ["[ ] milk", "[x] bread", "[ ] tea"])
      #expect(todo.screen.text.contains("‹All 3› ‹Active 2› ‹Done 1›"))
      #expect(todo.screen.style(of: "bread")?.attributes.contains(.strikethrough) == true)
      #expect(todo.screen.style(of: "milk")?.attributes.contains(.strikethrough) == false)
    }

    @Test("a new item after a restart has a number of its own")
    func continues() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      let todo = try TodoProcess(in: folder)
      try todo.type("atea\r")
      try todo.waitUntil("the new item") { $0.items == ["[ ] milk", "[ ] bread", "[ ] tea"] }
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
      try todo.type("d")
      try todo.waitUntil("only that one is gone") { $0.items == ["[ ] milk", "[ ] bread"] }
      try todo.waitUntil("it is gone from the file") { _ in
        try folder.savedItems == ["[ ] milk", "[ ] bread"]
      }
    }

    @Test("--file keeps the list elsewhere, in folders that are made for it")
    func elsewhere() throws {
      let folder = try TestFolder()
      let todo = try TodoProcess(["--file", "deep/down/list.json"], in: folder)
      try todo.type("milk\r")
      try todo.waitUntil("the item in the file") { _ in
        folder.text("deep/down/list.json")?.contains("\"milk\"") == true
      }
      #expect(folder.text("todo/todos.json") == nil)
    }

    @Test("--sample writes nothing")
    func sample() throws {
      let folder = try TestFolder()
      let todo = try TodoProcess(["--sample", "3"], in: folder)
      try todo.type(" ")
      try todo.waitUntil("a tick") { $0.items.first == "[x] Call Ada today" }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.names == ["todo"])
    }
  }
}
