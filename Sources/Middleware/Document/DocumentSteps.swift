import MillraceStore

/// The steps that all authors can undo and redo.
struct DocumentSteps<Model: DocumentModel>: Equatable, Sendable {
  private(set) var authors = IdentifiedList<AuthorSteps>()
  /// The number of steps of all authors together.
  private(set) var count = 0

  /// The most steps that all authors may have together.
  private static var limit: Int { 1_000 }

  subscript(author: String) -> AuthorSteps? {
    get { authors[id: author] }
    set {
      count += (newValue?.count ?? 0) - (authors[id: author]?.count ?? 0)
      authors[id: author] = newValue
      while count > Self.limit { dropOldest() }
    }
  }

  private mutating func dropOldest() {
    let some = authors.lazy.filter { $0.count > 0 }
    guard var steps = some.min(by: { $0.start < $1.start }) else { return count = 0 }
    if steps.past.popFirst() == nil { _ = steps.future.popFirst() }
    count -= 1
    authors[id: steps.id] = steps.count == 0 ? nil : steps
  }

  /// Drops the older half of the steps.
  mutating func halve() {
    let half = count / 2
    while count > half { dropOldest() }
  }
}

/// The steps that one author can undo and redo. Not generic over the model: a list of generic
/// values would take as much time as the rest of a change.
struct AuthorSteps: Equatable, Identifiable, Sendable {
  /// A step, and the patch that undoes it, or redoes it once it is undone. It is an object, so that
  /// the steps of a thousand actions are copied quickly.
  final class Step: Equatable, Sendable {
    /// The number of the entry that made the patch.
    let id: UInt64
    let name: String
    /// The time of its last action, as in ``DocumentStep/time``.
    let time: Duration?
    let patch: any StepPatch

    init(_ id: UInt64, _ name: String, at time: Duration?, _ patch: any StepPatch) {
      (self.id, self.name, self.time, self.patch) = (id, name, time, patch)
    }

    static func == (first: Step, second: Step) -> Bool {
      first === second
        || (first.id, first.name, first.time) == (second.id, second.name, second.time)
          && first.patch.isEqual(to: second.patch)
    }

    /// Whether an action of the same group joins the step: after a pause of at most a second, or if
    /// the step or the action has no time.
    func isJoined(at next: Duration?) -> Bool {
      guard let time, let next else { return true }
      // A file can contain any value, and the difference of two may overflow a duration.
      let known = Duration.seconds(-1 << 60)...Duration.seconds(1 << 60)
      return known.contains(time) && known.contains(next)
        && (.zero ... .seconds(1)).contains(next - time)
    }
  }

  /// The name of the author.
  let id: String
  /// The steps that can be undone, the newest last.
  var past = StepList<Step>()
  /// The steps that can be redone, the next one last.
  var future = StepList<Step>()
  /// The group of the newest step, while actions can join it.
  var group: String?

  var count: Int { past.count + future.count }
  /// The number of the oldest step's entry; `.max` without steps.
  var start: UInt64 { past.first?.id ?? future.first?.id ?? .max }

  /// Adds the step that the entry `number` made.
  /// - Parameter isJoined: Whether the step replaces the newest step, which it includes.
  mutating func record(
    _ step: DocumentStep, _ number: UInt64, _ patch: any StepPatch, isJoined: Bool
  ) {
    if isJoined { _ = past.popLast() }
    past.append(Step(number, step.name, at: step.time, patch))
    (future, group) = (StepList(), step.group)
  }
}

/// The patch of a step, for any model.
protocol StepPatch: Sendable {
  func isEqual(to other: any StepPatch) -> Bool
}

extension DocumentPatch: StepPatch {
  func isEqual(to other: any StepPatch) -> Bool { other as? DocumentPatch == self }
}

extension DocumentSteps: Codable {
  private struct Author: Codable {
    struct Step: Codable {
      let id: UInt64
      let name: String
      let time: Duration?
      let patch: DocumentPatch<Model>

      init?(_ step: AuthorSteps.Step) {
        guard let patch = step.patch as? DocumentPatch<Model> else { return nil }
        (id, name, time, self.patch) = (step.id, step.name, step.time, patch)
      }

      var step: AuthorSteps.Step { .init(id, name, at: time, patch) }
    }

    let id: String
    let past, future: [Step]
    let group: String?
  }

  init(from decoder: any Decoder) throws {
    for author in try [Author](from: decoder) {
      self[author.id] = AuthorSteps(
        id: author.id, past: StepList(author.past.map(\.step)),
        future: StepList(author.future.map(\.step)), group: author.group)
    }
  }

  func encode(to encoder: any Encoder) throws {
    let authors = authors.map { author in
      Author(
        id: author.id, past: author.past.compactMap { .init($0) },
        future: author.future.compactMap { .init($0) }, group: author.group)
    }
    try authors.encode(to: encoder)
  }
}
