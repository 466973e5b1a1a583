import MillraceRender

extension TerminalHost {
  /// Sends an event to its target element, and then to the ancestors until one of them handles it.
  /// - Returns: Whether an element handled the event.
  package func route(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key), .keyRepeated(let key): routeKey(key)
    case .paste(let text): routePaste(text)
    case .mouse(let mouse): routeMouse(mouse)
    case .keyReleased(let key):
      bubble(from: focused) { try $0.keyReleased?(key, $1) ?? false }
    case .focusGained, .focusLost, .reply, .unknown: false
    }
  }

  private func routePaste(_ text: String) -> Bool {
    // The keys of an incomplete chord came before the paste, and may change its target.
    renderer?.endChord()
    return bubble(from: focused) { try $0.paste?(text, $1) ?? false }
  }

  private func routeKey(_ key: Key) -> Bool {
    if let ended = selection {
      selection = nil
      if ended.isShown, key == .escape { return true }
    }
    let typedInto = focused
    for popover in popovers { renderer?.notify(popover.id) { try $0.keyPressed?($1) } }
    var movesFocus = false
    let isUsed = renderer?.route(key) { key in
      movesFocus = true
      return moveFocus(by: key)
    }
    if isUsed == true, !movesFocus, let typedInto { revealTyping(at: typedInto) }
    return isUsed ?? moveFocus(by: key)
  }

  private func moveFocus(by key: Key) -> Bool {
    switch key {
    case .tab: return moveFocus(by: 1, in: containedScope, wraps: true)
    case .shiftTab: return moveFocus(by: -1, in: containedScope, wraps: true)
    // If the focused element does not handle an arrow key, the key moves the focus to a neighbour.
    case .down, .right: return moveFocusByArrow(1)
    case .up, .left: return moveFocusByArrow(-1)
    default: return false
    }
  }

  package func bubble(
    from id: ElementID?, _ call: (Handlers, EventContext) throws -> Bool
  ) -> Bool {
    // Computes the path before calling handlers, because a handler may change the tree.
    eventPath(from: id ?? layers[0].children.first?.id).contains {
      renderer?.dispatch($0, call) ?? false
    }
  }
}
