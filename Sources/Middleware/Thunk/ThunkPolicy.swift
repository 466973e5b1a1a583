/// The name of a thunk, and what becomes of other work under the same name.
///
/// Names belong to a store, and to each child of it; the child's commands have the same. So a
/// reducer's `.cancel(id:)` cancels thunks, too. Names of different types are never equal.
public enum ThunkPolicy: Sendable {
  /// It has no name.
  case unnamed
  /// It can be cancelled by its name, and runs beside others.
  case id(any Hashable & Sendable)
  /// It cancels the work before it.
  case takeLatest(any Hashable & Sendable)
  /// While work goes on under the name it is not started: its task fails at once with
  /// `ThunkError.alreadyRunning`.
  case takeLeading(any Hashable & Sendable)
}

/// How often a thunk that fails is tried, and how long it waits in between.
public struct ThunkRetry: Sendable {
  /// How long to wait after an attempt, counted from one; nil if there is no other.
  let delay: @Sendable (_ attempt: Int, any Error) -> Duration?

  /// Waits longer after each attempt that fails.
  /// - Parameters:
  ///   - attempts: How many there are in all; fewer than one count as one.
  ///   - delay: How long it waits after the first, on the clock of the dependencies.
  ///   - factor: How many times as long it waits after each further one.
  ///   - maximum: How long it waits at most.
  ///   - isWorthwhile: Whether another attempt may help after an error.
  public static func backOff(
    attempts: Int, delay: Duration = .seconds(1), factor: Double = 2,
    maximum: Duration = .seconds(60),
    if isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> ThunkRetry {
    ThunkRetry { attempt, error in
      guard attempt < attempts, isWorthwhile(error) else { return nil }
      var wait = min(delay, maximum)
      for _ in 1..<attempt where wait < maximum { wait = min(wait * factor, maximum) }
      return wait
    }
  }
}

/// Why a thunk has no value, other than by an error of its own.
public enum ThunkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An attempt took longer than it may.
  case timedOut(after: Duration)
  /// Other work goes on under its name.
  case alreadyRunning(id: String)

  public var description: String {
    switch self {
    case .timedOut(let duration):
      "A thunk took longer than \(duration). Allow more time, or try again."
    case .alreadyRunning(let id):
      "A thunk was not started, because work goes on under its id \(id). Wait for that, or cancel it."
    }
  }
}
