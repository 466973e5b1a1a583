/// A selector for each argument, such as the id of an item.
///
/// ```swift
/// let page = SelectorFamily { (number: Int) in
///   StateSelector(\Library.books) { $0.dropFirst(number * 20).prefix(20) }
/// }
///
/// let token = store.subscribe(to: page(3)) { change in print(change.new.count) }
/// ```
///
/// Equal arguments get the same selector, and so share its memory. A family remembers the selectors
/// of up to `capacity` arguments; for a further argument, it forgets the least recently used
/// selector. A subscription keeps its selector even if the family forgets it. Any thread may call a
/// family.
public struct SelectorFamily<Argument: Hashable & Sendable, State: Sendable, Value: Sendable>:
  Sendable
{
  private struct Memory: Sendable {
    var selectors: [Argument: (selector: StateSelector<State, Value>, use: UInt64)] = [:]
    var lastUse: UInt64 = 0

    mutating func use(_ argument: Argument) -> StateSelector<State, Value>? {
      lastUse += 1
      selectors[argument]?.use = lastUse
      return selectors[argument]?.selector
    }

    mutating func removeOldest() -> StateSelector<State, Value>? {
      let oldest = selectors.min { $0.value.use < $1.value.use }?.key
      return oldest.flatMap { selectors.removeValue(forKey: $0)?.selector }
    }
  }

  private final class Storage: Sendable {
    let memory = Guarded(Memory())
  }

  private let capacity: Int
  private let make: @Sendable (Argument) -> StateSelector<State, Value>
  private let storage = Storage()

  /// Makes a family.
  /// - Parameters:
  ///   - capacity: The number of remembered arguments, at least one.
  ///   - make: Makes the selector for an argument. Pure.
  public init(
    capacity: Int = 100, _ make: @escaping @Sendable (Argument) -> StateSelector<State, Value>
  ) {
    self.capacity = max(1, capacity)
    self.make = make
  }

  /// Returns the selector for an argument.
  /// - Complexity: O(1); O(*capacity*) if the family forgets another selector.
  public func callAsFunction(_ argument: Argument) -> StateSelector<State, Value> {
    if let known = storage.memory.withLock({ $0.use(argument) }) { return known }
    // The selector is made outside the lock, because `make` is the program's code.
    let new = make(argument)
    let (selector, forgotten) = storage.memory.withLock { memory in
      if let known = memory.use(argument) { return (known, nil as StateSelector<State, Value>?) }
      let forgotten = memory.selectors.count < capacity ? nil : memory.removeOldest()
      memory.selectors[argument] = (new, memory.lastUse)
      return (new, forgotten)
    }
    withExtendedLifetime(forgotten) {}
    return selector
  }
}
