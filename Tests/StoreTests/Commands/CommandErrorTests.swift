import Testing
import TestSupport

@testable import MillraceStore

@Suite("Commands: errors")
struct CommandErrorTests {
  @Test("catch turns an error into an action for the reducer")
  func caught() async {
    let store = TinyStore<String> { action in
      action == "go" ? .task { throw Failure() }.catch { "caught: \($0)" } : .none
    }
    store.dispatch("go")
    #expect(await store.actions.wait(for: 2) == ["go", "caught: it broke"])
    await store.idle()
    #expect(store.issues.entries.isEmpty)
  }

  @Test("an uncaught error is reported with the call site of its command")
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

  @Test("the innermost catch alone handles an error")
  func innermost() async {
    let store = TinyStore<String> { action in
      action == "go"
        ? .task { throw Failure() }.catch { _ in "inner" }.catch { _ in "outer" } : .none
    }
    store.dispatch("go")
    await store.idle()
    #expect(store.log == ["go", "inner"])
  }

  @Test("catch handles errors of the command inside it, not of commands merged later")
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

  @Test("actions sent before an error are applied, and the rest of a concatenation runs")
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

  @Test("an error of cancelled work is neither delivered nor reported", arguments: [true, false])
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

  @Test("a CancellationError of work that was not cancelled is handled like any other error")
  func ownCancellation() async {
    let store = TinyStore<String> { action in
      action == "go" ? .task { throw CancellationError() }.catch { "caught: \($0)" } : .none
    }
    store.dispatch("go")
    await store.idle()
    #expect(store.log == ["go", "caught: CancellationError()"])
  }

  @Test("an issue command reports its issue")
  func issue() {
    let store = TinyStore<String> { _ in .issue(.duplicateSource(id: "x")) }
    store.dispatch("go")
    #expect(store.issues.entries == [.duplicateSource(id: "x")])
  }
}
