import Store
import Testing

@Suite("Schedulers")
struct SchedulerTests {
  @Test("manual time runs what falls due, in the order of time and then of scheduling")
  func order() {
    let scheduler = ManualScheduler()
    let log = Log<String>()
    for (name, delay) in [("c", 30), ("a", 10), ("b1", 20), ("b2", 20), ("late", 31)] {
      scheduler.schedule(after: .milliseconds(delay)) { log.add("\(name) at \(scheduler.now)") }
    }
    scheduler.advance(by: .milliseconds(30))
    #expect(
      log.entries == [
        "a at 0.01 seconds", "b1 at 0.02 seconds", "b2 at 0.02 seconds", "c at 0.03 seconds",
      ])
    #expect(scheduler.pendingCount == 1)
    #expect(scheduler.now == .milliseconds(30))
  }

  @Test("work scheduled by work runs in the same step if it falls due in it")
  func nested() {
    let scheduler = ManualScheduler()
    let log = Log<Duration>()
    @Sendable func tick() {
      log.add(scheduler.now)
      scheduler.schedule(after: .seconds(1), tick)
    }
    scheduler.schedule(after: .seconds(1), tick)
    scheduler.advance(by: .milliseconds(3500))
    #expect(log.entries == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(scheduler.now == .milliseconds(3500))
  }

  @Test("cancelled work does not run; released handles change nothing")
  func cancel() {
    let scheduler = ManualScheduler()
    let log = Log<Int>()
    let handle = scheduler.schedule(after: .seconds(1)) { log.add(1) }
    scheduler.schedule(after: .zero) { log.add(2) }
    handle.cancel()
    handle.cancel()
    #expect(log.entries.isEmpty, "nothing runs inside schedule()")
    scheduler.advance(by: .seconds(2))
    #expect(log.entries == [2])
    #expect(scheduler.pendingCount == 0)
  }

  @Test("real time runs work, and its clock does not go back")
  func live() async {
    let scheduler: some Scheduler = .live
    let start = scheduler.now
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .microseconds(1)) { continuation.resume() }
    }
    #expect(scheduler.now >= start)
  }

  @Test("cancelled work does not run in real time either")
  func liveCancel() async {
    let scheduler = TaskScheduler()
    let log = Log<Int>()
    scheduler.schedule(after: .seconds(3600)) { log.add(1) }.cancel()
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .zero) { continuation.resume() }
    }
    #expect(log.entries.isEmpty)
  }
}
