import MillraceDifference
import MillraceStore
import Synchronization

/// A store for tests, which demands that every change and every action of an effect be stated.
///
/// ```swift
/// let store = TestStore(initial: Search(), reducer: search)
/// try await store.send(.typed("swift")) { $0.text = "swift" }
/// store.clock.advance(by: .milliseconds(300))
/// try await store.receive(.found(3)) { $0.results = 3 }
/// try await store.finish()
/// ```
///
/// What a closure states is a change to the state before the action. The action is applied as in any
/// store, with its middleware and effects; time is a `ManualClock`. Actions of effects, and those that a
/// middleware dispatches by itself, are applied when they are sent, and wait to be received in their
/// order. Whatever is not stated is thrown, as a `TestStoreFailure` whose description says which key
/// path had which value before and after.
public final class TestStore<State: Equatable & Sendable, Action: Equatable & Sendable>: Sendable {
  /// The time of the effects.
  public let clock: ManualClock
  private let store: Store<State, Action>
  private let journal: TestJournal<State, Action>
  private let live = LiveDependencies()
  private let isExhaustive: Bool
  private let timeout: Duration
  private let onUnfinished: @Sendable (String) -> Void
  private let site: String
  private let isFinished = Atomic(false)

  /// Makes a store for a test.
  /// - Parameters:
  ///   - initial: The state to begin with.
  ///   - reducer: What actions do.
  ///   - middleware: The outermost first.
  ///   - sources: The long-lived work that a state wants.
  ///   - start: A command to begin with.
  ///   - clock: The time of the effects; pass the one that they are given otherwise.
  ///   - exhaustive: Whether everything must be stated. Without it, what is stated must be so, and
  ///     what is not is passed over.
  ///   - timeout: How long, in real time, to wait for an effect that runs but sends nothing. Only a
  ///     test that fails takes so long.
  ///   - setDependencies: Sets what effects, sources and middleware depend on, besides the clock. Where they
  ///     reach one that is not set here, `finish()` throws.
  ///   - onUnfinished: Told what to do by a store that is released before `finish()` was called; the default
  ///     prints it to standard error. Pass your test framework's function that records a failure.
  public init(
    initial: State, reducer: Reducer<State, Action>, middleware: [Middleware<State, Action>] = [],
    sources: (@Sendable (State) -> [ActionSource<Action>])? = nil,
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
      sources: sources, start: start, dependencies: dependencies,
      // They fail the test at its end.
      onIssue: { _ in })
    journal.begin(with: store)
  }

  deinit {
    if isExhaustive, !isFinished.load(ordering: .relaxed) {
      onUnfinished(
        """
        \(site): a TestStore was released before its finish() was called. End the test with try await \
        store.finish(), which fails if something was not stated.
        """)
    }
  }

  /// The state after everything that the test has sent and received so far. Actions of effects that
  /// wait to be received are not in it.
  public var state: State { journal.state }

  /// What the store has reported: see `Issues`.
  public var issues: [StoreIssue] { store.issues.recorded }

  /// Sends an action, and states how it changes the state.
  /// - Parameters:
  ///   - action: What happens.
  ///   - change: Makes of the state before the action the state after it. Without it, the action must
  ///     change nothing.
  /// - Throws: `TestStoreFailure` if the state is another one, if actions of effects wait to be
  ///   received, or if a middleware swallows the action; and what `change` throws.
  public func send(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ change: ((inout State) throws -> Void)? = nil
  ) async throws {
    let call = CallSite(fileID: fileID, line: line, function: function)
    let text = logText(action, limit: 200)
    try checkNothingWaits("before \(text) is sent", call)
    journal.send(from: call)
    store.dispatch(action, from: call)
    guard let entry = await nextSent() else {
      journal.send(from: nil)
      throw TestStoreFailure(
        kind: .notCommitted, call: call,
        message: "\(text) did not reach the reducer: a middleware did not pass it on.")
    }
    try check(entry, change, call)
  }

  /// Receives the next action that an effect, or a middleware by itself, sent, waiting for it if need
  /// be, and states how it changes the state.
  /// - Parameters:
  ///   - action: What must have been sent.
  ///   - change: As for `send`.
  /// - Throws: `TestStoreFailure` if it is another action or another state; at once, when no action
  ///   waits and nothing runs that could send one, but delays and timers, which wait for the clock. An
  ///   effect that sleeps on the clock by itself may as well be working: it is waited for.
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

  /// Receives the next action that an effect, or a middleware by itself, sent, waiting for it if need
  /// be, if it is as a condition says.
  /// - Parameters:
  ///   - isWanted: Whether it is such an action.
  ///   - change: As for `send`.
  /// - Throws: As `receive(_:)`.
  public func receive(
    where isWanted: (Action) -> Bool, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ change: ((inout State) throws -> Void)? = nil
  ) async throws {
    let call = CallSite(fileID: fileID, line: line, function: function)
    try await receive(
      "an action that the condition holds for", where: isWanted, difference: { _ in [] }, call,
      change)
  }

  /// Receives the next action that an effect, or a middleware by itself, sent, waiting for it if need
  /// be, if it is of a case.
  /// - Parameters:
  ///   - path: The case, such as the actions of a child.
  ///   - change: As for `send`.
  /// - Returns: What the case holds.
  /// - Throws: As `receive(_:)`.
  @discardableResult
  public func receive<Part>(
    _ path: CasePath<Action, Part>, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ change: ((inout State) throws -> Void)? = nil
  ) async throws -> Part {
    let call = CallSite(fileID: fileID, line: line, function: function)
    var part: Part?
    try await receive(
      "an action that holds a \(Part.self)",
      where: { action in
        part = path.extract(action)
        return part != nil
      }, difference: { _ in [] }, call, change)
    guard let part else { preconditionFailure("What was received has a part.") }
    return part
  }

  /// Ends the test: waits for effects that are about to end, and ends the store.
  /// - Throws: `TestStoreFailure` if actions of effects have not been received, if effects still run,
  ///   if one has thrown an error that no `catch` turned into an action, or if the store has reported
  ///   anything else, such as an action for a child that is gone. Sources, which run as long as the
  ///   state wants them, may run. Exhaustive or not, if the live value of a dependency was reached that
  ///   the test did not set: a key's default, or the system's random numbers.
  public func finish(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) async throws {
    let call = CallSite(fileID: fileID, line: line, function: function)
    isFinished.store(true, ordering: .relaxed)
    defer { store.finish() }
    guard isExhaustive else { return try checkDependencies(call) }
    let limit = Deadline(after: timeout, journal.notifier)
    await journal.notifier.wait { [store] in
      store.work.workingEffects == 0 || limit.isOver ? true : nil
    }
    // First, because the rest may follow from it.
    try checkDependencies(call)
    try checkNothingWaits("at the end", call)
    let running = store.work.effects
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
        message: "Effects failed, and nothing in the state says so:\(failedEffects)")
    }
    if !issues.isEmpty {
      throw TestStoreFailure(
        kind: .issueReported, call: call,
        message: "The store could not do all that it was asked for:\(lines(issues))")
    }
  }
}

