import MillraceBindings
import MillraceRender
import MillraceStore
import MillraceTerminal
import MillraceWidgets
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program on a terminal: connects the device's events, the tree and the frames.
///
/// The session exists until the program ends, even if nothing else retains it, so that the terminal
/// is always restored.
@MainActor
public final class TerminalSession {
  private let device: any TerminalDevice
  private let screen: TerminalScreen
  private let frames: FrameLoop
  private let draw: () -> Void
  private let size: PendingResize
  private let kept: IssueLog
  /// The subscription to the store's issues.
  private let issueSubscription: Subscription
  private var makeRoot: () -> Node = { .empty }
  private var waiting: [CheckedContinuation<Ending, Never>] = []
  /// Cancels the work of ``suspend(_:)`` that has the terminal; nil if there is none.
  private var cancelSuspension: (() -> Void)?
  /// The background for which the view was made.
  private var background: TerminalTraits.Background?
  /// How the program ended; nil while it runs.
  public private(set) var ended: Ending?
  /// Called when the program has ended and the terminal is restored, before the views are closed
  /// and the store is finished. Called at once if it is set after the program's end.
  var onRelease: () -> Void = {} {
    didSet { if ended != nil { onRelease() } }
  }
  /// For tools: called with each event before the program, and with nil after the program has
  /// handled the event. An event for which it returns true does not reach the program.
  package var onInput: ((InputEvent?) -> Bool)?
  /// For tools: whether the program takes no input, because its views show an earlier state. The
  /// session's own keys, such as Ctrl-C, still work.
  package var refusesInput: () -> Bool {
    get { screen.host.refusesInput }
    set { screen.host.refusesInput = newValue }
  }
  /// The first 20 recoverable mistakes in the view, each once.
  public private(set) var issues: [RenderIssue] = []

  /// - Parameter gate: Makes the function that decides whether a frame may be shown. `retry` draws
  ///   a frame that was held back.
  init(
    device: any TerminalDevice, scheduler: any Scheduler, runOnMainActor: @escaping MainActorRunner,
    kept: IssueLog, issueSubscription: Subscription,
    gate: (_ retry: @escaping @MainActor () -> Void) -> TerminalScreen.FrameAdmission,
    root: (@escaping @MainActor () -> TerminalControl) -> () -> Node
  ) throws {
    self.device = device
    background = device.traits.background
    // The screen requests frames from the loop, and the loop draws the screen. So the screen is
    // made with a request that is connected to the loop later.
    let request = FrameRequest()
    let screen = TerminalScreen(device: device, requestFrame: { request() })
    let size = PendingResize()
    let draw = { @MainActor in
      // A slow terminal gets fewer frames: this frame is drawn when the previous frame has been
      // written.
      guard !device.isBusy else { return }
      EmergencyExit.ensureAlternateStack()
      size.apply()
      screen.drawFrame()
    }
    let frames = FrameLoop(scheduler: scheduler, runOnMainActor: runOnMainActor, draw: draw)
    request.connect(frames)
    self.screen = screen
    self.frames = frames
    self.draw = draw
    self.size = size
    self.kept = kept
    self.issueSubscription = issueSubscription
    screen.host.onCopy = { [weak self] in _ = self?.copy($0) }
    screen.renderer.onIssue = { [weak self] in self?.recordIssue($0) }
    screen.frameAdmission = gate { [weak self] in
      // The frame was due already when it was held back, so it is drawn at once.
      if let self, ended == nil { draw() }
    }
    // These two closures retain the session, intentionally: `end` breaks the reference cycles.
    makeRoot = root { [self] in control }
    do {
      try device.start { [self] in receive($0) }
    } catch {
      makeRoot = { .empty }
      throw error
    }
    frames.perform {
      screen.show(makeRoot())
      frames.requestFrame()
      // Reads the replies that the terminal sent while the view was made, so that the first frame
      // can use them.
      device.readInput()
    }
  }

