import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

@testable import TodoExample

/// The program on a terminal in memory, on a Friday at noon.
@MainActor
final class TodoStage {
  static let day = CalendarDay(year: 2026, month: 11, day: 27)!
  let store: Store<TodoState, ProgramAction>
  let stage: TestStage
  convenience init(_ count: Int, columns: Int = 60, rows: Int = 16) throws {
    try self.init(.sample(count, today: Self.day), columns: columns, rows: rows)
  }

  /// - Parameter lines: items in the format of todo.txt.
  convenience init(_ lines: String..., columns: Int = 60, rows: Int = 16) throws {
    try self.init(lines, columns: columns, rows: rows)
  }

  convenience init(
    _ lines: [String], columns: Int = 60, rows: Int = 16,
    changing dependencies: (inout Dependencies) -> Void = { _ in }
  ) throws {
    var list = TodoList()
    for (index, line) in lines.enumerated() {
      let now = Moment(day: Self.day, minute: 0, milliseconds: 0)
      guard let todo = Todo(line: line, id: TodoID(UInt64(index) + 1), now: now) else {
        continue
      }
      list.items.append(todo)
    }
    try self.init(list, columns: columns, rows: rows, changing: dependencies)
  }

  init(
    _ list: TodoList, columns: Int = 60, rows: Int = 16, log: DocumentLog<TodoList>? = nil,
    settings: SettingsFile = .todo(nil),
    middleware: [Middleware<TodoState, ProgramAction>] = [],
    changing change: (inout Dependencies) -> Void = { _ in }
  ) throws {
    var made: TodoStore?
    stage = try TestStage(columns: columns, rows: rows, now: .milliseconds(1_795_780_800_000)) {
      dependencies in
      change(&dependencies)
      let app = TodoApp(
        log: log ?? DocumentLog(memory: list), settings: settings, middleware: middleware,
        dependencies: dependencies)
      let store = app.makeStore()
      made = store
      return app.terminalApp(store)
    }
    store = try #require(made)
  }

  var terminal: TestTerminal { stage.terminal }
  var session: TerminalSession { stage.session }
  var screen: String { terminal.screen }
  var state: TodoState { store.state }
  var titles: [String] { state.list.items.map(\.title) }

  /// The visible items, from the checkbox on.
  var items: [String] {
    terminal.screen.split(separator: "\n").filter { $0.contains("[ ]") || $0.contains("[x]") }
      .map { row in
        var row = row.drop { $0 != "[" }
        while row.last == " " { row.removeLast() }
        return String(row)
      }
  }

  /// The row with the marker.
  var current: String? {
    screen.split(separator: "\n").first { $0.hasPrefix("›") }.map(String.init)
  }

  func settle() { stage.settle() }

  /// Waits for work on another thread until something is shown.
  func wait(until isShown: (TodoStage) -> Bool, _ location: SourceLocation = #_sourceLocation) async
  {
    let isDone = await repeatUntil({ isShown(self) }) {
      await Task.yield()
      settle()
    }
    if !isDone { Issue.record("never shown: \(screen)", sourceLocation: location) }
  }

  func advance(by duration: Duration) {
    stage.clock.advance(by: duration)
    settle()
  }

  func send(_ keys: Key...) {
    for key in keys { terminal.send(key) }
    settle()
  }

  /// Presses a digit, which may begin a count, and nothing after it.
  func sendAlone(_ digit: Character) {
    terminal.send(.character(digit))
    advance(by: .seconds(1))
  }

  func type(_ text: String) {
    terminal.type(text)
    settle()
  }
}
