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

/// A program while it is on a terminal: joins the device's events, the tree and the frames.
///
/// It lives until it ends, also when nobody keeps it: a terminal that was taken over is given back.
@MainActor
public final class TerminalSession {
  private let device: any TerminalDevice
  private let screen: TerminalScreen
  private let frames: FrameLoop
  private let draw: () -> Void
  private let size: SizeChange
  private let kept: KeptIssues
  /// What it reads of the store's issues.
  private let reading: Subscription
  private var makeRoot: () -> Node = { .empty }
  private var waiting: [CheckedContinuation<Ending, Never>] = []
  /// Cancels what has the terminal; nil while this program has it.
  private var cancelSuspension: (() -> Void)?
  /// What the view was made for.
  private var background: TerminalTraits.Background?
  /// How the program ended; nil while it goes on.
  public private(set) var ended: Ending?
  /// Called once the terminal is given back, before views, the store and what it saves come to their end.
  var onGivenBack: () -> Void = {} {
    didSet { if ended != nil { onGivenBack() } }
  }
  /// A tool's: told of each event before the program, and that it was answered (nil). An event that it takes is not
  /// the program's.
  package var onInput: ((InputEvent?) -> Bool)?
  /// Mistakes in the view that the program can live with, each once, and no more than a few.
  public private(set) var issues: [RenderIssue] = []

  /// - Parameter gate: makes what decides whether a frame may be shown; it is given what tries again.
  init(
    device: any TerminalDevice, scheduler: any Scheduler, hop: @escaping MainActorHop,
    kept: KeptIssues, reading: Subscription,
    gate: (_ retry: @escaping @MainActor () -> Void) -> TerminalScreen.Admission,
    root: (@escaping @MainActor () -> TerminalControl) -> () -> Node
  ) throws {
    self.device = device
    background = device.traits.background
    // The screen asks the loop for frames and the loop draws the screen: one of them comes first.
    let request = FrameRequest()
    let screen = TerminalScreen(device: device, requestFrame: { request() })
    let size = SizeChange()
    let draw = { @MainActor in
      // A slow terminal gets fewer frames: this one is drawn when the last has arrived.
      guard !device.isBusy else { return }
      EmergencyExit.ensureAlternateStack()
      size.apply()
      screen.drawFrame()
    }
    let frames = FrameLoop(scheduler: scheduler, hop: hop, draw: draw)
    request.connect(frames)
    self.screen = screen
    self.frames = frames
    self.draw = draw
    self.size = size
    self.kept = kept
    self.reading = reading
    screen.host.onCopy = { [weak self] in _ = self?.copy($0) }
    screen.renderer.onIssue = { [weak self] in self?.note($0) }
    screen.admission = gate { [weak self] in
      // It has had its place in the pace of frames.
      if let self, ended == nil { draw() }
    }
    // Two circles, on purpose, which `end` opens.
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
      // The first frame is drawn by the answers that have come while it was made.
      device.readInput()
    }
  }

  /// Waits until the program ends. If the waiting task is cancelled, so is the program.
  public func ending() async -> Ending {
    await withTaskCancellationHandler {
      if let ended { return ended }
      return await withCheckedContinuation { waiting.append($0) }
    } onCancel: {
      Task { @MainActor in end() }
    }
  }

  /// Ends the program: the terminal is given back.
  public func end(_ ending: Ending = .quit) {
    guard ended == nil else { return }
    ended = ending
    frames.stop()
    // Below the prompt the last state stays on the terminal, and the last lines.
    if device.traits.isInline, ending != .hangup, !device.isBusy {
      size.apply()
      screen.drawFrame(isLast: true)
    }
    device.stop()
    cancelSuspension?()
    onGivenBack()
    makeRoot = { .empty }
    screen.close()
    for continuation in waiting { continuation.resume(returning: ending) }
    waiting = []
  }

  private func note(_ issue: RenderIssue) {
    guard issues.count < 20, !issues.contains(issue) else { return }
    issues.append(issue)
    kept.add("\(issue)")
  }

  /// What went wrong in the view and elsewhere, a line each.
  var issueLines: [String] { kept.lines }

  private var control: TerminalControl {
    TerminalControl(size: device.size, background: device.traits.background, session: self)
  }

  /// Has work done on the tree as an event would be, and shows what it changed.
  package func perform(_ work: (TerminalHost) -> Void) {
    guard ended == nil else { return }
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
        for event in events.withoutPassingMotion where ended == nil { handle(event) }
        if ended == nil { frames.requestFrame() }
      }
    case .resized:
      // However many changes come before a frame, it is laid out once.
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
  /// - Returns: False if it is longer than terminals take.
  func copy(_ text: String) -> Bool {
    guard text.utf8.count <= 74_994 else { return false }
    announce(.clipboard(Data(text.utf8).base64EncodedString()))
    return true
  }

  /// Tells the terminal something with the next frame.
  func announce(_ announcement: Announcement) {
    guard ended == nil else { return }
    screen.announce(announcement)
    frames.requestFrame()
  }

  private func handle(_ event: InputEvent) {
    if onInput?(event) == true { return }
    defer { _ = onInput?(nil) }
    if screen.handle(event) { return }
    switch event {
    case .key(.control("c")): end(.interrupted)
    case .key(.control("z")): suspend()
    case .key(.control("l")): screen.repaint()
    default: break
    }
  }

  /// Whether frames note what was rendered, why, and at what cost. Off, which is the default, nothing is
  /// noted.
  public var isInspected: Bool {
    get { screen.renderer.isInspected }
    set { screen.renderer.isInspected = newValue }
  }

  /// Told what each frame did: which bodies it evaluated and why, what it drew and wrote. While there is
  /// none, nothing is noted.
  public var onFrame: ((FrameRecord) -> Void)? {
    get { screen.onFrame }
    set { screen.onFrame = newValue }
  }

  /// The tree as it is on the screen, with what the last frame did while ``isInspected`` was on.
  /// - Complexity: O(nodes).
  public func inspect() -> [InspectedNode] { screen.renderer.inspect() }

  /// Makes the whole view again and evaluates every body, also those whose props did not change. Local state,
  /// focus, cursor and scroll positions stay.
  ///
  /// For what views depend on beside the state and their environment: code that was replaced while the
  /// program runs, a catalogue of texts that was loaded again. What a ``Static`` holds stays as it is.
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

/// What the next frame has to do because the terminal has another size.
@MainActor
private final class SizeChange {
  var pending: (() -> Void)?

  func apply() {
    let apply = pending
    pending = nil
    apply?()
  }
}

extension [InputEvent] {
  /// The events, but for motions of the mouse that another one follows at once.
  fileprivate var withoutPassingMotion: [InputEvent] {
    enumerated().filter { index, event in
      guard case .mouse(let mouse) = event, mouse.action == .move || mouse.action == .drag,
        index + 1 < count, case .mouse(let next) = self[index + 1]
      else { return true }
      return next.action != mouse.action || next.button != mouse.button
    }.map(\.element)
  }
}

/// Lets a screen ask for frames before the loop that draws them exists.
private final class FrameRequest: Sendable {
  // Weak: the loop draws the screen, which holds this.
  private struct Target: Sendable { weak var loop: FrameLoop? }
  private let target = Guarded(Target())

  func connect(_ loop: FrameLoop) { target.withLock { $0.loop = loop } }

  func callAsFunction() { target.withLock { $0.loop }?.requestFrame() }
}
