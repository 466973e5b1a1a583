/// The rows that a tree shows, in order: its outermost items, and below each open one its children.
///
///     var rows = FlattenedTree<File>()
///     rows.setChildren(top, of: nil)
///     rows.setOpen(true, top[0].id)  // One row, where its children are, until they are known.
///     rows.setChildren(files, of: top[0].id)
///
/// Each node that was opened keeps its list of children and counts the rows below each child that was opened in turn, so
/// nothing is copied into one long list. Ids stay open while their items are gone or not there yet, and while what is
/// around them is closed. Ids must be unique in the whole tree: of two items with one id, one alone has children.
///
/// With *k* the opened children of one node: a row is found in O(log *k* · log *n*) a level; opening or closing costs
/// O(*k*) a level, whatever the number of children. An id that was never opened is looked for in each list of children.
public struct FlattenedTree<Item: Identifiable & Equatable> {
  /// A line of the tree.
  public struct Row: Identifiable {
    public enum ID: Hashable {
      case item(Item.ID)
      /// Of what stands in the place of children that are not known.
      case missing(Item.ID?)
    }

    /// Nil where it stands in the place of children that are not known.
    public let item: Item?
    /// The item around it; nil for an outermost one.
    public let parent: Item.ID?
    /// Whether the item's id is open.
    public let isOpen: Bool
    /// For each level, from the outermost to the row itself, whether a sibling follows there.
    public let followed: [Bool]

    public var id: ID { item.map { .item($0.id) } ?? .missing(parent) }
    /// 1 for an outermost item.
    public var level: Int { followed.count }
  }

  /// A child that was opened, and how many rows there are below it and such siblings before it.
  struct Inner {
    let id: Item.ID
    let label: Int
    var end: Int
  }

  /// A node that was opened; its children are nil while they are not known.
  struct Branch {
    var parent: Item.ID?
    var children: IdentifiedList<Item>?
    var inner: [Inner] = []

    var count: Int { (children?.count ?? 1) + rows(before: inner.count) }

    func rows(before place: Int) -> Int { place > 0 ? inner[place - 1].end : 0 }

    /// The row of a child, among those of the branch.
    func row(of id: Item.ID) -> Int? {
      guard let children, let label = children.labels[id] else { return nil }
      let place = inner.indices.lowerBound { inner[$0].label >= label }
      return children.root.offset(of: label) + rows(before: place)
    }

    /// - Returns: whether that is another number.
    mutating func setRows(_ rows: Int, below id: Item.ID) -> Bool {
      guard let label = children?.labels[id] else { return false }
      let place = inner.indices.lowerBound { inner[$0].label >= label }
      guard place < inner.count, inner[place].label == label else { return false }
      let more = rows - (inner[place].end - self.rows(before: place))
      if more != 0 { for place in place..<inner.count { inner[place].end += more } }
      return more != 0
    }
  }

  private var branches: [Item.ID?: Branch] = [nil: Branch()]
  /// The ids of nodes that are open.
  public private(set) var open: Set<Item.ID> = []

  public init() {}

  /// The children of a node that was opened, or the outermost items; nil where they are not known.
  public func children(of id: Item.ID?) -> IdentifiedList<Item>? { branches[id]?.children }

  /// The children of a node that are open themselves.
  public func openChildren(of id: Item.ID?) -> [Item.ID] {
    branches[id]?.inner.map(\.id).filter(open.contains) ?? []
  }

  /// The node in whose list an item is.
  private func home(of id: Item.ID) -> Item.ID?? {
    branches[id].map(\.parent)
      ?? branches.first { $0.value.children?.contains(id: id) == true }.map { $0.key }
  }

  /// Opens or closes a node. Its children are kept while it is closed.
  public mutating func setOpen(_ isOpen: Bool, _ id: Item.ID) {
    guard isOpen ? open.insert(id).inserted : open.remove(id) != nil else { return }
    if isOpen, branches[id] == nil, let parent = home(of: id) { arrange(parent, with: [id]) }
    count(id)
  }

