// Sources: work that goes on for as long as the state wants it.
extension EffectRunner {
  /// Starts what appeared and stops what went since the last call.
  ///
  /// What went is cancelled before anything is started, and sends nothing from then on. To be
  /// called without a lock, one call at a time.
  /// - Parameters:
  ///   - wanted: All sources that are to run; of two with the same id the first.
  ///   - version: Of the state that wants them.
  /// - Complexity: O(*n*) in the number of sources.
  func updateSources(_ wanted: [ActionSource<Action>], version: UInt64) {
    let steps = table.withLock { table in
      table.version = version
      table.updateSources(wanted)
      return table.takeSteps()
    }
    if !steps.isEmpty { _ = start(PendingWork(steps: steps)) }
  }

  func begin(_ source: ActionSource<Action>, _ token: EffectToken, for job: JobID) {
    if token.isSilent { return }
    switch source.kind {
    case .work(let work): perform(work, token, for: job, stop: nil)
    case .listening(let open):
      let opened = open()
      perform(opened.work, token, for: job, stop: opened.stop)
    case .timer(let interval, let site, let makeAction):
      let ticker = Ticker(
        job: job, token: token, interval: interval, site: site, makeAction: makeAction,
        start: scheduler.elapsed)
      schedule(ticker, tick: 1)
    }
  }

  private struct Ticker: Sendable {
    let job: JobID
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
    let isWanted = table.withLock { $0.set({ timer.cancel() }, of: ticker.job, tick: tick) }
    if !isWanted { timer.cancel() }
  }

  private func send(_ ticker: Ticker, tick: Int) {
    if ticker.token.isSilent { return }
    deliver(ticker.makeAction(), ticker.token, ticker.site)
    // The action may have been the end of its own timer.
    if ticker.token.isSilent { return }
    schedule(ticker, tick: ticker.tick(after: tick, at: scheduler.elapsed))
  }
}

extension JobTable {
  /// Which sources are wanted.
  struct Sources: Sendable {
    var jobs: [EffectPath: JobID] = [:]
    /// What was wanted last, with duplicates.
    var wanted: [EffectPath] = []
    /// Those that are wanted more than once, which has been reported.
    var duplicates: Set<EffectPath> = []
  }

  mutating func updateSources(_ wanted: [ActionSource<Action>]) {
    let isSame = sources.wanted.elementsEqual(wanted) { $0 == $1.id }
    if isSame || isClosed { return }
    sources.wanted = wanted.map(\.id)
    var ids: Set<EffectPath> = []
    var duplicates: Set<EffectPath> = []
    for source in wanted where !ids.insert(source.id).inserted {
      guard duplicates.insert(source.id).inserted else { continue }
      if !sources.duplicates.contains(source.id) {
        steps.append(.report(.duplicateSource(id: "\(source.id)")))
      }
    }
    sources.duplicates = duplicates
    for (id, job) in sources.jobs where !ids.contains(id) {
      sources.jobs[id] = nil
      drop(job)
    }
    for source in wanted where sources.jobs[source.id] == nil {
      let job = add(.registered, in: JobScope(), isSource: true)
      sources.jobs[source.id] = job
      steps.append(.begin(source, jobs[job]?.token ?? root, job))
    }
  }
}
