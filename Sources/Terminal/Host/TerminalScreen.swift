import MillraceLayout
import MillraceRender

/// A tree of nodes on a device: brings events to it, and what changed to the screen.
@MainActor
package final class TerminalScreen {
  package let renderer: Renderer
  package let host: TerminalHost
  private let device: any TerminalDevice
  private var painter: Painter
  private var marksFrames = false
  /// What the terminal reports of the mouse's motion; nil: that is not known.
  private var reported: PointerInterest?? = .some(nil)
  /// Frames drawn so far, those that changed nothing included.
  package private(set) var frames = 0

  /// - Parameter requestFrame: called, on any thread, when there is something to draw.
  package init(device: any TerminalDevice, requestFrame: @escaping @Sendable () -> Void = {}) {
    self.device = device
    let size = device.size
    let host = TerminalHost(width: size.columns, height: size.rows)
    self.host = host
    painter = Painter(colorDepth: device.colorDepth)
    renderer = Renderer(host: host, requestFrame: requestFrame)
    host.renderer = renderer
  }

  /// Shows a tree in place of whatever was shown.
  package func show(_ node: Node) { renderer.render(node) }

  /// Brings the screen up to date, by one write; by none if nothing changed.
  package func drawFrame() {
    renderer.render()
    host.draw()
    frames += 1
    var bytes = marksFrames ? TerminalModes.frameBegin : []
    let start = bytes.count
    painter.paint(
      &host.buffer.grid, cursor: host.cursor.map { (x: $0.x, y: $0.y) }, into: &bytes)
    let interest = host.pointer.interest
    if reported != .some(interest) {
      reported = interest
      bytes += TerminalModes.mouse(interest)
    }
    guard bytes.count > start else { return }
    if marksFrames { bytes += TerminalModes.frameEnd }
    device.write(bytes)
  }

  /// Brings an event to the elements.
  /// - Returns: whether one used it up.
  package func handle(_ event: InputEvent) -> Bool {
    if case .reply(.mode(number: 2026, let state)) = event {
      // 1 and 2: known, and set or reset. 0 and 4: unknown, or never to be set.
      marksFrames = state == 1 || state == 2
      return true
    }
    // An event meets the tree as the one before it left it, as if each had had its own frame.
    renderer.render()
    return host.route(event)
  }

  /// Takes the device's size, and paints everything.
  package func resize() {
    let size = device.size
    host.resize(width: size.columns, height: size.rows)
    repaint()
  }

  /// Takes everything out. The focus leaves, and who listens hears of it: an edit can be kept.
  package func close() { renderer.unmount() }

  /// Paints everything with the next frame: the terminal may show anything now.
  package func repaint() {
    painter.invalidate()
    // Another program may have had the terminal: the modes may be those of the start.
    if reported != .some(nil) { reported = nil }
  }
}
