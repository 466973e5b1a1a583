/// The operations that a live component can use while it is rendered.
@MainActor
public struct RenderContext {
  /// Whether users can operate controls on this host; false in plain-text output.
  public var isInteractive: Bool { renderer.host.isInteractive }
  /// The result of ``LiveComponent/connect(_:)``.
  public var connection: AnyObject? { instance.connection }
  /// The columns that a line of text takes on this host.
  public func columns(of text: String) -> Int { renderer.host.columns(of: text) }
  /// Marks the component as dirty when called.
  public var invalidation: Invalidation {
    Invalidation(component: instance.id, queue: renderer.invalidations)
  }
  /// The key bindings in force at the focus, innermost first, each with the keys that reach it. A
  /// binding may have no keys. A change renders the component again. Empty in plain-text output.
  public var keyBindings: [KeyBinding] {
    if !isInteractive { return [] }
    // Without readers, the stored bindings are not kept up to date.
    if renderer.bindingReaders.isEmpty { renderer.bindings = renderer.bindingsInForce }
    renderer.bindingReaders.insert(instance.id)
    return renderer.bindings
  }
  /// The pressed keys of an incomplete ``KeyChord``; usually empty. Like ``keyBindings``, a change
  /// renders the component again.
  public var pendingKeys: [Key] {
    _ = keyBindings
    return renderer.pending?.keys ?? []
  }
  /// Runs the current version of a binding, or sends its keys to the focus if only a key handler
  /// runs it. Does nothing if the binding is no longer in force. A thrown error is reported.
  package func run(_ binding: KeyBinding) {
    guard let binding = renderer.bindingsInForce.first(where: binding.isSame) else { return }
    if let run = binding.run {
      renderer.reportingErrors(at: instance, run)
    } else if let chord = binding.keys.first {
      renderer.press(chord)
    }
  }
  /// The lines of a node in plain-text output, for long text that is printed once. Nothing is
  /// retained and no effects run.
  package func lines(of node: Node) throws -> [String] {
    try renderer.blocks(of: node, in: instance).flatMap(\.self)
  }
  let renderer: Renderer
  let instance: Instance

  #if DEBUG
    /// An environment value that no wrapper of the component reads. A change renders the component
    /// again.
    func read<Value>(_ path: KeyPath<EnvironmentValues, Value>, named name: String) -> Value {
      if let cell = instance.cell(EnvironmentKey.path(path).number) {
        instance.readAlso(cell, named: name)
      }
      return renderer.provided(path, at: instance)
    }
  #endif

  /// A value shared by all components of one rendering pass, created by its first reader.
  ///
  /// Connected components use it to read one version of a store's state, so that a frame never
  /// shows two versions.
  /// - Parameter owner: identifies the value.
  public func frameValue<Value>(for owner: ObjectIdentifier, make: () -> Value) -> Value {
    if let box = renderer.frameValues[owner] as? ContextBox<Value> { return box.value }
    let value = make()
    renderer.frameValues[owner] = ContextBox(value)
    return value
  }

  /// Records, during inspection, which part of a store caused the rendering.
  /// - Parameter path: A key path or a type. Its text is made later, because making it is slow.
  package func recordSource(
    _ path: @autoclosure () -> Any, old: @autoclosure () -> Any, new: @autoclosure () -> Any
  ) {
    renderer.recorder?.recordSource(path, old: old, new: new, at: instance.number)
  }

  /// Reports a mistake the first time that the component makes it.
  package func reportOnce(_ mistake: RenderIssue.Mistake) {
    let isNew = renderer.reportedOnce.insert("\(mistake) \(instance.path)").inserted
    if isNew { renderer.report(mistake, at: instance) }
  }

  private final class ContextBox<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}
