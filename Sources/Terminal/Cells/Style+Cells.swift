import MillraceRender

extension Style {
  /// The style without what cannot be seen on a cell that has no ink.
  ///
  /// Two blanks that look alike get one style, so that comparing cells does not find changes that
  /// nobody sees.
  package var onBlank: Style {
    attributes.isDisjoint(with: .visibleOnBlank) ? Style(background: background) : self
  }

  /// The style in the colours that a terminal has.
  package func reduced(to depth: ColorDepth) -> Style {
    if depth == .trueColor { return self }
    var result = self
    result.foreground = foreground.reduced(to: depth)
    result.background = background.reduced(to: depth)
    return result
  }
}

extension Attributes {
  /// Those that show on a cell without ink.
  static let visibleOnBlank: Attributes = [.underline, .strikethrough, .inverse]
}
