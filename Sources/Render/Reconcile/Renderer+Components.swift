extension Renderer {
  /// The number of changes so far, including pending effects.
  private var mutations: Int {
    statistics.created + statistics.updated + statistics.moved + statistics.removed
      + pendingEffects.count
  }

  /// Runs a closure, and measures its duration during inspection.
  package func measure<Result>(_ phase: FramePhase, _ body: () -> Result) -> Result {
    guard let start = recorder?.mark() else { return body() }
    defer { recorder?.note(phase, since: start) }
    return body()
  }

  /// Evaluates the body of a component and reconciles its content.
  func renderBody(of instance: Instance) {
    guard case .component(let box) = instance.node.content else { return }
    instance.isDirty = false
    statistics.bodies += 1
    let context = RenderContext(renderer: self, instance: instance)
    let start = recorder?.mark(mutations)
    let body = Result { try box.body(in: context) }
    if let start { recorder?.open(instance, box, since: start) }
    defer { if start != nil { recorder?.close(mutations) } }
    switch body {
    case .success(let node):
      reconcileChildren(of: instance, to: [node], restyled: false)
    case .failure(let error):
      // A new component would show nothing.
      instance.hold(.identity)
      if instance.reuseFrame == frame { reconcileChildren(of: instance, to: [], restyled: false) }
      handle(error, thrownBy: instance)
    }
  }

  /// Makes the nearest error boundary show an error. The failed content was never visible: the
  /// boundary is rendered before the pass is committed.
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

  /// Connects the wrapped properties of a component's newest value to the instance's kept state,
  /// and the component to its source.
  func attach(_ instance: Instance, _ box: ComponentBox) {
    box.properties = properties(of: box)
    let links = box.links
    if !links.isEmpty {
      let kept = instance.saved?.propertyStates(for: instance) ?? instance.propertyStates
      instance.propertyStates = links.indices.map { index in
        links[index].attach(
          to: instance, kept: kept.indices.contains(index) ? kept[index] : nil, in: self)
      }
    }
    let source = box.connectionSource
    guard source == nil || source != instance.source else { return }
    instance.source = source
    if box.catchesErrors { instance.hold(.identity) }
    // The old connection is released after the new one exists, so that no change is missed.
    instance.connection = box.connect(
      Invalidation(number: instance.number, queue: invalidations))
    if source != nil || instance.connection != nil { instance.hold(.identity) }
  }

  func update(_ instance: Instance, from old: ComponentBox, to new: ComponentBox, restyled: Bool) {
    if !instance.isDirty, new.isEqual(to: old) {
      statistics.skipped += 1
      // Keeps the old component value with its attached properties, and adopts the newest handlers.
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
    if new.hasIdentity { instance.hold(.identity) }
    let changes = new.changes(from: old)
    if changes.isEmpty {
      // The host may have received other marks since the old element was created.
      if new !== old, let marks = new.properties.marks {
        host.mark(ElementID(instance.number), marks)
      }
      return
    }
    statistics.updated += 1
    host.update(ElementID(instance.number), from: old, to: new, changes)
  }
}
