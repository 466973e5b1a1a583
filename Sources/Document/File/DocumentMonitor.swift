import MillraceSystem
import Synchronization

/// Connects the file of a running program with its store: reports failures to save, merges changes
/// of other programs, and sends changes to the writing process.
final class DocumentMonitor<Interface: DocumentInterface>: Sendable {
  typealias State = DocumentState<Interface>
  typealias Action = DocumentAction<Interface>

  private struct Links {
    weak var store: Store<State, Action>?
    var context: StoreContext<State, Action>?
    var issues: [String] = []
  }

  private let file: DocumentFile<Interface>
  private let links = Mutex(Links())

  init(_ file: DocumentFile<Interface>) { self.file = file }

  /// Errors other than those of saving, one line each.
  var issues: [String] { links.withLock { $0.issues } }

  /// The middleware before persistence.
  var middleware: Middleware<State, Action> {
    Middleware(parts: { [self] context in
      links.withLock { $0.context = context }
      return .init(handle: { action, next in
        switch context.state.access {
        case _ where action == .takeOver: self.takeOver()
        case .writing: next(action)
        case _ where !action.changesDocument: next(action)
        case .handingOver, .abandoned: self.handOver(action)
        case .readOnly: break
        }
      })
    })
  }

  /// Checks each second whether the writing process has ended.
  var sources: @Sendable (State) -> [ActionSource<Action>] {
    { state in
      guard state.access == .handingOver else { return [] }
      return [
        .run(id: "writer") { [self] send in
          while links.withLock({ $0.store })?.savedFile?.hasOtherWriter != false {
            try await send.dependencies.clock.sleep(for: .seconds(1))
          }
          send(.accessChanged(.abandoned))
        }
      ]
    }
  }

  /// Begins to merge changes by other programs.
  func connect(_ store: Store<State, Action>) {
    links.withLock { $0.store = store }
    if case .changedByOthers? = store.savedFile?.failure { Task.detached { self.merge() } }
  }

  func receive(_ issue: any RuntimeIssue) {
    switch issue {
    // Persistence also reports these as events; a failure to save the interface is ignored.
    case MiddlewareIssue.persistence, StoreIssue.middlewareDidNotStart: return
    // The last save may fail after the screen is gone.
    case StoreIssue.droppedAfterEnd: return
    default: links.withLock { if $0.issues.count < 20 { $0.issues.append("\(issue)") } }
    }
  }

  func receive(_ event: PersistenceEvent) {
    switch event {
    case .failed(.changedByOthers(_, nil)):
      // This thread is saving, so another one merges.
      Task.detached { self.merge() }
    case .failed(let error): reportFailure(error)
    case .saved: reportFailure(nil)
    case .noticed(let error): links.withLock { $0.issues.append("\(error)") }
    case .readOnly(_, .inUse): dispatch(.accessChanged(.handingOver))
    case .readOnly(_, let reason):
      dispatch(
        .accessChanged(.readOnly(reason?.description ?? "the file is open for reading only")))
    case .restored: break
    }
  }

  private func dispatch(_ action: Action) {
    guard let context = links.withLock({ $0.context }) else { return }
    context.dispatch(action)
  }

  private func reportFailure(_ error: PersistenceError?) {
    let failure = error.map { "\($0)" }
    guard let context = links.withLock({ $0.context }), context.state.failure != failure else {
      return
    }
    context.dispatch(.failed(failure))
  }

  /// Merges what another program, such as an editor or a file synchronizer, has written. An
  /// unreadable version is reported, and read again after its next change.
  private func merge() {
    guard let store = links.withLock({ $0.store }), let saved = store.savedFile else { return }
    do {
      try saved.merge(as: SavedDocument<Interface>.self) { theirs, base in
        let (state, theirs) = (store.state, theirs.version.document)
        // A merge is an undo step, and so it is journaled. Equal versions are not merged: otherwise
        // two machines would write in turns endlessly.
        if theirs == state.document { return false }
        store.dispatch(
          .merge(theirs, base: base?.version.document ?? .init(), keeping: []))
        return true
      }
    } catch {
      reportFailure(error)
    }
  }

  private func handOver(_ action: Action) {
    do {
      let entry = try file.location.enqueue(
        action, version: Interface.Document.version, storage: file.storage)
      let clock = links.withLock { $0.context }?.dependencies.clock ?? ContinuousClock()
      Task { [self] in
        do {
          try await file.location.wait(
            for: entry, timeout: .seconds(3), clock: clock, storage: file.storage
          ) { file.store(access: .write) }
          dispatch(.failed(nil))
        } catch {
          dispatch(.failed("\(error)"))
        }
      }
    } catch {
      dispatch(.failed("\(error)"))
    }
  }

  private func takeOver() {
    // This thread may be drawing, so another one waits for the lock.
    Task.detached { [self] in
      guard let store = links.withLock({ $0.store }), let saved = store.savedFile else { return }
      // While a change by this program is being written, the file may be locked for a moment.
      for _ in 1...20 {
        do throws(PersistenceError) {
          try saved.takeOver()
          dispatch(.accessChanged(.writing))
          return saved.checkForExternalChanges()
        } catch .inUse {
          try? await store.dependencies.clock.sleep(for: .milliseconds(50))
        } catch {
          return reportFailure(error)
        }
      }
      dispatch(.accessChanged(.handingOver))
    }
  }
}
