/// The undo steps of one session, for a document with several sessions.
struct SessionSteps<Interface: DocumentInterface>: Equatable, Sendable {
  typealias Patch = DocumentPatch<Interface>
  typealias Version = DocumentState<Interface>.Version

  /// A step. The history keeps the previous step, which becomes the newest when this step is
  /// undone.
  struct Step: Equatable, Sendable {
    var number = 0
    var undo: Patch?
    var redo: Patch?
  }

  /// Whether this session keeps its own steps. If false, the document has one session, and the
  /// document's history has the steps.
  private(set) var isActive = false
  /// The newest step that is not undone.
  var last = Step()
  var history = UndoHistory<Step>()

  /// Adds a step, or extends the newest step. The caller adds the step to the history.
  mutating func record(from begun: Version, to version: Version, isJoined: Bool) {
    last = Step(
      number: isJoined ? last.number : last.number + 1, undo: Patch(from: version, to: begun),
      redo: Patch(from: begun, to: version))
  }

  /// Starts keeping steps. The document's past steps belong to this session.
  mutating func begin(with past: UndoHistory<Version>, at present: Version) {
    if isActive { return }
    isActive = true
    let versions = past.values(around: present)
    let names = past.undoNames.reversed() + past.redoNames
    for (index, name) in names.enumerated() {
      let old = last
      record(from: versions[index], to: versions[index + 1], isJoined: false)
      history.append(name, from: old, to: last)
    }
    history.move(by: -past.redoCount, &last)
  }

  /// Returns the patch for an undo or a redo. The patch is empty if there is nothing to undo or
  /// redo.
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

  /// Moves in the history after a patch was applied. If two patches for the same step were made at
  /// once, the second has no effect here.
  mutating func move(by patch: Patch) {
    if isActive, patch.number == (patch.isRedo ? last.number + 1 : last.number) {
      history.move(by: patch.isRedo ? 1 : -1, &last)
    }
  }
}

extension SessionSteps: CustomReflectable {
  /// Shows the number of undo and redo steps only. A journal does not restore these steps, so it
  /// must not read them.
  var customMirror: Mirror {
    Mirror(
      self, children: ["undo": history.undoCount, "redo": history.redoCount],
      displayStyle: .struct)
  }
}
