import MillraceDifference
import MillraceStore
import Synchronization

/// A store for tests, which requires the test to state every change and every action of an effect.
///
/// ```swift
/// let store = TestStore(initial: Search(), reducer: search)
/// try await store.send(.typed("swift")) { $0.text = "swift" }
/// store.clock.advance(by: .milliseconds(300))
/// try await store.receive(.found(3)) { $0.results = 3 }
/// try await store.finish()
/// ```
///
/// The test function must not be `@MainActor`: its closures, which state the changes, would belong
/// to the main actor, and Swift 6 does not permit passing them to the store.
///
/// A closure states the change by applying it to the state before the action. The store applies
/// actions like any store, with middleware and effects, on a `ManualClock`. Actions of effects and
/// middleware are applied at once, and queued until the test receives them in their order. If
/// something is not stated, the store throws a `TestStoreFailure`, whose description names each key
/// path with its values before and after.
public final class TestStore<State: Equatable & Sendable, Action: Equatable & Sendable>: Sendable {
  /// The clock of the effects, which the test advances.
  public let clock: ManualClock
  private let store: Store<State, Action>
  private let journal: TestJournal<State, Action>
  private let live = LiveDependencies()
  private let isExhaustive: Bool
  private let timeout: Duration
  private let onUnfinished: @Sendable (String) -> Void
  private let site: String
  private let isFinished = Atomic(false)
  private let expectations = Guarded(Expectations())

  private struct Expectations: Sendable {
    var issues: [StoreIssue] = []
    /// Whether effects may still run at the end of the test.
    var skipsEffects = false
  }

  /// Makes a store for a test.
  /// - Parameters:
  ///   - initial: The first state.
  ///   - reducer: Applies actions to the state.
  ///   - middleware: The middleware, outermost first.
  ///   - start: A command to perform when the store has started.
  ///   - clock: The clock of the effects. Pass a clock if the effects also use it without the
  ///     dependencies.
  ///   - exhaustive: Whether the test must state everything. If false, the store checks what the
  ///     test states, and ignores everything else.
  ///   - timeout: How long, in real time, to wait for an effect that runs but sends nothing. Only a
  ///     failing test takes this long.
  ///   - setDependencies: Sets the dependencies of effects, sources and middleware, except the
  ///     clock. If these read a dependency that is not set here, `finish()` throws.
  ///   - onUnfinished: Called with a message when an exhaustive store is released before `finish()`
  ///     was called; by default, prints it to standard error. Pass your test framework's function
  ///     that records a failure.
  public init(
    initial: State, reducer: Reducer<State, Action>, middleware: [Middleware<State, Action>] = [],
    start: Command<Action> = .none, clock: ManualClock = ManualClock(), exhaustive: Bool = true,
    timeout: Duration = .seconds(5), fileID: StaticString = #fileID, line: UInt = #line,
    dependencies setDependencies: (inout Dependencies) -> Void = { _ in },
    onUnfinished: (@Sendable (String) -> Void)? = nil
  ) {
    let journal = TestJournal<State, Action>(initial)
    self.clock = clock
    self.journal = journal
    self.timeout = timeout
    isExhaustive = exhaustive
    self.onUnfinished = onUnfinished ?? { printToStandardError($0) }
    site = "\(fileID):\(line)"
    var dependencies = Dependencies(clock: clock)
    setDependencies(&dependencies)
    live.watch(&dependencies)
    store = Store(
      initial: initial, reducer: reducer, middleware: [journal.middleware] + middleware,
      start: start, dependencies: dependencies,
      // Issues fail the test in `finish()`.
      onIssue: { _ in })
    journal.begin(with: store)
  }

  deinit {
    if isExhaustive, !isFinished.load(ordering: .relaxed) {
      onUnfinished(
        """
        \(site): a TestStore was released before its finish() was called. End the test with try await \
        store.finish(), which fails if the test did not state a change or an action.
        """)
    }
  }

  /// The state after all actions that the test has sent and received so far. It excludes actions of
  /// effects that are not yet received.
  public var state: State { journal.state }

