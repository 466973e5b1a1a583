import Millrace
import MillraceTesting
import Testing

@testable import todo

/// The program on a terminal in memory, on a Friday at noon.
@MainActor
final class TodoStage {
  static let day = CalendarDay(year: 2026, month: 11, day: 27)!
  let store: Store<TodoState, TodoAction>
  let stage: TestStage
  private let clock: Clock

  /// What time it is for the program; the test moves it.
  @MainActor final class Clock {
    var now = Moment(day: TodoStage.day, minute: 12 * 60, milliseconds: 1_795_780_800_000)
  }

  convenience init(_ count: Int, columns: Int = 60, rows: Int = 16) throws {
    try self.init(.sample(count, today: Self.day), columns: columns, rows: rows)
  }

  /// - Parameter lines: items as todo.txt writes them.
  convenience init(_ lines: String..., columns: Int = 60, rows: Int = 16) throws {
    var state = TodoState()
    for (index, line) in lines.enumerated() {
      guard let todo = Todo(line: line, id: TodoID(UInt64(index) + 1), today: Self.day) else {
        continue
      }
      state.list.items.append(todo)
    }
    try self.init(state, columns: columns, rows: rows)
  }

  init(
    _ state: TodoState, columns: Int = 60, rows: Int = 16,
    settings: UserSettings = UserSettings(),
    middleware: [Middleware<TodoState, TodoAction>] = []
  ) throws {
    let (store, clock) = (
      Store(initial: state, reducer: todoReducer, middleware: middleware), Clock()
    )
    (self.store, self.clock) = (store, clock)
    stage = try TestStage(
      todoApp(store, settings: settings, now: { clock.now }), columns: columns, rows: rows)
  }

  var terminal: TestTerminal { stage.terminal }
  var session: TerminalSession { stage.session }
  var screen: String { terminal.screen }
  var state: TodoState { store.state }
  var titles: [String] { state.list.items.map(\.title) }

  /// The items as they show: the marker, the tick and what follows.
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

  /// Waits, for work on another thread, until something shows.
  func wait(until isShown: (TodoStage) -> Bool, _ location: SourceLocation = #_sourceLocation) async
  {
    for _ in 0..<3_000 where !isShown(self) {
      await Task.yield()
      settle()
    }
    if !isShown(self) { Issue.record("never shown: \(screen)", sourceLocation: location) }
  }

  func pass(_ duration: Duration) {
    clock.now.milliseconds += Int(duration / .milliseconds(1))
  }

  func send(_ keys: Key...) {
    for key in keys { terminal.send(key) }
    settle()
  }

  func type(_ text: String) {
    terminal.type(text)
    settle()
  }
}
