import MillraceLayout
import MillraceRender

/// The path to the current level of a hierarchy. Each level is a link that goes back to that level.
///
/// ```swift
/// Breadcrumbs(levels.map(\.name)) { folder = levels[$0] }
/// ```
///
/// The path is one Tab stop; Left and Right move between levels; Enter, Space and a click choose a
/// level. If there is too little room, “…” replaces levels in the middle.
public struct Breadcrumbs: LiveComponent {
  private let titles: [String]
  private let label: String
  private let onSelect: @MainActor (Int) throws -> Void
  @Environment(\.theme) private var theme
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - titles: the levels, from the outermost to the current one.
  ///   - label: the accessible name, which is not drawn.
  ///   - onSelect: called with the index of the chosen level, to change the source of `titles`.
  public init(
    _ titles: [String], label: String = "Path", onSelect: @escaping @MainActor (Int) throws -> Void
  ) {
    (self.titles, self.label, self.onSelect) = (titles, label, onSelect)
  }

  public func body(in context: RenderContext) throws -> Node {
    guard context.isInteractive else { return Text(titles.joined(separator: " › ")).node }
    let widths = titles.map { context.columns(of: $0) }
    return SizeReader(initialSize: CellSize(width: 80, height: 1)) { size in
      // The indices of the levels that “…” replaces.
      var out = 1..<1
      var width = widths.reduce(0) { $0 + $1 + 3 } - 3
      while width > size.width, out.upperBound < titles.count - 1 {
        width -= widths[out.upperBound] + (out.isEmpty ? -1 : 3)
        out = 1..<out.upperBound + 1
      }
      return Row {
        for index in titles.indices where !out.contains(index) {
          if index > 0 { Text(" › ").style(theme.muted).shrink(0).key("before \(index)") }
          if index == out.upperBound, !out.isEmpty {
            Text("… › ").style(theme.muted).shrink(0).key("out")
          }
          level(index).key(index)
        }
      }
      .focusScope(.byArrows)
    }
    .height(1).shrink(0).semantics(.navigation, label)
  }

  @MainActor private func level(_ index: Int) -> Node {
    let isLast = index == titles.count - 1
    let style = isEnabled ? isLast ? theme.accent : theme.text : theme.muted
    let text = Text(titles[index]).truncate(.middle).style(style)
      .semantics(.link, titles[index], states: isLast ? .selected : [])
    guard isEnabled else { return text }
    return text.focusable().focusStyle(Style(attributes: .inverse)).onClick { try onSelect(index) }
      .onKey { key in
        guard key == .enter || key == .space else { return false }
        try onSelect(index)
        return true
      }
  }
}
