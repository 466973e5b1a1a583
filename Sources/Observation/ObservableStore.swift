import Observation
import MillraceStore

/// A store as an observable object: SwiftUI, or whatever else uses Observation, reads it as it is.
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
/// **What is read is observed, and nothing else.** A change elsewhere in the state does not
/// invalidate who reads `model.items`. The path ends at the first name: `model.items.count` follows
/// all that happens to the items; `model[\.items.count]` follows their number alone. `model.state`
/// follows every change.
///
/// **Reads are coherent.** All that is read in one turn of the main actor comes from one snapshot
/// of the store: the newest when the turn's first read was made, or when `dispatch(_:)` of this
/// object last returned in it. An action that goes to the store by another way in the same turn is
/// seen in the next. When the turn is over the snapshot is let go, and a reducer changes its state
/// in place again; only the values at key paths that were read are kept, by their subscriptions.
///
/// **Observers are told on the main actor**: before `dispatch(_:)` of this object returns, unless
/// another thread is just delivering; for that, and for changes that come by another way, in a turn
/// that follows. What has changed by then is told as one. An observer may be told once too often,
/// of a value that it has read already, and never too seldom.
///
/// A key path is subscribed to when it is read, and let go of when its observers have been told: who still
/// wants to know reads it again. Swift does not say when an observer goes before that, so from time to time
/// those that have not been read again for long are told, too, and let go of. It keeps the store.
///
/// Source: Observation,
/// <https://github.com/swiftlang/swift-evolution/blob/main/proposals/0395-observability.md>.
@MainActor
@dynamicMemberLookup
public final class ObservableStore<State: Sendable, Action: Sendable>: Observable {
  /// The store that is observed.
  nonisolated public let store: Store<State, Action>

  private let hop: MainActorHop
  private let pending = PendingChanges()
  /// What is observed, by key path; the whole state is under that of itself.
  private var values: [AnyKeyPath: ObservedValue] = [:]
  private var lastRead = 0
  /// How many there were when those not read again were let go of last.
  private var kept = 0
  /// What this turn reads from, once it has read something.
  private var pinned: Snapshot<State>?

  /// Makes a store observable. Several such objects may stand on one store, or on its scopes.
  /// - Parameters:
  ///   - store: What to read from and to send actions to.
  ///   - hop: How word of a change, or of a turn's end, reaches the main actor; the default is a
  ///     task.
  public init(
    _ store: Store<State, Action>,
    hop: @escaping MainActorHop = { work in Task { @MainActor in work() } }
  ) {
    self.store = store
    self.hop = hop
  }

  /// The whole state. A view that reads it observes every action, also one that changed nothing.
  public var state: State {
    // Nothing of the state is kept between changes, so the reducer goes on changing it in place.
    observe(\State.self, .commits, ())
    return snapshot.state
  }

  /// The value of a property of the state. Who reads it observes that property alone.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember path: KeyPath<State, Value> & Sendable
  ) -> Value { self[path] }

  /// The value at a key path. Who reads it observes what is at the end of the path alone.
  public subscript<Value: Equatable & Sendable>(path: KeyPath<State, Value> & Sendable) -> Value {
    let value = snapshot.state[keyPath: path]
    observe(path, .path(path), value)
    return value
  }

  /// Applies an action, and tells the observers.
  ///
  /// What is read afterwards in the same turn holds the change.
  /// - Parameters:
  ///   - action: What happened.
  ///   - fileID: Where; the defaults name the place of the call, which its commit then shows.
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    dispatch(action, from: CallSite(fileID: fileID, line: line, function: function))
  }

  /// Applies an action on behalf of a place in the program that is known already.
  public func dispatch(_ action: Action, from origin: CallSite) {
    pending.beginDispatch()
    store.dispatch(action, from: origin)
    tell(pending.endDispatch())
  }

  /// What this turn reads from.
  private var snapshot: Snapshot<State> {
    if let pinned { return pinned }
    let snapshot = store.snapshot
    pinned = snapshot
    // Let go when the turn is over.
    if pending.isHopNeeded() { hop { [weak self] in self?.beginTurn() } }
    return snapshot
  }

  private func beginTurn() { tell(pending.endHop()) }

  private func tell(_ changed: [ObservedValue]) {
    pinned = nil
    for value in changed { letGo(of: value) }
  }
}

extension ObservableStore {
  /// How many values may be observed before those not read again are let go of.
  private static var limit: Int { 64 }

  /// Notes that a value was read by whatever is being tracked.
  private func observe<Value: Sendable>(
    _ path: AnyKeyPath, _ observed: @autoclosure () -> Observed<State, Value>, _ read: Value
  ) {
    lastRead += 1
    let value = values[path] ?? begin(path, observed())
    value.read(lastRead)
    // What was read may be newer than what was delivered, or older than the newest.
    (value.shown as? ShownValue<Value>)?.show(read, of: snapshot.version)
  }

  private func begin<Value>(
    _ path: AnyKeyPath, _ observed: Observed<State, Value>
  ) -> ObservedValue {
    if values.count >= max(Self.limit, kept * 2) { letGoOfUnread() }
    let value = ObservedValue(path)
    value.shown = store.follow(observed, note(value))
    values[path] = value
    return value
  }

  private func letGo(of value: ObservedValue) {
    if values[value.path] === value { values[value.path] = nil }
    value.tell()
  }

  /// Tells the observers of the half that was read longest ago, and lets go of it. Those who are there read
  /// it again; so the number of values stays within twice that of those that are observed.
  private func letGoOfUnread() {
    let old = values.values.sorted { $0.lastRead < $1.lastRead }.prefix((values.count + 1) / 2)
    for value in old { letGo(of: value) }
    kept = values.count
  }

  /// Brings word, from any thread, that a value has changed.
  private func note(_ value: ObservedValue) -> @Sendable () -> Void {
    { [weak self, weak value, pending, hop] in
      guard let value else { return }
      // This object is touched on the main actor only: nobody else is to be the last who holds it.
      if pending.add(value) { hop { self?.beginTurn() } }
    }
  }
}
