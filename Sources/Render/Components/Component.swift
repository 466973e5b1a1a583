/// A piece of interface as a value: its stored properties are its props, `body` is pure.
///
/// A component that is `Equatable` and whose props did not change is not rendered again.
/// Private state that lasts from frame to frame goes into `@Local` properties.
public protocol Component: NodeConvertible {
  /// What the component shows now. Must depend on the props and on local state alone.
  @MainActor @NodeBuilder var body: Node { get }
}

extension Component {
  public var node: Node { Node(.component(TypedComponentBox(self))) }
}

extension Component where Self: Equatable {
  public var node: Node { Node(.component(EquatableComponentBox(self))) }
}

/// A component that also depends on something outside the tree, which tells it when it changed.
///
/// The renderer connects it before it is shown, and again whenever its parent gives it new props;
/// it lets go of a connection when it has a newer one, or when the component disappears.
public protocol LiveComponent: Component {
  /// Starts listening.
  /// - Parameter invalidation: to be called, on any thread, when the component has to be rendered
  ///   again.
  /// - Returns: what ends the listening when it is released. The default listens to nothing.
  @MainActor func connect(_ invalidation: Invalidation) -> AnyObject?

  /// What the component shows now.
  @MainActor func body(in context: RenderContext) -> Node
}

extension LiveComponent {
  public var node: Node { Node(.component(LiveComponentBox(self))) }

  @MainActor public func connect(_ invalidation: Invalidation) -> AnyObject? { nil }

  public var body: Node {
    fatalError(
      "\(Self.self).body was read, but a LiveComponent is shown by body(in:): put the component "
        + "itself into the tree")
  }
}
