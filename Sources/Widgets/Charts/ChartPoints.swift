/// The points of a line, ordered by x, with efficient appending.
///
/// ```swift
/// var load: ChartPoints = [0.3, 0.5, .nan, 0.4]  // x is 0, 1, 2 …; a NaN is a gap
/// load.append(0.6)
/// ```
///
/// It stores the lowest and highest value of each block of points, so that the cost of drawing
/// depends on the size of the chart and not on the number of points. Copies share storage:
/// appending to a copy copies at most 1,024 points, and one array element per 1,024 points. It is
/// encoded as its values, with null for a gap.
public struct ChartPoints: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// The number of newest points to keep; nil keeps all.
  public let limit: Int?
  /// Old points are dropped one part at a time: the first part may still hold points beyond the
  /// limit.
  private var parts: [ChartPart] = []

  /// - Parameters:
  ///   - values: y of each point; x counts from 0.
  ///   - limit: the number of newest points to keep.
  public init(_ values: some Sequence<Double> = [Double](), limit: Int? = nil) {
    self.limit = limit.map { max(1, $0) }
    for value in values { append(value) }
  }

  /// - Parameters:
  ///   - points: in any order; points with equal x keep their given order.
  ///   - limit: the number of points with the greatest x to keep.
  public init(_ points: some Sequence<(x: Double, y: Double)>, limit: Int? = nil) {
    self.init([Double](), limit: limit)
    let finite = points.filter { $0.x.isFinite }.enumerated()
    for (_, point) in finite.sorted(by: { ($0.1.x, $0.0) < ($1.1.x, $1.0) }) {
      add(point.x, point.y)
    }
  }

  public init(arrayLiteral values: Double...) { self.init(values) }

  /// The number of points.
  public var count: Int { min(stored, limit ?? .max) }

  private var stored: Int {
    parts.last.map { (parts.count - 1) * ChartPart.size + $0.ys.count } ?? 0
  }

  /// Appends a point at the next whole x.
  public mutating func append(_ y: Double) {
    add(count > 0 ? x(at: count - 1) + 1 : 0, y)
  }

  /// Adds a point. Ignores a point whose x is not finite.
  /// - Complexity: O(1) if x is not less than that of the last point; otherwise O(*n* log *n*),
  ///   because all points are sorted again.
  public mutating func append(x: Double, y: Double) {
    guard x.isFinite else { return }
    if count == 0 || x >= self.x(at: count - 1) { return add(x, y) }
    let all = (0..<count).map { (x: self.x(at: $0), y: self.y(at: $0)) } + [(x: x, y: y)]
    self = ChartPoints(all, limit: limit)
  }

  private mutating func add(_ x: Double, _ y: Double) {
    if parts.last.map({ $0.ys.count == ChartPart.size }) ?? true { parts.append(ChartPart()) }
    parts[parts.count - 1].append(x, y)
    if let limit, stored - ChartPart.size >= limit { parts.removeFirst() }
  }

  // MARK: - Reading

  /// The x of a point, by its index from 0.
  public func x(at place: Int) -> Double {
    let place = place + stored - count
    return parts[place / ChartPart.size].xs[place % ChartPart.size]
  }

  /// The y of a point, by its index from 0.
  public func y(at place: Int) -> Double {
    let place = place + stored - count
    return parts[place / ChartPart.size].ys[place % ChartPart.size]
  }

  /// Binary search for the first index in the range whose x meets a condition. All later points
  /// must meet it, too.
  /// - Complexity: O(log *n*)
  func firstPlace(in range: Range<Int>, where isBehind: (Double) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(x(at: middle)) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The indices of the points whose x is within bounds.
  func places(in bounds: ClosedRange<Double>) -> Range<Int> {
    let start = firstPlace(in: 0..<count) { $0 >= bounds.lowerBound }
    return start..<firstPlace(in: start..<count) { $0 > bounds.upperBound }
  }

  /// The lowest and the highest value of a range of points.
  /// - Complexity: O(*n* / 1,024) in the number of points in the range.
  func extent(_ range: Range<Int>) -> ChartExtent {
    var extent = ChartExtent()
    var place = range.lowerBound + stored - count
    let last = range.upperBound + stored - count
    while place < last {
      let part = parts[place / ChartPart.size]
      let from = place % ChartPart.size
      let end = min(part.ys.count, from + last - place)
      part.add(from..<end, to: &extent)
      place += end - from
    }
    return extent
  }

  public static func == (one: ChartPoints, other: ChartPoints) -> Bool {
    guard one.limit == other.limit, one.count == other.count else { return false }
    return one.stored == other.stored && one.parts == other.parts
      || (0..<one.count).allSatisfy {
        let (first, second) = (one.y(at: $0), other.y(at: $0))
        return one.x(at: $0) == other.x(at: $0)
          && (first == second || !first.isFinite && !second.isFinite)
      }
  }
}

/// The lowest and highest of a set of values.
struct ChartExtent: Equatable {
  var least = Double.infinity
  var most = -Double.infinity
  /// Whether any value is not finite.
  var hasGap = false

  var range: ClosedRange<Double>? { least <= most ? least...most : nil }

  mutating func add(_ value: Double) {
    guard value.isFinite else { return hasGap = true }
    (least, most) = (min(least, value), max(most, value))
  }

  mutating func add(_ other: ChartExtent) {
    (least, most) = (min(least, other.least), max(most, other.most))
    if other.hasGap { hasGap = true }
  }
}

/// Up to 1,024 consecutive points, with the extents of blocks of 32.
private struct ChartPart: Equatable, Sendable {
  static let size = 1_024
  private static let blockSize = 32

  var xs: [Double] = []
  var ys: [Double] = []
  private var blocks: [ChartExtent] = []
  private var whole = ChartExtent()

  mutating func append(_ x: Double, _ y: Double) {
    if ys.count % Self.blockSize == 0 { blocks.append(ChartExtent()) }
    xs.append(x)
    ys.append(y)
    blocks[blocks.count - 1].add(y)
    whole.add(y)
  }

  func add(_ range: Range<Int>, to extent: inout ChartExtent) {
    if range.count == ys.count { return extent.add(whole) }
    var place = range.lowerBound
    while place < range.upperBound {
      if place % Self.blockSize == 0, place + Self.blockSize <= range.upperBound {
        extent.add(blocks[place / Self.blockSize])
        place += Self.blockSize
      } else {
        extent.add(ys[place])
        place += 1
      }
    }
  }

  // Two gaps are equal, unlike two NaNs.
  static func == (one: ChartPart, other: ChartPart) -> Bool {
    one.xs == other.xs && one.blocks == other.blocks
      && one.ys.elementsEqual(other.ys) { $0 == $1 || $0.isNaN && $1.isNaN }
  }
}

extension ChartPoints: Codable {
  private enum CodingKeys: CodingKey { case x, y, limit }

  /// - Throws: `DecodingError` if x and y differ in length, and any error from the decoder.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let (xs, ys) = (
      try fields.decode([Double].self, forKey: .x), try fields.decode([Double?].self, forKey: .y)
    )
    guard xs.count == ys.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .x, in: fields, debugDescription: "x has \(xs.count) values, but y has \(ys.count)")
    }
    self.init(
      zip(xs, ys).map { (x: $0, y: $1 ?? .nan) },
      limit: try fields.decodeIfPresent(Int.self, forKey: .limit))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode((0..<count).map { x(at: $0) }, forKey: .x)
    try fields.encode((0..<count).map { y(at: $0).isFinite ? y(at: $0) : nil }, forKey: .y)
    try fields.encodeIfPresent(limit, forKey: .limit)
  }
}
