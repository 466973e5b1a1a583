import MillraceSystem
import Synchronization

/// Watches over the file of a running program: tells the state how saving goes, merges what others write, and hands
/// changes to the process that writes.
final class DocumentMonitor<Interface: DocumentInterface>: Sendable {
  typealias State = DocumentState<Interface>
  typealias Action = DocumentAction<Interface>

  private struct Known {
    weak var store: Store<State, Action>?
    var context: StoreContext<State, Action>?
    var issues: [String] = []
  }

  private let file: DocumentFile<Interface>
  private let known = Mutex(Known())

  init(_ file: DocumentFile<Interface>) { self.file = file }

  /// What went wrong besides saving, a line each.
  var issues: [String] { known.withLock { $0.issues } }

  /// Stands before persistence.
  var middleware: Middleware<State, Action> {
    Middleware(parts: { [self] context in
      known.withLock { $0.context = context }
      return .init(handle: { action, next in
        switch context.state.access {
        case _ where action == .takeOver: self.takeOver()
        case .writing: next(action)
        case _ where !action.isOfDocument: next(action)
        case .handingOver, .abandoned: self.handOver(action)
        case .readOnly: break
        }
      })
    })
  }

  /// Asks each second whether the process that writes has ended.
  var sources: @Sendable (State) -> [ActionSource<Action>] {
    { state in
      guard state.access == .handingOver else { return [] }
      return [
        .run(id: "writer") { [self] send in
          while known.withLock({ $0.store })?.savedFile?.hasOtherWriter != false {
            try await send.dependencies.clock.sleep(for: .seconds(1))
          }
          send(.accessChanged(.abandoned))
        }
      ]
    }
  }

  /// From now on what others write is merged.
  func connect(_ store: Store<State, Action>) {
    known.withLock { $0.store = store }
    if case .changedByOthers? = store.savedFile?.failure { Task.detached { self.merge() } }
  }

  func hear(_ issue: any RuntimeIssue) {
    switch issue {
    // Persistence tells of it by events, too; or it is the interface's, which is kept as well as may be.
    case MiddlewareIssue.persistence, StoreIssue.middlewareDidNotStart: return
    // The last save may fail when there is no screen any more to say so.
    case StoreIssue.droppedAfterEnd: return
    default: known.withLock { if $0.issues.count < 20 { $0.issues.append("\(issue)") } }
    }
  }

  func hear(_ event: PersistenceEvent) {
    switch event {
    case .failed(.changedByOthers(_, nil)):
      // Not on this thread, which is saving.
      Task.detached { self.merge() }
    case .failed(let error): tell(error)
    case .saved: tell(nil)
    case .noticed(let error): known.withLock { $0.issues.append("\(error)") }
    case .readOnly(_, .inUse): dispatch(.accessChanged(.handingOver))
    case .readOnly(_, let reason):
      dispatch(.accessChanged(.readOnly(reason?.description ?? "it is only looked at")))
    case .restored: break
    }
  }

  private func dispatch(_ action: Action) {
    guard let context = known.withLock({ $0.context }) else { return }
    context.dispatch(action)
  }

  private func tell(_ error: PersistenceError?) {
    let failure = error.map { "\($0)" }
    guard let context = known.withLock({ $0.context }), context.state.failure != failure else {
      return
    }
    context.dispatch(.failed(failure))
  }

  /// Takes in what a program that synchronizes files, or an editor, has written. What cannot be read is told, and
  /// looked at again when it changes again.
  private func merge() {
    guard let store = known.withLock({ $0.store }), let saved = store.savedFile else { return }
    do {
      try saved.merge(as: SavedDocument<Interface>.self) { theirs, base in
        let (state, theirs) = (store.state, theirs.version.document)
        // What is merged can be taken back, and so has to be in the journal; where both sides are the same, two
        // machines come to rest.
        if theirs == state.document { return false }
        store.dispatch(
          .merge(
            theirs, base: base?.version.document ?? .init(),
            keeping: state.interface.editedElements))
        return true
      }
    } catch {
      tell(error)
    }
  }

  private func handOver(_ action: Action) {
    do {
      let entry = try file.location.post(
        action, version: Interface.Document.version, storage: file.storage)
      let clock = known.withLock { $0.context }?.dependencies.clock ?? ContinuousClock()
      Task { [self] in
        do {
          try await file.location.wait(
            for: entry, patience: .seconds(3), clock: clock, storage: file.storage
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
    // Not on this thread, which may draw.
    Task.detached { [self] in
      guard let store = known.withLock({ $0.store }), let saved = store.savedFile else { return }
      // A change of this program's that is being written has the file for a moment.
      for _ in 1...20 {
        do throws(PersistenceError) {
          try saved.takeOver()
          dispatch(.accessChanged(.writing))
          return saved.lookAround()
        } catch .inUse {
          try? await store.dependencies.clock.sleep(for: .milliseconds(50))
        } catch {
          return tell(error)
        }
      }
      dispatch(.accessChanged(.handingOver))
    }
  }
}
