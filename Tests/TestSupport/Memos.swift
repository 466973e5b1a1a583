import MillraceMiddleware
import MillraceStore

/// An element of a document for tests.
package struct Memo: DocumentElement, Equatable {
  package enum Field: String, CaseIterable, Codable, Sendable { case title, text }

  package let id: Int
  package var title: String
  package var text: String

  package init(id: Int, title: String, text: String = "") {
    (self.id, self.title, self.text) = (id, title, text)
  }

  package mutating func assign(_ field: Field, from other: Memo) {
    switch field {
    case .title: title = other.title
    case .text: text = other.text
    }
  }

  package func text(of field: Field) -> String {
    switch field {
    case .title: title
    case .text: text
    }
  }
}

/// A document for tests: a list, and a field besides it.
package struct Memos: DocumentModel {
  package enum Action: Codable, Equatable, Sendable {
    case add(Memo), write(Int, String), rename(Int, String), remove(Int, at: Duration)
    case mark
    /// Moves a memo to an offset, or inserts it there.
    case insert(Memo, at: Int)
  }

  package var items: IdentifiedList<Memo>
  package var marks: Int

  package init() { self.init(items: []) }
  package init(items: IdentifiedList<Memo>, marks: Int = 0) {
    (self.items, self.marks) = (items, marks)
  }

  package mutating func apply(_ action: Action) {
    switch action {
    case .add(let memo): items.append(memo)
    case .write(let id, let text): items[id: id]?.text = text
    case .rename(let id, let title): items[id: id]?.title = title
    case .remove(let id, _): items.remove(id: id)
    case .mark: marks += 1
    case .insert(let memo, let offset):
      let known = items.remove(id: memo.id)
      items.insert(known ?? memo, at: min(offset, items.count))
    }
  }

  package func step(for action: Action, since begun: Memos) -> DocumentStep? {
    switch action {
    case .add: DocumentStep("added a memo", showsMessage: false)
    case .write: DocumentStep("wrote", group: "write")
    case .rename: DocumentStep("renamed")
    case .remove(_, let time):
      DocumentStep(
        "deleted \(begun.items.count - items.count + 1) memos", group: "remove", at: time)
    case .mark: nil
    case .insert: DocumentStep("inserted")
    }
  }
}
