/// A collection that finds the offset of an element by its id, without a search.
///
/// A widget that shows a collection stores the ids of the selected rows and of the scroll position,
/// not their offsets, because an insertion before an element changes its offset.
public protocol IdentifiedCollection<Element>: RandomAccessCollection
where Element: Identifiable, Index == Int {
  /// Returns the offset of the element with the given id, or nil if there is none.
  /// - Complexity: O(log *n*) at most.
  func index(id: Element.ID) -> Int?
}

extension IdentifiedList: IdentifiedCollection {}
