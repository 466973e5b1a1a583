import MillraceDocument

/// An element of the team's document.
struct Item: DocumentElement, Equatable {
  enum Field: String, CaseIterable, Codable, Sendable { case title, count, isDone }

  let id: String
  var title: String
  var count = 0
  var isDone = false

  /// Whether the element is kept for a check. No action removes it, and random actions do not
  /// change it.
  var isKept: Bool { isPermanent || id.hasPrefix("undo-") }
  /// Whether undo must not remove the element either.
  var isPermanent: Bool { id.hasPrefix("keep-") }

  mutating func assign(_ field: Field, from other: Item) {
    switch field {
    case .title: title = other.title
    case .count: count = other.count
    case .isDone: isDone = other.isDone
    }
  }

  func text(of field: Field) -> String {
    field == .title ? title : field == .count ? "\(count)" : "\(isDone)"
  }
}

/// The document: a list, and one other field.
struct Team: DocumentModel {
  enum Action: Codable, Equatable, Sendable {
    case add(Item), rename(String, to: String), increment(String, by: Int), toggle(String)
    case remove(String), move(String, to: Int), clearDone, setTotal(Int)
  }

  var items = IdentifiedList<Item>()
  var total = 0

  mutating func apply(_ action: Action) {
    switch action {
    case .add(let item): items.append(item)
    case .rename(let id, let title): items[id: id]?.title = title
    case .increment(let id, let number): items[id: id]?.count += number
    case .toggle(let id): items[id: id]?.isDone.toggle()
    case .remove(let id): if items[id: id]?.isKept == false { items.remove(id: id) }
    case .move(let id, let offset):
      guard let item = items.remove(id: id) else { return }
      items.insert(item, at: min(max(0, offset), items.count))
    case .clearDone: items.removeAll(where: { $0.isDone && !$0.isKept })
    case .setTotal(let number): total = number
    }
  }

  func step(for action: Action, since begun: Team) -> DocumentStep? {
    switch action {
    case .add(let item) where item.isPermanent: nil
    case .increment(let id, _): DocumentStep("counted", group: "count \(id)")
    default: DocumentStep("changed")
    }
  }
}
