import MillraceObservation
import MillraceStore

#if canImport(SwiftUI)
  import SwiftUI
#endif

/// A store of Observation, for SwiftUI and others.
@MainActor
enum StoreObservationSamples {
  struct Todos: Equatable, Sendable {
    var items: [String] = []
    var draft = ""
  }

  enum TodoAction: Equatable, Sendable { case add, draftChanged(String) }

  #if canImport(SwiftUI)
    // sample: ObservableStore, StoreBinding
    struct Header: View {
      let model: ObservableStore<Todos, TodoAction>

      var body: some View {
        let draft = model.binding(\.draft) { .draftChanged($0) }
        Text("\(model[\.items.count]) items")
        TextField("Title", text: Binding(get: draft.get, set: draft.set))
        Button("Add") { model.dispatch(.add) }
      }
    }
  // end
  #endif

  static func observation(_ store: Store<Todos, TodoAction>) {
    // sample: ObservableStore, StoreBinding, MainActorRunner
    let model = ObservableStore(store)
    let draft = model.binding(\.draft) { .draftChanged($0) }
    draft.wrappedValue = "Buy milk"  // sends `.draftChanged("Buy milk")`
    print(draft.wrappedValue, model.items.count)

    // A test runs the notifications itself, in place of a task on the main actor.
    let runAtOnce: MainActorRunner = { work in MainActor.assumeIsolated { work() } }
    let tested = ObservableStore(store, runOnMainActor: runAtOnce)
    // end
    _ = tested
  }
}
