import MillraceLayout

/// Something that the mouse did on an element, or anywhere while the element has captured it.
public struct PointerEvent: Hashable, Sendable {
  /// Enter and leave: the mouse came to the element or to something in it, or is there no longer. Move:
  /// with no button held. Drag: with the button held that the element has captured.
  public enum Phase: Hashable, Sendable { case enter, leave, move, press, drag, release }

  public var phase: Phase
  /// The button that went down or up, or is held.
  public var button: MouseEvent.Button
  /// From the top left corner of the element's content; outside of it while the mouse is captured, and
  /// of no meaning in ``Phase/leave``.
  public var position: CellPoint
  /// From the top left corner of the screen.
  public var screenPosition: CellPoint
  /// Whether the mouse is on the element or on something in it.
  public var isInside: Bool
  public var modifiers: KeyModifiers

  package init(_ phase: Phase, _ mouse: MouseEvent, at position: CellPoint, isInside: Bool) {
    (self.phase, self.position, self.isInside) = (phase, position, isInside)
    (button, modifiers) = (mouse.button, mouse.modifiers)
    screenPosition = CellPoint(x: mouse.x, y: mouse.y)
  }
}

/// What an element wants to hear of a mouse that moves. A terminal is asked for no more than the elements
/// on its screen want: each motion costs bytes.
public enum PointerInterest: Comparable, Sendable {
  /// Drags.
  case drags
  /// Enter, leave and move, too.
  case motion
}
