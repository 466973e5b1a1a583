extension Renderer {
  /// Gives rows that appear in a viewport the instances of rows that leave it. These instances are
  /// updated instead of being removed and made. A row is not reused if a program could distinguish
  /// it from a new row (``Holdings/identity``), or if it contains an element that the user may be
  /// using (``RenderHost/elementsInHand``).
  /// - Parameter diff: the diff from the parent's children to `nodes`; changed so that reused
  ///   children are not removed.
  func reuseRows(of parent: Instance, for nodes: [Node], _ slots: [Slot], _ diff: inout KeyedDiff) {
    guard let savedStates = parent.savedStates, !diff.removed.isEmpty, parent.isInserted,
      let inHand = host.elementsInHand
    else { return }
    let old = parent.children
    var held: Set<ObjectIdentifier> = []
    for id in inHand {
      if let child = child(of: parent, around: id) { held.insert(ObjectIdentifier(child)) }
    }
    // A loop, because a closure on the main actor checks its executor at each call.
    var leaving: [Int] = []
    for index in diff.removed
    where !old[index].holdings.contains(.identity) && !held.contains(ObjectIdentifier(old[index])) {
      leaving.append(index)
    }
    guard !leaving.isEmpty else { return }
    // The old index of each child; -1 for a new child.
    var sources: [Int] = []
    sources.reserveCapacity(nodes.count)
    for (index, step) in diff.steps.enumerated() {
      switch step {
      case .stay(let source), .move(let source): sources.append(source)
      case .insert:
        sources.append(-1)
        guard let key = nodes[index].key, !savedStates.contains(key) else { continue }
        for candidate in leaving.indices where old[leaving[candidate]].accepts(nodes[index]) {
          sources[index] = leaving.remove(at: candidate)
          break
        }
        let source = sources[index]
        if source < 0 { continue }
        old[source].reuse(in: slots[index])
        renew(old[source])
      }
    }
    diff = KeyedDiff(sources: sources, count: old.count)
  }

  /// The child of an instance that contains an element.
  private func child(of parent: Instance, around id: ElementID) -> Instance? {
    var instance = instances[id]
    while let current = instance {
      if current.parent === parent { return current }
      instance = current.parent
    }
    return nil
  }

  /// Gives an instance and its descendants new ids and states, so that the program and the host see
  /// them as new. The update that follows evaluates all components, as if they had been mounted.
  /// - Parameter rowCell: the cell of `isCurrentRow` before and after the renewal; nil outside of a row.
  private func renew(
    _ instance: Instance,
    _ rowCell: (old: EnvironmentCell<Bool>, new: EnvironmentCell<Bool>)? = nil
  ) {
    let old = instance.id
    let new = newID(at: old.index)
    instance.reuse(as: new, in: frame)
    instances[new] = instance
    var rowCell = rowCell
    if case .component = instance.node.content {
      renewStates(of: instance, rowCell)
      bindingReaders.remove(old)
      recorder?.record(.appeared, at: new.value)
    } else if let element = instance.element {
      instance.rowStates = element.properties.rowStates
      if let old = instance.rowCell, let new = instance.renewRowCell() { rowCell = (old, new) }
      statistics.reused += 1
      host.reuse(old, as: new, element)
    }
    instance.isDirty = true
    invalidateBindings(for: instance.node)
    for child in instance.children { renew(child, rowCell) }
  }

  /// Gives an instance new property states, because a task of the old row may still use the old
  /// states.
  private func renewStates(
    of instance: Instance,
    _ rowCell: (old: EnvironmentCell<Bool>, new: EnvironmentCell<Bool>)?
  ) {
    guard let properties = instance.properties else { return }
    for (index, property) in properties.all.enumerated() {
      if property.takesHandlers {
        instance.propertyStates[index] = property.renewed(instance.propertyStates[index])
      } else if let rowCell, instance.propertyStates[index] === rowCell.old {
        instance.propertyStates[index] = rowCell.new
        rowCell.new.readers.insert(Reader(instance))
      }
    }
  }
}
