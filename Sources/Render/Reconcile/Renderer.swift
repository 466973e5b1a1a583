/// Keeps a host's elements as a tree of nodes describes them, by the smallest changes.
///
/// ``render(_:)`` takes a new root; ``render()`` renders again only the components that said so.
/// What a change costs follows the components that it concerns, not the size of the tree.
@MainActor
public final class Renderer {
  /// Told of mistakes in the tree that the renderer can live with.
  public var onIssue: (RenderIssue) -> Void = { _ in }
  /// The work done so far.
  public private(set) var statistics = RenderStatistics()

  let host: any RenderHost
  let invalidations: InvalidationQueue
  private var root: Instance?
  private var elements: [ElementID: Instance] = [:]
  private var components: [InstanceNumber: Instance] = [:]
  private var dirty: [Instance] = []
  private var nextNumber = 0
  private var frameValues = FrameValues()

  /// - Parameters:
  ///   - host: what shows the elements.
  ///   - requestFrame: called, on any thread, when ``render()`` has something to do.
  public init(host: any RenderHost, requestFrame: @escaping @Sendable () -> Void = {}) {
    self.host = host
    invalidations = InvalidationQueue(requestFrame: requestFrame)
    self.requestFrame = requestFrame
  }

  private let requestFrame: @Sendable () -> Void

  /// Whether ``render()`` has something to do.
  public var needsRender: Bool { !dirty.isEmpty || !invalidations.isEmpty }

  /// The newest description of an element, handlers included; nil when it is gone.
  public func element(_ id: ElementID) -> Element? {
    guard case .element(let element) = elements[id]?.node.content else { return nil }
    return element
  }

  /// Shows `node` in place of whatever was shown.
  public func render(_ node: Node) {
    frameValues = FrameValues()
    defer { frameValues = FrameValues() }
    if root == nil {
      root = Instance(kind: .fragment, node: .empty, slot: .position(0), parent: nil)
      root?.markPlaced()
    }
    if let root { reconcileChildren(of: root, to: [node]) }
  }

  /// Renders again the components whose local state or source changed, and nothing else.
  ///
  /// A component that changes its own state while it appears is rendered again in the same call, up
  /// to a limit that a component which never settles runs into; the rest waits for the next call.
  public func render() {
    for _ in 0..<Self.passLimit {
      for number in invalidations.take() {
        if let instance = components[number] { markDirty(instance, requestsFrame: false) }
      }
      guard !dirty.isEmpty else { return }
      frameValues = FrameValues()
      defer { frameValues = FrameValues() }
      // Outermost first: rendering a parent may settle, or remove, its children.
      let batch = dirty.sorted { $0.depth < $1.depth }
      dirty = []
      for instance in batch where instance.isMounted && instance.isDirty {
        renderBody(of: instance)
      }
    }
  }

  private static let passLimit = 8

  /// Takes everything out: local state ends, connections are released.
  public func unmount() {
    if let root { reconcileChildren(of: root, to: []) }
    root = nil
  }

  // MARK: - Components

  private func renderBody(of instance: Instance) {
    guard case .component(let box) = instance.node.content,
      case .component(let number) = instance.kind
    else { return }
    instance.isDirty = false
    statistics.bodies += 1
    let context = RenderContext(
      isInteractive: host.isInteractive, connection: instance.connection,
      invalidation: Invalidation(instance: number, queue: invalidations),
      frameValues: frameValues)
    var body = box.body(in: context)
    if let modifiers = instance.node.modifiers { body = body.modified(by: modifiers) }
    reconcileChildren(of: instance, to: [body])
  }

  private func attachLocals(of instance: Instance, _ box: ComponentBox) {
    let properties = box.locals
    guard !properties.isEmpty else { return }
    let changed: @MainActor () -> Void = { [weak self, weak instance] in
      if let instance { self?.markDirty(instance, requestsFrame: true) }
    }
    instance.locals = properties.enumerated().map { index, property in
      let kept = index < instance.locals.count ? instance.locals[index] : nil
      let (storage, isShared) = property.attach(to: kept, changed: changed)
      if isShared { onIssue(.sharedLocalState(path: instance.path)) }
      return storage
    }
  }

  private func connect(_ instance: Instance, _ box: ComponentBox, _ number: InstanceNumber) {
    // The old connection is let go of after the new one stands, so that nothing is missed.
    instance.connection = box.connect(Invalidation(instance: number, queue: invalidations))
  }

  private func markDirty(_ instance: Instance, requestsFrame: Bool) {
    guard instance.isMounted, !instance.isDirty else { return }
    instance.isDirty = true
    dirty.append(instance)
    if requestsFrame { requestFrame() }
  }

  // MARK: - Mounting

  private func mount(_ node: Node, slot: Slot, parent: Instance) -> Instance {
    switch node.content {
    case .empty:
      return Instance(kind: .empty, node: node, slot: slot, parent: parent)
    case .fragment(let nodes):
      let instance = Instance(kind: .fragment, node: node, slot: slot, parent: parent)
      instance.children = mountChildren(nodes, of: instance)
      return instance
    case .element(let element):
      nextNumber += 1
      let id = ElementID(nextNumber)
      let instance = Instance(kind: .element(id), node: node, slot: slot, parent: parent)
      elements[id] = instance
      statistics.created += 1
      host.create(id, element)
      instance.children = mountChildren(element.children, of: instance)
      instance.markPlaced()
      for child in instance.children {
        for top in child.topElements { host.insert(top, into: id, before: nil) }
      }
      return instance
    case .component(let box):
      nextNumber += 1
      let number = InstanceNumber(value: nextNumber)
      let instance = Instance(kind: .component(number), node: node, slot: slot, parent: parent)
      components[number] = instance
      attachLocals(of: instance, box)
      connect(instance, box, number)
      renderBody(of: instance)
      return instance
    }
  }

