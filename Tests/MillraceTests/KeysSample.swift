import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

// The sample "A user's keys" of the article "Keys, focus and the mouse".

struct Plant: Identifiable, Codable, Equatable, Sendable { let id: Int }

struct Garden: Codable, Equatable, Sendable { var plants = [Plant(id: 1), Plant(id: 2)] }

enum GardenAction: Sendable { case add, undo }

let garden = Reducer<Garden, GardenAction> { state, action in
  switch action {
  case .add: state.plants.append(Plant(id: state.plants.count + 1))
  case .undo: state.plants.removeLast()
  }
}

let gardenKeys = [
  "add": ["a"], "undo": ["u"],
  "list.up": ["up", "k"], "list.down": ["down", "j"],
]

@MainActor func gardenApp(settings path: String) -> TerminalApp<Garden, GardenAction> {
  let settings = SettingsFile(path: path, defaultKeys: gardenKeys)
  return TerminalApp(Store(initial: Garden(), reducer: garden)) { state, dispatch, terminal in
    SettingsProvider(settings, on: terminal) {
      Column {
        List(state.plants) { Text("Plant \($0.id)") }.autofocus()
        KeyHints()
      }
      .grow()
      .keys("Garden") {
        Bind([], "Add", name: "add") { dispatch(.add) }
        Bind([], "Undo", name: "undo") { dispatch(.undo) }
      }
    }
  }
}

// The sample about the focus.

struct PlantSearch: Component {
  let plants: [Plant]
  @Local var text = ""
  @Local var list = FocusHandle()

  var body: Node {
    TextField($text, placeholder: "Number", onCancel: { list.focus() }).autofocus()
    List(plants.filter { "\($0.id)".hasPrefix(text) }) { Text("Plant \($0.id)") }.focus(list)
  }
}

@MainActor
@Suite("The user's keys in the article about keys")
struct KeysSampleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func start(_ settings: String? = nil, columns: Int = 40) throws -> TestStage {
    if let settings { try folder.write(settings, to: "settings.json") }
    let path = folder.file("settings.json")
    return try TestStage(gardenApp(settings: path), columns: columns, rows: 5)
  }

  @Test("without a file, the default keys work")
  func defaults() throws {
    let stage = try start()
    stage.terminal.type("aj")
    stage.settle()
    #expect(stage.rows == ["  Plant 1", "› Plant 2", "  Plant 3", "", "a Add  u Undo"])
  }

  @Test("the file changes the keys of a binding and of a widget")
  func changed() throws {
    let stage = try start(#"{"keys": {"add": ["n"], "list.down": ["s"]}}"#)
    stage.terminal.type("najs")
    stage.settle()
    #expect(stage.rows == ["  Plant 1", "› Plant 2", "  Plant 3", "", "n Add  u Undo"])
  }

  @Test("a name that is not among the default keys is a mistake, which is shown")
  func unknown() throws {
    let stage = try start(#"{"keys": {"list.last": ["G"]}}"#, columns: 200)
    #expect(stage.terminal.screen.contains(#"unknown command "list.last""#))
  }

  @Test("Escape in the field gives the focus to the list")
  func toTheList() throws {
    let app = TerminalApp(Store(initial: Garden(), reducer: garden)) { state, _ in
      PlantSearch(plants: state.plants)
    }
    let stage = try TestStage(app, columns: 40, rows: 4)
    stage.terminal.send(.escape, .down)
    stage.settle()
    #expect(stage.rows == ["Number", "  Plant 1", "› Plant 2"])
  }
}
