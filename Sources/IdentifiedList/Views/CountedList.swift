/// The number of elements of a list for each key.
public struct CountedList<
  Key: Hashable & Sendable, Element: Identifiable & Equatable
>: MaterializedView {
  /// A key, and the number of elements with it, which is at least one.
  public struct Count: Identifiable, Equatable, Sendable {
    public let id: Key
    /// The number of elements with the key.
    public let count: Int

    @inlinable
    init(id: Key, count: Int) {
      self.id = id
      self.count = count
    }
  }

  @usableFromInline var countsByKey = IdentifiedList<Count>()
  @usableFromInline var source = IdentifiedList<Element>()
  @usableFromInline let key: @Sendable (Element) -> Key

  /// Makes a view that is empty until its first update.
  /// - Parameter key: Returns the key of an element. Called once for each inserted or removed
  ///   element, and twice for a changed one: with the old and the new version.
  public init(by key: @escaping @Sendable (Element) -> Key) { self.key = key }

  /// The counts as a list, from which other views can be updated, such as one that sorts them.
  /// Their order is undefined.
  public var counts: IdentifiedList<Count> { countsByKey }

  /// The number of elements with the given key.
  public subscript(key: Key) -> Int { countsByKey[id: key]?.count ?? 0 }

  /// The keys of all elements, in the order of `counts`.
  public var keys: some RandomAccessCollection<Key> { countsByKey.ids }

  /// The number of all elements.
  public var total: Int { source.count }

  @inlinable
  public mutating func update(to list: IdentifiedList<Element>) {
    if let (removed, inserted) = list.incrementalChanges(since: source) {
      // Adds before removing, so that a key with elements before and after the update keeps its
      // position.
      for element in inserted where source[id: element.id] != element { add(1, to: key(element)) }
      for element in removed where list[id: element.id] != element { add(-1, to: key(element)) }
    } else {
      countsByKey.removeAll()
      for element in list { add(1, to: key(element)) }
    }
    source = list
  }

  @inlinable
  mutating func add(_ number: Int, to key: Key) {
    let count = (countsByKey[id: key]?.count ?? 0) + number
    countsByKey[id: key] = count == 0 ? nil : Count(id: key, count: count)
  }
}

extension CountedList: Equatable {
  /// Whether two views have the same keys with the same counts.
  /// - Complexity: O(1) if they share their storage, else O(*k*) in the number of keys.
  public static func == (left: Self, right: Self) -> Bool {
    left.countsByKey.root === right.countsByKey.root
      || left.countsByKey.count == right.countsByKey.count
        && left.countsByKey.allSatisfy { $0.count == right[$0.id] }
  }
}

extension CountedList: Sendable where Element: Sendable, Element.ID: Sendable {}