  private func mountChildren(_ nodes: [Node], of parent: Instance) -> [Instance] {
    zip(nodes, slots(of: nodes, in: parent)).map { mount($0, slot: $1, parent: parent) }
  }

  private func unmount(_ instance: Instance) {
    let parent = instance.hostParent
    for id in instance.topElements {
      statistics.removed += 1
      host.remove(id, from: parent)
    }
    forget(instance)
  }

  private func forget(_ instance: Instance) {
    instance.isMounted = false
    instance.connection = nil
    for storage in instance.locals { storage.isMounted = false }
    switch instance.kind {
    case .element(let id): elements[id] = nil
    case .component(let number): components[number] = nil
    case .empty, .fragment: break
    }
    for child in instance.children { forget(child) }
  }

  // MARK: - Updating

  private func update(_ instance: Instance, to node: Node) {
    let old = instance.node
    instance.node = node
    switch (instance.kind, old.content, node.content) {
    case (.element(let id), .element(let old), .element(let new)):
      if !new.looksLike(old) {
        statistics.updated += 1
        host.update(id, from: old, to: new)
      }
      reconcileChildren(of: instance, to: new.children)
    case (.component(let number), .component(let oldBox), .component(let newBox)):
      let isSame =
        !instance.isDirty && newBox.isEqual(to: oldBox)
        && (node.modifiers ?? ElementModifiers()).allowsSkip(from: old.modifiers)
      guard !isSame else {
        // The old value stays: its local properties are the attached ones.
        instance.node.content = old.content
        statistics.skipped += 1
        return
      }
      attachLocals(of: instance, newBox)
      connect(instance, newBox, number)
      renderBody(of: instance)
    case (.fragment, _, .fragment(let nodes)):
      reconcileChildren(of: instance, to: nodes)
    default: break
    }
  }

  private func reconcileChildren(of parent: Instance, to nodes: [Node]) {
    let old = parent.children
    // Most updates keep the number and order of children: no diff, no allocation but the array.
    if old.count == nodes.count, zip(old, nodes).allSatisfy({ $0.isUnkeyed && $1.key == nil }),
      zip(old, nodes).allSatisfy({ $0.accepts($1) })
    {
      for (child, node) in zip(old, nodes) { update(child, to: node) }
      return
    }

    let slots = slots(of: nodes, in: parent)
    let diff = KeyedDiff(from: old.map(\.slot), to: slots)
    for index in diff.removed { unmount(old[index]) }

    // First every child is brought up to date, in order; then, from the end, put in its place.
    // A new child, or one that changed its type, is made but not placed yet.
    var children: [Instance] = []
    children.reserveCapacity(nodes.count)
    var isPlaced: [Bool] = []
    isPlaced.reserveCapacity(nodes.count)
    for (index, step) in diff.steps.enumerated() {
      switch step {
      case .stay(let source) where old[source].accepts(nodes[index]),
        .move(let source) where old[source].accepts(nodes[index]):
        update(old[source], to: nodes[index])
        children.append(old[source])
      case .stay(let source), .move(let source):
        unmount(old[source])
        children.append(mount(nodes[index], slot: slots[index], parent: parent))
      case .insert:
        children.append(mount(nodes[index], slot: slots[index], parent: parent))
      }
      if case .stay(let source) = step, children[index] === old[source] {
        isPlaced.append(true)
      } else {
        isPlaced.append(false)
      }
    }
    place(children, isPlaced: isPlaced, oldChildren: old, in: parent)
  }

  private func place(
    _ children: [Instance], isPlaced: [Bool], oldChildren: [Instance], in parent: Instance
  ) {
    guard isPlaced.contains(false) else {
      parent.children = children
      return
    }
    let hostParent: ElementID?
    var anchor: ElementID?
    if case .element(let id) = parent.kind {
      hostParent = id
    } else {
      hostParent = parent.hostParent
      anchor = parent.elementAfter
    }
    let known = Set(oldChildren.lazy.filter(\.isMounted).map(ObjectIdentifier.init))
    parent.children = children
    // A parent that is being mounted is itself placed by its own parent, elements and all.
    guard parent.isPlaced else { return }
    for child in children { child.markPlaced() }
    for (child, isPlaced) in zip(children, isPlaced).reversed() {
      if !isPlaced {
        let isMove = known.contains(ObjectIdentifier(child))
        for id in child.topElements.reversed() {
          if isMove {
            statistics.moved += 1
            host.move(id, in: hostParent, before: anchor)
          } else {
            host.insert(id, into: hostParent, before: anchor)
          }
          anchor = id
        }
      }
      anchor = child.firstElement ?? anchor
    }
  }

  private func slots(of nodes: [Node], in parent: Instance) -> [Slot] {
    var seen: [NodeKey: Int] = [:]
    var position = 0
    return nodes.map { node in
      guard let key = node.key else {
        defer { position += 1 }
        return .position(position)
      }
      let occurrence = seen[key, default: 0]
      seen[key] = occurrence + 1
      guard occurrence > 0 else { return .key(key) }
      onIssue(.duplicateKey(key, path: parent.path))
      return .duplicate(key, occurrence: occurrence)
    }
  }
}

extension Instance {
  fileprivate var isUnkeyed: Bool {
    if case .position = slot { true } else { false }
  }
}
