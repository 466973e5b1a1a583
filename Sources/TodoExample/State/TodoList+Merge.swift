import Millrace

extension TodoList {
  /// Brings together what two sides made of a list, by item and field.
  ///
  /// What one side changed, added or removed is taken; what both changed in different ways stays ours, and is a
  /// conflict. So is an item that one side removed and the other one changed. The order is ours, with their new
  /// items behind the ones they follow there; if only they moved items, it is theirs, with our new ones.
  /// - Parameter base: the list that both sides began with.
  /// - Complexity: O(*n*)
  func merged(
    with theirs: TodoList, base: TodoList
  ) -> (list: TodoList, conflicts: [Conflict]) {
    if self == base { return (theirs, []) }
    var conflicts: [Conflict] = []
    let all = order(with: theirs, base: base).compactMap { id in
      Self.merge(id, items[id: id], theirs.items[id: id], base: base.items[id: id], &conflicts)
    }
    return (TodoList(items: IdentifiedList(all)), conflicts)
  }

  private static func merge(
    _ id: TodoID, _ ours: Todo?, _ theirs: Todo?, base: Todo?, _ conflicts: inout [Conflict]
  ) -> Todo? {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    var (merged, fields) = (ours, [Conflict.Field.removal])
    if let ours, let theirs {
      fields = Conflict.Field.allCases.filter { !ours.agrees(with: theirs, on: $0) }
      if let base {
        for field in fields where ours.agrees(with: base, on: field) {
          merged?.take(field, from: theirs)
        }
        fields.removeAll {
          ours.agrees(with: base, on: $0) || theirs.agrees(with: base, on: $0)
        }
      }
    }
    conflicts += fields.map {
      Conflict(id: .init(todo: id, field: $0), ourItem: ours, theirItem: theirs)
    }
    return merged
  }

  /// The ids of both sides.
  private func order(with theirs: TodoList, base: TodoList) -> [TodoID] {
    func shared(_ list: TodoList) -> [TodoID] {
      list.items.ids.filter {
        items.contains(id: $0) && theirs.items.contains(id: $0) && base.items.contains(id: $0)
      }
    }
    let isTheirs = shared(self) == shared(base) && shared(theirs) != shared(base)
    let (main, other) = isTheirs ? (theirs, self) : (self, theirs)
    // By the item of the main order that they follow; nil for those at the beginning.
    var followers: [TodoID?: [TodoID]] = [:]
    var last: TodoID?
    for id in other.items.ids {
      if main.items.contains(id: id) { last = id } else { followers[last, default: []].append(id) }
    }
    return followers[nil, default: []]
      + main.items.ids.flatMap { [$0] + followers[$0, default: []] }
  }
}
