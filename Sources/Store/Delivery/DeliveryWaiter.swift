import Dispatch
import Synchronization

/// A dispatch that waits for the thread that delivers.
@usableFromInline
final class DeliveryWaiter: Sendable {
  @usableFromInline
  enum Answer: UInt8, AtomicRepresentable, Sendable {
    case none
    /// Fewer commits wait for observers now.
    case room
    /// The delivery is the waiting thread's.
    case delivery
  }

  private let answer = Atomic(Answer.none)
  private let semaphore = DispatchSemaphore(value: 0)

  init() {}

  func tell(_ answer: Answer) {
    self.answer.store(answer, ordering: .releasing)
    semaphore.signal()
  }

  /// Waits for the answer.
  /// - Returns: `none` if it does not come in time.
  func wait(for patience: Duration) -> Answer {
    let (seconds, attoseconds) = patience.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    _ = semaphore.wait(timeout: .now() + .nanoseconds(nanoseconds))
    return answer.load(ordering: .acquiring)
  }

  /// Waits for an answer that is sure to come.
  func wait() -> Answer {
    semaphore.wait()
    return answer.load(ordering: .acquiring)
  }
}
