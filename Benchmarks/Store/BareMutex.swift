import Millrace
import Synchronization

/// The least that many threads can do with a state and a reducer: the baseline of a store.
final class BareMutex: Sendable {
  private let cell = Mutex(Tally())
  private let reducer = tallyReducer

  func dispatch(_ action: TallyAction) {
    cell.withLock { _ = reducer.reduce(&$0, action) }
  }

  var state: Tally { cell.withLock { $0 } }
}
