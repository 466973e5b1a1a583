import MillraceStore
import Synchronization

/// The running thunks of one store.
final class ThunkRunner: Sendable {
  private struct Running: Sendable {
    var isClosed = false
    var nextID = 0
    var tasks: [Int: Task<Void, any Error>] = [:]
  }

  private let running = Guarded(Running())

  /// How many thunks have not ended.
  var count: Int { running.withLock { $0.tasks.count } }

  func run<State: Sendable, Action: Sendable>(
    _ thunk: @escaping @Sendable (ThunkContext<State, Action>) async throws -> Void,
    _ store: StoreContext<State, Action>
  ) -> Task<Void, any Error> {
    let flag = CancellationFlag()
    let context = ThunkContext(store: store, runner: self, flag: flag)
    return running.withLock { running in
      let id = running.nextID
      running.nextID += 1
      // Made under the lock: a task that ends at once finds itself in the table, and takes itself
      // out.
      let task = Task {
        defer { self.forget(id) }
        // The flag, and not `Task.isCancelled`, because a context may be used outside its own task.
        try await withTaskCancellationHandler {
          try Task.checkCancellation()
          try await thunk(context)
        } onCancel: {
          flag.cancel()
        }
      }
      if running.isClosed { task.cancel() }
      running.tasks[id] = task
      return task
    }
  }

  private func forget(_ id: Int) {
    _ = running.withLock { $0.tasks.removeValue(forKey: id) }
  }

  /// Cancels what runs, and whatever is started from now on.
  func close() {
    let tasks = running.withLock { running in
      running.isClosed = true
      return Array(running.tasks.values)
    }
    for task in tasks { task.cancel() }
  }
}

/// Whether a thunk has been cancelled, for all who hold its context.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  func cancel() { flag.store(true, ordering: .releasing) }
}
