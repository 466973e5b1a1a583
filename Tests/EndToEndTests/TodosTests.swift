import Foundation
import MillraceTesting
import Testing

extension EndToEnd {
  @Suite("The program of the README")
  struct TodosTests {
    private let folder: TestFolder
    init() throws { folder = try TestFolder() }

    private func todos() throws -> TodoProcess {
      let todos = try TodoProcess("todos", unwatched: [], in: folder, columns: 30, rows: 6)
      try todos.waitUntil("the first frame") { $0.text.contains(" left") }
      return todos
    }

    @Test(
      "it adds and ticks, is ended by SIGTERM, and begins with what it had; its log names the actions"
    )
    func cycle() throws {
      let first = try todos()
      try first.type("milk\rbread")
      // The button beside the field.
      try first.type("\t\r")
      try first.waitUntil("two items") { $0.text.contains("2 left") }
      try first.type("\t ")
      try first.waitUntil("a ticked item") { $0.text.contains("1 left") }
      #expect(
        (0..<6).map { first.screen.rowText($0) } == [
          "What needs doing?        ‹Add›", "› [x] milk                 ‹x›",
          "  [ ] bread                ‹x›", "", "", "1 left",
        ])
      first.send(SIGTERM)
      _ = try first.waitForEnd()
      let second = try todos()
      try second.waitUntil("the list") {
        $0.text.contains("[x] milk") && $0.text.contains("[ ] bread") && $0.text.contains("1 left")
      }
      // The x of the first row.
      try second.type("\t\t\t\t\r")
      try second.waitUntil("one item") { !$0.text.contains("milk") }
      try second.type("\u{3}")
      _ = try second.waitForEnd()
      let log = try String(contentsOfFile: folder.path + "/todo.log", encoding: .utf8)
      for action in ["add", "toggle", "remove"] { #expect(log.contains(action), "\(log)") }
      let saved = try String(contentsOfFile: folder.path + "/todos.json", encoding: .utf8)
      #expect(saved.contains("bread") && !saved.contains("milk"))
    }

    @Test("without a terminal it prints plain text, and no control character of its file")
    func plainText() throws {
      let items =
        #"{"id": 1, "title": "milk", "isDone": true}, {"id": 2, "title": "a\u001b[2Jb", "isDone": false}"#
      try folder.write(
        #"{"state": {"items": [\#(items)], "draft": "", "nextID": 3}, "version": 1}"#,
        to: "todos.json")
      let run = try TodoRun(in: folder, program: "todos")
      #expect(run.end == .status(0))
      // The field and the button belong to the screen.
      #expect(run.output == "[x] milk\n[ ] a␛[2Jb\n1 left\n")
    }

    @Test("an error that the program throws is one line after its name, and the status is 1")
    func thrownError() throws {
      // A folder is no file that a state can be read from.
      try FileManager.default.createDirectory(
        atPath: folder.path + "/todos.json", withIntermediateDirectories: false)
      let run = try TodoRun(in: folder, program: "todos")
      #expect(run.end == .status(1))
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("todos: ") && run.errors.contains("todos.json"))
      #expect(run.errors.count { $0 == "\n" } == 1 && run.errors.hasSuffix("\n"))
    }

    @Test("log-viewer without a file on a terminal prints its usage, and ends with 64")
    func usage() throws {
      let viewer = try TodoProcess("log-viewer", unwatched: [], in: folder, columns: 60, rows: 6)
      #expect(try viewer.waitForEnd() == .status(64))
      #expect(viewer.screen.text.contains("Usage: log-viewer FILE, or PROGRAM | log-viewer"))
    }
  }
}