  /// The issues that the store has reported and the test has not expected: see `Issues`.
  public var issues: [StoreIssue] {
    let expected = expectations.withLock { $0.issues }
    return store.issues.recorded.filter { !expected.contains($0) }
  }

  /// Expects an issue, which then does not fail the test. Waits for it if necessary.
  /// - Parameter condition: Whether an issue is the expected one.
  /// - Returns: The issue that satisfies the condition.
  /// - Throws: `TestStoreFailure` if there is no such issue, and either no effect or source is
  ///   running that could cause it, or the timeout is over.
  @discardableResult
  public func expectIssue(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    where condition: @escaping @Sendable (StoreIssue) -> Bool
  ) async throws -> StoreIssue {
    let limit = Deadline(after: timeout, journal.notifier)
    let found: StoreIssue? = await journal.notifier.wait { [weak self] in
      guard let self else { return .some(nil) }
      let working = store.work.working
      if let issue = issues.first(where: condition) { return .some(issue) }
      return working > 0 && !limit.isOver ? nil : .some(nil)
    }
    guard let found else {
      throw TestStoreFailure(
        kind: .nothingReceived, call: CallSite(fileID: fileID, line: line, function: function),
        message: "The expected issue was not reported. Reported were:\(lines(issues))")
    }
    expectations.withLock { $0.issues.append(found) }
    return found
  }

  /// Skips the actions of effects and middleware that the test has not received: `state` includes
  /// their changes from now on.
  public func skipReceivedActions() {
    for entry in journal.takeAllReceived() { journal.markChecked(at: entry) }
  }

  /// Allows effects that are still running at the end of the test: `finish()` then cancels them.
  public func skipRunningEffects() { expectations.withLock { $0.skipsEffects = true } }

  /// Sends an action, and states how it changes the state.
  /// - Parameters:
  ///   - action: The action to send.
  ///   - change: Changes the state before the action into the state after it. Without it, the
  ///     action must change nothing.
  /// - Throws: `TestStoreFailure` if the state differs, if actions of effects are not yet received,
  ///   or if a middleware drops the action; and the errors of `change`.
  public func send(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ change: ((inout State) throws -> Void)? = nil
  ) async throws {
    let call = CallSite(fileID: fileID, line: line, function: function)
    let text = logText(action, limit: 200)
    try checkAllReceived("before \(text) is sent", call)
    journal.send(from: call)
    store.dispatch(action, from: call)
    guard let entry = await nextSent() else {
      journal.send(from: nil)
      throw TestStoreFailure(
        kind: .notCommitted, call: call,
        message: "\(text) did not reach the reducer: a middleware did not forward it.")
    }
    try check(entry, change, call)
  }

  /// Receives the next action of an effect or a middleware, waits for it if necessary, and states
  /// how it changes the state.
  /// - Parameters:
  ///   - action: The expected action.
  ///   - change: As for `send`.
  /// - Throws: `TestStoreFailure` if the action or the state differs. Throws without waiting if no
  ///   action is queued and nothing runs except delays and timers, which wait for the clock. The
  ///   call waits for an effect that itself sleeps on the clock, because such an effect cannot be
  ///   distinguished from one that works.
  public func receive(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ change: ((inout State) throws -> Void)? = nil
  ) async throws {
    let call = CallSite(fileID: fileID, line: line, function: function)
    let wanted = logText(action, limit: 200)
    try await receive(
      wanted, where: { $0 == action },
      difference: { found in
        StateDifference.lines(action, found, limit: 20)
      }, call, change)
  }

  /// Receives the next action of an effect or a middleware, and waits for it if necessary. The
  /// action must satisfy a condition.
  /// - Parameters:
  ///   - condition: Whether the action is the expected one.
  ///   - change: As for `send`.
  /// - Throws: Like `receive(_:)`.
  public func receive(
    where condition: (Action) -> Bool, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ change: ((inout State) throws -> Void)? = nil
  ) async throws {
    let call = CallSite(fileID: fileID, line: line, function: function)
    try await receive(
      "an action that satisfies the condition", where: condition, difference: { _ in [] }, call,
      change)
  }

