// Time is the store's clock. What falls due is started by the clock: on a `ManualClock` inside
// `advance(by:)`, on that thread.

extension Command {
  /// Starts this command later.
  /// - Parameter duration: How much later. Zero or less means as soon as the clock can, but not
  ///   within the dispatch that asked for it.
  public func delay(for duration: Duration) -> Command {
    guard let tree else { return .none }
    return Command(.delay(duration, tree))
  }

  /// Starts this command when there has been quiet under an id for some time.
  ///
  /// Every further command debounced under the same id replaces the one before, whether that still
  /// waits or runs already, and waits for its own time. So the last one before the quiet runs.
  /// `cancel(id:)` ends it, too.
  /// - Parameters:
  ///   - id: As in `cancellable(id:inFlight:)`.
  ///   - duration: How long there has to be quiet, from this command's commit on. Zero or less
  ///     means as soon as the clock can.
  public func debounce(id: some Hashable & Sendable, for duration: Duration) -> Command {
    delay(for: duration).cancellable(id: id, inFlight: .cancelled)
  }

  /// Starts at most one command an interval under an id.
  ///
  /// The first command under an id opens an interval. With `leading` it starts at once; without, it
  /// waits for the interval's end. Of the commands that come while the interval is open, the last
  /// one starts at its end with `trailing`, and all others are dropped; without `trailing` all are.
  /// If one starts at the end, it opens the next interval, of its own length; if none does, the
  /// interval is closed, and the next command is the first again.
  ///
  /// What runs already is left to run. `cancel(id:)` ends it, drops what waits, and closes the
  /// interval.
  ///
  /// It is a programmer's error to ask for neither: no command would ever run.
  /// - Parameters:
  ///   - id: As in `cancellable(id:inFlight:)`.
  ///   - interval: The interval. Zero or less means that it ends as soon as the clock can.
  ///   - leading: Whether the first command starts at once.
  ///   - trailing: Whether the last command of an interval starts at its end.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, leading: Bool = true,
    trailing: Bool = true
  ) -> Command {
    if !leading && !trailing {
      programmerError(
        """
        A throttle that is neither leading nor trailing never runs its command. Pass true for one \
        of them.
        """)
    }
    guard let tree else { return .none }
    let throttle = Throttle(
      interval: interval, leading: leading, trailing: trailing)
    return Command(.throttle(EffectKey(id), throttle, tree))
  }
}
