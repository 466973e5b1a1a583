import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("Schedulers")
struct SchedulerTests {
  @Test("a manual clock runs due work in the order of time, then of scheduling")
  func order() {
    let clock = ManualClock()
    let log = Log<String>()
    for (name, delay) in [("c", 30), ("a", 10), ("b1", 20), ("b2", 20), ("late", 31)] {
      clock.schedule(after: .milliseconds(delay)) { log.add("\(name) at \(clock.elapsed)") }
    }
    clock.advance(by: .milliseconds(30))
    #expect(
      log.entries == [
        "a at 0.01 seconds", "b1 at 0.02 seconds", "b2 at 0.02 seconds", "c at 0.03 seconds",
      ])
    #expect(clock.pendingCount == 1)
    #expect(clock.elapsed == .milliseconds(30))
  }

  @Test("work that other work schedules runs in the same advance if it is due")
  func nested() {
    let clock = ManualClock()
    let log = Log<Duration>()
    @Sendable func tick() {
      log.add(clock.elapsed)
      clock.schedule(after: .seconds(1), tick)
    }
    clock.schedule(after: .seconds(1), tick)
    clock.advance(by: .milliseconds(3500))
    #expect(log.entries == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(clock.elapsed == .milliseconds(3500))
  }

  @Test("cancelled work does not run, and a released handle cancels nothing")
  func cancel() {
    let clock = ManualClock()
    let log = Log<Int>()
    let handle = clock.schedule(after: .seconds(1)) { log.add(1) }
    clock.schedule(after: .zero) { log.add(2) }
    handle.cancel()
    handle.cancel()
    #expect(log.entries.isEmpty, "nothing runs inside schedule()")
    clock.advance(by: .seconds(2))
    #expect(log.entries == [2])
    #expect(clock.pendingCount == 0)
  }

  @Test("the live scheduler runs work, and its time does not go back")
  func live() async {
    let scheduler: some Scheduler = .live
    let start = scheduler.elapsed
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .microseconds(1)) { continuation.resume() }
    }
    #expect(scheduler.elapsed >= start)
  }

  @Test("cancelled work does not run on the live scheduler")
  func liveCancel() async {
    let scheduler = TaskScheduler()
    let log = Log<Int>()
    scheduler.schedule(after: .seconds(3600)) { log.add(1) }.cancel()
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .zero) { continuation.resume() }
    }
    #expect(log.entries.isEmpty)
  }

  @Test("a scheduler can be made from any clock")
  func anyClock() async {
    let clock = ManualClock()
    let scheduler = ClockScheduler(clock)
    let log = Log<Duration>()
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .seconds(2)) {
        log.add(scheduler.elapsed)
        continuation.resume()
      }
      Task.detached {
        await clock.waitUntilPending()
        clock.advance(by: .seconds(2))
      }
    }
    #expect(log.entries == [.seconds(2)])
  }

  @Test("a clock that is already a scheduler is used directly")
  func sameClock() {
    let clock: any Clock<Duration> = ManualClock()
    #expect(clock.scheduler is ManualClock)
    #expect((ContinuousClock() as any Clock<Duration>).scheduler is TaskScheduler)
    #expect((SuspendingClock() as any Clock<Duration>).scheduler is ClockScheduler<SuspendingClock>)
  }

  @Test("a delay beyond a clock's range is capped at more than a century")
  func endlessDelay() async {
    let clock = ManualClock()
    let scheduler = ClockScheduler(clock)
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .seconds(Int64.max)) { continuation.resume() }
      Task.detached {
        await clock.waitUntilPending()
        clock.advance(by: .seconds(1 << 32))
      }
    }
    #expect(clock.elapsed == .seconds(1 << 32))
    #expect(clock.pendingCount == 0)
  }
}