  /// Says what the children of a node are now, or the outermost items.
  /// - Parameters:
  ///   - list: the more it shares with the one before, the quicker; nil: they are not known.
  ///   - id: of an open node that is in the tree; nothing happens elsewhere.
  public mutating func setChildren(_ list: IdentifiedList<Item>?, of id: Item.ID?) {
    guard let branch = branches[id] else { return }
    let (old, new) = (branch.children ?? IdentifiedList(), list ?? IdentifiedList())
    var come: [Item.ID]
    if let changes = new.fewDifferences(from: old) {
      if changes.come.isEmpty, changes.gone.isEmpty { return }
      come = changes.come.map(\.id)
    } else {
      come = open.count < new.count ? open.filter(new.contains) : new.ids.filter(open.contains)
    }
    branches[id]?.children = list
    arrange(id, with: come)
  }

  /// Gives those of the new children that are open their branches, lets go of those of children that are gone, and counts.
  private mutating func arrange(_ id: Item.ID?, with new: [Item.ID]) {
    var inner = branches[id]?.inner.map(\.id) ?? []
    for child in new where open.contains(child) && !isInside(id, child) {
      if let branch = branches[child] {
        if branch.parent == id { continue }
        // It has moved here from a node that does not know it yet.
        branches[child]?.parent = id
        arrange(branch.parent, with: [])
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
      return Inner(id: child.id, label: child.label, end: end)
    }
    branches[id]?.inner = ordered
    count(id)
  }

  /// Whether a node is another one, or below it: a list of children may hold what it is in.
  private func isInside(_ id: Item.ID?, _ other: Item.ID) -> Bool {
    var around = id
    while let id = around, id != other { around = branches[id]?.parent }
    return around != nil
  }

  private mutating func drop(_ id: Item.ID) {
    for child in branches.removeValue(forKey: id)?.inner ?? [] { drop(child.id) }
  }

  private func rows(below id: Item.ID) -> Int { open.contains(id) ? branches[id]?.count ?? 0 : 0 }

  /// Brings the number of rows below a node into those of the nodes around it.
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
      func row(_ place: Int) -> Int {
        children.root.offset(of: branch.inner[place].label) + branch.rows(before: place)
      }
      // The last child that was opened and stands there or before.
      let place = branch.inner.indices.lowerBound { row($0) > rest } - 1
      var index = rest - branch.rows(before: place + 1)
      if place >= 0, case let start = row(place),
        rest <= start + branch.inner[place].end - branch.rows(before: place)
      {
        index = start - branch.rows(before: place)
        if rest > start {
          followed.append(index < children.count - 1)
          (id, rest) = (branch.inner[place].id, rest - start - 1)
          continue
        }
      }
      let item = children[index]
      followed.append(index < children.count - 1)
      return Row(item: item, parent: id, isOpen: open.contains(item.id), followed: followed)
    }
  }

  public func index(id: Row.ID) -> Int? {
    var (row, around) = (0, Item.ID?.none)
    switch id {
    case .item(let id):
      guard let parent = home(of: id), let place = branches[parent]?.row(of: id) else { return nil }
      (row, around) = (place, parent)
    case .missing(let id):
      guard let branch = branches[id], branch.children == nil else { return nil }
      around = id
    }
    while let id = around {
      guard open.contains(id), let parent = branches[id].map(\.parent),
        let place = branches[parent]?.row(of: id)
      else { return nil }
      (row, around) = (row + place + 1, parent)
    }
    return row
  }
}

extension FlattenedTree: Sendable where Item: Sendable, Item.ID: Sendable {}
extension FlattenedTree.Branch: Sendable where Item: Sendable, Item.ID: Sendable {}
extension FlattenedTree.Inner: Sendable where Item.ID: Sendable {}
extension FlattenedTree.Row: Sendable where Item: Sendable, Item.ID: Sendable {}
extension FlattenedTree.Row.ID: Sendable where Item.ID: Sendable {}
