/// A piece of interface as a value: its stored properties are its props, `body` is pure.
///
/// A component that is `Equatable` and whose props did not change is not rendered again.
/// - Private state that lasts from frame to frame goes into `@Local` properties.
/// - What an ancestor provides is read by `@Environment`.
/// - A closure among the props that is called, and makes no nodes, stands in a `@Handler`: it never
///   makes two components different, and the newest is called. A closure that makes nodes is never
///   equal to another, for what it captured may have changed: a component that has one is no
///   `Equatable`.
public protocol Component: NodeConvertible {
  /// What the component shows now. Must depend on the props, local state and environment alone.
  ///
  /// An error that it throws is shown by the nearest ``ErrorBoundary`` around.
  @MainActor @NodeBuilder var body: Node { get throws }
}

extension Component {
  public var node: Node { Node(.component(TypedComponentBox(self))) }
}

extension Component where Self: Equatable {
  public var node: Node { Node(.component(EquatableComponentBox(self))) }
}

/// A component that also depends on something outside the tree, which tells it when it changed.
///
/// It is connected before it is shown; the connection lasts as long as what it connects to, which
/// ``connectionSource`` says, and is released when the component disappears.
public protocol LiveComponent: Component {
  /// What the component listens to: while its parent gives it props with an equal source, the connection
  /// stays. Nil is equal to nothing.
  @MainActor var connectionSource: AnyHashable? { get }

  /// Starts listening.
  /// - Parameter invalidation: to be called, on any thread, when the component has to be rendered
  ///   again.
  /// - Returns: what ends the listening when it is released. The default listens to nothing.
  @MainActor func connect(_ invalidation: Invalidation) -> AnyObject?

  /// What the component shows now.
  @MainActor func body(in context: RenderContext) throws -> Node
}

extension LiveComponent {
  public var node: Node { Node(.component(LiveComponentBox(self))) }

  @MainActor public var connectionSource: AnyHashable? { nil }

  @MainActor public func connect(_ invalidation: Invalidation) -> AnyObject? { nil }

  public var body: Node {
    fatalError(
      "\(Self.self).body was read, but a LiveComponent is shown by body(in:): put the component "
        + "itself into the tree")
  }
}

extension LiveComponent where Self: Equatable {
  public var node: Node { Node(.component(EquatableLiveComponentBox(self))) }
}
