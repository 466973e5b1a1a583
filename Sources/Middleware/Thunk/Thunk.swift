import MillraceStore

/// Asynchronous work of a store, with its options.
struct Thunk<State: Sendable, Action: Sendable, Value: Sendable>: Sendable {
  let store: StoreContext<State, Action>
  let retry: ThunkRetry?
  let timeout: Duration?
  let recover: (@Sendable (any Error) -> Action)?
  let site: CallSite
  let body: @Sendable (ThunkContext<State, Action>) async throws -> Value

  func start(_ policy: ThunkPolicy) -> Task<Value, any Error> {
    // The store puts the task here, if it starts one.
    let slot = Guarded<Task<Value, any Error>?>(nil)
    let (id, inFlight): ((any Hashable & Sendable)?, InFlight) =
      switch policy {
      case .unnamed: (nil, .joined)
      case .id(let id): (id, .joined)
      case .takeLatest(let id): (id, .cancelled)
      case .takeLeading(let id): (id, .kept)
      }
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
      for attempt in 1... {
        try Task.checkCancellation()
        let part = EffectToken(partOf: token)
        do {
          return try await runAttempt(part)
        } catch {
          // Actions of a failed attempt are dropped.
          part.cancel()
          guard !token.dropsActions, let delay = retry?.delay(attempt, error) else {
            if let recover { _ = store.dispatch(recover(error), from: site, token) }
            throw error
          }
          try await store.dependencies.clock.sleep(for: delay)
        }
      }
      throw CancellationError()
    } onCancel: {
      token.cancel()
    }
  }

  /// Runs one attempt. An attempt that ignores its cancellation is not waited for.
  private func runAttempt(_ token: EffectToken) async throws -> Value {
    let context = ThunkContext(store: store, token: token)
    guard let timeout else { return try await body(context) }
    let (results, news) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
    let work = Task {
      do { news.yield(.success(try await body(context))) } catch { news.yield(.failure(error)) }
    }
    let timer = store.dependencies.clock.scheduler.schedule(after: timeout) {
      token.cancel()
      news.yield(.failure(ThunkError.timedOut(after: timeout)))
    }
    defer {
      timer.cancel()
      work.cancel()
    }
    for await result in results { return try result.get() }
    throw CancellationError()
  }
}
