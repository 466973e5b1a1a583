import MillraceLayout
import MillraceRender

/// Makes a node with the semantics of an image. `lines` builds the spans of each line for the size
/// of the chart. Screen readers and plain-text output use the label and the summary.
@MainActor
func chartNode(
  _ label: String, _ summary: String, height: Int,
  _ lines: @escaping @MainActor (CellSize) -> [[TextSpan]]
) -> Node {
  SizeReader { size in
    let lines = lines(size)
    Text {
      for (index, line) in lines.enumerated() {
        if index > 0 { "\n" }
        line
      }
    }
    .wrap(.clip)
  }
  .height(height)
  .semantics(.image, label.isEmpty ? "chart" : label, value: summary)
}

/// The styles of `count` series: the given ones, or else one of six colours, in turn. All are muted
/// in a disabled chart.
func chartStyles(_ styles: [Style?], count: Int, isEnabled: Bool, _ theme: Theme) -> [Style] {
  let colors: [Color] = [.cyan, .yellow, .magenta, .green, .blue, .red]
  return (0..<count).map { index in
    let color = Style(foreground: colors[index % colors.count])
    return isEnabled ? (index < styles.count ? styles[index] : nil) ?? color : theme.muted
  }
}

/// The names of series with their symbols, on one line.
func chartLegend(_ names: [String], _ styles: [Style], _ symbols: ChartSymbols) -> [TextSpan] {
  names.enumerated().flatMap { (index, name) -> [TextSpan] in
    let sign = (index > 0 ? "  " : "") + "\(ChartRaster.sign(of: index, symbols)) "
    return [TextSpan(sign).style(styles[index]), TextSpan(singleLine(name))]
  }
}

extension RenderContext {
  /// Pads a text to an exact width, or truncates it with an ellipsis.
  func fit(_ text: String, _ width: Int, isTrailing: Bool = false) -> String {
    var text = singleLine(text)
    if columns(of: text) > width {
      while !text.isEmpty, columns(of: text) + 1 > width { text.removeLast() }
      text = width > 0 ? text + "…" : ""
    }
    let free = spaces(max(0, width - columns(of: text)))
    return isTrailing ? free + text : text + free
  }

  /// The width of the widest text, in columns.
  func widest(_ texts: [String]) -> Int { texts.map { columns(of: singleLine($0)) }.max() ?? 0 }
}
