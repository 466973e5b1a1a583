/// What every element may say of its looks and of its place in the focus order.
public struct Looks: Equatable, Sendable {
  /// How the element and all in it look; what it leaves at the default is inherited.
  public var style = Style()
  /// Put over the style while the element has the focus.
  public var focusStyle: Style?
  public var isFocusable: Bool?
  /// Takes the focus when it appears, and gives it back when it disappears.
  public var takesFocus: Bool?
  /// By which a program gives it the focus.
  public var focusHandle: FocusHandle?
  /// How the focus goes through what is inside, and that it remembers where it was.
  public var focusScope: FocusPolicy?
  /// What it wants to hear of a mouse that moves; nil: nothing.
  public var pointer: PointerInterest?
  /// Whether Tab stops at what is inside. A list stops only at the controls of its current row.
  public var hasTabStops: Bool?

  /// What constraints of the container call it.
  public var anchor: String?
  /// Which elements may be used again for each other.
  public var reuseIdentifier: String?

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
    if let reuseIdentifier { result.reuseIdentifier = reuseIdentifier }
    if let anchor { result.anchor = anchor }
    if let hasTabStops { result.hasTabStops = hasTabStops }
    return result
  }
}
