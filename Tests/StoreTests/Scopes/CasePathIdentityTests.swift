import MillraceStore
import MillraceStoreTesting
import Testing

@Suite("Case path identity")
struct CasePathIdentityTests {
  struct Work: Equatable, Sendable { var count = 0 }

  enum Page: Equatable, Sendable {
    case empty
    case left(Work)
    case right(Work)

    static var left: CasePath<Page, Work> {
      CasePath(Page.left) { if case .left(let work) = $0 { work } else { nil } }
    }

    static func side(_ isLeft: Bool) -> CasePath<Page, Work> {
      CasePath(id: isLeft, { isLeft ? .left($0) : .right($0) }) { page in
        switch page {
        case .left(let work): isLeft ? work : nil
        case .right(let work): isLeft ? nil : work
        case .empty: nil
        }
      }
    }
  }

  struct Book: Equatable, Sendable { var page = Page.left(Work()) }

  enum Action: Equatable, Sendable {
    case turn(Page)
    case stop
    case left(Bool)
    case right(Bool)

    static var left: CasePath<Action, Bool> {
      CasePath(Action.left) { if case .left(let go) = $0 { go } else { nil } }
    }

    static func side(_ isLeft: Bool) -> CasePath<Action, Bool> {
      CasePath(id: isLeft, { isLeft ? .left($0) : .right($0) }) { action in
        switch action {
        case .left(let go): isLeft ? go : nil
        case .right(let go): isLeft ? nil : go
        case .turn, .stop: nil
        }
      }
    }
  }

  /// The action `true` starts delayed work that adds one. All cases use the same id for it.
  static let work = Reducer<Work, Bool> { work, isStart in
    if isStart { return .action(false).delay(for: .seconds(1)).cancellable(id: "work") }
    work.count += 1
    return .none
  }

  /// - Parameter parts: Makes the reducers of the cases, with new case paths for each action.
  static func bookStore(
    _ clock: ManualClock, _ parts: @escaping @Sendable () -> Reducer<Book, Action>
  ) -> Store<Book, Action> {
    let reducer = Reducer<Book, Action> { book, action -> Command<Action> in
      if case .turn(let page) = action { book.page = page }
      if action == .stop { return .cancelScope(.case(Page.left, in: \Book.page)) }
      return parts().reduce(&book, action)
    }
    return Store(initial: Book(), reducer: reducer, dependencies: Dependencies(clock: clock))
  }

  static func makeLeft() -> Reducer<Book, Action> {
    .scope(.case(Page.left, in: \.page), action: Action.left, work)
  }

  @Test("a cancel through a newly created case path ends the work of the case")
  func cancelledThroughNewPath() {
    let clock = ManualClock()
    let store = Self.bookStore(clock, Self.makeLeft)
    store.dispatch(.left(true))
    #expect(clock.pendingCount == 1)
    store.dispatch(.stop)
    #expect(clock.pendingCount == 0)
  }

  @Test("work of a case ends when the state leaves the case, also with newly created case paths")
  func goesOnThroughNewPath() {
    let clock = ManualClock()
    let store = Self.bookStore(clock, Self.makeLeft)
    store.dispatch(.left(true))
    store.dispatch(.turn(.left(Work(count: 5))))
    clock.advance(by: .seconds(1))
    #expect(store.state.page == .left(Work(count: 6)))
    store.dispatch(.left(true))
    store.dispatch(.turn(.empty))
    #expect(clock.pendingCount == 0)
  }

  @Test("two paths that capture different values are distinguished by their ids")
  func ids() {
    let clock = ManualClock()
    let store = Self.bookStore(clock) {
      .combine(
        .scope(.case(Page.side(true), in: \.page), action: Action.side(true), Self.work),
        .scope(.case(Page.side(false), in: \.page), action: Action.side(false), Self.work))
    }
    store.dispatch(.left(true))
    #expect(clock.pendingCount == 1)
    store.dispatch(.turn(.right(Work())))
    #expect(clock.pendingCount == 0)
    #expect(Page.side(true).identity == Page.side(true).identity)
    #expect(Page.side(true).identity != Page.side(false).identity)
  }

  @Test("two paths on one line differ, and so do two types at one location")
  func locations() {
    typealias Path = CasePath<Int, Int>
    let (put, take): (@Sendable (Int) -> Int, @Sendable (Int) -> Int?) = ({ $0 }, { $0 })
    let paths = [Path(put, take), Path(put, take)]
    #expect(paths[0].identity != paths[1].identity)
    #expect(paths[0].identity == paths[0].identity)
    #expect(CasePath<Int, Int>.itself.identity == CasePath<Int, Int>.itself.identity)
    #expect(CasePath<Int, Int>.itself.identity != CasePath<String, String>.itself.identity)
  }

  @Test("path ids of different types are different")
  func idTypes() {
    func path(_ id: any Hashable & Sendable) -> CasePath<Int, Int> {
      CasePath(id: id, { $0 }) { $0 }
    }
    #expect(path(1).identity == path(1).identity)
    #expect(path(1).identity != path(UInt8(1)).identity)
  }

  @Test("a combined path's identity consists of its parts, independent of grouping")
  func combined() {
    typealias Path = CasePath<Int, Int>
    let (one, two) = (Path({ $0 }, { $0 }), Path.itself)
    let three = Path({ $0 }, { $0 })
    #expect(one.appending(two).identity == one.appending(two).identity)
    #expect(one.appending(two).identity != two.appending(one).identity)
    #expect(
      one.appending(two).appending(three).identity == one.appending(two.appending(three)).identity)
    let rows = CasePath<String, (Int, String)>({ "\($0) \($1)" }) { text in
      text.first?.wholeNumberValue.map { ($0, "") }
    }
    #expect(rows.element(1).identity == rows.element(1).identity)
    #expect(rows.element(1).identity != rows.element(2).identity)
    #expect(Set([rows.element(1).identity, rows.element(1).identity]).count == 1)
  }
}
