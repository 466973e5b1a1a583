import MillraceTerminal
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension EndToEnd {
  @Suite("Commands without a screen")
  struct CommandTests {
    /// Expects that a command succeeds without output on standard error.
    /// - Returns: Its output.
    private func run(
      _ words: String..., in folder: TestFolder, input: String = "",
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
      let run = try TodoRun(words, in: folder, input: input)
      #expect(run.end == .status(0), sourceLocation: sourceLocation)
      #expect(run.errors == "", sourceLocation: sourceLocation)
      return run.output
    }

    @Test("add, list, done and undo change the list, and print items with the same ids")
    func cycle() throws {
      let folder = try TestFolder()
      let line = try run("add", "(A)", "call", "Mom", "+family", "due:2030-11-27", in: folder)
      let whole = line.prefix { $0 != " " }
      #expect(whole.count == 16 && whole.allSatisfy(\.isHexDigit))
      let text = line.dropFirst(16)
      #expect(text.hasPrefix(" (A) 2") && text.hasSuffix(" call Mom +family due:2030-11-27\n"))
      let id = String(whole.prefix(4))
      #expect(try run("list", in: folder) == id + text)
      #expect(
        try run("add", "-", in: folder, input: "milk @shop\n\nx bread\n").split(separator: "\n")
          .count == 2)
      #expect(try run("list", "@shop", in: folder).hasSuffix(" milk @shop\n"))
      #expect(try run("list", "upcoming", in: folder).contains("call Mom"))
      #expect(try run("done", id, in: folder).hasPrefix("\(id) x "))
      #expect(
        try folder.listedItems() == [
          "[x] (A) call Mom +family due:2030-11-27", "[ ] milk @shop", "[x] bread",
        ])
      #expect(try run("list", "done", in: folder).split(separator: "\n").count == 2)
      #expect(try run("undo", in: folder) == "Undone: ticked “call Mom +family”\n")
      #expect(try folder.listedItems().first == "[ ] (A) call Mom +family due:2030-11-27")
      #expect(try run("undo", in: folder).hasPrefix("Undone: added 2 items"))
      // The screen shares the undo history.
      let todo = try TodoProcess(in: folder)
      #expect(todo.screen.items.count == 1)
      try todo.type("u")
      try todo.waitUntil("nothing") { $0.items.isEmpty }
    }

    @Test("--json prints only JSON")
    func json() throws {
      let folder = try TestFolder()
      let added = try run("add", "(B) milk +home due:2030-11-27", "--json", in: folder)
      let items = try JSONDecoder().decode([SavedList.Item].self, from: Data(added.utf8))
      #expect(items.map(\.title) == ["milk +home"])
      #expect(items.first?.priority == "B" && items.first?.due == "2030-11-27")
      #expect(try run("list", "--json", in: folder) == added)
      let id = try #require(items.first?.id)
      let done = try run("done", id, "--json", in: folder)
      let after = try JSONDecoder().decode([SavedList.Item].self, from: Data(done.utf8))
      #expect(after.map(\.isDone) == [true])
      #expect(try run("list", "--json", in: folder).filter { !$0.isWhitespace } == "[]")
      #expect(
        try run("undo", "--json", in: folder)
          == "{\n  \"message\" : \"Undone: ticked “milk +home”\"\n}\n")
    }

    @Test("todo.txt is imported from a file and standard input, and exported to both")
    func files() throws {
      let folder = try TestFolder()
      let text = "(A) Thank Mom @phone\nx 2026-11-02 2026-11-01 Review +Outsourced\n"
      try folder.write(text, to: "in.txt")
      #expect(try run("import", "in.txt", in: folder) == "Imported 2 items\n")
      #expect(try run("export", in: folder) == text)
      #expect(try run("import", "-", in: folder, input: "tea\n") == "Imported 1 item\n")
      #expect(try run("export", "out.txt", in: folder) == "")
      #expect(folder.text("out.txt") == text + "tea\n")
      #expect(try run("undo", in: folder) == "Undone: added “tea”\n")
      #expect(try run("export", "-", in: folder) == text)
    }

    @Test(
      "a command that cannot be carried out ends with status 1 and one line",
      arguments: [
        (["undo"], "nothing to undo"), (["done", "ffff"], "no item has the id 'ffff'"),
        (["add", "  "], "there is no text"), (["import", "none.txt"], "none.txt"),
        (["export", "none/out.txt"], ""), (["list", "--file", "todo"], "not a plain file"),
      ])
    func impossible(words: [String], reason: String) throws {
      let folder = try TestFolder()
      let run = try TodoRun(words, in: folder)
      #expect(run.isRefusal, "\(run)")
      #expect(run.end == .status(1))
      #expect(reason.isEmpty || run.errors.contains(reason), "\(run.errors)")
      #expect(try folder.names == ["todo"])
    }

    @Test("an open todo shows what commands change, and neither undoes the other's steps")
    func beside() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, rows: 20)
      _ = try run("add", "tea", in: folder)
      try todo.waitUntil("the item") { $0.items == ["[ ] milk", "[ ] tea"] }
      try todo.type(" ")
      try todo.waitUntil("a tick") { $0.items.contains { $0.hasPrefix("[x]") } }
      #expect(try run("list", in: folder).split(separator: "\n").count == 1)
      _ = try run("undo", in: folder)
      try todo.waitUntil("no tea") { $0.items == ["[x] milk"] }
      try todo.type("u")
      try todo.waitUntil("no tick") { $0.items == ["[ ] milk"] }
      let line = try run("add", "tea", in: folder)
      _ = try run("done", String(line.prefix { $0 != " " }), in: folder)
      try todo.waitUntil("its tick") { $0.items == ["[ ] milk", "[x] tea"] }
      try folder.write("bread\n", to: "in.txt")
      _ = try run("import", "in.txt", in: folder)
      try todo.waitUntil("another item") { $0.items == ["[ ] milk", "[x] tea", "[ ] bread"] }
      #expect(try run("export", in: folder).split(separator: "\n").count == 3)
      todo.send(SIGKILL)
      #expect(try todo.waitForEnd() == .signal(SIGKILL))
      #expect(try folder.listedItems() == ["[ ] milk", "[x] tea", "[ ] bread"])
      #expect(try run("undo", in: folder) == "Undone: added “bread”\n")
    }

    @Test("beside a stopped todo a command is carried out at once, and the todo shows it later")
    func stopped() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder)
      todo.send(SIGSTOP)
      _ = try run("add", "tea", in: folder)
      #expect(try folder.listedItems() == ["[ ] milk", "[ ] tea"])
      todo.send(SIGCONT)
      try todo.waitUntil("the item") { $0.items == ["[ ] milk", "[ ] tea"] }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[ ] milk", "[ ] tea"])
    }

    @Test("many commands at once, without an open todo, are all carried out")
    func many() throws {
      let folder = try TestFolder()
      let script = "for i in 1 2 3 4 5 6 7 8; do \"$@\" \"item $i\" & done; wait"
      let run = try TodoRun(["add"], in: folder, script: script)
      #expect(run.end == .status(0) && run.errors == "", "\(run)")
      #expect(
        try folder.listedItems().sorted() == (1...8).map { "[ ] item \($0)" })
    }

    @Test(
      "the available shells accept their completion scripts", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
      let folder = try TestFolder()
      let text = try run("completions", shell, in: folder)
      #expect(text.hasSuffix("\n"))
      #expect(try folder.allNames == ["todo"])
      try folder.write(text, to: "completions")
      let check = "command -v \(shell) >/dev/null || exit 0; exec \(shell) -n completions"
      let run = try TodoRun(in: folder, script: check)
      #expect(run.end == .status(0) && run.errors == "", "\(run)")
    }

    @Test("bash completes commands, files, and ids after done")
    func completesInBash() throws {
      let folder = try TestFolder()
      let id = try run("add", "milk", in: folder).prefix { $0 != " " }
      try folder.write(try run("completions", "bash", in: folder), to: "completions")
      func complete(_ words: String) throws -> String {
        let script = """
          command -v bash >/dev/null || exit 0
          PATH=$PATH:${1%/*} exec bash -c '. ./completions; COMP_WORDS=(\(words)); \
          COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _todo; echo "${COMPREPLY[@]}"'
          """
        let run = try TodoRun(in: folder, script: script)
        #expect(run.end == .status(0) && run.errors == "", "\(run)")
        return run.output
      }
      let commands = try complete("todo ex")
      if commands == "" { return }
      #expect(commands == "export\n")
      #expect(try complete("todo done \"\"") == "\(id.prefix(4))\n")
      #expect(try complete("todo --file comp") == "completions\n")
    }
  }
}
