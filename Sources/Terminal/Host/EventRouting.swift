import MillraceLayout
import MillraceRender

extension TerminalHost {
  /// Brings an event to the element that it concerns, and outwards until one uses it up.
  /// - Returns: whether one did.
  package func route(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key): routeKey(key)
    case .paste(let text):
      bubble(from: focused) { try $0.paste?(text, $1) ?? false }
    case .mouse(let mouse): routeMouse(mouse)
    case .focusGained, .focusLost, .reply, .unknown: false
    }
  }

  private func routeKey(_ key: Key) -> Bool {
    if bubble(from: focused, { try $0.key?(key, $1) ?? false }) { return true }
    switch key {
    case .tab: return moveFocus(by: 1, wraps: true)
    case .shiftTab: return moveFocus(by: -1, wraps: true)
    // Arrows that mean nothing to the element in focus lead to its neighbours.
    case .down, .right: return moveFocus(by: 1, wraps: false)
    case .up, .left: return moveFocus(by: -1, wraps: false)
    default: return false
    }
  }

  private func routeMouse(_ mouse: MouseEvent) -> Bool {
    let target = hit(x: mouse.x, y: mouse.y)
    switch mouse.action {
    case .wheelUp, .wheelDown:
      let lines = mouse.action == .wheelUp ? -3 : 3
      return bubble(from: target?.id) { try $0.wheel?(lines, $1) ?? false }
    case .press where mouse.button == .left:
      pressed = target?.id
      let path = path(to: target?.id)
      for id in path { renderer?.tell(id) { try $0.touched?($1) } }
      if let id = path.first(where: { nodes[$0]?.isFocusable == true }) { setFocus(id) }
      return target != nil
    case .release:
      defer { pressed = nil }
      // A click is a press and a release on one element. What is drawn in between may change,
      // and the press survives it: elements are told apart by identity, not by place.
      guard let target, target.id == pressed else { return false }
      return bubble(from: target.id) { handlers, context in
        guard let click = handlers.click, let node = nodes[context.element] else { return false }
        let origin = node.place(on: screen).origin
        let content = node.contentFrame
        return try click(
          CellPoint(x: mouse.x - origin.x - content.x, y: mouse.y - origin.y - content.y), context)
      }
    default: return false
    }
  }

  private func bubble(
    from id: ElementID?, _ ask: (Handlers, EventContext) throws -> Bool
  ) -> Bool {
    // The path is taken first: a handler may change the tree.
    path(to: id ?? layers[0].children.first?.id).contains { renderer?.answer($0, ask) ?? false }
  }
}
