extension PlanPath {
  /// Returns the path to an element of a list. Its value is nil while the list has no such element.
  ///
  /// A change calls only the subscribers of the changed elements, in time proportional to the
  /// change.
  @inlinable
  func appending<Whole: Sendable, Element: Identifiable & Equatable & Sendable>(
    element id: Element.ID, in list: KeyPath<Whole, IdentifiedList<Element>> & Sendable
  ) -> PlanPath where Element.ID: Sendable {
    let (above, selection) = joined(with: Selection.field(list))
    let type = ObjectIdentifier(ElementsOf<Element>.self)
    let key = selection.offset.map { PlanKey.stored(offset: $0, type) } ?? .elements(list)
    let isInState = above.isRoot
    let elements = PlanPath(parent: above, key: key) { .elements(selection, key, isInState) }
    let elementKey = PlanKey.element(AnyHashable(id), in: nil)
    return PlanPath(parent: elements, key: elementKey) {
      // An element's subscribers compare it themselves, because there are usually few of them.
      PlanNode(elementKey) { node, element, version in node.send(element, version) }
    }
  }
}

/// A type that identifies the node for the elements of a list, which is not the node for the list.
@usableFromInline
enum ElementsOf<Element> {}

extension PlanNode {
  @inlinable
  static func elements<Whole: Sendable, Element: Identifiable & Equatable & Sendable>(
    _ selection: Selection<Whole, IdentifiedList<Element>>, _ key: PlanKey, _ isInState: Bool
  ) -> PlanNode where Element.ID: Sendable {
    let last = LastValue<IdentifiedList<Element>>()
    let find = selection.find
    return PlanNode(key, storedValue: isInState ? selection.storedValue(at: last) : nil) {
      node, whole, version in
      find(whole) { node.pass(onElementsOf: $0, version, last) }
    }
  }

  @inlinable
  func pass<Element: Identifiable & Equatable & Sendable>(
    onElementsOf list: UnsafeRawPointer, _ version: UInt64,
    _ last: LastValue<IdentifiedList<Element>>
  ) where Element.ID: Sendable {
    let new = list.assumingMemoryBound(to: IdentifiedList<Element>.self).pointee
    func pass(_ id: Element.ID, _ element: PlanNode) {
      withUnsafePointer(to: new[id: id]) { element.receive(element, $0, version) }
    }
    if isStale {
      for (key, element) in parts {
        if case .element(let id, _) = key, let id = id.base as? Element.ID { pass(id, element) }
      }
    } else if !last.isBitwiseEqual(to: list), let old = last.value {
      IdentifiedList.forEachChangedID(from: old, to: new, areEqual: { $0 == $1 }) {
        if let element = parts[.element(AnyHashable($0), in: nil)] { pass($0, element) }
      }
    }
    last.set(new)
    isStale = false
  }
}
