import MillraceRender

extension Style {
  /// The style without what cannot be seen on a cell that has no ink.
  ///
  /// Two blanks that look alike get one style, so that comparing cells does not find changes that
  /// nobody sees.
  package var onBlank: Style {
    attributes.isDisjoint(with: .visibleOnBlank) ? Style(background: background) : self
  }

  /// The style as a terminal shows it: in the colours that it has, without kinds and colours of underlines
  /// where it has none, or where there is no line.
  package func reduced(to depth: ColorDepth, styledUnderlines: Bool = true) -> Style {
    var result = self
    if !styledUnderlines || !attributes.contains(.underline) {
      result.underlineKind = .single
      result.underlineColor = .default
    }
    result.foreground = foreground.reduced(to: depth)
    result.background = background.reduced(to: depth)
    result.underlineColor = result.underlineColor.reduced(to: depth)
    return result
  }
}

extension Attributes {
  /// Those that show on a cell without ink.
  static let visibleOnBlank: Attributes = [.underline, .strikethrough, .inverse]
}
