import MillraceLayout
import MillraceRender

/// The state of the mouse: the elements under it, the element that captures it, and the elements
/// that ask for its events.
@MainActor
struct PointerState {
  /// The element on which the left button went down.
  var pressed: ElementID?
  /// The element that receives drags and the release, the index of its handler, and the button.
  fileprivate var capture: (element: ElementID, handler: Int, button: MouseEvent.Button)?
  /// The elements under the mouse that ask for motion events, from the innermost outwards.
  fileprivate(set) var hovered: [ElementID] = []
  /// Removed elements, with the handlers that they had, to notify that the mouse left them.
  fileprivate var pendingLeaves: [Listener] = []
  /// The number of elements that ask for drags, and that ask for motion.
  private var interestCounts: [PointerInterest: Int] = [:]

  var capturer: ElementID? { capture?.element }

  /// The most detailed mouse events that any element asks for.
  var interest: PointerInterest? { interestCounts.keys.max() }

  mutating func count(_ old: PointerInterest?, _ new: PointerInterest?) {
    if let old { interestCounts[old] = interestCounts[old].flatMap { $0 > 1 ? $0 - 1 : nil } }
    if let new { interestCounts[new, default: 0] += 1 }
  }

  /// Forgets an element that was removed.
  mutating func release(_ id: ElementID) {
    if pressed == id { pressed = nil }
    if capture?.element == id { capture = nil }
  }
}

/// An element to notify, and its handlers, which are stored because the element may be removed.
struct Listener {
  let id: ElementID
  let handlers: [Handlers]
}

extension TerminalHost {
  func routeMouse(_ mouse: MouseEvent) -> Bool {
    let target = hit(x: mouse.x, y: mouse.y)?.id
    hover(path(to: target).filter { nodes[$0]?.properties.pointer == .motion }, mouse)
    // Scrolling and presses clear the selection.
    if mouse.action != .drag, mouse.action != .release, mouse.action != .move { selection = nil }
    switch mouse.action {
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight:
      let step = mouse.action == .wheelUp || mouse.action == .wheelLeft ? -3 : 3
      let isHorizontal =
        mouse.action == .wheelLeft || mouse.action == .wheelRight
        || mouse.modifiers.contains(.shift)
      let distance = CellPoint(x: isHorizontal ? step : 0, y: isHorizontal ? 0 : step)
      return bubble(from: target) { try $0.wheel?(distance, $1) ?? false }
    case .press: return press(mouse, on: target)
    case .drag: return notifyCapture(.drag, mouse, on: target) || dragSelection(mouse)
    case .move:
      // A move means that no button is pressed. If an element still captures the mouse, the
      // terminal did not report the release.
      release(mouse, on: nil)
      return path(to: target).contains { id in
        nodes[id]?.properties.pointer == .motion && callHandlers(id, .move, mouse) != nil
      }
    case .release:
      let isCaptured = release(mouse, on: target)
      guard mouse.button == .left || mouse.button == .none else { return isCaptured }
      defer { pointer.pressed = nil }
      if endSelection() { return true }
      // A click is a press and a release on the same element. The element may move in between,
      // because the host compares elements by identity, not by position.
      guard let target, target == pointer.pressed else { return isCaptured }
      if let address = link(at: mouse),
        bubble(from: target, { try $0.openLink?(address, $1) ?? false })
      {
        return true
      }
      return bubble(from: target) { handlers, context in
        try handlers.click?(position(of: mouse, in: context.element), context) ?? false
      } || isCaptured
    }
  }

  /// The address of the link under the mouse; nil for a device that shows the tree itself, because
  /// such a device opens links itself.
  private func link(at mouse: MouseEvent) -> String? {
    let grid = buffer.grid
    guard changes == nil, 0..<grid.width ~= mouse.x, 0..<grid.height ~= mouse.y else { return nil }
    return grid.link(x: mouse.x, y: mouse.y)
  }

  private func press(_ mouse: MouseEvent, on target: ElementID?) -> Bool {
    renderer?.cancelChord()
    // A second press of the captured button means that its release was not reported, as happens
    // outside of the window.
    if pointer.capture?.button == mouse.button { release(mouse, on: nil) }
    let path = eventPath(from: target)
    if mouse.button == .left {
      notifyPopovers(ofPressOn: target)
      pointer.pressed = target
      for id in path { renderer?.notify(id) { try $0.mouseDown?(mouse.modifiers, $1) } }
      if let id = path.first(where: { nodes[$0]?.isFocusable == true }) { userMovesFocus(to: id) }
    }
    if pointer.capture != nil { return notifyCapture(.press, mouse, on: target) }
    for id in path {
      guard let handler = callHandlers(id, .press, mouse) else { continue }
      pointer.capture = (id, handler, mouse.button)
      return true
    }
    // A device that shows the tree itself has its own text selection.
    if changes == nil { startSelection(mouse, in: target.flatMap { nodes[$0] }) }
    return mouse.button == .left && target != nil
  }

