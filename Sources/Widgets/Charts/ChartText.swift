import MillraceLayout
import MillraceRender

/// Fits the texts of a chart to columns. The host measures their widths.
@MainActor
struct ChartText {
  let columns: @MainActor (String) -> Int

  /// Pads a text to an exact width, or truncates it with an ellipsis.
  func fit(_ text: String, _ width: Int, _ alignment: TextAlignment = .leading) -> String {
    var text = singleLine(text)
    var used = columns(text)
    if used > width {
      while !text.isEmpty, columns(text) + 1 > width { text.removeLast() }
      text = width > 0 ? text + "…" : ""
      used = columns(text)
    }
    let free = max(0, width - used)
    let before: Int =
      switch alignment {
      case .leading: 0
      case .center: free / 2
      case .trailing: free
      }
    return blanks(before) + text + blanks(free - before)
  }

  /// The width of the widest text, in columns.
  func widest(_ texts: some Sequence<String>) -> Int {
    texts.map { columns(singleLine($0)) }.max() ?? 0
  }
}

func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

/// A box whose lines of spans are built for its size.
@MainActor
func chartBox(
  height: Int, _ lines: @escaping @MainActor (CellSize) -> [[TextSpan]]
) -> Node {
  SizeReader { size in
    let lines = lines(size)
    Text {
      for (place, line) in lines.enumerated() {
        if place > 0 { "\n" }
        line
      }
    }
    .wrap(.clip)
  }
  .height(height)
}

/// Colours that distinguish series. They repeat after the sixth.
func chartStyles(_ styles: [Style?], isEnabled: Bool, _ theme: Theme) -> [Style] {
  let colors: [Color] = [.cyan, .yellow, .magenta, .green, .blue, .red]
  return styles.enumerated().map { place, style in
    isEnabled ? style ?? Style(foreground: colors[place % colors.count]) : theme.muted
  }
}

/// The names of series with their symbols, on one line.
func chartLegend(_ names: [String], _ styles: [Style], _ symbols: ChartSymbols) -> [TextSpan] {
  names.enumerated().flatMap { place, name in
    [
      TextSpan("\(place > 0 ? "  " : "")\(ChartRaster.sign(of: place, symbols)) ")
        .style(styles[place]),
      TextSpan(singleLine(name)),
    ]
  }
}
