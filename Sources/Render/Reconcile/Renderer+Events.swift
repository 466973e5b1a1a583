extension Renderer {
  /// The path of an event: an element and its ancestors up to the root. From content in another
  /// layer, the path continues at the portal.
  public func path(from id: ElementID?) -> [ElementID] {
    guard let id, var instance = instances[id] else { return [] }
    var path: [ElementID] = []
    path.reserveCapacity(instance.depth / 2)
    while true {
      if let id = instance.elementID { path.append(id) }
      guard let parent = instance.parent else { return path }
      instance = parent
    }
  }

  /// Whether a descendant of the element has the focus, not the element itself.
  func focusIsInside(_ id: ElementID) -> Bool {
    guard let focused = host.focused, let outer = instances[id] else { return false }
    var instance = instances[focused]?.parent
    while let current = instance, current.depth >= outer.depth {
      if current === outer { return true }
      instance = current.parent
    }
    return false
  }

  /// The key bindings in force at the focus, innermost first, with the keys that reach them.
  var bindingsInForce: [KeyBinding] {
    if let known = knownBindings, known.isExact { return known.bindings }
    let found = findBindings(at: host.focused)
    cachedBindings = (host.focused, found, isExact: true)
    return found
  }

  private var knownBindings: (bindings: [KeyBinding], isExact: Bool)? {
    guard let known = cachedBindings, let focused = host.focused, known.focused == focused else {
      return nil
    }
    return (known.bindings, known.isExact)
  }

  /// Drops the cached bindings if a node that appeared or disappeared can affect them.
  func invalidateBindings(for node: Node) {
    if cachedBindings != nil, node.hasBindings { cachedBindings = nil }
  }

  /// Drops the cached bindings if the change of a node can affect them. If only the closures of the
  /// bindings changed, the cached bindings can still be shown.
  func invalidateBindings(from old: Node, to new: Node) {
    guard cachedBindings != nil, old.hasBindings || new.hasBindings else { return }
    if new.hasSameBindings(as: old) {
      cachedBindings?.isExact = false
    } else {
      cachedBindings = nil
    }
  }

  private func findBindings(at focused: ElementID?) -> [KeyBinding] {
    var taken: Set<KeyChord> = []
    var isTyping = false
    var found: [KeyBinding] = []
    let path = host.eventPath(path(from: focused ?? root?.firstElement))
    for handlers in path.flatMap(handlers) {
      let inner = taken
      for var binding in handlers.bindings {
        binding.keys.removeAll { chord in
          // A chord is unreachable if an inner element handles its first keys.
          isTyping && chord.first.text != nil || !taken.insert(chord).inserted
            || !chord.following.isEmpty && inner.contains { chord.continues($0.keys) }
        }
        if binding.isListed { found.append(binding) }
      }
      isTyping = isTyping || handlers.paste != nil && handlers.takesTyping
    }
    return found
  }

  /// Renders the components that show key bindings again, if the bindings changed.
  func refreshBindings() {
    guard !bindingReaders.isEmpty else { return }
    let new = knownBindings?.bindings ?? bindingsInForce
    if new == bindings { return }
    bindings = new
    for reader in bindingReaders.compactMap({ instances[$0] }) {
      markDirty(reader, .source)
    }
    bindingReaders = []
  }

  /// The anchor of a popover: the first element of the sibling before the popover. If the popover
  /// is a first child, its nearest ancestor that is not a first child takes its place.
  package func anchor(of id: ElementID) -> ElementID? {
    var instance = instances[id]
    while let current = instance {
      let siblings = current.parent?.children ?? []
      if let before = siblings.prefix(while: { $0 !== current }).last { return before.firstElement }
      instance = current.parent
    }
    return nil
  }

  /// Calls the newest handlers of an element in order: those of its modifiers first.
  /// - Parameter call: calls one handler, and returns whether it consumed the event. A thrown error
  ///   is reported and consumes the event.
  /// - Returns: whether a handler consumed the event.
  public func dispatch(
    _ id: ElementID, _ call: (Handlers, EventContext) throws -> Bool
  ) -> Bool {
    guard let instance = instances[id] else { return false }
    let context = EventContext(renderer: self, element: id)
    for handlers in instance.handlers {
      do {
        if try call(handlers, context) { return true }
      } catch {
        report(.handlerFailed("\(error)"), at: instance)
        return true
      }
    }
    return false
  }

  /// Calls every handler of an element.
  public func notify(_ id: ElementID, _ call: (Handlers, EventContext) throws -> Void) {
    notify(handlers(of: id), of: id, call)
  }

  /// Calls handlers whose element may no longer exist.
  public func notify(
    _ handlers: [Handlers], of id: ElementID, _ call: (Handlers, EventContext) throws -> Void
  ) {
    let context = EventContext(renderer: self, element: id)
    for handlers in handlers { reportingErrors(at: nil) { try call(handlers, context) } }
  }

  /// The newest handlers of an element in order: those of its modifiers first.
  public func handlers(of id: ElementID) -> [Handlers] { instances[id]?.handlers ?? [] }

  /// The first element of the child with a key.
  func child(_ key: NodeKey, of id: ElementID) -> ElementID? {
    func find(in instance: Instance) -> ElementID? {
      for child in instance.children {
        if child.node.key == key { return child.firstElement }
        if child.elementID == nil, let found = find(in: child) { return found }
      }
      return nil
    }
    return instances[id].flatMap(find)
  }
}
