import MillraceLayout

extension LayoutConstraint {
  /// The same between the items of another container, by their places.
  func moved(from items: [LayoutItemID], to others: [LayoutItemID]) -> LayoutConstraint {
    func moved(_ anchor: LayoutAnchor) -> LayoutAnchor {
      items.firstIndex(of: anchor.item).map { others[$0][anchor.attribute] } ?? anchor
    }
    var constraint = self
    constraint.first = moved(first)
    constraint.second = second.map(moved)
    return constraint
  }
}