  /// Sends a release to the element that captured the mouse. A release of the same button ends the
  /// capture.
  @discardableResult
  private func release(_ mouse: MouseEvent, on target: ElementID?) -> Bool {
    guard let capture = pointer.capture else { return false }
    var mouse = mouse
    // The oldest mouse encoding does not report which button was released.
    if mouse.button == .none { mouse.button = capture.button }
    notifyCapture(.release, mouse, on: target)
    if mouse.button == capture.button { pointer.capture = nil }
    return true
  }

  @discardableResult
  private func notifyCapture(
    _ phase: PointerEvent.Phase, _ mouse: MouseEvent, on target: ElementID?
  ) -> Bool {
    guard let capture = pointer.capture else { return false }
    let isInside = path(to: target).contains(capture.element)
    let used = callHandlers(
      capture.element, phase, mouse, isInside: isInside, only: capture.handler)
    // A drag to another element is not a click, even if the dragged element follows the mouse
    // and gets the release.
    if phase == .drag, used != nil, target != pointer.pressed { pointer.pressed = nil }
    return true
  }

  /// Calls the handlers of an element, or only one of them.
  /// - Returns: The index of the handler that handled the event.
  @discardableResult
  private func callHandlers(
    _ id: ElementID, _ phase: PointerEvent.Phase, _ mouse: MouseEvent, isInside: Bool = true,
    only number: Int? = nil
  ) -> Int? {
    let event = PointerEvent(phase, mouse, at: position(of: mouse, in: id), isInside: isInside)
    var called = -1
    let isUsed = renderer?.dispatch(id) { handlers, context in
      called += 1
      if let number, number != called { return false }
      return try handlers.pointer?(event, context) ?? false
    }
    return isUsed == true ? called : nil
  }

  /// The position of the mouse, from the top left corner of an element's content.
  private func position(of mouse: MouseEvent, in id: ElementID) -> CellPoint {
    guard let node = nodes[id] else { return .zero }
    let origin = node.position(on: screen).origin
    let content = node.contentFrame
    return CellPoint(x: mouse.x - origin.x - content.x, y: mouse.y - origin.y - content.y)
  }

  // MARK: - Enter and leave

  private func hover(_ path: [ElementID], _ mouse: MouseEvent) {
    let old = pointer.hovered
    if path == old { return }
    pointer.hovered = path
    for id in old where !path.contains(id) { markHovered(id) }
    for id in path where !old.contains(id) { markHovered(id) }
    for id in old where !path.contains(id) { notifyLeft(listener(id), mouse) }
    for id in path.reversed() where !old.contains(id) {
      let event = PointerEvent(.enter, mouse, at: position(of: mouse, in: id), isInside: true)
      renderer?.notify(id) { handlers, context in _ = try handlers.pointer?(event, context) }
    }
  }

  private func markHovered(_ id: ElementID) {
    if nodes[id]?.properties.hoverStyle != nil { markDamaged(id) }
  }

  private func notifyLeft(_ listener: Listener, _ mouse: MouseEvent) {
    let event = PointerEvent(
      .leave, mouse, at: position(of: mouse, in: listener.id), isInside: false)
    renderer?.notify(listener.handlers, of: listener.id) { handlers, context in
      _ = try handlers.pointer?(event, context)
    }
  }

  func listener(_ id: ElementID) -> Listener {
    Listener(id: id, handlers: renderer?.handlers(of: id) ?? [])
  }

  /// Records that the elements under the mouse disappear with a node. The next ``commit()``
  /// notifies them.
  func removeHover(inside node: TerminalNode) {
    stopHovering { nodes[$0]?.isInside(node) == true }
  }

  /// Notifies elements that disappeared or were hidden that the mouse left them.
  func updateHover() {
    if !pointer.hovered.isEmpty { stopHovering { !isShown($0) } }
    if pointer.pendingLeaves.isEmpty { return }
    let left = pointer.pendingLeaves
    pointer.pendingLeaves = []
    for listener in left { notifyLeft(listener, MouseEvent(.move, x: 0, y: 0)) }
  }

  private func stopHovering(where isLeft: (ElementID) -> Bool) {
    let left = pointer.hovered.filter(isLeft)
    pointer.pendingLeaves += left.map(listener)
    pointer.hovered.removeAll(where: left.contains)
  }
}
