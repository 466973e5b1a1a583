extension NodeConvertible {
  /// Answers keys. On a container: those that nothing inside used up. On a control: before the
  /// control itself is asked.
  /// - Parameter handler: returns whether it used the key up; if not, the control and then the
  ///   elements around are asked. What it throws is reported, and uses the key up.
  public func onKey(_ handler: @escaping @MainActor (Key) throws -> Bool) -> Node {
    handlers { $0.key = { key, _ in try handler(key) } }
  }

  /// Answers keys that go up. Few terminals tell it, and only of keys that type no text.
  public func onKeyReleased(_ handler: @escaping @MainActor (Key) throws -> Bool) -> Node {
    handlers { $0.keyReleased = { key, _ in try handler(key) } }
  }

  /// Answers text that is pasted where the focus is: on a container, what nothing inside used up. Much text
  /// comes in several pieces.
  /// - Parameter handler: returns whether it used the text up; if not, the elements around are asked.
  ///   What it throws is reported, and uses the text up.
  public func onPaste(_ handler: @escaping @MainActor (String) throws -> Bool) -> Node {
    handlers {
      $0.paste = { text, _ in try handler(text) }
      $0.takesTyping = false
    }
  }

  /// Answers a click of the left mouse button on the element or in it.
  public func onClick(_ handler: @escaping @MainActor () throws -> Void) -> Node {
    handlers {
      $0.click = { _, _ in
        try handler()
        return true
      }
    }
  }

  /// Answers the mouse: enter, leave, move, press, drag and release.
  ///
  /// A press goes from the innermost element outwards until one uses it up, which captures the mouse: all
  /// drags, and the release, go to it alone, wherever they are. If it disappears, it hears no more. A click
  /// is told independently of that, unless a drag was used up while the mouse was elsewhere.
  /// - Parameters:
  ///   - interest: with ``PointerInterest/motion``, enter, leave and move are told, too, as the mouse moves
  ///     and not when something else comes under it. Without any, drags may not be told.
  ///   - handler: returns whether it used the event up; it does not matter for enter and leave.
  public func onPointer(
    _ interest: PointerInterest? = .drags,
    _ handler: @escaping @MainActor (PointerEvent) throws -> Bool
  ) -> Node {
    handlers { $0.pointer = { event, _ in try handler(event) } }.looks { $0.pointer = interest }
  }

  /// Called when the mouse comes to the element or to something in it (true), or leaves it (false).
  public func onHover(_ handler: @escaping @MainActor (Bool) throws -> Void) -> Node {
    onPointer(.motion) { event in
      if event.phase == .enter || event.phase == .leave { try handler(event.phase == .enter) }
      return false
    }
  }

  /// Answers a click of the right mouse button on the element or in it.
  public func onRightClick(_ handler: @escaping @MainActor () throws -> Void) -> Node {
    onPointer(nil) { event in
      guard event.button == .right else { return false }
      if event.phase == .release, event.isInside { try handler() }
      return event.phase == .press
    }
  }

  /// Called when the focus comes to the element or into it (true), or leaves it (false).
  public func onFocusChange(_ handler: @escaping @MainActor (Bool) throws -> Void) -> Node {
    handlers { $0.focusChanged = handler }
  }

  private func handlers(_ change: (Handlers) -> Void) -> Node {
    modified(by: .handlers(Handlers(change)))
  }
}
