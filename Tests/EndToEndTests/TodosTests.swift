import Foundation
import MillraceTesting
import Testing

extension EndToEnd {
  @Suite("The program of the README")
  struct TodosTests {
    private let folder: TestFolder
    init() throws { folder = try TestFolder() }

    private func todos() throws -> TodoProcess {
      let todos = try TodoProcess("todos", unwatched: [], in: folder, columns: 40, rows: 8)
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
  }
}
