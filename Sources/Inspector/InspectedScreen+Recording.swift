import MillraceEmulator
import MillraceRender
import MillraceTerminal

extension InspectedScreen {
  func record(_ frame: PaintedFrame) {
    // The inspector covers part of the screen: with its overlay, or with a line during time travel
    // and while actions are held.
    if isOpen || store.position != nil || store.context.heldCount != nil {
      return recording.pause()
    }
    recording.add(frame, version: Int(clamping: store.context.shownVersion))
    onChange()
  }

  /// The reason why only the terminal shows recorded screens; nil if pages and requests may show
  /// them, too.
  var privacy: String? {
    let link = session?.showsLinks == true ? "they show the link of the served program" : nil
    let reason = reader.hidesParts ? "this inspector hides parts of the state" : link
    return reason.map { "Screens stay on the terminal, because \($0)." }
  }

  /// - Throws: `InspectorError.hidden`.
  func refusePrivate() throws(InspectorError) { if let privacy { throw .hidden(privacy) } }

  /// Selects the node at a cell in all viewers.
  func pick(x: Int, y: Int) throws(InspectorError) {
    picks.append(try owner(x: x, y: y))
    onChange()
  }

  /// Handles a click with Alt while a viewer is open.
  /// - Returns: Whether the inspector handled the event, so that it is not input to the program.
  func pick(_ event: InputEvent?) -> Bool {
    guard viewerCount > 0, case .mouse(let mouse) = event, mouse.modifiers.contains(.alt),
      [.press, .drag, .release].contains(mouse.action)
    else { return false }
    if mouse.action == .press { try? pick(x: mouse.x, y: mouse.y) }
    return true
  }

  /// Returns the id of the program's node whose element drew a cell. The inspector's own elements
  /// do not count.
  func owner(x: Int, y: Int) throws(InspectorError) -> String {
    var ids: [ElementID: String] = [:]
    func add(_ node: InspectedNode) {
      if let element = node.source.element { ids[element] = node.id }
      node.children.forEach(add)
    }
    try allNodes().forEach(add)
    let owner = session?.owner(x: x, y: y) { [ids] in ids[$0] != nil }
    guard let id = owner.flatMap({ ids[$0] }) else {
      throw .notFound("node at column \(x), row \(y)")
    }
    return id
  }

  func shown(_ frame: Int?, _ version: UInt64?) throws(InspectorError) -> ScreenRecording.Screen {
    if version != nil, store.file != nil {
      throw .notFound("screen of a version: a recording file has none")
    }
    if let version, !store.log.versions.contains(version) { throw store.log.notRecorded(version) }
    let newest = recording.numbers?.upperBound
    let number = version.map { recording.frame(showing: Int(clamping: $0)) } ?? newest
    // A frame that wrote nothing can have a higher number than the newest recorded screen.
    guard frame ?? 0 <= max(newest ?? 0, frames.last?.number ?? 0),
      let screen = (frame ?? number).flatMap(recording.screen(of:))
    else {
      let known = recording.numbers.map { "frames \($0.lowerBound) to \($0.upperBound) are" }
      throw .notFound("such screen: \(known ?? "none is") recorded")
    }
    return screen
  }
}

extension Inspector {
  /// The largest number of bytes that recorded screens use; 16 MB unless changed. The oldest
  /// screens are dropped first.
  @MainActor public var screenBytes: Int {
    get { screen.recording.limit }
    set { screen.recording.limit = newValue }
  }

  /// Returns a screen as the terminal showed it.
  ///
  /// Frames are recorded from the start of the program, except while the overlay is open, during
  /// time travel, and while actions are held, because the inspector then covers part of the screen.
  /// A frame that wrote nothing has the screen of the last frame that did. The screens of a program
  /// on a web page, and of a program that describes its screen in lines of text, are not recorded.
  /// - Parameters:
  ///   - frame: The number of the frame.
  ///   - version: Without a frame, selects the first screen that showed this version or a newer
  ///     one. Without either, the result is the newest screen.
  @MainActor public func screen(
    frame: Int? = nil, version: UInt64? = nil
  ) throws(InspectorError) -> ScreenAnswer {
    ScreenAnswer(try screen.shown(frame, version))
  }

  /// Returns a screen as an SVG picture: see ``screen(frame:version:)``.
  @MainActor public func picture(
    frame: Int? = nil, version: UInt64? = nil
  ) throws(InspectorError) -> FileAnswer {
    FileAnswer(text: try screen.shown(frame, version).content.svg())
  }

  /// Returns the node whose element was the last to draw a cell. If no element drew the cell,
  /// returns the node of the innermost element there.
  /// - Parameters:
  ///   - x: The column, from 0.
  ///   - y: The row, from 0.
  @MainActor public func pick(x: Int, y: Int) throws(InspectorError) -> InspectedNode {
    try node(screen.owner(x: x, y: y))
  }
}
