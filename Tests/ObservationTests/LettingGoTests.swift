import MillraceObservation
import MillraceStore
import Observation
import Testing
import TestSupport

@MainActor
@Suite("An ObservableStore")
struct LettingGoTests {
  struct Wide: Equatable, Sendable { var row = Array(0..<10_000) }

  @Test("lets go of what nobody observes any more, however much was read once")
  func readOnce() {
    let store = Store(initial: Wide(), reducer: Reducer<Wide, Int> { $0.row[$1] += 1 })
    let model = ObservableStore(store, hop: { _ in })
    for number in 0..<10_000 { #expect(model[\.row[number]] == number) }
    #expect(subscribers(store) <= 64)
    // What is told is let go of, too: who wants to know reads it again.
    #expect(model[\.row[9_999]] == 9_999)
    let before = subscribers(store)
    model.dispatch(9_999)
    #expect(subscribers(store) < before)
    #expect(model[\.row[9_999]] == 10_000)
  }

  @Test("tells those who are there, also when others that were read once are let go of")
  func stillTold() {
    let store = Store(initial: Wide(), reducer: Reducer<Wide, Int> { $0.row[$1] += 1 })
    let model = ObservableStore(store, hop: { _ in })
    let told = Tally()
    observe(model, told)
    for number in 1..<10_000 { _ = model[\.row[number]] }
    let before = told.value
    model.dispatch(0)
    #expect(told.value == before + 1)
  }

  /// As a view does it: reads again when it is told.
  private func observe(_ model: ObservableStore<Wide, Int>, _ told: Tally) {
    withObservationTracking {
      _ = model[\.row[0]]
    } onChange: {
      MainActor.assumeIsolated {
        told.add(1)
        observe(model, told)
      }
    }
  }

  private func subscribers(_ store: Store<Wide, Int>) -> Int {
    store.deliveryPlan.partCount
  }
}
