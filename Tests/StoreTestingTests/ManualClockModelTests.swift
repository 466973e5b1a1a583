import Testing
import TestSupport

@testable import MillraceStore
import MillraceStoreTesting

/// A manual clock compared with a plain list that is searched for its earliest entry at each step.
@Suite("Manual clock: random programs")
struct ManualClockModelTests {
  private struct Model {
    var now = 0
    var count = 0
    var pending: [(due: Int, order: Int, name: Int)] = []
    var ran: [String] = []

    mutating func add(_ name: Int, in delay: Int) {
      pending.append((now + max(delay, 0), count, name))
      count += 1
    }

    mutating func advance(by step: Int) {
      let end = now + step
      while let first = pending.min(by: { ($0.due, $0.order) < ($1.due, $1.order) }),
        first.due <= end
      {
        pending.removeAll { $0.order == first.order }
        now = max(now, first.due)
        ran.append("\(first.name) at \(now)")
        if let delay = follow(first.name) { add(first.name + 10_000, in: delay) }
      }
      now = end
    }
  }

  @Test(
    "random programs run the same work in the same order as a model",
    arguments: 1...rounds(25, long: 60) as ClosedRange<UInt64>)
  func random(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let clock = ManualClock()
    let log = Log<String>()
    var model = Model()
    var handles: [Int: ScheduledWork] = [:]

    @Sendable func run(_ order: Int) {
      log.add("\(order) at \(clock.elapsed / .milliseconds(1))".replacing(".0", with: ""))
      if let delay = follow(order) {
        clock.schedule(after: .milliseconds(delay)) { run(order + 10_000) }
      }
    }

    for order in 0..<200 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6:
        let delay = Int.random(in: -2..<30, using: &random)
        model.add(order, in: delay)
        handles[order] = clock.schedule(after: .milliseconds(delay)) { run(order) }
      case 6..<8:
        guard let victim = handles.keys.sorted().randomElement(using: &random) else { continue }
        model.pending.removeAll { $0.name == victim }
        handles.removeValue(forKey: victim)?.cancel()
      default:
        let step = Int.random(in: 0..<20, using: &random)
        model.advance(by: step)
        clock.advance(by: .milliseconds(step))
      }
      let (pending, elapsed) = (clock.pendingCount, clock.elapsed)
      if pending != model.pending.count || elapsed != .milliseconds(model.now) {
        Issue.record(
          """
          seed \(seed), step \(order): \(pending) pending at \(elapsed), not \(model.pending.count) \
          at \(model.now) ms
          """)
        return
      }
    }
    model.advance(by: 100)
    clock.advance(by: .milliseconds(100))
    let difference = zip(log.entries, model.ran).first { $0 != $1 }
    #expect(difference == nil, "seed \(seed)")
    #expect(log.entries.count == model.ran.count, "seed \(seed)")
    #expect(model.ran.count > 20, "seed \(seed) tests something")
  }
}

/// The delay of the follow-up work that this work schedules; nil if it schedules none.
private func follow(_ name: Int) -> Int? {
  name < 10_000 && name.isMultiple(of: 3) ? name % 7 : nil
}
