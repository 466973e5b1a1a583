/// Style modifiers. Descendants inherit them: the nearest colour wins, attributes are united, and
/// the default colour means the inherited one.
extension NodeConvertible {
  /// Sets the style of the node. Descendants inherit what they do not set.
  public consuming func style(_ style: Style) -> Node { properties { $0.style = style } }

  /// Sets the colour of text.
  public consuming func foreground(_ color: Color) -> Node { style(Style(foreground: color)) }

  /// Sets the colour behind the node.
  public consuming func background(_ color: Color) -> Node { style(Style(background: color)) }

  /// Shows text in bold.
  public consuming func bold(_ isOn: Bool = true) -> Node { attribute(.bold, isOn) }

  /// Shows text with less contrast.
  public consuming func dim(_ isOn: Bool = true) -> Node { attribute(.dim, isOn) }

  /// Shows text in italics.
  public consuming func italic(_ isOn: Bool = true) -> Node { attribute(.italic, isOn) }

  /// Underlines text with a single line.
  public consuming func underline(_ isOn: Bool = true) -> Node { attribute(.underline, isOn) }

  /// Underlines the text with a kind of line, optionally in its own colour. Terminals without that
  /// kind draw a plain underline.
  public consuming func underline(_ kind: UnderlineKind, color: Color = .default) -> Node {
    style(Style(underline: kind, color: color))
  }

  /// Draws a line through text.
  public consuming func strikethrough(_ isOn: Bool = true) -> Node {
    attribute(.strikethrough, isOn)
  }

  /// Exchanges foreground and background.
  public consuming func inverse(_ isOn: Bool = true) -> Node { attribute(.inverse, isOn) }

  /// Applies a style over the node's own style while the node has the focus.
  public consuming func focusStyle(_ style: Style) -> Node { properties { $0.focusStyle = style } }

  /// Applies a style over the node's own style while the mouse points at the node. Makes the
  /// terminal report all motion of the mouse.
  public consuming func hoverStyle(_ style: Style) -> Node {
    properties {
      $0.hoverStyle = style
      $0.pointer = .motion
    }
  }

  /// Makes the element focusable: Tab stops at it, and a click focuses it.
  public consuming func focusable(_ isFocusable: Bool = true) -> Node {
    properties { $0.isFocusable = isFocusable }
  }

  /// Focuses the element when it appears, or as soon as it can have the focus, unless the user
  /// moves the focus first. The focus returns to its previous element when this one disappears.
  public consuming func autofocus(_ takesFocus: Bool = true) -> Node {
    properties { $0.takesFocus = takesFocus }
  }

  /// Lets the program focus the element by a handle. A nil handle has no effect.
  public consuming func focus(_ handle: FocusHandle?) -> Node {
    properties { $0.focusHandle = handle }
  }

  /// Makes the descendants a group for Tab and the arrow keys. The group remembers its last focus.
  public consuming func focusScope(_ policy: FocusPolicy = .inOrder) -> Node {
    properties { $0.focusScope = policy }
  }

  /// Names the node for the constraints of its `Constrained` container.
  public consuming func anchored(_ name: String) -> Node { properties { $0.constraintName = name } }

  private consuming func attribute(_ attribute: Attributes, _ isOn: Bool) -> Node {
    isOn ? style(Style(attributes: attribute)) : modified(by: nil)
  }

  consuming func properties(_ change: (inout ElementProperties) -> Void) -> Node {
    var properties = ElementProperties()
    change(&properties)
    return modified(by: .properties(properties))
  }
}
