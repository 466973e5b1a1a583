import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceWidgets

extension ChartRaster {
  fileprivate func isSet(x: Int, y: Int) -> Bool {
    let (cell, bit) = position(x, y)
    return bits[cell] & bit != 0
  }
}

@Suite("ChartRaster")
struct ChartRasterTests {
  @Test(
    "each point sets its dot, and no dot is more than one away from the line",
    arguments: 0..<rounds(30, long: 150))
  func points(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let count = Int.random(in: 0...(seed % 3 == 0 ? 3_000 : 30), using: &random)
    var x = number(-5...5)
    let all = (0..<count).map { _ -> (x: Double, y: Double) in
      x += number(0...2)
      return (x, Int.random(in: 0..<12, using: &random) == 0 ? .nan : number(-10...10))
    }
    let symbols: ChartSymbols = [.braille, .quadrants, .ascii][Int(seed % 3)]
    let (columns, rows) = (
      Int.random(in: 1...30, using: &random), Int.random(in: 1...8, using: &random)
    )
    var raster = ChartRaster(columns: columns, rows: rows, symbols)
    let start = number(-5...20)
    let (across, up) = (start...(start + number(1...40)), number(-12 ... -2)...number(-1...12))
    raster.draw(ChartPoints(all), x: across, y: up, series: 0)

    let (width, height) = (raster.width, raster.height)
    func column(_ x: Double) -> Double {
      (x - across.lowerBound) / (across.upperBound - across.lowerBound) * Double(width - 1)
    }
    func row(_ y: Double) -> Double {
      (up.upperBound - y) / (up.upperBound - up.lowerBound) * Double(height - 1)
    }
    // The rows that the line crosses in each column.
    var reach = [ClosedRange<Double>?](repeating: nil, count: width)
    func visit(_ column: Int, _ one: Double, _ other: Double) {
      guard reach.indices.contains(column) else { return }
      let old = reach[column] ?? one...one
      reach[column] = min(old.lowerBound, one, other)...max(old.upperBound, one, other)
    }
    var wrong: String?
    for (index, point) in all.enumerated() where point.y.isFinite {
      let (x, y) = (column(point.x).rounded(), row(point.y))
      visit(Int(x), y, y)
      if across.contains(point.x), (0..<height).contains(Int(y.rounded())),
        !raster.isSet(x: Int(x), y: Int(y.rounded()))
      {
        wrong = wrong ?? "point \(index) is not set"
      }
      guard index + 1 < all.count, all[index + 1].y.isFinite else { continue }
      // The line is drawn between the centres of columns.
      let (nextX, nextY) = (column(all[index + 1].x).rounded(), row(all[index + 1].y))
      if nextX == x { visit(Int(x), y, nextY) }
      let slope = nextX == x ? 0 : (nextY - y) / (nextX - x)
      for column in stride(from: max(0, x), through: min(nextX, Double(width - 1)), by: 1) {
        let (start, end) = (max(x, column - 0.5), min(nextX, column + 0.5))
        visit(Int(column), y + (start - x) * slope, y + (end - x) * slope)
      }
    }
    for x in 0..<width {
      for y in 0..<height where raster.isSet(x: x, y: y) {
        let range = reach[x].map { ($0.lowerBound - 1)...($0.upperBound + 1) }
        if range?.contains(Double(y)) != true {
          wrong = wrong ?? "\(x), \(y) is set, but not in \(String(describing: range))"
        }
      }
    }
    #expect(wrong == nil, "seed \(seed)")
  }

  @Test("points and rows out of range do not crash, and visible parts are drawn")
  func hostile() {
    var raster = ChartRaster(columns: 5, rows: 2, .braille)
    let points = ChartPoints([
      (x: -1e308, y: 1e308), (x: 0, y: -1e308), (x: 1, y: .infinity), (x: 2, y: 0.5),
      (x: 1e308, y: 0.5),
    ])
    raster.draw(points, x: 0...4, y: 0...1, series: 300)
    #expect(raster.isSet(x: 5, y: 4) || raster.isSet(x: 5, y: 3))
    raster.set(x: -1, rows: 0...1, series: 0)
    raster.set(x: 99, rows: 0...1, series: 0)
    raster.set(x: 0, rows: -9 ... -8, series: 0)
    var empty = ChartRaster(columns: 0, rows: 0, .ascii)
    empty.draw([1, 2], x: 0...1, y: 0...1, series: 0)
  }
}
