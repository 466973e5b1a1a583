/// How many steps an undo history keeps, and which actions are joined to one step.
///
/// Beyond a limit, the oldest steps are dropped first.
public struct UndoLimits<Part: Sendable>: Sendable {
  let steps: Int
  let interval: Duration
  let bytes: Int
  let cost: @Sendable (Part, Part) -> Int

  /// Limits the number of steps, and their total cost.
  /// - Parameters:
  ///   - bytes: The total cost of the steps. The newest step is kept even if it costs more.
  ///   - steps: How many steps are kept; with 0, nothing can be undone.
  ///   - interval: The longest pause between two actions of one step.
  ///   - cost: The cost in bytes of keeping the value from before a step: only the difference, if
  ///     the part shares structure with its copies. Called once for each action that begins or
  ///     joins a step. The default is 0, so that `bytes` is no limit.
  public init(
    bytes: Int = .max, steps: Int = 100, interval: Duration = .seconds(1),
    cost: @escaping @Sendable (_ old: Part, _ new: Part) -> Int = { _, _ in 0 }
  ) {
    (self.bytes, self.steps, self.interval) = (max(bytes, 0), max(steps, 0), interval)
    self.cost = { max(cost($0, $1), 0) }
  }
}
