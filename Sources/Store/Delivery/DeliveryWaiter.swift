import Dispatch
import Synchronization

/// A dispatch that waits for the thread that delivers.
@usableFromInline
final class DeliveryWaiter: Sendable {
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
  /// - Parameter patience: How long; nil for an answer that is sure to come.
  /// - Returns: `none` if it does not come in time.
  func wait(for patience: Duration?) -> Answer {
    var limit = DispatchTime.distantFuture
    if let patience { limit = .now() + patience / .seconds(1) }
    _ = semaphore.wait(timeout: limit)
    return answer.load(ordering: .acquiring)
  }
}
