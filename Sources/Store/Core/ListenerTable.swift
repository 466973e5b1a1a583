import Synchronization

/// Listeners in the order in which they came.
///
/// A cancelled one leaves an empty place behind. When half of the places are empty they are closed
/// up, so that cancelling is O(log *n*) amortised.
///
/// It does not know what they listen to: code for each type of event would be ten times slower where
/// a client's compiler has not specialised it.
@usableFromInline
final class ListenerTable: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let number: Int
    @usableFromInline var listener: AnyListener?
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
  /// - Returns: The number under which it can be cancelled.
  @usableFromInline
  func add(_ listener: AnyListener) -> Int {
    let number = entries.withLock { entries in
      let number = entries.nextNumber
      entries.nextNumber += 1
      entries.list.append(Entry(number: number, listener: listener))
      return number
    }
    live.add(1, ordering: .relaxed)
    if !listener.isProbed { interest?.listeners.add(1, ordering: .relaxed) }
    return number
  }

  /// Takes a listener out, if it is still there.
  func cancel(_ number: Int) {
    // Handed out and released here, not under the lock: what a body captured may run code of its
    // own when it goes.
    let cancelled: AnyListener? = entries.withLock { entries in
      guard let place = entries.place(of: number) else { return nil }
      let listener = entries.list[place].listener.take()
      if listener != nil { entries.closeUp() }
      return listener
    }
    cancelled.map(end)
  }

  /// Cancels those who listen now, and those who listen by way of them.
  @usableFromInline
  func cancelAll() {
    let cancelled = entries.withLock { entries in
      defer {
        entries.list = []
        entries.empty = 0
      }
      return entries.list
    }
    for case let listener? in cancelled.lazy.map(\.listener) {
      end(listener)
      listener.endBelow?()
    }
  }

  /// A delivery that is under way still holds the listener; the mark keeps it from calling.
  private func end(_ listener: AnyListener) {
    listener.isCancelled.store(true, ordering: .sequentiallyConsistent)
    live.subtract(1, ordering: .relaxed)
    if !listener.isProbed { interest?.listeners.subtract(1, ordering: .relaxed) }
  }
}

extension ListenerTable.Entries {
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
