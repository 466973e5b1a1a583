extension Renderer {
  // MARK: - Mounting

  private func mount(_ node: Node, slot: Slot, parent: Instance) -> Instance {
    let instance = Instance(node, id: newID(), slot: slot, parent: parent)
    instances[instance.id] = instance
    instance.saved = parent.savedStates?.take(node.key) ?? parent.saved?.children[slot]
    switch node.content {
    case .empty: break
    case .element(let base):
      let element = instance.styled(base)
      instance.element = element
      instance.rowStates = element.properties.rowStates
      if element.hasIdentity { instance.hold(.identity) }
      statistics.created += 1
      host.create(instance.id, element)
      mountChildren(base.children, of: instance)
      insertChildren(of: instance, into: .element(instance.id))
    case .component(let box):
      recorder?.record(.appeared, at: instance.number)
      attach(instance, box)
      renderBody(of: instance)
    case .fragment(let children, _): mountChildren(children, of: instance)
    case .provider(let box):
      instance.provide(box.makeCell())
      instance.hold(.identity)
      mountChildren([box.child], of: instance)
    case .portal(let layer, let child):
      instance.hold(.identity)
      mountChildren([child], of: instance)
      insertChildren(of: instance, into: .layer(layer))
    case .memo(_, let make):
      instance.hold(.identity)
      fill(instance, make)
    }
    instance.saved = nil
    invalidateBindings(for: node)
    mountEffects(of: instance)
    return instance
  }

  func mountChildren(_ nodes: [Node], of parent: Instance) {
    let slots = slots(of: nodes, in: parent)
    var children: [Instance] = []
    children.reserveCapacity(nodes.count)
    for index in nodes.indices {
      children.append(mount(nodes[index], slot: slots[index], parent: parent))
    }
    parent.children = children
  }

  private func insertChildren(of instance: Instance, into parent: HostParent) {
    instance.markInserted()
    for child in instance.children {
      for top in child.topElements { host.insert(top, into: parent, before: nil) }
    }
  }

  private func fill(_ memo: Instance, _ make: @MainActor () throws -> Node) {
    do {
      reconcileChildren(of: memo, to: [try make()], restyled: false)
    } catch { handle(error, thrownBy: memo) }
  }

  private func unmount(_ instance: Instance) {
    let parent = instance.parent?.hostParent ?? .layer(.base)
    removeElements(of: instance, from: parent)
    release(instance)
  }

  private func removeElements(of instance: Instance, from parent: HostParent) {
    for id in instance.topElements {
      statistics.removed += 1
      host.remove(id, from: parent)
    }
  }

  func release(_ instance: Instance) {
    instance.parent?.savedStates?.save(instance)
    for child in instance.children {
      // Content in another layer is removed with its portal.
      if case .portal(let layer, _) = instance.node.content {
        removeElements(of: child, from: .layer(layer))
      }
      release(child)
    }
    instance.isMounted = false
    invalidateBindings(for: instance.node)
    unmountEffects(of: instance)
    instance.connection = nil
    disconnectProperties(of: instance)
    forget(instance)
  }

  private func disconnectProperties(of instance: Instance) {
    guard let properties = instance.properties?.all else { return }
    for index in properties.indices {
      properties[index].disconnect(instance.propertyStates[index], from: instance)
    }
    for (_, cell) in instance.extraReads { cell.readers.remove(Reader(instance)) }
    instance.propertyStates = []
  }

  // MARK: - Updating

  /// Updates an instance to a newer node.
  /// - Parameter restyled: whether a modifier of an ancestor changed.
  private func update(_ instance: Instance, to node: Node, restyled: Bool) {
    statistics.comparisons += 1
    if !restyled, !instance.isDirty, instance.node.isSame(as: node) { return }
    let isRenewed = instance.isDirty
    if instance.properties == nil { instance.isDirty = false }
    let old = instance.node
    instance.node = node
    invalidateBindings(from: old, to: node)
    let isRestyled = restyled || !node.modifiers.isVisuallyEqual(as: old.modifiers)
    switch (old.content, node.content) {
    case (.element(let old), .element(let new)):
      if old !== new || isRestyled { show(new, by: instance) }
      if old !== new || isRenewed {
        reconcileChildren(of: instance, to: new.children, restyled: false)
      }
    case (.component(let old), .component(let new)):
      update(instance, from: old, to: new, restyled: isRestyled)
    case (.fragment, .fragment(let children, _)):
      reconcileChildren(of: instance, to: children, restyled: isRestyled)
    case (.provider, .provider(let new)):
      if let cell = instance.providedCell, let old = new.update(cell) {
        invalidateReaders(of: cell, from: old)
      }
      reconcileChildren(of: instance, to: [new.child], restyled: isRestyled)
    case (.portal, .portal(_, let child)):
      reconcileChildren(of: instance, to: [child], restyled: isRestyled)
    case (.memo(let old, _), .memo(let new, let make)):
      if old != new { fill(instance, make) }
      if isRestyled { for child in instance.children { restyle(child) } }
    default: break
    }
    updateEffects(of: instance, updatedFrom: old)
  }

  func reconcileChildren(of parent: Instance, to nodes: [Node], restyled: Bool) {
    let old = parent.children
    if old.isEmpty, !parent.isInserted { return mountChildren(nodes, of: parent) }
    // Most updates keep the number and order of children. These need no diff.
    if old.count == nodes.count, hasSameSlots(old, nodes) {
      for index in nodes.indices { update(old[index], to: nodes[index], restyled: restyled) }
      return
    }
    reportUnkeyedLoop(parent, old, nodes)

    let slots = slots(of: nodes, in: parent)
    var diff = KeyedDiff(from: self.slots(of: old), to: slots)
    reuseRows(of: parent, for: nodes, slots, &diff)
    for index in diff.removed { unmount(old[index]) }

    // First, update every child in order; then insert and move elements, the last one first. A
    // new child, or one whose type changed, is mounted but not inserted yet.
    var children: [Instance] = []
    children.reserveCapacity(nodes.count)
    var steps: [HostStep] = []
    steps.reserveCapacity(nodes.count)
    for (index, step) in diff.steps.enumerated() {
      switch step {
      case .stay(let source) where old[source].accepts(nodes[index]),
        .move(let source) where old[source].accepts(nodes[index]):
        update(old[source], to: nodes[index], restyled: restyled)
        children.append(old[source])
        if case .stay = step { steps.append(.keep) } else { steps.append(.move) }
      case .stay(let source), .move(let source):
        unmount(old[source])
        fallthrough
      case .insert:
        children.append(mount(nodes[index], slot: slots[index], parent: parent))
        steps.append(.insert)
      }
    }
    parent.children = children
    // The elements of a parent that is being mounted are inserted with the parent.
    if parent.isInserted { insertAndMove(steps, of: parent) }
  }

  private enum HostStep { case keep, move, insert }

  private func hasSameSlots(_ old: [Instance], _ nodes: [Node]) -> Bool {
    for index in nodes.indices {
      switch old[index].slot {
      case .position: if nodes[index].key != nil { return false }
      case .key(let key): if nodes[index].key != key { return false }
      case .duplicate: return false
      }
      if !old[index].accepts(nodes[index]) { return false }
    }
    return true
  }

  private func insertAndMove(_ steps: [HostStep], of parent: Instance) {
    // A loop, because a closure on the main actor checks its executor at each call.
    var isSame = true
    for step in steps where step != .keep { isSame = false }
    if isSame { return }
    let hostParent = parent.hostParent
    var anchor = parent.elementAfterChildren
    for child in parent.children { child.markInserted() }
    for index in steps.indices.reversed() {
      let (child, step) = (parent.children[index], steps[index])
      if step != .keep {
        for id in child.topElements.reversed() {
          if step == .move {
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

  // A loop, because a closure on the main actor checks its executor at each call.
  private func slots(of nodes: [Node], in parent: Instance) -> [Slot] {
    var slots: [Slot] = []
    slots.reserveCapacity(nodes.count)
    var seen = Set<NodeKey>()
    var repeated: [NodeKey: Int] = [:]
    var position = 0
    for node in nodes {
      guard let key = node.key else {
        slots.append(.position(position))
        position += 1
        continue
      }
      if seen.isEmpty { seen.reserveCapacity(nodes.count) }
      if seen.insert(key).inserted {
        slots.append(.key(key))
      } else {
        report(.duplicateKey(key), at: parent)
        repeated[key, default: 0] += 1
        slots.append(.duplicate(key, occurrence: repeated[key, default: 1]))
      }
    }
    return slots
  }

  private func slots(of children: [Instance]) -> [Slot] {
    var slots: [Slot] = []
    slots.reserveCapacity(children.count)
    for child in children { slots.append(child.slot) }
    return slots
  }

  private func reportUnkeyedLoop(_ parent: Instance, _ old: [Instance], _ nodes: [Node]) {
    guard case .fragment(_, .loop) = parent.node.content, old.count != nodes.count,
      old.contains(where: { $0.holdsState && $0.slot.isUnkeyed })
    else { return }
    report(.loopWithoutKeys, at: parent)
  }
}
