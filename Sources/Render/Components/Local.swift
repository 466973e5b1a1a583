/// State of one component on the screen: created when the component appears, kept from frame to
/// frame, and released when it disappears. Setting the value renders the component again.
///
/// ```swift
/// struct Counter: Component {
///   @Local var count = 0
///   var body: Node {
///     Button("\(count)") { count += 1 }
///   }
/// }
/// ```
///
/// An initializer can take the first value from a prop: `_count = Local(wrappedValue: start)`. The
/// initial values of later component values are ignored. `$count` is a ``Binding``.
///
/// Local state is not a prop: components that differ only in local state are equal. It belongs to a
/// position in the tree, not to a component's value: the same value at two positions has two
/// states, and a copy of the value that is not in the tree has none.
@propertyWrapper
public struct Local<Value>: ComponentProperty {
  @usableFromInline let initial: Value
  private let reason: RenderReason
  @usableFromInline private(set) var storage: LocalStorage<Value>?

  /// Makes a state with its first value.
  /// - Parameter wrappedValue: the value when the component appears, as in `@Local var count = 0`.
  public init(wrappedValue: Value) { self.init(wrappedValue: wrappedValue, reason: .localState) }

  /// - Parameter reason: the render reason that an inspector shows when the value changes.
  package init(wrappedValue: Value, reason: RenderReason) {
    (initial, self.reason) = (wrappedValue, reason)
  }

  @MainActor public var wrappedValue: Value {
    @inlinable get { storage?.value ?? initial }
    nonmutating set {
      guard let storage else {
        fatalError(
          "local state was set on a component that is not on the screen, or on a copy of it: set it in "
            + "a handler of its body, or pass the value as the property's initial value")
      }
      storage.set(newValue)
    }
  }

  /// A binding to the value, for a child that changes it.
  @MainActor public var projectedValue: Binding<Value> {
    guard let storage else {
      return Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }
    return Binding(location: storage, get: { storage.value }, set: { storage.set($0) })
  }

  /// The state itself; nil if the component is not on the screen.
  @MainActor package var reference: LocalReference<Value>? { storage.map(LocalReference.init) }

  /// See ``LocalReference/change(_:)``.
  @discardableResult
  @inlinable
  @MainActor package func change(_ change: (inout Value) throws -> Bool) rethrows -> Bool {
    guard let storage else { return false }
    return try LocalReference(storage: storage).change(change)
  }

  /// Brings the value up to date with new props and new data, in a body. Nothing is rendered again.
  /// - Parameter change: a pure function of the value and of what the body reads, so that a second
  ///   call changes nothing. It must not read this state by other means.
  @inlinable
  @MainActor package func settle(_ change: (inout Value) -> Void) {
    if let storage { change(&storage.value) }
  }

  static func properties(_ name: String, at offset: Int) -> [WrappedProperty] {
    [LocalProperty<Value>(name, at: offset)]
  }

  @MainActor fileprivate func makeStorage(_ instance: Instance, _ queue: InvalidationQueue)
    -> LocalStorage<Value>
  {
    LocalStorage(initial, reason, instance, queue)
  }
}

/// A reference to local state, for closures and objects. A copy of the ``Local`` would also keep
/// the initial value alive.
@usableFromInline
package struct LocalReference<Value> {
  @usableFromInline let storage: LocalStorage<Value>

  @usableFromInline init(storage: LocalStorage<Value>) { self.storage = storage }

  @MainActor package var value: Value { @inlinable _read { yield storage.value } }

  /// Changes the value in place, in an event handler.
  /// - Parameter change: returns whether to render the component again. It must not read this state
  ///   by other means.
  /// - Returns: what `change` returned.
  @discardableResult
  @inlinable
  @MainActor package func change(_ change: (inout Value) throws -> Bool) rethrows -> Bool {
    if storage.isRecorded { return try storage.recordingChange(change) }
    guard try change(&storage.value) else { return false }
    storage.invalidate()
    return true
  }
}

extension Local: Equatable {
  /// Always true: local state is not a prop.
  public static func == (first: Local, second: Local) -> Bool { true }
}

final class LocalProperty<Value>: WrappedProperty {
  /// Computes the value to keep when the component disappears; nil keeps the value as it is.
  private let settled: ((Value) -> Value)?

  init(_ name: String, at offset: Int, settled: ((Value) -> Value)? = nil) {
    self.settled = settled
    super.init(name, at: offset, \Local<Value>.storage)
  }

