/// When a snapshot is due, and which are kept: many of the newest versions, few of old ones.
///
/// Between two snapshots lie at most so many commits: `spacing`, or the distance from the newest version divided by
/// `divisor`, whichever is more. A held snapshot makes the reducer copy what it changes next. So the spacing doubles
/// while these copies take more than 2 % of the time of the commits between two snapshots.
struct SnapshotPlan: Sendable {
  /// The least spacing to begin with.
  static let least = 32

  /// So many versions can be made again.
  let limit: Int
  private(set) var spacing = Self.least
  private(set) var divisor = 32
  /// The least spacing that memory allows.
  private var floor = Self.least
  /// The version of the newest snapshot.
  private var last: UInt64 = 0
  /// What the reducer took in the first half of the commits since then, and in the second.
  private var first: Float = 0
  private var second: Float = 0

  init(limit: Int = 100_000) { self.limit = max(2, limit) }

  private var greatest: Int { max(Self.least, limit / 2) }

  /// Notes a commit.
  /// - Parameter cost: What the reducer took, in microseconds; negative where that is not known.
  /// - Returns: Whether a snapshot is due.
  mutating func note(_ version: UInt64, cost: Float) -> Bool {
    guard version > last else { return false }
    let place = Int(clamping: version - last)
    // Copies are made when something is changed for the first time: mostly in the first half.
    if place * 2 <= spacing { first += max(0, cost) } else { second += max(0, cost) }
    return place >= spacing
  }

  /// A snapshot was taken.
  mutating func noteSnapshot(_ version: UInt64) {
    // What recording itself takes is no reason to take fewer.
    let total = max(first + second, Float(spacing))
    let copies = first - second
    if copies * 50 > total {
      spacing = min(spacing * 2, greatest)
    } else if copies * 200 < total {
      spacing = max(spacing / 2, floor)
    }
    (last, first, second) = (version, 0, 0)
  }

  /// Has fewer snapshots kept.
  /// - Returns: False if there could hardly be fewer.
  mutating func thinOut() -> Bool {
    if divisor > 1 {
      divisor /= 2
    } else if floor < greatest {
      floor = min(floor * 2, greatest)
      spacing = max(spacing, floor)
    } else {
      return false
    }
    return true
  }

  /// Which of some snapshots are of no use.
  /// - Parameters:
  ///   - versions: In ascending order.
  ///   - isNeeded: Whether one has to stay.
  /// - Returns: Their places, in descending order. The first and the last one stay.
  func superfluous(_ versions: [UInt64], isNeeded: (Int) -> Bool) -> [Int] {
    guard versions.count > 2, let newest = versions.last else { return [] }
    var places: [Int] = []
    var after = newest
    for place in (1..<versions.count - 1).reversed() {
      let before = versions[place - 1]
      let gap = max(UInt64(spacing), (newest - before) / UInt64(divisor))
      if after - before <= gap, !isNeeded(place) {
        places.append(place)
      } else {
        after = versions[place]
      }
    }
    return places
  }
}
