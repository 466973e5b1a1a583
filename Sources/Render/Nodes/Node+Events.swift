extension NodeConvertible {
  /// Handles keys. A container gets the keys that no descendant consumed. On a control, this
  /// handler runs before the control's own.
  /// - Parameter handler: returns whether it consumed the key; if not, the key goes to the control
  ///   and then to the parent elements. A thrown error is reported and consumes the key.
  public consuming func onKey(_ handler: @escaping @MainActor (Key) throws -> Bool) -> Node {
    handlers { $0.key = { key, _ in try handler(key) } }
  }

  /// Handles released keys. Few terminals report them, and only for keys that type no text.
  public consuming func onKeyReleased(_ handler: @escaping @MainActor (Key) throws -> Bool) -> Node
  {
    handlers { $0.keyReleased = { key, _ in try handler(key) } }
  }

  /// Handles text pasted at the focus. A container gets the text that no descendant consumed. Long
  /// text arrives in several pieces.
  /// - Parameter handler: returns whether it consumed the text; if not, the text goes to the parent
  ///   elements. A thrown error is reported and consumes the text.
  public consuming func onPaste(_ handler: @escaping @MainActor (String) throws -> Bool) -> Node {
    handlers {
      $0.paste = { text, _ in try handler(text) }
      $0.takesTyping = false
    }
  }

  /// Handles a click of the left mouse button on the element or a descendant.
  public consuming func onClick(_ handler: @escaping @MainActor () throws -> Void) -> Node {
    handlers {
      $0.click = { _, _ in
        try handler()
        return true
      }
    }
  }

  /// Handles mouse events: enter, leave, move, press, drag and release.
  ///
  /// A press goes from the innermost element outwards until a handler consumes it. That element
  /// then captures the mouse: it alone gets all drags and the release, wherever they happen, as
  /// long as it exists. A click is sent as well, unless the handler consumed a drag while the mouse
  /// was over another element.
  /// - Parameters:
  ///   - interest: ``PointerInterest/motion`` also requests enter, leave and move. These are sent
  ///     when the mouse moves, not when another element comes under it. With nil, the terminal may
  ///     not report drags.
  ///   - handler: returns whether it consumed the event; ignored for enter and leave.
  public consuming func onPointer(
    _ interest: PointerInterest? = .drags,
    _ handler: @escaping @MainActor (PointerEvent) throws -> Bool
  ) -> Node {
    handlers { $0.pointer = { event, _ in try handler(event) } }.properties {
      $0.pointer = interest
    }
  }

  /// Called when the mouse enters the element or a descendant (true), or leaves it (false).
  public consuming func onHover(_ handler: @escaping @MainActor (Bool) throws -> Void) -> Node {
    onPointer(.motion) { event in
      if event.phase == .enter || event.phase == .leave { try handler(event.phase == .enter) }
      return false
    }
  }

  /// Handles a click on a link in the node's texts, such as those of Markdown, instead of
  /// ``onClick(_:)``.
  ///
  /// Terminals open links themselves if the program does not use the mouse. Most terminals also do
  /// so for a click with a modifier key.
  /// - Parameter handler: receives the address as the text has it: check it before you open it.
  public consuming func onOpenLink(
    _ handler: @escaping @MainActor (String) throws -> Void
  ) -> Node {
    handlers {
      $0.openLink = { address, _ in
        try handler(address)
        return true
      }
    }
  }

  /// Handles a click of the right mouse button on the element or a descendant.
  public consuming func onRightClick(_ handler: @escaping @MainActor () throws -> Void) -> Node {
    onPointer(nil) { event in
      guard event.button == .right else { return false }
      if event.phase == .release, event.isInside { try handler() }
      return event.phase == .press
    }
  }

  /// Called when the focus enters the element or a descendant (true), or leaves it (false). Not
  /// called when the program ends, so keep typed text in the state.
  public consuming func onFocusChange(_ handler: @escaping @MainActor (Bool) throws -> Void) -> Node
  {
    handlers { $0.focusChanged = handler }
  }

  private consuming func handlers(_ change: (Handlers) -> Void) -> Node {
    modified(by: .handlers(Handlers(change)))
  }
}
