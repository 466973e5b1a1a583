import Dispatch
import Synchronization

/// The state behind its lock, the reducer, and who is told of changes: what a root store is made of.
///
/// The code from `dispatch` to the subscribers is inlinable: a client's compiler
/// turns it into code for its own state and action. Measured, that makes a dispatch five to six
/// times faster, with middleware or a subscriber.
@usableFromInline
final class RootCore<State: Sendable, Action: Sendable>: Sendable {
  /// What the lock protects.
  @usableFromInline
  struct Cell: Sendable {
    @usableFromInline var state: State
    @usableFromInline var version: UInt64 = 0
    /// Nobody wants to know of a commit, and nothing is to be looked at.
    @usableFromInline var isUnwatched = true
    /// No commit follows.
    @usableFromInline var isClosing = false
    /// Observers of commits, and those of them that want the states.
    @usableFromInline var observers = 0
    @usableFromInline var stateObservers = 0
    /// A tool that notes every commit.
    @usableFromInline var recorder: (any CommitRecorder)?
    /// What observers have not yet seen, in version order.
    @usableFromInline var commits: [Commit<State, Action>] = []
    /// Dispatches that wait for room.
    @usableFromInline var waiters: [DispatchSemaphore] = []
    /// A thread delivers, until it finds under the lock that nothing is left.
    @usableFromInline var isDelivering = false

    init(state: State) { self.state = state }
  }

  @usableFromInline let cell: Guarded<Cell>
  @usableFromInline let reducer: Reducer<State, Action>
  @usableFromInline let runner: EffectRunner<Action>
  @usableFromInline let plan = DeliveryPlan()
  /// The thread inside the reducer, or 0. A thread that finds itself here must not lock: it already
  /// holds the lock.
  @usableFromInline let reducingThread = Atomic<UInt>(0)
  /// The newest version that observers of commits have seen.
  @usableFromInline let observedVersion = Atomic<UInt64>(0)
  /// The sinks have written everything up to this version.
  @usableFromInline package let flushedVersion = Atomic<UInt64>(0)
  /// A dispatch waits for room.
  @usableFromInline let isAwaited = Atomic(false)
  /// Somebody who must not wait has dispatched though too many commits wait for observers.
  @usableFromInline let isOverfull = Atomic(false)
  @usableFromInline let activitySlot = ThreadActivity.slot

  // Safe: set once, by `start`, before anybody else has the store.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var handlers:
    [Middleware<State, Action>.Handler] = []
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var sinks:
    [any CommitSink<State, Action>] = []
  // Looked at by every dispatch: to ask an array whether it is empty counts a reference to it.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var hasHandlers = false
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var hasSinks = false
  // The type of a sink is slow to find where code is not compiled for the program's own types.
  @exclusivity(unchecked) nonisolated(unsafe) var flushers: [@Sendable (UInt64) -> Void] = []
  @exclusivity(unchecked) nonisolated(unsafe) var finishers: [@Sendable () -> Void] = []
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var services: [any Sendable] = []
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var startupFailures: [any Error] =
    []

  // Safe: these belong to the thread that delivers, as the plan does. They are filled under the lock.
  /// What observers are to be told, the next commit last: what was told is released at once.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe)
    var inFlight: [Commit<State, Action>] = []
  /// What subscribers are to be told; nil when nobody subscribes, so that no copy of the state is made for
  /// nobody.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var stateInFlight: State?
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var versionInFlight: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var isLastInFlight = false
  /// To be released without the lock.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var garbage: [PlanNode] = []
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var hasGarbage = false

  let link: StoreLink<State, Action>
  let scope: Scope<State, Action>
  @usableFromInline let issues: IssueHub
  @usableFromInline let dependencies: Dependencies
  /// The thread that completes the end, or did; else 0.
  let completingThread = Atomic<UInt>(0)
  /// Delivers what a thread leaves that has done its share.
  @usableFromInline package let deliveryQueue = DispatchQueue(label: "millrace.delivery")
  /// Entered until the end is complete.
  let ended = DispatchGroup()

  init(
    initial: State, reducer: Reducer<State, Action>, dependencies: Dependencies, issues: IssueHub
  ) {
    let link = StoreLink<State, Action>(reducer, dependencies, issues)
    self.link = link
    scope = Scope(link)
    self.issues = issues
    self.reducer = reducer
    self.dependencies = dependencies
    runner = EffectRunner(
      dependencies: dependencies, storeID: ObjectIdentifier(link),
      deliver: { action, token, site in link.dispatch(action, from: site, token: token) },
      report: { issues.report($0) })
    cell = Guarded(Cell(state: initial))
    ended.enter()
  }

  // MARK: Reading

  @inlinable
  var newest: Snapshot<State> {
    stopIfReducing("read")
    return cell.withLock { Snapshot(state: $0.state, version: $0.version) }
  }

  @inlinable
  func stopIfReducing(_ what: String) {
    if reducingThread.load(ordering: .relaxed) == currentThread() { stopNested(what) }
  }

  @usableFromInline
  func stopNested(_ what: String) -> Never {
    programmerError(
      """
      A reducer tried to \(what) the store that is running it. Reducers are pure: read the state that is passed in, \
      and dispatch from a middleware, a thunk or a subscriber instead, or return a command.
      """)
  }
}
