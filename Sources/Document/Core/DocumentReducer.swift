extension Reducer {
  /// Applies actions to a document and its interface, and sets the message.
  /// - Complexity: That of the document's own `apply`, and O(steps) for undo.
  public static func document<Interface>() -> Reducer
  where State == DocumentState<Interface>, Action == DocumentAction<Interface> {
    let versions = Reducer { state, action in state.version.apply(action) }
      .undoable(\.version, history: \.history) { state, action in state.role(of: action) }
    let ownSteps = Reducer { state, action -> Command<Action> in
      var begun: DocumentState<Interface>.Version?
      if case .document(let action) = action { begun = state.version(joinedBy: action) }
      let isStep = if case .step = state.role(of: action) { true } else { false }
      let before = state.version
      _ = versions.reduce(&state, action)
      if isStep, state.version != before {
        state.steps.record(from: begun ?? before, to: state.version, isJoined: begun != nil)
      }
      return .none
    }
    .undoable(\.steps.last, history: \.steps.history) { state, action in state.role(of: action) }
    return Reducer { state, action -> Command<Action> in
      switch action {
      case .interface(let action): return state.interface.apply(action, in: state.document)
      case .show(let dialog): state.dialog = dialog
      case .accessChanged(let access):
        state.access = access
        if access == .abandoned { state.dialog = .takeOver }
      case .failed(let failure): state.failure = failure
      case .takeOver: break
      case .shared: state.steps.begin(with: state.history, at: state.version)
      case .bySession: return versions.reduce(&state, action)
      case .document, .edit, .undo, .redo, .merge, .resolve, .restore:
        let (before, message) = (state.version, state.message(for: action))
        switch action {
        case .undo, .redo, .restore: _ = versions.reduce(&state, action)
        default: _ = (state.steps.isActive ? ownSteps : versions).reduce(&state, action)
        }
        if case .restore(let patch) = action { state.steps.move(by: patch) }
        state.setMessage(message, isUndoable: state.version != before)
      }
      return .none
    }
  }
}

extension DocumentState {
  /// - Parameter session: The number of the other session that sent the action; nil for this one.
  fileprivate func role(
    of action: DocumentAction<Interface>, by session: UInt32? = nil
  ) -> UndoRole {
    switch action {
    case .undo: .undo
    case .redo: .redo
    case .edit(let edited, let begun):
      edited == begun ? .untracked : .step("changed “\(begun.title.shortened)”")
    case .merge: .step("merged with the file")
    case .resolve: .step("resolved a conflict")
    case .restore(let patch): .step(patch.name)
    case .document(let action):
      step(for: action, by: session).map { step in
        .step(
          step.name, group: step.group.map { SessionGroup(session: session, group: $0) },
          at: step.time)
      } ?? .untracked
    case .bySession(let session, let action): role(of: action, by: session)
    case .interface, .show, .takeOver, .accessChanged, .failed, .shared: .untracked
    }
  }

  /// The document before the undo step that an action would join; the current document if it would
  /// join none.
  public func start(joinedBy action: Interface.Document.Action) -> Interface.Document {
    (version(joinedBy: action) ?? version).document
  }

  /// The version before the undo step that an action would join; nil if it would join none.
  fileprivate func version(
    joinedBy action: Interface.Document.Action, of session: UInt32? = nil
  ) -> Version? {
    guard let step = document.step(for: action, since: document), let name = step.group
    else { return nil }
    let group = SessionGroup(session: session, group: name)
    if session != nil || !steps.isActive {
      return history.valueBeforeStep(joinedBy: group, at: step.time)
    }
    guard steps.history.valueBeforeStep(joinedBy: group, at: step.time) != nil,
      let undo = steps.last.undo
    else { return nil }
    // Other sessions may have changed the document since the last action of the step.
    var begun = version
    begun.apply(undo)
    return begun
  }

  private func step(
    for action: Interface.Document.Action, by session: UInt32? = nil
  ) -> DocumentStep? {
    let begun = version(joinedBy: action, of: session) ?? version
    return document.step(for: action, since: begun.document)
  }

  private func name(for action: DocumentAction<Interface>) -> String? {
    switch action {
    case .undo: history.undoNames.first.map { "undone: \($0)" } ?? "nothing to undo"
    case .redo: history.redoNames.first.map { "redone: \($0)" } ?? "nothing to redo"
    case .restore(let patch): patch.name
    case .document(let action): step(for: action).flatMap { $0.showsMessage ? $0.name : nil }
    default: if case .step(let name, _, _) = role(of: action) { name } else { nil }
    }
  }

  fileprivate func message(for action: DocumentAction<Interface>) -> DocumentMessage? {
    let isUndo =
      switch action {
      case .undo, .redo, .restore: true
      default: false
      }
    return name(for: action).map {
      DocumentMessage(
        number: (message?.number ?? 0) + 1, text: $0.prefix(1).uppercased() + $0.dropFirst(),
        isUndoable: !isUndo)
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
    case .edit(let edited, let begun): edit(edited, since: begun)
    case .merge(let theirs, let base, let kept): merge(theirs, base: base, keeping: kept)
    case .resolve(let id, let takingTheirs):
      guard let place = conflicts.firstIndex(where: { $0.id == id }) else { return }
      document.items.resolve(conflicts.remove(at: place), takingTheirs: takingTheirs)
    case .restore(let patch): apply(patch)
    case .bySession(_, let action): apply(action)
    case .undo, .redo, .interface, .show, .takeOver, .accessChanged, .failed, .shared: break
    }
  }

  private mutating func edit(
    _ edited: Interface.Document.Element, since begun: Interface.Document.Element
  ) {
    let id = begun.id
    // A decoded action may be inconsistent.
    if edited.id != id || edited == begun { return }
    let present = IdentifiedList([document.items[id: id]].compactMap { $0 })
    let merged = IdentifiedList([edited]).merged(with: present, base: [begun])
    document.items[id: id] = merged.list[id: id]
    // An open conflict of that field stays, too: its other value would be lost.
    conflicts += merged.conflicts.filter { new in
      !conflicts.contains { old in
        guard old.id == new.id else { return false }
        guard let field = new.id.field, let known = old.theirs, let theirs = new.theirs else {
          return old.theirs == new.theirs
        }
        return known.isEqual(to: theirs, in: field)
      }
    }
  }

  mutating func merge(
    _ theirs: Interface.Document, base: Interface.Document,
    keeping kept: [Interface.Document.Element.ID]
  ) {
    var (items, new) = document.items.merged(with: theirs.items, base: base.items)
    for id in kept {
      if let edited = document.items[id: id], items.append(edited).inserted {
        new.append(MergeConflict(id: .init(element: id, field: nil), ours: edited, theirs: nil))
      }
    }
    // The other fields are merged as one value: `merged` is used only if `ours` equals `common`.
    var (ours, common, merged) = (document, base, theirs)
    (ours.items, common.items, merged.items) = (items, items, items)
    document = ours == common ? merged : ours
    conflicts = conflicts.filter { old in !new.contains { $0.id == old.id } } + new
  }
}

extension String {
  /// The beginning of a title, for a message.
  fileprivate var shortened: String { count > 30 ? prefix(30) + "…" : self }
}

/// Identifies the actions of one session that are one step.
private struct SessionGroup: Hashable, Sendable {
  let session: UInt32?
  let group: String
}
