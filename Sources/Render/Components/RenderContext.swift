/// What a live component may ask while it is rendered.
@MainActor
public struct RenderContext {
  /// Whether somebody can use controls here; on a page of plain text nobody can.
  public var isInteractive: Bool { renderer.host.isInteractive }
  /// What ``LiveComponent/connect(_:)`` returned.
  public var connection: AnyObject? { instance.connection }
  /// The columns that a line of text takes where it is shown.
  public func columns(of text: String) -> Int { renderer.host.columns(of: text) }
  /// Asks for the component to be rendered again.
  public var invalidation: Invalidation {
    Invalidation(number: instance.number, queue: renderer.invalidations)
  }
  /// The key bindings in force where the focus is, inner ones first, each with the keys that reach it: some
  /// may have none. The component is rendered again when they are others.
  public var keyBindings: [KeyBinding] {
    // Nobody has kept them up to date where nobody has read them.
    if renderer.bindingReaders.isEmpty { renderer.bindings = renderer.bindingsInForce }
    renderer.bindingReaders.insert(instance.number)
    return renderer.bindings
  }
  /// The keys of a ``KeyChord`` that were pressed, while the next one is waited for; most often none. Like
  /// ``keyBindings``, it has the component rendered again when it changes.
  public var pendingKeys: [Key] {
    _ = keyBindings
    return renderer.pending?.keys ?? []
  }
  /// Runs a binding that was in force, as it is now; nothing where it no longer is. What it throws is
  /// reported.
  package func run(_ binding: KeyBinding) {
    guard let run = renderer.bindingsInForce.first(where: binding.isSame)?.run else { return }
    renderer.attempt(at: instance, run)
  }
  /// What a node says on a page of text, a line an array element. Nothing of it is kept, and no effect
  /// runs: for what is printed once, and may be long.
  package func lines(of node: Node) throws -> [String] {
    try renderer.blocks(of: node, in: instance).flatMap(\.self)
  }
  let renderer: Renderer
  let instance: Instance

  /// A value that all components of one rendering pass share, made by the first that asks.
  ///
  /// Connected components read one snapshot of a store through it, so that a frame never mixes two.
  /// - Parameter owner: whose value it is.
  public func frameValue<Value>(for owner: ObjectIdentifier, make: () -> Value) -> Value {
    if let box = renderer.frameValues[owner] as? Box<Value> { return box.value }
    let value = make()
    renderer.frameValues[owner] = Box(value)
    return value
  }

  /// Says what of a store had the component rendered, while somebody looks.
  package func noteSource(
    _ name: @autoclosure () -> String, old: @autoclosure () -> String,
    new: @autoclosure () -> String
  ) {
    renderer.recorder?.noteSource(name(), old: old(), new: new(), at: instance.number)
  }

  /// Reports a mistake the first time that the component makes it.
  package func reportOnce(_ mistake: RenderIssue.Mistake) {
    let isNew = renderer.reportedOnce.insert("\(mistake) \(instance.path)").inserted
    if isNew { renderer.report(mistake, at: instance) }
  }

  private final class Box<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}
