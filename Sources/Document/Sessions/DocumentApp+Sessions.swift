extension DocumentApp {
  /// Makes a store for one more session on a document. The session has its own interface, dialogs
  /// and messages.
  ///
  /// The session shares the document, conflicts, access and failure with the main store; the
  /// elements are not copied. The session sends actions of the document to the main store, and
  /// `dispatch` returns after the session's store has the result. From now on, `.undo` and `.redo`
  /// in each session, including the main store, undo only the session's own steps. A field that
  /// another session has changed since then becomes a conflict.
  ///
  /// The session's store retains the main store. The main store does not retain the session's
  /// store, so the session ends when the caller releases that store. The session's interface is not
  /// saved.
  /// - Parameter main: A store that ``makeStore(isReadOnly:)`` made.
  public func sessionStore(of main: Store<State, Action>) -> Store<State, Action> {
    if !main.state.steps.isActive { main.dispatch(.shared) }
    var state = State()
    state.steps.begin(with: UndoHistory(), at: state.version)
    let store = Store(
      initial: state, reducer: .document(), middleware: [.session(of: main)],
      dependencies: makeDependencies())
    store.context.follow(main)
    return store
  }
}

extension Middleware {
  /// Sends the document's actions to the main store, and copies the main store's changes.
  fileprivate static func session<Interface>(of main: Store<State, Action>) -> Middleware
  where State == DocumentState<Interface>, Action == DocumentAction<Interface> {
    Middleware(parts: { session in
      let changes = main.subscribe(to: \.shared) { change in
        session.replaceState(reason: .mirror) { $0.follow(change.new, change.version) }
      }
      // Identifies this session's groups of steps in the main store's history.
      let number = UInt32.random(in: 1 ... .max)
      return Parts(
        handle: { action, next in
          let action = session.state.steps.translated(action)
          switch action {
          case .interface, .show: return next(action)
          case _ where !action.changesDocument: return _ = main.dispatch(action)
          default: break
          }
          let before = main.state
          if case .readOnly = before.access { return }
          main.dispatch(.bySession(number, action))
          session.follow(main) { state in
            // The step contains only this action's change, not changes that other sessions make
            // meanwhile.
            var own = state
            own.version = before.version
            session.reduce(&own, action)
            (state.steps, state.message) = (own.steps, own.message)
          }
        },
        finish: { changes.cancel() })
    })
  }

  /// Makes undo revert only the main store's own steps when there are several sessions. Actions
  /// from other processes arrive through the file's inbox and belong to no session.
  static func ownSteps<Interface>() -> Middleware
  where State == DocumentState<Interface>, Action == DocumentAction<Interface> {
    Middleware { store, action, next in
      let state = store.state
      // If another process writes the file, that process keeps the history.
      guard state.steps.isActive, state.access == .writing else { return next(action) }
      let isOther = InboxEntry.current != nil && action.changesDocument
      next(isOther ? .bySession(0, action) : state.steps.translated(action))
    }
  }
}

extension SessionSteps {
  /// Returns a patch for an undo or a redo, and any other action unchanged.
  fileprivate func translated(_ action: DocumentAction<Interface>) -> DocumentAction<Interface> {
    switch action {
    case .undo: .restore(patch(isRedo: false))
    case .redo: .restore(patch(isRedo: true))
    default: action
    }
  }
}

extension StoreContext {
  /// Copies the main store's newest version after that version is written.
  fileprivate func follow<Interface>(
    _ main: Store<State, Action>, _ change: @escaping @Sendable (inout State) -> Void = { _ in }
  ) where State == DocumentState<Interface> {
    let newest = main.snapshot
    main.flushSinks(through: newest.version)
    replaceState(reason: .mirror) { state in
      change(&state)
      state.follow(newest.state.shared, newest.version)
    }
  }
}

extension DocumentState {
  /// The state that all sessions share.
  struct Shared: Equatable, Sendable {
    let version: Version
    let access: DocumentAccess
    let failure: String?
  }

  var shared: Shared { Shared(version: version, access: access, failure: failure) }

  /// - Parameter number: The main store's version. The call has no effect if this version is not
  ///   newer than the last one.
  fileprivate mutating func follow(_ shared: Shared, _ number: UInt64) {
    guard number > mainVersion else { return }
    mainVersion = number
    (version, access, failure) = (shared.version, shared.access, shared.failure)
  }
}
