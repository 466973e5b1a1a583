/// What every element may say of its looks and of its place in the focus order.
public struct Looks: Equatable, Sendable {
  /// How the element and all in it look; what it leaves at the default is inherited.
  public var style = Style()
  /// Put over the style while the element has the focus.
  public var focusStyle: Style?
  /// Put over the style while the mouse is on the element.
  public var hoverStyle: Style?
  /// Put over the style while the element is the current row of what has the focus.
  public var currentStyle: Style?
  /// Of a row: how it stands among the others when it is made. The host changes it later without a
  /// rendering. Tab stops only at what is inside the current row.
  public var marks: Marks?
  public var isFocusable: Bool?
  /// Takes the focus when it appears, and gives it back when it disappears.
  public var takesFocus: Bool?
  /// By which a program gives it the focus.
  public var focusHandle: FocusHandle?
  /// How the focus goes through what is inside, and that it remembers where it was.
  public var focusScope: FocusPolicy?
  /// What it wants to hear of a mouse that moves; nil: nothing.
  public var pointer: PointerInterest?
  /// What constraints of the container call it.
  public var anchor: String?
  /// What it means to somebody who cannot see it.
  public var semantics: Semantics?

  public init() {}

  /// These looks, where they say something, over the others.
  func over(_ other: Looks) -> Looks {
    var result = other
    result.style = style.over(other.style)
    if let focusStyle { result.focusStyle = focusStyle }
    if let isFocusable { result.isFocusable = isFocusable }
    if let takesFocus { result.takesFocus = takesFocus }
    if let focusHandle { result.focusHandle = focusHandle }
    if let focusScope { result.focusScope = focusScope }
    if let pointer { result.pointer = max(pointer, other.pointer ?? pointer) }
    if let anchor { result.anchor = anchor }
    if let hoverStyle { result.hoverStyle = hoverStyle }
    if let currentStyle { result.currentStyle = currentStyle }
    if let marks { result.marks = marks }
    if let semantics { result.semantics = semantics }
    return result
  }
}

/// How a row stands among the others: a state that a host keeps, and changes without a rendering.
public struct Marks: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let current = Marks(rawValue: 1)
  public static let selected = Marks(rawValue: 2)
  /// What holds the rows has the focus.
  public static let active = Marks(rawValue: 4)
}
