import MillraceDocument

/// The document: what is in the file, and shared by all processes on it.
struct ItemList: DocumentModel {
  /// A change, with all data that it needs: other processes apply it, too.
  enum Action: Codable, Equatable, Sendable {
    case add(Item)
    case toggle(Item.ID)
    case remove(Item.ID)
  }

  var items = IdentifiedList<Item>()

  mutating func apply(_ action: Action) {
    switch action {
    case .add(let item): items.append(item)
    case .toggle(let id): items[id: id]?.isDone.toggle()
    case .remove(let id): items.remove(id: id)
    }
  }

  /// The undo step of an action that is about to be applied.
  func step(for action: Action, since begun: ItemList) -> DocumentStep? {
    func title(_ id: Item.ID) -> String { items[id: id]?.title ?? "" }
    return switch action {
    case .add(let item): DocumentStep("added “\(item.title)”", showsMessage: false)
    case .toggle(let id): DocumentStep("changed “\(title(id))”", showsMessage: false)
    case .remove(let id): DocumentStep("removed “\(title(id))”")
    }
  }
}
