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
    @Test("what was on the screen is there after kill -9, and looks the same")
    func killed() throws {
      let folder = try TestFolder()
      do {
        let todo = try TodoProcess(in: folder)
        try todo.type("milk\rbread\rtea\r")
        try todo.waitUntil("three items") { $0.items == ["[ ] milk", "[ ] bread", "[ ] tea"] }
        try todo.type("\u{1B}")
        try todo.waitUntil("the list has the focus") { $0.isInList }
        try todo.type("\u{1B}[A ")
        try todo.waitUntil("the tick") { $0.items == ["[ ] milk", "[x] bread", "[ ] tea"] }
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      let todo = try TodoProcess(in: folder)
      #expect(todo.screen.items == ["[ ] milk", "[x] bread", "[ ] tea"])
      #expect(todo.screen.text.contains("‹All 3› ‹Active 2› ‹Done 1›"))
      #expect(todo.screen.style(of: "bread")?.attributes.contains(.strikethrough) == true)
      #expect(todo.screen.style(of: "milk")?.attributes.contains(.strikethrough) == false)
    }

    @Test("each kill -9, as soon as a change is on the screen, keeps it")
    func killedAgainAndAgain() throws {
      let folder = try TestFolder()
      var items: [String] = []
      for round in 0..<20 {
        let todo = try TodoProcess(in: folder, rows: 40)
        #expect(todo.screen.items == items, "round \(round)")
        for step in 0...(round % 3) { try change(&items, by: 2 * round + step, todo) }
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
        #expect(try folder.listedItems() == items, "round \(round)")
      }
      // Nothing but what was on the screen was ever saved as a whole.
      let todo = try TodoProcess(in: folder, rows: 40)
      try leaveField(todo)
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == items)
    }

    /// Adds an item, or changes the first, and waits until that shows.
    private func change(_ items: inout [String], by number: Int, _ todo: TodoProcess) throws {
      if !items.isEmpty { try leaveField(todo) }
      let first = "\u{1B}[H"
      switch items.isEmpty ? 0 : number % 6 {
      case 2:
        try todo.type(first + " ")
        let mark = items[0].hasPrefix("[x]") ? "[ ]" : "[x]"
        items[0] = mark + items[0].dropFirst(3)
      case 4:
        try todo.type(first + "d")
        items.removeFirst()
      case 5:
        try todo.type(first + "e!\r")
        items[0] += "!"
        let edited = items
        try todo.waitUntil("the edit's end") { $0.isInList && $0.items == edited }
      default:
        try todo.type((todo.screen.isInList ? "a" : "") + "item \(number)\r")
        items.append("[ ] item \(number)")
      }
      let changed = items
      try todo.waitUntil("\(changed)") { $0.items == changed }
    }

    private func leaveField(_ todo: TodoProcess) throws {
      if todo.screen.isInList { return }
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
    }

    @Test("an item that is being typed is still being typed after kill -9", arguments: [0, 2])
    func draft(count: Int) throws {
      let folder = try TestFolder()
      let titles = Array(["milk", "tea"].prefix(count))
      try folder.save(titles)
      do {
        let todo = try TodoProcess(in: folder)
        try todo.type((count == 0 ? "" : "a") + "bré")
        try todo.waitUntil("the text") { $0.rowText(0) == "  bré" }
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      // It is no item yet.
      #expect(try folder.listedItems() == titles.map { "[ ] \($0)" })
      let todo = try TodoProcess(in: folder)
      #expect(todo.screen.rowText(0) == "  bré")
      try todo.type((count == 0 ? "" : "a") + "ad\r")
      try todo.waitUntil("the item") { $0.items == (titles + ["bréad"]).map { "[ ] \($0)" } }
    }

    @Test("a title that is being edited is still being edited after kill -9")
    func edit() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "tea"])
      do {
        let todo = try TodoProcess(in: folder)
        try todo.type("\u{1B}[Be\u{15}cof")
        try todo.waitUntil("the edit") { $0.items == ["[ ] milk", "[ ] cof"] }
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      // The title is the old one yet.
      #expect(try folder.listedItems() == ["[ ] milk", "[ ] tea"])
      let todo = try TodoProcess(in: folder)
      #expect(todo.screen.items == ["[ ] milk", "[ ] cof"])
      #expect(!todo.screen.isInList)
      try todo.type("fee\r")
      try todo.waitUntil("the new title") {
        $0.isInList && $0.items == ["[ ] milk", "[ ] coffee"]
      }
      #expect(try folder.listedItems() == ["[ ] milk", "[ ] coffee"])
    }

    @Test("a file from before there was a journal is taken over")
    func formerFormat() throws {
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
      #expect(saved.version == 1 && saved.commit == 1)
      #expect(
        try folder.allNames == [
          "todo", "todo/.todos.json.lock", "todo/todos.json", "todo/todos.json.journal",
          "todo/todos.json.journal/inbox", "todo/todos.json.journal/lines",
        ])
    }

    @Test(
      "a journal is read as it has been written from the first, and the next end has it in the file"
    )
    func journalFormat() throws {
      let folder = try TestFolder()
      try folder.write(
        #"{"version":1,"state":{"items":[{"id":1,"title":"milk","isDone":false}],"nextID":2,"filter":"all"}}"#,
        to: "todo/todos.json")
      try folder.makeFolder("todo/todos.json.journal")
      try folder.write(
        #"""
        {"sum":"3ca94b39730d94da","applied":[],"digest":"18af46f97215c712","schema":1,"snapshot":0}
        {"sum":"c37057089c6615c1","version":1,"schema":1,"action":{"draftChanged":{"_0":"t"}}}
        {"sum":"94f3398ade687c87","version":2,"schema":1,"action":{"draftChanged":{"_0":"te"}}}
        {"sum":"5ae3d8acb6017c11","version":3,"schema":1,"action":{"draftChanged":{"_0":"tea"}}}
        {"sum":"48c7efd70c839e67","version":4,"schema":1,"action":{"add":{}}}
        {"sum":"b25f2be669cf2331","version":5,"schema":1,"action":{"toggle":{"_0":1}}}
        {"sum":"913fd1fd5882c89e","version":6,"schema":1,"action":{"show":{"_0":"active"}}}
        {"sum":"ba8ec89481a517a8","version":7,"schema":1,"action":{"remove":{"_0":2}}}
        {"sum":"d91366bd94d3a98f","version":8,"schema":1,"action":{"show":{"_0":"all"}}}
        {"sum":"40e624214642bb76","version":9,"schema":1,"action":{"draftChanged":{"_0":"e"}}}
        {"sum":"8ff3f12461309812","version":10,"schema":1,"action":{"beginEdit":{"_0":1}}}
        {"sum":"7a4a194dfc58b715","version":11,"schema":1,"action":{"titleChanged":{"_0":"milk!"}}}
        {"sum":"16068e7e94b8ca3a","version":12,"schema":1,"action":{"commitEdit":{"_0":1}}}
        {"sum":"9a42e4789bc9e7a4","version":13,"schema":1,"action":{"notify":{"_0":"Not saved"}}}

        """#, to: "todo/todos.json.journal/lines")
      #expect(try folder.listedItems() == ["[x] milk!"])
      let todo = try TodoProcess(in: folder)
      #expect(todo.screen.items == ["[x] milk!"])
      #expect(todo.screen.rowText(0) == "  e")
      // That was so when it was written.
      #expect(!todo.screen.text.contains("Not saved"))
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      try todo.expectTerminalAsBefore()
      let saved = try #require(try folder.saved)
      #expect(saved.items == ["[x] milk!"] && saved.state.draft == "e" && saved.commit == 14)
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
      #expect(try folder.listedItems() == ["[ ] milk", "[ ] bread"])
    }

    @Test("--file keeps the list elsewhere, in folders that are made for it")
    func elsewhere() throws {
      let folder = try TestFolder()
      let todo = try TodoProcess(["--file", "deep/down/list.json"], in: folder)
      try todo.type("milk\r")
      try todo.waitUntil("the item") { $0.items == ["[ ] milk"] }
      #expect(try folder.listedItems(["--file", "deep/down/list.json"]) == ["[ ] milk"])
      todo.send(SIGTERM)
      #expect(try todo.waitForEnd() == .signal(SIGTERM))
      #expect(folder.text("deep/down/list.json")?.contains("\"milk\"") == true)
      #expect(folder.text("todo/todos.json") == nil)
    }

    @Test("what was recorded up to kill -9 is replayed; a file that is no recording is refused")
    func recording() throws {
      let folder = try TestFolder()
      do {
        let todo = try TodoProcess(["--record", "record.jsonl"], in: folder)
        try todo.type("milk\rbread\r\u{1B}")
        try todo.waitUntil("the list has the focus") { $0.isInList }
        try todo.type(" ")
        try todo.waitUntil("a tick") { $0.items == ["[ ] milk", "[x] bread"] }
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      let run = try TodoRun(["--replay", "record.jsonl"], in: folder)
      #expect(run.end == .status(0))
      #expect(run.output.hasPrefix("[ ] milk\n[x] bread\n"))
      #expect(try TodoRun(["--replay", "todo/todos.json"], in: folder).isRefusal)
    }

    @Test("--sample writes nothing")
    func sample() throws {
      let folder = try TestFolder()
      let todo = try TodoProcess(["--sample", "3"], in: folder)
      try todo.type(" ")
      try todo.waitUntil("a tick") { $0.items.first == "[x] Call Ada today" }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.allNames == ["todo"])
    }
  }
}
