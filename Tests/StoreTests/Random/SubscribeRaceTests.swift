import MillraceStore
import Synchronization
import Testing

// A scope with one branch is skipped in deliveries, so its last seen value is old. If a second
// subscriber is added just when the value returns to that one, the first must still be called.
@Suite("A subscriber that is added during a delivery")
struct SubscribeRaceTests {
  @Test("existing subscribers miss no change when another thread adds a subscriber")
  func nothingIsLost() async {
    let store = makeStore()
    let middle = store.scope(state: \.child, action: { .child($0) })
      .scope(state: \.self, action: { (action: ChildAction) in action })
    let inner = middle.scope(state: \.grandchild, action: { .setGrandchild($0) })
    let meeting = Meeting()
    // The first subscriber that is called for a commit lets the other thread subscribe during the
    // delivery.
    let gate = store.subscribe(to: \.child.grandchild) { change in
      if change.new == 0 { meeting.open() }
    }
    let seen = Atomic(0)
    let token = inner.subscribe { seen.store($0.new, ordering: .releasing) }
    let rounds = repetitions / 5
    let lost = Atomic(0)
    await onThreads(2) { number in
      for round in 1...rounds {
        if number == 1 {
          meeting.wait(for: round)
          middle.subscribe(to: \.value) { _ in }.cancel()
          meeting.leave()
          continue
        }
        // While a second subscriber listens the scope keeps the 0. After it is cancelled, the scope
        // is skipped.
        let second = middle.subscribe(to: \.value) { _ in }
        inner.dispatch(2)
        inner.dispatch(0)
        second.cancel()
        inner.dispatch(1)
        meeting.prepare(round)
        inner.dispatch(0)
        if seen.load(ordering: .acquiring) != 0 { lost.add(1, ordering: .relaxed) }
        meeting.waitUntilLeft(round)
      }
    }
    #expect(lost.load(ordering: .relaxed) == 0, "of \(rounds) changes")
    withExtendedLifetime((gate, token)) {}
  }
}

/// Lets two threads meet at a point of a delivery, each time with a slightly different offset.
private final class Meeting: Sendable {
  private let prepared = Atomic(0)
  private let opened = Atomic(0)
  private let left = Atomic(0)

  func prepare(_ round: Int) { prepared.store(round, ordering: .releasing) }

  /// Opens the prepared round.
  func open() {
    let round = prepared.load(ordering: .acquiring)
    if opened.load(ordering: .relaxed) == round { return }
    opened.store(round, ordering: .releasing)
    // The other thread gets a head start of varying length.
    for _ in 0..<(round &* 37) % 6000 { _ = opened.load(ordering: .acquiring) }
  }

  func wait(for round: Int) { while opened.load(ordering: .acquiring) < round {} }
  func leave() { left.add(1, ordering: .releasing) }
  func waitUntilLeft(_ round: Int) { while left.load(ordering: .acquiring) < round {} }
}
