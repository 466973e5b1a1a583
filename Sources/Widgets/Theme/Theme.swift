import MillraceRender

/// The styles of a program, by meaning. Widgets use them, and a program can:
/// `Text("Failed").style(\.danger)`. They are `text`, `muted`, `accent`, `selection`, `border`,
/// `danger` and `surface`.
///
/// `.environment(\.theme, .dark)` sets the theme for a part of the tree; the default is ``plain``.
/// A custom theme is a modified copy of a standard theme.
///
/// Muted, accented, selected and dangerous text differs from normal text by an attribute, too, so
/// that the difference is visible with 16 colours or none. The theme does not follow the terminal's
/// background: the program chooses the theme.
public struct Theme: Equatable, Sendable {
  /// Normal text.
  public var text = Style()
  /// Less important text, and placeholders.
  public var muted = Style(attributes: .dim)
  /// Emphasized text.
  public var accent = Style(attributes: .bold)
  /// The current row of the focused widget.
  public var selection = Style(attributes: .bold)
  /// Borders and dividers.
  public var border = Style()
  /// Failures and destructive actions.
  public var danger = Style(attributes: [.bold, .underline])
  /// The background of a screen or a dialog, and its text. Drawn only where the program applies it:
  /// `Column { … }.style(\.surface)`.
  public var surface = Style()

  /// Uses the terminal's own colours: attributes make all distinctions. Fits any background.
  public static let plain = Theme()

  /// A theme for a dark background.
  public static let dark = Theme(
    text: .rgb(228, 228, 231), background: .rgb(24, 24, 27), accent: .rgb(80, 220, 255),
    // The border is a light grey: with 16 colours, a darker grey would become bright black, which
    // some palettes use as the background.
    border: .rgb(180, 180, 188), danger: .rgb(255, 80, 70),
    selection: Style(foreground: .rgb(255, 255, 255), background: .rgb(30, 50, 150)))

  /// A theme for a light background.
  public static let light = Theme(
    text: .rgb(24, 24, 27), background: .rgb(250, 250, 250), accent: .rgb(0, 70, 190),
    border: .rgb(100, 100, 110), danger: .rgb(180, 20, 20),
    selection: Style(foreground: .rgb(24, 24, 27), background: .rgb(190, 215, 255)))

  private init() {}

  /// Adds colours to the plain theme's attributes. Muted text has the colour of normal text: the
  /// terminal dims it.
  private init(
    text: Color, background: Color, accent: Color, border: Color, danger: Color, selection: Style
  ) {
    self.text.foreground = text
    muted.foreground = text
    self.accent.foreground = accent
    self.selection = selection.over(self.selection)
    self.border.foreground = border
    self.danger.foreground = danger
    surface = Style(foreground: text, background: background)
  }
}

extension EnvironmentValues {
  /// The styles that widgets use.
  public var theme: Theme { .plain }
}

extension NodeConvertible {
  /// Styles the node and its content by meaning, using the theme.
  ///
  /// It costs one component per use: for many nodes, read `@Environment(\.theme)` in a component
  /// above them and pass the styles down.
  /// - Parameter meaning: a property of the theme, such as `\.danger`.
  public func style(_ meaning: KeyPath<Theme, Style>) -> Node {
    wrapped { ThemedNode(content: $0, meaning: meaning).node }
  }
}

private struct ThemedNode: WrappingComponent {
  var content: Node
  let meaning: KeyPath<Theme, Style>
  @Environment(\.theme) var theme

  var body: Node { content.style(theme[keyPath: meaning]) }
}
