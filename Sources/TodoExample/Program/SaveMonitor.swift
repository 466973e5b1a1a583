import Millrace
import Synchronization

/// Hears how saving goes, and says so: on the screen while there is one, at the end on standard
/// error.
final class SaveMonitor: Sendable {
  private struct State {
    var failure: PersistenceError?
    var context: StoreContext<TodoState, TodoAction>?
    var others: [String] = []
  }

  private let state = Mutex(State())

  /// Why the newest state could not be saved; nil if it could.
  var failure: PersistenceError? { state.withLock { $0.failure } }

  /// From now on failures are shown through a store, until it ends: the last save comes after that.
  func show(in store: Store<TodoState, TodoAction>) {
    state.withLock { $0.context = store.context }
    // That of a run that was cut short is in the journal.
    if store.state.notice != nil { store.dispatch(.notify(nil)) }
  }

  /// What went wrong besides, to be said at the end.
  var others: [String] { state.withLock { $0.others } }

  func hear(_ issue: any RuntimeIssue) {
    // What persistence could not do ends the program at its start, or is an event.
    if case .persistence(let error)? = issue as? MiddlewareIssue, error == failure { return }
    if case .middlewareDidNotStart? = issue as? StoreIssue { return }
    state.withLock { if $0.others.count < 20 { $0.others.append("\(issue)") } }
  }

  func hear(_ event: PersistenceEvent) {
    let failure: PersistenceError?
    switch event {
    case .failed(let error): failure = error
    case .saved: failure = nil
    case .restored, .noticed, .readOnly: return
    }
    let (context, hasChanged) = state.withLock { state in
      defer { state.failure = failure }
      return (state.context, state.failure != failure)
    }
    if hasChanged { context?.dispatch(.notify(failure.map { "Not saved: \($0)" })) }
  }
}
