import Synchronization

/// A thread-safe counter.
package final class Tally: Sendable {
  private let count = Atomic(0)

  package init() {}

  package var value: Int { count.load(ordering: .acquiring) }

  @discardableResult
  package func add(_ number: Int) -> Int {
    count.add(number, ordering: .acquiringAndReleasing).newValue
  }

  package func raise(to number: Int) { count.max(number, ordering: .acquiringAndReleasing) }

  package func reset() { count.store(0, ordering: .releasing) }
}
