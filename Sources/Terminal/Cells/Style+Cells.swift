import MillraceRender

extension Style {
  /// The style for a blank cell: only the background, or the whole style if one of its attributes
  /// is visible on a blank cell.
  ///
  /// Blanks without such an attribute that look the same get the same style, so that comparing
  /// cells does not find invisible changes.
  package var onBlank: Style {
    attributes.isDisjoint(with: .visibleOnBlank) ? Style(background: background) : self
  }

  /// The style as the terminal displays it: with the nearest colours, and without the kind and
  /// colour of the underline if the terminal does not support them or there is no underline.
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
  /// The attributes that are visible on a blank cell.
  static let visibleOnBlank: Attributes = [.underline, .strikethrough, .inverse]
}
