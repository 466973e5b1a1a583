import MillraceDocument
import MillraceTesting
import TestSupport

@testable import albums
@testable import canvas
@testable import catalogue
@testable import counter
@testable import layers
@testable import TodoExample

/// A picture of the documentation: how its program starts, and its keys.
@MainActor
struct Picture {
  /// The name of the window, and after a hyphen the variant.
  let name: String
  var folder = "Documentation/Pictures"
  var background = PictureBackground.dark
  let stage: () throws -> TestStage
  var keys: [Key] = []
  /// If not empty, the picture is animated: it shows the screen after each step.
  var steps: [Step] = []

  /// A step of an animated picture.
  struct Step {
    /// The key to press; nil for the program's first screen.
    let key: Key?
    /// How long the screen is shown, in milliseconds.
    let milliseconds: Int
  }

  /// All pictures, each in `FOLDER/NAME.svg`.
  static let all = [
    Picture(
      name: "albums", stage: { try TestStage(AlbumsProgram.app(), columns: 52, rows: 12) },
      keys: [.down, .enter, .character("p")]),
    Picture(
      name: "canvas", stage: { try TestStage(CanvasProgram.app(), columns: 52, rows: 12) },
      keys: Array(repeating: .up, count: 8) + Array(repeating: .down, count: 5)),
    Picture(
      name: "catalogue-form", folder: articles, stage: { try catalogue("form") },
      keys: [.tab] + "Water the plants".map(Key.character)),
    Picture(
      name: "catalogue-month", folder: articles, stage: { try catalogue("month") },
      keys: [.tab, .character("t"), .down]),
    Picture(
      name: "catalogue-select", folder: articles, stage: { try catalogue("select") },
      keys: [.tab, .enter, .down, .down]),
    widget("text"), widget("button", keys: [.tab]), widget("field", keys: [.tab]),
    widget("tabs", keys: [.tab, .right]), widget("progress"), widget("list", keys: [.tab, .down]),
    widget("keys"), widget("table", keys: [.tab, .down, .right, .alt("s")]),
    widget("tree", keys: [.tab]),
    Picture(
      name: "widget-editor", folder: articles, stage: { try editor() },
      keys: [Key.end.with(.control), .enter] + "Wheat, a sack".map(Key.character)),
    widget("log", keys: [.tab]), widget("markdown"),
    widget("split", keys: [.tab]), widget("grid", keys: [.tab, .down, .right]), widget("charts"),
    widget("gauge"), widget("radio", keys: [.tab, .down]), widget("switch", keys: [.tab]),
    widget("slider", keys: [.tab, .right]), widget("number", keys: [.tab, .up]),
    widget("date", keys: [.tab]), widget("menu", keys: [.tab, .function(10), .down]),
    widget("tooltip", keys: [.tab, .tab]), widget("wizard", keys: [.tab]),
    Picture(
      name: "counter", background: .light,
      stage: { try TestStage(CounterProgram.app(count: 7), columns: 40, rows: 6) }),
    Picture(
      name: "inspector-log", folder: inspector, stage: { try inspected("1", .tab, .down, .down) }),
    Picture(
      name: "inspector-state", folder: inspector,
      stage: { try inspected("2", .tab, .tab, .right, .down) }),
    Picture(
      name: "inspector-views", folder: inspector,
      stage: { try inspected("3", .right, .down) }),
    Picture(
      name: "inspector-timings", folder: inspector, background: .light,
      stage: { try inspected("4", rows: 40, .tab, .down) }),
    Picture(
      name: "layers", stage: { try TestStage(LayersProgram.app(), columns: 52, rows: 10) },
      keys: [.down, .character("d")]),
    Picture(name: "todo", stage: { try todo() }, keys: [.down, .down]),
    Picture(
      name: "todo-form", stage: { try todo(rows: 18) }, keys: [.down, .down, .down, .enter]),
    Picture(
      name: "todo-light", background: .light, stage: { try todo(theme: "light") },
      keys: [.down, .down]),
    Picture(name: "todo-moving", stage: { try todo() }, steps: session),
    Picture(
      name: "todo-palette", stage: { try todo() },
      keys: [.control("p")] + "do".map(Key.character)),
  ]

