extension Reducer {
  /// Applies actions to a document and its interface, and sets the message.
  /// - Complexity: That of the document's own `apply`, and O(steps) of undo.
  public static func document<Interface>() -> Reducer
  where State == DocumentState<Interface>, Action == DocumentAction<Interface> {
    let versions = Reducer { state, action in state.version.apply(action) }
      .undoable(\.version, history: \.history) { state, action in state.role(of: action) }
    return Reducer { state, action -> Command<Action> in
      switch action {
      case .interface(let action): return state.interface.apply(action, in: state.document)
      case .show(let dialog): state.dialog = dialog
      case .accessChanged(let access):
        state.access = access
        if access == .abandoned { state.dialog = .takeOver }
      case .failed(let failure): state.failure = failure
      case .takeOver: break
      case .document, .undo, .redo, .merge, .settle:
        let (before, message) = (state.version, state.message(for: action))
        _ = versions.reduce(&state, action)
        state.setMessage(message, isUndoable: state.version != before)
      }
      return .none
    }
  }
}

extension DocumentState {
  fileprivate func role(of action: DocumentAction<Interface>) -> UndoRole {
    switch action {
    case .undo: .undo
    case .redo: .redo
    case .merge: .step("merged with the file")
    case .settle: .step("settled a conflict")
    case .document(let action):
      step(for: action).map { .step($0.name, group: $0.group, at: $0.time) } ?? .leftOut
    case .interface, .show, .takeOver, .accessChanged, .failed: .leftOut
    }
  }

  /// The document before the step of undo that an action would join; the present one, if it would join none.
  public func start(joinedBy action: Interface.Document.Action) -> Interface.Document {
    let step = document.step(for: action, since: document)
    return step.flatMap { step in
      step.group.flatMap { history.start(joinedBy: $0, at: step.time)?.document }
    } ?? document
  }

  private func step(for action: Interface.Document.Action) -> DocumentStep? {
    document.step(for: action, since: start(joinedBy: action))
  }

  private func name(for action: DocumentAction<Interface>) -> String? {
    switch action {
    case .undo: history.undoNames.first.map { "undone: \($0)" } ?? "nothing to undo"
    case .redo: history.redoNames.first.map { "redone: \($0)" } ?? "nothing to redo"
    case .document(let action): step(for: action).flatMap { $0.showsMessage ? $0.name : nil }
    default: if case .step(let name, _, _) = role(of: action) { name } else { nil }
    }
  }

  fileprivate func message(for action: DocumentAction<Interface>) -> DocumentMessage? {
    name(for: action).map {
      DocumentMessage(
        number: (message?.number ?? 0) + 1, text: $0.prefix(1).uppercased() + $0.dropFirst(),
        isUndoable: action != .undo && action != .redo)
    }
  }

  fileprivate mutating func setMessage(_ message: DocumentMessage?, isUndoable hasChanged: Bool) {
    guard let message, hasChanged || !message.isUndoable else { return }
    self.message = message
  }
}

extension DocumentState.Version {
  fileprivate mutating func apply(_ action: DocumentAction<Interface>) {
    switch action {
    case .document(let action): document.apply(action)
    case .merge(let theirs, let base, let kept): merge(theirs, base: base, keeping: kept)
    case .settle(let id, let takesTheirs):
      guard let place = conflicts.firstIndex(where: { $0.id == id }) else { return }
      document.items.settle(conflicts.remove(at: place), takesTheirs: takesTheirs)
    case .undo, .redo, .interface, .show, .takeOver, .accessChanged, .failed: break
    }
  }

  private mutating func merge(
    _ theirs: Interface.Document, base: Interface.Document,
    keeping kept: [Interface.Document.Element.ID]
  ) {
    var (items, new) = document.items.merged(with: theirs.items, base: base.items)
    for id in kept {
      if let edited = document.items[id: id], items.append(edited).inserted {
        new.append(MergeConflict(id: .init(element: id, field: nil), ours: edited, theirs: nil))
      }
    }
    // The other fields are merged as a whole: theirs, where only they changed it.
    var (ours, common, merged) = (document, base, theirs)
    (ours.items, common.items, merged.items) = (items, items, items)
    document = ours == common ? merged : ours
    conflicts = conflicts.filter { old in !new.contains { $0.id == old.id } } + new
  }
}
