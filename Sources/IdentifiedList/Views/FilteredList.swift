/// The elements of a list that satisfy a condition, in the list's order.
public struct FilteredList<Element: Identifiable & Equatable>: MaterializedView {
  @usableFromInline var kept = IdentifiedList<Element>()
  @usableFromInline var source = IdentifiedList<Element>()
  @usableFromInline let isIncluded: @Sendable (Element) -> Bool

  /// Makes a view that is empty until its first update.
  /// - Parameter isIncluded: Whether the view contains an element. Called once for each inserted or
  ///   changed element.
  public init(where isIncluded: @escaping @Sendable (Element) -> Bool) {
    self.isIncluded = isIncluded
  }

  /// The elements as a list, from which other views can be updated.
  public var elements: IdentifiedList<Element> { kept }

  @inlinable
  public mutating func update(to list: IdentifiedList<Element>) {
    if let (removed, inserted) = list.incrementalChanges(since: source) {
      // Filters before any element is removed from `kept`, because an element that only moved is
      // included if `kept` contains it.
      let shown = inserted.filter {
        source[id: $0.id] == $0 ? kept.contains(id: $0.id) : isIncluded($0)
      }
      for element in removed { kept.remove(id: element.id) }
      for element in shown { kept.insert(element, labelled: list.label(of: element)) }
    } else {
      var shown: [Element] = []
      for element in list where isIncluded(element) { shown.append(element) }
      kept = IdentifiedList(shown, labelled: list.label)
    }
    source = list
  }
}

extension FilteredList: IdentifiedCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { kept.count }
  public subscript(position: Int) -> Element { kept[position] }
  public func index(id: Element.ID) -> Int? { kept.index(id: id) }
  public func makeIterator() -> IdentifiedList<Element>.Iterator { kept.makeIterator() }
}

extension FilteredList: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.kept == right.kept }
}

extension FilteredList: Sendable where Element: Sendable, Element.ID: Sendable {}
