import MillraceRender

/// An animation for a task of unknown length: `Spinner("Connecting…")`.
///
/// All spinners turn in sync. The animation runs only while the spinner is in the tree. With
/// `.environment(\.reducesMotion, true)` and in plain-text output, it shows “…”.
public struct Spinner: Component, Equatable {
  private let title: String?
  @Environment(\.clock) private var clock
  @Environment(\.reducesMotion) private var reducesMotion

  /// - Parameter title: names the task; shown after the animation.
  public init(_ title: String? = nil) { self.title = title }

  public var body: Node {
    Row(gap: 1) {
      if reducesMotion { Text("…") } else { TurningSign(clock: clock) }
      if let title { Text(title).truncate() }
    }
    .semantics(.status, title ?? "", states: .busy)
  }
}

private struct TurningSign: LiveComponent, Equatable {
  let clock: FrameClock

  private static let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  var connectionSource: AnyHashable? { ObjectIdentifier(clock) }

  func connect(_ invalidation: Invalidation) -> AnyObject? {
    clock.onFrame(every: .milliseconds(100)) { invalidation() }
  }

  func body(in context: RenderContext) -> Node {
    // The tenth of the current second, so that all spinners show the same image.
    let tenth = Int(clock.elapsed.components.attoseconds / 100_000_000_000_000_000)
    return Text(Self.frames[tenth]).shrink(0)
  }
}
