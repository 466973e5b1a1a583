import Synchronization

/// The state behind its lock, the reducer, and those who listen.
///
/// The way of an action, from `dispatch` to the subscribers, is inlinable: a client's compiler
/// turns it into code for its own state and action. Measured, that makes a dispatch five to six
/// times faster, with middleware or a subscriber.
@usableFromInline
final class Core<State: Sendable, Action: Sendable>: Sendable {
  /// What the lock protects.
  @usableFromInline
  struct Cell: Sendable {
    @usableFromInline var state: State
    @usableFromInline var version: UInt64 = 0
    @usableFromInline var isFinished = false
    /// What observers have not yet seen, in version order.
    @usableFromInline var commits: [Commit<State, Action>] = []
    @usableFromInline var probes = Probes()

    init(state: State) { self.state = state }
  }

  /// What is left to do for an action when the lock is given back.
  @usableFromInline
  enum Outcome: Sendable {
    /// Applied, and this thread has nothing more to do.
    case committed
    /// Applied, and this thread now holds the baton: it must deliver.
    case mustDeliver(Batch)
    /// Not applied: the store has finished.
    case finished
    /// Not applied: the work that sent it was cancelled.
    case cancelled
  }

  @usableFromInline let cell: Guarded<Cell>
  @usableFromInline let reducer: Reducer<State, Action>
  @usableFromInline let runner: CommandRunner<Action>
  @usableFromInline let interest: Interest
  @usableFromInline let baton = Baton()
  /// The thread inside the reducer, or 0. A thread that finds itself here must not lock: it already
  /// holds the lock.
  @usableFromInline let reducingThread = Atomic<UInt>(0)
  /// The thread that holds the baton, or 0.
  @usableFromInline let deliveringThread = Atomic<UInt>(0)
  @usableFromInline let audience: Audience<State>
  /// The audience's.
  @usableFromInline let topology: Topology
  @usableFromInline let observers: ListenerList<Commit<State, Action>>

  init(initial: State, reducer: Reducer<State, Action>, runner: CommandRunner<Action>) {
    let interest = Interest()
    self.interest = interest
    self.reducer = reducer
    self.runner = runner
    cell = Guarded(Cell(state: initial))
    audience = Audience(root: interest)
    topology = audience.topology
    observers = ListenerList(ListenerTable(interest: interest))
  }

  @inlinable
  var snapshot: Snapshot<State> {
    stopIfReducing("read")
    return cell.withLock { Snapshot(state: $0.state, version: $0.version) }
  }

  @inlinable
  var state: State {
    stopIfReducing("read")
    return cell.withLock { $0.state }
  }

  @inlinable
  var isFinished: Bool { cell.withLock { $0.isFinished } }

  /// Puts a restored state in the place of the initial one. Only before the store is handed out.
  func replaceInitial(_ state: State) {
    cell.withLock { $0.state = state }
  }

  /// Applies an action under the lock, in place: no copy is made when nobody else holds the state's
  /// parts.
  /// - Parameters:
  ///   - token: Of the work that sent the action; nil for an action from outside.
  ///   - enlisted: Becomes what the reducer's command is to start, if there is one.
  @inlinable
  func commit(
    _ action: Action, from site: CallSite?, token: EffectToken?,
    enlisted: inout Enlisted<Action>?
  ) -> Outcome {
    let thread = currentThread()
    // Relaxed is enough: the only value that matters is this thread's own, and only this thread
    // writes that.
    if reducingThread.load(ordering: .relaxed) == thread { stopNested("dispatch to") }
    return cell.withLock { cell in
      if cell.isFinished { return .finished }
      // Looked at under the lock that cancelling commands are committed under: what was cancelled
      // by then is never applied.
      if let token, token.isSilent { return .cancelled }
      if !interest.isNone {
        return commitForListeners(&cell, action, site, token != nil, thread, &enlisted)
      }
      reducingThread.store(thread, ordering: .relaxed)
      let command = reducer.run(&cell.state, action)
      reducingThread.store(0, ordering: .relaxed)
      cell.version &+= 1
      if !command.isNone { enlisted = runner.enlist(command) }
      if cell.probes.generation != topology.generation.load(ordering: .acquiring) {
        cell.probes.update(for: audience)
        // What is kept for deliveries is to follow, also when nothing comes to be delivered: a branch
        // that has gone holds the last value that it passed on.
        return baton.takeOrLeaveWord() ? .mustDeliver(takeBatch(&cell)) : .committed
      }
      if cell.probes.list.isEmpty || !isAnyConcerned(&cell) { return .committed }
      return baton.takeOrLeaveWord() ? .mustDeliver(takeBatch(&cell)) : .committed
    }
  }

  /// Whether a branch may be concerned by the state as it is now.
  @inlinable
  func isAnyConcerned(_ cell: inout Cell) -> Bool {
    // Whoever delivers is changing what a probe looks at.
    if !baton.isFree { return true }
    return withUnsafePointer(to: &cell.state) { state in
      cell.probes.isAnyConcerned(by: state)
    }
  }

  /// Stops the program if this is no time for something: inside the reducer, or after the end.
  @inlinable
  func admit(_ use: StoreUse) {
    stopIfReducing(use.rawValue)
    if isFinished { refuseAfterFinish(use) }
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
