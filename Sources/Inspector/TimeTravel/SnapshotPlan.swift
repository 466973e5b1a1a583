/// Decides when to take a snapshot and which snapshots to keep: many of new versions, few of old
/// ones.
///
/// The largest number of commits between two snapshots is `spacing`, or the distance from the
/// newest version divided by `divisor`, whichever is larger. The second number is an eighth of
/// `limit` at most, because the log drops old versions only up to a snapshot.
///
/// After a snapshot, the reducer must copy each part of the state that it changes. So the spacing
/// doubles while these copies take more than 2 % of the time of the commits between two snapshots.
struct SnapshotPlan: Sendable {
  /// The initial spacing, which is also the smallest.
  static let least = 32

  /// The number of versions that can always be reproduced. There are often more, because the log
  /// drops versions only when a snapshot is taken, and only up to a snapshot.
  let limit: Int
  private(set) var spacing = Self.least
  private(set) var divisor = 32
  /// The smallest spacing that memory allows.
  private var floor = Self.least
  /// The version of the newest snapshot.
  private var last: UInt64 = 0
  /// The reducer's time in the first and in the second half of the commits since that snapshot.
  private var first: Float = 0
  private var second: Float = 0

  init(limit: Int = 100_000) { self.limit = max(2, limit) }

  private var greatest: Int { max(Self.least, limit / 2) }

  /// Counts a commit.
  /// - Parameter cost: The time of the reducer, in microseconds; negative if it is unknown.
  /// - Returns: Whether a snapshot is due.
  mutating func countCommit(_ version: UInt64, cost: Float) -> Bool {
    guard version > last else { return false }
    let distance = Int(clamping: version - last)
    // After a snapshot, the reducer copies each part of the state when it first changes that part,
    // mostly in the first half of the commits.
    if distance * 2 <= spacing { first += max(0, cost) } else { second += max(0, cost) }
    return distance >= spacing
  }

  /// Updates the spacing after a snapshot.
  mutating func didTakeSnapshot(_ version: UInt64) {
    // Counts at least a microsecond for each commit, so that the cost of the recording itself does
    // not increase the spacing.
    let total = max(first + second, Float(spacing))
    let copies = first - second
    if copies * 50 > total {
      spacing = min(spacing * 2, greatest)
    } else if copies * 200 < total {
      spacing = max(spacing / 2, floor)
    }
    (last, first, second) = (version, 0, 0)
  }

  /// Reduces the number of snapshots to keep.
  /// - Returns: False if the number cannot be reduced further.
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

  /// Finds the snapshots to remove: those without which their neighbours are still close enough.
  /// - Parameters:
  ///   - versions: The versions of the snapshots, in ascending order.
  ///   - mustStay: Whether the snapshot at an index stays in any case.
  /// - Returns: The indices to remove, in descending order. The first and the last snapshot stay.
  func superfluous(_ versions: [UInt64], mustStay: (Int) -> Bool) -> [Int] {
    guard versions.count > 2, let newest = versions.last else { return [] }
    var indices: [Int] = []
    var after = newest
    for index in (1..<versions.count - 1).reversed() {
      let before = versions[index - 1]
      let aged = min((newest - before) / UInt64(divisor), UInt64(limit / 8))
      let gap = max(UInt64(spacing), aged)
      if after - before <= gap, !mustStay(index) {
        indices.append(index)
      } else {
        after = versions[index]
      }
    }
    return indices
  }
}
