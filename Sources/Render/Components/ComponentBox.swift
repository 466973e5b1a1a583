/// A component of a modifier that only wraps a node: other modifiers apply to the wrapped node.
package protocol WrappingComponent: Component {
  var content: Node { get set }
}

/// A type-erased component, with the operations that the reconciler needs.
package class ComponentBox {
  let typeID: ObjectIdentifier

  init(typeID: ObjectIdentifier) { self.typeID = typeID }

  var name: String { fatalError("abstract") }
  var catchesErrors: Bool { false }
  /// Whether the component's type is `Equatable`.
  var isEquatable: Bool { false }
  func isEqual(to other: ComponentBox) -> Bool { false }
  @MainActor var connectionSource: AnyHashable? { nil }
  @MainActor func connect(_ invalidation: Invalidation) -> AnyObject? { nil }
  @MainActor func body(in context: RenderContext) throws -> Node { fatalError("abstract") }

  /// The locations of the wrapped properties, found when the component is mounted.
  final var properties = ComponentProperties.none

  var links: [PropertyLink] { properties.links(of: self) }

  /// Makes the `@Handler` properties call the functions of an equal, newer value.
  @MainActor final func adoptHandlers(of newer: ComponentBox) {
    if case .none = properties { return }
    for (mine, newer) in zip(links, properties.links(of: newer)) { mine.adopt(newer) }
  }

  /// The component, if it is a `WrappingComponent`.
  var wrapper: (any WrappingComponent)? { nil }

  /// Reflects the component's properties.
  var mirror: Mirror { fatalError("abstract") }
  /// The properties without a wrapper.
  final var props: [(name: String, value: Any)] {
    mirror.children.filter { !($0.value is any ComponentProperty) }
      .map { ($0.label ?? "_", $0.value) }
  }
  /// The names of the wrapped properties, in the order of `links`.
  var wrappedNames: [String] {
    mirror.children.filter { $0.value is any ComponentProperty }
      .map { String(($0.label ?? "").dropFirst()) }
  }
  /// Calls `body` with the bytes of the component's value.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    fatalError("abstract")
  }
}

class TypedComponentBox<Base: Component>: ComponentBox {
  let base: Base

  init(_ base: Base) {
    self.base = base
    super.init(typeID: ObjectIdentifier(Base.self))
  }

  override var name: String { String(describing: Base.self) }

  override var mirror: Mirror { Mirror(reflecting: base) }

  override var wrapper: (any WrappingComponent)? { base as? any WrappingComponent }

  override func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: base, body)
  }

  @MainActor override func body(in context: RenderContext) throws -> Node { try base.body }
}

final class EquatableComponentBox<Base: Component & Equatable>: TypedComponentBox<Base> {
  override var isEquatable: Bool { true }

  override func isEqual(to other: ComponentBox) -> Bool {
    // Faster than a conditional cast, and as safe: both are of this final class.
    type(of: other) == Self.self && unsafeDowncast(other, to: Self.self).base == base
  }
}

class LiveComponentBox<Base: LiveComponent>: TypedComponentBox<Base> {
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
    private let link: EnvironmentLink<Value>
    private let linkName: String
    private let areEqual: ((Base, Base) -> Bool)?
    private let body: @MainActor (Base, Value) throws -> Node

    init(
      _ base: Base, reading link: EnvironmentLink<Value>, named linkName: String,
      isEqual areEqual: ((Base, Base) -> Bool)?,
      body: @escaping @MainActor (Base, Value) throws -> Node
    ) {
      (self.link, self.linkName, self.areEqual, self.body) = (link, linkName, areEqual, body)
      super.init(base)
    }

    // An extra link after those of the properties makes the component a reader of the value.
    override var links: [PropertyLink] { super.links + [link] }
    override var wrappedNames: [String] { super.wrappedNames + [linkName] }
    override var isEquatable: Bool { areEqual != nil }

    override func isEqual(to other: ComponentBox) -> Bool {
      guard let areEqual, type(of: other) == Self.self else { return false }
      return areEqual(unsafeDowncast(other, to: Self.self).base, base)
    }

    @MainActor override func body(in context: RenderContext) throws -> Node {
      try body(base, link.value)
    }
  }

  extension Node {
    /// Makes a node of a component with another body, which also reads an environment value. Debug
    /// builds only: for markup that changes while the program runs.
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
            base, reading: EnvironmentLink(path), named: name, isEqual: isEqual, body: body)))
    }
  }
#endif
