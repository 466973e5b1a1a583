// Durations use the store's clock. The clock starts commands that are due. On a `ManualClock`,
// `advance(by:)` starts them on the calling thread.

extension Command {
  /// Starts this command later.
  /// - Parameter duration: The delay. With zero or less, the command starts as soon as the clock
  ///   can run it, but never inside the dispatch that caused it.
  public func delay(for duration: Duration) -> Command {
    guard let tree else { return .none }
    return Command(.delay(duration, tree))
  }

  /// Starts this command after a pause in which no other command is debounced under the same id.
  ///
  /// Each further command that is debounced under the same id cancels the previous one, even a
  /// running one, and waits for its own duration. So only the last command before a pause runs to
  /// its end. `cancel(id:)` also cancels that command.
  /// - Parameters:
  ///   - id: As in `cancellable(id:inFlight:)`.
  ///   - duration: The length of the pause, from this command's commit on. With zero or less, the
  ///     command starts as soon as the clock can run it.
  public func debounce(id: some Hashable & Sendable, for duration: Duration) -> Command {
    delay(for: duration).cancellable(id: id, inFlight: .cancelled)
  }

  /// Starts at most one of the commands under an id in each interval.
  ///
  /// The first command under an id opens an interval. With `leading`, it starts at once; without
  /// `leading`, it counts as a command that arrives while the interval is open. With `trailing`,
  /// the last command that arrives while the interval is open starts when the interval ends, and
  /// the others that arrived meanwhile are dropped. Without `trailing`, all of them are dropped. A
  /// command that starts at the end of an interval opens the next interval, with its own length. If
  /// no command starts at the end, the interval is closed, and the next command is the first again.
  ///
  /// A throttle does not cancel running work. `cancel(id:)` cancels running work, drops waiting
  /// commands, and closes the interval.
  ///
  /// At least one of `leading` and `trailing` must be true. If both are false, no command would
  /// ever run, which is a programmer's error.
  /// - Parameters:
  ///   - id: As in `cancellable(id:inFlight:)`.
  ///   - interval: The length of the interval. With zero or less, the clock ends it as soon as
  ///     possible.
  ///   - leading: Whether the first command starts at once.
  ///   - trailing: Whether the last command of an interval starts when the interval ends.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, leading: Bool = true,
    trailing: Bool = true
  ) -> Command {
    if !leading && !trailing {
      programmerError(
        """
        A throttle that is neither leading nor trailing never runs its command. Pass true for at \
        least one of them.
        """)
    }
    guard let tree else { return .none }
    let throttle = Throttle(
      interval: interval, leading: leading, trailing: trailing)
    return Command(.throttle(EffectKey(id), throttle, tree))
  }
}