  /// Waits until the program ends. Cancelling the waiting task ends the program.
  public func ending() async -> Ending {
    await withTaskCancellationHandler {
      if let ended { return ended }
      return await withCheckedContinuation { waiting.append($0) }
    } onCancel: {
      Task { @MainActor in end() }
    }
  }

  /// Ends the program and restores the terminal.
  public func end(_ ending: Ending = .quit) {
    guard ended == nil else { return }
    ended = ending
    frames.stop()
    // A program below the prompt leaves its last frame and its printed lines on the terminal.
    if device.traits.isInline, ending != .hangup, !device.isBusy {
      size.apply()
      screen.drawFrame(isLast: true)
    }
    device.stop()
    cancelSuspension?()
    onRelease()
    makeRoot = { .empty }
    screen.close()
    for continuation in waiting { continuation.resume(returning: ending) }
    waiting = []
  }

  private func recordIssue(_ issue: RenderIssue) {
    guard issues.count < 20, !issues.contains(issue) else { return }
    issues.append(issue)
    kept.add("\(issue)")
  }

  /// The issues of the view and of the store, one line each.
  var issueLines: [String] { kept.lines }

  private var control: TerminalControl {
    TerminalControl(size: device.size, background: device.traits.background, session: self)
  }

  /// Handles input that the device does not send as an event, such as input on a web page, and
  /// shows the changes. Does nothing while the program takes no input.
  /// - Parameter isInput: False if the work only reads the screen.
  package func perform(isInput: Bool = true, _ work: (TerminalHost) -> Void) {
    guard ended == nil, !(isInput && refusesInput()) else { return }
    frames.perform {
      screen.renderer.render()
      work(screen.host)
      frames.requestFrame()
    }
  }

  private func receive(_ event: DeviceEvent) {
    switch event {
    case .input(let events):
      frames.perform {
        for event in events.coalescingMotion where ended == nil { handle(event) }
        if ended == nil { frames.requestFrame() }
      }
    case .resized:
      // Several size changes before a frame cause only one layout of the screen.
      size.pending = { [weak self] in
        guard let self else { return }
        screen.resize()
        screen.show(makeRoot())
      }
      frames.perform { frames.requestFrame() }
    case .traitsChanged:
      let background = background
      self.background = device.traits.background
      frames.perform {
        screen.traitsChanged()
        if background != self.background { screen.show(makeRoot()) }
        frames.requestFrame()
      }
    case .ready: frames.perform { frames.requestFrame() }
    case .resumed:
      screen.restart()
      receive(.resized)
    case .suspendRequested: suspend()
    case .signal(let signal): end(.signal(signal))
    case .hangup: end(.hangup)
    }
  }

  /// Prints lines above the program, with the next frame.
  func print(_ text: String) {
    guard ended == nil else { return }
    screen.print(text)
    frames.requestFrame()
  }

  /// Puts a text on the clipboard.
  /// - Returns: False if the text exceeds the limit of terminals, if the terminal has no clipboard,
  ///   or if the program has ended.
  func copy(_ text: String) -> Bool {
    guard ended == nil, text.utf8.count <= 74_994 else { return false }
    let announcement = Announcement.clipboard(Data(text.utf8).base64EncodedString())
    guard screen.canSend(announcement) else { return false }
    announce(announcement)
    return true
  }

  /// Sends an announcement to the terminal with the next frame.
  func announce(_ announcement: Announcement) {
    guard ended == nil else { return }
    screen.announce(announcement)
    frames.requestFrame()
  }

  private func handle(_ event: InputEvent) {
    if onInput?(event) == true { return }
    defer { _ = onInput?(nil) }
    if !(event.isInput && refusesInput()), screen.handle(event) { return }
    switch event {
    case .key(.control("c")): end(.interrupted)
    case .key(.control("z")): suspend()
    case .key(.control("l")): screen.repaint()
    default: break
    }
  }

