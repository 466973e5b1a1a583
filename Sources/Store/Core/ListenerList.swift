import Synchronization

/// Listeners in the order in which they came.
///
/// A cancelled one leaves an empty place behind. When half of the places are empty they are closed
/// up, so that cancelling is O(log *n*) amortised.
@usableFromInline
final class ListenerList<Event: Sendable>: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let number: Int
    @usableFromInline var listener: Listener<Event>?
  }

  @usableFromInline
  struct Entries: Sendable {
    /// In the order of numbers.
    @usableFromInline var list: [Entry] = []
    var nextNumber = 0
    var empty = 0
  }

  @usableFromInline let entries = Guarded(Entries())
  @usableFromInline let live = Atomic(0)
  private let interest: Interest?

  /// - Parameter interest: Counts the listeners that live, for the path that must know at a glance
  ///   whether any does.
  init(interest: Interest? = nil) {
    self.interest = interest
  }

  /// Relaxed: exact under a lock that the caller shares with those who add, else a hint.
  @inlinable
  var isEmpty: Bool { live.load(ordering: .relaxed) == 0 }

  /// Adds a listener.
  /// - Returns: The token that takes it out again.
  func add(_ listener: Listener<Event>) -> Subscription {
    let number = entries.withLock { entries in
      let number = entries.nextNumber
      entries.nextNumber += 1
      entries.list.append(Entry(number: number, listener: listener))
      return number
    }
    live.add(1, ordering: .relaxed)
    interest?.listeners.add(1, ordering: .relaxed)
    return Subscription { self.cancel(number) }
  }

  private func cancel(_ number: Int) {
    // Handed out and released here, not under the lock: what a body captured may run code of its
    // own when it goes.
    let cancelled: Listener<Event>? = entries.withLock { entries in
      guard let place = entries.place(of: number) else { return nil }
      let listener = entries.list[place].listener.take()
      if listener != nil { entries.closeUp() }
      return listener
    }
    cancelled.map(end)
  }

  @usableFromInline
  func cancelAll() {
    let cancelled = entries.withLock { entries in
      defer {
        entries.list = []
        entries.empty = 0
      }
      return entries.list
    }
    for entry in cancelled { entry.listener.map(end) }
  }

  /// A delivery that is under way still holds the listener; the mark keeps it from calling.
  private func end(_ listener: Listener<Event>) {
    listener.isCancelled.store(true, ordering: .sequentiallyConsistent)
    live.subtract(1, ordering: .relaxed)
    interest?.listeners.subtract(1, ordering: .relaxed)
  }

  /// Calls those who listen now, in order. One that is added meanwhile is not called; one that is
  /// cancelled neither.
  @inlinable
  func send(_ event: Event) {
    for entry in entries.withLock({ $0.list }) {
      guard let listener = entry.listener,
        !listener.isCancelled.load(ordering: .sequentiallyConsistent)
      else { continue }
      listener.body(event)
    }
  }
}

extension ListenerList.Entries {
  /// Where a number is: a binary search.
  fileprivate func place(of number: Int) -> Int? {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < list.count && list[low].number == number ? low : nil
  }

  /// Notes one more empty place, and closes up when they are the greater half.
  fileprivate mutating func closeUp() {
    empty += 1
    if empty * 2 > list.count {
      list.removeAll { $0.listener == nil }
      empty = 0
    }
  }
}
