/// Something that was asked for and has not ended: work, a wait, a source, or commands that belong
/// together.
@usableFromInline
final class Job<Action: Sendable>: @unchecked Sendable {
  // Safe: constants, and variables that are used under the lock of the jobs' table alone.

  enum Phase: Sendable {
    /// An action is on its way to the store.
    case dispatching
    /// Work that is to start.
    case registered
    /// Work that has started.
    case running
    /// A delay, or a source's timer.
    case waiting
    /// A throttled command that waits for the end of its interval.
    case held
    /// An interval of a throttle, which is no work itself.
    case interval
    /// Holds its children together, and has nothing else to do.
    case container
    /// A source that has ended by itself. It is not begun again while it stays wanted.
    case ended
    /// It is in the table no more.
    case gone
  }

  /// Tells the jobs of one runner apart; a later job has a greater one.
  let number: Int
  let token: EffectToken
  let parent: Job?
  /// Where the ids in `rest` belong.
  let scope: EffectPath
  let isSource: Bool
  var phase: Phase
  /// Where cancellation finds it: under its ids, and the children that it belongs to.
  var paths: [EffectPath]
  /// What stops it; nil until that is known.
  var stop: (@Sendable () -> Void)?
  var children: [Int: Job] = [:]
  /// What begins when the children have ended, the next one last.
  var rest: [CommandTree<Action>]
  /// Children are being added: it cannot end now.
  var isBeginning = false
  /// Of an interval: what it belongs to, how long the next one is, and the job that starts at the end.
  var throttle: (path: EffectPath, duration: Duration, held: Job?)?

  init(
    _ number: Int, _ phase: Phase, _ token: EffectToken, parent: Job?, paths: [EffectPath],
    scope: EffectPath, isSource: Bool, rest: [CommandTree<Action>]
  ) {
    self.number = number
    self.phase = phase
    self.token = token
    self.parent = parent
    self.paths = paths
    self.scope = scope
    self.isSource = isSource
    self.rest = rest
  }

  /// Whether it goes on by itself: it does not wait for its time.
  var isWorking: Bool { [.dispatching, .registered, .running].contains(phase) }

  /// Whether it is waited for where the end of all work is.
  var isAwaited: Bool { isCounted && !isSource }

  /// Whether more may come of it than the action that it sends now.
  var isInFlight: Bool {
    switch phase {
    case .interval, .dispatching: false
    case .container: !rest.isEmpty || children.values.contains(where: \.isInFlight)
    default: !token.isSendingLast.load(ordering: .acquiring)
    }
  }

  /// Whether it counts as work that has not ended.
  var isCounted: Bool { isWorking || phase == .waiting || phase == .held }
}
