/// A component without its type: what the reconciler needs of it.
package class ComponentBox {
  let typeID: ObjectIdentifier

  init(typeID: ObjectIdentifier) { self.typeID = typeID }

  var name: String { fatalError("abstract") }
  var locals: [any AnyLocal] { fatalError("abstract") }
  func isEqual(to other: ComponentBox) -> Bool { false }
  @MainActor func connect(_ invalidation: Invalidation) -> AnyObject? { nil }
  @MainActor func body(in context: RenderContext) -> Node { fatalError("abstract") }
}

class TypedComponentBox<Base: Component>: ComponentBox {
  let base: Base

  init(_ base: Base) {
    self.base = base
    super.init(typeID: ObjectIdentifier(Base.self))
  }

  override var name: String { String(describing: Base.self) }

  override var locals: [any AnyLocal] {
    // Reflection is how a value type's property wrappers are found. A component without stored
    // properties, and each value that is no wrapper, costs a cast.
    Mirror(reflecting: base).children.compactMap { $0.value as? any AnyLocal }
  }

  @MainActor override func body(in context: RenderContext) -> Node { base.body }
}

final class EquatableComponentBox<Base: Component & Equatable>: TypedComponentBox<Base> {
  override func isEqual(to other: ComponentBox) -> Bool {
    (other as? EquatableComponentBox<Base>)?.base == base
  }
}

final class LiveComponentBox<Base: LiveComponent>: TypedComponentBox<Base> {
  @MainActor override func connect(_ invalidation: Invalidation) -> AnyObject? {
    base.connect(invalidation)
  }

  @MainActor override func body(in context: RenderContext) -> Node { base.body(in: context) }
}
