import Millrace
import Synchronization

/// Hears how saving goes, and says so: on the screen while there is one, at the end on standard
/// error.
final class SaveMonitor: Sendable {
  private struct State {
    var failure: PersistenceError?
    var store: Store<TodoState, TodoAction>?
  }

  private let state = Mutex(State())

  /// Why the newest state could not be saved; nil if it could.
  var failure: PersistenceError? { state.withLock { $0.failure } }

  /// From now on failures are shown through `store`; nil: no longer.
  func show(in store: Store<TodoState, TodoAction>?) { state.withLock { $0.store = store } }

  func hear(_ event: PersistenceEvent) {
    let failure: PersistenceError?
    switch event {
    case .failed(let error): failure = error
    case .saved: failure = nil
    case .restored, .setAside: return
    }
    let (store, hasChanged) = state.withLock { state in
      defer { state.failure = failure }
      return (state.store, state.failure != failure)
    }
    if hasChanged { store?.dispatch(.notify(failure.map { "Not saved: \($0)" })) }
  }
}
