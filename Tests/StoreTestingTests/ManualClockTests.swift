import Testing
import TestSupport

@testable import MillraceStore
import MillraceStoreTesting

@Suite("Manual clock", .timeLimit(.minutes(20)))
struct ManualClockTests {
  @Test("time starts at zero and advances by the given durations")
  func now() {
    let clock = ManualClock()
    #expect(clock.now == .init(offset: .zero))
    clock.advance(by: .seconds(2))
    clock.advance(to: .init(offset: .seconds(5)))
    #expect(clock.now.offset == .seconds(5))
    #expect(clock.elapsed == .seconds(5))
    #expect(ManualClock.Instant(offset: .seconds(1)).duration(to: clock.now) == .seconds(4))
  }

  @Test("time never goes back")
  func forward() {
    let clock = ManualClock()
    clock.advance(by: .seconds(3))
    clock.advance(to: .init(offset: .seconds(1)))
    clock.advance(by: .seconds(-2))
    #expect(clock.elapsed == .seconds(3))
  }

  @Test("a sleeping task continues at its deadline")
  func sleep() async throws {
    let clock = ManualClock()
    async let wakeUp: Duration = {
      try await clock.sleep(for: .seconds(3))
      return clock.elapsed
    }()
    await clock.waitUntilPending()
    clock.advance(by: .seconds(2))
    #expect(clock.pendingCount == 1)
    clock.advance(by: .seconds(1))
    #expect(clock.pendingCount == 0)
    #expect(try await wakeUp == .seconds(3))
  }

  @Test("a sleep until a past deadline returns at once")
  func passed() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(1))
    try await clock.sleep(until: .init(offset: .seconds(1)))
    try await clock.sleep(for: .zero)
    try await clock.sleep(for: .seconds(-1))
    #expect(clock.pendingCount == 0)
  }

  @Test("a cancelled sleep throws and leaves nothing pending")
  func cancel() async {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitUntilPending()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.pendingCount == 0)
    clock.advance(by: .seconds(1))
  }

  @Test("a task that is already cancelled does not sleep")
  func cancelledBefore() async {
    let clock = ManualClock()
    let gate = Gate()
    let sleeper = Task {
      await gate.wait()
      try await clock.sleep(for: .seconds(1))
    }
    await gate.arrived()
    sleeper.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.pendingCount == 0)
  }

  @Test("sleepers that other threads cancel wake once", arguments: 1...5)
  func cancelRaces(_ round: Int) async {
    let clock = ManualClock()
    await withTaskGroup { group in
      for number in 1...100 {
        group.addTask {
          // A second resumption would trap, and a lost one would hang, because the clock does not
          // advance by an hour.
          let isCancelled = number.isMultiple(of: 2)
          let sleeper = Task {
            try await clock.sleep(for: isCancelled ? .seconds(3600) : .milliseconds(number))
          }
          if isCancelled { sleeper.cancel() }
          _ = await sleeper.result
        }
      }
      group.addTask {
        while !Task.isCancelled {
          clock.advance(by: .milliseconds(1))
          await Task.yield()
        }
      }
      for _ in 1...100 { await group.next() }
      group.cancelAll()
    }
    #expect(clock.pendingCount == 0)
  }

  @Test("sleepers and scheduled work share one timeline")
  func oneTimeline() async throws {
    let clock = ManualClock()
    let log = Feed<String>()
    clock.schedule(after: .seconds(2)) { log.add("work") }
    let sleeper = Task {
      try await clock.sleep(for: .seconds(1))
      log.add("sleeper")
    }
    await clock.waitUntilPending(2)
    clock.advance(by: .seconds(1))
    try await sleeper.value
    clock.advance(by: .seconds(1))
    #expect(log.entries == ["sleeper", "work"])
  }

  @Test("waitUntilPending returns when enough work is pending, or when its task is cancelled")
  func waiting() async {
    let clock = ManualClock()
    await clock.waitUntilPending(0)
    let waiter = Task { await clock.waitUntilPending(3) }
    for _ in 1...3 { clock.schedule(after: .seconds(1)) {} }
    await waiter.value
    let other = Task { await clock.waitUntilPending(4) }
    other.cancel()
    await other.value
    #expect(clock.pendingCount == 3)
  }

  @Test("runToEnd advances until nothing is pending")
  func runToEnd() {
    let clock = ManualClock()
    let log = Log<Duration>()
    clock.schedule(after: .seconds(100)) {
      log.add(clock.elapsed)
      clock.schedule(after: .seconds(1000)) { log.add(clock.elapsed) }
    }
    #expect(clock.runToEnd())
    #expect(log.entries == [.seconds(100), .seconds(1100)])
    #expect(clock.elapsed == .seconds(1100))
    #expect(clock.runToEnd(), "there is nothing left to do")
  }

  @Test("runToEnd stops at its limit when work repeats without end")
  func runToEndLimit() {
    let clock = ManualClock()
    let log = Log<Int>()
    @Sendable func tick() {
      log.add(1)
      clock.schedule(after: .seconds(1), tick)
    }
    clock.schedule(after: .seconds(1), tick)
    #expect(!clock.runToEnd(limit: 50))
    #expect(log.entries.count == 50)
  }

  @Test("scheduled work may advance the clock itself")
  func nestedAdvance() {
    let clock = ManualClock()
    let log = Log<String>()
    clock.schedule(after: .seconds(1)) {
      clock.advance(by: .seconds(5))
      log.add("outer at \(clock.elapsed)")
    }
    clock.schedule(after: .seconds(3)) { log.add("inner at \(clock.elapsed)") }
    clock.advance(by: .seconds(2))
    #expect(log.entries == ["inner at 3.0 seconds", "outer at 6.0 seconds"])
    #expect(clock.elapsed == .seconds(6))
  }

  @Test("captures of work are released when it ran or was cancelled")
  func release() {
    let clock = ManualClock()
    weak var ran: Canary?
    weak var cancelled: Canary?
    var handles: [ScheduledWork] = []
    do {
      let (first, second) = (Canary(), Canary())
      (ran, cancelled) = (first, second)
      handles.append(clock.schedule(after: .seconds(1)) { _ = first })
      handles.append(clock.schedule(after: .seconds(2)) { _ = second })
    }
    #expect(ran != nil && cancelled != nil)
    clock.advance(by: .seconds(1))
    handles[1].cancel()
    #expect(ran == nil)
    #expect(cancelled == nil)
  }
}