  /// Receives the next action of an effect or a middleware, and waits for it if necessary. The
  /// action must match a case.
  /// - Parameters:
  ///   - path: The case, such as the actions of a child.
  ///   - change: As for `send`.
  /// - Returns: The associated value of the case.
  /// - Throws: Like `receive(_:)`.
  @discardableResult
  public func receive<Part>(
    _ path: CasePath<Action, Part>, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ change: ((inout State) throws -> Void)? = nil
  ) async throws -> Part {
    let call = CallSite(fileID: fileID, line: line, function: function)
    var part: Part?
    try await receive(
      "an action with a \(Part.self)",
      where: { action in
        part = path.extract(action)
        return part != nil
      }, difference: { _ in [] }, call, change)
    guard let part else { preconditionFailure("The received action has no part of this case.") }
    return part
  }

  /// Ends the test: waits for effects that do not wait for the clock, and ends the store.
  /// - Throws: `TestStoreFailure` if actions of effects are not received, if effects still run, if
  ///   an effect threw an error that no `catch` turned into an action, or if the store reported
  ///   another issue, such as an action for a removed child. Sources, which run as long as the
  ///   state requires them, may still run. Even a store that is not exhaustive throws if it used a
  ///   live dependency that the test did not set: a key's default, or the system's random numbers.
  public func finish(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) async throws {
    let call = CallSite(fileID: fileID, line: line, function: function)
    isFinished.store(true, ordering: .relaxed)
    defer { store.finish() }
    guard isExhaustive else { return try checkDependencies(call) }
    let skipsEffects = expectations.withLock { $0.skipsEffects }
    let limit = Deadline(after: timeout, journal.notifier)
    await journal.notifier.wait { [store] in
      store.work.workingEffects == 0 || skipsEffects || limit.isOver ? true : nil
    }
    // The dependencies are checked first, because a live dependency may cause the other failures.
    try checkDependencies(call)
    try checkAllReceived("at the end", call)
    let running = skipsEffects ? 0 : store.work.effects
    if running > 0 {
      throw TestStoreFailure(
        kind: .effectsRunning, call: call,
        message: """
          \(running) effects are still running at the end. Receive what they send, cancel them, or advance the clock.
          """)
    }
    if !failedEffects.isEmpty {
      throw TestStoreFailure(
        kind: .effectFailed, call: call,
        message: "Effects failed, and no catch turned their errors into actions:\(failedEffects)")
    }
    if !issues.isEmpty {
      throw TestStoreFailure(
        kind: .issueReported, call: call,
        message: "The store reported issues:\(lines(issues))")
    }
  }
}

extension TestStore {
  private func receive(
    _ wanted: String, where condition: (Action) -> Bool, difference: (Action) -> [String],
    _ call: CallSite, _ change: ((inout State) throws -> Void)?
  ) async throws {
    while true {
      guard let entry = await nextReceived() else {
        throw TestStoreFailure(
          kind: .nothingReceived, call: call,
          message:
            "\(wanted) was not received: \(reasonForNothing)\(failedEffects)\(liveDependencies.map { "\n\($0)" } ?? "")"
        )
      }
      if condition(entry.action) { return try check(entry, change, call) }
      // A test that is not exhaustive skips actions that it does not expect.
      if !isExhaustive { continue }
      let lines = difference(entry.action).map { "\n  \($0)" }.joined()
      throw TestStoreFailure(
        kind: .wrongAction, call: call,
        message: """
          Expected to receive \(wanted), but received \(logText(entry.action, limit: 200))\(lines.isEmpty ? "" : " (expected → found):")\(lines)
          """)
    }
  }

