import Synchronization

/// Those who listen to events of one type.
@usableFromInline
struct ListenerList<Event>: Sendable {
  @usableFromInline let table: ListenerTable

  @inlinable
  init(_ table: ListenerTable) { self.table = table }

  /// Adds a listener.
  /// - Returns: The number under which it can be cancelled.
  @inlinable
  func add(_ listener: Listener<Event>) -> Int { table.add(listener) }

  /// Calls those who listen now, in order. One that is added meanwhile is not called; one that is
  /// cancelled neither.
  @inlinable
  func send(_ event: Event) {
    let list = table.entries.withLock { $0.list }
    // The list keeps its listeners for the time of this call, so that they need not be retained one
    // by one.
    withExtendedLifetime(list) {
      for index in list.indices {
        guard let entry = list[index].listener else { continue }
        // Only listeners to such events are added.
        let listener = Unmanaged<Listener<Event>>.fromOpaque(
          Unmanaged.passUnretained(entry).toOpaque())
        listener._withUnsafeGuaranteedRef {
          if !$0.isCancelled.load(ordering: .sequentiallyConsistent) { $0.body(event) }
        }
      }
    }
  }
}