  /// An item is written, another is ticked off and reopened, a form opens, the palette opens a tab.
  private static let session =
    [Step(key: nil, milliseconds: 1000), Step(key: .character("a"), milliseconds: 400)]
    + typed("Pay the rent +home due:fri") + pressed(.enter, milliseconds: 1300)
    + pressed(.escape, .home, .down, .down, milliseconds: 350)
    + pressed(.space, milliseconds: 1200) + pressed(.character("u"), milliseconds: 1300)
    + pressed(.down, milliseconds: 500) + pressed(.enter, milliseconds: 2000)
    + pressed(.escape, milliseconds: 500) + pressed(.control("p"), milliseconds: 900)
    + typed("today") + pressed(.enter, milliseconds: 2000)

  private static func pressed(_ keys: Key..., milliseconds: Int) -> [Step] {
    keys.map { Step(key: $0, milliseconds: milliseconds) }
  }

  private static func typed(_ text: String) -> [Step] {
    text.map { Step(key: .character($0), milliseconds: 70) }
  }

  /// An article can show only pictures in its catalog.
  private static let articles = "Sources/Millrace/Millrace.docc"
  private static let inspector = "Sources/Inspector/MillraceInspector.docc"
  private static let day = CalendarDay(year: 2026, month: 11, day: 27)!

  /// A page of the catalogue, for the article about widgets.
  private static func widget(_ page: String, keys: [Key] = []) -> Picture {
    Picture(
      name: "widget-\(page)", folder: articles, stage: { try catalogue(page) }, keys: keys)
  }

  /// An editor without highlights, which would come from a task.
  private static func editor() throws -> TestStage {
    let store = Store<EditedText, TextEdit>(
      initial: "Bread\nOlives, a jar of the green ones that Ana likes\nCoffee",
      reducer: Reducer { $0.apply($1) })
    return try TestStage(
      TerminalApp(store) { text, dispatch in
        TextEditor(text, lineNumbers: true, onEdit: { dispatch($0) })
      }, columns: 40, rows: 7)
  }

  private static func catalogue(_ page: String) throws -> TestStage {
    try TestStage(CatalogueProgram.app(page, today: day), columns: 60, rows: 14)
  }

  /// A list on a Friday at noon.
  private static func todo(
    theme: String = "dark", rows: Int = 16
  ) throws -> TestStage {
    let lines = """
      (A) Call the bank about the loan @phone due:yesterday
      (A) Send the report to Ana +work due:"today 3pm"
      (B) Water the plants +home due:today
      Plan the week in Lisbon +travel due:"next fri"
      Book a table for eight @phone due:tomorrow
      Bread, olives, coffee @shop
      Renew the passport +travel due:"12 dec"
      x 2026-11-26 2026-11-20 Return the library books +home
      """
    var list = TodoList()
    for (index, line) in lines.split(separator: "\n").enumerated() {
      let todo = Todo(
        line: String(line), id: TodoID(UInt64(index) + 1),
        now: Moment(day: day, minute: 0, milliseconds: 0))
      if let todo { list.items.append(todo) }
    }
    list.items[id: TodoID(4)]?.notes = "Ana knows a place in Alfama"
    list.items[id: TodoID(4)]?.subtasks = ["x Flights", "x Hotel", "Tickets for the tram"]
      .map(Subtask.init)
    let folder = try TemporaryFolder()
    try folder.write("{\"theme\": \"\(theme)\"}", to: "config.json")
    let app = TodoApp(
      log: DocumentLog(memory: list), settings: .todo(folder.file("config.json")))
    return try TestStage(
      app.terminalApp(app.makeStore()), columns: 72, rows: rows,
      now: .milliseconds(1_795_780_800_000))
  }

  /// The screen after the keys, with a frame after each.
  func svg() throws -> String {
    let stage = try stage()
    let title = String(name.prefix { $0 != "-" })
    for key in keys {
      stage.terminal.send(key)
      stage.settle()
    }
    guard let first = steps.first else { return stage.svg(title: title, background: background) }
    var picture = MovingPicture(
      stage.terminal.virtualScreen, milliseconds: first.milliseconds, background: background)
    for step in steps.dropFirst() {
      if let key = step.key { stage.terminal.send(key) }
      stage.settle()
      picture.add(stage.terminal.virtualScreen, milliseconds: step.milliseconds)
      stage.clock.advance(by: .milliseconds(step.milliseconds))
    }
    return picture.svg(title: title)
  }
}
