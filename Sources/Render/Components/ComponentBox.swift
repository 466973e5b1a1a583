/// A component that a modifier makes: it shows a node, and other modifiers reach through it.
package protocol WrappingComponent: Component {
  var content: Node { get set }
}

/// A component without its type: what the reconciler needs of it.
package class ComponentBox {
  let typeID: ObjectIdentifier

  init(typeID: ObjectIdentifier) { self.typeID = typeID }

  var name: String { fatalError("abstract") }
  var catchesErrors: Bool { false }
  func isEqual(to other: ComponentBox) -> Bool { false }
  @MainActor var connectionSource: AnyHashable? { nil }
  @MainActor func connect(_ invalidation: Invalidation) -> AnyObject? { nil }
  @MainActor func body(in context: RenderContext) throws -> Node { fatalError("abstract") }

  /// Where the wrapped properties are, once the component is on the screen.
  final var properties = ComponentProperties.none

  var links: [PropertyLink] { properties.links(of: self) }

  /// Has the handlers among the properties call those of an equal value.
  @MainActor final func adoptHandlers(of newer: ComponentBox) {
    if case .none = properties { return }
    for (mine, newer) in zip(links, properties.links(of: newer)) { mine.adopt(newer) }
  }

  /// The component, if it wraps a node.
  var wrapper: (any WrappingComponent)? { nil }

  /// The component's properties, by reflection.
  var mirror: Mirror { fatalError("abstract") }
  /// The properties that are not wrapped.
  final var props: [(name: String, value: Any)] {
    mirror.children.filter { !($0.value is any ComponentProperty) }
      .map { ($0.label ?? "_", $0.value) }
  }
  /// The names of those that are, in the order of the links.
  var wrappedNames: [String] {
    mirror.children.filter { $0.value is any ComponentProperty }
      .map { String(($0.label ?? "").dropFirst()) }
  }
  /// The bytes of the component's value.
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
  override func isEqual(to other: ComponentBox) -> Bool {
    // Cheaper than a conditional cast, and as safe: both are of this final class.
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
  override func isEqual(to other: ComponentBox) -> Bool {
    type(of: other) == Self.self && unsafeDowncast(other, to: Self.self).base == base
  }
}
