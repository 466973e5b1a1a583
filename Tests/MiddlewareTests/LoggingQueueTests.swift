import Dispatch
import MillraceStore
import MillraceStoreTesting
import Synchronization
import Testing
import TestSupport

@testable import MillraceMiddleware

/// A log whose thread waits at a point that the test chooses.
private final class SlowLog: Sendable {
  let lines = Log<String>()
  private let isHeld = Atomic(true)
  private let begun = DispatchSemaphore(value: 0)
  private let gate = DispatchSemaphore(value: 0)

  /// The first line blocks until `release()`.
  func write(_ line: String) {
    if isHeld.exchange(false, ordering: .relaxed) {
      begun.signal()
      gate.wait()
    }
    lines.add(line)
  }

  func waitUntilHeld() { begun.wait() }
  func release() { gate.signal() }
}

@Suite("Log queues", .timeLimit(.minutes(20)))
struct LoggingQueueTests {
  private func store(
    _ log: SlowLog, capacity: Int = 1_000, format: LogFormat = .text,
    onIssue: (@Sendable (any RuntimeIssue) -> Void)? = { _ in }
  ) -> Store<Int, Int> {
    Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 = $1 },
      middleware: [
        .logging(to: .sink { log.write($0) }, format: format, showing: [], capacity: capacity)
      ], onIssue: onIssue)
  }

  @Test("a dispatch does not wait for its log line, and finish() writes all lines")
  func end() {
    let log = SlowLog()
    let store = store(log)
    for number in 1...3 { store.dispatch(number) }
    log.waitUntilHeld()
    #expect(log.lines.entries.isEmpty)
    log.release()
    store.finish()
    #expect(
      log.lines.entries == ["1 1 | state: 0 → 1", "2 2 | state: 1 → 2", "3 3 | state: 2 → 3"])
  }

  @Test("a full queue drops the newest lines, and logs their number in one line instead")
  func full() {
    let (log, issues) = (SlowLog(), Log<String>())
    let store = store(log, capacity: 2, onIssue: { issues.add("\($0)") })
    for number in 1...5 { store.dispatch(number) }
    log.waitUntilHeld()
    log.release()
    store.finish()
    #expect(
      log.lines.entries == ["1 1 | state: 0 → 1", "2 2 | state: 1 → 2", "… 3 lines were dropped"])
    #expect(issues.entries == ["\(LoggingError.linesDropped)"])
  }

  @Test("dropped lines are counted before the next line, also in JSON, and reported once")
  func room() async {
    let (log, issues) = (SlowLog(), Log<String>())
    let store = store(log, capacity: 1, format: .json, onIssue: { issues.add("\($0)") })
    for _ in 0..<3 { store.dispatch(0) }
    log.waitUntilHeld()
    log.release()
    while log.lines.entries.count < 2 { await Task.yield() }
    // Writing a line has made room in the queue.
    store.dispatch(0)
    store.finish()
    #expect(
      log.lines.entries == [
        #"{"action":"0","changes":[],"level":"info","version":1}"#, #"{"dropped":2}"#,
        #"{"action":"0","changes":[],"level":"info","version":4}"#,
      ])
    #expect(issues.entries.count == 1)
  }

  @Test("a line that finishes the store while it is written does not wait for itself")
  func endsInside() {
    let slot = Log<ItemsStore>()
    let lines = Log<String>()
    let store = makeStore([
      .logging(
        to: .sink { line in
          lines.add(line)
          slot.entries.first?.finish()
        }, showing: [])
    ])
    slot.add(store)
    store.dispatch(.nothing)
    store.finish()
    #expect(lines.entries.first == "1 nothing")
  }

  /// Threads that log in bursts, more than can be written.
  @Test("written and dropped lines add up to the logged ones", arguments: 0..<30)
  func random(seed: Int) async {
    print("random log: seed \(seed)")
    var random = SeededGenerator(seed: UInt64(seed))
    let capacity = Int.random(in: 1...40, using: &random)
    let threads = Int.random(in: 1...4, using: &random)
    let count = Int.random(in: 1...400, using: &random)
    let pause = Int.random(in: 0...30, using: &random)
    let lines = Log<String>()
    let store = Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 = $1 },
      middleware: [
        .logging(
          to: .sink { line in
            // The log is slow at times.
            if pause > 0, line.utf8.count % 7 == 0 {
              for _ in 0..<pause { _ = lines.entries.map(\.count) }
            }
            lines.add(line)
          }, showing: [], capacity: capacity, levelOf: { $0 % 5 == 0 ? .debug : .info })
      ], onIssue: { _ in })
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<threads {
        group.addTask { for number in 0..<count { store.dispatch(number) } }
      }
    }
    store.finish()

    var (written, dropped, version) = (0, 0, 0)
    for line in lines.entries {
      let words = line.split(separator: " ")
      if words[0] == "…" {
        dropped += Int(words[1]) ?? 0
      } else {
        written += 1
        let next = Int(words[0]) ?? 0
        #expect(next > version, "seed \(seed): lines are in the order of versions")
        version = next
      }
    }
    let logged = threads * (0..<count).count { $0 % 5 != 0 }
    #expect(written + dropped == logged, "seed \(seed)")
  }
}
