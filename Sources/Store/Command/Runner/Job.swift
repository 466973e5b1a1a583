/// An entry of a runner's `JobTable`: work, a delay, a source, or a group of commands.
@usableFromInline
final class Job<Action: Sendable>: @unchecked Sendable {
  // Safe: it has constants, and variables that are used only under the lock of the jobs' table.

  enum Phase: Sendable {
    /// An action is being dispatched to the store.
    case dispatching
    /// Represents a named part of a waiting job's command, so that the part can be cancelled before
    /// it starts. Its name is an id or the scope of a child.
    case declared
    /// Work that has not started.
    case registered
    /// Work that has started.
    case running
    /// A delay, or a source's timer.
    case waiting
    /// A throttled command that waits for the end of its interval.
    case throttled
    /// An interval of a throttle, which is not work itself.
    case interval
    /// A group of child jobs, without work of its own.
    case container
    /// A source that has ended by itself. It does not start again while the state still requires
    /// it.
    case ended
    /// The job was removed from the table.
    case removed
  }

  /// Identifies the job in its runner. A later job has a greater number.
  let number: Int
  /// Identifies the command to which the job belongs. A later command has a greater number.
  let command: Int
  let token: EffectToken
  /// The surrounding job. For a job in the phase `declared`, the waiting job that has its part in
  /// `rest`.
  var parent: Job?
  /// The scope of the ids in `rest`.
  let scope: ScopePath
  let isSource: Bool
  var phase: Phase
  /// The paths under which a cancellation finds the job: its ids, and the children that it belongs
  /// to.
  var paths: [ScopePath]
  /// The function that stops the job; nil until it is stored.
  var stop: (@Sendable () -> Void)?
  var children: [Int: Job] = [:]
  /// The jobs that represent the named parts of `rest`, by number. Their phase is `declared`.
  var declared: [Int: Job] = [:]
  /// The commands that start when the job's delay or its child jobs have ended. The last element
  /// starts next.
  var rest: [CommandTree<Action>]
  /// Whether child jobs are being added, so that the job cannot end now.
  var isBeginning = false
  /// For an interval: its path, the duration of the next interval, and the job that starts when
  /// this interval ends.
  var throttle: (path: ScopePath, duration: Duration, held: Job?)?

  init(
    _ number: Int, _ phase: Phase, _ token: EffectToken, command: Int, parent: Job?,
    paths: [ScopePath], scope: ScopePath, isSource: Bool, rest: [CommandTree<Action>]
  ) {
    self.number = number
    self.command = command
    self.phase = phase
    self.token = token
    self.parent = parent
    self.paths = paths
    self.scope = scope
    self.isSource = isSource
    self.rest = rest
  }

  /// The number of delays between attempts for which the job is waiting now.
  var pauses = 0

  private var isActive: Bool { [.dispatching, .registered, .running].contains(phase) }

  /// Whether the job is active and does not wait for the clock.
  var isWorking: Bool { isActive && pauses <= 0 }

  /// Whether the job may send more than its current action.
  var isInFlight: Bool {
    switch phase {
    case .interval, .dispatching: false
    case .container: !rest.isEmpty || children.values.contains(where: \.isInFlight)
    default: !token.isSendingLast.load(ordering: .acquiring)
    }
  }

  /// Whether the job counts as work that has not ended.
  var isCounted: Bool { isActive || phase == .waiting || phase == .throttled }
}
