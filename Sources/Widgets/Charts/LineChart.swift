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
  ///   - bounds: the range to show. Nil: all points; for y, extended to round numbers.
  ///   - unit: appended to each number.
  ///   - isShown: whether the axis and its numbers are drawn, if there is room.
  public init(_ bounds: ClosedRange<Double>? = nil, unit: String = "", isShown: Bool = true) {
    (self.bounds, self.unit, self.isShown) = (bounds, unit, isShown)
  }
}

/// Lines through points, with axes and a legend.
///
/// ```swift
/// LineChart([ChartSeries("user", state.user), ChartSeries("system", state.system)], label: "Load")
/// ```
///
/// It is ten rows tall unless `.height(20)` or `.grow()` sets another height. If there is little
/// room, the axes disappear first, then the legend. Points whose y is not finite are gaps. The cost
/// of drawing depends on the size of the chart, not on the number of points: a column of dots shows
/// the extent of its points.
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
  ///   - label: the accessible name of the chart.
  ///   - x: the horizontal axis.
  ///   - y: the vertical axis.
  ///   - legend: whether the names of the lines are shown above. Default: if there are several
  ///     lines.
  public init(
    _ series: [ChartSeries], label: String = "", x: ChartAxis = ChartAxis(),
    y: ChartAxis = ChartAxis(), legend: Bool? = nil
  ) {
    (self.label, self.series, self.x, self.y) = (label, series, x, y)
    hasLegend = legend ?? (series.count > 1)
  }

  public func body(in context: RenderContext) -> Node {
    guard context.isInteractive else {
      return Text(label.isEmpty ? summary : "\(label): \(summary)").node
    }
    let text = ChartText { context.columns(of: $0) }
    let styles = chartStyles(series.map(\.style), isEnabled: isEnabled, theme)
    return chartBox(height: 10) { lines(in: $0, text, styles) }
      .semantics(.image, label.isEmpty ? "chart" : label, value: summary)
  }

  /// A summary of the lines.
  private var summary: String {
    let parts = series.map { series in
      let extent = series.points.extent(places(of: series))
      guard let range = extent.range else { return "\(series.name) no values" }
      let last = series.points.y(at: series.points.count - 1)
      return
        "\(series.name) \(chartNumber(last))\(y.unit), from \(chartNumber(range.lowerBound)) to "
        + chartNumber(range.upperBound)
    }
    return parts.joined(separator: "; ")
  }

  private func places(of series: ChartSeries) -> Range<Int> {
    x.bounds.map { series.points.places(in: $0) } ?? 0..<series.points.count
  }

  // MARK: - Drawing

  /// The layout of a chart of a given size.
  struct Plan {
    let raster: (columns: Int, rows: Int)
    let x: ChartTicks
    let y: ChartTicks
    let showsX: Bool
    /// The width of the numbers at the left, in columns; nil: no axis.
    let gutter: Int?
  }

  @MainActor func plan(in size: CellSize, _ text: ChartText) -> Plan {
    let legend = hasLegend && size.height > 3 ? 1 : 0
    let showsX = x.isShown && size.height - legend >= 5
    let rows = max(0, size.height - legend - (showsX ? 2 : 0))
    var (across, reach) = (ChartExtent(), ChartExtent())
    for series in series where series.points.count > 0 {
      across.add(series.points.x(at: 0))
      across.add(series.points.x(at: series.points.count - 1))
      reach.add(series.points.extent(places(of: series)))
    }
    let y = ChartTicks(
      self.y.bounds ?? reach.range ?? 0...1, steps: max(1, (rows - 1) / 3),
      isExact: self.y.bounds != nil)
    let widest = text.widest(y.multiples.prefix(100).map { y.label($0) + self.y.unit })
    let gutter = self.y.isShown && rows > 1 && size.width - widest > 8 ? widest : nil
    let columns = max(0, size.width - (gutter.map { $0 + 1 } ?? 0))
    let x = ChartTicks(
      self.x.bounds ?? across.range ?? 0...1, steps: max(1, columns / 12), isExact: true)
    return Plan(raster: (columns, rows), x: x, y: y, showsX: showsX, gutter: gutter)
  }

  @MainActor private func lines(
    in size: CellSize, _ text: ChartText, _ styles: [Style]
  ) -> [[TextSpan]] {
    guard size.width > 0, size.height > 0 else { return [] }
    let plan = plan(in: size, text)
    let (columns, rows) = plan.raster
    var raster = ChartRaster(columns: columns, rows: rows, symbols)
    for (place, series) in series.enumerated() {
      raster.draw(series.points, x: plan.x.bounds, y: plan.y.bounds, series: place)
    }
    var lines: [[TextSpan]] = []
    if hasLegend, size.height > 3 { lines.append(chartLegend(series.map(\.name), styles, symbols)) }
    let axis = theme.border
    let labels = plan.gutter == nil ? [:] : yLabels(plan)
    for row in 0..<rows {
      var line: [TextSpan] = []
      if let gutter = plan.gutter {
        line.append(TextSpan(text.fit(labels[row] ?? "", gutter, .trailing)).style(theme.muted))
        line.append(TextSpan(labels[row] == nil ? "│" : "┤").style(axis))
      }
      lines.append(line + raster.spans(row: row, styles))
    }
    if plan.showsX { lines += xAxis(plan, text) }
    return lines
  }

  /// The numbers of the y axis, by row.
  private func yLabels(_ plan: Plan) -> [Int: String] {
    var labels: [Int: String] = [:]
    let (bounds, rows) = (plan.y.bounds, plan.raster.rows)
    for multiple in plan.y.multiples.prefix(100) {
      let share =
        (plan.y.value(multiple) - bounds.lowerBound) / (bounds.upperBound - bounds.lowerBound)
      let row = Int((Double(rows - 1) * (1 - share)).rounded())
      if 0..<rows ~= row, labels[row] == nil { labels[row] = plan.y.label(multiple) + y.unit }
    }
    return labels
  }

  /// The line of the x axis, and as many of its numbers as fit.
  @MainActor private func xAxis(_ plan: Plan, _ text: ChartText) -> [[TextSpan]] {
    let (columns, start) = (plan.raster.columns, plan.gutter.map { $0 + 1 } ?? 0)
    var line = Array(repeating: Character("─"), count: columns)
    var numbers = ""
    let bounds = plan.x.bounds
    for multiple in plan.x.multiples.prefix(1_000) {
      let share =
        (plan.x.value(multiple) - bounds.lowerBound) / (bounds.upperBound - bounds.lowerBound)
      let column = Int((Double(columns - 1) * share).rounded())
      guard line.indices.contains(column) else { continue }
      let label = plan.x.label(multiple) + x.unit
      let width = text.columns(label)
      let used = text.columns(numbers)
      // Centred below its mark, but within the chart.
      let place = min(max(0, start + column - width / 2), start + columns - width)
      guard place >= 0, used == 0 || place > used else { continue }
      line[column] = "┬"
      numbers += blanks(place - used) + label
    }
    let corner = plan.gutter.map { blanks($0) + "└" } ?? ""
    return [
      [TextSpan(corner + String(line)).style(theme.border)], [TextSpan(numbers).style(theme.muted)],
    ]
  }
}
