import Millrace
import Synchronization

/// The minimal thread-safe state with a reducer, which is the baseline of a store.
final class BareMutex: Sendable {
  private let cell = Mutex(Tally())
  private let reducer = tallyReducer

  func dispatch(_ action: TallyAction) {
    cell.withLock { _ = reducer.reduce(&$0, action) }
  }

  var state: Tally { cell.withLock { $0 } }
}
