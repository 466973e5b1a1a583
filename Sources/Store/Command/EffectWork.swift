/// A piece of asynchronous work: its operation and its error handler.
@usableFromInline
struct EffectWork<Action: Sendable>: Sendable {
  /// Returns the last action of the work, if it has one.
  typealias Operation = @Sendable (Send<Action>) async throws -> Action?
  /// The operation, and a function that releases its resources.
  typealias Opened = (operation: Operation, stop: @Sendable () -> Void)

  var priority: TaskPriority?
  let site: CallSite
  /// Called on the thread that starts the work, before the task starts.
  let open: @Sendable () -> Opened
  /// The innermost `catch` around the work; nil without one.
  var recover: (@Sendable (any Error) -> Action)?
  var attempts = Attempts()
  /// Changes the dependencies for a child's work; nil if the work uses the store's dependencies.
  var setDependencies: (@Sendable (inout Dependencies) -> Void)?

  /// Does the work in the current task.
  /// - Parameters:
  ///   - token: The token of the whole work. It, or the token of the current attempt, is checked
  ///     before and after each action is delivered.
  ///   - deliver: Receives the actions of the work.
  ///   - report: Receives an issue for an error that no `catch` handles, and for an action that is
  ///     sent after the work has returned.
  func perform(
    _ operation: @escaping Operation, _ token: EffectToken, _ dependencies: Dependencies,
    deliver: @escaping @Sendable (Action, EffectToken, CallSite?) -> Void,
    report: @escaping @Sendable (StoreIssue) -> Void
  ) async {
    var own = dependencies
    setDependencies?(&own)
    let dependencies = own
    let send: @Sendable (EffectToken) -> Send<Action> = { [site] part in
      Send(dependencies) { action in
        if part.dropsActions {
          if token.hasEnded { report(.sentTooLate(effect: site)) }
          return false
        }
        deliver(action, part, site)
        return !part.dropsActions
      }
    }
    var last: Action?
    do {
      last = try await attempts.run(token, dependencies.clock) { try await operation(send($0)) }
    } catch {
      // Cancelled work usually ends with an error, which is ignored.
      if token.dropsActions { return }
      last = recover?(error)
      if recover == nil { report(.effectFailed(error: "\(error)", effect: site)) }
    }
    guard let last else { return }
    token.isSendingLast.store(true, ordering: .releasing)
    send(token)(last)
  }

  func map<New>(_ transform: @escaping @Sendable (Action) -> New) -> EffectWork<New> {
    var recoverNew: (@Sendable (any Error) -> New)?
    if let recover { recoverNew = { error in transform(recover(error)) } }
    let open = open
    return EffectWork<New>(
      priority: priority, site: site,
      open: {
        let (operation, stop) = open()
        return ({ send in try await operation(send.taking(transform)).map(transform) }, stop)
      },
      recover: recoverNew, attempts: attempts, setDependencies: setDependencies)
  }

  /// Returns the same work with changed dependencies. A change that an inner scope makes is applied
  /// after this change.
  func changingDependencies(
    _ change: @escaping @Sendable (inout Dependencies) -> Void
  ) -> EffectWork {
    var work = self
    work.setDependencies = { [setDependencies] dependencies in
      change(&dependencies)
      setDependencies?(&dependencies)
    }
    return work
  }

  func catching(_ recover: @escaping @Sendable (any Error) -> Action) -> EffectWork {
    // An inner `catch` handles the error first.
    if self.recover != nil { return self }
    var work = self
    work.recover = recover
    return work
  }
}

extension EffectWork {
  init(priority: TaskPriority? = nil, site: CallSite, operation: @escaping Operation) {
    self.init(priority: priority, site: site, open: { (operation, {}) })
  }

  /// Work that sends every element of a sequence.
  static func sending<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, site: CallSite
  ) -> EffectWork where Elements.Element == Action {
    EffectWork(site: site) { send in
      for try await action in elements {
        guard send(action) else { break }
      }
      return nil
    }
  }
}
