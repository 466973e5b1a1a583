import MillraceLayout
import MillraceRender

/// A tree of nodes on a device: brings events to it, and what changed to the screen.
@MainActor
package final class TerminalScreen {
  package let renderer: Renderer
  package let host: TerminalHost
  private let device: any TerminalDevice
  private var painter: Painter
  /// Tells the screen in lines; nil: it is painted.
  private var updates: PlainUpdates?
  /// The device, if it shows the tree itself; then nothing is painted.
  private let view: (any ScreenView)?
  /// Whether the device shows the tree itself: then there is no terminal that another program could have.
  package var hasView: Bool { view != nil }
  /// What the terminal is to be told with the next frame, besides the frame: the last of each kind.
  private var announcements: [Announcement.Kind: Announcement] = [:]
  /// What was told last of each kind that lasts.
  private var lasting: [Announcement.Kind: Announcement] = [:]
  /// The bytes of a frame, kept so that the next one need not make room for its own.
  private var bytes: [UInt8] = []
  /// What the terminal reports of the mouse's motion; nil: that is not known.
  private var reported: PointerInterest?? = .some(nil)
  /// Whether a frame may be shown. If not, what the terminal shows stays, but for a notice over its last row.
  /// - Parameter isNew: whether something was rendered since this was last asked.
  package typealias Admission = (_ isNew: Bool) -> (mayShow: Bool, notice: String?)
  /// Asked before a frame is drawn. One that may not be shown waits for the next call of ``drawFrame()``.
  package var admission: Admission = { _ in (true, nil) }
  private var isWaiting = false
  private var toldNotice: String?
  /// What had been rendered when that was last asked.
  private var askedBodies = 0
  private let requestFrame: @Sendable () -> Void
  /// Frames drawn so far, those that changed nothing included.
  package private(set) var frames = 0

  /// Told what each frame did, if it did something. Nothing is noted where there is none.
  package var onFrame: ((FrameRecord) -> Void)? {
    didSet {
      host.drawnRects = onFrame.map { _ in [] }
      renderer.onFrame = onFrame.map { _ in { [unowned self] in rendered += $0.bodies } }
    }
  }
  /// What was rendered for the next frame.
  private var rendered: [BodyRecord] = []

  /// - Parameter requestFrame: called, on any thread, when there is something to draw.
  package init(device: any TerminalDevice, requestFrame: @escaping @Sendable () -> Void = {}) {
    self.device = device
    self.requestFrame = requestFrame
    let size = device.size
    view = device as? any ScreenView
    let host = TerminalHost(
      width: size.columns, height: size.rows, buffer: view.map { _ in .ofViews })
    self.host = host
    painter = Painter(traits: device.traits)
    updates = device.traits.screen == .updates ? PlainUpdates() : nil
    host.widths = device.traits.widths
    if view != nil { host.changes = HostChanges() }
    renderer = Renderer(host: host, requestFrame: requestFrame)
    host.renderer = renderer
  }

  /// Shows a tree in place of whatever was shown.
  package func show(_ node: Node) { renderer.render(node) }

  /// Brings the screen up to date, by one write; by none if nothing changed.
  /// - Parameter isLast: Whether no other follows: then what is to be printed is, though what shows may not change.
  package func drawFrame(isLast: Bool = false) {
    // How the terminal has wrapped the last frame must be known before another is drawn over it: the word of the
    // size may still be on its way.
    if painter.traits.isInline, device.size.columns != host.screen.width { resize() }
    // A frame that waits is not rendered again: it could have to wait for what is newer in turn, for ever.
    if !isWaiting { renderer.render() }
    let bodies = renderer.statistics.bodies
    let isNew = bodies != askedBodies
    askedBodies = bodies
    let (mayShow, notice) = admission(isNew)
    if let notice { write(notice) }
    if !mayShow {
      isWaiting = true
      if !isLast { return }
    } else if isWaiting, renderer.needsRender {
      requestFrame()
    }
    let before = (nodes: host.drawnNodes, cells: painter.counters.cellsChanged)
    if mayShow {
      (isWaiting, toldNotice) = (false, nil)
      if view == nil { host.draw() }
    }
    frames += 1
    defer { if onFrame != nil { record(since: before) } }
    if let view {
      if mayShow { view.show(host, Array(announcements.values)) }
      return announcements.removeAll(keepingCapacity: true)
    }
    let marksFrames = painter.traits.features.contains(.synchronizedOutput)
    bytes.removeAll(keepingCapacity: true)
    if marksFrames { bytes += TerminalModes.frameBegin }
    let start = bytes.count
    if let lines = updates?.lines(for: host.describe()) {
      bytes += Self.bytes(of: lines)
    } else {
      host.toggleSelection()
      painter.paint(
        &host.buffer.grid, cursor: host.cursor.map { (x: $0.x, y: $0.y) }, into: &bytes)
      host.toggleSelection()
    }
    // Whatever the elements want to hear, text is selected by drags.
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
    if marksFrames { bytes += TerminalModes.frameEnd }
    device.write(bytes)
  }

  /// The terminal is raw: it begins no line by itself.
  private static func bytes(of lines: [String]) -> [UInt8] {
    lines.flatMap { Array("\($0)\r\n".utf8) }
  }

  private func record(since before: (nodes: Int, cells: Int)) {
    var frame = FrameRecord(number: frames, bodies: rendered)
    frame.damage = host.drawnRects ?? []
    frame.drawnNodes = host.drawnNodes - before.nodes
    frame.changedCells = painter.counters.cellsChanged - before.cells
    frame.bytes = bytes.count
    rendered = []
    host.drawnRects = []
    if !frame.bodies.isEmpty || !frame.damage.isEmpty || frame.bytes > 0 { onFrame?(frame) }
  }

  /// Writes a line over the last row of what the terminal shows. The next frame paints everything.
  private func write(_ notice: String) {
    if view != nil { return }
    if updates != nil { return tell(notice) }
    let size = device.size
    var bytes: [UInt8] = []
    painter.notice(notice.prefix(size.columns), row: size.rows - 1, into: &bytes)
    device.write(bytes)
  }

  /// Tells a notice in a line of its own, once.
  private func tell(_ notice: String) {
    guard notice != toldNotice else { return }
    toldNotice = notice
    device.write(Self.bytes(of: [notice]))
  }

  /// Prints lines above a region below the prompt, with the next frame. A program that has the whole screen has
  /// no place for them.
  /// - Parameter text: Without control characters, but for the ends of lines.
  package func print(_ text: String) {
    if painter.traits.isInline { painter.print(text) }
  }

  /// Brings an event to the elements.
  /// - Returns: whether one used it up.
  package func handle(_ event: InputEvent) -> Bool {
    // An event meets the tree as the one before it left it, as if each had had its own frame.
    renderer.render()
    return host.route(event)
  }

  /// Tells the terminal something that is not on the screen, with the next frame; not one that would show it.
  package func announce(_ announcement: Announcement) {
    if announcement.lasts { lasting[announcement.kind] = announcement }
    announcements[announcement.kind] = announcement
  }

  /// Takes what is known of the terminal now; what it shows in another width is drawn again.
  package func traitsChanged() {
    let features = painter.traits.features
    painter.traits = device.traits
    // Said before it was known that the terminal understands.
    if features != painter.traits.features, let progress = lasting[.progress] { announce(progress) }
    host.widths = device.traits.widths
  }

  /// Takes the device's size, and paints everything.
  package func resize() {
    let size = device.size
    host.resize(width: size.columns, height: size.rows)
    if updates == nil { repaint() }
  }

  /// Another program has had the terminal: a region below the prompt begins anew where the cursor is.
  package func restart() {
    if painter.traits.isInline { painter.restart() }
    if updates != nil { repaint() }
  }

  /// Takes everything out. The focus leaves, and who listens hears of it: an edit can be kept.
  package func close() { renderer.unmount() }

  /// Paints everything with the next frame: the terminal may show anything now.
  package func repaint() {
    painter.invalidate()
    if updates != nil { updates = PlainUpdates() }
    // Another program may have had the terminal: the modes and the title may be those of the start.
    for announcement in lasting.values { announce(announcement) }
    if reported != .some(nil) { reported = nil }
  }
}
