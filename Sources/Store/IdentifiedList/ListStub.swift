extension IdentifiedList {
  @inlinable package static func forEachChangedID(
    from old: Self, to new: Self, areEqual: ((Element, Element) -> Bool)? = nil,
    _ body: (Element.ID) -> Void
  ) {
    for e in new { if let o = old[id: e.id], areEqual?(o, e) ?? false { continue }; body(e.id) }
    for e in old where !new.contains(id: e.id) { body(e.id) }
  }
}
