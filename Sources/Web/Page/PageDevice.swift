import Millrace
import MillraceLayout
import MillraceRender
import MillraceTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A tab of a browser, as the device that a session of the program stands on.
@MainActor
final class PageDevice: ScreenView {
  private(set) var size: TerminalSize
  private(set) var traits = TerminalTraits(colorDepth: .trueColor, features: [])
  private let work: PageWork
  private let onStop: () -> Void
  private var receive: (DeviceEvent) -> Void = { _ in }
  private var stream: EventStream?
  /// When its browser left.
  var leftAt = Duration.zero
  private let tree = PageTree()
  /// Whether the page has nothing, or not all.
  private var needsAll = true
  /// Counts what the page was told.
  private(set) var version = 0
  /// When the focus was told last.
  private var focusVersion = 0
  private var focused: ElementID?
  /// Where the mouse was last.
  private var mouse = CellPoint.zero

  /// - Parameter onStop: Called when the session has ended.
  init(_ size: PageSize, _ work: PageWork, onStop: @escaping () -> Void) {
    self.size = TerminalSize(columns: size.columns, rows: size.rows)
    traits.background = size.isDark ? .dark : .light
    self.work = work
    self.onStop = onStop
  }

  /// Nothing is drawn while nobody looks, or while a slow browser has not taken what it was told.
  var isBusy: Bool {
    guard let stream else { return true }
    return stream.isBehind { [weak self, work] in work.add { self?.receive(.ready) } }
  }

  var isWatched: Bool { stream != nil }

  // MARK: - The stream

  /// The tab reads a stream, from its beginning.
  func attach(_ stream: EventStream, _ size: PageSize) {
    leave("moved")
    self.stream = stream
    needsAll = true
    resize(size)
    receive(.ready)
  }

  func detach(_ stream: EventStream) { if stream === self.stream { self.stream = nil } }

  private func leave(_ why: String) {
    stream?.send("bye", "{\"why\":\"\(why)\"}")
    stream?.close()
    stream = nil
  }

  func resize(_ new: PageSize) {
    let size = TerminalSize(columns: new.columns, rows: new.rows)
    let background: TerminalTraits.Background = new.isDark ? .dark : .light
    if background != traits.background {
      traits.background = background
      receive(.traitsChanged)
    }
    if size != self.size {
      self.size = size
      receive(.resized)
    }
  }

  func show(_ host: TerminalHost, _ announcements: [Announcement]) {
    guard let stream else { return }
    let isAll = needsAll
    if isAll {
      tree.reset()
      host.markAllChanged()
    }
    var operations = tree.operations(of: host)
    for text in announcements.compactMap(Self.operation) {
      operations += operations.isEmpty ? text : "," + text
    }
    if operations.isEmpty, !isAll { return }
    version += 1
    if host.focused != focused || isAll { (focused, focusVersion) = (host.focused, version) }
    let data = "{\"v\":\(version),\"o\":[\(operations)]}"
    // What does not fit any more is told as a whole when there is room.
    needsAll = !stream.send(isAll ? "all" : "ops", data, id: "\(version)")
    if needsAll { _ = isBusy }
  }

  /// What a page is told beside its elements.
  private static func operation(_ announcement: Announcement) -> String? {
    var text = PageText()
    func write(_ name: StaticString, _ words: String...) {
      text.operation(name) { text in
        for word in words {
          text.raw(",")
          text.string(word)
        }
      }
    }
    switch announcement {
    case .title(let title): write("t", title)
    case .clipboard(let encoded):
      guard let data = Data(base64Encoded: encoded) else { return nil }
      write("copy", String(decoding: data, as: UTF8.self))
    case .notification(let title, let body): write("notify", title, body)
    case .bell: write("bell")
    case .progress: return nil
    }
    return text.text
  }

  // MARK: - Events

  /// Brings an event of the page to the program.
  /// - Parameter seen: What of the page was on the screen when it happened.
  func take(_ event: PageEvent, seen: Int, _ session: TerminalSession) {
    switch event {
    case .key(let key): receive(.input([.key(key)]))
    case .text(let text): receive(.input([.paste(text)]))
    case .resize(let size): resize(size)
    case .mouse(var mouse, let id):
      session.perform { host in
        // What it happened on may stand elsewhere by now, or be gone.
        if let frame = host.frame(of: ElementID(id)) {
          self.mouse = CellPoint(x: frame.x + mouse.x, y: frame.y + mouse.y)
        } else if mouse.action != .release {
          return
        }
        (mouse.x, mouse.y) = (self.mouse.x, self.mouse.y)
        _ = host.route(.mouse(mouse))
      }
    case .edit(let edit, let id):
      session.perform { host in
        guard let line = tree.take(edit, of: ElementID(id)), host.isReachable(ElementID(id)) else {
          return
        }
        host.userMovesFocus(to: ElementID(id))
        _ = host.bubble(from: ElementID(id)) { try $0.lineEdited?(line, $1) ?? false }
      }
    case .focus(let id):
      // The program has moved it since.
      guard seen >= focusVersion else { return }
      session.perform { host in
        if host.nodes[ElementID(id)]?.isFocusable == true { host.userMovesFocus(to: ElementID(id)) }
      }
    case .click(let id):
      session.perform { host in
        guard let node = host.nodes[ElementID(id)], host.isReachable(node.id) else { return }
        if node.isFocusable { host.userMovesFocus(to: node.id) }
        _ = host.bubble(from: node.id) { try $0.click?(.zero, $1) ?? false }
      }
    }
  }

  // MARK: - A terminal's part

  func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) { self.receive = receive }

  func write(_ bytes: [UInt8]) {}

  func suspend() {}

  func release() {}

  func reclaim() {}

  func stop() {
    receive = { _ in }
    leave("ended")
    onStop()
  }

  /// The program ends.
  func leaveProgram() { leave("stopped") }
}
