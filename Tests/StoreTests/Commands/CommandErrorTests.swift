import Testing
import TestSupport

@testable import MillraceStore

@Suite("Commands: errors")
struct CommandErrorTests {
  @Test("an error reaches the reducer as the action that catch makes of it")
  func caught() async {
    let store = TinyStore<String> { action in
      action == "go" ? .task { throw Failure() }.catch { "caught: \($0)" } : .none
    }
    store.dispatch("go")
    #expect(await store.actions.wait(for: 2) == ["go", "caught: it broke"])
    await store.idle()
    #expect(store.issues.entries.isEmpty)
  }

  @Test("an error that nobody catches is reported with the place of the command")
  func uncaught() async {
    let line: UInt = #line + 1
    let store = TinyStore<String> { _ in .run { _ in throw Failure() } }
    store.dispatch("go")
    guard case .effectFailed("it broke", let site) = await store.issues.wait(for: 1)[0] else {
      Issue.record("another issue was reported")
      return
    }
    #expect(site.line == line)
    #expect("\(site.fileID)".hasSuffix("CommandErrorTests.swift"))
    #expect(store.log == ["go"])
  }

  @Test("the innermost catch has the error, and only one catch has it")
  func innermost() async {
    let store = TinyStore<String> { action in
      action == "go"
        ? .task { throw Failure() }.catch { _ in "inner" }.catch { _ in "outer" } : .none
    }
    store.dispatch("go")
    await store.idle()
    #expect(store.log == ["go", "inner"])
  }

  @Test("catch takes the errors of what is inside it, and not of what is joined later")
  func scope() async {
    let store = TinyStore<String> { action in
      guard action == "go" else { return .none }
      let caught = Command.merge(
        .task { throw Failure() }, .task { throw Failure() }.delay(for: .zero)
      ).catch { _ in "caught" }
      return .merge(caught, .task { throw Failure() })
    }
    store.dispatch("go")
    await store.issues.wait(for: 1)
    await store.actions.wait(for: 2)
    store.clock.advance(by: .zero)
    #expect(await store.actions.wait(for: 3) == ["go", "caught", "caught"])
    await store.idle()
    #expect(store.issues.entries.count == 1)
  }

  @Test("what was sent before the error stays, and the rest of a concatenation goes on")
  func partial() async {
    let store = TinyStore<String> { action in
      guard action == "go" else { return .none }
      return .concatenate(
        .run { send in
          send("a")
          throw Failure()
        },
        .action("b"))
    }
    store.dispatch("go")
    #expect(await store.actions.wait(for: 3) == ["go", "a", "b"])
    #expect(store.issues.entries.count == 1)
  }

  @Test("what cancelled work throws is neither delivered nor reported", arguments: [true, false])
  func cancelled(_ throwsCancellation: Bool) async {
    let gate = Gate()
    let ended = Feed<Bool>()
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .run { _ in
          defer { ended.add(Task.isCancelled) }
          do { try await gate.waitOrThrow() } catch {
            if throwsCancellation { throw error } else { throw Failure() }
          }
        }.catch { "caught: \($0)" }.cancellable(id: 1)
      case "bare": .run { _ in try await gate.waitOrThrow() }.cancellable(id: 1)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    store.dispatch("bare")
    await gate.arrived(2)
    store.dispatch("stop")
    #expect(await ended.wait(for: 1) == [true])
    store.dispatch("end")
    await store.idle()
    #expect(store.log == ["go", "bare", "stop", "end"])
    #expect(store.issues.entries.isEmpty)
  }

  @Test("a CancellationError of work that was not cancelled is an error like any other")
  func ownCancellation() async {
    let store = TinyStore<String> { action in
      action == "go" ? .task { throw CancellationError() }.catch { "caught: \($0)" } : .none
    }
    store.dispatch("go")
    await store.idle()
    #expect(store.log == ["go", "caught: CancellationError()"])
  }

  @Test("an issue as a command is reported")
  func issue() {
    let store = TinyStore<String> { _ in .issue(.duplicateSource(id: "x")) }
    store.dispatch("go")
    #expect(store.issues.entries == [.duplicateSource(id: "x")])
  }
}
