import MillraceLayout
import MillraceRender

/// A tree of nodes on a device. It sends events to the tree, and draws changes on the screen.
///
/// Exclusivity checks are off for properties with plain values, because no access to them lasts
/// while a function of the program or of the device runs.
@MainActor
package final class TerminalScreen {
  package let renderer: Renderer
  package let host: TerminalHost
  private let device: any TerminalDevice
  @exclusivity(unchecked) private var painter: Painter
  /// Describes the screen in lines of text; nil if the screen is painted.
  @exclusivity(unchecked) private var updates: PlainUpdates?
  /// The device, if it shows the tree itself. Then this object paints nothing.
  private let view: (any ScreenView)?
  /// Whether the device shows the tree itself. Then there is no terminal that another program could
  /// use.
  package var hasView: Bool { view != nil }
  /// The announcements to send with the next frame: the last of each kind.
  @exclusivity(unchecked) private var announcements: [Announcement.Kind: Announcement] = [:]
  /// The last announcement that was sent, for each kind that stays in effect.
  private var persistentAnnouncements: [Announcement.Kind: Announcement] = [:]
  /// The bytes of a frame. The next frame reuses the memory.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  /// The mouse motion that the terminal was asked to report, where `.some(nil)` is none; nil if
  /// that is unknown.
  private var reported: PointerInterest?? = .some(nil)
  /// Decides whether a frame may be shown. If not, the terminal keeps its contents, except for a
  /// notice over the last row.
  /// - Parameter isNew: Whether a body was rendered since the last call.
  package typealias FrameAdmission = (_ isNew: Bool) -> (mayShow: Bool, notice: String?)
  /// Called before a frame is drawn. A frame that may not be shown waits for the next call of
  /// ``drawFrame()``.
  package var frameAdmission: FrameAdmission = { _ in (true, nil) }
  @exclusivity(unchecked) private var isWaiting = false
  private var lastNotice: String?
  /// The number of rendered bodies at the last call of `frameAdmission`.
  @exclusivity(unchecked) private var askedBodies = 0
  private let requestFrame: @Sendable () -> Void
  /// The number of frames drawn so far, including frames without changes.
  @exclusivity(unchecked) package private(set) var frames = 0

  /// Called for each frame that rendered, drew or wrote. If nil, nothing is recorded.
  package var onFrame: ((FrameRecord) -> Void)? {
    didSet {
      host.drawnRects = onFrame.map { _ in [] }
      renderer.onFrame = onFrame.map { _ in { [unowned self] in rendered += $0.bodies } }
      counted = counters
    }
  }
  /// The counters at the end of the last recorded frame.
  private var counted: Counters = (0, 0, 0, 0)
  /// Called with each frame that changes the screen of a terminal, before the device receives its
  /// bytes. Not called if a ``ScreenView`` shows the tree, or if ``PlainUpdates`` describe it in
  /// lines: nothing is painted then.
  package var onPaint: ((PaintedFrame) -> Void)?
  /// The bodies that were rendered for the next frame.
  private var rendered: [BodyRecord] = []

  /// - Parameter requestFrame: Called on any thread when there is something to draw.
  package init(device: any TerminalDevice, requestFrame: @escaping @Sendable () -> Void = {}) {
    self.device = device
    self.requestFrame = requestFrame
    let size = device.size
    view = device as? any ScreenView
    let host = TerminalHost(
      width: size.columns, height: size.rows, buffer: view.map { _ in .sharedByViews })
    self.host = host
    painter = Painter(traits: device.traits)
    updates = device.traits.screen == .updates ? PlainUpdates() : nil
    host.widths = device.traits.widths
    if view != nil { host.changes = HostChanges() }
    renderer = Renderer(host: host, requestFrame: requestFrame)
    host.renderer = renderer
  }

  /// Replaces the current tree by another one.
  package func show(_ node: Node) { renderer.render(node) }

  /// Updates the screen with one write, or with none if nothing changed. A notice is another write.
  /// - Parameter isLast: Whether this is the last frame. Then pending lines are printed even if the
  ///   frame may not be shown.
  package func drawFrame(isLast: Bool = false) {
    // The event of a new size may not have arrived yet. The size must be known before another frame
    // is drawn over the last one, because the terminal may have wrapped the last frame.
    if painter.traits.isInline, device.size.columns != host.screen.width { resize() }
    // Does not render a waiting frame again, because the newer frame might have to wait in turn,
    // forever.
    if !isWaiting { renderer.render() }
    let bodies = renderer.statistics.bodies
    let isNew = bodies != askedBodies
    askedBodies = bodies
    let (mayShow, notice) = frameAdmission(isNew)
    if let notice { write(notice) }
    if !mayShow {
      isWaiting = true
      if !isLast { return }
    } else if isWaiting, renderer.needsRender {
      requestFrame()
    }
    if mayShow {
      (isWaiting, lastNotice) = (false, nil)
      if view == nil { _ = renderer.measure(.draw) { host.draw() } }
    }
    frames += 1
    defer { if onFrame != nil { record() } }
    if let view {
      if mayShow { renderer.measure(.draw) { view.show(host, Array(announcements.values)) } }
      return announcements.removeAll(keepingCapacity: true)
    }
    let isSynchronized = painter.traits.features.contains(.synchronizedOutput)
    bytes.removeAll(keepingCapacity: true)
    if isSynchronized { bytes += TerminalModes.frameBegin }
    let start = bytes.count
    if let lines = updates?.lines(for: host.describe()) {
      bytes += Self.bytes(of: lines)
    } else {
      host.toggleSelection()
      let cursor = host.cursor.map { (x: $0.x, y: $0.y) }
      renderer.measure(.paint) {
        painter.paint(&host.buffer.grid, cursor: cursor, into: &bytes)
      }
      if let onPaint, bytes.count > start {
        let grid = host.buffer.grid
        onPaint(
          PaintedFrame(
            number: frames, size: TerminalSize(columns: grid.width, rows: grid.height),
            bytes: bytes[start...],
            repaint: { [painter] in painter.repaint(grid, cursor: cursor) }
          ))
      }
      host.toggleSelection()
    }
    // Always asks for drags at least, because drags select text.
    let interest = host.pointer.interest ?? .drags
    if reported != .some(interest), painter.traits.features.contains(.mouse) {
      reported = interest
      bytes += TerminalModes.mouse(interest)
    }
    for (_, announcement) in announcements {
      bytes += announcement.bytes(painter.traits.features) ?? []
    }
    announcements.removeAll(keepingCapacity: true)
    if bytes.count == start {
      bytes.removeAll(keepingCapacity: true)
      return
    }
    if isSynchronized { bytes += TerminalModes.frameEnd }
    renderer.measure(.write) { device.write(bytes) }
  }

  /// Encodes lines for a terminal in raw mode, which does not return to the first column at a line
  /// feed.
  private static func bytes(of lines: [String]) -> [UInt8] {
    lines.flatMap { Array("\($0)\r\n".utf8) }
  }

  private typealias Counters = (drawn: Int, cells: Int, comparisons: Int, boxes: Int)

  private var counters: Counters {
    (
      host.drawnNodes, painter.counters.cellsChanged, renderer.statistics.comparisons,
      host.visitedBoxes
    )
  }

  private func record() {
    var frame = FrameRecord(number: frames, bodies: rendered)
    let counters = counters
    frame.damage = host.drawnRects ?? []
    frame.boxes = counters.drawn - counted.drawn
    frame.cells = counters.cells - counted.cells
    frame.source.comparisons = counters.comparisons - counted.comparisons
    // The counters of a new root start at 0.
    frame.source.visitedBoxes = max(0, counters.boxes - counted.boxes)
    frame.bytes = bytes.count
    if let times = renderer.recorder?.takeTimes() {
      frame.source.times = times.phases
      frame.recording = times.recording / .microseconds(1)
    }
    counted = counters
    rendered = []
    host.drawnRects = []
    if !frame.bodies.isEmpty || !frame.damage.isEmpty || frame.bytes > 0 { onFrame?(frame) }
  }

  /// Writes a line over the last row of the terminal. The next frame paints everything.
  private func write(_ notice: String) {
    if view != nil { return }
    if updates != nil { return writeNotice(notice) }
    let size = device.size
    var bytes: [UInt8] = []
    painter.notice(notice.prefix(size.columns), row: size.rows - 1, into: &bytes)
    device.write(bytes)
  }

  /// Writes a notice on a separate line, once.
  private func writeNotice(_ notice: String) {
    guard notice != lastNotice else { return }
    lastNotice = notice
    device.write(Self.bytes(of: [notice]))
  }

  /// Prints lines above a region below the prompt, with the next frame. A program that uses the
  /// whole screen cannot print lines.
  /// - Parameter text: The text, without control characters except line ends.
  package func print(_ text: String) {
    if painter.traits.isInline { painter.print(text) }
  }

  /// Sends an event to the elements.
  /// - Returns: Whether an element handled it.
  package func handle(_ event: InputEvent) -> Bool {
    // Renders first, so that each event finds the tree that the previous event produced, as if each
    // event had its own frame.
    renderer.render()
    return host.route(event)
  }

  /// Whether the device has the feature that an announcement needs.
  package func canSend(_ announcement: Announcement) -> Bool {
    view != nil || announcement.bytes(device.traits.features) != nil
  }

  /// Sends an announcement to the terminal with the next frame. It does not request a frame.
  package func announce(_ announcement: Announcement) {
    if announcement.isPersistent { persistentAnnouncements[announcement.kind] = announcement }
    announcements[announcement.kind] = announcement
  }

  /// Applies changed terminal traits. Text with a changed width is drawn again.
  package func traitsChanged() {
    let features = painter.traits.features
    painter.traits = device.traits
    // The program may have announced progress before the terminal reported its support.
    if features != painter.traits.features, let progress = persistentAnnouncements[.progress] {
      announce(progress)
    }
    host.widths = device.traits.widths
  }

  /// Applies the device's size, and paints the whole screen with the next frame. Plain updates are
  /// not printed again.
  package func resize() {
    let size = device.size
    host.resize(width: size.columns, height: size.rows)
    if updates == nil { repaint() }
  }

  /// Prepares for a terminal that another program has used: a region below the prompt starts again
  /// at the cursor.
  package func restart() {
    if painter.traits.isInline { painter.restart() }
    if updates != nil { repaint() }
  }

  /// Removes all elements. Focus listeners are not notified.
  package func close() { renderer.unmount() }

  /// Paints everything with the next frame, because the contents of the terminal are unknown.
  package func repaint() {
    painter.invalidate()
    if updates != nil { updates = PlainUpdates() }
    // Another program may have used the terminal and reset modes and title.
    for announcement in persistentAnnouncements.values { announce(announcement) }
    if reported != .some(nil) { reported = nil }
  }
}

/// A frame that changed the screen of a terminal.
package struct PaintedFrame {
  /// The number of the frame, as in ``FrameRecord``.
  package let number: Int
  package let size: TerminalSize
  /// The bytes that change the screen of the previous frame into this one.
  package let bytes: ArraySlice<UInt8>
  /// Returns bytes that draw this screen on a terminal with any contents and without autowrap. They
  /// can replace ``bytes``: the bytes of the next frame can follow either of them.
  package let repaint: () -> [UInt8]
}
