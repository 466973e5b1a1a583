/// The visible rows of a tree, in order: its outermost items, and below each open item its
/// children.
///
/// ```swift
/// var rows = FlattenedTree<File>()
/// rows.setChildren(top, of: nil)
/// rows.setOpen(true, top[0].id)  // One row, where its children are, until they are known.
/// rows.setChildren(files, of: top[0].id)
/// ```
///
/// Each node that was opened stores its list of children, and counts the rows below each of its
/// children that was opened, so that no long list of all rows is made. Ids stay open while their
/// items do not exist, and while surrounding items are closed. Ids must be unique in the whole
/// tree: of two items with one id, only one has children.
///
/// With *k* opened children in one node, finding a row takes O(log *k* · log *n*) for each level,
/// and opening or closing takes O(*k*) for each level, regardless of the number of children. An id
/// that was never opened is searched in each list of children.
public struct FlattenedTree<Item: Identifiable & Equatable> {
  /// A row of the tree.
  public struct Row: Identifiable {
    public enum ID: Hashable {
      /// An item, by its own id.
      case item(Item.ID)
      /// The placeholder for the unknown children of an item; nil for the outermost items.
      case placeholder(Item.ID?)
    }

    /// The item; nil if the row is the placeholder for unknown children.
    public let item: Item?
    /// The item whose children contain this row; nil for an outermost row.
    public let parent: Item.ID?
    /// Whether the item is open: its children follow as rows.
    public let isOpen: Bool
    /// For each level, from the outermost to the row itself, whether another sibling follows.
    public let followed: [Bool]

    public var id: ID { item.map { .item($0.id) } ?? .placeholder(parent) }
    /// The level; 1 for an outermost item.
    public var level: Int { followed.count }
  }

  /// A child that was opened. `end` is the number of visible descendants of this child and of the
  /// opened siblings before it.
  struct OpenedChild {
    let id: Item.ID
    let label: Int
    var end: Int
  }

  /// A node that was opened, or the root, whose children are the outermost items. `children` is nil
  /// while the children are unknown.
  struct Branch {
    var parent: Item.ID?
    var children: IdentifiedList<Item>?
    var inner: [OpenedChild] = []

    var count: Int { (children?.count ?? 1) + rows(before: inner.count) }

    func rows(before openedIndex: Int) -> Int { openedIndex > 0 ? inner[openedIndex - 1].end : 0 }

    /// Returns the offset of a child's row among the rows of the branch.
    func row(of id: Item.ID) -> Int? {
      guard let children, let label = children.labels[id] else { return nil }
      let openedIndex = inner.indices.lowerBound { inner[$0].label >= label }
      return children.root.offset(of: label) + rows(before: openedIndex)
    }

    /// - Returns: Whether the number of rows changed.
    mutating func setRows(_ rows: Int, below id: Item.ID) -> Bool {
      guard let label = children?.labels[id] else { return false }
      let openedIndex = inner.indices.lowerBound { inner[$0].label >= label }
      guard openedIndex < inner.count, inner[openedIndex].label == label else { return false }
      let more = rows - (inner[openedIndex].end - self.rows(before: openedIndex))
      if more != 0 { for index in openedIndex..<inner.count { inner[index].end += more } }
      return more != 0
    }
  }

  private var branches: [Item.ID?: Branch] = [nil: Branch()]
  /// The ids of open nodes.
  public private(set) var open: Set<Item.ID> = []

  /// Makes a tree without rows.
  public init() {}

  /// Returns the children of a node that was opened, or the outermost items; nil if they are
  /// unknown.
  public func children(of id: Item.ID?) -> IdentifiedList<Item>? { branches[id]?.children }

  /// Returns the ids of a node's children that are open.
  public func openChildren(of id: Item.ID?) -> [Item.ID] {
    branches[id]?.inner.map(\.id).filter(open.contains) ?? []
  }

  /// Returns the node whose list of children contains an item; `.some(nil)` for an outermost item,
  /// and nil if no list contains it.
  private func parent(of id: Item.ID) -> Item.ID?? {
    branches[id].map(\.parent)
      ?? branches.first { $0.value.children?.contains(id: id) == true }.map { $0.key }
  }

  /// Opens or closes a node. A closed node keeps its children.
  public mutating func setOpen(_ isOpen: Bool, _ id: Item.ID) {
    guard isOpen ? open.insert(id).inserted : open.remove(id) != nil else { return }
    if isOpen, branches[id] == nil, let parent = self.parent(of: id) {
      updateBranch(parent, with: [id])
    }
    count(id)
  }

