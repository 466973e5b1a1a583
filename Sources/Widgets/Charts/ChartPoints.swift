/// The points of a line, ordered by x.
///
/// ```swift
/// var load: ChartPoints = [0.3, 0.5, .nan, 0.4]  // x is 0, 1, 2 …; a NaN is a gap
/// load.append(0.6)
/// ```
///
/// It suits charts of a few thousand points: drawing, comparing, and appending to a copy take time
/// proportional to the number of points. A ``limit`` keeps a growing line fast. The points are
/// encoded as an array of x and an array of y, with null for a gap, and the limit.
public struct ChartPoints: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// The number of points with the greatest x to keep, at least 1; nil keeps all.
  public let limit: Int?
  private(set) var points: [ChartPoint]

  /// - Parameters:
  ///   - values: the y of each point; x counts from 0.
  ///   - limit: the number of last points to keep, at least 1; nil keeps all.
  public init(_ values: some Sequence<Double> = [Double](), limit: Int? = nil) {
    self.init(values.enumerated().map { (x: Double($0), y: $1) }, limit: limit)
  }

  /// - Parameters:
  ///   - points: in any order; points with equal x keep their given order. Points whose x is not
  ///     finite are ignored.
  ///   - limit: the number of points with the greatest x to keep, at least 1; nil keeps all.
  public init(_ points: some Sequence<(x: Double, y: Double)>, limit: Int? = nil) {
    let finite = points.filter { $0.x.isFinite }.map { ChartPoint(x: $0.x, y: $0.y) }
    self.limit = limit.map { max(1, $0) }
    // Points with equal x keep their order, because the sort of the standard library is stable.
    self.points = finite.sorted { $0.x < $1.x }
    dropOldPoints()
  }

  public init(arrayLiteral values: Double...) { self.init(values) }

  private mutating func dropOldPoints() {
    if let limit, points.count > limit { points.removeFirst(points.count - limit) }
  }

  /// The number of points.
  public var count: Int { points.count }

  /// Appends a point at the x of the last point plus 1, or at 0 if there is no point.
  /// - Complexity: that of ``append(x:y:)``.
  public mutating func append(_ y: Double) {
    append(x: points.last.map { $0.x + 1 } ?? 0, y: y)
  }

  /// Inserts a point after all points whose x is at most the given x. Ignores a point whose x is
  /// not finite.
  /// - Complexity: O(1) on average if x is not less than the x of the last point. O(*n*) if it is
  ///   less, if a point beyond the limit is dropped, or if a copy shares the points.
  public mutating func append(x: Double, y: Double) {
    guard x.isFinite else { return }
    let index = points.lastIndex { $0.x <= x }.map { $0 + 1 } ?? 0
    points.insert(ChartPoint(x: x, y: y), at: index)
    dropOldPoints()
  }

  /// The x of a point, by its index from 0.
  public func x(at index: Int) -> Double { points[index].x }

  /// The y of a point, by its index from 0.
  public func y(at index: Int) -> Double { points[index].y }

  /// The indices of the points whose x is within bounds; without bounds, of all points.
  func indices(in bounds: ClosedRange<Double>?) -> Range<Int> {
    guard let bounds else { return 0..<count }
    let start = points.firstIndex { $0.x >= bounds.lowerBound } ?? count
    return start..<(points[start...].firstIndex { $0.x > bounds.upperBound } ?? count)
  }

  /// The y of the points whose x is within bounds.
  func values(in bounds: ClosedRange<Double>?) -> [Double] { points[indices(in: bounds)].map(\.y) }

  /// The last of all values, and the lowest and the highest within bounds, as text.
  func summary(in bounds: ClosedRange<Double>? = nil, unit: String = "") -> String {
    guard let last = points.last, let range = values(in: bounds).finiteRange else {
      return "no values"
    }
    let (least, most) = (chartNumber(range.lowerBound), chartNumber(range.upperBound))
    return "\(chartNumber(last.y))\(unit), from \(least) to \(most)"
  }
}

/// A point of a line. Two gaps at the same x are equal, although NaN is not equal to NaN.
struct ChartPoint: Equatable, Sendable {
  let x: Double
  let y: Double

  static func == (one: ChartPoint, other: ChartPoint) -> Bool {
    one.x == other.x && (one.y == other.y || !one.y.isFinite && !other.y.isFinite)
  }
}

extension ChartPoints: Codable {
  private struct Fields: Codable {
    let x: [Double]
    let y: [Double?]
    let limit: Int?
  }

  /// - Throws: `DecodingError` if x and y differ in length, and any error from the decoder.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    let (x, y) = (fields.x, fields.y)
    guard x.count == y.count else {
      let problem = "x has \(x.count) values, but y has \(y.count)"
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: problem))
    }
    self.init(zip(x, y).map { (x: $0, y: $1 ?? .nan) }, limit: fields.limit)
  }

  public func encode(to encoder: any Encoder) throws {
    let y: [Double?] = points.map { $0.y.isFinite ? $0.y : nil }
    try Fields(x: points.map(\.x), y: y, limit: limit).encode(to: encoder)
  }
}
