import MillraceRender

extension NodeConvertible {
  /// Answers keys. On a container: those that nothing inside used up. On a control: before the
  /// control itself is asked.
  /// - Parameter handler: returns whether it used the key up; if not, the control and then the
  ///   elements around are asked.
  public func onKey(_ handler: @escaping @MainActor (Key) -> Bool) -> Node {
    handlers { $0.key = { key, _ in handler(key) } }
  }

  /// Answers a click of the left mouse button on the element or in it.
  public func onClick(_ handler: @escaping @MainActor () -> Void) -> Node {
    handlers {
      $0.click = { _, _ in
        handler()
        return true
      }
    }
  }

  /// Lets the element have the focus: Tab stops at it, and a click gives it.
  public func focusable(_ isFocusable: Bool = true) -> Node {
    attributes { $0.isFocusable = isFocusable }
  }

  /// Gives the element the focus when it appears; when it disappears, the focus goes back to where
  /// it was.
  public func autofocus(_ takesFocus: Bool = true) -> Node {
    attributes { $0.takesFocus = takesFocus }
  }

  /// A name by which the program can give the element the focus.
  public func focusName(_ name: String) -> Node { attributes { $0.focusName = name } }

  /// Called when the focus comes to the element or into it (true), or leaves it (false).
  public func onFocusChange(_ handler: @escaping @MainActor (Bool) -> Void) -> Node {
    handlers { $0.focusChanged = handler }
  }
}
