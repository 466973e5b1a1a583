import MillraceDocument

/// An element of the list. Two versions of it are merged field by field.
struct Item: DocumentElement, Equatable {
  enum Field: String, Codable, CaseIterable, Sendable { case title, isDone }

  let id: Int
  var title: String
  var isDone = false

  /// Makes an item with a random id, so that two machines do not make equal ones. Not for reducers,
  /// which must be pure.
  static func new(_ title: String = "") -> Item { Item(id: .random(in: 1 ... .max), title: title) }

  mutating func assign(_ field: Field, from other: Item) {
    switch field {
    case .title: title = other.title
    case .isDone: isDone = other.isDone
    }
  }

  func text(of field: Field) -> String {
    switch field {
    case .title: title
    case .isDone: isDone ? "done" : "not done"
    }
  }
}
