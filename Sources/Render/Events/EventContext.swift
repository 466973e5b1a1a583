/// What a handler may ask of the screen.
@MainActor
public struct EventContext {
  let renderer: Renderer
  /// The element whose handler runs.
  public let element: ElementID

  /// Gives the element the focus.
  public func takeFocus() { renderer.host.focus(element) }

  /// Whether a control inside the element has the focus, rather than the element itself.
  public var focusIsInside: Bool { renderer.host.focusIsInside(element) }

  /// Activates the first control that Tab would stop at inside the element, as Enter on it would.
  /// - Returns: whether there is one.
  public func activateFirstControl() -> Bool { renderer.host.activateFirstControl(in: element) }

  /// The columns that a line of text takes where it is shown.
  public func columns(of text: String) -> Int { renderer.host.columns(of: text) }

  /// The number of the frame that is being made.
  var frame: Int { renderer.frame }

  func report(_ mistake: RenderIssue.Mistake) { renderer.report(mistake, at: element) }
}
