import Millrace
import MillraceEmulator
import MillraceRender

/// An inspector's access to a program's screen: its tree, and its frames while a viewer is open.
@MainActor
final class InspectedScreen {
  /// The names of the inspector's own components, which answers leave out.
  nonisolated private static let own = ["InspectorOverlay", "ServingLine"]

  nonisolated static func isOwn(_ path: String) -> Bool {
    path.split(separator: "/").contains { own.contains(String($0)) }
  }
  private static let limit = 10_000
  /// The largest number of bodies in the recorded frames.
  var bodyLimit = 100_000

  let store: StoreRecording
  let reader: ValueReader
  var onChange: () -> Void = {}
  /// Renders the `InspectorOverlay` components of all sessions again. One without an open overlay
  /// can still show a line of text.
  var toggleOverlays: () -> Void = {}
  private(set) weak var session: TerminalSession?
  /// The recorded frames whose values are already texts: see `describeFrames(_:)`.
  private var describedFrames: [FrameRecord] = []
  /// The recorded frames that no viewer has read. Their values are not texts yet.
  private(set) var newFrames: [FrameRecord] = []
  private static let newLimit = 32
  /// The number of bodies in the recorded frames.
  private var bodyCount = 0
  private var shownVersion: UInt64 = 0
  private(set) var viewerCount = 0
  private var recordsFrames = false
  /// The reason why a file was not opened.
  var problem: String?
  /// The task that reads or writes a file.
  var work: Task<Void, Never>?
  /// Whether the overlay is visible.
  private(set) var isOpen = false
  /// Keeps the recording of frames active while the overlay is open.
  private var viewing: AnyObject?
  /// The other sessions of the store, which have no overlay.
  private var others: [Weak] = []

  private struct Weak { weak var session: TerminalSession? }

  init(_ store: StoreRecording, _ reader: ValueReader) {
    (self.store, self.reader) = (store, reader)
  }

  /// Attaches a session to inspect. F12 then opens or closes the overlay, whichever element has the
  /// focus.
  ///
  /// While its views show the past, a session takes no input, except for its open overlay, because
  /// the user's edits would change the present.
  /// - Returns: False if another session is attached, because there is only one overlay.
  func attach(_ session: TerminalSession) -> Bool {
    session.refusesInput = { [weak self, weak session] in
      guard let self, store.position != nil else { return false }
      return !isOpen || session !== self.session
    }
    others.removeAll { $0.session?.ended != nil || $0.session === session }
    if let known = self.session, known.ended == nil, known !== session {
      others.append(Weak(session: session))
      return false
    }
    if self.session === session { return true }
    self.session = session
    session.renderer.describe = { [reader] in
      // Values of views have no paths, so a redaction by path cannot hide parts of them.
      reader.hidesParts ? "hidden" : reader.text(of: $0, limit: 200)
    }
    session.onInput = { [weak self] event in
      guard let self else { return false }
      if event == .key(.function(12)) {
        toggle()
        return true
      }
      if pick(event) { return true }
      // Keys in the open overlay are not input to the program.
      store.setInput(isOpen ? nil : event?.inspectedName(hidesText: reader.hidesParts))
      return false
    }
    recording = ScreenRecording(limit: recording.limit)
    ownBodies = [:]
    session.onPaint = { [weak self] in self?.record($0) }
    recordsFrames = false
    follow()
    return true
  }

  /// The screens that the terminal showed while the overlay was closed.
  var recording = ScreenRecording()
  /// The folder to which the keys of the overlay write files.
  var folder = "."
  /// The ids of the nodes that users picked on the screen.
  var picks: [String] = []

  /// The server of this inspector's API; nil if it has not started.
  var server: InspectorServer?

  /// Opens the overlay and a recording file. If the file is not opened, the overlay shows the
  /// reason.
  func open(_ file: String, in inspector: Inspector) {
    toggle()
    work = Task {
      do throws(InspectorError) { try await inspector.open(file) } catch { problem = "\(error)" }
      onChange()
    }
  }

  func toggle() {
    isOpen.toggle()
    viewing = isOpen ? beginViewing() : nil
    toggleOverlays()
  }

