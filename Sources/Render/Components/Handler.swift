/// A closure prop that is called when an event happens.
///
/// ```swift
/// struct Picker: Component, Equatable {
///   let names: [String]
///   @Handler var onPick: @MainActor (String) -> Void
///   var body: Node { Column { for name in names { Button(name) { onPick(name) }.key(name) } } }
/// }
/// ```
///
/// Two handlers are always equal, so that a component with equal props is skipped whatever its
/// handlers capture. The newest closure is called, even if the component was skipped. A handler
/// must not create nodes: the content of a skipped component would be outdated.
@propertyWrapper
public struct Handler<Function>: ComponentProperty {
  private let handler: HandlerLink<Function>

  /// Wraps a function.
  public init(wrappedValue: Function) { handler = HandlerLink(wrappedValue) }

  var link: PropertyLink { handler }

  @MainActor public var wrappedValue: Function { handler.function }
}

extension Handler: Equatable {
  /// Always true.
  public static func == (first: Handler, second: Handler) -> Bool { true }
}

private final class HandlerLink<Function>: PropertyLink {
  private let own: Function
  private var storage: HandlerStorage<Function>?

  init(_ function: Function) { own = function }

  var function: Function { storage?.function ?? own }

  override func attach(to instance: Instance, kept: AnyObject?, in renderer: Renderer)
    -> AnyObject?
  {
    let kept = kept as? HandlerStorage<Function> ?? HandlerStorage(own)
    kept.function = own
    storage = kept
    return kept
  }

  override func adopt(_ newer: PropertyLink) {
    if let newer = newer as? HandlerLink { storage?.function = newer.own }
  }
}

/// The newest function, shared by all values of a component that an instance has had: a task or
/// static content may hold an older value.
private final class HandlerStorage<Function> {
  var function: Function

  init(_ function: Function) { self.function = function }
}
