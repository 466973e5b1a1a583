/// Keeps the sources running that a store's state wants.
///
/// Sources end with the runner: by `close()`, or when the runner is released. No task and no timer
/// keeps it.
final class SourceRunner<Action: Sendable>: Sendable {
  typealias Deliver = @Sendable (Action, EffectToken, CallSite?) -> Void
  typealias Report = @Sendable (StoreIssue) -> Void

  private struct Entry: Sendable {
    enum Work: Sendable {
      case starting
      /// A task, and what else ends with it.
      case task(Task<Void, Never>, stop: (@Sendable () -> Void)?)
      /// The number of the tick that is to come, and what brings it.
      case timer(Int, ScheduledWork)
      case ended
    }

    let token = EffectToken()
    var work = Work.starting
  }

  private struct State: Sendable {
    var entries: [EffectPath: Entry] = [:]
    /// What was wanted last, with duplicates.
    var wanted: [EffectPath] = []
    /// Those that are wanted more than once, which has been reported.
    var duplicates: Set<EffectPath> = []
    var isClosed = false
  }

  private struct Change {
    var stopped: [Entry] = []
    var started: [(ActionSource<Action>, EffectToken)] = []
    var duplicates: [EffectPath] = []
  }

  private let scheduler: any Scheduler
  private let deliver: Deliver
  private let report: Report
  private let state = Guarded(State())

  /// - Parameters:
  ///   - clock: Time for the timers; one that is a `Scheduler` itself ticks when it wants to.
  ///   - deliver: Dispatches what sources send. Called on any thread, without a lock.
  ///   - report: Takes errors that nobody catches, and duplicate ids. Called as `deliver` is.
  init(clock: any Clock<Duration>, deliver: @escaping Deliver, report: @escaping Report) {
    scheduler = clock.scheduler
    self.deliver = deliver
    self.report = report
  }

  deinit { close() }

  /// How many sources have started and not ended.
  var runningCount: Int {
    state.withLock { state in
      state.entries.values.count { if case .ended = $0.work { false } else { true } }
    }
  }

  /// How many of them are not timers that wait for their next tick.
  var workingCount: Int {
    state.withLock { state in
      state.entries.values.count {
        switch $0.work {
        case .starting, .task: true
        case .timer, .ended: false
        }
      }
    }
  }

  /// Starts what appeared and stops what went since the last call.
  ///
  /// What went is cancelled before anything is started, and sends nothing from then on. To be
  /// called without a lock, one call at a time.
  /// - Parameter wanted: All sources that are to run; of two with the same id the first.
  /// - Complexity: O(*n*) in the number of sources.
  func update(_ wanted: [ActionSource<Action>]) {
    let change = state.withLock { Self.note(wanted, in: &$0) }
    for id in change.duplicates { report(.duplicateSource(id: "\(id)")) }
    for entry in change.stopped { stop(entry) }
    for (source, token) in change.started { start(source, token) }
  }

  /// Stops all sources. None starts any more.
  func close() {
    let entries = state.withLock { state in
      state.isClosed = true
      defer { state.entries = [:] }
      for entry in state.entries.values { entry.token.cancel() }
      return Array(state.entries.values)
    }
    for entry in entries { stop(entry) }
  }

  private static func note(_ wanted: [ActionSource<Action>], in state: inout State) -> Change {
    var change = Change()
    let isSame = state.wanted.elementsEqual(wanted) { $0 == $1.id }
    if isSame || state.isClosed { return change }
    state.wanted = wanted.map(\.id)
    var ids: Set<EffectPath> = []
    var duplicates: Set<EffectPath> = []
    for source in wanted where !ids.insert(source.id).inserted {
      guard duplicates.insert(source.id).inserted else { continue }
      if !state.duplicates.contains(source.id) { change.duplicates.append(source.id) }
    }
    state.duplicates = duplicates
    for (id, entry) in state.entries where !ids.contains(id) {
      entry.token.cancel()
      change.stopped.append(entry)
      state.entries[id] = nil
    }
    for source in wanted where state.entries[source.id] == nil {
      let entry = Entry()
      state.entries[source.id] = entry
      change.started.append((source, entry.token))
    }
    return change
  }

  private func stop(_ entry: Entry) {
    switch entry.work {
    case .task(let task, let stop):
      task.cancel()
      stop?()
    case .timer(_, let timer): timer.cancel()
    case .starting, .ended: break
    }
  }

  private func start(_ source: ActionSource<Action>, _ token: EffectToken) {
    if token.isSilent { return }
    let id = source.id
    switch source.kind {
    case .work(let work): perform(work, stop: nil, for: id, token)
    case .listening(let open):
      let opened = open()
      perform(opened.work, stop: opened.stop, for: id, token)
    case .timer(let interval, let site, let makeAction):
      let ticker = Ticker(
        id: id, token: token, interval: interval, site: site, makeAction: makeAction,
        start: scheduler.elapsed)
      schedule(ticker, tick: 1)
    }
  }

  private func perform(
    _ work: EffectWork<Action>, stop: (@Sendable () -> Void)?, for id: EffectPath,
    _ token: EffectToken
  ) {
    let task = Task.detached(priority: work.priority) { [weak self, deliver, report] in
      await work.perform(token, deliver: deliver, report: report)
      stop?()
      self?.set(.ended, for: id, token)
    }
    if !set(.task(task, stop: stop), for: id, token) {
      task.cancel()
      stop?()
    }
  }

  /// Notes what an entry does now.
  /// - Returns: Whether it is still wanted.
  @discardableResult
  private func set(_ work: Entry.Work, for id: EffectPath, _ token: EffectToken) -> Bool {
    state.withLock { state in
      guard let entry = state.entries[id], entry.token === token else { return false }
      switch (entry.work, work) {
      // It ended before its task was noted, or ticked before its timer was: the later news stand.
      case (.ended, _): break
      case (.timer(let known, _), .timer(let tick, _)) where known > tick: break
      default: state.entries[id]?.work = work
      }
      return true
    }
  }
}

// Timers.
extension SourceRunner {
  private struct Ticker: Sendable {
    let id: EffectPath
    let token: EffectToken
    let interval: Duration
    let site: CallSite
    let makeAction: @Sendable () -> Action
    let start: Duration

    /// The first tick after another that is not already past.
    func tick(after tick: Int, at time: Duration) -> Int {
      let passed = (time - start) / interval
      return max(tick, passed < 0x1p62 ? Int(passed) : 1 << 62) + 1
    }
  }

  private func schedule(_ ticker: Ticker, tick: Int) {
    let due = ticker.start + ticker.interval * tick
    let timer = scheduler.schedule(after: due - scheduler.elapsed) { [weak self] in
      self?.send(ticker, tick: tick)
    }
    if !set(.timer(tick, timer), for: ticker.id, ticker.token) { timer.cancel() }
  }

  private func send(_ ticker: Ticker, tick: Int) {
    if ticker.token.isSilent { return }
    deliver(ticker.makeAction(), ticker.token, ticker.site)
    // The action may have been the end of its own timer.
    if ticker.token.isSilent { return }
    schedule(ticker, tick: ticker.tick(after: tick, at: scheduler.elapsed))
  }
}
