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
  @Suite("Merging with synchronized files")
  struct MergingTests {
    /// The other program's version of milk, bread and tea: bread has a new title, tea is removed,
    /// and eggs are new.
    private var theirs: SavedList {
      var list = SavedList(["milk", "brown bread", "tea", "eggs"])
      list.state.items.remove(at: 2)
      return list
    }

    /// Waits until the file is merged. Until then, the file has only the other program's changes,
    /// and the journal belongs to the previous file.
    private func waitForFile(
      of todo: TodoProcess, in folder: TestFolder, _ items: [String]
    ) throws {
      try todo.waitUntil("the merged file") { _ in try folder.savedItems == items }
    }

    @Test("changes of both sides are shown, and kept after kill -9 and after a normal end")
    func merged() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread", "tea"])
      let both = ["[x] milk", "[ ] brown bread", "[ ] eggs"]
      do {
        let todo = try TodoProcess(in: folder, rows: 20)
        try todo.type(" ")
        try todo.waitUntil("a tick") { $0.items.first == "[x] milk" }
        try folder.replace(theirs)
        try todo.waitUntil("both") { $0.items == both }
        try waitForFile(of: todo, in: folder, both)
        #expect(!todo.screen.text.contains("Not saved"))
        #expect(try folder.listedItems() == both)
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      #expect(try folder.listedItems() == both)
      let todo = try TodoProcess(in: folder, rows: 20)
      #expect(todo.screen.items == both)
      try todo.type("\u{1B}[Be!\r")
      let after = ["[x] milk", "[ ] brown bread!", "[ ] eggs"]
      try todo.waitUntil("it answers keys") { $0.items == after }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == after)
      #expect(try folder.names == ["todo", "todo/todos.json"])
    }

    @Test("repeated merges with kill -9 in between lose no side's change")
    func again() throws {
      let folder = try TestFolder()
      try folder.save([])
      var (ours, others): ([String], [String]) = ([], [])
      for round in 1...rounds(2, long: 6) {
        let todo = try TodoProcess(in: folder, rows: 40)
        if !todo.screen.isInList { try todo.type("\u{1B}") }
        try todo.type("aours \(round)\r")
        ours.append("[ ] ours \(round)")
        try todo.waitUntil("ours") { $0.items.contains(ours[round - 1]) }
        var list = try #require(try folder.saved)
        list.commit = nil
        list.state.draft = nil
        list.state.items.append(.init(id: SavedList.id(1000 + round), title: "theirs \(round)"))
        try folder.replace(list)
        others.append("[ ] theirs \(round)")
        try todo.waitUntil("both") { Set($0.items) == Set(ours + others) }
        try waitForFile(of: todo, in: folder, todo.screen.items)
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
        #expect(Set(try folder.listedItems()) == Set(ours + others), "round \(round)")
      }
    }

    @Test("a user can resolve a conflict, also after kill -9")
    func conflict() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      do {
        let todo = try TodoProcess(in: folder, columns: 80, rows: 24)
        try todo.type("e!\r")
        try todo.waitUntil("our title") { $0.isInList && $0.items == ["[ ] milk!", "[ ] bread"] }
        try folder.replace(SavedList(["oat milk", "bread"]))
        try todo.waitUntil("the conflict") {
          $0.text.contains("! 1 conflict: m resolves")
        }
        #expect(todo.screen.items == ["[ ] milk!", "[ ] bread"])
        try waitForFile(of: todo, in: folder, ["[ ] milk!", "[ ] bread"])
        todo.send(SIGKILL)
        #expect(try todo.waitForEnd() == .signal(SIGKILL))
      }
      let todo = try TodoProcess(in: folder, columns: 80, rows: 24)
      #expect(todo.screen.items == ["[ ] milk!", "[ ] bread"])
      try todo.type("m")
      try todo.waitUntil("both sides") {
        $0.text.contains("oat milk") && $0.text.contains("Elsewhere")
      }
      try todo.type("\t\r")
      try todo.waitUntil("their title") {
        $0.items == ["[ ] oat milk", "[ ] bread"] && !$0.text.contains("changed here")
      }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[ ] oat milk", "[ ] bread"])
    }

    @Test("an edit continues through a merge, and u undoes the merge")
    func edit() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread", "tea"])
      let todo = try TodoProcess(in: folder, rows: 20)
      try todo.type("e!")
      try todo.waitUntil("the edit") { $0.items.first == "[ ] milk!" }
      try folder.replace(theirs)
      let both = ["[ ] milk!", "[ ] brown bread", "[ ] eggs"]
      try todo.waitUntil("both") { $0.items == both }
      try waitForFile(of: todo, in: folder, ["[ ] milk", "[ ] brown bread", "[ ] eggs"])
      #expect(todo.screen.isCursorVisible)
      try todo.type("!\r")
      try todo.waitUntil("the title") { $0.isInList && $0.items.first == "[ ] milk!!" }
      try todo.type("uu")
      try todo.waitUntil("what we had") { $0.items == ["[ ] milk", "[ ] bread", "[ ] tea"] }
      #expect(try folder.listedItems() == ["[ ] milk", "[ ] bread", "[ ] tea"])
    }

    @Test("an incomplete file of another program is reported and left unchanged")
    func senseless() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, columns: 400)
      try todo.type(" ")
      try todo.waitUntil("the tick") { $0.items == ["[x] milk"] }
      try folder.write(#"{"version":2,"sta"#, to: "todo/todos.json")
      let notice = "Saved, but the file is not up to date: \(folder.listFile)"
      try todo.waitUntil("the notice") { $0.text.contains(notice) }
      try todo.type(" ")
      try todo.waitUntil("no tick") { $0.items == ["[ ] milk"] }
      // Waits longer than the delay before the journal is synchronized.
      try todo.read(for: .milliseconds(1500))
      #expect(todo.screen.text.contains(notice))
      #expect(folder.text("todo/todos.json") == #"{"version":2,"sta"#)
      try folder.save(["milk", "tea"])
      try todo.waitUntil("both") {
        $0.items == ["[ ] milk", "[ ] tea"] && !$0.text.contains(notice)
      }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[ ] milk", "[ ] tea"])
    }
  }
}
