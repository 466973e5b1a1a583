/// The steps of undo of one session, where a document has several.
struct SessionSteps<Interface: DocumentInterface>: Equatable, Sendable {
  typealias Patch = DocumentPatch<Interface>
  typealias Version = DocumentState<Interface>.Version

  /// A step. The history keeps the step before it, which is the newest again when this one is undone.
  struct Step: Equatable, Sendable {
    var number = 0
    var undo: Patch?
    var redo: Patch?
  }

  /// Whether steps are kept: else there is one session, and the document's own history has its steps.
  private(set) var areKept = false
  /// The newest step that is not undone.
  var last = Step()
  var history = UndoHistory<Step>()

  /// Adds a step, or makes the newest one longer; the history takes note of it.
  mutating func note(from begun: Version, to version: Version, isJoined: Bool) {
    last = Step(
      number: isJoined ? last.number : last.number + 1, undo: Patch(from: version, to: begun),
      redo: Patch(from: begun, to: version))
  }

  /// Keeps steps from now on. The steps so far are this session's.
  mutating func begin(with past: UndoHistory<Version>, at present: Version) {
    if areKept { return }
    areKept = true
    let versions = past.values(around: present)
    let names = past.undoNames.reversed() + past.redoNames
    for (index, name) in names.enumerated() {
      let old = last
      note(from: versions[index], to: versions[index + 1], isJoined: false)
      history.append(name, from: old, to: last)
    }
    history.move(by: -past.redoCount, &last)
  }

  /// The patch for an undo or a redo; one without effect if there is nothing to undo or redo.
  func patch(isRedo: Bool) -> Patch {
    var next = self
    next.history.move(by: isRedo ? 1 : -1, &next.last)
    let name = isRedo ? history.redoNames.first : history.undoNames.first
    let known = name == nil ? nil : isRedo ? next.last.redo : last.undo
    var patch = known ?? Patch(from: Version(), to: Version())
    patch.name =
      name.map { "\(isRedo ? "redone" : "undone"): \($0)" }
      ?? "nothing to \(isRedo ? "redo" : "undo")"
    patch.isRedo = isRedo
    patch.number = name == nil ? -1 : isRedo ? next.last.number : last.number
    return patch
  }

  /// Follows a patch that was applied. Of two that were made at once for one step, the second changes nothing.
  mutating func move(by patch: Patch) {
    if areKept, patch.number == (patch.isRedo ? last.number + 1 : last.number) {
      history.move(by: patch.isRedo ? 1 : -1, &last)
    }
  }
}

extension SessionSteps: CustomReflectable {
  /// Two numbers. A journal does not restore these steps, and must not look for them.
  var customMirror: Mirror {
    Mirror(
      self, children: ["undo": history.undoCount, "redo": history.redoCount],
      displayStyle: .struct)
  }
}
