extension Store {
  /// Calls a body once, when this store has ended and everything is delivered: at once, if it has
  /// ended already. Not when the token is cancelled or released before.
  ///
  /// A scoped store ends with its root. Does not keep the store.
  @usableFromInline
  var ending: @Sendable (_ body: @escaping @Sendable () -> Void) -> Subscription {
    if let link { return link.ending }
    guard let core = root?.core else { programmerError("A store is a root or a scope.") }
    return { core.whenEnded($0) }
  }
}

extension Core {
  /// Calls a body when the listeners are let go.
  func whenEnded(_ body: @escaping @Sendable () -> Void) -> Subscription {
    stopIfReducing("subscribe to")
    let end = End(body)
    let signal = EndSignal(end)
    // Not counted among those who have anything to be told: no commit is delivered for its sake.
    let number = audience.listeners.add(
      Listener(isProbed: true) { _ in withExtendedLifetime(signal) {} })
    // Listeners are let go once. After that nobody would come for this one.
    if isFinished { end.call() }
    return Subscription { [table = audience.table] in
      end.drop()
      table.cancel(number)
    }
  }
}

/// What is to be done once, unless it is dropped before.
private final class End: Sendable {
  private struct Body: Sendable { let call: @Sendable () -> Void }
  private let body: Guarded<Body?>

  init(_ body: @escaping @Sendable () -> Void) { self.body = Guarded(Body(call: body)) }

  func call() { take()?.call() }

  func drop() { _ = take() }

  private func take() -> Body? { body.withLock { $0.take() } }
}

/// Calls what is to be done at the end when the listener that holds it is let go.
private final class EndSignal: Sendable {
  private let end: End

  init(_ end: End) { self.end = end }

  deinit { end.call() }
}
