/// Tells the jobs of one runner apart; a later job has a greater one.
typealias JobID = Int

/// Something that was asked for and has not ended: work, a wait, a source, or commands that belong
/// together.
struct Job<Action: Sendable>: Sendable {
  typealias Stop = @Sendable () -> Void

  enum Phase: Sendable {
    /// An action is on its way to the store.
    case dispatching
    /// Work that is to start.
    case registered
    /// Work that has started, and what stops it; nil until that is known.
    case running(Stop?)
    /// A delay, and what stops it; nil until that is known.
    case waiting(Stop?)
    /// A source's timer: the number of the tick that is to come, and what stops it.
    case ticking(Int, Stop)
    /// A throttled command that waits for the end of its interval.
    case held
    /// An interval of a throttle, which is no work itself.
    case interval(Interval)
    /// Holds its children together, and has nothing else to do.
    case container
    /// A source that has ended by itself. It is not begun again while it stays wanted.
    case ended
  }

  struct Interval: Sendable {
    let path: EffectPath
    var stop: Stop?
    var duration: Duration
    /// The job that starts at the end.
    var held: JobID?
  }

  let token: EffectToken
  let parent: JobID?
  /// Where cancellation finds it: under its ids, and the children that it belongs to.
  var paths: [EffectPath]
  /// Where the ids in `rest` belong.
  let scope: EffectPath
  let isSource: Bool
  var phase: Phase
  var children: Set<JobID> = []
  /// What begins when the children have ended, the next one last.
  var rest: [CommandTree<Action>] = []
  /// Children are being added: it cannot end now.
  var isBeginning = false

  /// Whether it counts as work that has not ended.
  var isCounted: Bool {
    switch phase {
    case .dispatching, .registered, .running, .waiting, .ticking, .held: true
    case .interval, .container, .ended: false
    }
  }

  /// Whether it goes on by itself: it does not wait for its time.
  var isWorking: Bool {
    switch phase {
    case .dispatching, .registered, .running: true
    case .waiting, .ticking, .held, .interval, .container, .ended: false
    }
  }
}
