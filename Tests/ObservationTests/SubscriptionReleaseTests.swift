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