  /// Starts to record frames.
  /// - Returns: An object whose release stops the recording, unless other such objects exist.
  func beginViewing() -> Subscription {
    viewerCount += 1
    follow()
    return Subscription { [weak self] in
      Task { @MainActor in
        self?.viewerCount -= 1
        self?.follow()
      }
    }
  }

  private func follow() {
    guard let session, recordsFrames != (viewerCount > 0) else { return }
    recordsFrames = viewerCount > 0
    shownVersion = store.context.shownVersion
    session.onFrame = recordsFrames ? { [weak self] in self?.addFrame($0) } : nil
    describeFrames()
  }

  private func addFrame(_ record: FrameRecord) {
    let start = elapsed
    var frame = record
    let ownBodies = record.bodies.filter(isOwn)
    if !ownBodies.isEmpty { frame.bodies.removeAll(where: isOwn) }
    let all = record.source.times.sum / .microseconds(1)
    // The inspector's own frames are not recorded, because each record would cause another frame.
    guard !frame.bodies.isEmpty else {
      cost.own += all + record.recording
      return
    }
    frame.to = store.context.shownVersion
    frame.from = min(shownVersion, frame.to)
    shownVersion = frame.to
    cost.frames += 1
    let own = ownBodies.reduce(0) { $0 + $1.microseconds }
    cost.program += all - own
    cost.own += own
    frame.recording += (elapsed - start) / .microseconds(1)
    cost.recording += frame.recording
    newFrames.append(frame)
    // Describes only one frame, so that the program responds to keys without a delay. Viewers
    // describe the rest when they draw.
    if newFrames.count >= Self.newLimit { describeFrames(1) }
    onChange()
  }

  private func isOwn(_ body: BodyRecord) -> Bool {
    if let known = ownBodies[body.source.number] { return known }
    if ownBodies.count > 10_000 { ownBodies = [:] }
    let isOwn = Self.isOwn(body.path)
    ownBodies[body.source.number] = isOwn
    return isOwn
  }

  /// Whether a component belongs to the inspector, by component number.
  private var ownBodies: [Int: Bool] = [:]

  private var elapsed: Duration { session?.renderer.elapsed() ?? .zero }

  /// Converts the values in the oldest new frames to texts, and releases the values. This takes
  /// longer than drawing the frames.
  func describeFrames(_ count: Int = .max) {
    if newFrames.isEmpty { return }
    let start = elapsed
    let some = newFrames.prefix(count)
    for var frame in some.map({ $0.described() }) {
      bodyCount += frame.bodies.count
      while describedFrames.count >= Self.limit || bodyCount > bodyLimit, !describedFrames.isEmpty {
        let old = describedFrames.prefix(max(1, describedFrames.count / 10))
        bodyCount -= old.reduce(0) { $0 + $1.bodies.count }
        describedFrames.removeFirst(old.count)
      }
      for index in frame.bodies.indices {
        frame.bodies[index].path = shown(frame.bodies[index].path)
      }
      describedFrames.append(frame)
    }
    newFrames.removeFirst(some.count)
    cost.own += (elapsed - start) / .microseconds(1)
  }

  /// The recorded frames. Frames that no viewer has read get their texts first.
  var frames: [FrameRecord] {
    describeFrames()
    return describedFrames
  }

  /// The time that the inspector has used since a viewer was first opened.
  private(set) var cost = CostAnswer()

  /// Makes all sessions render again, because they must show another state.
  func showAnew() {
    session?.reload()
    for other in others { other.session?.reload() }
  }

  // MARK: - The tree

  /// - Parameters:
  ///   - open: The ids of nodes whose children are in the answer although they are below `depth`.
  ///   - bytes: The approximate largest size of the answer. Children that do not fit are left out.
  ///   - children: The largest number of children of a node in the answer.
  func nodes(
    at id: String, depth: Int, open: Set<String> = [], bytes: Int = .max, children: Int = 200
  ) throws(InspectorError) -> [InspectedNode] {
    var nodes =
      session?.renderer.inspect(
        at: id, limit: children, isShown: { !Self.own.contains($0) },
        opens: { $1 < depth || open.contains($0) }) ?? []
    if nodes.isEmpty, !id.isEmpty { throw .notFound("node \(id)") }
    let bodies = Dictionary(grouping: frames.last?.bodies ?? [], by: \.source.number)
    var room = bytes
    for index in nodes.indices { complete(&nodes[index], bodies, &room) }
    return nodes
  }

