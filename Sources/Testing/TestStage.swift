import Millrace
import MillraceBindings
import MillraceStoreTesting
import MillraceStore
import MillraceTerminal

/// A program on a terminal in memory, with time that the test moves.
///
/// Keys are answered at once. What changes elsewhere, by a thunk say or after less than a frame's
/// time, shows after ``settle()``.
///
/// The program ends when `session.end()` is called, or soon after the stage is released: keep the stage while
/// its terminal is used.
@MainActor
public final class TestStage {
  /// Shows the program, and sends it keys.
  public let terminal: TestTerminal
  public let session: TerminalSession
  /// The time of frames, and of effects where the program was made with the stage's dependencies.
  public let clock: ManualClock
  private let main = ManualMainQueue()

  private let store: any StageStore

  /// Starts a program.
  /// - Parameters:
  ///   - app: the program.
  ///   - columns: the width of the terminal, in cells.
  ///   - rows: its height.
  ///   - now: what the environment's `clock` says at the start, since 1970-01-01 00:00 UTC. The default is zero.
  public convenience init<State, Action>(
    _ app: TerminalApp<State, Action>, columns: Int = 80, rows: Int = 24, now: Duration = .zero
  ) throws {
    try self.init(app, clock: ManualClock(), columns: columns, rows: rows, now: now)
  }

  /// Starts a program whose effects and middleware depend on what the stage gives them: its clock, which
  /// the test moves, and what else the test sets.
  ///
  /// ```swift
  /// let stage = try TestStage { dependencies in
  ///   dependencies[WeatherKey.self] = Weather.sunny
  ///   return TerminalApp(Store(initial: …, reducer: …, dependencies: dependencies)) { … }
  /// }
  /// ```
  /// - Parameters:
  ///   - columns: the width of the terminal, in cells.
  ///   - rows: its height.
  ///   - now: what the environment's `clock` says at the start, since 1970-01-01 00:00 UTC. The default is zero.
  ///   - makeApp: makes the program. It may change the dependencies first.
  public convenience init<State, Action>(
    columns: Int = 80, rows: Int = 24, now: Duration = .zero,
    _ makeApp: (inout Dependencies) throws -> TerminalApp<State, Action>
  ) throws {
    let clock = ManualClock()
    var dependencies = Dependencies(clock: clock)
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
      on: terminal, scheduler: clock, hop: { [main] in main.add($0) },
      now: { now + clock.elapsed })
    settle()
  }

  deinit {
    // On any thread. A session that has not ended keeps itself, the store, the view and the terminal; and
    // so may what waits for the main queue.
    Task { @MainActor [weak session, main] in
      session?.end()
      main.run()
    }
  }

  /// Waits, without sleeping, until no effect goes on by itself: all that is left waits for the clock, by a
  /// delay, a debounce or a timer. Then draws what they asked for. A task that sleeps on the clock itself goes
  /// on until the clock has moved: before that, wait for `clock.waitUntilPending()` instead.
  public func settleEffects() async {
    await store.waitForEffects()
    settle()
  }

  /// Draws what is asked for by now, from any thread, and the frame that waits.
  public func settle() {
    main.run()
    clock.advance(by: .milliseconds(20))
    main.run()
  }

  /// The rows, without trailing blanks; rows below the last one that shows something are left out.
  public var rows: [String] {
    var rows = terminal.screen.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    while rows.last == "" { rows.removeLast() }
    return rows
  }
}

/// A store, whatever its state and actions.
private protocol StageStore: Sendable {
  func waitForEffects() async
}

extension Store: StageStore {}
