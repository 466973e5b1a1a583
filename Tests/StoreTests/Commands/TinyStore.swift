import Synchronization
import TestSupport

@testable import MillraceStore
import MillraceStoreTesting

/// The part of a store that commands need: a lock, a log of the applied actions, and a reducer that
/// only returns commands.
final class TinyStore<Action: Sendable>: Sendable {
  let clock: ManualClock
  /// The actions applied, in order.
  let actions: Feed<Action>
  let issues: Feed<StoreIssue>
  let runner: EffectRunner<Action>
  private let hall: Hall

  init(
    clock: ManualClock = ManualClock(),
    _ reducer: @escaping @Sendable (Action) -> Command<Action>
  ) {
    self.clock = clock
    let hall = Hall(reducer)
    let issues = Feed<StoreIssue>()
    runner = EffectRunner(
      clock: clock,
      deliver: { [weak hall] action, token, _ in hall?.dispatch(action, token) },
      report: { issues.add($0) })
    hall.runner.value = .init(runner)
    self.hall = hall
    self.issues = issues
    actions = hall.actions
  }

  deinit { runner.close() }

  var log: [Action] { actions.entries }

  func dispatch(_ action: Action) { hall.dispatch(action, nil) }

  /// Returns when no work is running.
  func idle() async {
    let (news, watcher) = AsyncStream.makeStream(of: Void.self)
    let token = runner.observeIdle { watcher.yield() }
    watcher.yield()
    for await _ in news where runner.runningCount == 0 { break }
    token.cancel()
  }

  private final class Hall: Sendable {
    struct Weak: Sendable {
      weak var runner: EffectRunner<Action>?
      init(_ runner: EffectRunner<Action>) { self.runner = runner }
    }

    let runner = Slot<Weak>()
    let actions = Feed<Action>()
    private let lock = Guarded(())
    private let reducer: @Sendable (Action) -> Command<Action>

    init(_ reducer: @escaping @Sendable (Action) -> Command<Action>) { self.reducer = reducer }

    func dispatch(_ action: Action, _ token: EffectToken?) {
      guard let runner = runner.value?.runner else { return }
      var queue = commit(action, token, runner)
      var index = 0
      while index < queue.count {
        let item = queue[index]
        index += 1
        if !item.token.dropsActions { queue += commit(item.action, item.token, runner) }
        queue += runner.endJob(of: item)
        if index == queue.count { (queue, index) = ([], 0) }
      }
    }

    private func commit(
      _ action: Action, _ token: EffectToken?, _ runner: EffectRunner<Action>
    ) -> [ImmediateAction<Action>] {
      let registered: [Step<Action>]? = lock.withLock { _ in
        if let token, token.dropsActions { return nil }
        actions.add(action)
        let command = reducer(action)
        return command.isNone ? nil : runner.register(command)
      }
      return registered.map(runner.start) ?? []
    }
  }
}

/// A manual clock that calls a closure each time a timer is set.
final class HookedClock: Clock, Scheduler {
  let base = ManualClock()
  let onSchedule = Slot<@Sendable () -> Void>()

  var now: ManualClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }
  var elapsed: Duration { base.elapsed }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    defer { onSchedule.value?() }
    return base.schedule(after: delay, work)
  }
}

extension EffectRunner {
  convenience init(
    clock: any Clock<Duration>,
    deliver: @escaping @Sendable (Action, EffectToken, CallSite?) -> Void,
    report: @escaping @Sendable (StoreIssue) -> Void
  ) {
    self.init(dependencies: Dependencies(clock: clock), deliver: deliver, report: report)
  }

  func register(_ command: Command<Action>) -> [Step<Action>] {
    register(command, version: 0, origin: 0).steps
  }

  func update(_ wanted: [ActionSource<Action>]) {
    _ = start(updateSources(wanted, version: 0))
  }

  /// The number of effects that have not ended.
  var runningCount: Int { counts.effects }
}
