import Millrace
import MillraceRender

/// An inspector's access to a program's screen: its tree, and its frames while a viewer is open.
@MainActor
final class InspectedScreen {
  /// The component in which an inspector shows itself: nothing in it is told.
  nonisolated private static let own = ["InspectorOverlay", "ServingLine"]

  nonisolated static func isOwn(_ path: String) -> Bool { own.contains { path.contains($0) } }
  private static let limit = 10_000

  nonisolated init() {}

  var store: (any InspectedStore)?
  var onChange: () -> Void = {}
  private(set) weak var session: TerminalSession?
  private(set) var frames: [FrameAnswer] = []
  private var shownVersion: UInt64 = 0
  private var lookers = 0
  private var isNoting = false
  /// Whether the overlay is visible.
  private(set) var isOpen = false
  /// Keeps the recording of frames active while the overlay is open.
  private var looking: AnyObject?
  /// Shows or hides the overlay.
  var onToggle: () -> Void = {}

  /// Attaches a session to inspect. F12 then opens the overlay, whichever element has the focus.
  /// - Returns: False if another session is attached, because there is only one overlay.
  func attach(_ session: TerminalSession) -> Bool {
    if let known = self.session, known.ended == nil { return known === session }
    self.session = session
    session.onInput = { [weak self] event in
      guard let self else { return false }
      if event == .key(.function(12)) {
        toggle()
        return true
      }
      // Keys in the open overlay are not input to the program.
      store?.setInput(isOpen ? nil : event?.inspectedName)
      return false
    }
    isNoting = false
    follow()
    return true
  }

  /// The server of this inspector's API; nil if it has not started.
  var server: InspectorServer?

  func toggle() {
    isOpen.toggle()
    looking = isOpen ? beginLooking() : nil
    onToggle()
  }

  /// Starts to record frames.
  /// - Returns: An object that stops the recording when it is released.
  func beginLooking() -> AnyObject {
    lookers += 1
    if lookers == 1 { follow() }
    return Looking(self)
  }

  private final class Looking {
    private weak var screen: InspectedScreen?
    init(_ screen: InspectedScreen) { self.screen = screen }

    deinit {
      Task { @MainActor [screen] in screen?.endLooking() }
    }
  }

  private func endLooking() {
    lookers -= 1
    if lookers == 0 { follow() }
  }

  private func follow() {
    guard let session, isNoting != (lookers > 0) else { return }
    isNoting = lookers > 0
    shownVersion = store?.shownVersion ?? 0
    session.onFrame = isNoting ? { [weak self] in self?.note($0) } : nil
  }

  private func note(_ record: FrameRecord) {
    let bodies = record.bodies.filter { !Self.isOwn($0.path) }
    // A frame of the inspector's own is none of the program's, and would be the cause of another.
    guard !bodies.isEmpty, let store else { return }
    let shown = store.shownVersion
    if frames.count >= Self.limit { frames.removeFirst(Self.limit / 10) }
    frames.append(
      FrameAnswer(
        number: record.number, from: min(shownVersion, shown), to: shown,
        bodies: bodies.map(BodyAnswer.init), boxes: record.drawnNodes, cells: record.changedCells,
        bytes: record.bytes))
    shownVersion = shown
    onChange()
  }

  func frames(showing version: UInt64) -> [FrameAnswer] {
    frames.filter { $0.from < version && version <= $0.to }
  }

  /// Makes the session render again, because it must show another state.
  func showAnew() { session?.reload() }

  // MARK: - The tree

  private var tree: [InspectedNode] {
    func isOwn(_ node: InspectedNode) -> Bool { Self.isOwn(node.path) }
    func pruned(_ nodes: [InspectedNode]) -> [InspectedNode] { nodes.filter { !isOwn($0) } }
    return pruned(session?.inspect() ?? [])
  }

  func nodes(
    at id: String, depth: Int
  ) throws(InspectorError) -> [NodeAnswer] {
    let top = tree
    if id.isEmpty {
      return top.enumerated().map { answer($1, id: "\($0)", depth: depth - 1) }
    }
    var nodes = top
    var found: InspectedNode?
    for step in id.split(separator: ".", omittingEmptySubsequences: false) {
      guard let place = Int(step), nodes.indices.contains(place) else {
        throw .notFound("node \(id)")
      }
      found = nodes[place]
      nodes = nodes[place].children.filter { !Self.isOwn($0.path) }
    }
    guard let found else { throw .notFound("node \(id)") }
    return [answer(found, id: id, depth: depth)]
  }

  private func answer(_ node: InspectedNode, id: String, depth: Int) -> NodeAnswer {
    let children = node.children.filter { !Self.isOwn($0.path) }
    return NodeAnswer(
      id: id, path: node.path, type: node.type,
      // Props have no paths, so a redaction by path cannot hide parts of them.
      props: store?.hidesParts == true ? "hidden" : String(node.props.prefix(400)),
      state: store?.hidesParts == true ? [] : node.state.map { String($0.prefix(200)) },
      frame: node.frame.map { [$0.x, $0.y, $0.width, $0.height] },
      box: node.layout.map(BoxAnswer.init), bodies: node.bodies.map(BodyAnswer.init),
      childCount: children.count,
      children: depth <= 0
        ? []
        : children.prefix(200).enumerated().map {
          answer($1, id: "\(id).\($0)", depth: depth - 1)
        })
  }
}

extension InputEvent {
  /// The name of the input that a commit records; nil for events that are not recorded.
  fileprivate var inspectedName: String? {
    switch self {
    case .key(let key), .keyRepeated(let key), .keyReleased(let key): "\(key)"
    case .paste: "paste"
    case .mouse(let mouse): "mouse \(mouse.action)"
    default: nil
    }
  }
}

extension Inspector {
  /// The tree that the screen shows, without the inspector's own nodes.
  /// - Parameters:
  ///   - id: The id of the first node, as in an answer; an empty id is the root.
  ///   - depth: The number of levels in the answer. It contains at most 200 children of a node.
  /// - Complexity: O(nodes on the screen).
  @MainActor
  public func tree(
    at id: String = "", depth: Int = 3
  ) throws(InspectorError) -> TreeAnswer {
    TreeAnswer(nodes: try screen.nodes(at: id, depth: max(1, depth)))
  }

  /// Returns one node.
  @MainActor
  public func node(_ id: String) throws(InspectorError) -> NodeAnswer {
    guard let node = try screen.nodes(at: id, depth: 0).first else { throw .notFound("node \(id)") }
    return node
  }

  /// Returns a recorded frame.
  @MainActor
  public func frame(_ number: Int) throws(InspectorError) -> FrameAnswer {
    guard let frame = screen.frames.last(where: { $0.number == number }) else {
      throw .notFound("frame \(number): frames are recorded while a viewer is open")
    }
    return frame
  }
}
