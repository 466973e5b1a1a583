import MillraceDocument
import MillraceTesting

/// Many sessions of `todo` on one list of sample items: stores only, or each with a screen of 100
/// by 30 cells.
@MainActor
package final class SessionsBench {
  private let clock = ManualClock()
  private let stores: [Store<TodoState, DocumentAction<TodoInterface>>]
  private var devices: [WriteCounter] = []
  private var sessions: [TerminalSession] = []
  private var changes = 0

  /// - Parameters:
  ///   - count: the number of sessions besides the main one.
  ///   - items: the number of items in the list.
  ///   - areShown: whether each session has a screen.
  package init(_ count: Int, items: Int, areShown: Bool) throws {
    guard let today = CalendarDay("2026-11-27") else {
      preconditionFailure("2026-11-27 is a valid day")
    }
    let app = todoApp(.sample(items, today: today), file: nil, settings: .todo(nil))
    let main = app.makeStore()
    stores = [main] + (0..<count).map { _ in app.sessionStore(of: main) }
    guard areShown else { return }
    for store in stores {
      let device = WriteCounter()
      devices.append(device)
      sessions.append(
        try app.terminalApp(store).start(
          on: device, scheduler: clock, runOnMainActor: runSynchronously,
          now: { .milliseconds(1_795_780_800_000) }))
    }
    clock.advance(by: .seconds(1))
  }

  /// Renames the first item in the last session, and draws the frames of all sessions.
  @inline(never)
  package func change() {
    guard let todo = stores[0].state.document.items.first else { return }
    changes += 1
    let begun = TodoFields(todo, isForm: true)
    var fields = begun
    fields.line = "Item \(changes)"
    stores[stores.count - 1].dispatch(
      .document(.change(todo.id, fields, since: begun, at: .now)))
    clock.advance(by: .seconds(1))
  }

  /// Explains why a change did not reach all sessions; nil if it did.
  package func failure() -> String? {
    let titles = Set(stores.map { $0.state.document.items.first?.title ?? "" })
    if titles != ["Item \(changes)"] { return "not all sessions have the change: \(titles)" }
    let writes = devices.map(\.writes).min() ?? 0
    return devices.isEmpty || writes > changes ? nil : "\(changes) changes, \(writes) writes"
  }
}

/// A terminal that stores nothing.
@MainActor
private final class WriteCounter: TerminalDevice {
  let size = TerminalSize(columns: 100, rows: 30)
  let traits = TerminalTraits()
  let isBusy = false
  var writes = 0

  func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) throws {}
  func write(_ bytes: [UInt8]) { writes += 1 }
  func suspend() {}
  func release() {}
  func reclaim() {}
  func stop() {}
}
