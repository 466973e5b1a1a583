import MillraceObservation
import MillraceStore
import Observation
import Testing
import TestSupport

@MainActor
@Suite("Subscriptions of an ObservableStore")
struct SubscriptionReleaseTests {
  private static let count = rounds(3_000, long: 10_000)

  struct Wide: Equatable, Sendable { var row = Array(0..<10_000) }

  @Test("an observable store releases subscriptions of paths that are no longer observed")
  func readOnce() {
    let store = Store(initial: Wide(), reducer: Reducer<Wide, Int> { $0.row[$1] += 1 })
    let model = ObservableStore(store, runOnMainActor: { _ in })
    let last = Self.count - 1
    let wrong = (0...last).first { number in model[\.row[number]] != number }
    #expect(wrong == nil)
    #expect(subscribers(store) <= 64)
    // A notified path is released too: an observer that needs it reads it again.
    #expect(model[\.row[last]] == last)
    let before = subscribers(store)
    model.dispatch(last)
    #expect(subscribers(store) < before)
    #expect(model[\.row[last]] == last + 1)
  }

  @Test("an observer is notified after many unobserved paths were released")
  func stillNotified() {
    let store = Store(initial: Wide(), reducer: Reducer<Wide, Int> { $0.row[$1] += 1 })
    let model = ObservableStore(store, runOnMainActor: { _ in })
    let received = Tally()
    observe(model, received)
    for number in 1..<Self.count { _ = model[\.row[number]] }
    let before = received.value
    model.dispatch(0)
    #expect(received.value == before + 1)
  }

  @Test("many observers that read again in a later turn are not released again and again")
  func manyObservers() {
    let count = 1_000
    let store = Store(initial: Wide(), reducer: Reducer<Wide, Int> { $0.row[$1] += 1 })
    let model = ObservableStore(store, runOnMainActor: { _ in })
    let notified = Log<Int>()
    var (seen, reads) = (0, 0)
    var reading = Array(0..<count)
    while !reading.isEmpty, reads < 100 * count {
      for number in reading {
        withObservationTracking {
          _ = model[\.row[number]]
        } onChange: {
          notified.add(number)
        }
      }
      reads += reading.count
      reading = Array(notified.entries[seen...])
      seen += reading.count
    }
    #expect(reads < 4 * count)
    model.dispatch(count / 2)
    #expect(notified.entries[seen...] == [count / 2])
  }

  /// Reads again on each notification, as a view does.
  private func observe(_ model: ObservableStore<Wide, Int>, _ received: Tally) {
    withObservationTracking {
      _ = model[\.row[0]]
    } onChange: {
      MainActor.assumeIsolated {
        received.add(1)
        observe(model, received)
      }
    }
  }

  private func subscribers(_ store: Store<Wide, Int>) -> Int {
    store.deliveryPlan.partCount
  }
}
