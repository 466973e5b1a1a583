import MillraceLayout

/// What a handler may ask of the screen.
@MainActor
public struct EventContext {
  let renderer: Renderer
  /// The element whose handler runs.
  public let element: ElementID

  /// Gives the element, or the first control in it, the focus when the handler has returned.
  public func takeFocus() { renderer.host.focus(element) }

  /// Puts a text on the user's clipboard, where the host has a way: a terminal may refuse without a word.
  public func copy(_ text: String) { renderer.host.copy(text) }

  /// Whether a control inside the element has the focus, rather than the element itself.
  public var focusIsInside: Bool { renderer.focusIsInside(element) }

  /// Activates the first control that Tab would stop at inside the element, as Enter on it would.
  /// - Returns: whether there is one.
  public func activateFirstControl() -> Bool { renderer.host.activateFirstControl(in: element) }

  /// The columns that a line of text takes where it is shown.
  public func columns(of text: String) -> Int { renderer.host.columns(of: text) }

  /// Scrolls what is around the element, by the least that shows a part of it: where a caret is, say.
  /// - Parameter rect: in cells, from the element's top left corner; nil is all of it.
  public func reveal(_ rect: CellRect? = nil) { renderer.host.reveal(element, rect) }

  /// The place of the element among its siblings.
  package var place: Int { renderer.elements[element]?.index ?? 0 }

  /// The places of the children that hold what users are at work on.
  package var childrenInUse: Set<Int> {
    var places: Set<Int> = []
    for id in renderer.host.inUse {
      var instance = renderer.elements[id]
      while let current = instance, let parent = current.parent {
        if parent.elementID == element, let index = current.index { places.insert(index) }
        instance = parent
      }
    }
    return places
  }

  /// Shows a child, a row, as it stands among the others from now on. What reads ``EnvironmentValues/isCurrentRow``
  /// in it is rendered again, and nothing else.
  package func mark(child place: Int, _ marks: Marks) {
    guard let children = renderer.elements[element]?.children, children.indices.contains(place),
      let id = children[place].elementID
    else { return }
    renderer.host.mark(id, marks)
    for row in children[place].children {
      renderer.provide(marks.contains(.current), \.isCurrentRow, at: row)
    }
    renderer.requestFrame()
  }

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
