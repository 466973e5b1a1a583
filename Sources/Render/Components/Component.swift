/// A part of the interface as a value: its stored properties are the props, `body` is pure.
///
/// When the parent of a component is rendered, the component is skipped if it is `Equatable` and
/// its props did not change.
/// - `@Local` properties hold private state that lasts from frame to frame.
/// - `@Environment` reads values that an ancestor provides.
/// - A closure prop that creates no nodes belongs in a `@Handler`: a handler never makes two
///   components different, and the newest closure is called. A component with a closure that
///   creates nodes should not be `Equatable`, because the captures may have changed.
///
/// Only `body` is isolated to the main actor. Mark another member with `@MainActor` if it reads a
/// `@Local` or `@Environment` property, makes a ``Binding`` or moves the focus; otherwise the
/// compiler says “… in a synchronous nonisolated context” or “can not be referenced from a
/// nonisolated context”.
public protocol Component: NodeConvertible {
  /// The component's content. Must depend only on the props, local state and environment.
  ///
  /// The nearest ``ErrorBoundary`` ancestor shows a thrown error.
  @MainActor @NodeBuilder var body: Node { get throws }
}

extension Component {
  public var node: Node { Node(.component(TypedComponentBox(self))) }
}

extension Component where Self: Equatable {
  public var node: Node { Node(.component(EquatableComponentBox(self))) }
}

/// A component that also depends on a source outside the tree, which reports its changes.
///
/// The component is connected before it is shown. The connection stays while
/// ``connectionSource`` stays equal, and is released when the component disappears.
public protocol LiveComponent: Component {
  /// Identifies the source of the component's changes. When the component gets new props, it
  /// connects again if the source differs, or if the source is nil.
  @MainActor var connectionSource: AnyHashable? { get }

  /// Connects the component to its source.
  /// - Parameter invalidation: call it, from any thread, when the component has to be rendered
  ///   again.
  /// - Returns: an object that ends the connection when it is released. The default is nil.
  @MainActor func connect(_ invalidation: Invalidation) -> AnyObject?

  /// The component's content.
  @MainActor func body(in context: RenderContext) throws -> Node
}

extension LiveComponent {
  public var node: Node { Node(.component(LiveComponentBox(self))) }

  @MainActor public var connectionSource: AnyHashable? { nil }

  @MainActor public func connect(_ invalidation: Invalidation) -> AnyObject? { nil }

  public var body: Node {
    fatalError(
      "\(Self.self).body was called, but a LiveComponent implements body(in:): put the component "
        + "itself into the tree")
  }
}

extension LiveComponent where Self: Equatable {
  public var node: Node { Node(.component(EquatableLiveComponentBox(self))) }
}
