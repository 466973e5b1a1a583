import Foundation
import MillraceStore
import TestSupport

/// The number of repetitions that each thread runs in these tests.
let repetitions = rounds(3_000, long: 100_000)

/// Runs a body on new threads, and returns when all have ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ number: Int) -> Void) async {
  await withCheckedContinuation { continuation in
    let end = ThreadsEnd(running: count) { continuation.resume() }
    for number in 0..<count {
      Thread {
        body(number)
        end.threadEnded()
      }.start()
    }
  }
}

/// Calls a closure when the last of several threads has ended.
private final class ThreadsEnd: Sendable {
  private let running: Guarded<Int>
  private let body: @Sendable () -> Void

  init(running: Int, _ body: @escaping @Sendable () -> Void) {
    self.running = Guarded(running)
    self.body = body
  }

  func threadEnded() {
    let isLast = running.withLock { running in
      running -= 1
      return running == 0
    }
    if isLast { body() }
  }
}

/// The calls of a subscriber from several threads: the end of an unbroken chain, or the faults in
/// it.
final class Chain<Value: Equatable & Sendable>: Sendable {
  private struct Links: Sendable {
    var last: Change<Value>?
    var count = 0
    var isInside = false
    var faults: [String] = []

    mutating func fault(_ words: String) {
      if faults.count < 5 { faults.append(words) }
    }
  }

  private let links = Guarded(Links())

  var last: Value? { links.withLock { $0.last?.new } }
  var count: Int { links.withLock { $0.count } }
  var faults: [String] { links.withLock { $0.faults } }

  /// - Parameter isPlausible: A further condition on each change.
  func add(_ change: Change<Value>, isPlausible: (Change<Value>) -> Bool = { _ in true }) {
    enter()
    links.withLock { links in
      if let last = links.last {
        if change.version <= last.version {
          links.fault("\(last.version) was followed by \(change.version)")
        }
        if change.old != last.new {
          links.fault("at \(change.version), old is not what came last")
        }
      }
      if !isPlausible(change) { links.fault("\(change) makes no sense") }
      links.last = change
      links.count += 1
    }
    leave()
  }

  // `enter` and `leave` lock separately, so that a concurrent call is detected between them.
  private func enter() {
    links.withLock { links in
      if links.isInside { links.fault("two calls at once") }
      links.isInside = true
    }
  }

  private func leave() { links.withLock { $0.isInside = false } }
}
