import MillraceStore

/// What the entries of a log lead to: a document, and the steps that each author can undo.
///
/// It changes by ``apply(_:by:)`` alone, which depends on nothing else. So every participant that has
/// the same entries has an equal content.
struct DocumentContent<Model: DocumentModel>: Codable, Equatable, Sendable {
  /// How many entries the content includes.
  var number: UInt64 = 0
  var version = DocumentVersion<Model>()
  /// The steps of each author.
  var authors = IdentifiedList<DocumentSteps<Model>>()
  /// How many steps all authors have.
  var stepCount = 0
  /// The checksums of the files of other programs that were merged last.
  var merged: [String] = []

  /// The most steps that all authors can undo and redo.
  static var stepLimit: Int { 1_000 }
  static var mergeName: String { "merged with the file" }
  /// The most checksums that are kept.
  private static var mergedLimit: Int { 8 }

  init(_ value: Model = Model()) { version.value = value }

  /// The result of an action, to show.
  struct Outcome: Equatable, Sendable {
    /// The step in the past tense; nil for none.
    var name: String?
    var showsMessage = true
    /// Whether the document, the steps or the merged files changed.
    var isChanged = false
  }

  /// Applies the action of the next entry.
  /// - Complexity: That of the model's `apply`, and O(*c* log *n*) in the number of changes.
  @discardableResult
  mutating func apply(_ action: DocumentAction<Model>, by author: String) -> Outcome {
    number += 1
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
      step = nil
      version.apply(patch)
    case .undo, .redo:
      guard let restore = restored(action, by: author) else {
        let verb = action == .redo ? "redo" : "undo"
        return Outcome(name: "nothing to \(verb)")
      }
      number -= 1
      return apply(restore, by: author)
    case .restore(let patch, let step, let isRedo):
      return restore(patch, step, isRedo: isRedo, by: author)
    case .show: return Outcome()
    }
    guard let step else { return Outcome(isChanged: version != before) }
    let patch = DocumentPatch(from: version, to: begun ?? before)
    // A step with several actions may end as it began.
    guard begun == nil ? !patch.isEmpty : version != before else {
      return Outcome(isChanged: isMerge)
    }
    record(step, patch, isJoined: begun != nil, by: author)
    return Outcome(name: step.name, showsMessage: step.showsMessage, isChanged: true)
  }

  /// The document before the step that another one would join; nil if it would join none.
  func version(joinedBy step: DocumentStep, by author: String) -> DocumentVersion<Model>? {
    guard let group = step.group, let steps = authors[id: author], steps.group == group,
      let last = steps.past.last, last.isJoined(at: step.time)
    else { return nil }
    // Others may have changed the document since the last action of the step.
    var begun = version
    begun.apply(last.patch)
    return begun
  }

  private mutating func record(
    _ step: DocumentStep, _ patch: DocumentPatch<Model>, isJoined: Bool, by author: String
  ) {
    var steps = authors[id: author] ?? DocumentSteps(id: author)
    stepCount -= steps.count
    if isJoined { _ = steps.past.popLast() }
    steps.past.append(
      DocumentSteps.Step(number, step.name, at: step.time, patch))
    steps.future = StepList()
    steps.group = step.group
    stepCount += steps.count
    authors[id: author] = steps
    while stepCount > Self.stepLimit { dropOldest() }
  }

  private mutating func dropOldest() {
    func start(_ steps: DocumentSteps<Model>) -> UInt64 {
      steps.past.first?.id ?? steps.future.first?.id ?? .max
    }
    guard var steps = authors.min(by: { start($0) < start($1) }), start(steps) < .max else {
      // A tool may have set any number.
      return stepCount = 0
    }
    if steps.past.popFirst() == nil { _ = steps.future.popFirst() }
    stepCount -= 1
    authors[id: steps.id] = steps.count == 0 ? nil : steps
  }

  /// What an undo or a redo is in the log; nil if there is nothing to undo or redo.
  func restored(_ action: DocumentAction<Model>, by author: String) -> DocumentAction<Model>? {
    let isRedo: Bool
    switch action {
    case .undo: isRedo = false
    case .redo: isRedo = true
    default: return nil
    }
    let steps = authors[id: author]
    return (isRedo ? steps?.future.last : steps?.past.last).map {
      .restore($0.patch, step: $0.id, isRedo: isRedo)
    }
  }

  /// Undoes or redoes a step, and keeps what others changed since.
  private mutating func restore(
    _ patch: DocumentPatch<Model>, _ id: UInt64, isRedo: Bool, by author: String
  ) -> Outcome {
    let before = version
    version.apply(patch)
    // A step that waited has another number in the log.
    func take(_ steps: inout StepList<DocumentSteps<Model>.Step>) -> DocumentSteps<Model>.Step? {
      if let index = steps.lastIndex(where: { $0.id == id }) { return steps.remove(at: index) }
      return steps.last?.patch == patch ? steps.popLast() : nil
    }
    guard var steps = authors[id: author],
      let step = isRedo ? take(&steps.future) : take(&steps.past)
    else { return Outcome(isChanged: version != before) }
    let back = DocumentSteps<Model>.Step(
      number, step.name, at: nil, DocumentPatch(from: version, to: before))
    if isRedo { steps.past.append(back) } else { steps.future.append(back) }
    steps.group = nil
    authors[id: author] = steps
    return Outcome(name: "\(isRedo ? "redone" : "undone"): \(step.name)", isChanged: true)
  }

  /// Drops the older half of the steps.
  mutating func halveSteps() {
    let limit = stepCount / 2
    while stepCount > limit { dropOldest() }
  }
}

/// The steps that one author can undo and redo.
struct DocumentSteps<Model: DocumentModel>: Codable, Equatable, Identifiable, Sendable {
  /// A step, and the patch that undoes it, or redoes it once it is undone. It is an object, so that
  /// the steps of a thousand actions are copied quickly.
  final class Step: Codable, Equatable, Sendable {
    /// The number of the entry that made the patch.
    let id: UInt64
    let name: String
    /// The time of its last action, as in ``DocumentStep/time``.
    let time: Duration?
    let patch: DocumentPatch<Model>

    init(_ id: UInt64, _ name: String, at time: Duration?, _ patch: DocumentPatch<Model>) {
      (self.id, self.name, self.time, self.patch) = (id, name, time, patch)
    }

    static func == (first: Step, second: Step) -> Bool {
      first === second
        || (first.id, first.name, first.time) == (second.id, second.name, second.time)
          && first.patch == second.patch
    }

    /// Whether an action of the same group joins the step: after a pause of at most a second.
    func isJoined(at next: Duration?) -> Bool {
      guard let time, let next else { return true }
      // A file can contain any value, and the difference of two may overflow a duration.
      let known = Duration.seconds(-1 << 60)...Duration.seconds(1 << 60)
      return known.contains(time) && known.contains(next)
        && (.zero ... .seconds(1)).contains(next - time)
    }
  }

  /// The author.
  let id: String
  /// The steps that can be undone, the newest last.
  var past = StepList<Step>()
  /// The steps that can be redone, the next one last.
  var future = StepList<Step>()
  /// The group of the newest step, while actions can join it.
  var group: String?

  var count: Int { past.count + future.count }
}

extension String {
  /// The beginning of a title, for a message.
  fileprivate var shortened: String { count > 30 ? prefix(30) + "…" : self }
}
