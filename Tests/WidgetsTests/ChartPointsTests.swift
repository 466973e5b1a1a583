import Foundation
import MillraceStoreTesting
import Testing

@testable import MillraceWidgets

@Suite("ChartPoints and ticks")
struct ChartPointsTests {
  @Test("a limit keeps the newest points, in the initializer and after each append")
  func limit() {
    var points = ChartPoints((0..<10).map(Double.init), limit: 3)
    #expect((0..<points.count).map { points.x(at: $0) } == [7, 8, 9])
    points.append(20)
    #expect((0..<points.count).map { points.y(at: $0) } == [8, 9, 20])
    // A point that is older than all others is dropped at once.
    points.append(x: 1, y: 30)
    #expect((0..<points.count).map { points.x(at: $0) } == [8, 9, 10])
    #expect(ChartPoints([1, 2], limit: 0).count == 1)
  }

  @Test("the range of values leaves out gaps and points out of bounds")
  func finiteRange() {
    let points: ChartPoints = [9, 1, .nan, -3, .infinity, 12]
    #expect(points.values(in: nil).finiteRange == -3...12)
    #expect(points.values(in: 0.5...4.5).finiteRange == -3...1)
    #expect(points.values(in: 2...2).finiteRange == nil)
    #expect(ChartPoints().values(in: nil).finiteRange == nil)
  }

  @Test("points are sorted by x, and points with the same x keep their order")
  func order() {
    var points = ChartPoints([(x: 3, y: 1), (x: 1, y: 2), (x: 3, y: 3), (x: .nan, y: 9)])
    points.append(x: 2, y: 4)
    points.append(x: 3, y: 5)
    points.append(x: .infinity, y: 6)
    points.append(7)
    #expect((0..<points.count).map { points.x(at: $0) } == [1, 2, 3, 3, 3, 4])
    #expect((0..<points.count).map { points.y(at: $0) } == [2, 4, 1, 3, 5, 7])
    #expect(points.indices(in: 2...3) == 1..<5)
    #expect(points.indices(in: 10...11).isEmpty && points.indices(in: -5...0).isEmpty)
    #expect(points.indices(in: nil) == 0..<6)
  }

  @Test("encoding keeps the points, writes gaps as null and omits dropped points")
  func coding() throws {
    let points = ChartPoints([1, .nan, 3], limit: 2)
    let data = try JSONEncoder().encode(points)
    #expect(String(decoding: data, as: UTF8.self).contains("null"))
    #expect(try JSONDecoder().decode(ChartPoints.self, from: data) == points)
    let many = ChartPoints((0..<5_000).map(Double.init), limit: 100)
    let copy = try JSONDecoder().decode(ChartPoints.self, from: JSONEncoder().encode(many))
    #expect(copy == many && copy.count == 100)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ChartPoints.self, from: Data(#"{"x":[1],"y":[]}"#.utf8))
    }
  }

  @Test("two point lists are equal if they have the same points and gaps")
  func equality() {
    #expect(ChartPoints([1, .nan]) == ChartPoints([1, .nan]))
    #expect(ChartPoints([1, 2]) != ChartPoints([1, 3]))
    #expect(ChartPoints([1, 2]) != ChartPoints([1, .nan]))
    #expect(ChartPoints([(x: 0, y: 1), (x: 2, y: 2)]) != ChartPoints([1, 2]))
  }

  @Test("ticks are a few round numbers that cover the values", arguments: 0..<200)
  func ticks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = Foundation.pow(10, Double.random(in: -12...12, using: &random))
    let low = Double.random(in: -size...size, using: &random)
    let high = low + size * Double.random(in: 1e-3...1, using: &random)
    let steps = Int.random(in: 1...12, using: &random)
    let comment: Comment = "seed \(seed): \(low)...\(high) in \(steps)"
    for isExact in [false, true] {
      let ticks = ChartTicks(low...high, steps: steps, isExact: isExact)
      #expect([1, 2, 5].contains(ticks.mantissa), comment)
      #expect(ticks.multiples.count <= steps + 2, comment)
      let step = Double(ticks.mantissa) * Foundation.pow(10, Double(ticks.exponent))
      for multiple in ticks.multiples {
        #expect(abs(ticks.value(multiple) - Double(multiple) * step) <= size * 1e-9, comment)
      }
      if isExact {
        #expect(ticks.bounds == low...high, comment)
        let values = [ticks.multiples.lowerBound, ticks.multiples.upperBound].map(ticks.value)
        #expect(ticks.multiples.count == 1 || values[0] >= low - step * 1e-6, comment)
        #expect(ticks.multiples.count == 1 || values[1] <= high + step * 1e-6, comment)
      } else {
        let (first, last) = (ticks.bounds.lowerBound, ticks.bounds.upperBound)
        #expect(first <= low && high <= last, comment)
        #expect(last - first <= high - low + 2.001 * step, comment)
      }
    }
  }

  @Test("ticks of equal, huge or tiny values are finite")
  func extremes() {
    let ranges: [ClosedRange<Double>] = [
      0...0, 5...5, -3 ... -3, 1e300...1e300, -1.7e308...1.7e308,
      (Double.leastNonzeroMagnitude * 9)...(Double.leastNonzeroMagnitude * 99),
      1e16...(1e16 + 2),
      0...Double.leastNonzeroMagnitude,
    ]
    for range in ranges {
      let ticks = ChartTicks(range, steps: 4, isExact: false)
      #expect(ticks.bounds.lowerBound < ticks.bounds.upperBound, "\(range)")
      #expect(ticks.multiples.count <= 8, "\(range)")
      for multiple in ticks.multiples { #expect(ticks.value(multiple).isFinite, "\(range)") }
    }
  }

  @Test("labels have as many decimals as their step needs, and units of thousands")
  func labels() {
    func labels(_ low: Double, _ high: Double) -> [String] {
      let ticks = ChartTicks(low...high, steps: 4, isExact: false)
      return ticks.multiples.map(ticks.label)
    }
    #expect(labels(0, 1) == ["0", "0.5", "1.0"])
    #expect(labels(-0.1, 0.1) == ["-0.10", "-0.05", "0", "0.05", "0.10"])
    #expect(labels(0, 100) == ["0", "50", "100"])
    #expect(labels(0, 9_000) == ["0", "5k", "10k"])
    #expect(labels(0, 4_000_000) == ["0", "1M", "2M", "3M", "4M"])
  }

  @Test("numbers are written with about three digits")
  func numbers() {
    let expected: [(Double, String)] = [
      (0, "0"), (-3.5, "-3.5"), (42, "42"), (9_999, "9999"), (12_345, "12.3k"), (1.5e6, "1.5M"),
      (2e9, "2G"), (0.1234, "0.123"), (123.456, "123"), (.nan, "–"), (-1.25e12, "-1.25T"),
    ]
    for (number, text) in expected { #expect(chartNumber(number) == text) }
  }
}
