/// An action of the mouse.
public struct MouseEvent: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case press, release
    /// Moved with a button held.
    case drag
    /// Moved without a button held.
    case move
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  public enum Button: Hashable, Sendable {
    case left, middle, right
    /// None or unknown: the oldest encoding does not name the released button.
    case none
    /// Back, forward and further buttons, from 8 on.
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
