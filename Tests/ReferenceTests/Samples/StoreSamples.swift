import Millrace

// Each sample is inside a type or a function, so that its names do not clash with those of others.
// Functions are never called: it is enough that they compile.

/// A store and what reads it.
enum StoreSamples {
  static func basics() async throws {
    // sample: Reducer
    struct Todo: Equatable, Identifiable, Sendable {
      let id: Int
      var title: String
      var isDone = false
    }

    struct Todos: Equatable, Sendable {
      var items = IdentifiedList<Todo>()
      var draft = ""
    }

    enum TodoAction: Equatable, Sendable { case add(Todo), toggle(Todo.ID), draftChanged(String) }

    let todos = Reducer<Todos, TodoAction> { state, action in
      switch action {
      case .add(let todo): state.items.append(todo)
      case .toggle(let id): state.items[id: id]?.isDone.toggle()
      case .draftChanged(let text): state.draft = text
      }
    }
    // end

    // sample: Store, Snapshot, Dispatched
    let store = Store(initial: Todos(), reducer: todos, middleware: [.thunk])
    store.dispatch(.add(Todo(id: 1, title: "Buy milk")))
    store.dispatch(.toggle(1))
    print(store.state.items.count, store.snapshot.version)  // 1 2
    store.finish()
    // end

    // sample: Subscription, Change, Store
    let token = store.subscribe(to: \.items.count) { change in
      print("\(change.old) → \(change.new) items, version \(change.version)")
    }
    store.dispatch(.add(Todo(id: 2, title: "Call Ada")))
    token.cancel()
    // end

    // sample: StoreValues, ValueBuffering
    for await count in store.values(of: \.items.count) { print(count) }

    for await draft in store.values(of: \.draft, buffering: .bounded(10)) { print(draft) }
    // end

    // sample: Lifetime
    final class Header: Sendable {
      private let lifetime = Lifetime()

      init(_ store: Store<Todos, TodoAction>) {
        store.subscribe(to: \.items.count) { change in print(change.new) }.store(in: lifetime)
      }
    }
    // end

    // sample: Commit, Replacement, CallSite, EffectID
    let observation = store.observeCommits(keepingStates: true) { commit in
      switch commit.cause {
      case .action(let action): print(commit.version, action)
      case .replacement(let reason): print(commit.version, "replaced:", reason)
      }
      if let states = commit.states { print(states.before.items.count, states.after.items.count) }
      if let origin = commit.origin { print("dispatched at \(origin.fileID):\(origin.line)") }
      if let effect = commit.effect { print("sent by effect \(effect.number) \(effect.name)") }
    }
    // end
    observation.cancel()

    // sample: CallSite
    // The commit names the caller of `add`, not this function.
    func add(_ todo: Todo, from origin: CallSite = CallSite()) {
      store.dispatch(.add(todo), from: origin)
    }
    // end
    add(Todo(id: 3, title: "Water the plants"))

    do {
      // sample: Issues, StoreIssue, RuntimeIssue
      let store = Store(
        initial: Todos(), reducer: todos,
        onIssue: { issue in print("issue:", issue) })

      let token = store.issues.observe { issue in
        if case .effectFailed(let error, let effect) = issue { print(error, effect.line) }
      }
      print(store.issues.recorded.count)
      // end
      token.cancel()
    }
  }

  static func selectors() {
    struct Book: Equatable, Identifiable, Sendable {
      let id: Int
      let title: String
    }

    struct Library: Sendable {
      var books: [Book] = []
      var search = ""
      var pageSize = 20
    }

    let store = Store(initial: Library(), reducer: Reducer<Library, Int> { _, _ in })
    // sample: StateSelector
    let found = StateSelector(\Library.books, \.search) { books, search in
      search.isEmpty ? books : books.filter { $0.title.contains(search) }
    }
    let page = StateSelector(found, .init(\.pageSize)) { found, size in found.prefix(size) }

    print(page(store.state).count)
    let token = store.subscribe(to: page) { change in print(change.new.map(\.title)) }
    // end
    token.cancel()
    pages(store)

    func pages(_ store: Store<Library, Int>) {
      // sample: SelectorFamily
      let page = SelectorFamily { (number: Int) in
        StateSelector(\Library.books) { $0.dropFirst(number * 20).prefix(20) }
      }

      let token = store.subscribe(to: page(3)) { change in print(change.new.count) }
      // end
      token.cancel()
    }
  }
}
