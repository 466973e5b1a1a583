import MillraceDifference
import MillraceMiddleware
import MillraceRender
import MillraceStore

/// Inspects a running program: its commits, the state of each version, the commits that changed a
/// part of the state, the tree, and the reasons why the tree was rendered.
///
/// Each question returns a value, which is both JSON and text: see `InspectorAnswer`. Questions
/// about the recording can be asked on any thread, questions about the screen only on the main
/// actor.
///
/// `TerminalApp.inspected()` makes an inspector. While no viewer is open, it records commits only,
/// and no frames.
public final class Inspector: Sendable {
  let store: any StoreRecording
  /// Reads values, and hides their redacted parts.
  let reader: ValueReader
  /// The inspector's access to the screen.
  @MainActor let screen = InspectedScreen()
  private let viewers = Guarded(Viewers())
  /// The versions whose actions the branch skips.
  let skippedVersions = Guarded<Set<UInt64>>([])
  /// The file that is being opened.
  let opening = Guarded<RecordingOpening?>(nil)

  private struct Viewers: Sendable {
    var last = 0
    var bodies: [Int: @Sendable () -> Void] = [:]
    var isDue = false
  }

  /// Starts to record a store. The recording ends when the inspector is released.
  /// - Parameters:
  ///   - store: A root store.
  ///   - limit: The number of commits to keep.
  ///   - bytes: The memory that snapshots may use: see `TimeMachine`.
  ///   - redactions: The parts of the state and of actions to hide.
  @MainActor
  public convenience init<State: Sendable, Action: Sendable>(
    _ store: Store<State, Action>, limit: Int = 100_000, bytes: Int = 64 << 20,
    hiding redactions: [Redaction<State>] = []
  ) {
    self.init(TimeMachine(store, limit: limit, bytes: bytes), hiding: redactions)
  }

  /// Inspects the recording of a time machine.
  @MainActor
  public init<State: Sendable, Action: Sendable>(
    _ machine: TimeMachine<State, Action>, hiding redactions: [Redaction<State>] = []
  ) {
    store = machine
    reader = ValueReader(redactor: redactions.isEmpty ? nil : Redactions(redactions))
    (screen.store, screen.reader) = (store, reader)
    store.follow { [weak self] in
      self?.noteChange()
    } onHit: { [weak self] in
      Task { @MainActor in self?.screen.toggleOverlays() }
    }
    screen.onChange = { [weak self] in self?.noteChange() }
  }

  // MARK: - Viewers

  /// Calls `body` when the recording changes, at most 30 times a second, on any thread.
  /// - Returns: A subscription, which ends when it is released.
  func observe(_ body: @escaping @Sendable () -> Void) -> Subscription {
    let key = viewers.withLock { viewers in
      viewers.last += 1
      viewers.bodies[viewers.last] = body
      return viewers.last
    }
    return Subscription { [weak self] in
      _ = self?.viewers.withLock { $0.bodies.removeValue(forKey: key) }
    }
  }

  func noteChange() {
    let isFirst = viewers.withLock { viewers in
      if viewers.bodies.isEmpty || viewers.isDue { return false }
      viewers.isDue = true
      return true
    }
    guard isFirst else { return }
    store.scheduler.schedule(after: .milliseconds(33)) { [weak self] in self?.notifyViewers() }
  }

  func notifyViewers() {
    let bodies = viewers.withLock { viewers in
      viewers.isDue = false
      return Array(viewers.bodies.values)
    }
    for body in bodies { body() }
  }

  @MainActor func showAnew() {
    screen.toggleOverlays()
    screen.showAnew()
    notifyViewers()
  }

  // MARK: - Time travel

  /// The versions that views can show.
  public var versions: ClosedRange<UInt64> { store.history.versions }
  /// The version that views show; nil while they show the present.
  public var position: UInt64? { store.position }
  /// The number of commits since the travel began.
  public var arrivals: Int { store.arrivals }

  /// Makes the views show a version: see `TimeMachine.travel(to:)`.
  @MainActor public func travel(to version: UInt64) throws(InspectorError) {
    try store.travel(to: version)
    showAnew()
  }

  /// Makes the views show the present. This closes a file, and cancels the opening of one.
  @MainActor public func goLive() {
    opening.withLock { $0 = nil }
    // The versions of a file have no meaning for the program.
    if file != nil { skippedVersions.withLock { $0 = [] } }
    store.goLive()
    showAnew()
  }

