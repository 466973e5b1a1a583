/// A value that is derived from a list, stored, and updated from the changes of the list: a
/// materialized view, as in databases.
///
/// ```swift
/// var open = FilteredList<Issue> { !$0.isClosed }
/// var labels = CountedList<String, Issue> { $0.label }
/// open.update(to: issues)
/// labels.update(to: open.elements)
/// ```
///
/// Views are value types: an update of a view does not change its copies, which share storage with
/// it. A view stores the list of its last update, which also shares storage.
///
/// The functions of a view must be pure: they must return the same result for the same or an equal
/// element. They are called for new and changed elements, and by some views for removed elements
/// and the old versions of changed elements. If many elements differ, the view is made anew, which
/// calls the functions for all elements. Of two equal elements a view may store either.
///
/// Two views are equal if they have equal contents. Their functions are not compared.
public protocol MaterializedView<Element> {
  /// The elements of the list.
  associatedtype Element: Identifiable & Equatable

  /// Updates this view to a list, with the same result as a new view of the list.
  /// - Parameter list: The more storage it shares with the list of the last update, the faster.
  /// - Complexity: O(*c* log *n*) in the number *c* of elements that were inserted, removed,
  ///   changed, moved or relabelled since the last update; O(1) if there are none. O(*n*), or the
  ///   cost of sorting, for the first update and for a list that is not derived from that of the
  ///   last update.
  mutating func update(to list: IdentifiedList<Element>)
}
