/// An event of the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// An action of the mouse.
  public enum Action: Hashable, Sendable {
    /// A button went down, or up.
    case press, release
    /// The mouse moved with a button held.
    case drag
    /// The mouse moved without a button held.
    case move
    /// The wheel turned by one notch.
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  /// A button of the mouse.
  public enum Button: Hashable, Sendable {
    /// A button of most mice.
    case left, middle, right
    /// No button, or an unknown one: the oldest encoding of mouse events does not name the released
    /// button.
    case none
    /// Back, forward and further buttons, from 8 on.
    case other(Int)
  }

  /// The action of the mouse.
  public var action: Action
  /// The button that was pressed, released or held.
  public var button: Button
  /// The column, from 0.
  public var x: Int
  /// The row, from 0.
  public var y: Int
  /// The modifier keys that were held.
  public var modifiers: KeyModifiers

  /// Makes an event at a cell.
  /// - Parameters:
  ///   - action: what the mouse did.
  ///   - button: the button that was pressed, released or held.
  ///   - x: the column, from 0.
  ///   - y: the row, from 0.
  ///   - modifiers: the modifier keys that were held.
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
