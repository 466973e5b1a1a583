import MillraceRender

/// A sign that turns while something goes on whose end nobody knows.
///
/// All spinners turn together. Once it is out of the tree it costs nothing. Under
/// `.environment(\.reducesMotion, true)`, and on a page of plain text, “…” stands for it.
public struct Spinner: Component, Equatable {
  private let title: String?
  @Environment(\.clock) private var clock
  @Environment(\.reducesMotion) private var reducesMotion

  /// - Parameter title: what goes on.
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
    guard context.isInteractive else { return Text("…").node }
    // Tenths of a second: all signs are the same.
    let tenth = Int(clock.elapsed.components.attoseconds / 100_000_000_000_000_000)
    return Text(Self.frames[tenth]).shrink(0)
  }
}