  /// Returns the commit of the action that the test has sent; nil if a middleware dropped it.
  private func nextSent() async -> TestJournal<State, Action>.Entry? {
    if let entry = journal.takeSent() { return entry }
    // Another thread may still be delivering the commit to the journal.
    let limit = Deadline(after: timeout, journal.notifier)
    return await journal.notifier.wait { [store, journal] in
      // The middleware has returned, so an action that it forwarded is committed. The versions are
      // compared first, because the journal may receive the commit in between.
      let isUpToDate = journal.version == store.snapshot.version
      if let entry = journal.takeSent() { return .some(entry) }
      return isUpToDate || limit.isOver ? .some(nil) : nil
    }
  }

  /// Returns the commit of the next action of an effect or a middleware; nil if none can come, or
  /// if none came before the timeout.
  private func nextReceived() async -> TestJournal<State, Action>.Entry? {
    let limit = Deadline(after: timeout, journal.notifier)
    return await journal.notifier.wait { [store, journal] in
      // Counts the running work before taking an action from the journal. The actions of work that
      // ended before the count are already in the journal.
      let working = store.work.working
      if let entry = journal.takeReceived() { return .some(entry) }
      // Another thread may be about to deliver the newest action to the journal.
      let isUpToDate = journal.version == store.snapshot.version
      let mayArrive = working > 0 || !isUpToDate
      return mayArrive && !limit.isOver ? nil : .some(nil)
    }
  }

  /// The errors of effects that no `catch` handled, one on each line.
  private var failedEffects: String {
    lines(
      issues.filter { issue in
        if case .effectFailed = issue { true } else { false }
      })
  }

  private func lines(_ items: [some Sendable]) -> String {
    items.map { "\n  \($0)" }.joined()
  }

  /// A message about dependencies that the test did not set; nil if it set all that were used.
  private var liveDependencies: String? {
    if live.hints.isEmpty { return nil }
    return """
      The store used live dependencies that the test did not set. Set them in the TestStore's argument \
      dependencies:\(lines(live.hints))
      """
  }

  private func checkDependencies(_ call: CallSite) throws {
    guard let message = liveDependencies else { return }
    throw TestStoreFailure(kind: .liveDependency, call: call, message: message)
  }

  private var reasonForNothing: String {
    let running = store.work.effects + store.work.sources
    if running == 0 { return "no effect is running that could send it." }
    let advance = "dvance it: store.clock.advance(by: …)."
    if store.work.working == 0 {
      return "the running effects wait for the clock. A\(advance)"
    }
    // A task that sleeps on the clock cannot be distinguished from one that works.
    let hint = clock.pendingCount > 0 ? " If they wait for the clock, a\(advance)" : ""
    return "\(running) effects are running, and sent nothing for \(timeout).\(hint)"
  }

  private func checkAllReceived(_ when: String, _ call: CallSite) throws {
    let waiting = journal.takeAllReceived()
    guard isExhaustive, !waiting.isEmpty else { return }
    let lines = waiting.map { "\n  \(logText($0.action, limit: 200))" }.joined()
    throw TestStoreFailure(
      kind: .unreceivedActions, call: call,
      message: "Effects or middleware sent actions that the test has not received \(when):\(lines)")
  }

  private func check(
    _ entry: TestJournal<State, Action>.Entry, _ change: ((inout State) throws -> Void)?,
    _ call: CallSite
  ) throws {
    journal.markChecked(at: entry)
    // In a test that is not exhaustive, `change` sets only parts of the new state.
    var expected = isExhaustive ? entry.before : entry.after
    try change?(&expected)
    if expected == entry.after { return }
    let action = logText(entry.action, limit: 200)
    func message(_ text: String, _ old: State, _ new: State) -> String {
      "\(action) \(text):" + StateDifference.lines(old, new, limit: 20).map { "\n  \($0)" }.joined()
    }
    if expected == entry.before {
      throw TestStoreFailure(
        kind: .unexpectedChange, call: call,
        message: message(
          "made a change that the test does not state (before → after)", entry.before, entry.after))
    }
    throw TestStoreFailure(
      kind: .wrongState, call: call,
      message: message(
        "led to a different state than the test states (expected → found)", expected, entry.after))
  }
}
