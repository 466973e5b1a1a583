/// The actions that wait while a tool holds a store, in the order of their dispatches.
@usableFromInline
struct HeldActions<Action: Sendable>: Sendable {
  /// The parent is the version that caused the dispatch; else 0.
  typealias Item = (
    action: Action, site: CallSite?, token: EffectToken?, origin: UInt64, parent: UInt64
  )

  var items: ArraySlice<Item> = []
  /// The thread that releases the actions, whose own actions do not wait; else 0.
  @usableFromInline var releaser: UInt = 0
}

extension RootCore.Cell {
  @usableFromInline
  mutating func hold() {
    if held == nil { held = HeldActions() } else { held?.releaser = 0 }
  }

  /// Takes the next action to release. If there is none, actions are not held any more.
  fileprivate mutating func nextHeld(_ thread: UInt) -> HeldActions<Action>.Item? {
    guard held?.releaser == thread else { return nil }
    let next = held?.items.popFirst()
    if next == nil { held = nil }
    return next
  }
}

extension RootCore {
  /// Holds the actions that follow. Without a recorder it does nothing.
  func hold() { cell.withLock { if $0.recorder != nil { $0.hold() } } }

  /// - Returns: Whether the action waits.
  @usableFromInline
  func hold(
    _ action: Action, from site: CallSite?, _ token: EffectToken?, _ origin: UInt64,
    _ thread: UInt, _ cell: inout Cell
  ) -> Bool {
    if cell.held?.releaser == thread { return false }
    cell.held?.items.append((action, site, token, origin, causingVersion() ?? 0))
    return true
  }

  /// The number of actions that wait; nil if none are held.
  var heldCount: Int? { cell.withLock { $0.held?.items.count } }

  /// Commits the held actions one after the other, until they are held again, or drops them.
  func release(dropping: Bool) {
    stopIfReducing("release the actions of")
    let thread = currentThread()
    // Released outside the lock: an action may run code of its own.
    var dropped: HeldActions<Action>?
    let isReleasing = cell.withLock { cell in
      // Another release may be under way, also one that this call is nested in.
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
