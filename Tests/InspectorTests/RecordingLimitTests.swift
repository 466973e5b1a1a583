import Millrace
import MillraceStore
import MillraceStoreTesting
import Synchronization
import TestSupport
import Testing

@testable import MillraceInspector

/// A recording keeps as many versions as its limit says, whatever the memory of the process is.
@Suite("Limit of a recording", .timeLimit(.minutes(20)))
struct RecordingLimitTests {
  /// A process whose memory a test sets.
  private final class Process: Sendable {
    let bytes = Atomic(0)

    var gauge: MemoryGauge { MemoryGauge { self.bytes.load(ordering: .relaxed) } }
  }

  /// A store whose state is the number of its commits, and its recording.
  private struct Session {
    let process = Process()
    let store = Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 += $1 },
      dependencies: Dependencies(clock: ManualClock()))
    let machine: TimeMachine<Int, Int>

    init(limit: Int) {
      machine = TimeMachine(
        store.context, limit: limit, bytes: 1_000_000, gauge: process.gauge)
    }

    func dispatch(_ count: Int) { for _ in 0..<count { store.dispatch(1) } }

    /// Takes the memory of the process, and enough snapshots for the recording to measure it.
    func grow(by bytes: Int) {
      process.bytes.add(bytes, ordering: .relaxed)
      dispatch(1_100)
    }

    var count: Int { machine.versions.count }
  }

  @Test(
    "a process that grows again and again does not extend a recording",
    arguments: [0, 4, 5, 6, 12])
  func growth(times: Int) {
    let session = Session(limit: 1_000)
    for _ in 0..<times { session.grow(by: 3_000_000) }
    session.dispatch(4_000)
    #expect(session.machine.versions.upperBound == UInt64(4_000 + times * 1_100))
    // The limit, an eighth of it up to the nearest snapshot, and up to half of it until the next.
    #expect(session.count <= 1_000 + 125 + 500)
    #expect(session.machine.recording.recorded.count <= session.count + 512)
  }

  @Test("while a process is small, a recording keeps the versions of its limit, and few more")
  func calm() {
    let session = Session(limit: 1_000)
    for step in 1...60 {
      session.dispatch(57)
      #expect(session.count >= min(step * 57, 1_000))
      #expect(session.count <= 1_000 + 125 + 2 * SnapshotPlan.least)
    }
  }

  @Test(
    "in a process of random size, the recorded versions are the newest, and equal those of a list",
    arguments: 0..<rounds(UInt64(2), long: 40))
  func property(part: UInt64) throws {
    for seed in (part * 5)..<(part * 5 + 5) {
      var random = SeededGenerator(seed: seed)
      let limit = random.pick([40, 300, 2_000])
      let session = Session(limit: limit)
      // The state of each version.
      var states = [0]
      var failure: String?
      func check(_ isRight: Bool, _ text: @autoclosure () -> String) {
        if !isRight, failure == nil { failure = "seed \(seed): \(text())" }
      }
      for _ in 0..<random.pick([5, 15]) {
        session.process.bytes.add(
          random.pick([0, 0, 200_000, 3_000_000, -1_000_000]), ordering: .relaxed)
        for _ in 0..<random.pick([1, 100, 1_100]) {
          let amount = Int.random(in: 1...9, using: &random)
          session.store.dispatch(amount)
          states.append(states.last! + amount)
        }
        let versions = session.machine.versions
        check(Int(versions.upperBound) == states.count - 1, "newest \(versions)")
        check(
          versions.count <= limit + 2 * max(limit / 2, SnapshotPlan.least) + 1,
          "\(versions) with limit \(limit)")
        for _ in 0..<5 {
          let version = versions.randomElement(using: &random)!
          let state = try session.machine.state(at: version)
          check(state == states[Int(version)], "\(state) at \(version)")
        }
      }
      #expect(failure == nil)
    }
  }
}
