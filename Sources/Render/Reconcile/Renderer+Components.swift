extension Renderer {
  /// Evaluates the body of a component, and brings what is in it up to date.
  func renderBody(of instance: Instance) {
    guard case .component(let box) = instance.node.content else { return }
    instance.isDirty = false
    statistics.bodies += 1
    let context = RenderContext(renderer: self, instance: instance)
    let start = recorder.map { _ in ContinuousClock.now }
    let body = Result { try box.body(in: context) }
    if let start { recorder?.note(.now - start, for: instance, box) }
    switch body {
    case .success(let node):
      reconcileChildren(of: instance, to: [node], restyled: false)
    case .failure(let error): handle(error, thrownBy: instance)
    }
  }

  /// Has the nearest boundary show an error. Nothing of what it replaces has been shown: the boundary is
  /// rendered before the pass is committed.
  func handle(_ error: any Error, thrownBy instance: Instance) {
    var around: Instance? = instance
    while let boundary = around {
      if case .component(let box) = boundary.node.content, box.catchesErrors {
        if boundary.failure == nil {
          boundary.failure = error
          boundary.isDirty = false
          markDirty(boundary, .failure)
          return
        }
        // It will replace its content already, whatever else fails in there.
        if boundary.isDirty { return }
      }
      around = boundary.parent
    }
    report(.bodyFailed("\(error)"), at: instance)
  }

  /// Joins the wrapped properties of a component's newest value to what the instance keeps, and connects
  /// it to what it listens to.
  func attach(_ instance: Instance, _ box: ComponentBox) {
    box.properties = properties(of: box)
    let links = box.links
    if !links.isEmpty {
      let kept = instance.saved?.kept(for: instance) ?? instance.kept
      instance.kept = links.indices.map { index in
        links[index].attach(
          to: instance, kept: kept.indices.contains(index) ? kept[index] : nil, in: self)
      }
    }
    let source = box.connectionSource
    guard source == nil || source != instance.source else { return }
    instance.source = source
    // The old connection is let go of after the new one stands, so that nothing is missed.
    instance.connection = box.connect(
      Invalidation(number: instance.number, queue: invalidations))
  }

  func update(_ instance: Instance, from old: ComponentBox, to new: ComponentBox, restyled: Bool) {
    if !instance.isDirty, new.isEqual(to: old) {
      statistics.skipped += 1
      // The old value stays, with the properties that are attached; its handlers are the newest.
      old.adoptHandlers(of: new)
      instance.node.content = .component(old)
      if restyled { for child in instance.children { restyle(child) } }
      return
    }
    if let recorder, !instance.isDirty || !new.isEqual(to: old) {
      recorder.noteProps(at: instance.number, from: old, to: new)
    }
    attach(instance, new)
    renderBody(of: instance)
    if restyled { for child in instance.children { restyle(child) } }
  }

  /// Applies the modifiers around the outermost elements of an instance again.
  func restyle(_ instance: Instance) {
    switch instance.node.content {
    case .element(let base): show(base, by: instance)
    case .portal: break
    default: for child in instance.children { restyle(child) }
    }
  }

  /// Tells the host of an element, if it looks different from what the host has.
  func show(_ base: Element, by instance: Instance) {
    let new = instance.styled(base)
    guard let old = instance.element else { return }
    instance.element = new
    let changes = new.changes(from: old)
    if changes.isEmpty {
      // The host may have been told other marks since the old one was made.
      if new !== old, let marks = new.looks.marks {
        host.mark(ElementID(instance.number), marks)
      }
      return
    }
    statistics.updated += 1
    host.update(ElementID(instance.number), from: old, to: new, changes)
  }
}
