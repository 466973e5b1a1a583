import Millrace
import Testing

extension EndToEnd {
  @Suite("Output without a terminal")
  struct PlainTextTests {
    @Test("a list printed to a pipe has no control characters, and the status is 0")
    func pipe() throws {
      let folder = try TestFolder()
      try folder.save(["milk", HostileText.title, "漢字 é"])
      let run = try TodoRun(in: folder)
      #expect(run.end == .status(0))
      #expect(
        run.output == """
          [ ] milk
          [ ] \(HostileText.visibleOnOneLine)
          [ ] 漢字 é
          3 left, 0 done

          """)
      #expect(run.errors == "")
    }

    @Test("printing changes and creates no file")
    func changesNothing() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let before = folder.text("todo/todos.json")
      #expect(try folder.listedItems() == ["[ ] milk"])
      #expect(folder.text("todo/todos.json") == before)
      #expect(try folder.allNames == ["todo", "todo/todos.json"])
    }

    @Test(
      "a missing list is printed as an empty list",
      arguments: ["list.json", "new/list.json", "plain/list.json"])
    func missing(path: String) throws {
      let folder = try TestFolder()
      try folder.write("text", to: "plain")
      let run = try TodoRun(["--file", path], in: folder)
      #expect(run.end == .status(0))
      #expect(run.output == "0 left, 0 done\n")
      #expect(run.errors == "")
      #expect(try folder.allNames == ["plain", "todo"])
    }

    @Test("with an open todo, printing shows its list and leaves the file unchanged")
    func beside() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      let before = folder.text("todo/todos.json")
      let todo = try TodoProcess(in: folder)
      #expect(try folder.listedItems() == ["[ ] milk", "[ ] bread"])
      try todo.type(" ")
      try todo.waitUntil("the tick") { $0.items == ["[x] milk", "[ ] bread"] }
      let names = try folder.allNames
      #expect(try folder.listedItems() == ["[x] milk", "[ ] bread"])
      try todo.type("\u{1B}[Bd")
      try todo.waitUntil("one less") { $0.items == ["[x] milk"] }
      #expect(try folder.listedItems() == ["[x] milk"])
      #expect(folder.text("todo/todos.json") == before)
      #expect(try folder.allNames == names)
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[x] milk"])
      #expect(try folder.listedItems() == ["[x] milk"])
    }

    @Test("a list of 10,000 items is printed completely")
    func long() throws {
      let run = try TodoRun(["--sample", "10000"], in: TestFolder())
      #expect(run.end == .status(0))
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 10_001)
      #expect(lines.last == "8000 left, 2000 done")
    }

    @Test(
      "--plain-updates and a dumb terminal give an interface in lines",
      arguments: [(["--plain-updates"], "xterm-256color"), ([], "dumb")])
    func updates(arguments: [String], terminal: String) throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      let todo = try TodoProcess(
        unwatched: arguments, in: folder, columns: 100, rows: 40, environment: ["TERM": terminal])
      try todo.waitUntil("the list") { $0.text.contains("focus: list: checkbox, not checked milk") }
      #expect(todo.received[0] == "tab list" && todo.received[1].hasPrefix("All"))
      try todo.type(" ")
      try todo.waitUntil("the tick") { _ in
        todo.received.contains("changed: checkbox, checked milk")
      }
      try todo.type("\u{1B}[B")
      try todo.waitUntil("the other item") { _ in
        todo.received.last == "focus: list: checkbox, not checked bread, 2 of 2"
      }
      try todo.type("\u{0C}")
      try todo.waitUntil("all of it once more") { _ in
        todo.received.count { $0 == "tab list" } == 2
      }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[x] milk", "[ ] bread"])
      #expect(!todo.output.contains(0x1B))
    }

    @Test("output to a pipe is the same with TERM=dumb")
    func dumb() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let run = try TodoRun(in: folder, environment: ["TERM": "dumb"])
      #expect(run.end == .status(0) && run.output == "[ ] milk\n1 left, 0 done\n")
    }

    @Test("--help and --version print to standard output", arguments: [true, false])
    func help(isHelp: Bool) throws {
      let folder = try TestFolder()
      let run = try TodoRun([isHelp ? "--help" : "--version"], in: folder)
      #expect(run.end == .status(0))
      #expect(run.errors == "")
      #expect(run.output.hasPrefix(isHelp ? "usage: todo " : "todo \(millraceVersion)\n"))
      #expect(run.output.hasSuffix("\n"))
      for flag in ["--file", "--sample", "--help", "--version"] {
        #expect(run.output.contains(flag) == isHelp)
      }
      #expect(try folder.allNames == ["todo"])
    }
  }
}

extension TodoProcess {
  /// The lines of its output.
  fileprivate var received: [String] {
    String(decoding: output, as: UTF8.self).split(separator: "\r\n").map(String.init)
  }
}
