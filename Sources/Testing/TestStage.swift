import Millrace
import MillraceBindings
import MillraceStoreTesting
import MillraceStore
import MillraceTerminal

/// A program on a terminal in memory, with time that the test controls.
///
/// Keys are handled at once. Changes by effects or other threads, and changes within a frame
/// interval, show after ``settle()``.
///
/// A stage is on the main actor, and so is a test that uses one: `@MainActor @Test func adds()
/// throws`. The type is not generic, so it does not expose the store. A test that also checks the
/// state keeps the store that it made.
///
/// The program ends when `session.end()` is called, or soon after the stage is released: retain the
/// stage while its terminal is used.
@MainActor
public final class TestStage {
  /// Shows the program, and sends keys to it.
  public let terminal: TestTerminal
  /// The running program: its tree and its frames, and how it ended.
  public let session: TerminalSession
  /// The clock of frames, and of effects if the program was made with the stage's dependencies.
  public let clock: ManualClock
  private let main = ManualMainQueue()

  private let store: any StageStore

  /// Starts a program whose store has its own dependencies. The store does not follow the stage's
  /// clock. Changes that other processes make to a document arrive on another thread. A test of
  /// time or of such changes uses the initializer with a closure.
  /// - Parameters:
  ///   - app: The program to start.
  ///   - columns: The width of the terminal, in cells.
  ///   - rows: The height of the terminal, in cells.
  ///   - now: The time of the environment's `clock` at the start, since 1970-01-01 00:00 UTC. The
  ///     default is zero.
  public convenience init<State, Action>(
    _ app: TerminalApp<State, Action>, columns: Int = 80, rows: Int = 24, now: Duration = .zero
  ) throws {
    try self.init(app, clock: ManualClock(), columns: columns, rows: rows, now: now)
  }

  /// Starts a program whose effects and middleware use the stage's dependencies: its clock and its
  /// date, which the test controls, and other values that the test sets.
  ///
  /// ```swift
  /// let stage = try TestStage(columns: 30, rows: 3) { dependencies in
  ///   dependencies[WeatherKey.self] = Weather.sunny
  ///   let store = Store(initial: Search(), reducer: search, dependencies: dependencies)
  ///   return TerminalApp(store) { state, dispatch in
  ///     TextField(state.text, onChange: { dispatch(.typed($0)) }).autofocus()
  ///     Text("\(state.results) found")
  ///   }
  /// }
  /// ```
  /// - Parameters:
  ///   - columns: The width of the terminal, in cells.
  ///   - rows: The height of the terminal, in cells.
  ///   - now: The time of the environment's `clock` at the start, since 1970-01-01 00:00 UTC. The
  ///     default is zero.
  ///   - makeApp: Makes the program. It may change the dependencies first.
  public convenience init<State, Action>(
    columns: Int = 80, rows: Int = 24, now: Duration = .zero,
    _ makeApp: (inout Dependencies) throws -> TerminalApp<State, Action>
  ) throws {
    let clock = ManualClock()
    var dependencies = Dependencies(clock: clock)
    dependencies.date = { now + clock.elapsed }
    try self.init(makeApp(&dependencies), clock: clock, columns: columns, rows: rows, now: now)
  }

  private init<State, Action>(
    _ app: TerminalApp<State, Action>, clock: ManualClock, columns: Int, rows: Int,
    now: Duration
  ) throws {
    self.clock = clock
    store = app.store
    terminal = TestTerminal(columns: columns, rows: rows, screen: app.screen)
    session = try app.start(
      on: terminal, scheduler: clock, runOnMainActor: { [main] in main.add($0) },
      now: { now + clock.elapsed })
    settle()
  }

  deinit {
    // `deinit` may run on any thread. A session that has not ended retains itself, the store, the
    // view and the terminal; work that waits for the main queue may retain them, too.
    Task { @MainActor [weak session, main] in
      session?.end()
      main.run()
    }
  }

  /// Waits, without sleeping, until all effects have ended or wait for the clock, by a delay, a
  /// debounce, a timer or a retry; then draws their changes. A task that sleeps on the clock counts
  /// as running: to wait until a task sleeps, use `clock.waitUntilPending()` instead.
  public func settleEffects() async {
    await store.waitForEffects()
    settle()
  }

  /// Draws all changes so far, from any thread, including a delayed frame.
  public func settle() {
    main.run()
    clock.advance(by: .milliseconds(20))
    main.run()
  }

  /// The rows, without trailing blanks, and without empty rows at the bottom.
  public var rows: [String] {
    var rows = terminal.screen.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    while rows.last == "" { rows.removeLast() }
    return rows
  }

  /// Returns what the terminal shows as a picture for documentation: an SVG that needs no other
  /// file.
  ///
  /// The same screen gives the same text on every machine, so a test can compare a picture in a
  /// repository with what the program shows now.
  /// - Parameters:
  ///   - title: The text in the title bar of the window; nil for no bar.
  ///   - background: The colours of the terminal.
  public func svg(title: String? = nil, background: PictureBackground = .dark) -> String {
    terminal.virtualScreen.svg(title: title, background: background)
  }
}

/// A store with any state and action types.
private protocol StageStore: Sendable {
  func waitForEffects() async
}

extension Store: StageStore {}
