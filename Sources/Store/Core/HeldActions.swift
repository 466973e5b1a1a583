/// The actions that a tool holds back from the reducer, in the order of their dispatches.
@usableFromInline
struct HeldActions<Action: Sendable>: Sendable {
  /// `parent` is the version of the commit that caused the dispatch, or 0.
  typealias Item = (
    action: Action, site: CallSite?, token: EffectToken?, origin: UInt64, parent: UInt64
  )

  var items: ArraySlice<Item> = []
  /// The thread that is releasing the actions, or 0. It is `continues` while the delivery queue has
  /// yet to continue a release. Actions that the releasing thread dispatches are not held.
  @usableFromInline var releaser: UInt = 0

  /// The value of `releaser` when a release has reached its limit and the delivery queue continues
  /// it.
  static var continues: UInt { .max }
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

  /// - Returns: Whether the action is held; false if this thread is releasing the held actions.
  @usableFromInline
  func hold(
    _ action: Action, from site: CallSite?, _ token: EffectToken?, _ origin: UInt64,
    _ thread: UInt, _ cell: inout Cell
  ) -> Bool {
    if cell.held?.releaser == thread { return false }
    let token = token.map { EffectToken(sentBy: $0) }
    cell.held?.items.append((action, site, token, origin, causingVersion() ?? 0))
    return true
  }

  /// The number of held actions; nil if the store does not hold actions.
  var heldCount: Int? { cell.withLock { $0.held?.items.count } }

  /// Commits the held actions in order, until a recorder holds them again; or drops all of them.
  ///
  /// Besides the actions that are held now, it commits a bounded number of the actions that other
  /// threads dispatch meanwhile. The delivery queue then continues the release.
  func release(dropping: Bool) { release(dropping: dropping, after: 0) }

  /// - Parameter state: The value that `HeldActions.releaser` must have for this call to begin. A
  ///   call that drops the actions also begins if the value is `continues`.
  private func release(dropping: Bool, after state: UInt) {
    stopIfReducing("release the actions of")
    let thread = currentThread()
    var left = Int(deliveryLimit)
    // The dropped actions are deallocated outside the lock, because that may run the program's
    // code.
    var dropped: HeldActions<Action>?
    let isReleasing = withCell { cell in
      // Another call of `release` may be running, perhaps one that contains this call.
      let continues = HeldActions<Action>.continues
      guard let held = cell.held,
        held.releaser == state || dropping && held.releaser == continues
      else { return false }
      if dropping { dropped = cell.held.take() } else { cell.held?.releaser = thread }
      left += held.items.count
      return !dropping
    }
    withExtendedLifetime(dropped) {}
    while isReleasing, let item = cell.withLock({ $0.nextHeld(thread) }) {
      var queue = ImmediateQueue<Action>()
      // The middleware has forwarded the action already.
      let activity = ThreadActivity(.handling, self, version: item.parent, origin: item.origin)
      ThreadActivity.run(activity, activitySlot) {
        commitAfterMiddleware(item.action, from: item.site, item.token, $0, queue: &queue)
      }
      follow(&queue)
      left -= 1
      if left == 0 {
        withCell {
          if $0.held?.releaser == thread { $0.held?.releaser = HeldActions<Action>.continues }
        }
        deliveryQueue.async {
          self.release(dropping: false, after: HeldActions<Action>.continues)
        }
        return
      }
    }
  }
}
