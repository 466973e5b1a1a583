import MillraceRender

/// The characters that line charts are drawn with.
public enum ChartSymbols: Hashable, Sendable {
  /// Two by four dots per cell. An ASCII-only terminal replaces them with characters of similar
  /// height.
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

/// A grid of dots, several per cell. A cell has the colour of the series that was drawn in it last.
struct ChartRaster {
  /// In dots.
  let width: Int
  let height: Int
  private let symbols: ChartSymbols
  private let columns: Int
  private let dotsPerCellX: Int
  private let dotsPerCellY: Int
  private var bits: [UInt8]
  private var series: [UInt8]

  /// - Parameters:
  ///   - columns: width in cells.
  ///   - rows: height in cells.
  init(columns: Int, rows: Int, _ symbols: ChartSymbols) {
    (self.columns, self.symbols) = (columns, symbols)
    (dotsPerCellX, dotsPerCellY) =
      switch symbols {
      case .braille: (2, 4)
      case .quadrants: (2, 2)
      case .ascii: (1, 1)
      }
    (width, height) = (columns * dotsPerCellX, rows * dotsPerCellY)
    bits = Array(repeating: 0, count: columns * rows)
    series = bits
  }

  private static let dots: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
  private static let blocks = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
  private static let signs = Array("*+ox#@%&")

  /// The character for a series in a legend.
  static func sign(of series: Int, _ symbols: ChartSymbols) -> Character {
    symbols == .ascii ? signs[series % signs.count] : "■"
  }

  /// Sets the dots of a column, clipped to the grid.
  mutating func set(x: Int, rows: ClosedRange<Int>, series: Int) {
    guard 0..<width ~= x, rows.overlaps(0...max(0, height - 1)), height > 0 else { return }
    for y in max(0, rows.lowerBound)...min(height - 1, rows.upperBound) {
      let cell = y / dotsPerCellY * columns + x / dotsPerCellX
      let place = y % dotsPerCellY * dotsPerCellX + x % dotsPerCellX
      bits[cell] |= symbols == .braille ? Self.dots[place] : 1 << UInt8(place)
      self.series[cell] = UInt8(truncatingIfNeeded: series)
    }
  }

  func isSet(x: Int, y: Int) -> Bool {
    let place = y % dotsPerCellY * dotsPerCellX + x % dotsPerCellX
    let mask = symbols == .braille ? Self.dots[place] : 1 << UInt8(place)
    return bits[y / dotsPerCellY * columns + x / dotsPerCellX] & mask != 0
  }

  /// A row of cells, as runs of one style.
  func spans(row: Int, _ styles: [Style]) -> [TextSpan] {
    var spans: [TextSpan] = []
    var (text, current) = ("", Style())
    for cell in row * columns..<(row + 1) * columns {
      let style = bits[cell] == 0 ? current : styles[Int(series[cell]) % max(1, styles.count)]
      if style != current, !text.isEmpty {
        spans.append(TextSpan(text).style(current))
        text = ""
      }
      current = style
      text.append(glyph(cell))
    }
    return text.isEmpty ? spans : spans + [TextSpan(text).style(current)]
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
  /// Draws a line through points.
  ///
  /// All points in one column of dots are drawn as a vertical line over their extent; columns are
  /// joined at their first and last points. A point that is not finite is a gap.
  /// - Complexity: O(*c* log *n*) + O(*n* / 1,024), for *c* columns of dots and *n* points.
  mutating func draw(
    _ points: ChartPoints, x bounds: ClosedRange<Double>, y range: ClosedRange<Double>, series: Int
  ) {
    guard width > 0, height > 0 else { return }
    let (across, top) = (Double(width - 1), Double(height - 1))
    let scale = across / (bounds.upperBound - bounds.lowerBound)
    let steepness = top / (range.upperBound - range.lowerBound)
    func column(_ x: Double) -> Double {
      min(max(-1e9, (x - bounds.lowerBound) * scale), 1e9).rounded()
    }
    func row(_ y: Double) -> Double {
      min(max(-1e9, top - (y - range.lowerBound) * steepness), 1e9)
    }
    let inside = points.places(in: bounds)
    // The line continues to the points just outside the visible range.
    let end = min(points.count, inside.upperBound + 1)
    var place = max(0, inside.lowerBound - 1)
    var last: (x: Double, y: Double)?
    while place < end {
      let x = column(points.x(at: place))
      let next = points.firstPlace(in: place + 1..<end) { column($0) > x }
      let extent = points.extent(place..<next)
      if let reach = extent.range {
        let (first, final) = (points.y(at: place), points.y(at: next - 1))
        if let last, first.isFinite { join(last, (x, row(first)), series) }
        set(
          x: Int(x),
          rows: Int(row(reach.upperBound).rounded())...Int(row(reach.lowerBound).rounded()),
          series: series)
        last = final.isFinite ? (x, row(final)) : nil
      } else {
        last = nil
      }
      place = next
    }
  }

  /// Draws a line between two points, from left to right.
  private mutating func join(
    _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ series: Int
  ) {
    let slope = (to.y - from.y) / (to.x - from.x)
    let (first, last) = (max(0, Int(from.x)), min(width - 1, Int(to.x)))
    guard first <= last else { return }
    for x in first...last {
      let left = from.y + (max(from.x, Double(x) - 0.5) - from.x) * slope
      let right = from.y + (min(to.x, Double(x) + 0.5) - from.x) * slope
      let (high, low) = (min(left, right).rounded(.up), max(left, right).rounded(.down))
      // A line that is not steep may not cross the middle of any row in this column.
      let middle = (from.y + (min(max(from.x, Double(x)), to.x) - from.x) * slope).rounded()
      set(
        x: x, rows: high <= low ? Int(high)...Int(low) : Int(middle)...Int(middle), series: series)
    }
  }
}
