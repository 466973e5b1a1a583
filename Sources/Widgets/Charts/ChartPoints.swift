/// The points of a line, in the order of x, made to grow at the end.
///
/// ```swift
/// var load: ChartPoints = [0.3, 0.5, .nan, 0.4]  // x is 0, 1, 2 …; a NaN is a gap
/// load.append(0.6)
/// ```
///
/// It knows the lowest and the highest value of parts of itself, so that a chart of any number of points costs what
/// the chart shows. Copies share storage: appending to one copies 1,024 points at most and a list of the parts.
/// It is encoded as its values, with null for a gap.
public struct ChartPoints: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// How many of the newest points are kept; nil: all.
  public let limit: Int?
  /// Points are dropped part by part: the first part may have some that are no longer in the limit.
  private var parts: [ChartPart] = []

  /// - Parameters:
  ///   - values: y of each point; x counts from 0.
  ///   - limit: keeps so many of the newest points.
  public init(_ values: some Sequence<Double> = [Double](), limit: Int? = nil) {
    self.limit = limit.map { max(1, $0) }
    for value in values { append(value) }
  }

  /// - Parameters:
  ///   - points: in any order; those of one x stay as they are given.
  ///   - limit: keeps so many of the points with the greatest x.
  public init(_ points: some Sequence<(x: Double, y: Double)>, limit: Int? = nil) {
    self.init([Double](), limit: limit)
    let finite = points.filter { $0.x.isFinite }.enumerated()
    for (_, point) in finite.sorted(by: { ($0.1.x, $0.0) < ($1.1.x, $1.0) }) {
      add(point.x, point.y)
    }
  }

  public init(arrayLiteral values: Double...) { self.init(values) }

  public var count: Int { min(stored, limit ?? .max) }

  private var stored: Int {
    parts.last.map { (parts.count - 1) * ChartPart.size + $0.ys.count } ?? 0
  }

  /// Adds a point behind the last, at the next whole x.
  public mutating func append(_ y: Double) {
    add(count > 0 ? x(at: count - 1) + 1 : 0, y)
  }

  /// Adds a point. A point whose x is no number is left out.
  /// - Complexity: O(1) where x is not less than that of the last point; otherwise all points are put in order again.
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

  public func x(at place: Int) -> Double {
    let place = place + stored - count
    return parts[place / ChartPart.size].xs[place % ChartPart.size]
  }

  public func y(at place: Int) -> Double {
    let place = place + stored - count
    return parts[place / ChartPart.size].ys[place % ChartPart.size]
  }

  /// The first place from one on at which a condition holds that holds for all after it.
  /// - Complexity: O(log *n*)
  func firstPlace(in range: Range<Int>, where isBehind: (Double) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(x(at: middle)) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The points from one x to another.
  func places(in bounds: ClosedRange<Double>) -> Range<Int> {
    let start = firstPlace(in: 0..<count) { $0 >= bounds.lowerBound }
    return start..<firstPlace(in: start..<count) { $0 > bounds.upperBound }
  }

  /// The lowest and the highest value of some points.
  /// - Complexity: O(*n* / 1,024) in the points of the range
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

/// What values reach.
struct ChartExtent: Equatable {
  var least = Double.infinity
  var most = -Double.infinity
  /// Whether there are values that are no numbers.
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

/// Neighbouring points, and what blocks of them reach.
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

  // Two gaps are equal, unlike two NaN.
  static func == (one: ChartPart, other: ChartPart) -> Bool {
    one.xs == other.xs && one.blocks == other.blocks
      && one.ys.elementsEqual(other.ys) { $0 == $1 || $0.isNaN && $1.isNaN }
  }
}

extension ChartPoints: Codable {
  private enum CodingKeys: CodingKey { case x, y, limit }

  /// - Throws: `DecodingError` where there is not an x for each y, and what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let (xs, ys) = (
      try fields.decode([Double].self, forKey: .x), try fields.decode([Double?].self, forKey: .y)
    )
    guard xs.count == ys.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .x, in: fields, debugDescription: "there are \(xs.count) x for \(ys.count) y")
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
