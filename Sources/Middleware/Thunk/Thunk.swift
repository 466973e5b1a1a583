import MillraceStore

/// Asynchronous work of a store, with its options.
struct Thunk<State: Sendable, Action: Sendable, Value: Sendable>: Sendable {
  let store: StoreContext<State, Action>
  let attempts: Attempts
  let recover: (@Sendable (any Error) -> Action)?
  let site: CallSite
  let body: @Sendable (ThunkContext<State, Action>) async throws -> Value

  func start(id: (any Hashable & Sendable)?, _ inFlight: InFlight) -> Task<Value, any Error> {
    // The store puts the task here, if it starts one.
    let slot = Guarded<Task<Value, any Error>?>(nil)
    let refuse: @Sendable () -> Void = {
      slot.withLock { $0 = Task { throw ThunkError.alreadyRunning(id: "\(id ?? "")") } }
    }
    store.perform(
      .thunk(id: id, inFlight, onKept: refuse) { token, end in
        let task = Task {
          defer { end() }
          return try await run(token)
        }
        slot.withLock { $0 = task }
        return { task.cancel() }
      })
    return slot.withLock { $0 } ?? Task { throw CancellationError() }
  }

  private func run(_ token: EffectToken) async throws -> Value {
    // Cancels the token, too, because a context may be used outside its own task.
    try await withTaskCancellationHandler {
      do {
        return try await attempts.run(token, store.dependencies.clock) {
          try await body(ThunkContext(store: store, token: $0))
        }
      } catch {
        if !token.dropsActions, let recover {
          _ = store.dispatch(recover(error), from: site, token)
        }
        throw error
      }
    } onCancel: {
      token.cancel()
    }
  }
}
