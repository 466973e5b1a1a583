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
