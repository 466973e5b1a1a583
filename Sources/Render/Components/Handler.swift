/// A closure prop that is called when an event happens.
///
/// ```swift
/// struct Picker: Component, Equatable {
///   let names: [String]
///   @Handler var onPick: @MainActor (String) -> Void
///   var body: Node {
///     Column { for name in names { Button(name) { onPick(name) }.key(name) } }
///   }
/// }
/// ```
///
/// Two handlers are always equal, so that a component with equal props is skipped whatever its
/// handlers capture. The newest closure is called, even if the component was skipped. A handler
/// must not create nodes: the content of a skipped component would be outdated.
@propertyWrapper
public struct Handler<Function>: ComponentProperty {
  private let function: Function
  private var newest: NewestHandler<Function>?

  /// Wraps a function.
  /// - Parameter wrappedValue: the function. The component's memberwise initializer takes it as a
  ///   plain closure.
  public init(wrappedValue: Function) { function = wrappedValue }

  @MainActor public var wrappedValue: Function { newest?.function ?? function }

  static func properties(_ name: String, at offset: Int) -> [WrappedProperty] {
    [Property("", at: offset, \Handler.newest)]
  }

  private final class Property: WrappedProperty {
    private func wrapper(_ component: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Handler> {
      // The metadata of the component says that a value of this type is at this offset.
      (component + offset).assumingMemoryBound(to: Handler.self)
    }

    override func makeState(
      of component: UnsafeMutableRawPointer, for instance: Instance, saved: AnyObject?,
      in renderer: Renderer
    ) -> AnyObject? { NewestHandler(wrapper(component).pointee.function) }

    override func renewed(_ state: AnyObject?) -> AnyObject? {
      // A `guard` instead of `map`, because a closure on the main actor checks its executor at each
      // call.
      guard let state else { return nil }
      return NewestHandler(unsafeDowncast(state, to: NewestHandler<Function>.self).function)
    }

    override var takesHandlers: Bool { true }

    override func adopt(_ newer: UnsafeMutableRawPointer, _ state: AnyObject?) {
      guard let state else { return }
      unsafeDowncast(state, to: NewestHandler<Function>.self).function =
        wrapper(newer).pointee.function
    }
  }
}

extension Handler: Equatable {
  /// Always true: handlers never make two components different.
  public static func == (first: Handler, second: Handler) -> Bool { true }
}

/// The newest function, shared by all values of a component that an instance has had, because a
/// task or static content may still call the handler of an older value.
private final class NewestHandler<Function> {
  var function: Function

  init(_ function: Function) { self.function = function }
}
