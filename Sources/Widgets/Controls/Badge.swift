import MillraceRender

/// A number or a word on a contrasting background.
///
/// It is drawn in inverse video, so it is visible without colours: `Badge(12)`,
/// `Badge("new", \.danger)`.
public struct Badge: Component, Equatable {
  private let text: String
  private let meaning: KeyPath<Theme, Style>
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - text: shown on one line.
  ///   - meaning: a style of the theme.
  public init(_ text: String, _ meaning: KeyPath<Theme, Style> = \.accent) {
    (self.text, self.meaning) = (text, meaning)
  }

  /// Creates a badge with a count. A count of 0 shows nothing.
  /// - Parameters:
  ///   - count: 0 or more.
  ///   - max: a higher count is shown as this number and a plus sign: `99+`.
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
