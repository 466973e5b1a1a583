import Testing

extension EndToEnd {
  @Suite("prints where there is no terminal")
  struct PlainTextTests {
    @Test("the list goes into a pipe as text, without control characters, and the status is 0")
    func pipe() throws {
      let folder = try TestFolder()
      try folder.save(["milk", HostileText.title, "漢字 é"])
      let run = try TodoRun(in: folder)
      #expect(run.end == .status(0))
      #expect(
        run.output == """
          [ ] milk
          [ ] \(HostileText.visible)
          [ ] 漢字 é
          3 left, 0 done

          """)
      #expect(run.errors == "")
    }

    @Test("printing changes nothing")
    func changesNothing() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let before = folder.text("todo/todos.json")
      _ = try TodoRun(in: folder)
      #expect(folder.text("todo/todos.json") == before)
      #expect(try folder.names == ["todo", "todo/todos.json"])
    }

    @Test("a list of ten thousand items is printed to its end")
    func long() throws {
      let run = try TodoRun(["--sample", "10000"], in: TestFolder())
      #expect(run.end == .status(0))
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 10_001)
      #expect(lines.last == "8000 left, 2000 done")
    }

    @Test("a terminal that can place no cursor gets text, too")
    func dumb() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(unwatched: [], in: folder, environment: ["TERM": "dumb"])
      #expect(try todo.waitForEnd() == .status(0))
      try todo.waitUntil("the list") { $0.text.hasSuffix("[ ] milk\n1 left, 0 done") }
      #expect(!todo.output.contains(0x1B))
    }

    @Test("--help and --version say what they should on standard output", arguments: [true, false])
    func help(isHelp: Bool) throws {
      let folder = try TestFolder()
      let run = try TodoRun([isHelp ? "--help" : "--version"], in: folder)
      #expect(run.end == .status(0))
      #expect(run.errors == "")
      #expect(run.output.hasPrefix(isHelp ? "usage: todo " : "todo "))
      #expect(run.output.hasSuffix("\n"))
      for flag in ["--file", "--sample", "--help", "--version"] {
        #expect(run.output.contains(flag) == isHelp)
      }
      #expect(try folder.names == ["todo"])
    }
  }
}
