extension IdentifiedList {
  /// A violated invariant of the list, for tests; nil if there is none.
  /// - Complexity: O(*n*)
  package var brokenInvariant: String? {
    if let problem = root.brokenInvariant(isRoot: true) { return problem }
    if labels.count != count { return "\(labels.count) labels for \(count) elements" }
    var last: Int?
    for (offset, element) in enumerated() {
      guard let label = labels[element.id] else { return "id \(element.id) has no label" }
      if label != self.label(at: offset) {
        return "id \(element.id) at \(offset) has the label \(label)"
      }
      if let last, label <= last { return "labels \(last) and \(label) are out of order" }
      last = label
    }
    return nil
  }

  /// Returns the number of elements and children in the nodes of this list that another version
  /// does not share. The changes between the two versions have copied these nodes.
  /// - Complexity: O(*n*)
  package func unsharedElements(with other: Self) -> Int {
    var shared: Set<ObjectIdentifier> = []
    other.root.forEachNode { shared.insert(ObjectIdentifier($0)) }
    var count = 0
    root.forEachNode { node in
      if !shared.contains(ObjectIdentifier(node)) { count += node.size }
    }
    return count
  }
}

extension ListNode {
  fileprivate func forEachNode(_ body: (ListNode) -> Void) {
    body(self)
    for child in children { child.forEachNode(body) }
  }

  fileprivate func brokenInvariant(isRoot: Bool) -> String? {
    if size > ListNode.capacity { return "a node of size \(size)" }
    if size == 0, !isRoot { return "an empty node" }
    if isLeaf {
      if elements.count != labels.count || count != elements.count {
        return "a leaf whose counts differ"
      }
      return nil
    }
    if isRoot, size < 2 { return "a root with one child" }
    if children.count != labels.count { return "children without labels" }
    if count != children.reduce(0, { $0 + $1.count }) { return "a wrong count" }
    for (child, label) in zip(children, labels) {
      if child.height != height - 1 { return "a child of height \(child.height) under \(height)" }
      if child.lowest != label { return "the lowest label is \(child.lowest), not \(label)" }
      if let problem = child.brokenInvariant(isRoot: false) { return problem }
    }
    return nil
  }
}
