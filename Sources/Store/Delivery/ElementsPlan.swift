/// The path steps that lead to the elements of a list.
@usableFromInline
struct ListElements<Whole: Sendable, Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  /// Leads from the whole to the list.
  @usableFromInline let all: PathStep
  /// Leads from an optional element to its wrapped value.
  @usableFromInline let present: PathStep
  @usableFromInline let findList: PartFinder

  /// - Parameter areEqual: Compares two elements; nil if no subscriber observes an element.
  @inlinable
  init(
    of list: KeyPath<Whole, IdentifiedList<Element>> & Sendable,
    areEqual: (@Sendable (Element, Element) -> Bool)? = nil
  ) {
    let find = Selection<Whole, IdentifiedList<Element>>.field(list).find
    let offset = MemoryLayout<Whole>.offset(of: list)
    let type = ObjectIdentifier(ElementsOf<Element>.self)
    let key = offset.map { PathKey.stored(offset: $0, type) } ?? .elements(list)
    findList = find
    var makeNode: PathStep.MakeNode?
    if let areEqual {
      makeNode = { outer, isInState in
        .elements(
          key.moved(by: outer), offset: offset.map { outer + $0 }, isInState, areEqual, find)
      }
    }
    all = PathStep(
      key, at: list, offset: offset, find: find,
      stamp: { $0.assumingMemoryBound(to: IdentifiedList<Element>.self).pointee.membershipStamp },
      makeNode: makeNode)
    present =
      Selection<Element?, Element>(.unwrapped(nil), areEqual: areEqual) { element, body in
        guard let element = element.assumingMemoryBound(to: Element?.self).pointee else { return }
        withUnsafePointer(to: element) { body($0) }
      }.path.steps[0]
  }

  /// The path to the element with the given id. Its value is nil while the list has no such
  /// element.
  @inlinable
  func optional(_ id: Element.ID) -> ScopePath {
    // The plan has no node that compares the element. The element's subscribers compare it
    // themselves, because there are usually few of them.
    ScopePath([
      all,
      PathStep(
        .element(AnyHashable(id)),
        find: { list, body in
          let list = list.assumingMemoryBound(to: IdentifiedList<Element>.self)
          withUnsafePointer(to: list.pointee[id: id]) { body($0) }
        }),
    ])
  }

  /// The element with the given id, if the list has it.
  @inlinable
  func element(_ id: Element.ID) -> Selection<Whole, Element> {
    let find = findList
    return Selection(ScopePath(optional(id).steps + [present])) { whole, body in
      find(whole) {
        let list = $0.assumingMemoryBound(to: IdentifiedList<Element>.self)
        guard let element = list.pointee[id: id] else { return }
        withUnsafePointer(to: element) { body($0) }
      }
    }
  }
}

/// A type whose identity distinguishes the node for the elements of a list from the node for the
/// list itself.
@usableFromInline
enum ElementsOf<Element> {}

extension PlanNode {
  /// Makes a node that forwards a change of a list only to the nodes of the changed elements. It
  /// finds these elements in time proportional to the change of the list.
  @inlinable
  static func elements<Element: Identifiable & Sendable>(
    _ key: PathKey, offset: Int?, _ isInState: Bool,
    _ areEqual: @escaping @Sendable (Element, Element) -> Bool, _ find: @escaping PartFinder
  ) -> PlanNode where Element.ID: Sendable {
    let last = LastValue<IdentifiedList<Element>>()
    let storedValue = isInState ? last.stored(at: offset) : nil
    let find: PartFinder = if let offset { { $1($0 + offset) } } else { find }
    return PlanNode(key, storedValue: storedValue) { node, whole, version in
      find(whole) { node.forward(elementsOf: $0, version, last, areEqual) }
    }
  }

  @inlinable
  func forward<Element: Identifiable & Sendable>(
    elementsOf list: UnsafeRawPointer, _ version: UInt64,
    _ last: LastValue<IdentifiedList<Element>>,
    _ areEqual: (Element, Element) -> Bool
  ) where Element.ID: Sendable {
    let new = list.assumingMemoryBound(to: IdentifiedList<Element>.self).pointee
    func forward(_ id: Element.ID, _ element: PlanNode) {
      withUnsafePointer(to: new[id: id]) { element.receive(element, $0, version) }
    }
    if isStale {
      for (key, element) in parts {
        if case .element(let id) = key, let id = id.base as? Element.ID { forward(id, element) }
      }
    } else if !last.isBitwiseEqual(to: list), let old = last.value {
      IdentifiedList.forEachChangedID(from: old, to: new, areEqual: areEqual) {
        if let element = parts[.element(AnyHashable($0))] { forward($0, element) }
      }
    }
    last.set(new)
    isStale = false
  }
}
