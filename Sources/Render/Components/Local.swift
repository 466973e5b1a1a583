/// State that belongs to one component on the screen: made when it appears, kept from frame to
/// frame, gone when it disappears. Setting it renders the component again.
///
/// ```swift
/// struct Counter: Component {
///   @Local var count = 0
///   var body: Node { Button("\(count)") { count += 1 } }
/// }
/// ```
///
/// It is no prop: two components that differ in local state alone are equal.
@propertyWrapper
public struct Local<Value> {
  private let link: Link

  /// What the component value and the storage on the screen share.
  private final class Link {
    let initial: Value
    var storage: LocalStorage<Value>?

    init(_ initial: Value) { self.initial = initial }
  }

  public init(wrappedValue: Value) { link = Link(wrappedValue) }

  @MainActor public var wrappedValue: Value {
    get { link.storage?.value ?? link.initial }
    nonmutating set {
      guard let storage = link.storage else {
        fatalError(
          "@Local was set on a component that is not on the screen: set it in a handler of its "
            + "body, or pass the value as the property's initial value")
      }
      storage.value = newValue
      storage.changed()
    }
  }
}

extension Local: Equatable {
  /// Always: local state is no prop.
  public static func == (first: Local, second: Local) -> Bool { true }
}

extension Local: AnyLocal {
  @MainActor func attach(
    to storage: (any AnyLocalStorage)?, changed: @escaping @MainActor () -> Void
  ) -> (storage: any AnyLocalStorage, isShared: Bool) {
    let kept =
      storage as? LocalStorage<Value> ?? LocalStorage(link.initial, changed: changed)
    let isShared = link.storage.map { $0 !== kept && $0.isMounted } ?? false
    link.storage = kept
    return (kept, isShared)
  }
}

/// A `Local` without its type.
protocol AnyLocal {
  /// Connects the property to storage that exists, or to new storage.
  /// - Returns: the storage, and whether the property belonged to another component on the screen.
  @MainActor func attach(
    to storage: (any AnyLocalStorage)?, changed: @escaping @MainActor () -> Void
  ) -> (storage: any AnyLocalStorage, isShared: Bool)
}

protocol AnyLocalStorage: AnyObject {
  /// Whether the component that it belongs to is on the screen.
  var isMounted: Bool { get set }
}

final class LocalStorage<Value>: AnyLocalStorage {
  var value: Value
  var isMounted = true
  let changed: @MainActor () -> Void

  init(_ value: Value, changed: @escaping @MainActor () -> Void) {
    self.value = value
    self.changed = changed
  }
}
