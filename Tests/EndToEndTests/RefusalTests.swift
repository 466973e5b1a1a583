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
  @Suite("refuses in one line, and loses nothing")
  struct RefusalTests {
    @Test("a second one on the same file says so and ends; the first goes on")
    func second() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder)
      let run = try TodoRun(in: folder)
      #expect(run.isRefusal)
      #expect(run.errors.contains("\(folder.listFile) is in use"))
      try todo.type(" q")
      #expect(try todo.waitForEnd() == .status(0))
      #expect(try folder.savedItems == ["[x] milk"])
      #expect(try TodoRun(in: folder).end == .status(0))
    }

    @Test(
      "a file that makes no sense is kept under a new name",
      arguments: ["", "buy milk\n", "[1, 2", #"{"version": 1, "state": {"items": 3}}"#])
    func unreadable(content: String) throws {
      let folder = try TestFolder()
      try folder.write(content, to: "list.json")
      let run = try TodoRun(["--file", "list.json"], in: folder)
      #expect(run.isRefusal)
      let names = try folder.names.filter { $0 != "todo" }
      let name = try #require(names.first)
      #expect(names.count == 1 && name.hasPrefix("list.json.unreadable-"))
      #expect(folder.text(name) == content)
      #expect(run.errors.contains("list.json cannot be understood"))
      #expect(run.errors.contains("kept as \(name):"))
    }

    @Test("on a terminal, too, it is one line, and no mode is ever set")
    func onTerminal() throws {
      let folder = try TestFolder()
      try folder.write("buy milk", to: "list.json")
      let todo = try TodoProcess(unwatched: ["--file", "list.json"], in: folder, columns: 400)
      #expect(try todo.waitForEnd() == .status(EXIT_FAILURE))
      try todo.waitUntil("the line") { $0.rowText(1).hasPrefix("todo: list.json cannot be") }
      try todo.expectTerminalAsBefore(
        showing: TodoProcess.prompt + "\n" + todo.screen.rowText(1))
      #expect(!todo.output.contains(0x1B))
    }

    @Test("a newer program's file is not touched")
    func newer() throws {
      let folder = try TestFolder()
      let content = #"{"version": 2, "state": {"items": "elsewhere"}}"#
      try folder.write(content, to: "list.json")
      let run = try TodoRun(["--file", "list.json"], in: folder)
      #expect(run.isRefusal)
      #expect(try folder.names == ["list.json", "todo"])
      #expect(folder.text("list.json") == content)
    }

    @Test(
      "a path that can hold no list is refused",
      arguments: [
        ("todo", "not a plain file"), ("/dev/null", "not a plain file"),
        ("plain/list.json", "plain cannot be made"), ("plain/deep/list.json", "cannot be made"),
        ("", "--file needs a value"),
      ])
    func badPath(path: String, reason: String) throws {
      let folder = try TestFolder()
      try folder.write("text", to: "plain")
      let run = try TodoRun(["--file", path], in: folder)
      #expect(run.isRefusal)
      #expect(run.errors.contains(reason))
      #expect(try folder.names == ["plain", "todo"])
      #expect(folder.text("plain") == "text")
    }

    @Test(
      "a command line that makes no sense is refused",
      arguments: [
        ["--fil", "x.json"], ["x.json"], ["--file"], ["--sample"], ["--sample", "x"],
        ["--sample", "-1"], ["--sample", "1", "--file", "x.json"], ["\u{1B}[2J\nx"],
      ])
    func badArguments(_ arguments: [String]) throws {
      let folder = try TestFolder()
      let run = try TodoRun(arguments, in: folder)
      #expect(run.isRefusal)
      #expect(run.end == .status(EX_USAGE))
      #expect(try folder.names == ["todo"])
    }

    @Test(
      "a file or a folder that may not be changed is refused",
      .disabled(if: geteuid() == 0, "nothing is forbidden to root"),
      arguments: ["todo/todos.json", "todo"])
    func forbidden(name: String) throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let before = folder.text("todo/todos.json")
      let path = "\(folder.path)/\(name)"
      chmod(path, name == "todo" ? 0o500 : 0o400)
      defer { chmod(path, 0o700) }
      let run = try TodoRun(in: folder)
      #expect(run.isRefusal)
      #expect(folder.text("todo/todos.json") == before)
    }
  }
}
