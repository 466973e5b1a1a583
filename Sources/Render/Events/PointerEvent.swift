import MillraceLayout

/// An action of the mouse on an element, or anywhere while the element captures the mouse.
public struct PointerEvent: Hashable, Sendable {
  /// The kind of event. Enter and leave: the mouse entered or left the element or its descendants.
  /// Move: the mouse moved without a button held. Drag: it moved while the button that captured the
  /// mouse was held.
  public enum Phase: Hashable, Sendable {
    /// A phase. `enter` comes first, and `leave` last.
    case enter, leave, move, press, drag, release
  }

  /// The phase of the event.
  public var phase: Phase
  /// The button that was pressed or released, or is held.
  public var button: MouseEvent.Button
  /// The position, from the top left corner of the element's content. May be outside while the
  /// mouse is captured; meaningless for ``Phase/leave``.
  public var position: CellPoint
  /// The position, from the top left corner of the screen.
  public var screenPosition: CellPoint
  /// Whether the mouse is over the element or a descendant.
  public var isInside: Bool
  /// The modifier keys that were held.
  public var modifiers: KeyModifiers

  package init(_ phase: Phase, _ mouse: MouseEvent, at position: CellPoint, isInside: Bool) {
    (self.phase, self.position, self.isInside) = (phase, position, isInside)
    (button, modifiers) = (mouse.button, mouse.modifiers)
    screenPosition = CellPoint(x: mouse.x, y: mouse.y)
  }
}

/// Which mouse motion an element wants to receive. The host requests from the terminal only the
/// motion that elements on the screen want, because the terminal sends bytes for each motion.
public enum PointerInterest: Comparable, Sendable {
  /// Motion while a button is held.
  case drags
  /// All motion: drags, enter, leave and move.
  case motion
}
