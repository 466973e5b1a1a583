/// An action that runs after the frame is committed.
struct PendingEffect {
  let instance: Instance
  /// Whether it runs only if the instance is still mounted.
  var requiresMountedInstance = true
  let run: @MainActor () throws -> Void
}

extension Renderer {
  private func effects(of node: Node) -> [Effect] {
    if node.modifiers.isEmpty { return [] }
    // An empty node, such as an `if` whose condition is false, has no effects.
    if case .empty = node.content { return [] }
    // A loop, because a closure on the main actor checks its executor at each call.
    var effects: [Effect] = []
    for case .effect(let effect) in node.modifiers { effects.append(effect) }
    return effects
  }

  /// Queues the effects of a node that appeared. Its descendants were mounted earlier, so their
  /// effects run first.
  func mountEffects(of instance: Instance) {
    let effects = effects(of: instance.node)
    guard !effects.isEmpty else { return }
    instance.hold(.identity)
    instance.effects = effects.map { MountedEffect(effect: $0) }
    queueAppearance(of: instance)
    for index in effects.indices { begin(index, of: instance) }
  }

  private func queueAppearance(of instance: Instance) {
    pendingEffects.append(PendingEffect(instance: instance) { instance.hasAppeared = true })
  }

  /// Updates the effects of a node that was rendered again.
  func updateEffects(of instance: Instance, updatedFrom old: Node) {
    guard !instance.effects.isEmpty || !instance.node.modifiers.isEmpty else { return }
    let new = effects(of: instance.node)
    if instance.effects.isEmpty, !new.isEmpty {
      instance.hold(.identity)
      queueAppearance(of: instance)
    }
    for index in new.count..<max(new.count, instance.effects.count) { end(index, of: instance) }
    instance.effects.removeLast(max(0, instance.effects.count - new.count))
    for (index, effect) in new.enumerated() {
      guard index < instance.effects.count else {
        instance.effects.append(MountedEffect(effect: effect))
        begin(index, of: instance)
        continue
      }
      let before = instance.effects[index].effect
      if before === effect { continue }
      guard type(of: before) == type(of: effect) else {
        end(index, of: instance)
        instance.effects[index] = MountedEffect(effect: effect)
        begin(index, of: instance)
        continue
      }
      instance.effects[index].effect = effect
      if let action = effect.updated(from: before) {
        pendingEffects.append(PendingEffect(instance: instance, run: action))
      }
      if !effect.keepsTask(of: before) {
        instance.effects[index].task?.cancel()
        instance.effects[index].task = nil
        startTask(index, of: instance)
      }
    }
  }

  func unmountEffects(of instance: Instance) {
    for index in instance.effects.indices { end(index, of: instance) }
    instance.effects = []
  }

  private func begin(_ index: Int, of instance: Instance) {
    if let appeared = instance.effects[index].effect.appeared {
      pendingEffects.append(PendingEffect(instance: instance, run: appeared))
    }
    startTask(index, of: instance)
  }

  private func startTask(_ index: Int, of instance: Instance) {
    guard instance.effects[index].effect.task != nil else { return }
    pendingEffects.append(
      PendingEffect(instance: instance) { [weak self, weak instance] in
        // Starts the task of the newest effect, because the node may have been rendered again with
        // an equal task id.
        guard let instance, index < instance.effects.count, instance.effects[index].task == nil,
          let operation = instance.effects[index].effect.task
        else { return }
        instance.effects[index].task = Task { @MainActor in
          if Task.isCancelled { return }
          do {
            try await operation()
          } catch is CancellationError {
          } catch { self?.report(.handlerFailed("\(error)"), at: instance) }
        }
      })
  }

  private func end(_ index: Int, of instance: Instance) {
    let mounted = instance.effects[index]
    mounted.task?.cancel()
    // An instance that an error removed before its first commit did not appear, so it does not
    // disappear.
    guard let disappeared = mounted.effect.disappeared, instance.hasAppeared else { return }
    pendingEffects.append(
      PendingEffect(instance: instance, requiresMountedInstance: false, run: disappeared))
  }

  /// Runs the pending effects in the order in which they were added.
  func runEffects() {
    let effects = pendingEffects
    pendingEffects = []
    for effect in effects where effect.instance.isMounted || !effect.requiresMountedInstance {
      reportingErrors(at: effect.instance, effect.run)
    }
  }

  func reportingErrors(at instance: Instance?, _ body: @MainActor () throws -> Void) {
    do {
      try body()
    } catch { report(.handlerFailed("\(error)"), at: instance) }
  }
}
