/// A collection that finds where an element is by its id, without a search.
///
/// What shows a collection keeps ids, not offsets, for what is selected or scrolled to: an offset is
/// another one as soon as something is inserted before it.
public protocol IdentifiedCollection<Element>: RandomAccessCollection
where Element: Identifiable, Index == Int {
  /// Where the element with an id is, or nil if there is none.
  /// - Complexity: O(log *n*) at most.
  func index(id: Element.ID) -> Int?
}

extension IdentifiedList: IdentifiedCollection {}
