import MillraceRender

extension MouseEvent {
  /// Creates an event from the number that all of xterm's encodings use (ctlseqs, "Mouse
  /// Tracking").
  ///
  /// - Parameters:
  ///   - code: Button, motion and modifiers as bits.
  ///   - column: The column, from 1.
  ///   - row: The row, from 1.
  ///   - isRelease: Whether SGR reports a release; the oldest encoding reports button 3 instead.
  init(code: Int, column: Int, row: Int, isRelease: Bool) {
    var modifiers: KeyModifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    let low = code & 3
    let action: Action
    var button = Button.none
    if code & 64 != 0 {
      action = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][low]
    } else {
      if code & 128 != 0 {
        button = .other(8 + low)
      } else {
        button = [.left, .middle, .right, .none][low]
      }
      if code & 32 != 0 {
        action = button == .none ? .move : .drag
      } else {
        action = isRelease || button == .none ? .release : .press
      }
    }
    self.init(
      action, button: button, x: max(0, column - 1), y: max(0, row - 1), modifiers: modifiers)
  }
}
