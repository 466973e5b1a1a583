extension Renderer {
  // MARK: - Mounting

  private func mount(_ node: Node, slot: Slot, parent: Instance) -> Instance {
    let instance: Instance
    switch node.content {
    case .empty: instance = Instance(node, slot: slot, parent: parent)
    case .element(let base):
      let id = ElementID(newNumber())
      instance = Instance(node, number: id.value, slot: slot, parent: parent)
      let element = instance.styled(base)
      instance.element = element
      elements[id] = instance
      statistics.created += 1
      host.create(id, element)
      mountChildren(base.children, of: instance)
      insertChildren(of: instance, into: .element(id))
    case .component(let box):
      let number = newNumber()
      instance = Instance(node, number: number, slot: slot, parent: parent)
      components[number] = instance
      inspection?.note(.appeared, for: instance)
      attach(instance, box)
      renderBody(of: instance)
    case .fragment(let fragment):
      instance = Instance(node, slot: slot, parent: parent)
      mountChildren(fragment.children, of: instance)
    case .provider(let box):
      instance = Instance(node, slot: slot, parent: parent)
      mountChildren([box.child], of: instance)
    case .portal(let box):
      instance = Instance(node, slot: slot, parent: parent)
      mountChildren([box.child], of: instance)
      insertChildren(of: instance, into: .layer(box.layer))
    case .memo(let box):
      instance = Instance(node, slot: slot, parent: parent)
      makeMemo(box, for: instance)
    }
    mountEffects(of: instance)
    return instance
  }

  private func mountChildren(_ nodes: [Node], of parent: Instance) {
    if nodes.isEmpty { return }
    let slots = slots(of: nodes, in: parent)
    var children: [Instance] = []
    children.reserveCapacity(nodes.count)
    for index in nodes.indices {
      children.append(mount(nodes[index], slot: slots[index], parent: parent))
    }
    parent.children = children
  }

  private func insertChildren(of instance: Instance, into parent: HostParent) {
    instance.markPlaced()
    for child in instance.children {
      for top in child.topElements { host.insert(top, into: parent, before: nil) }
    }
  }

  private func makeMemo(_ box: MemoBox, for instance: Instance) {
    do {
      reconcileChildren(of: instance, to: [try box.make()], restyled: false)
    } catch { handle(error, thrownBy: instance) }
  }

  private func unmount(_ instance: Instance) {
    let parent = instance.parent?.hostParent ?? .layer(.base)
    removeElements(of: instance, from: parent)
    forget(instance)
  }

  private func removeElements(of instance: Instance, from parent: HostParent) {
    for id in instance.topElements {
      statistics.removed += 1
      host.remove(id, from: parent)
    }
  }

  private func forget(_ instance: Instance) {
    for child in instance.children {
      // What stands in another layer goes with the place where it was written.
      if case .portal(let portal) = instance.node.content {
        removeElements(of: child, from: .layer(portal.layer))
      }
      forget(child)
    }
    instance.markUnmounted()
    unmountEffects(of: instance)
    instance.connection = nil
    if case .component(let box) = instance.node.content, !instance.kept.isEmpty {
      for (link, kept) in zip(box.links, instance.kept) {
        link.detach(from: instance, kept: kept)
      }
      instance.kept = []
    }
    switch instance.node.content {
    case .element: elements[ElementID(instance.number)] = nil
    case .component: components[instance.number] = nil
    default: break
    }
  }

  // MARK: - Updating

  /// - Parameter restyled: whether a modifier around the instance is not what it was.
  private func update(_ instance: Instance, to node: Node, restyled: Bool) {
    let old = instance.node
    instance.node = node
    statistics.comparisons += 1
    let isRestyled = restyled || !node.modifiers.lookSame(as: old.modifiers)
    switch (old.content, node.content) {
    case (.element(let old), .element(let new)):
      if old !== new || isRestyled { show(new, by: instance) }
      if old !== new { reconcileChildren(of: instance, to: new.children, restyled: false) }
    case (.component(let old), .component(let new)):
      update(instance, from: old, to: new, restyled: isRestyled)
    case (.fragment, .fragment(let fragment)):
      reconcileChildren(of: instance, to: fragment.children, restyled: isRestyled)
    case (.provider(let old), .provider(let new)):
      if !new.isEqual(to: old) {
        for number in instance.readers {
          if let reader = components[number] { markDirty(reader, .environment) }
        }
      }
      reconcileChildren(of: instance, to: [new.child], restyled: isRestyled)
    case (.portal, .portal(let portal)):
      reconcileChildren(of: instance, to: [portal.child], restyled: isRestyled)
    case (.memo(let old), .memo(let new)):
      if old.id != new.id { makeMemo(new, for: instance) }
      if isRestyled { for child in instance.children { restyle(child) } }
    default: break
    }
    settleEffects(of: instance, updatedFrom: old)
  }

  func reconcileChildren(of parent: Instance, to nodes: [Node], restyled: Bool) {
    let old = parent.children
    // Most updates keep the number and order of children: no diff, no allocation but the array.
    if old.count == nodes.count, hasSameSlots(old, nodes) {
      for index in nodes.indices { update(old[index], to: nodes[index], restyled: restyled) }
      return
    }
    reportUnkeyedLoop(parent, old, nodes)

    let slots = slots(of: nodes, in: parent)
    let diff = KeyedDiff(from: old.map(\.slot), to: slots)
    for index in diff.removed { unmount(old[index]) }

    // First every child is brought up to date, in order; then, from the end, put in its place.
    // A new child, or one that changed its type, is made but not placed yet.
    var children: [Instance] = []
    children.reserveCapacity(nodes.count)
    var steps: [Placing] = []
    steps.reserveCapacity(nodes.count)
    for (index, step) in diff.steps.enumerated() {
      switch step {
      case .stay(let source) where old[source].accepts(nodes[index]),
        .move(let source) where old[source].accepts(nodes[index]):
        update(old[source], to: nodes[index], restyled: restyled)
        children.append(old[source])
        if case .stay = step { steps.append(.stays) } else { steps.append(.moves) }
      case .stay(let source), .move(let source):
        unmount(old[source])
        fallthrough
      case .insert:
        children.append(mount(nodes[index], slot: slots[index], parent: parent))
        steps.append(.comes)
      }
    }
    parent.children = children
    // A parent that is being mounted is itself placed by its own parent, elements and all.
    if parent.isPlaced, steps.contains(where: { $0 != .stays }) { place(steps, of: parent) }
  }

  private enum Placing { case stays, moves, comes }

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

  private func place(_ steps: [Placing], of parent: Instance) {
    let hostParent = parent.hostParent
    var anchor = parent.elementAfterChildren
    for child in parent.children { child.markPlaced() }
    for (child, step) in zip(parent.children, steps).reversed() {
      if step != .stays {
        for id in child.topElements.reversed() {
          if step == .moves {
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

  // A loop and no closure: one that is passed on from here asks each time which actor it runs on.
  private func slots(of nodes: [Node], in parent: Instance) -> [Slot] {
    var slots: [Slot] = []
    slots.reserveCapacity(nodes.count)
    var seen: [NodeKey: Int] = [:]
    var position = 0
    for node in nodes {
      guard let key = node.key else {
        slots.append(.position(position))
        position += 1
        continue
      }
      let occurrence = seen[key, default: 0]
      seen[key] = occurrence + 1
      if occurrence == 0 {
        slots.append(.key(key))
      } else {
        report(.duplicateKey(key), at: parent)
        slots.append(.duplicate(key, occurrence: occurrence))
      }
    }
    return slots
  }

  private func reportUnkeyedLoop(_ parent: Instance, _ old: [Instance], _ nodes: [Node]) {
    guard case .fragment(let fragment) = parent.node.content, fragment.kind == .loop,
      old.count != nodes.count, old.contains(where: { $0.holdsState && $0.slot.isUnkeyed })
    else { return }
    report(.loopWithoutKeys, at: parent)
  }
}
