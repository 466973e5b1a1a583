import MillraceStore

extension Middleware {
  /// Writes a line for every commit: the version, the time, the action, its changes, how long the
  /// reducer took, and where the action was dispatched.
  ///
  /// ```
  /// 12 2025-01-31T09:05:00Z toggle(3) | items[id: 3].isDone: false → true | 8 µs Todo/Row.swift:9 body
  /// ```
  ///
  /// ```swift
  /// let logging = Middleware<Todos, Action>.logging(
  ///   to: .file("todo.log", rotatingAt: 1_000_000, keeping: 3), format: .text,
  ///   redacting: [.type(Password.self), .path(\.draft)], showing: [.time, .origin]
  /// ) { action in
  ///   if case .draft = action { .debug } else { .info }
  /// }
  /// ```
  ///
  /// Lines come in the order of versions, whichever thread dispatched. The log's own serial
  /// queue makes and writes them; with a test's clock they are written before the dispatch returns.
  /// When the store ends, all lines are written before `finish()` returns. When more lines arrive
  /// than can be written, the newest are dropped, and a line says how many. Control characters are
  /// shown as escapes. Long values and long lists of changes are cut.
  ///
  /// To show changes, the state from before each logged action is kept until its line is written,
  /// so a reducer copies what it changes. For an action that is left out, no state is kept.
  /// - Parameters:
  ///   - destination: Where the lines go. A file that cannot be opened is among the store's
  ///     `startupFailures`. A failed write is reported as a `MiddlewareIssue`.
  ///   - level: The lowest level that is logged. If it is nil, nothing is logged, and the
  ///     destination is not opened.
  ///   - format: Text, or a JSON object on each line.
  ///   - redactions: The parts of the state, and the types, whose values lines must not show.
  ///   - fields: The fields that lines show beside the action and its changes.
  ///   - capacity: How many lines may wait to be written; at least one.
  ///   - levelOf: The level of an action; nil leaves it out. Called under the store's lock, and
  ///     again on the log's queue: it must be quick, and using the store in it is a programmer's
  ///     error.
  public static func logging(
    to destination: LogDestination,
    level: LogLevel? = .info,
    format: LogFormat = .text,
    redacting redactions: [Redaction<State>] = [],
    showing fields: Set<LogField> = Set(LogField.allCases),
    capacity: Int = 1_000,
    levelOf: @escaping @Sendable (Action) -> LogLevel? = { _ in .info }
  ) -> Middleware {
    guard let threshold = level else { return Middleware(parts: { _ in Parts() }) }
    let lines = LogLines<State, Action>(
      format: format, fields: fields,
      redactions: redactions.isEmpty ? nil : Redactions(redactions))
    return Middleware(parts: { store in
      let queue = LogQueue<State, Action>(store, lines, capacity: max(1, capacity)) {
        levelOf($0).flatMap { $0 < threshold ? nil : $0 }
      }
      return Parts(
        start: { _ in
          queue.write = try destination.open { store.report(MiddlewareIssue.logging($0)) }
          return nil
        },
        sink: queue, finish: { queue.writeAll() })
    })
  }
}
