import MillraceRender
import MillraceStore

/// A component that reads a value from a store, and is rendered again when that value changes.
///
/// ```swift
/// Connect(store, \.items.count) { count, dispatch in Text("\(count) items") }
/// ```
///
/// All that is rendered in one pass reads one snapshot of the root store, its scopes too: a scope may be made
/// in `body`, each time anew. While another thread still delivers a change, what it concerns may be rendered
/// in the next frame only. Dispatching never waits for a frame.
public struct Connect<State: Sendable, Action: Sendable, Value: Sendable>: LiveComponent {
  private let store: Store<State, Action>
  private let dispatcher: Dispatcher<Action>
  /// What is listened to of the store's state, where it can be compared.
  private let path: AnyHashable?
  private let select: @Sendable (State) -> Value
  private let follow: @Sendable (@escaping @Sendable () -> Void) -> AnyObject
  /// Tells what follows the store what is shown.
  /// - Returns: what was; no value where none is kept.
  private let show:
    @Sendable (AnyObject?, Value, _ version: UInt64) -> (version: UInt64, value: Value?)?
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
    self.init(store, dispatcher, path, { $0[keyPath: path] }, { .path(path) }, content)
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
      store, dispatcher, selector.identity, selector.select, { .selector(selector) }, content)
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
    self.init(store, dispatcher, nil, select, { .function(select) }, content)
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
    follow = { store.follow(.commits, $0) }
    show = { ($0 as? ShownValue<Void>)?.show((), of: $2).map { ($0.version, nil) } }
  }

  private init(
    _ store: Store<State, Action>, _ dispatcher: Dispatcher<Action>?, _ path: AnyHashable?,
    _ select: @escaping @Sendable (State) -> Value,
    _ observed: @escaping @Sendable () -> Observed<State, Value>,
    _ content: @escaping @MainActor (Value, Dispatcher<Action>) throws -> Node
  ) {
    self.store = store
    self.dispatcher = dispatcher ?? Dispatcher(store)
    self.path = path
    self.select = select
    self.content = content
    follow = { store.follow(observed(), $0) }
    show = { ($0 as? ShownValue<Value>)?.show($1, of: $2).map { ($0.version, $0.state) } }
  }

  public var connectionSource: AnyHashable? {
    path.map { Source(state: store.source, path: $0) }
  }

  private struct Source: Hashable {
    let state: AnyHashable
    let path: AnyHashable
  }

  public func connect(_ invalidation: Invalidation) -> AnyObject? { follow { invalidation() } }

  public func body(in context: RenderContext) throws -> Node {
    let whole = context.frameValue(for: store.rootID) { store.capture() }
    let snapshot = store.snapshot(in: whole)
    let value = select(snapshot.state)
    if let old = show(context.connection, value, snapshot.version) {
      context.noteSource(
        (path?.base as? AnyKeyPath).map { "\($0)" } ?? "\(State.self)",
        old: old.value.map { "\($0)" } ?? "version \(old.version)",
        new: old.value.map { _ in "\(value)" } ?? "version \(snapshot.version)")
    }
    return try content(value, dispatcher)
  }
}
