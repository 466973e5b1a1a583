import MillraceDocument

/// The program `todo` with sample items that are not saved, for benchmarks.
@MainActor
package struct SampleProgram {
  /// Changes the program before it starts.
  @MainActor
  package protocol Wrapper {
    func wrap<State, Action>(
      _ app: TerminalApp<State, Action>, _ store: Store<State, Action>
    ) throws -> TerminalApp<State, Action>
  }

  /// 2026-11-27 12:00 UTC.
  nonisolated private static let now = Duration.seconds(1_795_780_800)

  private let app: TodoApp
  private let stores: [TodoStore]

  /// - Parameters:
  ///   - count: The number of items.
  ///   - sessions: The number of sessions besides the main one.
  ///   - dependencies: The dependencies of the stores. With a `ManualClock`, all sessions contain a
  ///     change as soon as its dispatch returns, and no action is dispatched from another thread,
  ///     such as by the timer that finds items that fall due.
  package init(
    items count: Int, sessions: Int = 0, dependencies: Dependencies
  ) {
    guard let today = CalendarDay("2026-11-27") else {
      preconditionFailure("2026-11-27 is a valid day")
    }
    var dependencies = dependencies
    dependencies.date = { Self.now }
    let app = TodoApp(
      log: DocumentLog(memory: .sample(count, today: today)), settings: .todo(nil),
      dependencies: dependencies)
    self.app = app
    stores = (0...sessions).map { app.makeStore(isSession: $0 > 0) }
  }

  /// Shows each session on its terminal.
  package func start(
    on devices: [any TerminalDevice], scheduler: any Scheduler,
    runOnMainActor: @escaping MainActorRunner, in wrapper: (any Wrapper)? = nil
  ) throws -> [TerminalSession] {
    try zip(stores, devices).map { store, device in
      let program = app.terminalApp(store)
      return try (wrapper?.wrap(program, store) ?? program).start(
        on: device, scheduler: scheduler, runOnMainActor: runOnMainActor,
        now: { Self.now })
    }
  }

  /// The titles of the items in the main session.
  package var titles: [String] { stores[0].state.list.items.map(\.title) }

  /// The title of the first item in each session.
  package var firstTitles: [String] { stores.map { $0.state.list.items.first?.title ?? "" } }

  /// Renames the first item in the last session.
  package func renameFirst(_ title: String) {
    guard let todo = stores[0].state.list.items.first else { return }
    var renamed = todo
    renamed.title = title
    stores[stores.count - 1].dispatch(.document(.edit(renamed, since: todo)))
  }
}
