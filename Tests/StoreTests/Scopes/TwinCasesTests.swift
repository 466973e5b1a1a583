import MillraceStore
import MillraceStoreTesting
import Testing

@Suite("Two cases with values of the same type")
struct TwinCasesTests {
  struct Counter: Equatable, Sendable { var count = 0 }

  enum Page: Equatable, Sendable {
    case left(Counter)
    case right(Counter)

    static let leftPath = CasePath<Page, Counter>(Page.left) {
      if case .left(let counter) = $0 { counter } else { nil }
    }
    static let rightPath = CasePath<Page, Counter>(Page.right) {
      if case .right(let counter) = $0 { counter } else { nil }
    }
  }

  struct Book: Equatable, Sendable { var page = Page.left(Counter()) }

  enum CounterAction: Equatable, Sendable { case start, stop, add }

  enum Action: Equatable, Sendable {
    case turn(Page)
    case left(CounterAction)
    case right(CounterAction)

    static let leftPath = CasePath<Action, CounterAction>(Action.left) {
      if case .left(let action) = $0 { action } else { nil }
    }
    static let rightPath = CasePath<Action, CounterAction>(Action.right) {
      if case .right(let action) = $0 { action } else { nil }
    }
  }

  static let counter = Reducer<Counter, CounterAction> { counter, action in
    switch action {
    case .start: return .action(.add).delay(for: .seconds(1)).cancellable(id: "count")
    case .stop: return .cancel(id: "count")
    case .add: counter.count += 1
    }
    return .none
  }

  static let reducer = Reducer<Book, Action>.combine(
    Reducer { book, action in if case .turn(let page) = action { book.page = page } },
    .scope(.case(Page.leftPath, in: \.page), action: Action.leftPath, counter),
    .scope(.case(Page.rightPath, in: \.page), action: Action.rightPath, counter))

  @Test("the sources of two cases that have one id twice are reported for each case")
  func duplicateSources() {
    let counter = Reducer<Counter, CounterAction> { _, _ in }.sources { _ in
      [.timer(id: "x", every: .seconds(1)) { .add }, .timer(id: "x", every: .seconds(2)) { .add }]
    }
    let store = Store(
      initial: Book(),
      reducer: Reducer<Book, Action>.combine(
        Reducer { book, action in if case .turn(let page) = action { book.page = page } },
        .scope(.case(Page.leftPath, in: \.page), action: Action.leftPath, counter),
        .scope(.case(Page.rightPath, in: \.page), action: Action.rightPath, counter)),
      dependencies: Dependencies(clock: ManualClock()), onIssue: { _ in })
    store.dispatch(.turn(.right(Counter())))
    #expect(store.issues.recorded.count == 2)
  }

  @Test("an action for the missing case leaves the other case's effects running")
  func gone() {
    let clock = ManualClock()
    let store = Store(
      initial: Book(), reducer: Self.reducer, dependencies: Dependencies(clock: clock))
    store.dispatch(.left(.start))
    store.dispatch(.right(.stop))
    #expect(store.issues.recorded.count == 1)
    clock.advance(by: .seconds(1))
    #expect(store.state.page == .left(Counter(count: 1)))
  }

  @Test("the effects of one case end when the other replaces it, and do not return with it")
  func cancelled() {
    let clock = ManualClock()
    let store = Store(
      initial: Book(), reducer: Self.reducer, dependencies: Dependencies(clock: clock))
    store.dispatch(.left(.start))
    store.dispatch(.turn(.right(Counter())))
    store.dispatch(.turn(.left(Counter())))
    clock.advance(by: .seconds(1))
    #expect(store.state.page == .left(Counter()))
    #expect(clock.pendingCount == 0)
  }

  @Test("actions for missing children of the two cases are different issues")
  func issues() {
    let store = Store(initial: Book(page: .right(Counter())), reducer: Self.reducer)
    store.dispatch(.left(.stop))
    store.dispatch(.turn(.left(Counter())))
    store.dispatch(.right(.stop))
    let texts = store.issues.recorded.map(\.description)
    #expect(texts.count == 2)
    #expect(texts.first?.contains(#"a Counter in \Book.page (actions: left) was"#) == true)
    #expect(texts.last?.contains(#"a Counter in \Book.page (actions: right) was"#) == true)
  }
}
