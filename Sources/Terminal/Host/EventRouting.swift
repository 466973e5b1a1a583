import MillraceRender

extension TerminalHost {
  /// Brings an event to the element that it concerns, and outwards until one uses it up.
  /// - Returns: whether one did.
  package func route(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key), .keyRepeated(let key): routeKey(key)
    case .paste(let text):
      bubble(from: focused) { try $0.paste?(text, $1) ?? false }
    case .mouse(let mouse): routeMouse(mouse)
    case .keyReleased(let key):
      bubble(from: focused) { try $0.keyReleased?(key, $1) ?? false }
    case .focusGained, .focusLost, .reply, .unknown: false
    }
  }

  private func routeKey(_ key: Key) -> Bool {
    if let ended = selection {
      selection = nil
      if ended.isShown, key == .escape { return true }
    }
    let typedInto = focused
    for popover in popovers { renderer?.tell(popover.id) { try $0.keyPressed?($1) } }
    if renderer?.route(key) == true {
      if let typedInto { revealTyping(at: typedInto) }
      return true
    }
    switch key {
    case .tab: return moveFocus(by: 1, in: containedScope, wraps: true)
    case .shiftTab: return moveFocus(by: -1, in: containedScope, wraps: true)
    // Arrows that mean nothing to the element in focus lead to its neighbours.
    case .down, .right: return moveFocusByArrow(1)
    case .up, .left: return moveFocusByArrow(-1)
    default: return false
    }
  }

  package func bubble(
    from id: ElementID?, _ ask: (Handlers, EventContext) throws -> Bool
  ) -> Bool {
    // The path is taken first: a handler may change the tree.
    eventPath(from: id ?? layers[0].children.first?.id).contains {
      renderer?.answer($0, ask) ?? false
    }
  }
}
