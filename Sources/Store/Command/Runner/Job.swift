/// Tells the jobs of one runner apart; a later job has a greater one.
typealias JobID = Int

/// Something that a command asked for and that has not ended: work, a wait, or commands that belong
/// together.
struct Job<Action: Sendable>: Sendable {
  enum Phase: Sendable {
    /// An action is on its way to the store.
    case dispatching
    /// Work that is to start.
    case enlisted
    /// Work that has started; nil until its task is known.
    case running(Task<Void, Never>?)
    /// A delay; nil until its timer is known.
    case waiting(ScheduledWork?)
    /// A throttled command that waits for the end of its interval.
    case held
    /// An interval of a throttle, which is no work itself.
    case interval(Interval)
    /// Holds its children together, and has nothing else to do.
    case container
  }

  struct Interval: Sendable {
    let path: EffectPath
    var timer: ScheduledWork?
    var duration: Duration
    /// The job that starts at the end.
    var held: JobID?
  }

  let token = EffectToken()
  let parent: JobID?
  /// Where cancellation finds it: under its ids, and the places that it belongs to.
  var paths: [EffectPath]
  /// The place of the ids in `rest`.
  let place: EffectPath
  var phase: Phase
  var children: Set<JobID> = []
  /// What begins when the children have ended, the next one last.
  var rest: [CommandTree<Action>] = []
  /// Children are being added: it cannot end now.
  var isBeginning = false

  /// Whether it counts as work that has not ended.
  var isCounted: Bool {
    switch phase {
    case .dispatching, .enlisted, .running, .waiting, .held: true
    case .interval, .container: false
    }
  }

  /// Whether it goes on by itself: it does not wait for its time.
  var isWorking: Bool {
    switch phase {
    case .dispatching, .enlisted, .running: true
    case .waiting, .held, .interval, .container: false
    }
  }
}