  /// Sets the children of a node, or the outermost items.
  /// - Parameters:
  ///   - list: The children; nil if they are unknown. The more storage it shares with the previous
  ///     list, the faster.
  ///   - id: The id of a node in the tree that was opened; nil for the outermost items. For other
  ///     nodes nothing happens.
  public mutating func setChildren(_ list: IdentifiedList<Item>?, of id: Item.ID?) {
    guard let branch = branches[id] else { return }
    let (old, new) = (branch.children ?? IdentifiedList(), list ?? IdentifiedList())
    var inserted: [Item.ID]
    if let changes = new.incrementalChanges(since: old) {
      if changes.inserted.isEmpty, changes.removed.isEmpty { return }
      inserted = changes.inserted.map(\.id)
    } else {
      inserted = open.count < new.count ? open.filter(new.contains) : new.ids.filter(open.contains)
    }
    branches[id]?.children = list
    updateBranch(id, with: inserted)
  }

  /// Adds branches for new children that are open, removes the branches of removed children, and
  /// updates the counts.
  private mutating func updateBranch(_ id: Item.ID?, with new: [Item.ID]) {
    var inner = branches[id]?.inner.map(\.id) ?? []
    for child in new where open.contains(child) && !isInside(id, child) {
      if let branch = branches[child] {
        if branch.parent == id { continue }
        // The child moved here from a node whose list of children is not updated yet.
        branches[child]?.parent = id
        updateBranch(branch.parent, with: [])
      } else {
        branches[child] = Branch(parent: id)
      }
      inner.append(child)
    }
    var labelled: [(id: Item.ID, label: Int)] = []
    for child in inner where branches[child].map(\.parent) == .some(id) {
      if let label = branches[id]?.children?.labels[child] {
        labelled.append((child, label))
      } else {
        drop(child)
      }
    }
    var end = 0
    let ordered = labelled.sorted { $0.label < $1.label }.map { child in
      end += rows(below: child.id)
      return OpenedChild(id: child.id, label: child.label, end: end)
    }
    branches[id]?.inner = ordered
    count(id)
  }

  /// Whether a node is `other` or a descendant of it. The check is necessary because a list of
  /// children may contain an ancestor.
  private func isInside(_ id: Item.ID?, _ other: Item.ID) -> Bool {
    var ancestor = id
    while let id = ancestor, id != other { ancestor = branches[id]?.parent }
    return ancestor != nil
  }

  private mutating func drop(_ id: Item.ID) {
    for child in branches.removeValue(forKey: id)?.inner ?? [] { drop(child.id) }
  }

  private func rows(below id: Item.ID) -> Int { open.contains(id) ? branches[id]?.count ?? 0 : 0 }

  /// Updates the row counts in all ancestors of a node.
  private mutating func count(_ id: Item.ID?) {
    var child = id
    while let id = child, let parent = branches[id].map(\.parent) {
      let rows = rows(below: id)
      if branches[parent]?.setRows(rows, below: id) != true { return }
      child = parent
    }
  }
}

extension FlattenedTree: IdentifiedCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { branches[nil]?.count ?? 0 }

  public subscript(position: Int) -> Row {
    var (id, rest, followed) = (Item.ID?.none, position, [Bool]())
    while true {
      guard let branch = branches[id], let children = branch.children else {
        return Row(item: nil, parent: id, isOpen: false, followed: followed + [false])
      }
      func row(_ openedIndex: Int) -> Int {
        children.root.offset(of: branch.inner[openedIndex].label) + branch.rows(before: openedIndex)
      }
      // The last opened child at or before the row.
      let openedIndex = branch.inner.indices.lowerBound { row($0) > rest } - 1
      var index = rest - branch.rows(before: openedIndex + 1)
      if openedIndex >= 0, case let start = row(openedIndex),
        rest <= start + branch.inner[openedIndex].end - branch.rows(before: openedIndex)
      {
        index = start - branch.rows(before: openedIndex)
        if rest > start {
          followed.append(index < children.count - 1)
          (id, rest) = (branch.inner[openedIndex].id, rest - start - 1)
          continue
        }
      }
      let item = children[index]
      followed.append(index < children.count - 1)
      return Row(item: item, parent: id, isOpen: open.contains(item.id), followed: followed)
    }
  }

  public func index(id: Row.ID) -> Int? {
    var (row, ancestor) = (0, Item.ID?.none)
    switch id {
    case .item(let id):
      guard let parent = self.parent(of: id), let rowInParent = branches[parent]?.row(of: id) else {
        return nil
      }
      (row, ancestor) = (rowInParent, parent)
    case .placeholder(let id):
      guard let branch = branches[id], branch.children == nil else { return nil }
      ancestor = id
    }
    while let id = ancestor {
      guard open.contains(id), let parent = branches[id].map(\.parent),
        let rowInParent = branches[parent]?.row(of: id)
      else { return nil }
      (row, ancestor) = (row + rowInParent + 1, parent)
    }
    return row
  }
}

extension FlattenedTree: Sendable where Item: Sendable, Item.ID: Sendable {}
extension FlattenedTree.Branch: Sendable where Item: Sendable, Item.ID: Sendable {}
extension FlattenedTree.OpenedChild: Sendable where Item.ID: Sendable {}
extension FlattenedTree.Row: Sendable where Item: Sendable, Item.ID: Sendable {}
extension FlattenedTree.Row.ID: Sendable where Item.ID: Sendable {}
