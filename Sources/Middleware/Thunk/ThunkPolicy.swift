/// The name of a thunk, and its effect on other work with the same name.
///
/// Each store, and each scoped child, has its own names, which thunks share with commands: a
/// reducer's `.cancel(id:)` cancels thunks, too. Names of different types are never equal.
public enum ThunkPolicy: Sendable {
  /// The work has no name.
  case unnamed
  /// The work can be cancelled by its name, and runs beside other work with that name.
  case id(any Hashable & Sendable)
  /// The work cancels earlier work with that name.
  case takeLatest(any Hashable & Sendable)
  /// The work is not started while other work with that name runs: its task fails at once with
  /// `ThunkError.alreadyRunning`.
  case takeLeading(any Hashable & Sendable)
}

/// How often a failed thunk is tried again, and the delays in between.
public struct ThunkRetry: Sendable {
  /// The delay after an attempt, counted from one; nil if there is no other attempt.
  let delay: @Sendable (_ attempt: Int, any Error) -> Duration?

  /// Waits longer after each failed attempt.
  /// - Parameters:
  ///   - attempts: The number of all attempts; a number below one counts as one.
  ///   - delay: The delay after the first attempt, on the clock of the dependencies.
  ///   - factor: Multiplies the delay after each further attempt.
  ///   - maximum: The longest delay.
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

/// Why a thunk has no value, apart from errors that its work throws.
public enum ThunkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An attempt took longer than its timeout.
  case timedOut(after: Duration)
  /// Other work with the same name is running.
  case alreadyRunning(id: String)

  public var description: String {
    switch self {
    case .timedOut(let duration):
      "A thunk took longer than \(duration). Allow more time, or try again."
    case .alreadyRunning(let id):
      "A thunk was not started, because other work with the id \(id) is running. Wait for that work, or cancel it."
    }
  }
}
