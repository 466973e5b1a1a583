/// A piece of asynchronous work: what to do, and who is told of its error.
struct EffectWork<Action: Sendable>: Sendable {
  var priority: TaskPriority?
  let site: CallSite
  let operation: @Sendable (Send<Action>) async throws -> Void
  /// The innermost `catch` around the work; nil without one.
  var recover: (@Sendable (any Error) -> Action)?

  /// Does the work in the current task.
  /// - Parameters:
  ///   - token: Looked at before each action is delivered, and after.
  ///   - deliver: Takes what the work sends.
  ///   - report: Takes an error that nobody catches, and what is sent too late.
  func perform(
    _ token: EffectToken, _ dependencies: Dependencies,
    deliver: @escaping @Sendable (Action, EffectToken, CallSite?) -> Void,
    report: @escaping @Sendable (StoreIssue) -> Void
  ) async {
    let send = Send<Action>(dependencies) { [site] action in
      if token.isSilent {
        if token.hasEnded { report(.sentTooLate(effect: site)) }
        return false
      }
      deliver(action, token, site)
      return !token.isSilent
    }
    do {
      try await operation(send)
    } catch {
      // What is cancelled ends with an error as a rule, and nobody waits for that.
      if token.isSilent { return }
      if let recover {
        send(recover(error))
      } else {
        report(.effectFailed(error: "\(error)", effect: site))
      }
    }
  }

  func map<New>(_ transform: @escaping @Sendable (Action) -> New) -> EffectWork<New> {
    var recoverNew: (@Sendable (any Error) -> New)?
    if let recover { recoverNew = { error in transform(recover(error)) } }
    let operation = operation
    return EffectWork<New>(
      priority: priority, site: site,
      operation: { send in try await operation(send.taking(transform)) },
      recover: recoverNew)
  }

  func catching(_ recover: @escaping @Sendable (any Error) -> Action) -> EffectWork {
    // An inner catch has the error first.
    if self.recover != nil { return self }
    var work = self
    work.recover = recover
    return work
  }
}

extension EffectWork {
  /// Work that sends every element of a sequence.
  static func sending<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, site: CallSite
  ) -> EffectWork where Elements.Element == Action {
    EffectWork(site: site) { send in
      for try await action in elements {
        guard send(action) else { return }
      }
    }
  }
}
