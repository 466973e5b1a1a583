import MillraceLayout
import MillraceRender

extension TerminalHost {
  /// Brings an event to the element that it concerns, and outwards until one uses it up.
  /// - Returns: whether one did.
  package func route(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key): routeKey(key)
    case .paste(let text):
      bubble(from: focused) { $0.paste?(text, $1) ?? false }
    case .mouse(let mouse): routeMouse(mouse)
    case .focusGained, .focusLost, .reply, .unknown: false
    }
  }

  private func routeKey(_ key: Key) -> Bool {
    if bubble(from: focused, { $0.key?(key, $1) ?? false }) { return true }
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
      return bubble(from: target?.id) { $0.wheel?(lines, $1) ?? false }
    case .press where mouse.button == .left:
      pressed = target?.id
      for node in path(to: target?.id) {
        element(node.id)?.terminalHandlers?.touched?(EventContext(host: self, element: node.id))
      }
      if let node = path(to: target?.id).first(where: \.isFocusable) { focus(node.id) }
      return target != nil
    case .release:
      defer { pressed = nil }
      // A click is a press and a release on one element. What is drawn in between may change,
      // and the press survives it: elements are told apart by identity, not by place.
      guard let target, target.id == pressed else { return false }
      return bubble(from: target.id) { handlers, context in
        guard let click = handlers.click, let node = nodes[context.element] else { return false }
        let origin = node.box.absoluteContentFrame
        return click(CellPoint(x: mouse.x - origin.x, y: mouse.y - origin.y), context)
      }
    default: return false
    }
  }

  /// The innermost element drawn at a cell.
  func hit(x: Int, y: Int) -> TerminalNode? {
    func find(_ node: TerminalNode) -> TerminalNode? {
      guard !node.isHidden else { return nil }
      let isInside = node.box.absoluteFrame.contains(x: x, y: y)
      if node.element.style.overflow != .visible, !isInside { return nil }
      // What is drawn last is on top.
      for child in node.children.reversed() {
        if let found = find(child) { return found }
      }
      return isInside ? node : nil
    }
    return find(root)
  }

  private func bubble(
    from id: ElementID?, _ ask: (TerminalHandlers, EventContext) -> Bool
  ) -> Bool {
    // The path is taken first: a handler may change the tree.
    for node in path(to: id ?? root.children.first?.id) {
      guard let handlers = element(node.id)?.terminalHandlers else { continue }
      if ask(handlers, EventContext(host: self, element: node.id)) { return true }
    }
    return false
  }
}
