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
  @Suite("Refusals")
  struct RefusalTests {
    private static let senseless = [
      "", "buy milk\n", "[1, 2", #"{"version": 2, "state": {"items": 3}}"#,
    ]
    /// A refusal fits on one row.
    private static let wide = 400

    @Test("an unreadable file is kept under a new name", arguments: senseless)
    func unreadable(content: String) throws {
      let folder = try TestFolder()
      try folder.write(content, to: "list.json")
      let todo = try TodoProcess(
        unwatched: ["--file", "list.json"], in: folder, columns: Self.wide)
      let line = try todo.expectRefusal()
      let names = try folder.allNames.filter { $0 != "todo" }
      let name = try #require(names.first)
      #expect(names.count == 1 && name.hasPrefix("list.json.unreadable-"))
      #expect(folder.text(name) == content)
      #expect(line.hasPrefix("todo: list.json is not a valid saved state"))
      #expect(line.contains("kept as \(name):"))
    }

    @Test(
      "printing leaves an unreadable file in place", arguments: senseless)
    func unreadableInPipe(content: String) throws {
      let folder = try TestFolder()
      try folder.write(content, to: "list.json")
      let run = try TodoRun(["--file", "list.json"], in: folder)
      #expect(run.isRefusal)
      #expect(run.errors.hasPrefix("todo: list.json is not a valid saved state"))
      #expect(try folder.allNames == ["list.json", "todo"])
      #expect(folder.text("list.json") == content)
    }

    @Test("a newer program's file is not changed")
    func newer() throws {
      let folder = try TestFolder()
      let content = #"{"version": 3, "state": {"items": "elsewhere"}}"#
      try folder.write(content, to: "list.json")
      let todo = try TodoProcess(
        unwatched: ["--file", "list.json"], in: folder, columns: Self.wide)
      #expect(try todo.expectRefusal().contains("list.json was saved by a newer program"))
      let run = try TodoRun(["--file", "list.json"], in: folder)
      #expect(run.isRefusal)
      #expect(run.errors.contains("list.json was saved by a newer program"))
      #expect(try folder.allNames == ["list.json", "todo"])
      #expect(folder.text("list.json") == content)
    }

    @Test(
      "a path that cannot hold a list is refused, and no file is created",
      arguments: [
        ("todo", "not a plain file"), ("/dev/null", "not a plain file"),
        ("plain/list.json", "plain cannot be created"),
        ("plain/deep/list.json", "cannot be created"),
        ("", "--file needs a value"),
      ])
    func badPath(path: String, reason: String) throws {
      let folder = try TestFolder()
      try folder.write("text", to: "plain")
      let todo = try TodoProcess(unwatched: ["--file", path], in: folder, columns: Self.wide)
      let status = path.isEmpty ? EX_USAGE : EXIT_FAILURE
      #expect(try todo.expectRefusal(status: status).contains(reason))
      #expect(try folder.allNames == ["plain", "todo"])
      #expect(folder.text("plain") == "text")
    }

    @Test(
      "printing refuses a path that leads to no list",
      arguments: [
        ("todo", "not a plain file"), ("/dev/null", "not a plain file"),
        ("", "--file needs a value"),
      ])
    func badPathInPipe(path: String, reason: String) throws {
      let folder = try TestFolder()
      try folder.write("text", to: "plain")
      let run = try TodoRun(["--file", path], in: folder)
      #expect(run.isRefusal)
      #expect(run.errors.contains(reason))
      #expect(try folder.allNames == ["plain", "todo"])
      #expect(folder.text("plain") == "text")
    }

    @Test(
      "an invalid command line is refused",
      arguments: [
        ["--fil", "x.json"], ["x.json"], ["--json"], ["add"], ["undo", "x"], ["--file"],
        ["--sample"], ["--sample", "x"],
        ["--sample", "-1"], ["--sample", "1", "--file", "x.json"], ["\u{1B}[2J\nx"],
      ])
    func badArguments(_ arguments: [String]) throws {
      let folder = try TestFolder()
      let run = try TodoRun(arguments, in: folder)
      #expect(run.isRefusal)
      #expect(run.end == .status(EX_USAGE))
      #expect(try folder.allNames == ["todo"])
    }

    @Test(
      "a file without read permission is refused, also for printing",
      .disabled(if: geteuid() == 0, "nothing is forbidden to root"),
      arguments: ["todo/todos.json", "todo"])
    func secret(name: String) throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let path = "\(folder.path)/\(name)"
      chmod(path, 0)
      defer { chmod(path, 0o700) }
      let todo = try TodoProcess(unwatched: [], in: folder, columns: Self.wide)
      #expect(try todo.expectRefusal().contains("\(folder.listFile) cannot be "))
      let run = try TodoRun(in: folder)
      #expect(run.isRefusal)
      #expect(run.errors.contains("\(folder.listFile) cannot be read: Permission denied"))
    }
  }
}