extension TestStore {
  private func receive(
    _ wanted: String, where isWanted: (Action) -> Bool, difference: (Action) -> [String],
    _ call: CallSite, _ change: ((inout State) throws -> Void)?
  ) async throws {
    while true {
      guard let entry = await nextReceived() else {
        throw TestStoreFailure(
          kind: .nothingReceived, call: call,
          message:
            "\(wanted) was not received: \(whyNothing)\(failedEffects)\(liveDependencies.map { "\n\($0)" } ?? "")"
        )
      }
      if isWanted(entry.action) { return try check(entry, change, call) }
      // What is not stated is passed over, if it may be.
      if !isExhaustive { continue }
      let lines = difference(entry.action).map { "\n  \($0)" }.joined()
      throw TestStoreFailure(
        kind: .wrongAction, call: call,
        message: """
          \(wanted) was to be received, and \(logText(entry.action, limit: 200)) came\(lines.isEmpty ? "" : " (expected → found):")\(lines)
          """)
    }
  }

  /// The action that the test has sent; nil when it does not come.
  private func nextSent() async -> TestJournal<State, Action>.Entry? {
    if let entry = journal.takeSent() { return entry }
    // Another thread may be delivering, and tell the journal a moment later.
    let limit = Deadline(after: timeout, journal.notifier)
    return await journal.notifier.wait { [store, journal] in
      // Looked at first: the chain of middleware has ended, so what it passed on is committed.
      let isUpToDate = journal.version == store.snapshot.version
      if let entry = journal.takeSent() { return .some(entry) }
      return isUpToDate || limit.isOver ? .some(nil) : nil
    }
  }

