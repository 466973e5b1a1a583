import MillraceRender

/// A number or a word in a few columns, set off from what is around.
///
/// It is drawn inverse, so that it needs no colour: `Badge(12)`, `Badge("new", \.danger)`.
public struct Badge: Component, Equatable {
  private let text: String
  private let meaning: KeyPath<Theme, Style>
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - text: shows on one line.
  ///   - meaning: a style of the theme.
  public init(_ text: String, _ meaning: KeyPath<Theme, Style> = \.accent) {
    (self.text, self.meaning) = (text, meaning)
  }

  /// A count; of none, nothing shows.
  /// - Parameters:
  ///   - count: not below 0.
  ///   - max: a greater count shows as this and a plus: `99+`.
  ///   - meaning: a style of the theme.
  public init(_ count: Int, max: Int = 99, _ meaning: KeyPath<Theme, Style> = \.accent) {
    let text = count > max ? "\(max)+" : "\(count)"
    self.init(count > 0 ? text : "", meaning)
  }

  public var body: Node {
    if !text.isEmpty {
      Text(" \(text) ").truncate().style(theme[keyPath: meaning]).inverse().shrink(0)
        .semantics(.status, text)
    }
  }
}
