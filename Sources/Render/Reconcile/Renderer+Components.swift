extension Renderer {
  /// The number of changes to the host's elements so far, plus the number of pending effects.
  private var mutations: Int {
    statistics.created + statistics.updated + statistics.moved + statistics.removed
      + pendingEffects.count
  }

  /// Runs a closure, and measures its duration during inspection.
  package func measure<Result>(_ phase: FramePhase, _ body: () -> Result) -> Result {
    guard let start = recorder?.phaseStart() else { return body() }
    defer { recorder?.record(phase, since: start) }
    return body()
  }

  /// Evaluates the body of a component and reconciles its content.
  func renderBody(of instance: Instance) {
    guard case .component(let box) = instance.node.content else { return }
    instance.isDirty = false
    statistics.bodies += 1
    connectProperties(of: instance, box)
    let context = RenderContext(renderer: self, instance: instance)
    let start = recorder?.phaseStart(mutations)
    defer { if start != nil { recorder?.close(mutations) } }
    do {
      let node = try evaluate(box, in: context)
      if let start { recorder?.open(instance, box, since: start) }
      reconcileChildren(of: instance, to: [node], restyled: false)
    } catch {
      if let start { recorder?.open(instance, box, since: start) }
      // A failed component in a reused row shows nothing, as a new component would.
      instance.hold(.identity)
      if instance.reuseFrame == frame { reconcileChildren(of: instance, to: [], restyled: false) }
      handle(error, thrownBy: instance)
    }
  }

  /// Evaluates a body. A debug build reports a body that sets local state.
  private func evaluate(_ box: ComponentBox, in context: RenderContext) throws -> Node {
    #if DEBUG
      let isInsideOther = invalidations.isEvaluating
      invalidations.isEvaluating = true
      defer {
        invalidations.isEvaluating = isInsideOther
        if invalidations.bodyHasWritten { report(.bodySetsState, at: context.instance) }
        invalidations.bodyHasWritten = false
      }
    #endif
    return try box.body(in: context)
  }

  /// Makes the nearest error boundary that shows no error yet show this one; without such a
  /// boundary, reports it. The failed content was never visible: the boundary is rendered before
  /// the pass is committed.
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
        // The boundary will already replace its content; further errors in it do not matter.
        if boundary.isDirty { return }
      }
      around = boundary.parent
    }
    report(.bodyFailed("\(error)"), at: instance)
  }

  /// Makes the states of a component's wrapped properties for an instance, and connects the
  /// component to its source.
  func attach(_ instance: Instance, _ box: ComponentBox) {
    if instance.properties == nil {
      let properties = properties(of: box)
      instance.properties = properties
      let saved = instance.saved?.propertyStates(for: instance) ?? []
      box.withComponent { component in
        for (index, property) in properties.all.enumerated() {
          instance.propertyStates.append(
            property.makeState(
              of: component, for: instance, saved: index < saved.count ? saved[index] : nil,
              in: self))
        }
      }
    }
    guard box.isLive else { return }
    connectProperties(of: instance, box)
    let source = box.connectionSource
    guard source == nil || source != instance.source else { return }
    instance.source = source
    if box.catchesErrors { instance.hold(.identity) }
    // The old connection is released after the new one exists, so that no change is missed.
    instance.connection = box.connect(
      Invalidation(component: instance.id, queue: invalidations))
    if source != nil || instance.connection != nil { instance.hold(.identity) }
  }

  /// Connects the wrappers in the newest value of a component to an instance. Called before each
  /// evaluation of the body, because the same value may also be at another position in the tree.
  func connectProperties(of instance: Instance, _ box: ComponentBox) {
    guard let connected = instance.properties, !connected.all.isEmpty else { return }
    let properties = connected.all
    box.withComponent { component in
      if box.connected != nil, let handler = connected.handlers.first,
        properties[handler].state(in: component) !== instance.propertyStates[handler]
      {
        box.isShared = true
      }
      box.connected = connected
      for index in properties.indices {
        properties[index].connect(component, to: instance.propertyStates[index])
      }
    }
  }

  func update(_ instance: Instance, from old: ComponentBox, to new: ComponentBox, restyled: Bool) {
    // Even if the new value equals the old one, the functions in it are newer.
    if old !== new { adopt(new, instance) }
    if !instance.isDirty, new.isEqual(to: old) {
      statistics.skipped += 1
      // The instance keeps the old value. The new value is connected as well, because a viewport
      // may keep the new node and compare it with later ones.
      instance.node.content = .component(old)
      if old !== new { connectProperties(of: instance, new) }
      if restyled { for child in instance.children { restyle(child) } }
      return
    }
    if let recorder, !instance.isDirty || !new.isEqual(to: old) {
      recorder.recordProps(at: instance.number, from: old, to: new)
    }
    attach(instance, new)
    renderBody(of: instance)
    if restyled { for child in instance.children { restyle(child) } }
  }

  /// Makes an instance call the handlers of a newer value of its component, and read the
  /// environment values that this value reads.
  private func adopt(_ newer: ComponentBox, _ instance: Instance) {
    guard let properties = instance.properties, !properties.all.isEmpty else { return }
    newer.withComponent { component in
      for (index, property) in properties.all.enumerated() {
        let state = instance.propertyStates[index]
        if property.takesHandlers { property.adopt(component, state) }
        if let other = property.moved(component, state, for: instance, in: self) {
          instance.propertyStates[index] = other
        }
      }
    }
  }

  /// Applies the changed modifiers to the outermost elements of an instance.
  func restyle(_ instance: Instance) {
    switch instance.node.content {
    case .element(let base): show(base, by: instance)
    case .portal: break
    default: for child in instance.children { restyle(child) }
    }
  }

  /// Updates an element in the host if it changed.
  func show(_ base: Element, by instance: Instance) {
    let new = instance.styled(base)
    guard let old = instance.element else { return }
    instance.element = new
    if let rowStates = new.properties.rowStates { setRowStates(of: instance, rowStates) }
    if new.hasIdentity { instance.hold(.identity) }
    let changes = new.changes(from: old)
    if changes.isEmpty {
      // The host may have received other states of the row since the old element was created.
      if new !== old, let rowStates = new.properties.rowStates {
        host.setRowStates(instance.id, rowStates)
      }
      return
    }
    statistics.updated += 1
    host.update(instance.id, from: old, to: new, changes)
  }
}
