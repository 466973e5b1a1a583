import MillraceRender

/// What every element on a terminal may say of its looks and of its place in the focus order.
package struct TerminalAttributes: ElementAttributes, Equatable {
  /// How the element and all in it look; what it leaves at the default is inherited.
  package var style = Style()
  /// Put over the style while the element has the focus.
  package var focusStyle: Style?
  package var isFocusable: Bool?
  /// Takes the focus when it appears, and gives it back when it disappears.
  package var takesFocus: Bool?
  /// By which a program gives it the focus.
  package var focusName: String?
  /// Whether Tab stops at the controls inside. A list stops only at those of the current row.
  package var tabStops: TabStops?

  package enum TabStops: Equatable, Sendable { case all, none }

  package init() {}

  package func over(_ other: any ElementAttributes) -> any ElementAttributes {
    guard let other = other as? TerminalAttributes else { return self }
    var result = other
    result.style = style.over(other.style)
    result.focusStyle = focusStyle ?? other.focusStyle
    result.isFocusable = isFocusable ?? other.isFocusable
    result.takesFocus = takesFocus ?? other.takesFocus
    result.focusName = focusName ?? other.focusName
    result.tabStops = tabStops ?? other.tabStops
    return result
  }
}

extension Element {
  package var terminal: TerminalAttributes {
    get { attributes as? TerminalAttributes ?? TerminalAttributes() }
    set { attributes = newValue }
  }
}

extension NodeConvertible {
  /// The node with attributes put over those that it has.
  package func attributes(_ change: (inout TerminalAttributes) -> Void) -> Node {
    var attributes = TerminalAttributes()
    change(&attributes)
    var modifiers = ElementModifiers()
    modifiers.attributes = attributes
    return node.modified(by: modifiers)
  }
}
