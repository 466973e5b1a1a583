import MillraceLayout
import MillraceRender

/// A line of a ``LineChart``: its name and its points.
public struct ChartSeries: Equatable, Sendable {
  let name: String
  let points: ChartPoints
  let style: Style?

  /// - Parameters:
  ///   - name: shown in the legend.
  ///   - points: ordered by x.
  ///   - style: used instead of one of the six default colours.
  public init(_ name: String, _ points: ChartPoints, style: Style? = nil) {
    (self.name, self.points, self.style) = (name, points, style)
  }
}

/// The range and the labels of a chart's axis.
public struct ChartAxis: Equatable, Sendable {
  let bounds: ClosedRange<Double>?
  let unit: String
  let isShown: Bool

  /// - Parameters:
  ///   - bounds: the range to show. Nil: for the x axis, the range of all points; for the y axis,
  ///     the range of the points within the bounds of the x axis, extended to round numbers.
  ///   - unit: appended to each number.
  ///   - isShown: whether the axis and its numbers are drawn, if the chart is large enough.
  public init(_ bounds: ClosedRange<Double>? = nil, unit: String = "", isShown: Bool = true) {
    (self.bounds, self.unit, self.isShown) = (bounds, unit, isShown)
  }
}

/// Lines through points, with axes and a legend.
///
/// ```swift
/// LineChart(
///   [ChartSeries("user", user), ChartSeries("system", system)], label: "Load",
///   y: ChartAxis(0...100, unit: " %")
/// ).grow()
/// ```
///
/// It is ten rows tall unless `.height(20)` or `.grow()` sets another height. In a low chart, the x
/// axis disappears first, then the legend, then the y axis; in a narrow chart, only the y axis.
/// Points whose y is not finite are gaps. If several points are in one column of dots, all of them
/// are drawn.
///
/// ``EnvironmentValues/chartSymbols`` sets the characters. Without colours, only
/// ``ChartSymbols/ascii`` distinguishes lines. The accessible value, and the plain-text output,
/// gives the name and the last, lowest and highest value of each line.
public struct LineChart: LiveComponent, Equatable {
  private let label: String
  private let series: [ChartSeries]
  private let x: ChartAxis
  private let y: ChartAxis
  private let hasLegend: Bool
  @Environment(\.theme) private var theme
  @Environment(\.chartSymbols) private var symbols
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - series: the lines. Later ones are drawn over earlier ones.
  ///   - label: the accessible name of the chart, which is not drawn.
  ///   - x: the horizontal axis.
  ///   - y: the vertical axis.
  ///   - legend: whether the names of the lines are shown above. By default, only if there are
  ///     several lines.
  public init(
    _ series: [ChartSeries], label: String = "", x: ChartAxis = ChartAxis(),
    y: ChartAxis = ChartAxis(), legend: Bool? = nil
  ) {
    (self.label, self.series, self.x, self.y) = (label, series, x, y)
    hasLegend = legend ?? (series.count > 1)
  }

  public func body(in context: RenderContext) -> Node {
    let styles = chartStyles(series.map(\.style), count: series.count, isEnabled: isEnabled, theme)
    return chartNode(label, summary, height: 10) { lines(in: $0, context, styles) }
  }

  private var summary: String {
    series.map { "\($0.name) " + $0.points.summary(in: x.bounds, unit: y.unit) }
      .joined(separator: "; ")
  }

  // MARK: - Drawing

  @MainActor private func lines(
    in size: CellSize, _ context: RenderContext, _ styles: [Style]
  ) -> [[TextSpan]] {
    guard size.width > 0, size.height > 0 else { return [] }
    let hasRoom = hasLegend && size.height > 3
    let legend = hasRoom ? [chartLegend(series.map(\.name), styles, symbols)] : []
    let showsX = x.isShown && size.height - legend.count >= 5
    let rows = size.height - legend.count - (showsX ? 2 : 0)
    let ys = y.bounds ?? series.flatMap { $0.points.values(in: x.bounds) }.finiteRange ?? 0...1
    let up = ChartTicks(ys, steps: max(1, (rows - 1) / 3), isExact: y.bounds != nil)
    let ticks = up.labels(y.unit)
    let widest = context.widest(ticks.map(\.label))
    // The width of the numbers at the left and the line beside them.
    let gutter = y.isShown && rows > 1 && size.width - widest > 8 ? widest + 1 : 0
    let columns = max(0, size.width - gutter)
    let xs = x.bounds ?? series.flatMap { $0.points.points.map(\.x) }.finiteRange ?? 0...1
    let across = ChartTicks(xs, steps: max(1, columns / 12), isExact: true)

    var raster = ChartRaster(columns: columns, rows: rows, symbols)
    for (index, series) in series.enumerated() {
      raster.draw(series.points, x: across.bounds, y: up.bounds, series: index)
    }
    let lines = (0..<rows).map { row -> [TextSpan] in
      let tick = ticks.first { (Double(rows - 1) * (1 - $0.share)).rounded() == Double(row) }
      let number = context.fit(tick?.label ?? "", gutter - 1, isTrailing: true)
      let line = gutter == 0 ? "" : tick == nil ? "│" : "┤"
      return [TextSpan(number).style(theme.muted), TextSpan(line).style(theme.border)]
        + raster.spans(row: row, styles)
    }
    return legend + lines + (showsX ? axis(across.labels(x.unit), columns, gutter, context) : [])
  }

  /// The line of the x axis, and as many of its numbers as fit.
  @MainActor private func axis(
    _ ticks: [(share: Double, label: String)], _ columns: Int, _ gutter: Int,
    _ context: RenderContext
  ) -> [[TextSpan]] {
    var line = Array(repeating: Character("─"), count: columns)
    var numbers = ""
    for (share, label) in ticks {
      let column = Int((Double(columns - 1) * share).rounded())
      guard line.indices.contains(column) else { continue }
      let width = context.columns(of: label)
      let used = context.columns(of: numbers)
      // The number is centred below its tick, as far as it stays within the chart.
      let start = min(max(0, gutter + column - width / 2), gutter + columns - width)
      guard start >= 0, used == 0 || start > used else { continue }
      line[column] = "┬"
      numbers += spaces(max(0, start - used)) + label
    }
    let corner = gutter > 0 ? spaces(gutter - 1) + "└" : ""
    return [
      [TextSpan(corner + String(line)).style(theme.border)], [TextSpan(numbers).style(theme.muted)],
    ]
  }
}
