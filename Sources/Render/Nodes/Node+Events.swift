extension NodeConvertible {
  /// Answers keys. On a container: those that nothing inside used up. On a control: before the
  /// control itself is asked.
  /// - Parameter handler: returns whether it used the key up; if not, the control and then the
  ///   elements around are asked. What it throws is reported, and uses the key up.
  public func onKey(_ handler: @escaping @MainActor (Key) throws -> Bool) -> Node {
    handlers { $0.key = { key, _ in try handler(key) } }
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

  /// Called when the focus comes to the element or into it (true), or leaves it (false).
  public func onFocusChange(_ handler: @escaping @MainActor (Bool) throws -> Void) -> Node {
    handlers { $0.focusChanged = handler }
  }

  private func handlers(_ change: (Handlers) -> Void) -> Node {
    modified(by: .handlers(Handlers(change)))
  }
}
