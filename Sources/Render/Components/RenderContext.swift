/// What a live component may ask while it is rendered.
@MainActor
public struct RenderContext {
  /// Whether somebody can use controls here; on a page of plain text nobody can.
  public let isInteractive: Bool
  /// What ``LiveComponent/connect(_:)`` returned last.
  public let connection: AnyObject?
  /// Asks for the component to be rendered again.
  public let invalidation: Invalidation
  let frameValues: FrameValues

  /// A value that all components of one rendering pass share, made by the first that asks.
  ///
  /// Connected components read one snapshot of a store through it, so that a frame never mixes two.
  /// - Parameter owner: whose value it is.
  public func frameValue<Value>(for owner: ObjectIdentifier, make: () -> Value) -> Value {
    if let box = frameValues.values[owner] as? Box<Value> { return box.value }
    let value = make()
    frameValues.values[owner] = Box(value)
    return value
  }

  private final class Box<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}

/// The values of one rendering pass.
@MainActor final class FrameValues {
  var values: [ObjectIdentifier: AnyObject] = [:]
}
