import MillraceLayout

/// The operations that a handler can perform on the screen.
@MainActor
public struct EventContext {
  let renderer: Renderer
  /// The element whose handler runs.
  public let element: ElementID

  /// Gives the focus to the element, or to the first control in it, after the handler returns.
  public func takeFocus() { renderer.host.focus(element) }

  /// Copies text to the user's clipboard if the host supports it. A terminal may refuse silently.
  public func copy(_ text: String) { renderer.host.copy(text) }

  /// Whether a control inside the element has the focus, rather than the element itself.
  public var focusIsInside: Bool { renderer.focusIsInside(element) }

  /// Activates the first tab stop inside the element, as Enter on it would.
  /// - Returns: whether the element contains a tab stop.
  public func activateFirstControl() -> Bool { renderer.host.activateFirstControl(in: element) }

  /// The number of columns that a line of text takes on this host.
  public func columns(of text: String) -> Int { renderer.host.columns(of: text) }

  /// Scrolls the containers around the element by the least amount that shows a part of it.
  /// - Parameter rect: in cells, from the element's top left corner; nil: the whole element.
  public func reveal(_ rect: CellRect? = nil) { renderer.host.reveal(element, rect) }

  /// Moves the focus out of the element: to the next control, or to the previous one if `step` is
  /// -1.
  package func leave(by step: Int) { renderer.host.moveFocus(outOf: element, by: step) }

  /// The index of the element among its siblings.
  package var index: Int { renderer.instances[element]?.index ?? 0 }

  /// The indices of the children that contain an element in use (focused or capturing the mouse).
  package var indicesOfChildrenInUse: Set<Int> {
    var indices: Set<Int> = []
    for id in renderer.host.elementsInUse {
      var instance = renderer.instances[id]
      while let current = instance, let parent = current.parent {
        if parent.elementID == element, let index = current.index { indices.insert(index) }
        instance = parent
      }
    }
    return indices
  }

  /// Sets the states of a child row. Only readers of ``EnvironmentValues/isCurrentRow`` in the row
  /// are rendered again.
  package func setRowStates(ofChild index: Int, _ rowStates: RowStates) {
    guard let children = renderer.instances[element]?.children, children.indices.contains(index),
      let id = children[index].elementID
    else { return }
    renderer.host.setRowStates(id, rowStates)
    renderer.setRowStates(of: children[index], rowStates)
    renderer.requestFrame()
  }

  /// The frame of the child with a key, from the top left corner of the element.
  package func frame(ofChild key: NodeKey) -> CellRect? {
    guard let child = renderer.child(key, of: element), let rect = renderer.host.frame(of: child),
      let around = renderer.host.frame(of: element)
    else { return nil }
    return CellRect(
      x: rect.x - around.x, y: rect.y - around.y, width: rect.width, height: rect.height)
  }

  /// The key bindings in force at the focus, innermost first, each with the keys that reach it. A
  /// binding may have no keys.
  public var keyBindings: [KeyBinding] { renderer.bindingsInForce }

  /// The number of the current frame.
  package var frame: Int { renderer.frame }

  package func report(_ mistake: RenderIssue.Mistake) { renderer.report(mistake, at: element) }
}
