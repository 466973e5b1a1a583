/// The elements of a list that have subscribers: a change asks only those whose element it is, in time that
/// follows what changed.
@usableFromInline
struct ElementsPlan<Element: Identifiable & Equatable & Sendable>: Sendable
where Element.ID: Sendable {
  @usableFromInline let last = KeptValue<IdentifiedList<Element>>()

  @inlinable
  init() {}

  @inlinable
  func receive(_ node: PlanNode, _ list: UnsafeRawPointer, _ version: UInt64) {
    let new = list.assumingMemoryBound(to: IdentifiedList<Element>.self).pointee
    func pass(_ id: Element.ID, _ element: PlanNode) {
      withUnsafePointer(to: new[id: id]) { element.receive(element, $0, version) }
    }
    if !node.hasLast {
      for (key, element) in node.parts {
        if case .element(let id, _) = key, let id = id.base as? Element.ID { pass(id, element) }
      }
    } else if !haveSameBits(last.address, list, MemoryLayout<IdentifiedList<Element>>.size) {
      IdentifiedList.forEachChangedID(from: last.address.pointee, to: new, areEqual: { $0 == $1 }) {
        if let element = node.parts[.element(AnyHashable($0), in: nil)] { pass($0, element) }
      }
    }
    last.set(new)
    node.hasLast = true
  }
}

extension PlanPath {
  /// The path to an element of a list; its value is nil while there is no such element.
  @inlinable
  func appending<Whole: Sendable, Element: Identifiable & Equatable & Sendable>(
    element id: Element.ID, in list: KeyPath<Whole, IdentifiedList<Element>> & Sendable
  ) -> PlanPath where Element.ID: Sendable {
    let (above, selection) = joined(with: Selection.field(list))
    let type = ObjectIdentifier(ElementsPlan<Element>.self)
    let key = selection.offset.map { PlanKey.stored(offset: $0, type) } ?? .elements(list)
    let isInState = above.isRoot
    let elements = PlanPath(parent: above, key: key) {
      let (elements, find) = (ElementsPlan<Element>(), selection.find)
      let look = isInState ? selection.look(at: elements.last) : nil
      return PlanNode(.part(key, stored: look)) { node, whole, version in
        find(whole) { elements.receive(node, $0, version) }
      }
    }
    let elementKey = PlanKey.element(AnyHashable(id), in: nil)
    return PlanPath(parent: elements, key: elementKey) {
      // Its subscribers compare the element themselves: there are few of them as a rule.
      PlanNode(.part(elementKey, stored: nil)) { node, element, version in
        node.send(element, version)
      }
    }
  }
}
