import MillraceLayout
import MillraceRender

/// What the mouse is on, what holds it, and who wants to know.
@MainActor
struct PointerState {
  /// The element on which the left button went down.
  var pressed: ElementID?
  /// Who hears of drags and of the release: the element, which of its handlers, and the button.
  fileprivate var capture: (element: ElementID, handler: Int, button: MouseEvent.Button)?
  /// The elements under the mouse that want to hear of motion, from the innermost outwards.
  fileprivate(set) var hovered: [ElementID] = []
  /// Who is told, with the handlers that they had, that the mouse is no longer on them.
  fileprivate var left: [Listener] = []
  /// How many elements want to hear of drags, and of motion.
  private var wishes: [PointerInterest: Int] = [:]

  var capturer: ElementID? { capture?.element }

  /// The most that an element wants to hear.
  var interest: PointerInterest? { wishes.keys.max() }

  mutating func count(_ old: PointerInterest?, _ new: PointerInterest?) {
    if let old { wishes[old] = wishes[old].flatMap { $0 > 1 ? $0 - 1 : nil } }
    if let new { wishes[new, default: 0] += 1 }
  }

  /// The element is gone.
  mutating func release(_ id: ElementID) {
    if pressed == id { pressed = nil }
    if capture?.element == id { capture = nil }
  }
}

/// An element that hears of something, with the handlers that it had.
struct Listener {
  let id: ElementID
  let handlers: [Handlers]
}

extension TerminalHost {
  func routeMouse(_ mouse: MouseEvent) -> Bool {
    let target = hit(x: mouse.x, y: mouse.y)?.id
    hover(path(to: target).filter { nodes[$0]?.looks.pointer == .motion }, mouse)
    // What the wheel moves away is not selected any more.
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
    case .drag: return tellCapture(.drag, mouse, on: target) || dragSelection(mouse)
    case .move:
      // No button is held: the terminal did not say that it was released.
      release(mouse, on: nil)
      return path(to: target).contains { id in
        nodes[id]?.looks.pointer == .motion && ask(id, .move, mouse) != nil
      }
    case .release:
      let isCaptured = release(mouse, on: target)
      guard mouse.button == .left || mouse.button == .none else { return isCaptured }
      defer { pointer.pressed = nil }
      if endSelection() { return true }
      // A click is a press and a release on one element. What is drawn in between may change,
      // and the press survives it: elements are told apart by identity, not by place.
      guard let target, target == pointer.pressed else { return isCaptured }
      return bubble(from: target) { handlers, context in
        try handlers.click?(position(of: mouse, in: context.element), context) ?? false
      } || isCaptured
    }
  }

  private func press(_ mouse: MouseEvent, on target: ElementID?) -> Bool {
    renderer?.cancelChord()
    // Pressed again: a terminal may lose the release of a button that went up outside of it.
    if pointer.capture?.button == mouse.button { release(mouse, on: nil) }
    let path = eventPath(from: target)
    if mouse.button == .left {
      tellPopovers(ofPressOn: target)
      pointer.pressed = target
      for id in path { renderer?.tell(id) { try $0.touched?(mouse.modifiers, $1) } }
      if let id = path.first(where: { nodes[$0]?.isFocusable == true }) { userMovesFocus(to: id) }
    }
    if pointer.capture != nil { return tellCapture(.press, mouse, on: target) }
    for id in path {
      guard let handler = ask(id, .press, mouse) else { continue }
      pointer.capture = (id, handler, mouse.button)
      return true
    }
    // A view of its own has a selection of its own.
    if changes == nil { startSelection(mouse, in: target.flatMap { nodes[$0] }) }
    return mouse.button == .left && target != nil
  }

  /// Tells who has captured the mouse of a release, which ends that if it is of the same button.
  @discardableResult
  private func release(_ mouse: MouseEvent, on target: ElementID?) -> Bool {
    guard let capture = pointer.capture else { return false }
    var mouse = mouse
    // The oldest encoding does not say which.
    if mouse.button == .none { mouse.button = capture.button }
    tellCapture(.release, mouse, on: target)
    if mouse.button == capture.button { pointer.capture = nil }
    return true
  }

  @discardableResult
  private func tellCapture(
    _ phase: PointerEvent.Phase, _ mouse: MouseEvent, on target: ElementID?
  ) -> Bool {
    guard let capture = pointer.capture else { return false }
    let isInside = path(to: target).contains(capture.element)
    let used = ask(capture.element, phase, mouse, isInside: isInside, only: capture.handler)
    // Something was dragged elsewhere. It may have followed the mouse, and is not clicked by that.
    if phase == .drag, used != nil, target != pointer.pressed { pointer.pressed = nil }
    return true
  }

  /// Asks the handlers of an element, or only one of them.
  /// - Returns: which of them used the event up.
  @discardableResult
  private func ask(
    _ id: ElementID, _ phase: PointerEvent.Phase, _ mouse: MouseEvent, isInside: Bool = true,
    only number: Int? = nil
  ) -> Int? {
    let event = PointerEvent(phase, mouse, at: position(of: mouse, in: id), isInside: isInside)
    var asked = -1
    let isUsed = renderer?.answer(id) { handlers, context in
      asked += 1
      if let number, number != asked { return false }
      return try handlers.pointer?(event, context) ?? false
    }
    return isUsed == true ? asked : nil
  }

  /// Where the mouse is, from the top left corner of an element's content.
  private func position(of mouse: MouseEvent, in id: ElementID) -> CellPoint {
    guard let node = nodes[id] else { return .zero }
    let origin = node.place(on: screen).origin
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
    for id in old where !path.contains(id) { tellLeft(listener(id), mouse) }
    for id in path.reversed() where !old.contains(id) {
      let event = PointerEvent(.enter, mouse, at: position(of: mouse, in: id), isInside: true)
      renderer?.tell(id) { handlers, context in _ = try handlers.pointer?(event, context) }
    }
  }

  private func markHovered(_ id: ElementID) {
    if nodes[id]?.looks.hoverStyle != nil { markDamaged(id) }
  }

  private func tellLeft(_ listener: Listener, _ mouse: MouseEvent) {
    let event = PointerEvent(
      .leave, mouse, at: position(of: mouse, in: listener.id), isInside: false)
    renderer?.tell(listener.handlers, of: listener.id) { handlers, context in
      _ = try handlers.pointer?(event, context)
    }
  }

  func listener(_ id: ElementID) -> Listener {
    Listener(id: id, handlers: renderer?.handlers(of: id) ?? [])
  }

  /// Takes note that what the mouse is on disappears with a node: told at the next ``commit()``.
  func losePointer(inside node: TerminalNode) {
    stopHovering { nodes[$0]?.isInside(node) == true }
  }

  /// Tells the elements that disappeared or were hidden that the mouse is no longer on them.
  func settlePointer() {
    if !pointer.hovered.isEmpty { stopHovering { !isShown($0) } }
    if pointer.left.isEmpty { return }
    let left = pointer.left
    pointer.left = []
    for listener in left { tellLeft(listener, MouseEvent(.move, x: 0, y: 0)) }
  }

  private func stopHovering(where isLeft: (ElementID) -> Bool) {
    let left = pointer.hovered.filter(isLeft)
    pointer.left += left.map(listener)
    pointer.hovered.removeAll(where: left.contains)
  }
}
