/// The subscribers to single elements of a list: a change asks only those whose element it is, in time
/// that follows what changed.
@usableFromInline
final class ElementsPlan<Element: Identifiable & Equatable & Sendable>: PlanTable,
  @unchecked Sendable
where Element.ID: Sendable {
  // Safe: it belongs to a node of the plan, and is used as that is.
  @usableFromInline @exclusivity(unchecked) var nodes: [Element.ID: PlanNode] = [:]
  @usableFromInline let seen = KeptValue<IdentifiedList<Element>>()

  @inlinable
  init() {}

  @usableFromInline
  func node(_ key: PlanKey) -> PlanNode? {
    guard case .element(let id, _) = key, let id = id.base as? Element.ID else { return nil }
    return nodes[id]
  }

  @usableFromInline
  func set(_ node: PlanNode?, _ key: PlanKey) {
    guard case .element(let id, _) = key, let id = id.base as? Element.ID else { return }
    nodes[id] = node
  }

  @inlinable
  func receive(_ node: PlanNode, _ list: UnsafeRawPointer, _ version: UInt64) {
    let new = list.assumingMemoryBound(to: IdentifiedList<Element>.self)
    if !node.hasLast {
      for (id, element) in nodes { pass(new.pointee[id: id], to: element, version) }
    } else if !haveSameBits(seen.address, list, MemoryLayout<IdentifiedList<Element>>.size) {
      IdentifiedList.forEachChangedID(
        from: seen.address.pointee, to: new.pointee, areEqual: { $0 == $1 }
      ) { id in
        if let element = nodes[id] { pass(new.pointee[id: id], to: element, version) }
      }
    }
    seen.set(new.pointee)
    node.hasLast = true
  }

  @inlinable
  func pass(_ element: Element?, to node: PlanNode, _ version: UInt64) {
    withUnsafePointer(to: element) { node.receive(node, $0, version) }
  }
}

extension PlanPath {
  /// The way to an element of a list; its value is nil while there is no such element.
  @inlinable
  func appending<Whole: Sendable, Element: Identifiable & Equatable & Sendable>(
    element id: Element.ID, in list: KeyPath<Whole, IdentifiedList<Element>> & Sendable
  ) -> PlanPath where Element.ID: Sendable {
    let selection = Selection.field(list)
    if let inner = selection.offset, let outer = offset, let parent {
      return parent.elements(Selection<Whole, _>(storedAt: outer + inner), list).element(
        id, Element.self)
    }
    return elements(selection, list).element(id, Element.self)
  }

  @inlinable
  func elements<Whole: Sendable, Element: Identifiable & Equatable & Sendable>(
    _ selection: Selection<Whole, IdentifiedList<Element>>,
    _ list: KeyPath<Whole, IdentifiedList<Element>> & Sendable
  ) -> PlanPath where Element.ID: Sendable {
    let key =
      selection.offset.map {
        PlanKey.stored(offset: $0, ObjectIdentifier(ElementsPlan<Element>.self))
      } ?? .elements(list)
    let isInState = isRoot
    return PlanPath(parent: self, key: key) {
      let table = ElementsPlan<Element>()
      let find = selection.find
      let look =
        isInState
        ? selection.offset.map {
          PlanNode.StoredLook(
            offset: $0, size: MemoryLayout<IdentifiedList<Element>>.size, last: table.seen.address)
        } : nil
      return PlanNode(.part(key, stored: look), table: table) { node, whole, version in
        find(whole) { table.receive(node, $0, version) }
      }
    }
  }

  @inlinable
  func element<Element: Identifiable & Equatable & Sendable>(
    _ id: Element.ID, _ type: Element.Type
  ) -> PlanPath where Element.ID: Sendable {
    let key = PlanKey.element(AnyHashable(id), in: nil)
    return PlanPath(parent: self, key: key) {
      // Its subscribers compare the element themselves: there are few of them as a rule.
      PlanNode(.part(key, stored: nil)) { node, element, version in node.send(element, version) }
    }
  }
}
