/// An ordered list of elements with unique ids, with fast lookup by id.
///
/// It is a value type whose copies share storage. Changing, inserting, moving or removing an
/// element of a shared list copies only a small part of the list, regardless of its length.
///
/// It is a `RandomAccessCollection`, and intentionally does not conform to two other protocols:
///
/// - `MutableCollection` allows writing any element to any position. An element from another
///   position would then occur twice with one id. Generic code causes this temporarily when it
///   swaps two elements by two assignments. The list has named methods instead: `swapAt`, `move`,
///   `reverse`, `shuffle`, `sort`, `partition`. Elements are changed by id, or with `modifyAll`.
/// - `RangeReplaceableCollection` promises that a range that is replaced by *n* elements has *n*
///   elements afterwards. The list does not add an element whose id exists, and reports that to the
///   caller; generic code would ignore the report and count incorrectly. The list has the methods
///   of this protocol, but they omit such elements.
///
/// Elements are stored in a B-tree in the order of their labels, and a map stores the label of each
/// id. A label is a number between the labels of the neighbours. If no number is free, the
/// elements nearby receive new labels; rarely, all elements do.
public struct IdentifiedList<Element: Identifiable> {
  @usableFromInline var root: ListNode<Element>
  @usableFromInline var labels: LabelMap<Element.ID>

  /// Makes an empty list.
  @inlinable
  public init() {
    root = ListNode(labels: [], elements: [])
    labels = LabelMap()
  }

  /// Makes a list from a sequence. Of elements with the same id, it keeps the first.
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

  /// The distance between the labels of elements that are appended one after another. 2^30 elements
  /// fit on either side of the first.
  @inlinable static var step: Int { 1 << 33 }

  /// Reserves capacity for a number of elements.
  @inlinable
  public mutating func reserveCapacity(_ count: Int) { labels.reserveCapacity(count) }

  /// The ids, in order.
  @inlinable
  public var ids: some RandomAccessCollection<Element.ID> { lazy.map(\.id) }

  /// Returns the offset of the element with the given id, or nil if there is none.
  /// - Complexity: O(log *n*)
  @inlinable
  public func index(id: Element.ID) -> Int? { labels[id].map { root.offset(of: $0) } }

  /// Lists with the same stamp contain the same ids: only an insertion or a removal changes the
  /// stamp.
  @inlinable package var membershipStamp: UInt64 { labels.stamp }

  /// Whether an element has this id.
  @inlinable
  public func contains(id: Element.ID) -> Bool { labels[id] != nil }

  /// The element with the given id, or nil if there is none.
  ///
  /// A change through this subscript is in place. Setting nil removes the element; setting an
  /// element for a new id appends it. The id of the element must equal the id in the brackets;
  /// anything else is a programmer's error.
  /// - Complexity: One lookup in a hash table, and O(log *n*) steps: three or four for a quarter of
  ///   a million elements.
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
      // The element is moved out, not copied, so that the element's storage stays uniquely
      // referenced and is also changed in place.
      let (leaf, index) = ListNode.withUniqueLeaf(&root, of: label) { ($0, $1) }
      let last = leaf.elements.count - 1
      leaf.elements.swapAt(index, last)
      var element: Element? = leaf.elements.removeLast()
      defer {
        if let element {
          Self.check(element, has: id)
          leaf.elements.append(element)
          leaf.elements.swapAt(index, last)
        } else {
          if index < last { leaf.elements.append(leaf.elements.remove(at: index)) }
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
  /// Removes levels that contain only one node.
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
      The element with id \(old) in an IdentifiedList was given the id \(new) in place. An element's id must not change: remove the \
      old element and append the new one.
      """)
  }
}

extension IdentifiedList: Sendable where Element: Sendable, Element.ID: Sendable {}