  /// Returns all nodes on the screen, without the inspector's own.
  func allNodes() throws(InspectorError) -> [InspectedNode] {
    try nodes(at: "", depth: .max, children: .max)
  }

  /// Returns a path as viewers show it. If parts of the state are hidden, the path has no keys,
  /// because a key can be one of these parts.
  private func shown(_ path: String) -> String {
    reader.hidesParts ? path.replacing(/\[[^\/]*\]/, with: "[…]") : path
  }

  /// Completes a node for an answer: hides redacted values, leaves out children that do not fit
  /// into `room`, and adds the bodies that ran in the program's last frame.
  private func complete(
    _ node: inout InspectedNode, _ bodies: [Int: [BodyRecord]], _ room: inout Int
  ) {
    node.path = shown(node.path)
    node.props = reader.hidesParts ? "hidden" : String(node.props.prefix(400))
    if reader.hidesParts { node.state = [] }
    node.bodies = bodies[node.source.number] ?? []
    // 150 and 300 are the approximate bytes of the member names in the JSON.
    room -= 150 + node.path.utf8.count + node.props.utf8.count
    room -= node.bodies.count * 300 + node.state.reduce(0) { $0 + $1.utf8.count }
    for index in node.children.indices {
      if room <= 0 { return node.children.removeSubrange(index...) }
      complete(&node.children[index], bodies, &room)
    }
  }
}

extension InputEvent {
  /// The name of the input that a commit records; nil for events that are not recorded.
  /// - Parameter hidesText: Whether to leave out characters, which could spell a hidden value.
  fileprivate func inspectedName(hidesText: Bool) -> String? {
    switch self {
    case .key(let key), .keyRepeated(let key), .keyReleased(let key):
      if hidesText, case .character = key.code { "character" } else { "\(key)" }
    case .paste: "paste"
    case .mouse(let mouse): "mouse \(mouse.action)"
    default: nil
    }
  }
}

extension Inspector {
  /// The tree that the screen shows, without the inspector's own nodes.
  /// - Parameters:
  ///   - id: The node whose subtree is returned, by the id that an earlier answer gave it; if it is
  ///     empty, the outermost nodes are returned.
  ///   - depth: The number of levels in the answer; with an id, the number of levels below that
  ///     node. The answer contains at most 200 children of a node, and as many nodes as fit into
  ///     64 KB.
  /// - Complexity: O(nodes in the answer, and their siblings).
  @MainActor public func tree(
    at id: String = "", depth: Int = 3
  ) throws(InspectorError) -> TreeAnswer {
    TreeAnswer(nodes: try screen.nodes(at: id, depth: max(1, depth), bytes: 60_000))
  }

  /// Returns one node.
  @MainActor public func node(_ id: String) throws(InspectorError) -> InspectedNode {
    guard let node = try screen.nodes(at: id, depth: 0).first else { throw .notFound("node \(id)") }
    return node
  }

  /// The time that the inspector used, and the time of the program's frames.
  @MainActor public var cost: CostAnswer { screen.cost }

  /// Finds a text in the types, props and local state of the nodes on the screen.
  /// - Complexity: O(nodes on the screen).
  @MainActor public func searchTree(_ query: String, limit: Int = 50) -> SearchAnswer {
    var search = ValueSearch(query, limit: limit, ValueReader())
    func walk(_ node: InspectedNode) {
      if search.isEnded { return }
      search.examine(
        [node.type, node.props] + node.state,
        SearchHit(kind: .node, path: node.id, text: "\(node.type) \(node.props)"))
      node.children.forEach(walk)
    }
    try? screen.allNodes().forEach(walk)
    return search.answer
  }

  /// Returns a recorded frame.
  @MainActor public func frame(_ number: Int) throws(InspectorError) -> FrameRecord {
    guard let frame = screen.frames.last(where: { $0.number == number }) else {
      throw .notFound("frame \(number): frames are recorded while a viewer is open")
    }
    return frame
  }
}
