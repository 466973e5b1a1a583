extension Renderer {
  /// The elements from one to the root: those that an event goes through. What stands in another layer
  /// is followed by what is around the place where it was written.
  public func path(from id: ElementID?) -> [ElementID] {
    var path: [ElementID] = []
    var instance = id.flatMap { elements[$0] }
    while let current = instance {
      if let id = current.elementID { path.append(id) }
      instance = current.parent
    }
    return path
  }

  /// Whether something in an element has the focus, rather than the element itself.
  func focusIsInside(_ id: ElementID) -> Bool { path(from: host.focused).dropFirst().contains(id) }

  /// The key bindings in force where the focus is, inner ones first, with the keys that reach them.
  var bindingsInForce: [KeyBinding] {
    let focused = host.focused
    if let focused, let known = knownBindings, known.focused == focused { return known.bindings }
    let found = findBindings(at: focused)
    knownBindings = (focused, found)
    return found
  }

  /// Takes note that a node appeared, changed or disappeared.
  func noteBindings(of node: Node) {
    if knownBindings != nil, node.hasBindings { knownBindings = nil }
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
          // What begins it does something further in.
          isTyping && chord.first.text != nil || !taken.insert(chord).inserted
            || !chord.rest.isEmpty && inner.contains { chord.continues($0.keys) }
        }
        found.append(binding)
      }
      isTyping = isTyping || handlers.paste != nil && handlers.takesTyping
    }
    return found
  }

  /// Has those who show the bindings in force rendered again, if they are others now.
  func refreshBindings() {
    guard !bindingReaders.isEmpty, case let new = bindingsInForce, new != bindings else { return }
    bindings = new
    for reader in bindingReaders.compactMap({ components[ElementID($0)] }) {
      markDirty(reader, .source)
    }
    bindingReaders = []
  }

  /// What a popover belongs to: the first element of what is written before it.
  package func anchor(of id: ElementID) -> ElementID? {
    var instance = elements[id]
    while let current = instance {
      let siblings = current.parent?.children ?? []
      if let before = siblings.prefix(while: { $0 !== current }).last { return before.firstElement }
      instance = current.parent
    }
    return nil
  }

  /// Asks the handlers of an element, the newest, those of the modifiers around it first.
  /// - Parameter ask: calls one of the handlers, and returns whether it used the event up. An error that
  ///   it throws is reported, and uses the event up.
  /// - Returns: whether one did.
  public func answer(
    _ id: ElementID, _ ask: (Handlers, EventContext) throws -> Bool
  ) -> Bool {
    guard let instance = elements[id] else { return false }
    let context = EventContext(renderer: self, element: id)
    for handlers in instance.handlers {
      do {
        if try ask(handlers, context) { return true }
      } catch {
        report(.handlerFailed("\(error)"), at: instance)
        return true
      }
    }
    return false
  }

  /// Tells every handler of an element something.
  public func tell(_ id: ElementID, _ say: (Handlers, EventContext) throws -> Void) {
    tell(handlers(of: id), of: id, say)
  }

  /// Tells handlers something, whose element may be gone.
  public func tell(
    _ handlers: [Handlers], of id: ElementID, _ say: (Handlers, EventContext) throws -> Void
  ) {
    let context = EventContext(renderer: self, element: id)
    for handlers in handlers { attempt(at: nil) { try say(handlers, context) } }
  }

  /// The handlers of an element as they are now, those of the modifiers around it first.
  public func handlers(of id: ElementID) -> [Handlers] { elements[id]?.handlers ?? [] }

  /// The first element of an element's child that has a key.
  func child(_ key: NodeKey, of id: ElementID) -> ElementID? {
    func find(in instance: Instance) -> ElementID? {
      for child in instance.children {
        if child.node.key == key { return child.firstElement }
        if child.elementID == nil, let found = find(in: child) { return found }
      }
      return nil
    }
    return elements[id].flatMap(find)
  }
}
