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
/// The store is subscribed to when `state` or a key path is first read, until this object goes. It
/// keeps the store.
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
  private var places: [ObservedPlace] = []
  private var indices: [AnyKeyPath: Int] = [:]
  private var wholeIndex: Int?
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

  /// The whole state. Who reads it observes every action, also one that changed nothing.
  public var state: State {
    places[wholeIndex ?? addWhole()].read()
    return snapshot.state
  }

  /// The value of a property of the state. Who reads it observes that property alone.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember path: KeyPath<State, Value> & Sendable
  ) -> Value { self[path] }

  /// The value at a key path. Who reads it observes what is at the end of the path alone.
  public subscript<Value: Equatable & Sendable>(path: KeyPath<State, Value> & Sendable) -> Value {
    places[indices[path] ?? addPlace(at: path)].read()
    return snapshot.state[keyPath: path]
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

  private func tell(_ changed: [Int]) {
    pinned = nil
    for index in changed { places[index].tell() }
  }
}

extension ObservableStore {
  private func addPlace<Value: Equatable & Sendable>(
    at path: KeyPath<State, Value> & Sendable
  ) -> Int {
    let index = add { [store] changed in store.listen(to: path) { _ in changed() } }
    indices[path] = index
    // What changed after this turn's snapshot and before the subscription is told to nobody.
    let (read, newest) = (snapshot, store.snapshot)
    if read.version != newest.version, read.state[keyPath: path] != newest.state[keyPath: path] {
      note(index)()
    }
    return index
  }

  private func addWhole() -> Int {
    // Nothing of the state is kept between changes, so the reducer goes on changing it in place.
    let index = add { [store] changed in
      store.listen(to: { _ in EveryChange() }) { _ in changed() }
    }
    wholeIndex = index
    if snapshot.version != store.snapshot.version { note(index)() }
    return index
  }

  private func add(_ subscribe: (@escaping @Sendable () -> Void) -> Subscription) -> Int {
    let index = places.count
    places.append(ObservedPlace(subscribe(note(index))))
    return index
  }

  /// Brings word, from any thread, that a place has changed.
  private func note(_ index: Int) -> @Sendable () -> Void {
    { [weak self, pending, hop] in
      // This object is touched on the main actor only: nobody else is to be the last who holds it.
      if pending.add(index) { hop { self?.beginTurn() } }
    }
  }
}
