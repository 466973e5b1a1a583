/// A property wrapper that connects a component to its instance: `@Local`, `@Environment`,
/// `@Handler`, `@Animated`. The wrapper is stored in the component's value.
protocol ComponentProperty {
  /// Makes the wrapped properties of which the wrapper consists, usually one.
  /// - Parameters:
  ///   - name: the name for an inspector; empty hides the property there.
  ///   - offset: the offset of the wrapper, in bytes from the start of the component's value.
  @MainActor static func properties(_ name: String, at offset: Int) -> [WrappedProperty]
}

/// A wrapped property of a component type. It reads and writes the wrapper in values of the type,
/// and manages the state that an instance keeps for the wrapper.
@MainActor
class WrappedProperty {
  let name: String
  let offset: Int
  /// The offset of the wrapper's reference to the state, an optional class instance.
  private let reference: Int

  /// - Parameter reference: the wrapper's reference to the state.
  init<Wrapper, State: AnyObject>(
    _ name: String, at offset: Int, _ reference: KeyPath<Wrapper, State?>
  ) {
    guard let distance = MemoryLayout<Wrapper>.offset(of: reference) else {
      preconditionFailure("a stored property has an offset")
    }
    (self.name, self.offset, self.reference) = (name, offset, offset + distance)
  }

  /// Makes the state that an instance keeps.
  /// - Parameter saved: the state of an instance of the component that disappeared, or nil.
  func makeState(
    of component: UnsafeMutableRawPointer, for instance: Instance, saved: AnyObject?,
    in renderer: Renderer
  ) -> AnyObject? { nil }

  /// Finds the state for the wrapper in a newer value of the component. That wrapper may refer to
  /// something else, such as another environment key.
  /// - Returns: the new state; nil if the state does not change.
  func moved(
    _ component: UnsafeMutableRawPointer, _ state: AnyObject?, for instance: Instance,
    in renderer: Renderer
  ) -> AnyObject? { nil }

  /// Connects the wrapper in a component's value to the instance's state.
  final func connect(_ component: UnsafeMutableRawPointer, to state: AnyObject?) {
    // The reference is an optional of the class whose instances `makeState` returns, and optional
    // references of all native classes are stored alike. A typed access would look up the generic
    // type of the wrapper each time.
    (component + reference).assumingMemoryBound(to: AnyObject?.self).pointee = state
  }

  /// The state to which a wrapper is connected.
  final func state(in component: UnsafeMutableRawPointer) -> AnyObject? {
    (component + reference).assumingMemoryBound(to: AnyObject?.self).pointee
  }

  /// Makes a state for a row that reuses the instance of another row. Tasks of the other row keep
  /// the old state. Only called if ``takesHandlers`` is true.
  /// - Parameter state: the state of the other row.
  /// - Returns: the new state; nil if `state` is nil.
  func renewed(_ state: AnyObject?) -> AnyObject? { nil }

  /// Whether the property has a handler, which ``adopt(_:_:)`` and ``renewed(_:)`` replace.
  var takesHandlers: Bool { false }

  /// Copies the handler of a newer value of the component to the state, even if the newer value is
  /// equal to the old one.
  func adopt(_ newer: UnsafeMutableRawPointer, _ state: AnyObject?) {}

  /// Called when the component disappears.
  func disconnect(_ state: AnyObject?, from instance: Instance) {}

  /// The value, for inspection.
  func shown(_ state: AnyObject?) -> Any? { nil }
}

/// The wrapped properties of a component type, in the order of their declarations.
@MainActor
struct ComponentProperties {
  let all: [WrappedProperty]
  /// The indices of the properties with handlers.
  let handlers: [Int]

  private init(_ all: [WrappedProperty]) {
    self.all = all
    handlers = all.indices.filter { all[$0].takesHandlers }
  }

  /// Finds the wrappers in the type's metadata, which has their types and offsets. These are the
  /// same in every value of the type.
  init<Base>(of type: Base.Type) {
    var found: [WrappedProperty] = []
    for index in 0..<fieldCount(Base.self) {
      var field = FieldMetadata()
      let type = fieldType(Base.self, index: index, &field)
      defer { field.release?(field.name) }
      // Wrapped properties are stored with a leading underscore. The check comes first, because the
      // first cast of each type searches the conformances of all modules.
      guard let name = field.name, name.pointee == CChar(bitPattern: UInt8(ascii: "_")),
        let wrapper = type as? any ComponentProperty.Type
      else { continue }
      found += wrapper.properties(
        String(cString: name + 1), at: fieldOffset(Base.self, index: index))
    }
    self.init(found)
  }
}

// Functions of Swift's runtime on which `Mirror` is based. The standard library declares them in
// the same way, but not for other modules.

private struct FieldMetadata {
  private(set) var name: UnsafePointer<CChar>?
  private(set) var release: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  private(set) var isStrong = false
  private(set) var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  _ type: Any.Type, index: Int, _ metadata: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, index: Int) -> Int
