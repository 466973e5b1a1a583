/// How much can be taken back, and which changes are one step.
///
/// Beyond a limit the oldest steps go first.
public struct UndoLimits<Part: Sendable>: Sendable {
  let steps: Int
  let interval: Duration
  let bytes: Int
  let cost: @Sendable (Part, Part) -> Int

  /// Limits the number of steps, and what they hold together.
  /// - Parameters:
  ///   - bytes: What the steps may cost together. The newest one is kept even if it costs more alone.
  ///   - steps: How many are kept; with 0, nothing can be taken back.
  ///   - interval: How long a pause may be between two actions that are one step.
  ///   - cost: What it costs to keep the value before a step, in bytes: only what differs, if the part
  ///     shares structure with its copies. Called once for each action that begins or joins a step. The default
  ///     is nothing, so that `bytes` is no limit.
  public init(
    bytes: Int = .max, steps: Int = 100, interval: Duration = .seconds(1),
    cost: @escaping @Sendable (_ old: Part, _ new: Part) -> Int = { _, _ in 0 }
  ) {
    (self.bytes, self.steps, self.interval) = (max(bytes, 0), max(steps, 0), interval)
    self.cost = { max(cost($0, $1), 0) }
  }
}
