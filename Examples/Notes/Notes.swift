import MillraceDocument

/// One note. Words that begin with `#` are its tags.
struct Note: DocumentElement, Equatable {
  enum Field: String, Codable, CaseIterable, Sendable { case title, text }

  let id: UInt64
  var title: String
  var text = ""

  var tags: Set<String> {
    Set(
      "\(title) \(text)".split(whereSeparator: \.isWhitespace).map(String.init)
        .filter { $0.hasPrefix("#") && $0.count > 1 })
  }

  /// Whether the note contains all words and has all tags of a search. Ignores the case of words.
  func matches(_ search: String) -> Bool {
    search.split(separator: " ").allSatisfy { word in
      word.hasPrefix("#")
        ? tags.contains(String(word))
        : "\(title)\n\(text)".lowercased().contains(word.lowercased())
    }
  }

  mutating func assign(_ field: Field, from other: Note) {
    switch field {
    case .title: title = other.title
    case .text: text = other.text
    }
  }

  func text(of field: Field) -> String {
    switch field {
    case .title: title
    case .text: text
    }
  }
}

/// The document: the list of notes.
struct Notes: DocumentModel {
  enum Action: Codable, Equatable, Sendable {
    case add(Note)
    case rename(Note.ID, String)
    case write(Note.ID, String)
    case remove([Note.ID])
  }

  var items = IdentifiedList<Note>()

  mutating func apply(_ action: Action) {
    switch action {
    case .add(let note): items.insert(note, at: 0)
    case .rename(let id, let title): items[id: id]?.title = title
    case .write(let id, let text): items[id: id]?.text = text
    case .remove(let ids): for id in ids { items.remove(id: id) }
    }
  }

  func step(for action: Action, since begun: Notes) -> DocumentStep? {
    func name(_ id: Note.ID?) -> String { id.flatMap { items[id: $0]?.title } ?? "" }
    return switch action {
    case .add(let note): DocumentStep("added “\(note.title)”", showsMessage: false)
    case .rename(let id, _): DocumentStep("renamed “\(name(id))”", showsMessage: false)
    case .write(let id, _): DocumentStep("changed “\(name(id))”")
    case .remove(let ids): DocumentStep("deleted “\(name(ids.first))”")
    }
  }
}
