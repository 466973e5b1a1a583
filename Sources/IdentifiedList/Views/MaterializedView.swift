/// What follows from a list, kept, and brought up to date from what has changed in the list: a
/// materialized view, as databases have them.
///
///     var open = FilteredList<Issue> { !$0.isClosed }
///     var byLabel = CountedList<String, Issue> { $0.label }
///     open.update(to: issues)
///     byLabel.update(to: open.elements)
///
/// Views are values: a copy stays what it is, and shares storage with the original. They hold the list
/// that they were last updated to, which shares its storage as well.
///
/// The functions that a view is made with must be pure: called again for the same element, or for an
/// equal one, they give the same. They are called for elements that are new or have changed, and by
/// some views for those as they were before. Of equal elements a view may hold either.
///
/// Two views are equal if they show the same. Which functions led there is not compared.
public protocol MaterializedView<Element> {
  /// What the list holds.
  associatedtype Element: Identifiable & Equatable

  /// Makes this view what it would be if it were made of a list from the start.
  /// - Parameter list: The more it shares with the list of the last update, the quicker.
  /// - Complexity: O(*c* log *n*) in the number *c* of elements that since the last update have come,
  ///   gone, changed, moved or been labelled anew; O(1) if none has. O(*n*), or what sorting takes, the
  ///   first time and for a list that does not come from that of the last update.
  mutating func update(to list: IdentifiedList<Element>)
}
