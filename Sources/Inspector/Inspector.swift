import MillraceDifference
import MillraceMiddleware
import MillraceRender
import MillraceStore

/// Inspects a running program: its commits, the state of each version, the commits that changed a
/// part of the state, the tree, and the reasons why the tree was rendered.
///
/// Each query, such as ``commits(_:)``, returns an ``InspectorAnswer``: a value with a JSON form
/// and a text form. Queries of the recording can run on any thread, queries of the screen only on
/// the main actor.
///
/// `TerminalApp.inspected()` makes an inspector. While no viewer is open, it records commits and
/// screens (``screen(frame:version:)``), but not the bodies and times of frames.
public final class Inspector: Sendable {
  let store: StoreRecording
  /// The time machine, whose release ends the recording.
  private let machine: any AnyObject & Sendable
  /// Reads values, and hides their redacted parts.
  let reader: ValueReader
  /// The inspector's access to the screen.
  @MainActor let screen: InspectedScreen
  private let viewers = Guarded(Viewers())
  /// The file that is being opened.
  let opening = Guarded<RecordingOpening?>(nil)

  struct Viewers: Sendable {
    var last = 0
    var bodies: [Int: @Sendable () -> Void] = [:]
    /// The callbacks of the `InspectorOverlay` components of all sessions.
    var overlays: [Int: @Sendable () -> Void] = [:]
    var isDue = false
  }

  /// Starts to record a store. The recording ends when the inspector is released.
  /// - Parameters:
  ///   - store: A root store.
  ///   - limit: The number of commits to keep.
  ///   - bytes: The memory that snapshots may use: see `TimeMachine`.
  ///   - redactions: The parts of the state and of actions to hide.
  @MainActor public convenience init<State: Sendable, Action: Sendable>(
    _ store: Store<State, Action>, limit: Int = 100_000, bytes: Int = 64 << 20,
    hiding redactions: [Redaction<State>] = []
  ) {
    self.init(TimeMachine(store, limit: limit, bytes: bytes), hiding: redactions)
  }

  /// Inspects the recording of a time machine.
  /// - Parameters:
  ///   - machine: The time machine whose recording to inspect.
  ///   - redactions: The parts of the state and of actions to hide.
  @MainActor public init<State: Sendable, Action: Sendable>(
    _ machine: TimeMachine<State, Action>, hiding redactions: [Redaction<State>] = []
  ) {
    (store, self.machine) = (machine.recording, machine)
    reader = ValueReader(redactor: redactions.isEmpty ? nil : Redactions(redactions))
    screen = InspectedScreen(store, reader)
    let listener = StoreRecording.Listener(
      onCommit: { [weak self] in self?.scheduleNotification() },
      onHit: { [weak self] in Task { @MainActor in self?.notify(\.overlays) } })
    store.listener.withLock { $0 = listener }
    screen.onChange = { [weak self] in self?.scheduleNotification() }
    screen.toggleOverlays = { [weak self] in self?.notify(\.overlays) }
  }

  // MARK: - Viewers

  typealias ViewerList = WritableKeyPath<Viewers, [Int: @Sendable () -> Void]> & Sendable

  /// Calls `body` when the recording changes, on any thread: at most 30 times a second for new
  /// commits and frames, and at once for time travel and other operations of the inspector.
  /// - Parameter list: The list to which `body` is added. In the list `overlays`, `body` is instead
  ///   called when an overlay opens, closes, or shows another line.
  /// - Returns: A subscription, which ends when it is released.
  func observe(in list: ViewerList = \.bodies, _ body: @escaping @Sendable () -> Void)
    -> Subscription
  {
    let key = viewers.withLock { viewers in
      viewers.last += 1
      viewers[keyPath: list][viewers.last] = body
      return viewers.last
    }
    return Subscription { [weak self] in
      _ = self?.viewers.withLock { $0[keyPath: list].removeValue(forKey: key) }
    }
  }

  func scheduleNotification() {
    let isFirst = viewers.withLock { viewers in
      if viewers.bodies.isEmpty || viewers.isDue { return false }
      viewers.isDue = true
      return true
    }
    guard isFirst else { return }
    store.context.dependencies.clock.scheduler.schedule(after: .milliseconds(33)) { [weak self] in
      self?.notify()
    }
  }

  func notify(_ list: ViewerList = \.bodies) {
    let bodies = viewers.withLock { viewers in
      if list == \.bodies { viewers.isDue = false }
      return Array(viewers[keyPath: list].values)
    }
    for body in bodies { body() }
  }

  /// - Parameter isOther: Whether views must show another state than before.
  @MainActor func showAnew(_ isOther: Bool = true) {
    notify(\.overlays)
    if isOther { screen.showAnew() }
    notify()
  }

  // MARK: - Time travel

  /// The versions that views can show.
  public var versions: ClosedRange<UInt64> { store.log.versions }
  /// The version that views show; nil while they show the present.
  public var position: UInt64? { store.position }
  /// The number of commits since the travel began.
  public var arrivals: Int { store.arrivals }

  /// Makes the views show a version: see `TimeMachine.travel(to:)`.
  @MainActor public func travel(to version: UInt64) throws(InspectorError) {
    try store.travel(to: version)
    showAnew()
  }

  /// Makes the views show the present. An open file is closed, and the opening of a file is
  /// cancelled.
  @MainActor public func goLive() {
    opening.withLock { $0 = nil }
    store.leave()
    showAnew()
  }

  /// Makes a version the present: see `TimeMachine.resume(at:)`.
  @MainActor public func resume(at version: UInt64) throws(InspectorError) {
    opening.withLock { $0 = nil }
    try store.resume(at: version)
    showAnew()
  }
}
