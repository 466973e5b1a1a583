import MillraceRender
import MillraceStore

/// A component that reads a value from a store, and is rendered again when that value changes.
///
/// ```swift
/// Connect(store, \.items.count) { count, dispatch in Text("\(count) items") }
/// ```
///
/// All that is rendered in one pass reads one snapshot of the store. While another thread still
/// delivers a change, what it concerns may be rendered in the next frame only. Dispatching never
/// waits for a frame.
public struct Connect<State: Sendable, Action: Sendable, Value: Sendable>: LiveComponent {
  private let store: Store<State, Action>
  private let dispatcher: Dispatcher<Action>
  /// What is listened to, where it can be compared: the store and what of its state.
  private let path: AnyHashable?
  private let select: @Sendable (State) -> Value
  private let subscribe: @Sendable (@escaping @Sendable () -> Void) -> Subscription
  private let content: @MainActor (Value, Dispatcher<Action>) throws -> Node

  /// Reads the value at a key path. Changes elsewhere in the state cost nothing.
  /// - Parameters:
  ///   - store: what to read from.
  ///   - path: where the value is.
  ///   - dispatcher: what the content is given to send actions with; the default sends to the
  ///     store. Pass one that lasts, where the content holds `Equatable` components.
  ///   - content: what to show for the value.
  public init(
    _ store: Store<State, Action>, _ path: KeyPath<State, Value> & Sendable,
    dispatcher: Dispatcher<Action>? = nil,
    @NodeBuilder content: @escaping @MainActor (Value, Dispatcher<Action>) throws -> Node
  ) where Value: Equatable {
    self.init(store, dispatcher, path, { $0[keyPath: path] }, .path(path), content)
  }

  /// Reads the value of a selector, with a memory of its own.
  /// - Parameters:
  ///   - store: what to read from.
  ///   - selector: computes the value, when one of its inputs has changed.
  ///   - dispatcher: as with a key path.
  ///   - content: what to show for the value.
  public init(
    _ store: Store<State, Action>, _ selector: StateSelector<State, Value>,
    dispatcher: Dispatcher<Action>? = nil,
    @NodeBuilder content: @escaping @MainActor (Value, Dispatcher<Action>) throws -> Node
  ) where Value: Equatable {
    self.init(
      store, dispatcher, nil, selector.select, .function(selector.withOwnMemory().select), content)
  }

  /// Reads what a function computes, after every change: a key path is quicker, where there is one.
  /// - Parameters:
  ///   - store: what to read from.
  ///   - select: computes the value.
  ///   - dispatcher: as with a key path.
  ///   - content: what to show for the value.
  @_disfavoredOverload
  public init(
    _ store: Store<State, Action>, dispatcher: Dispatcher<Action>? = nil,
    _ select: @escaping @Sendable (State) -> Value,
    @NodeBuilder content: @escaping @MainActor (Value, Dispatcher<Action>) throws -> Node
  ) where Value: Equatable {
    self.init(store, dispatcher, nil, select, .function(select), content)
  }

  /// Reads the whole state, and is rendered again after every change.
  public init(
    _ store: Store<State, Action>, dispatcher: Dispatcher<Action>? = nil,
    @NodeBuilder content: @escaping @MainActor (State, Dispatcher<Action>) throws -> Node
  ) where Value == State {
    self.store = store
    self.dispatcher = dispatcher ?? Dispatcher(store)
    path = 0
    select = { $0 }
    self.content = content
    // Nothing of the state is kept between changes, so the reducer goes on changing it in place.
    subscribe = { changed in store.subscribeToCommits { _ in changed() } }
  }

  private init(
    _ store: Store<State, Action>, _ dispatcher: Dispatcher<Action>?, _ path: AnyHashable?,
    _ select: @escaping @Sendable (State) -> Value, _ observed: Observed<State, Value>,
    _ content: @escaping @MainActor (Value, Dispatcher<Action>) throws -> Node
  ) {
    self.store = store
    self.dispatcher = dispatcher ?? Dispatcher(store)
    self.path = path
    self.select = select
    self.content = content
    subscribe = { changed in store.subscribe(observed) { _ in changed() } }
  }

  public var connectionSource: AnyHashable? {
    path.map { Source(store: ObjectIdentifier(store), path: $0) }
  }

  private struct Source: Hashable {
    let store: ObjectIdentifier
    let path: AnyHashable
  }

  public func connect(_ invalidation: Invalidation) -> AnyObject? {
    // Subscribed first, then looked at the version: a change between the two lines is told twice,
    // never not at all.
    let subscription = subscribe { invalidation() }
    return Connection(version: store.snapshot.version, subscription: subscription)
  }

  public func body(in context: RenderContext) throws -> Node {
    let snapshot = context.frameValue(for: ObjectIdentifier(store)) { store.snapshot }
    if let connection = context.connection as? Connection, connection.version > snapshot.version {
      // Connected after this pass took its snapshot: what changed in between was told to nobody.
      context.invalidation()
    }
    return try content(select(snapshot.state), dispatcher)
  }

  private final class Connection {
    let version: UInt64
    let subscription: Subscription

    init(version: UInt64, subscription: Subscription) {
      self.version = version
      self.subscription = subscription
    }
  }
}
