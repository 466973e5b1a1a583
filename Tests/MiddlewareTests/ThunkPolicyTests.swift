import MillraceStore
import MillraceStoreTesting
import Testing

@testable import MillraceMiddleware

@Suite("Ids of thunks")
struct ThunkPolicyTests {
  private let clock = ManualClock()

  private func makeStore() -> ItemsStore { itemsStore(clock) }

  /// Adds an item after a second.
  private func add(
    _ title: String, id: any Hashable & Sendable, _ inFlight: InFlight = .joined,
    to store: ItemsStore
  ) async -> Task<String, any Error> {
    let pending = clock.pendingCount
    let task = store.dispatch(id: id, inFlight: inFlight) { context in
      try await context.dependencies.clock.sleep(for: .seconds(1))
      context.dispatch(.add(title))
      return title
    }
    await clock.waitUntilPending(pending + 1)
    return task
  }

  @Test("a thunk is cancelled by its id, and other thunks are not")
  func cancel() async throws {
    let store = makeStore()
    let first = await add("first", id: "a", to: store)
    let second = await add("second", id: "a", to: store)
    let other = await add("other", id: "b", to: store)
    store.cancelThunk(id: "a")
    await #expect(throws: CancellationError.self) { try await first.value }
    await #expect(throws: CancellationError.self) { try await second.value }
    clock.advance(by: .seconds(1))
    #expect(try await other.value == "other")
    #expect(store.state.items.map(\.title) == ["other"])
  }

  @Test("a thunk that cancels other work ends the earlier thunk with its id")
  func cancelled() async throws {
    let store = makeStore()
    let first = await add("first", id: 1, .cancelled, to: store)
    let pending = clock.pendingCount
    let second = store.dispatch(id: 1, inFlight: .cancelled) { context in
      try await context.dependencies.clock.sleep(for: .seconds(1))
      return context.dispatch(.add("second"))
    }
    await #expect(throws: CancellationError.self) { try await first.value }
    await clock.waitUntilPending(pending)
    clock.advance(by: .seconds(1))
    #expect(try await second.value)
    #expect(store.state.items.map(\.title) == ["second"])
  }

  @Test("work that is kept refuses a second thunk with its id until the first has ended")
  func kept() async throws {
    let store = makeStore()
    let first = await add("first", id: "a", .kept, to: store)
    let refused = store.dispatch(id: "a", inFlight: .kept) { _ in Issue.record("ran") }
    await #expect(throws: ThunkError.alreadyRunning(id: "a")) { try await refused.value }
    clock.advance(by: .seconds(1))
    #expect(try await first.value == "first")
    let next = store.dispatch(id: "a", inFlight: .kept) { context in
      context.dispatch(.add("next"))
    }
    #expect(try await next.value)
    #expect(store.state.items.map(\.title) == ["first", "next"])
  }

  @Test("a reducer's cancel command cancels thunks by id")
  func commands() async {
    let store = Store(
      initial: 0, reducer: Reducer<Int, Int> { _, _ in .cancel(id: "a") }, middleware: [.thunk],
      dependencies: Dependencies(clock: clock))
    let task = store.dispatch(id: "a") { context in
      try await context.dependencies.clock.sleep(for: .seconds(1))
    }
    await clock.waitUntilPending()
    store.dispatch(1)
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("error messages say what to do")
  func messages() {
    #expect("\(ThunkError.alreadyRunning(id: "a"))".contains("with the id a is running. Wait for"))
    #expect("\(EffectTimeout(after: .seconds(2)))".contains("longer than 2.0 seconds"))
  }
}

@Suite("Thunks of children")
struct ThunkScopeTests {
  struct House: Equatable, Sendable {
    var rooms = IdentifiedList([Item(id: 1, title: "a"), Item(id: 2, title: "b")])
    var guest: Item? = Item(id: 9, title: "guest")
  }

  enum HouseAction: Sendable {
    case remove(Int)
    case leave
    case room(Int, String)
    case guest(String)
  }

  private static let room = CasePath<HouseAction, (Int, String)>({ .room($0.0, $0.1) }) {
    if case .room(let id, let text) = $0 { (id, text) } else { nil }
  }
  private static let guest = CasePath<HouseAction, String>({ .guest($0) }) {
    if case .guest(let text) = $0 { text } else { nil }
  }

  private let clock = ManualClock()
  private let store: Store<House, HouseAction>

  init() {
    store = Store(
      initial: House(),
      reducer: Reducer<House, HouseAction> { state, action in
        switch action {
        case .remove(let id): state.rooms.remove(id: id)
        case .leave: state.guest = nil
        case .room(let id, let text): state.rooms[id: id]?.title = text
        case .guest(let text): state.guest?.title = text
        }
      }, middleware: [.thunk], dependencies: Dependencies(clock: clock))
  }

  private func rename(_ child: Store<Item, String>?) async throws -> Task<Bool, any Error> {
    let pending = clock.pendingCount
    let task = try #require(child).dispatch(id: "rename") { context in
      try await context.dependencies.clock.sleep(for: .seconds(1))
      return context.dispatch("renamed")
    }
    await clock.waitUntilPending(pending + 1)
    return task
  }

  @Test("an element's thunk is cancelled when the element is removed, and not when another is")
  func element() async throws {
    let first = try await rename(store.scope(element: 1, in: \.rooms, action: Self.room))
    let second = try await rename(store.scope(element: 2, in: \.rooms, action: Self.room))
    store.dispatch(.remove(1))
    await #expect(throws: CancellationError.self) { try await first.value }
    clock.advance(by: .seconds(1))
    #expect(try await second.value)
    #expect(store.state.rooms.map(\.title) == ["renamed"])
    #expect(store.issues.recorded.isEmpty)
  }

  @Test(
    "an optional's thunk is cancelled when the optional becomes nil, and at once where it is nil")
  func optional() async throws {
    let guest = store.scope(.optional(\.guest), action: Self.guest)
    let task = try await rename(guest)
    store.dispatch(.leave)
    await #expect(throws: CancellationError.self) { try await task.value }
    let late = try #require(guest).dispatch { _ in Issue.record("ran") }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(store.work.effects == 0)
  }

  @Test("each child has its own thunk ids")
  func names() async throws {
    let room = try #require(store.scope(element: 1, in: \.rooms, action: Self.room))
    let task = try await rename(room)
    store.cancelThunk(id: "rename")
    store.scope(element: 2, in: \.rooms, action: Self.room)?.cancelThunk(id: "rename")
    #expect(store.work.effects == 1)
    room.cancelThunk(id: "rename")
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

private func itemsStore(_ clock: ManualClock) -> ItemsStore { makeStore([.thunk], clock: clock) }
