/// The elements of a list in groups by key.
public struct GroupedList<
  Key: Hashable & Sendable, Element: Identifiable & Equatable
>: MaterializedView {
  /// A key with its elements: at least one, in the order of the grouped list.
  public struct Group: Identifiable, Equatable {
    public let id: Key
    /// The elements of the group, in the order of the list.
    public let elements: IdentifiedList<Element>

    @inlinable
    init(id: Key, elements: IdentifiedList<Element>) {
      self.id = id
      self.elements = elements
    }

    /// The label of the first element, which orders the groups.
    @inlinable var label: Int { elements.label(at: 0) ?? .max }
  }

  @usableFromInline var parts = IdentifiedList<Group>()
  @usableFromInline var source = IdentifiedList<Element>()
  @usableFromInline let key: @Sendable (Element) -> Key

  /// Makes a view that is empty until its first update.
  /// - Parameter key: Returns the key of an element. Called once for each inserted or removed
  ///   element, and twice for one that was changed, moved or relabelled: with the old and the new
  ///   version.
  public init(by key: @escaping @Sendable (Element) -> Key) { self.key = key }

  /// The groups in the order of their first elements, as a list, from which other views can be
  /// updated.
  public var groups: IdentifiedList<Group> { parts }

  /// The elements with the given key, in the order of the grouped list.
  public subscript(key: Key) -> IdentifiedList<Element> {
    parts[id: key]?.elements ?? IdentifiedList()
  }

  /// The keys of all elements, in the order of the groups.
  public var keys: some RandomAccessCollection<Key> { parts.ids }

  @inlinable
  public mutating func update(to list: IdentifiedList<Element>) {
    if let (removed, inserted) = list.incrementalChanges(since: source) {
      // Changed groups are removed until all changes are made, because their first element, which
      // orders them, may change.
      var changedGroups: [Key: IdentifiedList<Element>] = [:]
      for element in removed {
        let key = key(element)
        changedGroups[key, default: removeGroup(key)].remove(id: element.id)
      }
      for element in inserted {
        let key = key(element)
        changedGroups[key, default: removeGroup(key)].insert(
          element, labelled: list.label(of: element))
      }
      for (key, elements) in changedGroups where !elements.isEmpty {
        let group = Group(id: key, elements: elements)
        parts.insert(group, labelled: group.label)
      }
    } else {
      let groups = Dictionary(grouping: list, by: key).map { key, elements in
        Group(id: key, elements: IdentifiedList(elements, labelled: list.label))
      }
      parts = IdentifiedList(groups.sorted { $0.label < $1.label }, labelled: \.label)
    }
    source = list
  }

  @inlinable
  mutating func removeGroup(_ key: Key) -> IdentifiedList<Element> {
    parts.remove(id: key)?.elements ?? IdentifiedList()
  }
}

extension GroupedList: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }
}

extension GroupedList: Sendable where Element: Sendable, Element.ID: Sendable {}
extension GroupedList.Group: Sendable where Element: Sendable, Element.ID: Sendable {}
