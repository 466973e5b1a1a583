import MillraceLayout
import MillraceRender

/// An entry of a ``BarChart``: a name, and one value per series.
public struct ChartBar: Equatable, Sendable {
  let label: String
  let values: [Double]

  /// Creates an entry with one value.
  public init(_ label: String, _ value: Double) { self.init(label, [value]) }

  /// Creates an entry with one value per series; the bars are side by side or stacked.
  public init(_ label: String, _ values: [Double]) { (self.label, self.values) = (label, values) }
}

/// A bar chart. Bars start at 0 and grow horizontally or vertically; bars of negative values grow
/// in the opposite direction.
///
/// ```swift
/// BarChart([ChartBar("Jan", [12, 7]), ChartBar("Feb", [9, -3])], label: "Sales", series: ["new", "old"])
/// ```
///
/// Horizontal bars need one row each and fill the available width. Vertical bars are ten rows
/// tall unless `.height(20)` or `.grow()` sets another height. Bars that do not fit are cut off at
/// the end. A value that is not finite has no bar. The accessible value, and the plain-text output,
/// lists the names and values.
public struct BarChart: LiveComponent, Equatable {
  /// Horizontal bars are stacked below each other; vertical bars are placed side by side.
  public enum Direction: Hashable, Sendable {
    /// The direction in which bars grow.
    case horizontal, vertical
  }

  private let label: String
  private let bars: [ChartBar]
  private let names: [String]
  private let direction: Direction
  private let isStacked: Bool
  private let bounds: ClosedRange<Double>?
  private let unit: String
  private let styles: [Style?]
  @Environment(\.theme) private var theme
  @Environment(\.chartSymbols) private var symbols
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - bars: in order from the top, or from the left.
  ///   - label: the accessible name of the chart.
  ///   - series: the names of the series, for a legend. Empty: no legend.
  ///   - direction: the direction in which bars grow: to the right or upwards.
  ///   - stacked: whether the values of one entry form one bar.
  ///   - bounds: the values at the ends of the chart; 0 is always included. Nil: the range of the
  ///     values.
  ///   - unit: appended to each number.
  ///   - styles: one per series, in place of the six default colours.
  public init(
    _ bars: [ChartBar], label: String = "", series: [String] = [],
    direction: Direction = .horizontal, stacked: Bool = false,
    in bounds: ClosedRange<Double>? = nil,
    unit: String = "", styles: [Style?] = []
  ) {
    (self.label, self.bars, self.direction) = (label, bars, direction)
    (self.bounds, self.unit, self.styles) = (bounds, unit, styles)
    names = series
    isStacked = stacked
  }

  private var seriesCount: Int { max(names.count, bars.map(\.values.count).max() ?? 0) }

  public func body(in context: RenderContext) -> Node {
    guard context.isInteractive else {
      return Text(label.isEmpty ? summary : "\(label): \(summary)").node
    }
    let text = ChartText { context.columns(of: $0) }
    let own = (0..<seriesCount).map { self.styles.indices.contains($0) ? self.styles[$0] : nil }
    let styles = chartStyles(own, isEnabled: isEnabled, theme)
    let rows = bars.reduce(0) { $0 + (isStacked ? 1 : max(1, $1.values.count)) }
    let legend = names.isEmpty ? [] : [chartLegend(names, styles, symbols)]
    return chartBox(height: direction == .vertical ? 10 : rows + legend.count) { size in
      let size = CellSize(width: size.width, height: max(0, size.height - legend.count))
      return legend
        + (direction == .vertical ? columns(size, text, styles) : lines(size, text, styles))
    }
    .semantics(.image, label.isEmpty ? "chart" : label, value: summary)
  }

  private var summary: String {
    bars.map { bar in
      "\(bar.label) " + bar.values.map { chartNumber($0) + unit }.joined(separator: ", ")
    }
    .joined(separator: "; ")
  }

  // MARK: - Bars

  /// The bars of all entries, each with its values.
  private var tracks: [(bar: Int, parts: [(series: Int, value: Double)])] {
    bars.enumerated().flatMap { place, bar in
      let parts = bar.values.enumerated().map { (series: $0, value: $1) }
      return isStacked || parts.isEmpty
        ? [(bar: place, parts: parts)] : parts.map { (bar: place, parts: [$0]) }
    }
  }

  /// The values at the ends of the chart.
  private var reach: ClosedRange<Double> {
    var (low, high) = (min(0, bounds?.lowerBound ?? 0), max(0, bounds?.upperBound ?? 0))
    if bounds == nil {
      for track in tracks {
        let values = track.parts.map(\.value).filter(\.isFinite)
        low = min(low, values.filter { $0 < 0 }.reduce(0, +))
        high = max(high, values.filter { $0 > 0 }.reduce(0, +))
      }
    }
    // The length of the range and its reciprocal must be finite.
    return high - low > 1e-290 ? max(low, -1e300)...min(high, 1e300) : 0...1
  }

