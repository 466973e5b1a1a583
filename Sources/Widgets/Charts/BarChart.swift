import MillraceLayout
import MillraceRender

/// An entry of a ``BarChart``: a name, and one value per series.
public struct ChartBar: Equatable, Sendable {
  let label: String
  let values: [Double]

  /// Creates an entry with one value.
  /// - Parameters:
  ///   - label: shown before the bar.
  ///   - value: the length of the bar.
  public init(_ label: String, _ value: Double) { self.init(label, [value]) }

  /// Creates an entry with one value per series; the bars are below each other.
  /// - Parameters:
  ///   - label: shown before the first bar.
  ///   - values: in the order of the chart's `series`.
  public init(_ label: String, _ values: [Double]) { (self.label, self.values) = (label, values) }
}

/// A chart of horizontal bars. Bars start at 0: bars of positive values grow to the right, bars of
/// negative values to the left.
///
/// ```swift
/// BarChart(
///   [ChartBar("Jan", [12, 7]), ChartBar("Feb", [9, -3])], label: "Sales",
///   series: ["bread", "cakes"], unit: " €")
/// ```
///
/// Each bar takes one row, and so does the legend. The value of a bar is shown at the end of its
/// row. The chart fills the available width. If there are too few rows, the last bars are not
/// shown. A value that is not finite has no bar. The accessible value, and the plain-text output,
/// lists the names and values.
public struct BarChart: LiveComponent, Equatable {
  private let label: String
  private let bars: [ChartBar]
  private let names: [String]
  private let bounds: ClosedRange<Double>?
  private let unit: String
  private let styles: [Style?]
  @Environment(\.theme) private var theme
  @Environment(\.chartSymbols) private var symbols
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - bars: in order from the top.
  ///   - label: the accessible name of the chart, which is not drawn.
  ///   - series: the names of the series, for a legend. Empty: no legend.
  ///   - bounds: the values at the ends of the chart; 0 is always included. Nil: the range of the
  ///     values.
  ///   - unit: appended to each number.
  ///   - styles: one per series, instead of the six default colours; nil keeps the default.
  public init(
    _ bars: [ChartBar], label: String = "", series: [String] = [],
    in bounds: ClosedRange<Double>? = nil, unit: String = "", styles: [Style?] = []
  ) {
    (self.label, self.bars, self.names) = (label, bars, series)
    (self.bounds, self.unit, self.styles) = (bounds, unit, styles)
  }

  public func body(in context: RenderContext) -> Node {
    let count = max(1, names.count, bars.map(\.values.count).max() ?? 0)
    let styles = chartStyles(styles, count: count, isEnabled: isEnabled, theme)
    let legend = names.isEmpty ? [] : [chartLegend(names, styles, symbols)]
    let height = bars.reduce(legend.count) { $0 + max(1, $1.values.count) }
    return chartNode(label, summary, height: height) { size in
      Array((legend + lines(size.width, context, styles)).prefix(max(0, size.height)))
    }
  }

  private var summary: String {
    bars.map { "\($0.label) " + $0.values.map(number).joined(separator: ", ") }
      .joined(separator: "; ")
  }

  private func number(_ value: Double) -> String { chartNumber(value) + unit }

  // MARK: - Drawing

  @MainActor private func lines(
    _ width: Int, _ context: RenderContext, _ styles: [Style]
  ) -> [[TextSpan]] {
    let all = bars.flatMap(\.values)
    let range = bounds ?? all.finiteRange ?? 0...1
    let (low, high) = (min(0, range.lowerBound), max(0, range.upperBound))
    let reach = low < high ? low...high : 0...1
    let numberWidth = context.widest(all.map(number))
    let nameWidth = min(context.widest(bars.map(\.label)), max(0, width / 3))
    let length = max(0, width - nameWidth - numberWidth - 2)
    return bars.flatMap { entry -> [[TextSpan]] in
      // An entry without values has a line, too.
      let values: [Double?] = entry.values.isEmpty ? [nil] : entry.values
      return values.enumerated().map { (series, value) -> [TextSpan] in
        let (start, drawn) = bar(value ?? .nan, series, length, in: reach)
        let written = context.fit(value.map(number) ?? "", numberWidth, isTrailing: true)
        return [
          TextSpan(context.fit(series == 0 ? entry.label : "", nameWidth) + " " + spaces(start)),
          TextSpan(drawn).style(styles[series]), TextSpan(spaces(length - start - drawn.count)),
          TextSpan(" " + written).style(theme.muted),
        ]
      }
    }
  }

  /// The bar of a value, and the number of blank cells before it.
  @MainActor private func bar(
    _ value: Double, _ series: Int, _ length: Int, in reach: ClosedRange<Double>
  ) -> (start: Int, text: String) {
    guard value.isFinite, value != 0, length > 0 else { return (0, "") }
    // Zero lies between two cells. If the range has negative values, at least one cell is left of
    // zero; if it has positive values, at least one is right of zero, unless there is only one
    // cell.
    let origin = reach.share(of: 0)
    let zero = min(
      max(Int((origin * Double(length)).rounded()), reach.lowerBound < 0 ? 1 : 0),
      length - (reach.upperBound > 0 && length > 1 ? 1 : 0))
    let room = value > 0 ? length - zero : zero
    let size = min(abs(reach.share(of: value) - origin) * Double(length), Double(room))
    let (whole, eighths) = (Int(size), Int((size.truncatingRemainder(dividingBy: 1) * 8).rounded()))
    let full = symbols == .ascii ? ChartRaster.sign(of: series, .ascii) : "█"
    // Unicode has blocks for each number of eighths at the left of a cell. Of the blocks at the
    // right of a cell, fonts reliably have only the half block.
    let end: String =
      if symbols == .ascii {
        eighths < 4 ? "" : String(full)
      } else if value > 0 {
        ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"][eighths]
      } else {
        eighths < 3 ? "" : eighths < 6 ? "▐" : "█"
      }
    let filled = String(repeating: full, count: whole)
    if value > 0 { return (zero, filled + end) }
    return (zero - whole - end.count, end + filled)
  }
}
