extension DocumentApp {
  /// Makes a store for one more session on a document, which has an interface, dialogs and messages of its own.
  ///
  /// Its document, conflicts, access and failure are those of the main store, without a copy of the elements. Actions of
  /// the document go to the main store, and when `dispatch` returns, this store has what they did. From now on, `.undo`
  /// and `.redo` in each session, the main store's included, undo the session's own steps only; a field that somebody else
  /// has changed since becomes a conflict.
  ///
  /// It keeps the main store. The main store does not keep it: it ends when it is released. Its interface is not saved.
  /// - Parameter main: A store that ``makeStore(isLookedAtOnly:)`` made.
  public func sessionStore(of main: Store<State, Action>) -> Store<State, Action> {
    if !main.state.steps.areKept { main.dispatch(.shared) }
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
  /// Sends the document's actions to the main store, and follows that.
  fileprivate static func session<Interface>(of main: Store<State, Action>) -> Middleware
  where State == DocumentState<Interface>, Action == DocumentAction<Interface> {
    Middleware(parts: { session in
      let changes = main.subscribe(to: \.shared) { change in
        session.replaceState(reason: .follow) { $0.follow(change.new, change.version) }
      }
      // Tells its groups of steps from those of others in the main store's history.
      let number = UInt32.random(in: 1 ... .max)
      return Parts(
        handle: { action, next in
          let action = session.state.steps.translated(action)
          switch action {
          case .interface, .show: return next(action)
          case _ where !action.isOfDocument: return _ = main.dispatch(action)
          default: break
          }
          let before = main.state
          if case .readOnly = before.access { return }
          main.dispatch(.bySession(number, action))
          session.follow(main) { state in
            // The step is what the action does to the document, whatever others do meanwhile.
            var own = state
            own.version = before.version
            session.reduce(&own, action)
            (state.steps, state.message) = (own.steps, own.message)
          }
        },
        finish: { changes.cancel() })
    })
  }

  /// Has undo take back the main store's own steps where there are several sessions. What comes from other processes,
  /// through the file's inbox, belongs to no session.
  static func ownSteps<Interface>() -> Middleware
  where State == DocumentState<Interface>, Action == DocumentAction<Interface> {
    Middleware { store, action, next in
      let state = store.state
      // Where another process writes, that one has the history.
      guard state.steps.areKept, state.access == .writing else { return next(action) }
      let isOther = InboxEntry.current != nil && action.isOfDocument
      next(isOther ? .bySession(0, action) : state.steps.translated(action))
    }
  }
}

extension SessionSteps {
  /// The action, or the patch where it is an undo or a redo.
  fileprivate func translated(_ action: DocumentAction<Interface>) -> DocumentAction<Interface> {
    switch action {
    case .undo: .restore(patch(isRedo: false))
    case .redo: .restore(patch(isRedo: true))
    default: action
    }
  }
}

extension StoreContext {
  /// Follows the main store up to its newest version, once that is written.
  fileprivate func follow<Interface>(
    _ main: Store<State, Action>, _ change: @escaping @Sendable (inout State) -> Void = { _ in }
  ) where State == DocumentState<Interface> {
    let newest = main.snapshot
    main.flushSinks(through: newest.version)
    replaceState(reason: .follow) { state in
      change(&state)
      state.follow(newest.state.shared, newest.version)
    }
  }
}

extension DocumentState {
  /// What all sessions have in common.
  struct Shared: Equatable, Sendable {
    let version: Version
    let access: DocumentAccess
    let failure: String?
  }

  var shared: Shared { Shared(version: version, access: access, failure: failure) }

  /// - Parameter number: The main store's version. An older one than the last changes nothing.
  fileprivate mutating func follow(_ shared: Shared, _ number: UInt64) {
    guard number > mainVersion else { return }
    mainVersion = number
    (version, access, failure) = (shared.version, shared.access, shared.failure)
  }
}
