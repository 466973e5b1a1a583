import MillraceStore

/// The result of applying the entries of a log: a document, and the steps that each author can
/// undo.
///
/// Only ``apply(_:by:)`` changes the document and the steps. It depends on nothing but the content,
/// the action and the author, so participants that have the same entries have equal contents.
struct DocumentContent<Model: DocumentModel>: Codable, Equatable, Sendable {
  /// The number of the last entry that the content includes; 0 without entries.
  var number: UInt64 = 0
  var version = DocumentVersion<Model>()
  var steps = DocumentSteps<Model>()
  /// The identities of the merges that were applied last, the newest at the end: the checksum of
  /// another program's file, or the name of a log that was replaced.
  var merged: [String] = []
  /// The last position of each writer, the writer of the newest entry last. Nil for a document that
  /// is not on a server.
  var positions: [WriterPosition]?

  static var mergeName: String { "merged with the file" }
  /// The most identities in `merged`.
  private static var mergedLimit: Int { 8 }

  init(_ value: Model = Model()) { version.value = value }

  /// The last position of a writer; 0 if it is not known.
  func position(of writer: String) -> UInt64 {
    positions?.last { $0.writer == writer }?.position ?? 0
  }

  /// Remembers the position of a writer's entry. Keeps the positions of the last 256 writers.
  mutating func remember(_ position: UInt64?, of writer: String) {
    guard let position else { return }
    if let index = positions?.lastIndex(where: { $0.writer == writer }) {
      positions?.remove(at: index)
    } else if let count = positions?.count, count > 255 {
      positions?.removeFirst(count - 255)
    }
    positions = positions ?? []
    positions?.append(WriterPosition(writer: writer, position: position))
  }

  /// The result of an action, from which the reducer makes a message.
  struct Outcome: Equatable, Sendable {
    /// The name of the step in the past tense, or `nothing to undo`; nil if the action is no step.
    var name: String?
    var showsMessage = true
    /// Whether the document, the steps or the merged files changed.
    var isChanged = false
  }

  /// Applies the action of the next entry.
  /// - Complexity: That of the model's `apply`, and O(*c* log *n*) for *c* changed elements of *n*.
  @discardableResult
  mutating func apply(_ action: DocumentAction<Model>, by author: String) -> Outcome {
    // The number in a recording can be so large that the addition overflows.
    number &+= 1
    let before = version
    let step: DocumentStep?
    var isMerge = false
    var begun: DocumentVersion<Model>?
    switch action {
    case .change(let change):
      let own = version.value.step(for: change, since: version.value)
      begun = own.flatMap { self.version(joinedBy: $0, by: author) }
      step = begun.map { version.value.step(for: change, since: $0.value) } ?? own
      version.value.apply(change)
    case .edit(let edited, let old):
      step = DocumentStep("changed “\(old.title.shortened)”")
      version.edit(edited, since: old)
    case .resolve(let id, let takingTheirs):
      step = DocumentStep("resolved a conflict")
      version.resolve(id, takingTheirs: takingTheirs)
    case .merge(let patch, let digest):
      if merged.contains(digest) { return Outcome() }
      step = DocumentStep(Self.mergeName)
      version.apply(patch)
      isMerge = true
      merged = merged.suffix(Self.mergedLimit - 1) + [digest]
    case .replace(let patch):
      step = DocumentStep("changed by a tool", showsMessage: false)
      version.apply(patch)
    case .undo, .redo:
      guard let restore = restored(action, by: author) else {
        let verb = action == .redo ? "redo" : "undo"
        return Outcome(name: "nothing to \(verb)")
      }
      number &-= 1
      return apply(restore, by: author)
    case .restore(let patch, let step, let isRedo):
      return restore(patch, step, isRedo: isRedo, by: author)
    case .show: return Outcome()
    }
    guard let step else { return Outcome(isChanged: version != before) }
    let patch = DocumentPatch(from: version, to: begun ?? before)
    // A step to which an action is joined is recorded even if its actions now cancel each other
    // out.
    guard begun == nil ? !patch.isEmpty : version != before else {
      return Outcome(isChanged: isMerge)
    }
    var own = steps[author] ?? AuthorSteps(id: author)
    own.record(step, number, patch, isJoined: begun != nil)
    steps[author] = own
    return Outcome(name: step.name, showsMessage: step.showsMessage, isChanged: true)
  }

  /// Returns the document before the newest step of an author, if the given step would join that
  /// step; nil if it would not.
  func version(joinedBy step: DocumentStep, by author: String) -> DocumentVersion<Model>? {
    guard let group = step.group, let own = steps[author], own.group == group,
      let last = own.past.last, last.isJoined(at: step.time), let patch = patch(of: last)
    else { return nil }
    // The newest step is undone by its patch, because others may have changed the document since.
    var begun = version
    begun.apply(patch)
    return begun
  }

  private func patch(of step: AuthorSteps.Step) -> DocumentPatch<Model>? {
    step.patch as? DocumentPatch<Model>
  }

  /// Returns the action that the log records for an undo or a redo; nil if there is nothing to undo
  /// or redo.
  func restored(_ action: DocumentAction<Model>, by author: String) -> DocumentAction<Model>? {
    let isRedo: Bool
    switch action {
    case .undo: isRedo = false
    case .redo: isRedo = true
    default: return nil
    }
    let own = steps[author]
    guard let step = isRedo ? own?.future.last : own?.past.last, let patch = patch(of: step) else {
      return nil
    }
    return .restore(patch, step: step.id, isRedo: isRedo)
  }

  /// Undoes or redoes a step, and keeps the changes of others since.
  private mutating func restore(
    _ patch: DocumentPatch<Model>, _ id: UInt64, isRedo: Bool, by author: String
  ) -> Outcome {
    let before = version
    version.apply(patch)
    // `id` is the number that the store expected for the entry of the step. If others appended
    // entries first, the entry has another number.
    func take(_ steps: inout StepList<AuthorSteps.Step>) -> AuthorSteps.Step? {
      // On a server, the entry's number is at least `id`, and the entries of one author keep their
      // order. So if the last step has such a number, it is the step to take.
      if let last = steps.last, last.patch.isEqual(to: patch) || positions != nil && last.id >= id {
        return steps.popLast()
      }
      return steps.lastIndex { $0.id == id }.map { steps.remove(at: $0) }
    }
    guard var own = steps[author], let step = isRedo ? take(&own.future) : take(&own.past) else {
      return Outcome(isChanged: version != before)
    }
    let back = AuthorSteps.Step(
      number, step.name, at: nil, DocumentPatch(from: version, to: before))
    if isRedo { own.past.append(back) } else { own.future.append(back) }
    own.group = nil
    steps[author] = own
    return Outcome(name: "\(isRedo ? "redone" : "undone"): \(step.name)", isChanged: true)
  }
}

/// The position of a writer's last entry in a log.
struct WriterPosition: Codable, Equatable, Sendable {
  let writer: String
  let position: UInt64
}

extension String {
  /// The first 30 characters of a title, for a message.
  fileprivate var shortened: String { count > 30 ? prefix(30) + "…" : self }
}
