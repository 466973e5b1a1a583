import MillraceStore

extension Middleware {
  /// Connects a document, which is a part of the state, with a log.
  ///
  /// A change of the document is in the log when its `dispatch` returns, and before it is shown.
  /// The entries of other stores and processes reach this store as replacements of the document. If
  /// others appended entries first, this store's changes are applied again after theirs, without
  /// commands. A replacement of the state, such as time travel or an edit by a tool, becomes an
  /// entry, too.
  ///
  /// Only a ``DocumentAction`` may change this part of the state.
  /// - Parameters:
  ///   - field: The document in the state.
  ///   - action: The case of the document's actions.
  ///   - log: The log in which the document is kept. The stores of one process share it.
  public static func document<Model: DocumentModel>(
    _ field: WritableKeyPath<State, DocumentState<Model>> & Sendable,
    action: CasePath<Action, DocumentAction<Model>>, in log: DocumentLog<Model>
  ) -> Middleware {
    document(field, action: action, in: log, mode: .write)
  }

  static func document<Model: DocumentModel>(
    _ field: WritableKeyPath<State, DocumentState<Model>> & Sendable,
    action: CasePath<Action, DocumentAction<Model>>, in log: DocumentLog<Model>,
    mode: DocumentMode
  ) -> Middleware {
    Middleware(parts: { store in
      let sink = DocumentSink(store, field, action, log)
      return Parts(
        start: { try sink.start($0, mode) }, sink: sink,
        finish: { sink.finish() }, service: sink as any Durable)
    })
  }

  /// Connects a state that is a document with a log.
  static func document<Model>(
    in log: DocumentLog<Model>, mode: DocumentMode = .write
  ) -> Middleware where State == DocumentState<Model>, Action == DocumentAction<Model> {
    .document(\.self, action: CasePath({ $0 }) { $0 }, in: log, mode: mode)
  }
}

/// Writes the changes of one store's document to its log.
private final class DocumentSink<State: Sendable, Action: Sendable, Model: DocumentModel>:
  CommitSink, Durable
{
  private let store: StoreContext<State, Action>
  private let field: WritableKeyPath<State, DocumentState<Model>> & Sendable
  private let path: CasePath<Action, DocumentAction<Model>>
  private let log: DocumentLog<Model>
  // Key paths into the document's state, because copying all of it takes longer than the rest of a
  // commit. Safe: a key path does not change, and `field`, with which these begin, is Sendable.
  private nonisolated(unsafe) let contents: KeyPath<State, DocumentContent<Model>>
  private nonisolated(unsafe) let numbers: KeyPath<State, UInt64>
  /// The number of the store among the members of the log; nil before the start and after the end.
  private let number = Guarded<Int?>(nil)

  init(
    _ store: StoreContext<State, Action>,
    _ field: WritableKeyPath<State, DocumentState<Model>> & Sendable,
    _ path: CasePath<Action, DocumentAction<Model>>, _ log: DocumentLog<Model>
  ) {
    (self.store, self.field, self.path, self.log) = (store, field, path, log)
    contents = field.appending(path: \.content)
    numbers = field.appending(path: \.content.number)
  }

  func start(_ initial: State, _ mode: DocumentMode) throws -> State? {
    let runBlocking = store.dependencies.makeBlockingQueue()
    let own = try log.join(
      mode, dependencies: store.dependencies,
      takeNews: { [weak self] in runBlocking { [weak self] in self?.takeNews() } },
      report: { [store] in store.reportOfState(MiddlewareIssue.persistence($0)) })
    number.withLock { $0 = own }
    var state = initial
    log.update(&state[keyPath: field], of: own)
    return state
  }

  func interest(in action: Action) -> CommitInterest {
    path.extract(action)?.isLogged == true ? .states : .none
  }

  func enqueue(_ commit: Commit<State, Action>) {
    guard let states = commit.states, let number = number.withLock({ $0 }) else { return }
    switch commit.cause {
    case .action(let action):
      guard let own = path.extract(action),
        states.after[keyPath: numbers] != states.before[keyPath: numbers]
      else { return }
      let entry = restored(own, states.before[keyPath: field])
      log.enqueue(entry, after: states.after[keyPath: contents], of: number)
    case .replacement(.mirror): break
    case .replacement(let reason):
      let (before, after) = (states.before[keyPath: field], states.after[keyPath: field])
      // The new state may include fewer entries and other undo steps than the log. So only the
      // difference between the two documents becomes an entry.
      if before == after { return }
      let patch = DocumentPatch(from: before.content.version, to: after.content.version)
      // A state that another middleware restores when the store starts is older than the log, so
      // its difference is not a change.
      let isChange = reason != .restore && !patch.isEmpty
      log.enqueue(isChange ? .replace(patch) : nil, replacing: before, of: number)
    }
  }

  /// Returns the action for the entry. For an undo or a redo, the action contains the patch of the
  /// step, so that other participants need not have the step.
  private func restored(
    _ action: DocumentAction<Model>, _ before: @autoclosure () -> DocumentState<Model>
  ) -> DocumentAction<Model> {
    switch action {
    case .undo, .redo:
      let before = before()
      return before.content.restored(action, by: before.author) ?? action
    default: return action
    }
  }

  func flush(through version: UInt64) {
    guard let number = number.withLock({ $0 }), log.needsFlush(number) else { return }
    if log.append(number) { takeNews() }
  }

  private func takeNews() {
    guard let number = number.withLock({ $0 }), log.isStale(number) else { return }
    store.replaceState(reason: .mirror) { [log, field] in
      log.update(&$0[keyPath: field], of: number)
    }
  }

  func durable(_ version: UInt64) async throws {
    guard let number = number.withLock({ $0 }) else {
      if let failure = log.failure { throw failure }
      return
    }
    try await log.durable(number)
  }

  func finish() {
    let own = number.withLock { number in
      defer { number = nil }
      return number
    }
    if let own { log.leave(own) }
  }
}
