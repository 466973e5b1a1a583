import MillraceRender
import MillraceStore

/// A component that reads a value from a store, and is rendered again when that value changes.
///
/// ```swift
/// Connect(store, \.items.count) { count, dispatch in
///   Text("\(count) items").grow()
///   Button("Add") { dispatch(.add) }
/// }
/// ```
///
/// All components that are rendered in one pass read the same snapshot of a root store and of its
/// scopes, so `body` may make a new scope each time. While another thread is still delivering a
/// change, the affected components may be rendered only in the next frame. A dispatch never waits
/// for a frame.
public struct Connect<State: Sendable, Action: Sendable, Value: Sendable>: LiveComponent {
  private let store: Store<State, Action>
  private let dispatcher: Dispatcher<Action>
  /// The observed part of the store's state; nil for a function, because functions cannot be compared.
  private let part: Part?
  private let select: @Sendable (State) -> Value
  private let follow: @Sendable (@escaping @Sendable () -> Void) -> AnyObject
  /// Passes the shown value to the object that follows the store.
  /// - Returns: The previously shown version and value; nil if nothing was shown. The value is nil
  ///   if the object keeps only the version.
  private let show:
    @Sendable (AnyObject?, Value, _ version: UInt64) -> (version: UInt64, value: Value?)?
  private let content: @MainActor (Value, Dispatcher<Action>) throws -> Node

  /// Reads the value at a key path. A change elsewhere in the state does not render the component.
  /// - Parameters:
  ///   - store: The store to read from.
  ///   - path: The key path to the value.
  ///   - dispatcher: Passed to the content to send actions; by default, a dispatcher to the store.
  ///     If the content has `Equatable` components, pass the same dispatcher each time.
  ///   - content: Makes the node for the value.
  public init(
    _ store: Store<State, Action>, _ path: KeyPath<State, Value> & Sendable,
    dispatcher: Dispatcher<Action>? = nil,
    @NodeBuilder content: @escaping @MainActor (Value, Dispatcher<Action>) throws -> Node
  ) where Value: Equatable {
    self.init(store, dispatcher, .path(path), { $0[keyPath: path] }, { .path(path) }, content)
  }

  /// Reads the value of a selector. Each component caches the selector's results separately.
  /// - Parameters:
  ///   - store: The store to read from.
  ///   - selector: Computes the value when one of its inputs has changed.
  ///   - dispatcher: As in the initializer for a key path.
  ///   - content: Makes the node for the value.
  public init(
    _ store: Store<State, Action>, _ selector: StateSelector<State, Value>,
    dispatcher: Dispatcher<Action>? = nil,
    @NodeBuilder content: @escaping @MainActor (Value, Dispatcher<Action>) throws -> Node
  ) where Value: Equatable {
    self.init(
      store, dispatcher, .selector(selector.identity), selector.select, { .selector(selector) },
      content)
  }

  /// Reads the result of a function, which runs after every change. A key path is faster.
  /// - Parameters:
  ///   - store: The store to read from.
  ///   - select: Computes the value.
  ///   - dispatcher: As in the initializer for a key path.
  ///   - content: Makes the node for the value.
  @_disfavoredOverload
  public init(
    _ store: Store<State, Action>, dispatcher: Dispatcher<Action>? = nil,
    _ select: @escaping @Sendable (State) -> Value,
    @NodeBuilder content: @escaping @MainActor (Value, Dispatcher<Action>) throws -> Node
  ) where Value: Equatable {
    self.init(store, dispatcher, nil, select, { .function(select) }, content)
  }

  /// Reads the whole state, and is rendered again after every change.
  /// - Parameters:
  ///   - store: The store to read from.
  ///   - dispatcher: As in the initializer for a key path.
  ///   - content: Makes the node for the state.
  public init(
    _ store: Store<State, Action>, dispatcher: Dispatcher<Action>? = nil,
    @NodeBuilder content: @escaping @MainActor (State, Dispatcher<Action>) throws -> Node
  ) where Value == State {
    self.store = store
    self.dispatcher = dispatcher ?? Dispatcher(store)
    part = .all
    select = { $0 }
    self.content = content
    // Keeps no part of the state between changes, so the reducer can change the state in place.
    follow = { store.follow(.commits, $0) }
    show = { ($0 as? ShownValue<Void>)?.show((), of: $2).map { ($0.version, nil) } }
  }

  private init(
    _ store: Store<State, Action>, _ dispatcher: Dispatcher<Action>?, _ part: Part?,
    _ select: @escaping @Sendable (State) -> Value,
    _ observed: @escaping @Sendable () -> Observed<State, Value>,
    _ content: @escaping @MainActor (Value, Dispatcher<Action>) throws -> Node
  ) {
    self.store = store
    self.dispatcher = dispatcher ?? Dispatcher(store)
    self.part = part
    self.select = select
    self.content = content
    follow = { store.follow(observed(), $0) }
    show = { ($0 as? ShownValue<Value>)?.show($1, of: $2).map { ($0.version, $0.state) } }
  }

  public var connectionSource: AnyHashable? {
    part.map { Source(state: store.source, part: $0) }
  }

  /// An enum instead of an `AnyHashable`, because wrapping a key path in one looks up conformances
  /// of its type and of all superclasses. This took a tenth of a program's first frame.
  private enum Part: Hashable {
    case all
    case path(AnyKeyPath)
    case selector(Identity)

    var keyPath: AnyKeyPath? { if case .path(let path) = self { path } else { nil } }
  }

  private struct Source: Hashable {
    let state: AnyHashable
    let part: Part
  }

  public func connect(_ invalidation: Invalidation) -> AnyObject? { follow { invalidation() } }

  public func body(in context: RenderContext) throws -> Node {
    let rootSnapshot = context.frameValue(for: store.rootID) { store.capture() }
    let snapshot = store.snapshot(in: rootSnapshot)
    let value = select(snapshot.state)
    if let old = show(context.connection, value, snapshot.version) {
      context.recordSource(
        part?.keyPath ?? State.self,
        old: old.value ?? "version \(old.version)",
        new: old.value == nil ? "version \(snapshot.version)" : value)
    }
    return try content(value, dispatcher)
  }
}
