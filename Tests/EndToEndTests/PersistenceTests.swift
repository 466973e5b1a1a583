import MillraceRender
import MillraceTerminal
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension EndToEnd {
  @Suite("Persistence")
  struct PersistenceTests {
    @Test("the screen after kill -9 shows the same list")
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
      #expect(todo.screen.text.hasPrefix("All 3  Today 0  Upcoming 0  Done 1 "))
      #expect(todo.screen.style(of: "bread")?.attributes.contains(.strikethrough) == true)
      #expect(todo.screen.style(of: "milk")?.attributes.contains(.strikethrough) == false)
    }

    @Test("kill -9 loses no change that was on the screen")
    func killedAgainAndAgain() throws {
      let folder = try TestFolder()
      var items: [String] = []
      for round in 0..<rounds(3, long: 20) {
        let todo = try TodoProcess(in: folder, rows: 40)
        #expect(todo.screen.items == items, "round \(round)")
        for step in 0...(round % 3) { try change(&items, by: 2 * round + step, todo) }
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
        #expect(try folder.listedItems() == items, "round \(round)")
      }
      // Every saved change was on the screen.
      let todo = try TodoProcess(in: folder, rows: 40)
      try leaveField(todo)
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == items)
    }

    /// Adds an item or changes the first, and waits until the screen shows it.
    private func change(_ items: inout [String], by number: Int, _ todo: TodoProcess) throws {
      if !items.isEmpty { try leaveField(todo) }
      let first = "\u{1B}[H"
      switch items.isEmpty ? 0 : number % 6 {
      case 2:
        try todo.type(first + " ")
        let sign = items[0].hasPrefix("[x]") ? "[ ]" : "[x]"
        items[0] = sign + items[0].dropFirst(3)
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

    /// The interface state is saved within half a second.
    private func waitForInterface(
      of todo: TodoProcess, in folder: TestFolder, _ text: String
    ) throws {
      try todo.waitUntil("it is kept") { _ in
        folder.text("todo/.todos.json.interface")?.contains(text) == true
      }
    }

    private func leaveField(_ todo: TodoProcess) throws {
      if todo.screen.isInList { return }
      try todo.type("\u{1B}")
      try todo.waitUntil("the list has the focus") { $0.isInList }
    }

    @Test("a draft is restored after kill -9", arguments: [0, 2])
    func draft(count: Int) throws {
      let folder = try TestFolder()
      let titles = Array(["milk", "tea"].prefix(count))
      try folder.save(titles)
      do {
        let todo = try TodoProcess(in: folder)
        try todo.type((count == 0 ? "" : "a") + "bré")
        try todo.waitUntil("the text") { $0.rowText(1) == "  bré" }
        try waitForInterface(of: todo, in: folder, "bré")
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      // The draft is not an item yet.
      #expect(try folder.listedItems() == titles.map { "[ ] \($0)" })
      let todo = try TodoProcess(in: folder)
      #expect(todo.screen.rowText(1) == "  bré")
      try todo.type((count == 0 ? "" : "a") + "ad\r")
      try todo.waitUntil("the item") { $0.items == (titles + ["bréad"]).map { "[ ] \($0)" } }
    }

    @Test("an edit of a title goes on in a form after kill -9")
    func edit() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "tea"])
      do {
        let todo = try TodoProcess(in: folder)
        try todo.type("\u{1B}[Be\u{15}cof")
        try todo.waitUntil("the edit") { $0.items == ["[ ] milk", "[ ] cof"] }
        try waitForInterface(of: todo, in: folder, "cof")
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      // The list still has the old title.
      #expect(try folder.listedItems() == ["[ ] milk", "[ ] tea"])
      let todo = try TodoProcess(in: folder, rows: 24)
      #expect(todo.screen.text.contains("What      cof"))
      #expect(!todo.screen.isInList)
      try todo.type("fee\r")
      try todo.waitUntil("the new title") {
        $0.isInList && $0.items == ["[ ] milk", "[ ] coffee"]
      }
      #expect(try folder.listedItems() == ["[ ] milk", "[ ] coffee"])
    }

    @Test("a form is restored after kill -9, and can be undone")
    func form() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "tea"])
      do {
        let todo = try TodoProcess(in: folder, rows: 24)
        try todo.type("\r")
        try todo.waitUntil("the form") { !$0.isInList && $0.text.contains("Subtasks") }
        try todo.type("!\t\t2030-11-27 9am\tcold")
        try todo.waitUntil("what was typed") { $0.text.contains("cold") }
        try waitForInterface(of: todo, in: folder, "cold")
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      #expect(try folder.listedItems() == ["[ ] milk", "[ ] tea"])
      do {
        let todo = try TodoProcess(in: folder, rows: 24)
        for text in ["milk!", "2030-11-27 9am", "27 Nov 2030 09:00", "cold"] {
          #expect(todo.screen.text.contains(text), "\(text)")
        }
        try todo.click("‹Undo changes›")
        try todo.waitUntil("the list") { !$0.text.contains("Subtasks") && $0.isInList }
        try todo.type("\r")
        try todo.waitUntil("the form") { !$0.isInList && $0.text.contains("Subtasks") }
        #expect(!todo.screen.text.contains("milk!"))
        try todo.type("!\t\t2030-11-27 9am\tcold")
        try todo.waitUntil("what was typed") { $0.text.contains("cold") }
        try waitForInterface(of: todo, in: folder, "cold")
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      let todo = try TodoProcess(in: folder, rows: 24)
      try todo.type("\u{13}")
      try todo.waitUntil("the item") {
        $0.isInList && $0.items.first?.hasPrefix("[ ] milk! ") == true
          && $0.text.contains("27 Nov 2030 09:00")
      }
      try todo.type(" ")
      try todo.waitUntil("it answers keys") { $0.items.first?.hasPrefix("[x] milk!") == true }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      let item = try #require(try folder.saved?.state.items.first)
      #expect(item.due == "2030-11-27T09:00" && item.notes == "cold" && item.isDone == true)
    }

    @Test("u undoes changes from before kill -9 and a normal end, and U redoes them")
    func undo() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread", "tea"])
      do {
        let todo = try TodoProcess(in: folder, rows: 20)
        try todo.type(" \u{1B}[Bd")
        try todo.waitUntil("two changes") { $0.items == ["[x] milk", "[ ] tea"] }
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      do {
        let todo = try TodoProcess(in: folder, rows: 20)
        try todo.type("u")
        try todo.waitUntil("the item is back") { $0.items == ["[x] milk", "[ ] bread", "[ ] tea"] }
        #expect(try folder.listedItems() == ["[x] milk", "[ ] bread", "[ ] tea"])
        try todo.type("q")
        #expect(try todo.waitForEnd() == .status(0))
      }
      let todo = try TodoProcess(in: folder, rows: 20)
      try todo.type("u")
      try todo.waitUntil("no tick") { $0.items == ["[ ] milk", "[ ] bread", "[ ] tea"] }
      try todo.type("UU")
      try todo.waitUntil("both again") { $0.items == ["[x] milk", "[ ] tea"] }
      try todo.type("uuu")
      try todo.waitUntil("no more than there was") { $0.text.contains("Nothing to undo") }
      #expect(todo.screen.items == ["[ ] milk", "[ ] bread", "[ ] tea"])
    }

    @Test("a new item after a restart has an id that no other item has")
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

    @Test("--file stores the list elsewhere, and creates its folders")
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

    @Test("a recording is replayed even after kill -9, and --replay refuses other files")
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

    @Test("--sample writes no file")
    func sample() throws {
      let folder = try TestFolder()
      let todo = try TodoProcess(["--sample", "3"], in: folder)
      try todo.type(" ")
      try todo.waitUntil("a tick") { $0.items.first == "[x] (A) Call Ada" }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.allNames == ["todo"])
    }
  }
}
