import Bindings
import Render
import Store
import Synchronization
import Terminal

/// A program while it is on a terminal: joins the device's events, the tree and the frames.
@MainActor
public final class TerminalSession {
  private let device: any TerminalDevice
  private let screen: TerminalScreen
  private let frames: FrameLoop
  private var makeRoot: () -> Node = { .empty }
  private var waiting: [CheckedContinuation<Ending, Never>] = []
  private var ended: Ending?

  init(
    device: any TerminalDevice, scheduler: any Scheduler, hop: @escaping FrameLoop.Hop,
    root: (@escaping @MainActor () -> TerminalControl) -> () -> Node
  ) throws {
    self.device = device
    // The screen asks the loop for frames and the loop draws the screen: one of them comes first.
    let request = FrameRequest()
    let screen = TerminalScreen(device: device, requestFrame: { request() })
    let frames = FrameLoop(scheduler: scheduler, hop: hop) { screen.drawFrame() }
    request.connect(frames)
    self.screen = screen
    self.frames = frames
    makeRoot = root { [unowned self] in control }
    try device.start { [unowned self] in receive($0) }
    frames.perform {
      screen.show(makeRoot())
      frames.requestFrame()
    }
  }

  /// Waits until the program ends.
  public func ending() async -> Ending {
    if let ended { return ended }
    return await withCheckedContinuation { waiting.append($0) }
  }

  /// How the program ended; nil while it goes on.
  public var hasEnded: Ending? { ended }

  /// Ends the program: the terminal is given back.
  public func end(_ ending: Ending = .quit) {
    guard ended == nil else { return }
    ended = ending
    frames.stop()
    device.stop()
    screen.renderer.unmount()
    for continuation in waiting { continuation.resume(returning: ending) }
    waiting = []
  }

  private var control: TerminalControl {
    TerminalControl(size: device.size, session: self)
  }

  private func receive(_ event: DeviceEvent) {
    switch event {
    case .input(let events):
      frames.perform {
        for event in events where ended == nil { handle(event) }
        if ended == nil { frames.requestFrame() }
      }
    case .resized:
      frames.perform {
        screen.resize()
        screen.show(makeRoot())
        frames.requestFrame()
      }
    case .resumed:
      receive(.resized)
    case .suspendRequested: suspend()
    case .signal(let signal): end(.signal(signal))
    case .hangup: end(.hangup)
    }
  }

  private func handle(_ event: InputEvent) {
    if screen.handle(event) { return }
    switch event {
    case .key(.control("c")): end(.interrupted)
    case .key(.control("z")): suspend()
    case .key(.control("l")): screen.repaint()
    default: break
    }
  }

  func focus(_ name: String) {
    guard ended == nil else { return }
    screen.focus(named: name)
    frames.requestFrame()
  }

  private func suspend() {
    device.suspend()
    receive(.resized)
  }
}

/// Lets a screen ask for frames before the loop that draws them exists.
private final class FrameRequest: Sendable {
  private let target = Mutex<FrameLoop?>(nil)

  func connect(_ loop: FrameLoop) { target.withLock { $0 = loop } }

  func callAsFunction() { target.withLock { $0 }?.requestFrame() }
}