  /// The next action of an effect; nil when none can come.
  private func nextReceived() async -> TestJournal<State, Action>.Entry? {
    let limit = Deadline(after: timeout, journal.notifier)
    return await journal.notifier.wait { [store, journal] in
      // Counted first: what has ended has delivered.
      let working = store.work.working
      if let entry = journal.takeReceived() { return .some(entry) }
      // The journal may be told of the newest action a moment later, by another thread.
      let isUpToDate = journal.version == store.snapshot.version
      let canCome = working > 0 || !isUpToDate
      return canCome && !limit.isOver ? nil : .some(nil)
    }
  }

  /// The errors that nothing took, a line each.
  private var failedEffects: String {
    lines(
      issues.filter { issue in
        if case .effectFailed = issue { true } else { false }
      })
  }

  private func lines(_ items: [some Sendable]) -> String {
    items.map { "\n  \($0)" }.joined()
  }

  /// Nil where the test has set all that was reached.
  private var liveDependencies: String? {
    if live.hints.isEmpty { return nil }
    return """
      What the store runs reached live values, which the test did not set. Set them where the TestStore is made, in \
      dependencies:\(lines(live.hints))
      """
  }

  private func checkDependencies(_ call: CallSite) throws {
    guard let message = liveDependencies else { return }
    throw TestStoreFailure(kind: .liveDependency, call: call, message: message)
  }

  private var whyNothing: String {
    let running = store.work.effects + store.work.sources
    if running == 0 { return "no effect is running that could send it." }
    let advance = "dvance it: store.clock.advance(by: …)."
    if store.work.working == 0 {
      return "the effects that run wait for the clock. A\(advance)"
    }
    // Whether a task sleeps, or one that it waits for works, cannot be seen from outside.
    let hint = clock.pendingCount > 0 ? " If they wait for the clock, a\(advance)" : ""
    return "\(running) effects are running, and sent nothing for \(timeout).\(hint)"
  }

  private func checkNothingWaits(_ when: String, _ call: CallSite) throws {
    let waiting = journal.takeAllReceived()
    guard isExhaustive, !waiting.isEmpty else { return }
    let lines = waiting.map { "\n  \(logText($0.action, limit: 200))" }.joined()
    throw TestStoreFailure(
      kind: .unreceivedActions, call: call,
      message: "Effects or middleware have sent what was not received \(when):\(lines)")
  }

  private func check(
    _ entry: TestJournal<State, Action>.Entry, _ change: ((inout State) throws -> Void)?,
    _ call: CallSite
  ) throws {
    journal.look(at: entry)
    // What is stated must be so already, where not everything has to be stated.
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
          "changed what the test does not state (before → after)", entry.before, entry.after))
    }
    throw TestStoreFailure(
      kind: .wrongState, call: call,
      message: message(
        "did not lead to the state that the test states (expected → found)", expected, entry.after))
  }
}
