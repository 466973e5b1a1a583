import MillraceStore
import Testing
import TestSupport

@testable import MillraceMiddleware

@Suite("Thunks")
struct ThunkTests {
  @Test("a thunk reads the state, dispatches, and can be awaited")
  func runs() async throws {
    let store = makeStore([.thunk])
    try await store.dispatch { context in
      context.dispatch(.draft("milk"))
      let draft = context.state.draft
      context.dispatch(.add(draft))
    }.value
    #expect(store.state.items.map(\.title) == ["milk"])
  }

  @Test("the whole list of middleware handles the actions of a thunk")
  func throughMiddleware() async throws {
    let log = Log<ItemsAction>()
    let store = makeStore([
      .thunk,
      Middleware { _, action, next in
        log.add(action)
        next(action)
      },
    ])
    _ = try await store.dispatch { $0.dispatch(.add("a")) }.value
    #expect(log.entries == [.add("a")])
  }

  @Test("a thunk rethrows the error of its work")
  func passesErrorsOn() async {
    let store = makeStore([.thunk])
    let task = store.dispatch { _ in throw Failure() }
    await #expect(throws: Failure.self) { try await task.value }
  }

  @Test("a thunk's task returns the value of its work")
  func typedResult() async throws {
    let store = makeStore([.thunk], initial: Items(draft: "milk"))
    let task: Task<Int, any Error> = store.dispatch { context in context.state.draft.count }
    #expect(try await task.value == 4)
  }

  @Test("actions of a cancelled thunk are dropped")
  func cancel() async {
    let store = makeStore([.thunk])
    let gate = Gate()
    let results = Log<Bool>()
    let task = store.dispatch { context in
      results.add(context.dispatch(.add("before")))
      await gate.wait()
      // The context also rejects actions from outside its task.
      await Task.detached { results.add(context.dispatch(.add("detached"))) }.value
      results.add(context.dispatch(.add("after")))
    }
    await gate.arrived()
    task.cancel()
    gate.open()
    _ = await task.result
    #expect(results.entries == [true, false, false])
    #expect(store.state.items.map(\.title) == ["before"])
  }

  @Test("a thunk is cancelled when the store finishes, and its later actions are dropped")
  func finish() async {
    let store = makeStore([.thunk])
    let gate = Gate()
    let results = Log<Bool>()
    let task = store.dispatch { context in
      await gate.wait()
      results.add(Task.isCancelled)
      results.add(context.dispatch(.add("late")))
    }
    await gate.arrived()
    store.finish()
    gate.open()
    _ = await task.result
    #expect(results.entries == [true, false])
    #expect(store.state.items.isEmpty)
  }

  @Test("a thunk does not retain its store, and is cancelled when the store is released")
  func release() async {
    weak var released: ItemsStore?
    let gate = Gate()
    let results = Log<Bool>()
    var task: Task<Void, any Error>?
    do {
      let store = makeStore([.thunk])
      released = store
      task = store.dispatch { context in
        await gate.wait()
        results.add(context.dispatch(.add("late")))
      }
      await gate.arrived()
    }
    #expect(released == nil)
    gate.open()
    _ = await task?.result
    #expect(results.entries == [false])
  }

  @Test("ended thunks are released")
  func forgets() async throws {
    let store = makeStore([.thunk])
    for _ in 0..<20 { try await store.dispatch { _ in }.value }
    let last = store.dispatch { _ in }
    try await last.value
    // A task removes itself from the table before it ends.
    #expect(store.work.effects == 0)
  }

  @Test("a thunk in a scoped store reads and changes the scope's state")
  func scoped() async throws {
    let store = makeStore([.thunk])
    let draft = store.scope(state: \.draft, action: { (text: String) in .draft(text) })
    _ = try await draft.dispatch { context in context.dispatch(context.state + "!") }.value
    #expect(store.state.draft == "!")
  }

  @Test("a reducer that dispatches a thunk stops the program")
  func inReducer() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let slot = Log<Store<Int, Int>>()
      let store = Store(
        initial: 0,
        reducer: Reducer<Int, Int> { _, _ in
          for store in slot.entries { store.dispatch { _ in } }
        },
        middleware: [.thunk])
      slot.add(store)
      store.dispatch(1)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("A reducer tried to dispatch to the store that runs it."))
  }

  @Test("a thunk of a finished store is cancelled at once")
  func afterFinish() async {
    let store = makeStore([.thunk])
    store.finish()
    let task = store.dispatch { _ in Issue.record("ran") }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a thunk without .thunk in the middleware stops the program, with advice")
  func missing() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      makeStore([]).dispatch { _ in }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Add .thunk to the store's middleware"))
  }
}