  private func wrapper(_ component: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Local<Value>> {
    // The metadata of the component says that a value of this type is at this offset.
    (component + offset).assumingMemoryBound(to: Local<Value>.self)
  }

  override func makeState(
    of component: UnsafeMutableRawPointer, for instance: Instance, saved: AnyObject?,
    in renderer: Renderer
  ) -> AnyObject? {
    instance.hold([.state, .identity])
    let storage =
      saved as? LocalStorage<Value>
      ?? wrapper(component).pointee.makeStorage(instance, renderer.invalidations)
    // A saved state still has the ID of the instance that disappeared.
    storage.instance = instance.id
    return storage
  }

  override func disconnect(_ state: AnyObject?, from instance: Instance) {
    guard let settled, let storage = state as? LocalStorage<Value> else { return }
    storage.value = settled(storage.value)
  }

  override func shown(_ state: AnyObject?) -> Any? { (state as? LocalStorage<Value>)?.value }
}

@usableFromInline
final class LocalStorage<Value>: PersistentState {
  @usableFromInline final var value: Value
  @exclusivity(unchecked) var instance: ElementID
  private let queue: InvalidationQueue
  private let reason: RenderReason

  @MainActor init(
    _ value: Value, _ reason: RenderReason, _ instance: Instance, _ queue: InvalidationQueue
  ) {
    self.value = value
    self.reason = reason
    self.instance = instance.id
    self.queue = queue
  }

  @MainActor func set(_ value: Value) { set(value, from: self.value) }

  @MainActor private func set(_ value: Value, from old: Value) {
    queue.recorder?.record(reason, of: self, from: old, to: value, at: instance.value)
    self.value = value
    invalidate()
  }

  /// Whether an inspector records changes.
  @usableFromInline @MainActor var isRecorded: Bool { queue.recorder != nil }

  @usableFromInline
  @MainActor func recordingChange(_ change: (inout Value) throws -> Bool) rethrows -> Bool {
    let old = value
    guard try change(&value) else { return false }
    set(value, from: old)
    return true
  }

  @usableFromInline
  @MainActor func invalidate() {
    #if DEBUG
      if queue.isEvaluating { queue.bodyHasWritten = true }
    #endif
    queue.addOnMainActor(instance, reason)
  }
}

/// Reads and writes a value that another component owns.
///
/// ```swift
/// struct NameField: Component {
///   @Local var person: Person
///
///   init(name: String) { _person = Local(wrappedValue: Person(name: name)) }
///
///   var body: Node {
///     TextField($person.name)
///     Text("Hello, \(person.name)")
///   }
/// }
/// ```
@dynamicMemberLookup
public struct Binding<Value> {
  private let location: Location
  private let get: @MainActor () -> Value
  private let set: @MainActor (Value) -> Void
  /// The value when the binding was made. It makes a component with a binding prop unequal to one
  /// whose binding had another value.
  private let value: Value

  struct Location: Equatable {
    let owner: ObjectIdentifier?
    let path: AnyKeyPath?
  }

  /// A binding with custom accessors. It equals no other binding.
  /// - Parameters:
  ///   - get: reads the value.
  ///   - set: writes the value, for example by dispatching an action that changes it in a store.
  @MainActor public init(
    get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void
  ) {
    self.init(Location(owner: nil, path: nil), get, set)
  }

  @MainActor init(
    location: AnyObject, get: @escaping @MainActor () -> Value,
    set: @escaping @MainActor (Value) -> Void
  ) {
    self.init(Location(owner: ObjectIdentifier(location), path: \Value.self), get, set)
  }

  @MainActor private init(
    _ location: Location, _ get: @escaping @MainActor () -> Value,
    _ set: @escaping @MainActor (Value) -> Void
  ) {
    self.location = location
    self.get = get
    self.set = set
    value = get()
  }

  /// The current value. Setting it changes the value of the owner.
  @MainActor public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// A binding to a field of the value.
  @MainActor public subscript<Field>(dynamicMember path: WritableKeyPath<Value, Field>) -> Binding<
    Field
  > {
    Binding<Field>(
      .init(owner: location.owner, path: location.path?.appending(path: path)),
      { get()[keyPath: path] },
      {
        var value = get()
        value[keyPath: path] = $0
        set(value)
      })
  }
}

// Sound although `AnyKeyPath` is not `Sendable`: all properties are constants, the closures run on
// the main actor, and a key path is immutable and only compared.
extension Binding: @unchecked Sendable where Value: Sendable {}

extension Binding: Equatable where Value: Equatable {
  /// Whether both bindings refer to the same location, and had the same value at creation.
  public static func == (first: Binding, second: Binding) -> Bool {
    first.location.owner != nil && first.location == second.location && first.value == second.value
  }
}
