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
  @Suite("reads what earlier ones wrote")
  struct FormatTests {
    private static let firstVersion = #"""
      {"version":1,"state":{"items":[{"id":1,"title":"milk","isDone":false},{"id":2,"title":"bread","isDone":true}],\#
      "nextID":3,"filter":"all","draft":"te","editing":{"id":1,"title":"milk!"}},"commit":7}
      """#

    @Test(
      "a file of the first version is taken over as soon as something changes, and kept beside it")
    func firstVersion() throws {
      let folder = try TestFolder()
      try folder.write(Self.firstVersion, to: "todo/todos.json")
      #expect(try folder.listedItems() == ["[ ] milk", "[x] bread"])
      #expect(folder.text("todo/todos.json") == Self.firstVersion)
      do {
        let todo = try TodoProcess(in: folder)
        #expect(todo.screen.items == ["[ ] milk!", "[x] bread"])
        #expect(todo.screen.rowText(1) == "  te")
        try todo.type("!\r ")
        try todo.waitUntil("the tick") { $0.items == ["[x] milk!!", "[x] bread"] }
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      let todo = try TodoProcess(in: folder)
      #expect(todo.screen.items == ["[x] milk!!", "[x] bread"])
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      let saved = try #require(try folder.saved)
      #expect(saved.items == ["[x] milk!!", "[x] bread"])
      #expect(saved.version == 2 && saved.state.draft == "te")
      let old = try #require(try folder.names.first { $0.contains("todos.json.version-1") })
      #expect(folder.text(old) == Self.firstVersion)
    }

    @Test("a file of the first version that is only looked at is written in the new one at the end")
    func firstVersionUnchanged() throws {
      let folder = try TestFolder()
      try folder.write(Self.firstVersion, to: "todo/todos.json")
      let todo = try TodoProcess(in: folder)
      try todo.type("\u{1B}")
      try todo.waitUntil("the edit's end") { $0.isInList && $0.items.first == "[ ] milk" }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.saved?.version == 2)
      #expect(try folder.savedItems == ["[ ] milk", "[x] bread"])
    }

    @Test(
      "changes that the first version had left in its journal are not given up: it says what to do")
    func firstJournal() throws {
      let folder = try TestFolder()
      let file =
        #"{"version":1,"state":{"items":[{"id":1,"title":"milk","isDone":false}],"nextID":2,"filter":"all"}}"#
      try folder.write(file, to: "todo/todos.json")
      try folder.makeFolder("todo/todos.json.journal")
      let lines = #"""
        {"sum":"3ca94b39730d94da","applied":[],"digest":"18af46f97215c712","schema":1,"snapshot":0}
        {"sum":"c37057089c6615c1","version":1,"schema":1,"action":{"draftChanged":{"_0":"t"}}}

        """#
      try folder.write(lines, to: "todo/todos.json.journal/lines")
      let todo = try TodoProcess(unwatched: [], in: folder, columns: 400)
      #expect(try todo.expectRefusal().contains("no migration for actions of version 1"))
      #expect(folder.text("todo/todos.json") == file)
      #expect(folder.text("todo/todos.json.journal/lines") == lines)
    }

    @Test("the file is as it has been written since the second version, and so is the journal")
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

    @Test(
      "a journal of the second version is read as it was written, and the next end has it in the file"
    )
    func journal() throws {
      let folder = try TestFolder()
      try folder.write(
        #"""
        {"version":2,"state":{"items":[{"id":"0000000000000001","title":"milk"},{"id":"0000000000000002","title":"bread"}]}}

        """#,
        to: "todo/todos.json")
      try folder.makeFolder("todo/todos.json.journal")
      try folder.write(
        #"""
        {"sum":"04613b764fa5da51","applied":[],"digest":"f9ce128529053ed6","schema":2,"snapshot":0}
        {"sum":"fb701ad66e16f164","version":1,"schema":2,"action":{"draftChanged":{"_0":"("}}}
        {"sum":"3fcca37c1a89c718","version":2,"schema":2,"action":{"draftChanged":{"_0":"(A"}}}
        {"sum":"fb6fdec8c6a7c870","version":3,"schema":2,"action":{"draftChanged":{"_0":"(A)"}}}
        {"sum":"89992db0d32ac2db","version":4,"schema":2,"action":{"draftChanged":{"_0":"(A) "}}}
        {"sum":"2c46a89a551f0d7a","version":5,"schema":2,"action":{"draftChanged":{"_0":"(A) t"}}}
        {"sum":"9c097b3ba8c5fd42","version":6,"schema":2,"action":{"draftChanged":{"_0":"(A) te"}}}
        {"sum":"998bb8e9fd6c1c9e","version":7,"schema":2,"action":{"add":{"at":{"minute":1,"day":"2026-11-23","milliseconds":1795392078699},"ids":["1440cfda9768f8f0"],"_0":["(A) te"]}}}
        {"sum":"0edd0dd3ecbed8b9","version":8,"schema":2,"action":{"tick":{"at":{"minute":1,"milliseconds":1795392079701,"day":"2026-11-23"},"_0":["1440cfda9768f8f0"],"_1":true}}}
        {"sum":"e5570f85db8f44b1","version":9,"schema":2,"action":{"beginEdit":{"at":{"milliseconds":1795392080202,"day":"2026-11-23","minute":1},"isForm":false,"_0":"1440cfda9768f8f0"}}}
        {"sum":"9bb7a9d06e413806","version":10,"schema":2,"action":{"editChanged":{"_0":{"subtasks":"","line":"(A) te!","priority":"","due":"","notes":""}}}}
        {"sum":"0d1a657793f83292","version":11,"schema":2,"action":{"commitEdit":{"at":{"minute":1,"day":"2026-11-23","milliseconds":1795392081204},"_0":"1440cfda9768f8f0"}}}
        {"sum":"f67642bd9b3b8b06","version":12,"schema":2,"action":{"commitEdit":{"at":{"day":"2026-11-23","minute":1,"milliseconds":1795392081207},"_0":"1440cfda9768f8f0"}}}
        {"sum":"07ff79828ea93a24","version":13,"schema":2,"action":{"move":{"before":"0000000000000002","at":{"minute":1,"milliseconds":1795392082206,"day":"2026-11-23"},"_0":["1440cfda9768f8f0"]}}}
        {"sum":"fd2ab9936063e964","version":14,"schema":2,"action":{"remove":{"_0":["0000000000000001"],"at":{"milliseconds":1795392083208,"day":"2026-11-23","minute":1}}}}
        {"sum":"ff177d91cd808918","version":15,"schema":2,"action":{"prioritize":{"_1":"B","_0":["1440cfda9768f8f0"]}}}
        {"sum":"9c1d123d41283090","version":16,"schema":2,"action":{"undo":{}}}
        {"sum":"a12343d68fa4f79c","version":17,"schema":2,"action":{"show":{"_0":"all"}}}
        {"sum":"8f115739db82166a","version":18,"schema":2,"action":{"beginEdit":{"isForm":true,"at":{"minute":1,"milliseconds":1795392085210,"day":"2026-11-23"},"_0":"1440cfda9768f8f0"}}}
        {"sum":"592cd87ec08df1c2","version":19,"schema":2,"action":{"editChanged":{"_0":{"subtasks":"","line":"te!","priority":"A","due":"","notes":"n"}}}}
        {"sum":"59d6910599745829","version":20,"schema":2,"action":{"editChanged":{"_0":{"line":"te!","notes":"no","due":"","priority":"A","subtasks":""}}}}
        {"sum":"03084492678f93c0","version":21,"schema":2,"action":{"editChanged":{"_0":{"line":"te!","due":"","subtasks":"","priority":"A","notes":"not"}}}}
        {"sum":"4ecf0b5ed84bdf66","version":22,"schema":2,"action":{"editChanged":{"_0":{"due":"","priority":"A","line":"te!","subtasks":"","notes":"note"}}}}
        {"sum":"38090c8a9f9bf7bc","version":23,"schema":2,"action":{"commitEdit":{"at":{"minute":1,"milliseconds":1795392085724,"day":"2026-11-23"},"_0":"1440cfda9768f8f0"}}}
        {"sum":"f0d7be8b1e218e2c","version":24,"schema":2,"action":{"draftChanged":{"_0":"s"}}}

        """#, to: "todo/todos.json.journal/lines")
      #expect(try folder.listedItems() == ["[x] (A) te!", "[ ] bread"])
      let todo = try TodoProcess(in: folder)
      #expect(todo.screen.items.map { $0.prefix(11) } == ["[x] (A) te!", "[ ] bread"])
      #expect(todo.screen.rowText(1) == "  s")
      try todo.type("u")
      try todo.waitUntil("no note") { $0.rowText(3) == "› [x] (A) te!" }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      try todo.expectTerminalAsBefore()
      let saved = try #require(try folder.saved)
      #expect(saved.items == ["[x] te!", "[ ] bread"])
      #expect(saved.state.draft == "s" && saved.commit == 25)
    }
  }
}