  /// Makes a version the present: see `TimeMachine.resume(at:)`.
  @MainActor public func resume(at version: UInt64) throws(InspectorError) {
    opening.withLock { $0 = nil }
    let closesFile = file != nil
    try store.resume(at: version)
    if closesFile { skippedVersions.withLock { $0 = [] } }
    showAnew()
  }

  // MARK: - Questions

  /// Lists commits, the newest first.
  public func commits(_ query: CommitQuery = CommitQuery()) -> CommitList {
    var list = store.history.list(query, reader)
    list.position = store.position
    return list
  }

  /// Returns a commit with its causes, its changes, the commits that it caused, and the frames that
  /// showed it.
  @MainActor
  public func commit(_ version: UInt64) throws(InspectorError) -> CommitDetail {
    var detail = try store.history.detail(of: version, reader)
    if file == nil { detail.frames = screen.frames(showing: version) }
    return detail
  }

  /// Returns the value at a path of the state.
  /// - Parameters:
  ///   - path: A path such as `notes[id: 3].title`. The empty path is the whole state.
  ///   - version: The version of the state; nil selects the version that views show.
  ///   - offset: The index of the first part in the answer.
  ///   - limit: The largest number of parts in the answer.
  public func value(
    at path: String = "", version: UInt64? = nil, offset: Int = 0, limit: Int = 100
  ) throws(InspectorError) -> ValueAnswer {
    let shown = try store.state(shown: version)
    return try reader.answer(
      in: shown.state, shown.version, path: path, offset: max(0, offset),
      limit: min(max(0, limit), 10_000))
  }

  /// Returns the changes from one version to another, by path.
  /// - Parameters:
  ///   - from: The earlier version.
  ///   - to: The later version.
  ///   - limit: The largest number of changes that the answer lists. It counts the others.
  public func difference(
    from: UInt64, to: UInt64, limit: Int = 50
  ) throws(InspectorError) -> DifferenceAnswer {
    try store.history.difference(from: from, to: to, limit: max(1, limit), reader)
  }

  /// Returns how the present would differ without some recorded actions. The recording does not
  /// change.
  /// - Complexity: O(actions since the first one that is skipped).
  public func branch(
    skipping versions: Set<UInt64>, limit: Int = 50
  ) throws(InspectorError) -> DifferenceAnswer {
    try store.history.branch(skipping: versions, limit: max(1, limit), reader)
  }

  /// Decodes an action from JSON, in the encoding of its type, and dispatches it.
  /// - Throws: `InspectorError.notCodable`, `.invalidValue`, `.ended`.
  @MainActor public func dispatch(json: String) throws(InspectorError) {
    try store.dispatch(JSONTree(text: json))
  }

  /// Replaces the value at a path of the present state with a value decoded from JSON. The edit is
  /// one commit, a replacement whose reason is an edit. To undo it, continue from the previous
  /// version with ``resume(at:)``.
  ///
  /// The edit encodes the state as JSON and decodes it again. It refuses a state that is not equal
  /// after that.
  /// - Throws: `InspectorError`. The state is then unchanged.
  @MainActor public func edit(_ path: String, json: String) throws(InspectorError) {
    try store.edit(path, to: JSONTree(text: json))
  }

  /// Returns the commits that changed the value at a path, the newest first.
  /// - Parameters:
  ///   - path: A path such as `notes[id: 3].title`.
  ///   - before: The query examines commits before this version; nil examines all.
  ///   - limit: The largest number of commits in the answer.
  ///   - isCancelled: The query calls it repeatedly, and stops when it returns true.
  ///   - found: The query calls it repeatedly with the answer so far.
  /// - Complexity: O(commits) replayed, back to the oldest commit in the answer.
  public func history(
    of path: String, before: UInt64? = nil, limit: Int = 20,
    isCancelled: @Sendable () -> Bool = { false }, found: (PathHistory) -> Void = { _ in }
  ) throws(InspectorError) -> PathHistory {
    try store.history.history(
      of: path, before: before, limit: max(1, limit), reader, isCancelled: isCancelled,
      found: found)
  }

  /// Finds a text in names and values of the state, and in actions. The search ignores the case of
  /// ASCII letters.
  /// - Parameters:
  ///   - query: The text to find.
  ///   - version: The version of the state; nil selects the version that views show.
  ///   - limit: The number of hits after which the search stops.
  ///   - isCancelled: The search calls it repeatedly, and stops when it returns true.
  public func search(
    _ query: String, version: UInt64? = nil, limit: Int = 50,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(InspectorError) -> SearchAnswer {
    try store.history.search(
      query, in: store.state(shown: version).state, limit: max(1, limit), reader,
      isCancelled: isCancelled)
  }
}
