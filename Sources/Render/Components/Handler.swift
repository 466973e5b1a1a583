/// A closure among a component's props that is called when something happens.
///
/// ```swift
/// struct Picker: Component, Equatable {
///   let names: [String]
///   @Handler var onPick: @MainActor (String) -> Void
///   var body: Node { Column { for name in names { Button(name) { onPick(name) }.key(name) } } }
/// }
/// ```
///
/// Two handlers are always equal, so that a component with equal props is skipped, whatever its
/// handlers have captured; and the newest is called, also where the component was skipped. It must not
/// make nodes: what a skipped component shows would be out of date.
@propertyWrapper
public struct Handler<Function>: ComponentProperty {
  private let handler: HandlerLink<Function>

  public init(wrappedValue: Function) { handler = HandlerLink(wrappedValue) }

  var link: PropertyLink { handler }

  @MainActor public var wrappedValue: Function { handler.function }
}

extension Handler: Equatable {
  /// Always.
  public static func == (first: Handler, second: Handler) -> Bool { true }
}

private final class HandlerLink<Function>: PropertyLink {
  private(set) var function: Function

  init(_ function: Function) { self.function = function }

  override func adopt(_ newer: PropertyLink) {
    if let newer = newer as? HandlerLink { function = newer.function }
  }
}
