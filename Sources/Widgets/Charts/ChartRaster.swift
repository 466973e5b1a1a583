import MillraceRender

/// The characters that line charts are drawn with.
public enum ChartSymbols: Hashable, Sendable {
  /// Two by four dots per cell. On an ASCII-only terminal, ASCII characters of similar height
  /// replace them.
  case braille
  /// Two by two blocks per cell, for terminals whose font lacks braille.
  case quadrants
  /// One character per cell, a different one for each series.
  case ascii
}

extension EnvironmentValues {
  /// The characters that charts are drawn with. The default is braille.
  public var chartSymbols: ChartSymbols { .braille }
}

/// A grid of dots, one or several per cell. A cell has the colour of the series that was drawn in
/// it last.
struct ChartRaster {
  /// The size of the grid, in dots.
  let width: Int
  let height: Int
  private let symbols: ChartSymbols
  private let columns: Int
  /// The number of dots in a cell, horizontally and vertically.
  private let cellSize: (width: Int, height: Int)
  private(set) var bits: [UInt8]
  private var series: [UInt8]

  /// - Parameters:
  ///   - columns: width in cells.
  ///   - rows: height in cells.
  init(columns: Int, rows: Int, _ symbols: ChartSymbols) {
    (self.columns, self.symbols) = (columns, symbols)
    cellSize =
      switch symbols {
      case .braille: (2, 4)
      case .quadrants: (2, 2)
      case .ascii: (1, 1)
      }
    (width, height) = (columns * cellSize.width, rows * cellSize.height)
    bits = Array(repeating: 0, count: columns * rows)
    series = bits
  }

  private static let dots: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
  private static let blocks = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
  private static let signs = Array("*+ox#@%&")

  /// The character for a series in a legend; in ASCII, also in the chart.
  static func sign(of series: Int, _ symbols: ChartSymbols) -> Character {
    symbols == .ascii ? signs[series % signs.count] : "■"
  }

  /// The index of the cell of a dot, and the dot's bit in the cell.
  func position(_ x: Int, _ y: Int) -> (cell: Int, bit: UInt8) {
    let index = y % cellSize.height * cellSize.width + x % cellSize.width
    let bit = symbols == .braille ? Self.dots[index] : 1 << UInt8(index)
    return (y / cellSize.height * columns + x / cellSize.width, bit)
  }

  /// Sets the dots of a column in some rows of dots, clipped to the grid.
  mutating func set(x: Int, rows: ClosedRange<Int>, series: Int) {
    guard 0..<width ~= x, rows.upperBound >= 0, rows.lowerBound < height else { return }
    for y in max(0, rows.lowerBound)...min(height - 1, rows.upperBound) {
      let (cell, bit) = position(x, y)
      bits[cell] |= bit
      self.series[cell] = UInt8(truncatingIfNeeded: series)
    }
  }

  /// A row of cells as spans, each of which has one style.
  func spans(row: Int, _ styles: [Style]) -> [TextSpan] {
    var runs: [(text: String, style: Style)] = []
    for cell in row * columns..<(row + 1) * columns {
      let last = runs.last?.style ?? Style()
      let style = bits[cell] == 0 ? last : styles[Int(series[cell]) % max(1, styles.count)]
      if runs.isEmpty || style != last { runs.append(("", style)) }
      runs[runs.count - 1].text.append(glyph(cell))
    }
    return runs.map { TextSpan($0.text).style($0.style) }
  }

  private func glyph(_ cell: Int) -> Character {
    let bits = bits[cell]
    if bits == 0 { return " " }
    return switch symbols {
    case .braille: Character(Unicode.Scalar(0x2800 + UInt32(bits)) ?? " ")
    case .quadrants: Self.blocks[Int(bits & 0xF)]
    case .ascii: Self.sign(of: Int(series[cell]), .ascii)
    }
  }
}

extension ChartRaster {
  /// Draws a line through points: sets the dots that it crosses in each column. A point that is not
  /// finite is a gap.
  mutating func draw(
    _ points: ChartPoints, x bounds: ClosedRange<Double>, y range: ClosedRange<Double>, series: Int
  ) {
    guard width > 0, height > 0 else { return }
    let (across, top) = (Double(width - 1), Double(height - 1))
    let scale = across / (bounds.upperBound - bounds.lowerBound)
    let steepness = top / (range.upperBound - range.lowerBound)
    // The line continues to the points just outside the visible range.
    let inside = points.indices(in: bounds)
    let indices = max(0, inside.lowerBound - 1)..<min(points.count, inside.upperBound + 1)
    var last: (x: Double, y: Double)?
    for point in points.points[indices] {
      guard point.y.isFinite else {
        last = nil
        continue
      }
      let x = min(max(-1e9, (point.x - bounds.lowerBound) * scale), 1e9).rounded()
      let y = min(max(-1e9, top - (point.y - range.lowerBound) * steepness), 1e9)
      let row = Int(y.rounded())
      if let last { join(last, (x, y), series) }
      set(x: Int(x), rows: row...row, series: series)
      last = (x, y)
    }
  }

  /// Draws a line between the centres of two columns, or within one, from left to right.
  private mutating func join(
    _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ series: Int
  ) {
    let slope = from.x < to.x ? (to.y - from.y) / (to.x - from.x) : 0
    for x in stride(from: max(0, from.x), through: min(Double(width - 1), to.x), by: 1) {
      let left = x > from.x ? from.y + (x - 0.5 - from.x) * slope : from.y
      let right = x < to.x ? from.y + (x + 0.5 - from.x) * slope : to.y
      let (high, low) = (Int(min(left, right).rounded(.up)), Int(max(left, right).rounded(.down)))
      // If a line that is not steep crosses no row's middle in this column, sets the nearest dot.
      let middle = Int((from.y + (x - from.x) * slope).rounded())
      set(x: Int(x), rows: high <= low ? high...low : middle...middle, series: series)
    }
  }
}
