/// The actions that a tool holds before the reducer, in the order of their dispatches.
@usableFromInline
struct HeldActions<Action: Sendable>: Sendable {
  /// `parent` is the version that caused the dispatch, or 0.
  typealias Item = (
    action: Action, site: CallSite?, token: EffectToken?, origin: UInt64, parent: UInt64
  )

  var items: ArraySlice<Item> = []
  /// The thread that is releasing the actions, or 0. Actions that this thread dispatches are not
  /// held.
  @usableFromInline var releaser: UInt = 0
}

extension RootCore.Cell {
  @usableFromInline
  mutating func hold() {
    if held == nil { held = HeldActions() } else { held?.releaser = 0 }
  }

  /// Takes the next action to release. If none is left, the store stops holding actions.
  fileprivate mutating func nextHeld(_ thread: UInt) -> HeldActions<Action>.Item? {
    guard held?.releaser == thread else { return nil }
    let next = held?.items.popFirst()
    if next == nil { held = nil }
    return next
  }
}

extension RootCore {
  /// Holds all later actions, if the store has a recorder.
  func hold() { cell.withLock { if $0.recorder != nil { $0.hold() } } }

  /// - Returns: Whether the action is held.
  @usableFromInline
  func hold(
    _ action: Action, from site: CallSite?, _ token: EffectToken?, _ origin: UInt64,
    _ thread: UInt, _ cell: inout Cell
  ) -> Bool {
    if cell.held?.releaser == thread { return false }
    cell.held?.items.append((action, site, token, origin, causingVersion() ?? 0))
    return true
  }

  /// The number of held actions; nil if the store does not hold actions.
  var heldCount: Int? { cell.withLock { $0.held?.items.count } }

  /// Commits the held actions in order, until a recorder holds them again; or drops all of them.
  func release(dropping: Bool) {
    stopIfReducing("release the actions of")
    let thread = currentThread()
    // Released outside the lock, because releasing an action may run the program's code.
    var dropped: HeldActions<Action>?
    let isReleasing = cell.withLock { cell in
      // Another call of `release` may be running, perhaps one that contains this call.
      guard cell.held?.releaser == 0 else { return false }
      if dropping { dropped = cell.held.take() } else { cell.held?.releaser = thread }
      return !dropping
    }
    withExtendedLifetime(dropped) {}
    while isReleasing, let item = cell.withLock({ $0.nextHeld(thread) }) {
      var queue = ImmediateQueue<Action>()
      // The action has passed the middleware.
      let activity = ThreadActivity(.handling, self, version: item.parent, origin: item.origin)
      ThreadActivity.run(activity, activitySlot) {
        commitAfterMiddleware(item.action, from: item.site, item.token, $0, queue: &queue)
      }
      follow(&queue)
    }
  }

}
