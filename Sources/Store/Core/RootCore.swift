import Synchronization

#if canImport(Dispatch)
  import Dispatch
#endif

/// A root store's state behind its lock, its reducer, and its delivery to observers and
/// subscribers.
///
/// The code from `dispatch` to the subscribers is inlinable, so that a client's compiler
/// specialises it for the client's state and action. Measured, a dispatch with middleware or a
/// subscriber is then five to six times faster.
@usableFromInline
final class RootCore<State: Sendable, Action: Sendable>: Sendable {
  /// The values that the lock protects.
  @usableFromInline
  struct Cell: Sendable {
    @usableFromInline var state: State
    @usableFromInline var version: UInt64 = 0
    /// Whether the store is ending: no commit follows.
    @usableFromInline var isEnding = false
    /// The state before the commit that is being made, if an observer or a sink needs it.
    @usableFromInline var before: State?
    /// The number of observers of commits, and the number of observers that want the states.
    @usableFromInline var observers = 0
    @usableFromInline var stateObservers = 0
    /// The tool that records every commit, if there is one.
    @usableFromInline var recorder: (any CommitRecorder)?
    /// The actions that a tool holds; nil while no tool holds actions.
    @usableFromInline var held: HeldActions<Action>? { didSet { isHolding = held != nil } }
    /// Whether `held` is not nil. The flag is stored, because each dispatch reads it, and a
    /// comparison of `held` with nil would take ten instructions.
    @usableFromInline private(set) var isHolding = false
    /// The commits not yet delivered to observers, in version order.
    @usableFromInline var commits: [Commit<State, Action>] = []
    /// The dispatches that wait until observers catch up.
    @usableFromInline var waiters: [DispatchSemaphore] = []
    /// Whether a thread is delivering. The thread stops only when it finds under the lock that
    /// nothing is left.
    @usableFromInline var isDelivering = false

    init(state: State) { self.state = state }

    /// Whether an observer or a tool follows the commits.
    @inlinable var isWatched: Bool { observers > 0 || recorder != nil || isHolding }
  }

  @usableFromInline let cell: Guarded<Cell>
  @usableFromInline let reducer: Reducer<State, Action>
  @usableFromInline let runner: EffectRunner<Action>
  @usableFromInline let plan = DeliveryPlan()
  /// The thread that runs the reducer, or other code of the program, under the lock; 0 if none
  /// does. If a thread finds its own number here, it must not lock, because it already holds the
  /// lock.
  @usableFromInline let reducingThread = Atomic<UInt>(0)
  /// The newest version that all observers of commits have seen.
  @usableFromInline let observedVersion = Atomic<UInt64>(0)
  /// The version up to which the sinks have written all commits.
  @usableFromInline package let flushedVersion = Atomic<UInt64>(0)
  /// The newest version that the sinks have enqueued. They have nothing to write for later versions.
  @usableFromInline let enqueuedVersion = Atomic<UInt64>(0)
  /// Whether any dispatch is waiting until observers catch up.
  @usableFromInline let hasWaiters = Atomic(false)
  /// Whether a thread that must not wait dispatched although too many commits wait for observers.
  @usableFromInline let hasExceededCommitLimit = Atomic(false)
  @usableFromInline let activitySlot = ThreadActivity.slot

  // Safe: `start` sets these variables once, before any other code has the store.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var handlers:
    [Middleware<State, Action>.Handler] = []
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var sinks:
    [any CommitSink<State, Action>] = []
  // Every dispatch reads these flags. It does not read `isEmpty` of the arrays, because that would
  // retain and release the array.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var hasHandlers = false
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var hasSinks = false
  /// The sources that a state requires; nil if the reducer has none.
  @usableFromInline let sources: (@Sendable (State) -> [ActionSource<Action>])?
  @usableFromInline let hasSources: Bool
  // The flushers are closures, because the type of a sink is slow to look up in unspecialised code.
  @exclusivity(unchecked) nonisolated(unsafe) var flushers: [@Sendable (UInt64) -> Void] = []
  @exclusivity(unchecked) nonisolated(unsafe) var finishers: [@Sendable () -> Void] = []
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var services: [any Sendable] = []
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var startupFailures: [any Error] =
    []

  // Safe: like the plan, these variables belong to the thread that delivers, which fills them under
  // the lock.
  /// The commits to deliver to observers, newest first, so that each is removed from the end of the
  /// array and released after its delivery.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe)
    var batchCommits: [Commit<State, Action>] = []
  /// The state to deliver to subscribers; nil without subscribers, so that the state is not copied
  /// needlessly.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var batchState: State?
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var batchVersion: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var batchIsLast = false
  /// The nodes to release without holding the lock.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var nodesToRelease: [PlanNode] = []
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var hasNodesToRelease = false

  let link: StoreLink<State, Action>
  let scope: Scope<State, Action>
  @usableFromInline let issues: IssueHub
  @usableFromInline let dependencies: Dependencies
  /// The thread that is ending the store or has ended it; 0 before that.
  let completingThread = Atomic<UInt>(0)
  /// Continues the delivery of a thread that has reached its delivery limit.
  @usableFromInline package let deliveryQueue = DispatchQueue(label: "millrace.delivery")
  /// A group that the store leaves when it has ended.
  let endGroup = DispatchGroup()

  init(
    initial: State, reducer: Reducer<State, Action>, dependencies: Dependencies, issues: IssueHub
  ) {
    let link = StoreLink<State, Action>(reducer, dependencies, issues)
    self.link = link
    scope = Scope(link)
    self.issues = issues
    self.reducer = reducer
    sources = reducer.sources
    hasSources = sources != nil
    self.dependencies = dependencies
    runner = EffectRunner(
      dependencies: dependencies, storeID: ObjectIdentifier(link),
      deliver: { action, token, site in link.dispatch(action, from: site, token: token) },
      report: { issues.report($0) })
    cell = Guarded(Cell(state: initial))
    endGroup.enter()
  }

  // MARK: Reading

  @inlinable
  var newest: Snapshot<State> {
    stopIfReducing("read")
    return withCell { Snapshot(state: $0.state, version: $0.version) }
  }

  /// Calls a body under the lock, and then applies the changes of the plan that were postponed
  /// because the lock was held.
  @inlinable
  func withCell<Result: Sendable>(_ body: (inout Cell) -> Result) -> Result {
    let result = cell.withLock { body(&$0) }
    if plan.hasPending.load(ordering: .sequentiallyConsistent) { applyPendingChangesIfIdle() }
    return result
  }

  @inlinable
  func stopIfReducing(_ what: String) {
    if reducingThread.load(ordering: .relaxed) == currentThread() { stopReentrantUse(what) }
  }

  @usableFromInline
  func stopReentrantUse(_ what: String) -> Never {
    programmerError(
      """
      A reducer tried to \(what) the store that runs it. Reducers are pure: read the state argument, \
      and dispatch from a middleware, a thunk or a subscriber instead, or return a command.
      """)
  }
}
