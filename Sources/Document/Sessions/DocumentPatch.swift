/// A change that undoes or redoes one step. It contains the elements that the step changed, without
/// the rest of the document.
public struct DocumentPatch<Interface: DocumentInterface>: Codable, Equatable, Sendable {
  typealias Version = DocumentState<Interface>.Version
  typealias Element = Interface.Document.Element

  /// An element after the patch, and the element as the step left it. Nil means that the element
  /// does not exist.
  struct Part: Codable, Equatable, Sendable {
    let id: Element.ID
    var new: Element?
    var old: Element?
    /// The patch inserts the element after the first of these elements that exists. Nil for an
    /// element that keeps its position.
    var predecessors: [Element.ID]?
    /// For a moved element: the element that preceded it after the step, if any. If another element
    /// precedes it now, it was moved again, and keeps its position.
    var oldPredecessor: [Element.ID]?

    /// Existing journals use other names.
    private enum CodingKeys: String, CodingKey {
      case id, new, old
      case predecessors = "place"
      case oldPredecessor = "neighbor"
    }
  }

  /// The document's other fields.
  struct Fields: Codable, Equatable, Sendable {
    let new: Interface.Document
    let old: Interface.Document
  }

  /// The name in the past tense, as in `undone: deleted 3 notes`.
  var name = ""
  var isRedo = false
  /// The number of the session's step.
  var number = 0
  let parts: [Part]
  let fields: Fields?
  let conflicts: [DocumentState<Interface>.Conflict]
  let resolved: [DocumentState<Interface>.Conflict.ID]

  /// Existing journals use another name.
  private enum CodingKeys: String, CodingKey {
    case name, isRedo, number, parts, fields, conflicts
    case resolved = "settled"
  }

  /// Makes the patch that changes one version to another, if nothing else changes the document
  /// meanwhile.
  /// - Complexity: O(*c* log *n*) in the number of changes.
  init(from old: Version, to new: Version) {
    let (before, after) = (old.document.items, new.document.items)
    var parts: [Part] = []
    for change in after.changes(since: before) {
      func predecessors(_ offset: Int) -> [Element.ID] {
        // Keeps several elements, because the nearest one may be removed by then. If the nearest
        // one is the previous part of this patch, it is enough.
        let ids = after[max(0, offset - 8)..<offset].reversed().map(\.id)
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
    var fields = (old: old.document, new: new.document)
    fields.old.items.removeAll()
    fields.new.items.removeAll()
    self.fields = fields.old == fields.new ? nil : Fields(new: fields.new, old: fields.old)
    resolved = old.conflicts.filter { !new.conflicts.contains($0) }.map(\.id)
    let added = new.conflicts.filter { !old.conflicts.contains($0) }.map(\.id)
    // A field may have several conflicts, which are replaced together.
    let replaced = resolved + added
    conflicts = new.conflicts.filter { replaced.contains($0.id) }
  }
}

extension IdentifiedList {
  /// Returns the id of the element before another one; nil for the first element.
  fileprivate func predecessor(of id: Element.ID) -> Element.ID? {
    index(id: id).flatMap { $0 > 0 ? self[$0 - 1].id : nil }
  }
}

extension DocumentState.Version {
  /// Merges a patch's changes. A field that changed after the step becomes a conflict.
  /// - Complexity: O(*c* log *n*) in the number of the patch's elements; O(*n*) more if it moves
  ///   some.
  mutating func apply(_ patch: DocumentPatch<Interface>) {
    var base = patch.fields?.old ?? document
    var theirs = patch.fields?.new ?? document
    (base.items, theirs.items) = (document.items, document.items)
    for part in patch.parts {
      base.items[id: part.id] = part.old
      let isMovedAgain = part.oldPredecessor.map {
        $0 != (document.items.predecessor(of: part.id).map { [$0] } ?? [])
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
    merge(theirs, base: base, keeping: [])
    let replaced = patch.resolved + patch.conflicts.map(\.id)
    conflicts = conflicts.filter { !replaced.contains($0.id) } + patch.conflicts
  }
}