  /// The cells of a bar, starting at the lowest value.
  @MainActor func cells(
    of parts: [(series: Int, value: Double)], length: Int, _ styles: [Style]
  ) -> [(glyph: Character, style: Style)] {
    var cells = Array(repeating: (glyph: Character(" "), style: Style()), count: max(0, length))
    guard length > 0 else { return cells }
    let reach = reach
    let scale = Double(length) / (reach.upperBound - reach.lowerBound)
    // The zero line lies between two cells; positive values, like negative ones, get at least one
    // cell.
    let zero = min(
      max(Int((-reach.lowerBound * scale).rounded()), reach.lowerBound < 0 ? 1 : 0),
      length - (reach.upperBound > 0 && length > 1 ? 1 : 0))
    let isVertical = direction == .vertical
    let growing = Array(isVertical ? "▁▂▃▄▅▆▇" : "▏▎▍▌▋▊▉")
    var ends = (up: 0.0, down: 0.0)
    for (series, value) in parts where value.isFinite && value != 0 {
      let from = value > 0 ? ends.up : ends.down
      let to = min(max(from + abs(value) * scale, 0), Double(value > 0 ? length - zero : zero))
      if value > 0 { ends.up = to } else { ends.down = to }
      for step in Int(from)..<max(Int(from), Int(to.rounded(.up))) {
        let place = value > 0 ? zero + step : zero - 1 - step
        guard cells.indices.contains(place) else { continue }
        if Double(step) < from, cells[place].glyph != " " {
          // Fills the rest of the cell in which the previous value ends.
          if symbols != .ascii { cells[place].style.background = styles[series].foreground }
          continue
        }
        let eighths = Int(((to - Double(step)) * 8).rounded())
        var glyph: Character = "█"
        if symbols == .ascii {
          glyph = eighths >= 4 ? ChartRaster.sign(of: series, .ascii) : " "
        } else if eighths < 8 {
          // Unicode has eighth blocks from the left and from below, but only half blocks from the
          // right and from above.
          glyph =
            value > 0
            ? (eighths > 0 ? growing[eighths - 1] : " ")
            : eighths < 3 ? " " : isVertical ? "▀" : "▐"
          if value < 0, eighths > 5 { glyph = "█" }
        }
        if glyph != " " { cells[place] = (glyph, styles[series]) }
      }
    }
    return cells
  }

  private func values(_ parts: [(series: Int, value: Double)]) -> String {
    parts.isEmpty ? "" : chartNumber(parts.map(\.value).reduce(0, +)) + unit
  }

  @MainActor private func lines(_ size: CellSize, _ text: ChartText, _ styles: [Style])
    -> [[TextSpan]]
  {
    let tracks = Array(tracks.prefix(size.height))
    let numbers = text.widest(tracks.map { values($0.parts) })
    let names = min(text.widest(bars.map(\.label)), max(0, size.width / 3))
    let length = size.width - names - numbers - 2
    var last = -1
    return tracks.map { track in
      defer { last = track.bar }
      let name = text.fit(track.bar == last ? "" : bars[track.bar].label, names)
      let cells = cells(of: track.parts, length: length, styles)
      return [TextSpan(name + " ")] + runs(cells)
        + [TextSpan(" " + text.fit(values(track.parts), numbers, .trailing)).style(theme.muted)]
    }
  }

  @MainActor private func columns(
    _ size: CellSize, _ text: ChartText, _ styles: [Style]
  ) -> [[TextSpan]] {
    let tracks = tracks
    guard size.height > 0, !tracks.isEmpty else { return [] }
    // Values above and names below, if there is room.
    let extra = size.height > 4 ? 2 : 0
    let length = size.height - extra
    // A gap separates entries, but not the bars of one entry.
    let width = max(1, (size.width - (bars.count - 1)) / tracks.count)
    func gap(_ place: Int) -> String {
      place > 0 && tracks[place - 1].bar != tracks[place].bar ? " " : ""
    }
    var lines: [[TextSpan]] = []
    if extra > 0 {
      let numbers = tracks.indices.map { place in
        let number = values(tracks[place].parts)
        return gap(place)
          + (text.columns(number) > width ? blanks(width) : text.fit(number, width, .center))
      }
      lines.append([TextSpan(numbers.joined()).style(theme.muted)])
    }
    let bars = tracks.map { cells(of: $0.parts, length: length, styles) }
    for row in (0..<length).reversed() {
      lines.append(
        runs(
          tracks.indices.flatMap { place in
            gap(place).map { (glyph: $0, style: Style()) }
              + Array(repeating: bars[place][row], count: width)
          }))
    }
    if extra > 0 {
      let names = self.bars.map { bar in
        text.fit(bar.label, width * (isStacked ? 1 : max(1, bar.values.count)), .center)
      }
      lines.append([TextSpan(names.joined(separator: " "))])
    }
    return lines
  }

  /// Merges cells of one style into spans.
  private func runs(_ cells: [(glyph: Character, style: Style)]) -> [TextSpan] {
    var spans: [TextSpan] = []
    var (text, style) = ("", Style())
    for cell in cells {
      if cell.style != style, !text.isEmpty {
        spans.append(TextSpan(text).style(style))
        text = ""
      }
      style = cell.style
      text.append(cell.glyph)
    }
    return text.isEmpty ? spans : spans + [TextSpan(text).style(style)]
  }
}
