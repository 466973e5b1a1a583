import MillraceStore
import Synchronization
import Testing

// A scope with one branch is passed by: what it saw last is then old. When a second subscriber
// comes just as the value goes back to that, the first must be told all the same.
@Suite("A subscriber that comes during a delivery")
struct NeighbourRaceTests {
  @Test("on another thread takes nothing from those who were there")
  func nothingIsLost() async {
    let store = makeStore()
    let middle = store.scope(state: \.child, action: { .child($0) })
      .scope(state: \.self, action: { (action: ChildAction) in action })
    let inner = middle.scope(state: \.grandchild, action: { .setGrandchild($0) })
    let meeting = Meeting()
    // The first to be told of each commit: lets the other thread come while the delivery goes on.
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
        // While a second one listens the scope keeps the 0; when it has gone, it is passed by.
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

/// Lets two threads meet at a point of a delivery, again and again, each time a little shifted.
private final class Meeting: Sendable {
  private let prepared = Atomic(0)
  private let opened = Atomic(0)
  private let left = Atomic(0)

  func prepare(_ round: Int) { prepared.store(round, ordering: .releasing) }

  /// Opens the round that is prepared.
  func open() {
    let round = prepared.load(ordering: .acquiring)
    if opened.load(ordering: .relaxed) == round { return }
    opened.store(round, ordering: .releasing)
    // The other thread gets a head start, different each time.
    for _ in 0..<(round &* 37) % 6000 { _ = opened.load(ordering: .acquiring) }
  }

  func wait(for round: Int) { while opened.load(ordering: .acquiring) < round {} }
  func leave() { left.add(1, ordering: .releasing) }
  func waitUntilLeft(_ round: Int) { while left.load(ordering: .acquiring) < round {} }
}
