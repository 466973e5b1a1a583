import Millrace
import Synchronization

/// Hears how saving goes: says so on the screen while there is one, at the end on standard error; and merges what
/// others make of the file.
final class SaveMonitor: Sendable {
  private struct State {
    var failure: PersistenceError?
    var store: Store<TodoState, TodoAction>?
    var others: [String] = []
    var lookingOn: String?
  }

  private let state = Mutex(State())

  /// Why the newest state could not be saved; nil if it could.
  var failure: PersistenceError? { state.withLock { $0.failure } }

  /// What went wrong besides, to be said at the end.
  var others: [String] { state.withLock { $0.others } }

  /// Lets nobody change a list that is only looked at.
  var guarding: Middleware<TodoState, TodoAction> {
    Middleware { _, action, next in
      switch action {
      case .show, .sort, .filter, .notify: next(action)
      default: if self.lookingOn == nil { next(action) }
      }
    }
  }

  /// Why the list is only looked at; nil if it can be changed.
  var lookingOn: String? { state.withLock { $0.lookingOn } }

  /// From now on failures are shown through a store, until it ends: the last save comes after that.
  func show(in store: Store<TodoState, TodoAction>) {
    state.withLock { $0.store = store }
    // That of a run that was cut short is in the journal.
    if store.state.notice != nil { store.dispatch(.notify(nil)) }
    // Something may have happened since the store's start.
    if case .changedByOthers? = store.savedFile?.failure { Task.detached { self.merge() } }
  }

  func hear(_ issue: any RuntimeIssue) {
    // What persistence could not do ends the program at its start, or is an event.
    switch issue {
    case MiddlewareIssue.persistence(let error) where error == failure: return
    // What others have written is merged.
    case MiddlewareIssue.persistence(.changedByOthers(_, nil)): return
    // The last save may fail when there is no screen any more to say so.
    case StoreIssue.middlewareDidNotStart, StoreIssue.droppedAfterEnd: return
    default: break
    }
    state.withLock { if $0.others.count < 20 { $0.others.append("\(issue)") } }
  }

  func hear(_ event: PersistenceEvent) {
    switch event {
    case .failed(.changedByOthers(_, nil)):
      // Not on this thread, which is saving.
      Task.detached { self.merge() }
    case .failed(let error): note(error)
    case .saved: note(nil)
    case .readOnly(_, .inUse): explain("another todo has this list open")
    case .readOnly(_, let reason): explain(reason?.description ?? "it is only looked at")
    case .restored, .noticed: break
    }
  }

  private func explain(_ reason: String) {
    state.withLock { $0.lookingOn = "Read-only: \(reason)" }
  }

  private func note(_ failure: PersistenceError?) {
    let (store, hasChanged) = state.withLock { state in
      defer { state.failure = failure }
      return (state.store, state.failure != failure)
    }
    if hasChanged { store?.dispatch(.notify(failure.map { "Not saved: \($0)" })) }
  }

  /// Takes in what a program that synchronizes files, or an editor, has written. What cannot be read is told, and
  /// looked at again when it changes again.
  private func merge() {
    guard let store = state.withLock({ $0.store }), let file = store.savedFile else { return }
    do {
      try file.merge(as: TodoState.self) { theirs, base in
        // What is merged can be taken back, and so has to be in the journal; where the lists are the same, two
        // machines come to rest.
        if theirs.list.items == store.state.list.items { return false }
        store.dispatch(.merge(theirs.list, base: base?.list ?? TodoList()))
        return true
      }
    } catch {
      note(error)
    }
  }
}
