import Observation
import MillraceStore

/// A store as an observable object, which SwiftUI and other users of Observation can read directly.
///
/// ```swift
/// struct Header: View {
///   let model: ObservableStore<Todos, TodoAction>
///
///   var body: some View {
///     Text("\(model[\.items.count]) items")
///     Button("Add") { model.dispatch(.add) }
///   }
/// }
/// ```
///
/// **Only the values that are read are observed.** A change elsewhere in the state does not
/// invalidate a view that reads `model.items`. With dot syntax, the first property is observed as a
/// whole: `model.items.count` observes every change of the items; `model[\.items.count]` observes
/// only their number. `model.state` observes every change.
///
/// **Reads are coherent.** All reads in one turn of the main actor use one snapshot of the store,
/// which the first read of the turn takes. After a `dispatch(_:)` of this object, the next read
/// takes a new snapshot. An action that reaches the store in another way in the same turn is
/// visible in the next turn. After the turn the snapshot is released, so that the reducer can
/// change the state in place. Only the values at key paths that were read are kept, by their
/// subscriptions.
///
/// **Observers are notified on the main actor**, before `dispatch(_:)` of this object returns. If
/// another thread is delivering changes of the store at that time, or if the change does not come
/// from this object, the observers are notified in a later turn, once for all changes up to then.
/// An observer may be notified once too often, for a value that it has already read, but it misses
/// no change.
///
/// The object subscribes to a key path when the path is read, and cancels the subscription when it
/// notifies the observers. An observer that is still interested then reads the path again. Swift
/// does not report that an observer was released. So from time to time the object notifies the
/// observers of values that were not read for a long time, and cancels those subscriptions.
///
/// The object retains the store.
///
/// Source: Observation,
/// <https://github.com/swiftlang/swift-evolution/blob/main/proposals/0395-observability.md>.
@MainActor
@dynamicMemberLookup
public final class ObservableStore<State: Sendable, Action: Sendable>: Observable {
  /// The observed store.
  nonisolated public let store: Store<State, Action>

  private let runOnMainActor: MainActorRunner
  private let pending = PendingChanges()
  /// The observed values by key path; the key of the whole state is `\State.self`.
  private var values: [AnyKeyPath: ObservedValue] = [:]
  private var lastRead = 0
  /// The number of values that seem to be in use: those that the last removal of unread values
  /// kept, and removed ones that were read again since.
  private var usedCount = 0
  /// The paths of removed values that were not read again; at most 17 times as many as `limit`.
  private var removedPaths: Set<AnyKeyPath> = []
  /// The snapshot that reads in this turn use; nil before the first read, and after a dispatch.
  private var pinned: Snapshot<State>?

  /// Makes a store observable. Several such objects can use one store, or its scopes.
  /// - Parameters:
  ///   - store: The store to read from and to send actions to.
  ///   - runOnMainActor: Runs work on the main actor after a change, or at a turn's end; by
  ///     default, in a task.
  public init(
    _ store: Store<State, Action>,
    runOnMainActor: @escaping MainActorRunner = { work in Task { @MainActor in work() } }
  ) {
    self.store = store
    self.runOnMainActor = runOnMainActor
  }

  /// The whole state. A view that reads it observes every action, even one that changed nothing.
  public var state: State {
    // `.commits` keeps no part of the state between changes, so that the reducer can change the
    // state in place.
    observe(\State.self, .commits, ())
    return snapshot.state
  }

  /// The value of a property of the state. Reading it observes only that property.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember path: KeyPath<State, Value> & Sendable
  ) -> Value { self[path] }

  /// The value at a key path. Reading it observes only the value at the end of the path.
  public subscript<Value: Equatable & Sendable>(path: KeyPath<State, Value> & Sendable) -> Value {
    let value = snapshot.state[keyPath: path]
    observe(path, .path(path), value)
    return value
  }

  /// Applies an action, and notifies the observers.
  ///
  /// Later reads in the same turn contain the change.
  /// - Parameters:
  ///   - action: The action to apply.
  ///   - fileID: With `line` and `function`, the call site that the commit names; by default, that
  ///     of this call.
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    dispatch(action, from: CallSite(fileID: fileID, line: line, function: function))
  }

  /// Applies an action on behalf of another call site.
  public func dispatch(_ action: Action, from origin: CallSite) {
    pending.beginDispatch()
    store.dispatch(action, from: origin)
    notify(pending.endDispatch())
  }

  /// The snapshot of this turn.
  private var snapshot: Snapshot<State> {
    if let pinned { return pinned }
    let snapshot = store.snapshot
    pinned = snapshot
    // The snapshot is released when the turn ends.
    if pending.markTurnScheduled() { runOnMainActor { [weak self] in self?.beginTurn() } }
    return snapshot
  }

  private func beginTurn() { notify(pending.endTurn()) }

  private func notify(_ changed: [ObservedValue]) {
    pinned = nil
    for value in changed { stopObserving(value) }
  }
}

extension ObservableStore {
  /// The number of observed values above which unread values are removed. If it did not grow with
  /// the values in use, observers that read again in a later turn would be notified without end.
  private var limit: Int { max(64, usedCount * 2) }

  /// Registers a read of a value with the current observation tracking.
  private func observe<Value: Sendable>(
    _ path: AnyKeyPath, _ observed: @autoclosure () -> Observed<State, Value>, _ read: Value
  ) {
    lastRead += 1
    let value = values[path] ?? begin(path, observed())
    value.registerRead(lastRead)
    // Records which version was read: it may be newer than the last delivered one, or older than
    // the newest one.
    (value.shown as? ShownValue<Value>)?.show(read, of: snapshot.version)
  }

  private func begin<Value>(
    _ path: AnyKeyPath, _ observed: Observed<State, Value>
  ) -> ObservedValue {
    if removedPaths.remove(path) != nil { usedCount += 1 }
    if values.count >= limit { removeUnreadValues() }
    let value = ObservedValue(path)
    value.shown = store.follow(observed, notifier(of: value))
    values[path] = value
    return value
  }

  private func stopObserving(_ value: ObservedValue) {
    if values[value.path] === value { values[value.path] = nil }
    value.notify()
  }

  /// Notifies the observers of the half of the values that was read longest ago, and removes these
  /// values. Observers that still exist read their values again, which adds these values again.
  private func removeUnreadValues() {
    let old = values.values.sorted { $0.lastRead < $1.lastRead }.prefix((values.count + 1) / 2)
    if removedPaths.count > 16 * limit { removedPaths = [] }
    removedPaths.formUnion(old.map(\.path))
    usedCount = values.count - old.count
    // An observer may read its value again at once.
    for value in old { stopObserving(value) }
  }

  /// Returns a function that adds a changed value to `pending`. It can be called on any thread.
  private func notifier(of value: ObservedValue) -> @Sendable () -> Void {
    { [weak self, weak value, pending, runOnMainActor] in
      guard let value else { return }
      // `self` is captured weakly, because this object must not be released on another thread than
      // the main actor's.
      if pending.add(value) { runOnMainActor { self?.beginTurn() } }
    }
  }
}
