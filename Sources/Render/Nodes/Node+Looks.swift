/// Looks, handed down to all that is inside. Of two colours the nearer wins; an attribute that is
/// on around stays on inside, and the default colour means the one around.
extension NodeConvertible {
  /// How the node and all in it look, where they say nothing else.
  public func style(_ style: Style) -> Node { looks { $0.style = style } }

  public func foreground(_ color: Color) -> Node { style(Style(foreground: color)) }

  public func background(_ color: Color) -> Node { style(Style(background: color)) }

  public func bold(_ isOn: Bool = true) -> Node { attribute(.bold, isOn) }

  public func dim(_ isOn: Bool = true) -> Node { attribute(.dim, isOn) }

  public func italic(_ isOn: Bool = true) -> Node { attribute(.italic, isOn) }

  public func underline(_ isOn: Bool = true) -> Node { attribute(.underline, isOn) }

  /// Draws a line of a kind under the text, in a colour of its own where one is given. A terminal that has no
  /// such line draws a plain one.
  public func underline(_ kind: UnderlineKind, color: Color = .default) -> Node {
    style(Style(underline: kind, color: color))
  }

  public func strikethrough(_ isOn: Bool = true) -> Node { attribute(.strikethrough, isOn) }

  public func inverse(_ isOn: Bool = true) -> Node { attribute(.inverse, isOn) }

  /// How the node looks while it has the focus, over its style.
  public func focusStyle(_ style: Style) -> Node { looks { $0.focusStyle = style } }

  /// How the node looks while the mouse is on it, over its style. The terminal reports each motion then.
  public func hoverStyle(_ style: Style) -> Node {
    looks {
      $0.hoverStyle = style
      $0.pointer = .motion
    }
  }

  /// Lets the element have the focus: Tab stops at it, and a click gives it.
  public func focusable(_ isFocusable: Bool = true) -> Node {
    looks { $0.isFocusable = isFocusable }
  }

  /// Gives the element the focus when it appears, or as soon as it can have it, unless the user moves the
  /// focus before; when it disappears, the focus goes back to where it was.
  public func autofocus(_ takesFocus: Bool = true) -> Node { looks { $0.takesFocus = takesFocus } }

  /// Lets the program give the focus to the element by a handle; without one, nothing changes.
  public func focus(_ handle: FocusHandle?) -> Node { looks { $0.focusHandle = handle } }

  /// Makes what is inside a group for Tab and the arrow keys, which remembers where the focus was.
  public func focusScope(_ policy: FocusPolicy = .inOrder) -> Node {
    looks { $0.focusScope = policy }
  }

  /// Names the node for the constraints of the `Constrained` that it stands in.
  public func anchored(_ name: String) -> Node { looks { $0.anchor = name } }

  private func attribute(_ attribute: Attributes, _ isOn: Bool) -> Node {
    isOn ? style(Style(attributes: attribute)) : node
  }

  func looks(_ change: (inout Looks) -> Void) -> Node {
    var looks = Looks()
    change(&looks)
    return modified(by: .looks(looks))
  }
}
