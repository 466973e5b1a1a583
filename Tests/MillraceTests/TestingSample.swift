import Foundation
import MillraceDocument
import MillraceTesting
import Testing

// The samples about documents in the article "Testing a program". They test the pantry of the
// article "The page".

@MainActor @Test func showsTheOther() throws {
  let files = MemoryStorage()
  func start() throws -> (TestStage, DocumentLog<Groceries>) {
    let log = DocumentLog<Groceries>(file: "/groceries.json", storage: files)
    return (try TestStage(columns: 30, rows: 4) { pantryApp(log, dependencies: $0) }, log)
  }
  let ((first, _), (second, log)) = (try start(), try start())
  first.terminal.type("salt\r")
  log.checkForChanges()
  second.settle()
  #expect(second.rows[1] == "› salt")
}

@Test func addsGroceries() async throws {
  let store = TestStore(
    initial: Pantry(draft: "salt"),
    reducer: .combine(pantry, .scope(state: \.groceries, action: pantryPath, .document())))
  try await store.send(.add(id: 1)) { $0.draft = "" }
  let added = DocumentAction<Groceries>.change(.add(Grocery(id: 1, title: "salt")))
  try await store.receive(.groceries(added)) {
    _ = Reducer.document().reduce(&$0.groceries, added)
  }
  #expect(store.state.groceries.value.items.map(\.title) == ["salt"])
  try await store.finish()
}

// The user's keys. The program is that of the article about keys.

@MainActor @Test func movesByTheUsersKey() throws {
  let app = TerminalApp(Store(initial: Garden(), reducer: garden)) { state, _ in
    List(state.plants) { Text("Plant \($0.id)") }.autofocus()
      .environment(\.keyMap, KeyMap(["list.down": ["n", "f6"]]))
  }
  let stage = try TestStage(app, columns: 40, rows: 5)
  stage.terminal.send("f6")
  stage.settle()
  #expect(stage.rows == ["  Plant 1", "› Plant 2"])
}

@MainActor @Test func readsTheUsersKeys() throws {
  let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
  try #"{"keys": {"add": ["n"]}}"#.write(to: file, atomically: true, encoding: .utf8)
  defer { try? FileManager.default.removeItem(at: file) }
  let stage = try TestStage(gardenApp(settings: file.path), columns: 40, rows: 5)
  stage.terminal.type("n")
  stage.settle()
  #expect(stage.rows == ["› Plant 1", "  Plant 2", "  Plant 3", "", "n Add  u Undo"])
}
