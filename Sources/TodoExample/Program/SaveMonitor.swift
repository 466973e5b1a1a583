import Millrace
import Synchronization

/// Hears how saving goes, and says so: on the screen while there is one, at the end on standard
/// error.
final class SaveMonitor: Sendable {
  private struct State {
    var failure: PersistenceError?
    var context: StoreContext<TodoState, TodoAction>?
  }

  private let state = Mutex(State())

  /// Why the newest state could not be saved; nil if it could.
  var failure: PersistenceError? { state.withLock { $0.failure } }

  /// From now on failures are shown through a store, until it ends: the last save comes after that.
  func show(in store: Store<TodoState, TodoAction>) {
    state.withLock { $0.context = store.context }
  }

  func hear(_ event: PersistenceEvent) {
    let failure: PersistenceError?
    switch event {
    case .failed(let error): failure = error
    case .saved: failure = nil
    case .restored, .setAside: return
    }
    let (context, hasChanged) = state.withLock { state in
      defer { state.failure = failure }
      return (state.context, state.failure != failure)
    }
    if hasChanged { context?.dispatch(.notify(failure.map { "Not saved: \($0)" })) }
  }
}
