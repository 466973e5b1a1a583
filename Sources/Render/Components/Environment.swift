/// The keys of environment values and their defaults.
///
/// A key is a computed property that returns the default:
/// ```swift
/// extension EnvironmentValues { var accent: Color { .cyan } }
/// ```
/// Components read it with `@Environment(\.accent) var accent`; `.environment(\.accent, .red)`
/// provides it to all descendants of a node.
public struct EnvironmentValues: Sendable {}

/// Reads a value from the nearest ancestor that provides it. A change renders only the components
/// that read it.
@propertyWrapper
public struct Environment<Value>: ComponentProperty {
  private let environment: EnvironmentLink<Value>

  /// - Parameter path: the key. Without a provider, the value is the key's default.
  public init(_ path: KeyPath<EnvironmentValues, Value>) {
    environment = EnvironmentLink(path)
  }

  /// Reads a value by its type. An ancestor must provide it with `environment(_:)`.
  public init(_ type: Value.Type) {
    environment = EnvironmentLink(.type(ObjectIdentifier(type))) {
      fatalError(
        "@Environment(\(Value.self).self) was read where no ancestor provides one: put "
          + ".environment(value) on a node around the component")
    }
  }

  var link: PropertyLink { environment }

  @MainActor public var wrappedValue: Value { environment.value }
}

extension Environment: Equatable {
  /// Always true: environment values are not props.
  public static func == (first: Environment, second: Environment) -> Bool { true }
}

extension NodeConvertible {
  /// Provides a value to all descendants.
  public func environment<Value: Equatable>(
    _ path: KeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> Node {
    wrapped { Node(.provider(TypedProviderBox(.path(path), value, $0, isEqual: ==))) }
  }

  /// Provides a value that is not comparable: each rendering of the provider renders its readers.
  @_disfavoredOverload
  public func environment<Value>(_ path: KeyPath<EnvironmentValues, Value>, _ value: Value)
    -> Node
  {
    wrapped { Node(.provider(TypedProviderBox(.path(path), value, $0) { _, _ in false })) }
  }

  /// Provides a value to all descendants that read it by its type.
  public func environment<Value: Equatable>(_ value: Value) -> Node {
    let key = EnvironmentKey.type(ObjectIdentifier(Value.self))
    return wrapped { Node(.provider(TypedProviderBox(key, value, $0, isEqual: ==))) }
  }
}

extension EnvironmentValues {
  /// Whether the reader is inside the current row of a list, to show more detail there.
  public var isCurrentRow: Bool { false }
}

extension Renderer {
  /// The current environment value at an instance.
  func provided<Value>(_ path: KeyPath<EnvironmentValues, Value>, at instance: Instance) -> Value {
    guard case .provider(let box)? = instance.provider(of: .path(path))?.node.content,
      let provider = box as? TypedProviderBox<Value>
    else { return EnvironmentValues()[keyPath: path] }
    return provider.value
  }

  /// Replaces a provider's value and renders its readers again.
  func provide<Value: Equatable>(
    _ value: Value, _ path: KeyPath<EnvironmentValues, Value>, at instance: Instance
  ) {
    guard case .provider(let box) = instance.node.content, box.key == .path(path),
      let old = box as? TypedProviderBox<Value>, old.value != value
    else { return }
    instance.node.content = .provider(old.providing(value))
    for number in instance.readers { invalidations.addOnMainActor(number, .environment) }
  }
}

enum EnvironmentKey: Equatable {
  case path(AnyKeyPath)
  case type(ObjectIdentifier)
}

package class ProviderBox {
  let key: EnvironmentKey
  let child: Node

  init(_ key: EnvironmentKey, _ child: Node) {
    self.key = key
    self.child = child
  }

  func isEqual(to other: ProviderBox) -> Bool { false }
  /// Returns a provider of the same value around another child node.
  func replacingChild(_ child: Node) -> ProviderBox { self }
  var shown: Any { "" }
}

private final class TypedProviderBox<Value>: ProviderBox {
  let value: Value
  private let isEqual: (Value, Value) -> Bool

  init(
    _ key: EnvironmentKey, _ value: Value, _ child: Node,
    isEqual: @escaping (Value, Value) -> Bool
  ) {
    self.value = value
    self.isEqual = isEqual
    super.init(key, child)
  }

  func providing(_ value: Value) -> ProviderBox {
    TypedProviderBox(key, value, child, isEqual: isEqual)
  }

  override func replacingChild(_ child: Node) -> ProviderBox {
    TypedProviderBox(key, value, child, isEqual: isEqual)
  }

  override var shown: Any { value }

  override func isEqual(to other: ProviderBox) -> Bool {
    (other as? TypedProviderBox).map { isEqual(value, $0.value) } ?? false
  }
}

final class EnvironmentLink<Value>: PropertyLink {
  private let key: EnvironmentKey
  private let fallback: () -> Value
  private weak var provider: Instance?
  /// The last value, for code that runs after the provider was removed: running tasks, and effects
  /// of disappearing.
  private var lastValue: Value?

  init(_ key: EnvironmentKey, fallback: @escaping () -> Value) {
    self.key = key
    self.fallback = fallback
  }

  convenience init(_ path: KeyPath<EnvironmentValues, Value>) {
    self.init(.path(path)) { EnvironmentValues()[keyPath: path] }
  }

  @MainActor var value: Value { provided ?? lastValue ?? fallback() }

  @MainActor private var provided: Value? {
    guard case .provider(let box)? = provider?.node.content else { return nil }
    return (box as? TypedProviderBox<Value>)?.value
  }

  override func attach(to instance: Instance, kept: AnyObject?, in renderer: Renderer)
    -> AnyObject?
  {
    provider = instance.provider(of: key)
    provider?.addReader(instance.number)
    lastValue = provided
    return nil
  }

  override func reads(_ key: EnvironmentKey) -> Bool { key == self.key }

  override func detach(from instance: Instance, kept: AnyObject?) {
    lastValue = provided
    provider?.removeReader(instance.number)
  }

  override var shown: Any? {
    if case .type = key, provided == nil { return nil }
    return value
  }
}
