import MillraceStore
import Testing
import TestSupport

// The behaviours in Redux's specification of `applyMiddleware`, and of `compose` for middleware.
@Suite("Redux's specification of applyMiddleware")
struct ReduxMiddlewareTests {
  private static let text = Reducer<String, String> { $0 += $1 }

  @Test("wraps dispatch method with middleware once")
  func once() {
    let made = Log<String>()
    let handled = Log<String>()
    let store = Store(
      initial: "", reducer: Self.text,
      middleware: [
        Middleware(parts: { context in
          made.add("made")
          return .init(
            start: { initial in
              made.add("started with \"\(initial)\", reads \"\(context.state)\"")
              return nil
            },
            handle: { action, next in
              handled.add(action)
              next(action)
            })
        })
      ])
    store.dispatch("Use Redux, ")
    store.dispatch("Flux FTW!")
    #expect(made.entries == ["made", "started with \"\", reads \"\""])
    #expect(handled.entries == ["Use Redux, ", "Flux FTW!"])
    #expect(store.state == "Use Redux, Flux FTW!")
  }

  @Test("passes recursive dispatches through the middleware chain")
  func recursive() {
    let seen = Log<String>()
    let context = Slot<StoreContext<String, String>>()
    let store = Store(
      initial: "", reducer: Self.text,
      middleware: [
        Middleware { _, action, next in
          seen.add(action)
          next(action)
        },
        Middleware(parts: { given in
          .init(
            start: { _ in
              context.value = given
              return nil
            },
            handle: { action, next in
              if action.count < 3 { context.value?.dispatch(action + "x") } else { next(action) }
            })
        }),
      ])
    store.dispatch("a")
    #expect(seen.entries == ["a", "ax", "axx"])
    #expect(store.state == "axx")
    #expect(store.snapshot.version == 1)
    context.value = nil
  }

  @Test("passes through all arguments of dispatch calls from within middleware")
  func arguments() {
    let context = Slot<StoreContext<String, String>>()
    let store = Store(
      initial: "", reducer: Self.text,
      middleware: [
        Middleware { _, action, next in next(action + "!") },
        Middleware(parts: { given in
          .init(
            start: { _ in
              context.value = given
              return nil
            },
            handle: { action, next in
              if action == "a!" {
                context.value?.dispatch(
                  "b", from: CallSite(fileID: "Some/File.swift", line: 7, function: "somewhere()"))
              } else {
                next(action)
              }
            })
        }),
      ])
    let log = Log<String>()
    let token = store.observeCommits { log.add("\($0.cause) \($0.origin?.description ?? "-")") }
    store.dispatch("a")
    #expect(log.entries == ["b! Some/File.swift:7 somewhere()"])
    context.value = nil
    withExtendedLifetime(token) {}
  }

  @Test("composes functions from right to left")
  func order() {
    func adding(_ letter: String) -> Middleware<String, String> {
      Middleware { _, action, next in next(action + letter) }
    }
    func result(_ middleware: Middleware<String, String>...) -> String {
      let store = Store(initial: "", reducer: Self.text, middleware: middleware)
      store.dispatch("")
      return store.state
    }
    let (a, b, c) = (adding("a"), adding("b"), adding("c"))
    #expect(result(a, b, c) == "abc")
    #expect(result(b, c, a) == "bca")
    #expect(result(c, a, b) == "cab")
    #expect(result() == "", "without operators, the action is unchanged")
  }
}

// Different here:
// - "warns when dispatching during middleware setup": it is allowed, and the action waits until all
//   have started: see MiddlewareProtocolTests.
// - "works with thunk middleware": see the tests of the middleware `.thunk`.
