/// The visual and focus properties that every element can have.
public struct ElementProperties: Equatable, Sendable {
  /// The style of the element and its descendants; default values are inherited.
  public var style = Style()
  /// Applied over the style while the element has the focus.
  public var focusStyle: Style?
  /// Applied over the style while the mouse is over the element.
  public var hoverStyle: Style?
  /// Applied over the style while the element is the current row of the focused list.
  public var currentStyle: Style?
  /// For a row: its initial states. The host changes them later without a rendering. The Tab key
  /// reaches only elements inside the current row.
  public var rowStates: RowStates?
  /// Whether the element can take the focus; nil leaves the decision to its content.
  public var isFocusable: Bool?
  /// Whether the element takes the focus when it appears, and gives it back when it disappears.
  public var takesFocus: Bool?
  /// Lets the program give the element the focus.
  public var focusHandle: FocusHandle?
  /// How the focus moves among the descendants. The scope remembers the last focused descendant.
  public var focusScope: FocusPolicy?
  /// Which mouse motion the element wants to receive; nil: none.
  public var pointer: PointerInterest?
  /// The name by which constraints of the container refer to the element.
  public var constraintName: String?
  /// The element's meaning for assistive technology.
  public var semantics: Semantics?

  /// Makes properties that change nothing.
  public init() {}

  /// Whether a host has to keep track of the element for the focus or the mouse.
  package var concernsInput: Bool {
    focusHandle != nil || focusScope != nil || pointer != nil
  }

  /// These properties over `other`: a property that is set here wins, but styles are combined, and
  /// the larger ``pointer`` wins.
  func over(_ other: ElementProperties) -> ElementProperties {
    var result = other
    result.style = style.over(other.style)
    if let focusStyle { result.focusStyle = focusStyle }
    if let isFocusable { result.isFocusable = isFocusable }
    if let takesFocus { result.takesFocus = takesFocus }
    if let focusHandle { result.focusHandle = focusHandle }
    if let focusScope { result.focusScope = focusScope }
    if let pointer { result.pointer = max(pointer, other.pointer ?? pointer) }
    if let constraintName { result.constraintName = constraintName }
    if let hoverStyle { result.hoverStyle = hoverStyle }
    if let currentStyle { result.currentStyle = currentStyle }
    if let rowStates { result.rowStates = rowStates }
    if let semantics { result.semantics = semantics }
    return result
  }
}

/// The states of a row in its list. The host keeps them, and changes them without a rendering.
public struct RowStates: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The row is the current one of its list.
  public static let current = RowStates(rawValue: 1)
  /// The row is selected.
  public static let selected = RowStates(rawValue: 2)
  /// The container of the rows has the focus.
  public static let active = RowStates(rawValue: 4)
}
