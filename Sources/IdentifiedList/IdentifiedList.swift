/// Elements in an order, each found by its id at once. No two have the same id.
///
/// A value whose copies share what they have in common: changing, inserting, moving or removing an
/// element of a list of which somebody holds a copy copies a small part of it, whatever its length.
///
/// It is a `RandomAccessCollection`, and on purpose neither of two others:
///
/// - `MutableCollection` lets anybody put any element in any place. The element of another place
///   there would make two of one id, and generic code does just that for a moment: it swaps by two
///   assignments. What it is used for is here by name: `swapAt`, `move`, `reverse`, `shuffle`,
///   `sort`, `partition`. Elements are changed by id, or by `modifyAll`.
/// - `RangeReplaceableCollection` promises that a range replaced by *n* elements is *n* elements
///   long afterwards. Here an element whose id is there is not added, and the caller is told;
///   generic code would not listen, and count wrongly. The methods are here, with that difference.
///
/// Elements lie in a B-tree in the order of labels, and a map leads from ids to labels. A label is a
/// number between those of the neighbours; where there is none left, the neighbourhood is labelled
/// anew, and seldom the whole list.
public struct IdentifiedList<Element: Identifiable> {
  @usableFromInline var root: ListNode<Element>
  @usableFromInline var labels: LabelMap<Element.ID>

  /// Makes an empty list.
  @inlinable
  public init() {
    root = ListNode(labels: [], elements: [])
    labels = LabelMap()
  }

  /// Makes a list of a sequence. Of elements with the same id, the first is kept.
  /// - Complexity: O(*n*)
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    labels.reserveCapacity(elements.underestimatedCount)
    var kept: [Element] = []
    kept.reserveCapacity(elements.underestimatedCount)
    var keptLabels: [Int] = []
    keptLabels.reserveCapacity(elements.underestimatedCount)
    for element in elements {
      let label = keptLabels.count * Self.step
      if let first = labels.set(label, for: element.id) {
        labels.set(first, for: element.id)
        continue
      }
      kept.append(element)
      keptLabels.append(label)
    }
    root = .tree(of: kept, labels: keptLabels)
  }

  /// Between neighbours that come one after another. A billion fit on either side.
  @inlinable static var step: Int { 1 << 33 }

  /// Makes room for this many elements.
  @inlinable
  public mutating func reserveCapacity(_ count: Int) { labels.reserveCapacity(count) }

  /// The ids, in order.
  @inlinable
  public var ids: some RandomAccessCollection<Element.ID> { lazy.map(\.id) }

  /// Where an id is, or nil.
  /// - Complexity: O(log *n*)
  @inlinable
  public func index(id: Element.ID) -> Int? { labels[id].map { root.offset(of: $0) } }

  /// Lists with the same stamp have elements of the same ids: only one that comes or goes changes it.
  @inlinable package var membershipStamp: UInt64 { labels.stamp }

  /// Whether an element has this id.
  @inlinable
  public func contains(id: Element.ID) -> Bool { labels[id] != nil }

  /// The element with an id, or nil if there is none.
  ///
  /// Changing it through here changes it in place. Setting nil removes it; setting an element where
  /// there is none appends it. An element's id must be the one in the brackets: anything else is a
  /// programmer's error.
  /// - Complexity: A look into a hash table, and O(log *n*) steps: three or four for a quarter of a
  ///   million elements.
  @inlinable
  public subscript(id id: Element.ID) -> Element? {
    get { labels[id].map { root.element(labelled: $0) } }
    _modify {
      guard let label = labels[id] else {
        var element: Element?
        defer {
          if let element {
            Self.check(element, has: id)
            append(element)
          }
        }
        yield &element
        return
      }
      // Taken out, not copied: what the element holds stays uniquely held, and is changed in place
      // as well.
      let (leaf, place) = ListNode.withOwnLeaf(&root, of: label) { ($0, $1) }
      let last = leaf.elements.count - 1
      leaf.elements.swapAt(place, last)
      var element: Element? = leaf.elements.removeLast()
      defer {
        if let element {
          Self.check(element, has: id)
          leaf.elements.append(element)
          leaf.elements.swapAt(place, last)
        } else {
          if place < last { leaf.elements.append(leaf.elements.remove(at: place)) }
          ListNode.remove(label, from: &root, isTaken: true)
          labels.set(nil, for: id)
          collapse()
        }
      }
      yield &element
    }
  }
}

extension IdentifiedList {
  /// Takes away levels that hold one node alone.
  @inlinable
  mutating func collapse() {
    while !root.isLeaf, root.children.count == 1 { root = root.children[0] }
    if !root.isLeaf, root.children.isEmpty { root = ListNode(labels: [], elements: []) }
  }

  @inlinable
  static func check(_ element: Element, has id: Element.ID) {
    if element.id != id { stopChangedID(from: "\(id)", to: "\(element.id)") }
  }

  @usableFromInline
  static func stopChangedID(from old: String, to new: String) -> Never {
    programmerError(
      """
      The element with id \(old) in an IdentifiedList was given the id \(new) in place. An id is for life: remove the \
      old element and append the new one.
      """)
  }
}

extension IdentifiedList: Sendable where Element: Sendable, Element.ID: Sendable {}
