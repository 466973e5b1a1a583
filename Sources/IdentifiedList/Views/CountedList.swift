/// How many elements of a list have each key.
public struct CountedList<
  Key: Hashable & Sendable, Element: Identifiable & Equatable
>: MaterializedView {
  /// A key, and how many elements have it: at least one.
  public struct Count: Identifiable, Equatable, Sendable {
    public let id: Key
    public let count: Int

    @inlinable
    init(id: Key, count: Int) {
      self.id = id
      self.count = count
    }
  }

  @usableFromInline var numbers = IdentifiedList<Count>()
  @usableFromInline var source = IdentifiedList<Element>()
  @usableFromInline let key: @Sendable (Element) -> Key

  /// Makes a view that is empty until its first update.
  /// - Parameter key: What an element is counted under. Called once for each that is new or gone, and
  ///   twice for one that has changed: as it was, and as it is.
  public init(by key: @escaping @Sendable (Element) -> Key) { self.key = key }

  /// The counts as a list, from which other views can be updated: one that sorts them, for instance.
  /// Their order here is not defined.
  public var counts: IdentifiedList<Count> { numbers }

  /// How many elements have a key.
  public subscript(key: Key) -> Int { numbers[id: key]?.count ?? 0 }

  /// The keys that elements have, in the order of `counts`.
  public var keys: some RandomAccessCollection<Key> { numbers.ids }

  /// How many elements there are.
  public var total: Int { source.count }

  @inlinable
  public mutating func update(to list: IdentifiedList<Element>) {
    if let (gone, come) = list.fewDifferences(from: source) {
      // Those that come are first, so that a key that has elements before and after keeps its place.
      for element in come where source[id: element.id] != element { add(1, to: key(element)) }
      for element in gone where list[id: element.id] != element { add(-1, to: key(element)) }
    } else {
      numbers.removeAll()
      for element in list { add(1, to: key(element)) }
    }
    source = list
  }

  @inlinable
  mutating func add(_ number: Int, to key: Key) {
    let count = (numbers[id: key]?.count ?? 0) + number
    numbers[id: key] = count == 0 ? nil : Count(id: key, count: count)
  }
}

extension CountedList: Equatable {
  /// Whether two views have the same keys, with the same counts.
  /// - Complexity: O(1) when they share their storage, else O(*k*) in the number of keys.
  public static func == (left: Self, right: Self) -> Bool {
    left.numbers.root === right.numbers.root
      || left.numbers.count == right.numbers.count
        && left.numbers.allSatisfy { $0.count == right[$0.id] }
  }
}

extension CountedList: Sendable where Element: Sendable, Element.ID: Sendable {}
