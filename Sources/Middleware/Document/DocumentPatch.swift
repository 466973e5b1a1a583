import MillraceStore

/// The difference between two versions of a document: the elements that differ, without the rest.
public struct DocumentPatch<Model: DocumentModel>: Codable, Equatable, Sendable {
  typealias Element = Model.Element
  typealias Conflict = DocumentConflict<Model>

  /// The change of an element: `old` is the element from which the patch was made, `new` the
  /// element after it. Nil means that the element does not exist.
  struct Part: Codable, Equatable, Sendable {
    let id: Element.ID
    var new: Element?
    var old: Element?
    /// The patch inserts the element after the first of these elements that exists. Nil for an
    /// element that keeps its position.
    var predecessors: [Element.ID]?
    /// For a moved element: the element before it in the old version; empty if it was the first. If
    /// another element precedes it when the patch is applied, it was moved again, and keeps its
    /// position.
    var oldPredecessor: [Element.ID]?
  }

  /// The document's fields besides the list.
  struct Fields: Codable, Equatable, Sendable {
    var new: Model
    var old: Model
  }

  let parts: [Part]
  let fields: Fields?
  let conflicts: [Conflict]
  let resolved: [Conflict.ID]

  /// Makes the patch that turns `old` into `new` when it is applied to `old`.
  /// - Complexity: O(*c* log *n*) for *c* changed elements of *n*.
  init(from old: DocumentVersion<Model>, to new: DocumentVersion<Model>) {
    let (before, after) = (old.value.items, new.value.items)
    var parts: [Part] = []
    let difference = Model.difference(from: old.value, to: new.value)
    for change in difference.items {
      func predecessors(_ offset: Int) -> [Element.ID] {
        // Keeps several predecessors, because the nearest one may be removed before the patch is
        // applied. If this patch itself inserts or moves the nearest one just before, that one is
        // enough.
        let ids = after[max(0, offset - 8)..<offset].reversed().map { $0.id }
        return ids.first == parts.last?.id ? Array(ids.prefix(1)) : ids
      }
      switch change {
      case .removed(let element, _): parts.append(Part(id: element.id, old: element))
      case .inserted(let element, let offset):
        parts.append(Part(id: element.id, new: element, predecessors: predecessors(offset)))
      case .changed(let old, let new, _): parts.append(Part(id: new.id, new: new, old: old))
      case .moved(let old, let new, let offset):
        let oldPredecessor = before.predecessor(of: new.id).map { [$0] } ?? []
        parts.append(
          Part(
            id: new.id, new: new, old: old, predecessors: predecessors(offset),
            oldPredecessor: oldPredecessor))
      }
    }
    self.parts = parts
    if difference.isInFields {
      var fields = Fields(new: new.value, old: old.value)
      fields.new.items.removeAll()
      fields.old.items.removeAll()
      self.fields = fields
    } else {
      fields = nil
    }
    if old.conflicts.isEmpty, new.conflicts.isEmpty {
      (resolved, conflicts) = ([], [])
      return
    }
    resolved = old.conflicts.filter { !new.conflicts.contains($0) }.map { $0.id }
    let added = new.conflicts.filter { !old.conflicts.contains($0) }.map { $0.id }
    // A field may have several conflicts, which are replaced together.
    let replaced = resolved + added
    conflicts = new.conflicts.filter { replaced.contains($0.id) }
  }

  var isEmpty: Bool { parts.isEmpty && fields == nil && conflicts.isEmpty && resolved.isEmpty }
}

extension IdentifiedList {
  /// Returns the id of the element before another one; nil for the first element.
  fileprivate func predecessor(of id: Element.ID) -> Element.ID? {
    index(id: id).flatMap { $0 > 0 ? self[$0 - 1].id : nil }
  }
}

/// A version of a document: its value, and its conflicts.
struct DocumentVersion<Model: DocumentModel>: Codable, Equatable, Sendable {
  var value = Model()
  var conflicts: [DocumentConflict<Model>] = []

  /// Merges a patch's changes. A field becomes a conflict if the patch changes it, and it has
  /// changed to another value since the patch was made.
  /// - Complexity: O(*c* log *n*) for *c* elements of the patch and *n* of the document; O(*n*)
  ///   more if the patch moves elements.
  mutating func apply(_ patch: DocumentPatch<Model>) {
    var base = patch.fields?.old ?? value
    var theirs = patch.fields?.new ?? value
    (base.items, theirs.items) = (value.items, value.items)
    // A decoded patch may be inconsistent.
    for part in patch.parts
    where part.old?.id ?? part.id == part.id && part.new?.id ?? part.id == part.id {
      base.items[id: part.id] = part.old
      let isMovedAgain = part.oldPredecessor.map {
        $0 != (value.items.predecessor(of: part.id).map { [$0] } ?? [])
      }
      guard let new = part.new, let predecessors = part.predecessors, isMovedAgain != true else {
        theirs.items[id: part.id] = part.new
        continue
      }
      theirs.items.remove(id: part.id)
      let previous = predecessors.lazy.compactMap { theirs.items.index(id: $0) }.first
      theirs.items.insert(
        new, at: previous.map { $0 + 1 } ?? (predecessors.count < 8 ? 0 : theirs.items.count))
    }
    merge(theirs, base: base)
    let replaced = patch.resolved + patch.conflicts.map(\.id)
    conflicts = conflicts.filter { !replaced.contains($0.id) } + patch.conflicts
  }

  /// Merges the changes from `base` to `theirs` into the value, by element and field.
  private mutating func merge(_ theirs: Model, base: Model) {
    let (items, new) = value.items.merged(with: theirs.items, base: base.items)
    value.items = items
    var found = new.map { DocumentConflict<Model>.element($0) }
    for field in Model.Field.allCases
    where !theirs.isEqual(to: base, in: field) && !value.isEqual(to: theirs, in: field) {
      if value.isEqual(to: base, in: field) {
        value.assign(field, from: theirs)
      } else {
        var (ours, theirs) = (value, theirs)
        (ours.items, theirs.items) = (.init(), .init())
        found.append(.field(field, ours: ours, theirs: theirs))
      }
    }
    conflicts = conflicts.filter { old in !found.contains { $0.id == old.id } } + found
  }

  /// Replaces an element by an edited one, and keeps the changes of others since the edit began.
  mutating func edit(_ edited: Model.Element, since begun: Model.Element) {
    let id = begun.id
    // A decoded action may be inconsistent.
    if edited.id != id || edited == begun { return }
    let present = IdentifiedList([value.items[id: id]].compactMap { $0 })
    let merged = IdentifiedList([edited]).merged(with: present, base: [begun])
    value.items[id: id] = merged.list[id: id]
    // An earlier conflict of the same field stays, too: otherwise the value in it would be lost.
    conflicts += merged.conflicts.map { .element($0) }.filter { new in
      !conflicts.contains { $0.hasSameTheirs(as: new) }
    }
  }

  mutating func resolve(_ id: DocumentConflict<Model>.ID, takingTheirs: Bool) {
    guard let index = conflicts.firstIndex(where: { $0.id == id }) else { return }
    switch conflicts.remove(at: index) {
    case .element(let conflict): value.items.resolve(conflict, takingTheirs: takingTheirs)
    case .field(let field, _, let theirs):
      if takingTheirs { value.assign(field, from: theirs) }
    }
  }
}
