import MillraceLayout

/// What a handler may ask of the screen.
@MainActor
public struct EventContext {
  let renderer: Renderer
  /// The element whose handler runs.
  public let element: ElementID

  /// Gives the element, or the first control in it, the focus when the handler has returned.
  public func takeFocus() { renderer.host.focus(element) }

  /// Whether a control inside the element has the focus, rather than the element itself.
  public var focusIsInside: Bool { renderer.focusIsInside(element) }

  /// Activates the first control that Tab would stop at inside the element, as Enter on it would.
  /// - Returns: whether there is one.
  public func activateFirstControl() -> Bool { renderer.host.activateFirstControl(in: element) }

  /// The columns that a line of text takes where it is shown.
  public func columns(of text: String) -> Int { renderer.host.columns(of: text) }

  /// Where the child with a key stands, from the top left corner of the element.
  package func frame(ofChild key: NodeKey) -> CellRect? {
    guard let child = renderer.child(key, of: element), let rect = renderer.host.frame(of: child),
      let around = renderer.host.frame(of: element)
    else { return nil }
    return CellRect(
      x: rect.x - around.x, y: rect.y - around.y, width: rect.width, height: rect.height)
  }

  /// The key bindings in force where the focus is, inner ones first, each with the keys that reach it: some
  /// may have none.
  public var keyBindings: [KeyBinding] { renderer.bindingsInForce }

  /// The number of the frame that is being made.
  package var frame: Int { renderer.frame }

  package func report(_ mistake: RenderIssue.Mistake) { renderer.report(mistake, at: element) }
}
