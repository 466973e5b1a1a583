/// A component that a modifier creates only to wrap a node. Modifiers that change the content of
/// elements, such as those of a text, apply to the wrapped node.
package protocol WrappingComponent: Component {
  var content: Node { get set }
}

/// A type-erased component, with the operations that the reconciler needs.
package class ComponentBox {
  let typeID: ObjectIdentifier

  init(typeID: ObjectIdentifier) { self.typeID = typeID }

  var name: String { fatalError("abstract") }
  var catchesErrors: Bool { false }
  /// Whether the component is a `LiveComponent`.
  var isLive: Bool { false }
  /// Whether the component's type is `Equatable`.
  var isEquatable: Bool { false }
  func isEqual(to other: ComponentBox) -> Bool { false }
  @MainActor var connectionSource: AnyHashable? { nil }
  @MainActor func connect(_ invalidation: Invalidation) -> AnyObject? { nil }
  @MainActor func body(in context: RenderContext) throws -> Node { fatalError("abstract") }

  /// The wrapped properties; nil until they are connected to an instance.
  final var connected: ComponentProperties?
  /// Whether the component's value has handlers and is at several positions in the tree.
  final var isShared = false

  /// The wrapped properties of the component's type.
  @MainActor func findProperties() -> ComponentProperties { fatalError("abstract") }

  /// Calls `body` with the address of the component's value.
  @MainActor func withComponent(_ body: @MainActor (UnsafeMutableRawPointer) -> Void) {
    fatalError("abstract")
  }

  /// Makes the handlers of an equal component on the screen call this component's functions.
  @MainActor final func giveHandlers(to older: ComponentBox) {
    guard let properties = older.connected, !properties.handlers.isEmpty else { return }
    withComponent { newer in
      older.withComponent { older in
        for index in properties.handlers {
          let property = properties.all[index]
          property.adopt(newer, property.state(in: older))
        }
      }
    }
  }

  /// The component, if it is a `WrappingComponent`.
  var wrapper: (any WrappingComponent)? { nil }

  /// Reflects the component's properties.
  var mirror: Mirror { fatalError("abstract") }
  /// The names and values of the props: all properties without a wrapper such as `@Local`.
  final var props: [(name: String, value: Any)] {
    mirror.children.filter { !($0.value is any ComponentProperty) }
      .map { ($0.label ?? "_", $0.value) }
  }
}

class TypedComponentBox<Base: Component>: ComponentBox {
  // Accesses are not checked for overlaps: the only writes connect the component's wrappers, before
  // its body is evaluated.
  @exclusivity(unchecked) fileprivate final var base: Base

  init(_ base: Base) {
    self.base = base
    super.init(typeID: ObjectIdentifier(Base.self))
  }

  // Faster than `String(describing:)`, which searches all conformances and returns the same name.
  override var name: String { _typeName(Base.self, qualified: false) }

  override var mirror: Mirror { Mirror(reflecting: base) }

  override var wrapper: (any WrappingComponent)? { base as? any WrappingComponent }

  override func findProperties() -> ComponentProperties { ComponentProperties(of: Base.self) }

  @MainActor override func withComponent(_ body: @MainActor (UnsafeMutableRawPointer) -> Void) {
    if Base.self is AnyObject.Type {
      // The properties of an object are at offsets from its address.
      return body(Unmanaged.passUnretained(base as AnyObject).toOpaque())
    }
    withUnsafeMutablePointer(to: &base) { body($0) }
  }

  @MainActor override func body(in context: RenderContext) throws -> Node { try base.body }
}

final class EquatableComponentBox<Base: Component & Equatable>: TypedComponentBox<Base> {
  override var isEquatable: Bool { true }

  override func isEqual(to other: ComponentBox) -> Bool {
    // Faster than a conditional cast, and as safe, because the class is final.
    type(of: other) == Self.self && unsafeDowncast(other, to: Self.self).base == base
  }
}

class LiveComponentBox<Base: LiveComponent>: TypedComponentBox<Base> {
  override var isLive: Bool { true }

  override var catchesErrors: Bool { Base.self == ErrorBoundary.self }

  @MainActor override var connectionSource: AnyHashable? { base.connectionSource }

  @MainActor override func connect(_ invalidation: Invalidation) -> AnyObject? {
    base.connect(invalidation)
  }

  @MainActor override func body(in context: RenderContext) throws -> Node {
    try base.body(in: context)
  }
}

final class EquatableLiveComponentBox<Base: LiveComponent & Equatable>: LiveComponentBox<Base> {
  override var isEquatable: Bool { true }

  override func isEqual(to other: ComponentBox) -> Bool {
    type(of: other) == Self.self && unsafeDowncast(other, to: Self.self).base == base
  }
}

#if DEBUG
  /// A component whose body also depends on an environment value.
  private final class ExtendedComponentBox<Base: Component, Value>: TypedComponentBox<Base> {
    private let path: KeyPath<EnvironmentValues, Value>
    private let pathName: String
    private let areEqual: ((Base, Base) -> Bool)?
    private let body: @MainActor (Base, Value) throws -> Node

    init(
      _ base: Base, reading path: KeyPath<EnvironmentValues, Value>, named pathName: String,
      isEqual areEqual: ((Base, Base) -> Bool)?,
      body: @escaping @MainActor (Base, Value) throws -> Node
    ) {
      (self.path, self.pathName, self.areEqual, self.body) = (path, pathName, areEqual, body)
      super.init(base)
    }

    override var isEquatable: Bool { areEqual != nil }

    override func isEqual(to other: ComponentBox) -> Bool {
      guard let areEqual, type(of: other) == Self.self else { return false }
      return areEqual(unsafeDowncast(other, to: Self.self).base, base)
    }

    @MainActor override func body(in context: RenderContext) throws -> Node {
      try body(base, context.read(path, named: pathName))
    }
  }

  extension Node {
    /// Makes a node of a component whose `body` is replaced by a function that also reads an
    /// environment value. Debug builds only: for markup that changes while the program runs.
    /// - Parameters:
    ///   - name: what the inspector calls the value.
    ///   - isEqual: compares two components; nil: they are never equal.
    package init<Base: Component, Value>(
      _ base: Base, reading path: KeyPath<EnvironmentValues, Value>, named name: String,
      isEqual: ((Base, Base) -> Bool)?, body: @escaping @MainActor (Base, Value) throws -> Node
    ) {
      self.init(
        .component(
          ExtendedComponentBox(
            base, reading: path, named: name, isEqual: isEqual, body: body)))
    }
  }
#endif
