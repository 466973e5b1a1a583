/// Something that the mouse did.
public struct MouseEvent: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case press, release
    /// Moved with a button held.
    case drag
    /// Moved with none.
    case move
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  public enum Button: Hashable, Sendable {
    case left, middle, right
    /// None, or one that is not known: the oldest encoding does not say which was released.
    case none
    /// Back, forward and beyond, from 8 on.
    case other(Int)
  }

  public var action: Action
  public var button: Button
  /// The column, from 0.
  public var x: Int
  /// The row, from 0.
  public var y: Int
  public var modifiers: KeyModifiers

  public init(
    _ action: Action, button: Button = .none, x: Int, y: Int, modifiers: KeyModifiers = []
  ) {
    self.action = action
    self.button = button
    self.x = x
    self.y = y
    self.modifiers = modifiers
  }
}

extension MouseEvent {
  /// From the number that all of xterm's encodings use (ctlseqs, "Mouse Tracking").
  ///
  /// - Parameters:
  ///   - code: Button, motion and modifiers as bits.
  ///   - column: From 1.
  ///   - row: From 1.
  ///   - isRelease: What SGR says apart; the oldest encoding says button 3 instead.
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
