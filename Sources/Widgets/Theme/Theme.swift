import MillraceRender

/// How a program looks, by what things mean. Widgets draw themselves in it, and a program takes styles from
/// it: `Text("Failed").style(\.danger)`.
///
/// `.environment(\.theme, .dark)` provides it to a part of the tree; where nobody does, it is ``plain``. A
/// program's own is one of these with something changed.
///
/// What it tells apart by colour it also tells apart by an attribute, so that nothing is lost in 16 colours
/// or in none. It does not follow the terminal's background: the program chooses.
public struct Theme: Equatable, Sendable {
  /// What says nothing special.
  public var text = Style()
  /// What is less important, and what stands in for something.
  public var muted = Style(attributes: .dim)
  /// What the eye is to find first.
  public var accent = Style(attributes: .bold)
  /// The current row of what has the focus.
  public var selection = Style(attributes: .bold)
  /// Lines around boxes and between things.
  public var border = Style()
  /// What failed, or cannot be undone.
  public var danger = Style(attributes: [.bold, .underline])
  /// What a screen or a dialog stands on, and the text on it. Drawn where a program asks for it:
  /// `Column { … }.style(\.surface)`.
  public var surface = Style()

  /// No colours but the terminal's own: attributes tell things apart. Fits any background.
  public static let plain = Theme()

  /// For a dark background.
  public static let dark = Theme(
    text: .rgb(228, 228, 231), background: .rgb(24, 24, 27), accent: .rgb(80, 220, 255),
    // The greys of a dark screen stay away from bright black, which some palettes make the background.
    border: .rgb(180, 180, 188), danger: .rgb(255, 80, 70),
    selection: Style(foreground: .rgb(255, 255, 255), background: .rgb(30, 50, 150)))

  /// For a light background.
  public static let light = Theme(
    text: .rgb(24, 24, 27), background: .rgb(250, 250, 250), accent: .rgb(0, 70, 190),
    border: .rgb(100, 100, 110), danger: .rgb(180, 20, 20),
    selection: Style(foreground: .rgb(24, 24, 27), background: .rgb(190, 215, 255)))

  private init() {}

  /// The plain theme's attributes, in colours. Muted text has the text's: the terminal dims it.
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
  /// How widgets look.
  public var theme: Theme { .plain }
}

extension NodeConvertible {
  /// How the node and all in it look, by what it means: as the theme has it.
  ///
  /// It costs a component: where there are many, one above them reads `@Environment(\.theme)` and hands
  /// styles down.
  /// - Parameter meaning: a property of the theme, `\.danger` say.
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