  /// Whether frames record what was rendered, why, and at what cost. Off by default; then nothing
  /// is recorded.
  public var isInspected: Bool {
    get { screen.renderer.isInspected }
    set { screen.renderer.isInspected = newValue }
  }

  /// Called with the record of each frame: which bodies the frame evaluated and why, what it drew
  /// and wrote. If nil, nothing is recorded.
  public var onFrame: ((FrameRecord) -> Void)? {
    get { screen.onFrame }
    set { screen.onFrame = newValue }
  }

  /// For tools: called with each frame that changes the screen of a terminal.
  package var onPaint: ((PaintedFrame) -> Void)? {
    get { screen.onPaint }
    set { screen.onPaint = newValue }
  }

  /// Whether the screen has ever shown a link that gives access to the program.
  package var showsLinks = false

  /// Whether the device shows the tree itself, as a page does.
  package var isPage: Bool { screen.hasView }

  /// Returns the element that drew a cell: see `TerminalHost.owner(x:y:among:)`.
  package func owner(x: Int, y: Int, among isIncluded: @escaping (ElementID) -> Bool) -> ElementID?
  {
    screen.host.owner(x: x, y: y, among: isIncluded)
  }

  /// The tree on the screen, with the record of the last frame while ``isInspected`` was on.
  /// - Complexity: O(nodes).
  public func inspect() -> [InspectedNode] { screen.renderer.inspect() }

  /// The renderer of the tree, for inspection.
  package var renderer: Renderer { screen.renderer }

  /// Makes the whole view again and evaluates every body, even with unchanged props. Local state,
  /// focus, cursor and scroll positions stay.
  ///
  /// For changes that views do not observe: code that was replaced while the program runs, or a
  /// catalogue of texts that was loaded again. The content of a ``Static`` stays as it is.
  /// - Complexity: O(nodes).
  public func reload() {
    guard ended == nil else { return }
    frames.perform {
      screen.renderer.invalidateAll()
      screen.show(makeRoot())
      frames.requestFrame()
    }
  }

  private func suspend() {
    device.suspend()
    receive(.resumed)
  }

  /// See ``TerminalControl/suspend(_:)``.
  func suspend<Result: Sendable>(
    _ work: @escaping @MainActor () async throws -> Result
  ) async throws -> Result {
    if ended != nil { throw TerminalError.ended }
    if screen.hasView { throw TerminalError.notATerminal }
    if cancelSuspension != nil { throw TerminalError.suspended }
    device.release()
    let task = Task { try await work() }
    cancelSuspension = task.cancel
    defer {
      cancelSuspension = nil
      device.reclaim()
      receive(.resumed)
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

extension InputEvent {
  /// Whether the user caused the event in order to use the program.
  fileprivate var isInput: Bool {
    switch self {
    case .key, .keyRepeated, .keyReleased, .paste, .mouse: true
    case .focusGained, .focusLost, .reply, .unknown: false
    }
  }
}

/// Work for the next frame after a change of the terminal's size.
@MainActor
private final class PendingResize {
  var pending: (() -> Void)?

  func apply() {
    let apply = pending
    pending = nil
    apply?()
  }
}

extension [InputEvent] {
  /// The events without mouse motions that are directly followed by another motion of the same
  /// kind, with the same button.
  fileprivate var coalescingMotion: [InputEvent] {
    enumerated().filter { index, event in
      guard case .mouse(let mouse) = event, mouse.action == .move || mouse.action == .drag,
        index + 1 < count, case .mouse(let next) = self[index + 1]
      else { return true }
      return next.action != mouse.action || next.button != mouse.button
    }.map(\.element)
  }
}

/// Lets a screen request frames before the loop that draws them exists.
private final class FrameRequest: Sendable {
  // Weak, because the loop retains the screen, which retains this request.
  private struct Target: Sendable { weak var loop: FrameLoop? }
  private let target = Guarded(Target())

  func connect(_ loop: FrameLoop) { target.withLock { $0.loop = loop } }

  func callAsFunction() { target.withLock { $0.loop }?.requestFrame() }
}
