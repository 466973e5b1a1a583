import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@testable import MillraceMiddleware

/// Thunks of all policies, with failures and retries, compared with a model that computes when each
/// ends.
@Suite("Random thunks")
struct ThunkRandomTests {

  enum Outcome: Equatable { case value, failed, cancelled, refused }

  /// A thunk that sleeps, and fails a number of times.
  struct Running {
    let number: Int
    let id: Int?
    let length: Int
    var failures: Int
    var attempts: Int
    var delay: Int
    var isWaiting = false
    var end: Int
    let task: Task<Int, any Error>
  }

  @Test(
    "random thunks end at the time and with the outcome that the model expects",
    arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) async {
    print("random thunks: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let clock = ManualClock()
    let store = Store(
      initial: Set<Int>(), reducer: Reducer<Set<Int>, Int> { $0.insert($1) },
      middleware: [.thunk], dependencies: Dependencies(clock: clock))
    var (now, running, applied) = (0, [Running](), Set<Int>())

    func expectEnd(_ thunk: Running, _ outcome: Outcome) async {
      let result = await thunk.task.result
      #expect(
        ThunkRandomTests.outcome(result, thunk.number) == outcome,
        "seed \(seed), thunk \(thunk.number), time \(now)")
    }

    func cancel(_ isMeant: (Running) -> Bool) async {
      for thunk in running where isMeant(thunk) { await expectEnd(thunk, .cancelled) }
      running.removeAll(where: isMeant)
    }

    for number in 1...60 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let id = Int.random(in: 0..<3, using: &random)
        store.cancelThunk(id: id)
        await cancel { $0.id == id }
      case 1:
        let chosen = running.randomElement(using: &random)?.number
        running.first { $0.number == chosen }?.task.cancel()
        await cancel { $0.number == chosen }
      case 2...5:
        let id = Int.random(in: 0..<3, using: &random)
        let policy = Int.random(in: 0..<4, using: &random)
        let length = Int.random(in: 1...6, using: &random)
        let failures = Int.random(in: 0...2, using: &random)
        let attempts = Int.random(in: 1...3, using: &random)
        let left = Log<Int>()
        let task = store.dispatch(
          id: policy == 0 ? nil : id, inFlight: [.joined, .joined, .cancelled, .kept][policy],
          retry: .backOff(attempts: attempts, delay: .seconds(1), maximum: .seconds(3)),
          catch: { _ in -number }
        ) { context in
          try await context.dependencies.clock.sleep(for: .seconds(length))
          left.add(0)
          if left.entries.count <= failures { throw Failure() }
          context.dispatch(number)
          return number
        }
        let thunk = Running(
          number: number, id: policy == 0 ? nil : id, length: length, failures: failures,
          attempts: attempts, delay: 1, end: now + length, task: task)
        if policy == 3, running.contains(where: { $0.id == id }) {
          await expectEnd(thunk, .refused)
        } else {
          if policy == 2 { await cancel { $0.id == id } }
          running.append(thunk)
        }
      default:
        clock.advance(by: .seconds(1))
        now += 1
        for index in running.indices.reversed() where running[index].end == now {
          if running[index].isWaiting {
            running[index].isWaiting = false
            running[index].end = now + running[index].length
          } else if running[index].failures == 0 {
            let thunk = running.remove(at: index)
            await expectEnd(thunk, .value)
            applied.insert(thunk.number)
          } else if running[index].attempts == 1 {
            let thunk = running.remove(at: index)
            await expectEnd(thunk, .failed)
            applied.insert(-thunk.number)
          } else {
            running[index].failures -= 1
            running[index].attempts -= 1
            running[index].isWaiting = true
            running[index].end = now + running[index].delay
            running[index].delay = min(running[index].delay * 2, 3)
          }
        }
      }
      // Each running thunk sleeps, at its work or until its next attempt.
      await clock.waitUntilPending(running.count)
      #expect(clock.pendingCount == running.count, "seed \(seed), step \(number)")
      #expect(store.work.effects == running.count, "seed \(seed), step \(number)")
      #expect(store.state == applied, "seed \(seed), step \(number)")
    }
    store.finish()
    await cancel { _ in true }
    #expect(store.state == applied, "seed \(seed), the end")
  }

  private static func outcome(_ result: Result<Int, any Error>, _ number: Int) -> Outcome? {
    switch result {
    case .success(number): .value
    case .failure(is Failure): .failed
    case .failure(is CancellationError): .cancelled
    case .failure(is ThunkError): .refused
    default: nil
    }
  }
}
