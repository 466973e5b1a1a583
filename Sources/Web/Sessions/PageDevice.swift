import Millrace
import MillraceLayout
import MillraceRender
import MillraceTerminal

/// The device of a session that runs in a browser's tab.
@MainActor
final class PageDevice: ScreenView {
  private(set) var size: TerminalSize
  /// The number of cells of the browser's window.
  var cells: Int { size.columns * size.rows }
  private(set) var traits = TerminalTraits(colorDepth: .trueColor, features: [])
  private let work: PageWork
  private let onStop: () -> Void
  private var receive: (DeviceEvent) -> Void = { _ in }
  private var stream: OpenResponse?
  /// The scheduler's time when the browser disconnected.
  var disconnectedAt = Duration.zero
  private let tree = PageTree()
  /// Whether the next frame must contain the whole page.
  private var needsFullPage = true
  /// The number of the newest frame, which the stream may have dropped.
  private(set) var version = 0
  /// The number of the frame in which the page last received the program's focus.
  private var focusVersion = 0
  private var focused: ElementID?
  /// The mouse's last position.
  private var mouse = CellPoint.zero

  /// - Parameter onStop: Called when the session has ended.
  init(_ size: PageSize, _ work: PageWork, onStop: @escaping () -> Void) {
    (self.size, traits.background) = (size.cells, size.background)
    self.work = work
    self.onStop = onStop
  }

  /// The session draws nothing while no browser is connected, or while a slow browser has too many
  /// unread bytes.
  var isBusy: Bool {
    guard let stream, isConnected else { return true }
    return stream.isBehind { [weak self, work] in work.add { self?.receive(.ready) } }
  }

  var isConnected: Bool { stream?.isClosed == false }

  // MARK: - The stream

  /// Connects a new stream of the tab. The previous stream ends, and the new one starts with the
  /// whole page.
  func attach(_ stream: OpenResponse, _ size: PageSize) {
    disconnect(.moved)
    self.stream = stream
    needsFullPage = true
    resize(size)
    receive(.ready)
  }

  /// Sends the reason to the page, and closes the stream.
  func disconnect(_ reason: PageProtocol.EndReason) {
    stream?.send(.end, [PageProtocol.EndKey.reason: "\"\(reason.rawValue)\""])
    stream?.close()
    stream = nil
  }

  func resize(_ new: PageSize) {
    if traits.background != new.background {
      traits.background = new.background
      receive(.traitsChanged)
    }
    if size != new.cells {
      size = new.cells
      receive(.resized)
    }
  }

  func show(_ host: TerminalHost, _ announcements: [Announcement]) {
    guard let stream else { return }
    let isFullPage = needsFullPage
    if isFullPage {
      tree.reset()
      host.markAllChanged()
    }
    let operations = tree.operations(of: host, announcements)
    if tree.hasOtherTags {
      needsFullPage = true
      return show(host, announcements)
    }
    if operations.isEmpty, !isFullPage { return }
    version += 1
    if host.focused != focused || isFullPage { (focused, focusVersion) = (host.focused, version) }
    typealias Key = PageProtocol.FrameKey
    let data =
      "{\"\(Key.version.rawValue)\":\(version),\"\(Key.operations.rawValue)\":[\(operations)]}"
    // If the stream dropped this frame, the next frame contains the whole page.
    let event: PageProtocol.StreamEvent = isFullPage ? .wholePage : .changes
    needsFullPage = !stream.send(event.rawValue, data, id: "\(version)")
    if needsFullPage { _ = isBusy }
  }

  // MARK: - Events

  /// Sends an event of the page to the program.
  /// - Parameter seen: The number of the frame that the page showed when the event happened.
  func take(_ event: PageEvent, seen: Int, _ session: TerminalSession) {
    switch event {
    case .key(let key): receive(.input([.key(key)]))
    case .text(let text): receive(.input([.paste(text)]))
    case .resize: break  // `PageServer` changes the size when the tab's turn comes.
    case .mouse(var mouse, let number):
      session.perform { host in
        // The program may have moved or removed the element since the page sent the event.
        if let frame = host.nodes.id(number).flatMap(host.frame(of:)) {
          self.mouse = CellPoint(x: frame.x + mouse.x, y: frame.y + mouse.y)
        } else if mouse.action != .release {
          return
        }
        (mouse.x, mouse.y) = (self.mouse.x, self.mouse.y)
        _ = host.route(.mouse(mouse))
      }
    case .edit(let edit, let number):
      session.perform { host in
        guard let id = host.nodes.id(number), let line = tree.take(edit, of: id),
          host.isReachable(id)
        else { return }
        host.userMovesFocus(to: id)
        _ = host.bubble(from: id) { try $0.lineEdited?(line, $1) ?? false }
      }
    case .focus(let number):
      // Ignores the event if the program moved the focus after the frame that the page showed.
      guard seen >= focusVersion else { return }
      session.perform { host in
        guard let id = host.nodes.id(number) else { return }
        moveFocus(to: id, in: host)
      }
    case .click(let number):
      session.perform { host in
        guard let id = host.nodes.id(number), host.isReachable(id) else { return }
        moveFocus(to: id, in: host)
        _ = host.bubble(from: id) { try $0.click?(.zero, $1) ?? false }
      }
    }
  }

  /// Moves the program's focus to an element or, if the element is a table, to its list.
  private func moveFocus(to id: ElementID, in host: TerminalHost) {
    guard let node = host.nodes[id] else { return }
    let target = node.listInside ?? node
    if target.isFocusable { host.userMovesFocus(to: target.id) }
  }

  // MARK: - TerminalDevice

  func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) { self.receive = receive }

  func write(_ bytes: [UInt8]) {}

  func suspend() {}

  func release() {}

  func reclaim() {}

  func stop() {
    receive = { _ in }
    disconnect(.ended)
    onStop()
  }
}
