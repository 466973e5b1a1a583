import Testing

@testable import MillraceStore

@Suite("Commands: children")
struct CommandScopeTests {
  private static func after(_ seconds: Int, _ name: String) -> Command<String> {
    .action(name).delay(for: .seconds(seconds))
  }

  @Test("two children that use the same id cancel separately")
  func apart() {
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .merge(
          Self.after(1, "a").cancellable(id: 1).scoped(by: "first"),
          Self.after(1, "b").cancellable(id: 1).scoped(by: "second"),
          Self.after(1, "c").cancellable(id: 1))
      case "stop": .cancel(id: 1).scoped(by: "first")
      default: .none
      }
    }
    store.dispatch("go")
    store.dispatch("stop")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go", "stop", "b", "c"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("two children that use the same id debounce and throttle separately")
  func apartInTime() {
    let store = TinyStore<String> { action in
      guard action == "go" else { return .none }
      return .merge(
        ["first", "second"].flatMap { name in
          [
            Command.action("debounced \(name)").debounce(id: 1, for: .seconds(1))
              .scoped(by: name),
            .action("throttled \(name)").throttle(id: 2, for: .seconds(1)).scoped(by: name),
          ]
        })
    }
    store.dispatch("go")
    store.clock.advance(by: .seconds(1))
    #expect(
      store.log == [
        "go", "throttled first", "throttled second", "debounced first", "debounced second",
      ])
  }

  @Test("cancelScope ends all work in a scope: named, unnamed and nested")
  func cancelScope() {
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        .merge(
          Command.merge(
            Self.after(1, "anonymous"), Self.after(1, "named").cancellable(id: 1),
            Self.after(1, "deep").scoped(by: "inner"),
            Self.after(1, "debounced")
              .debounce(id: 2, for: .zero), .action("now").throttle(id: 3, for: .seconds(1)),
            .action("held").throttle(id: 3, for: .seconds(1)),
            .concatenate(Self.after(1, "part"), .action("next"))
          ).scoped(by: "scope"),
          Self.after(1, "other").scoped(by: "other"), Self.after(1, "mine"))
      case "stop": .cancelScope(by: "scope")
      default: .none
      }
    }
    store.dispatch("go")
    store.dispatch("stop")
    #expect(store.clock.pendingCount == 2, "the throttle's interval has ended, too")
    store.clock.advance(by: .seconds(3))
    #expect(store.log == ["go", "now", "stop", "other", "mine"])
    #expect(store.runner.tableSize == 0)
    #expect(store.clock.pendingCount == 0)
  }

  @Test("a cancel of an inner scope leaves the outer scope alone")
  func innerScope() {
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        Command.merge(Self.after(1, "inner").scoped(by: 1), Self.after(1, "outer")).scoped(by: 2)
      case "stop wrong": .cancelScope(by: 1)
      case "stop": .cancelScope(by: 1).scoped(by: 2)
      default: .none
      }
    }
    store.dispatch("go")
    store.dispatch("stop wrong")
    store.dispatch("stop")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go", "stop wrong", "stop", "outer"])
  }

  @Test("a scope and an id with the same value are separate")
  func scopeAndID() {
    let store = TinyStore<String> { action in
      switch action {
      case "go": .merge(Self.after(1, "a").scoped(by: 1), Self.after(1, "b").cancellable(id: 1))
      case "stop id": .cancel(id: 1)
      case "stop scope": .cancelScope(by: 1)
      default: .none
      }
    }
    store.dispatch("go")
    store.dispatch("stop id")
    store.clock.advance(by: .seconds(1))
    store.dispatch("go")
    store.dispatch("stop scope")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go", "stop id", "a", "go", "stop scope", "b"])
  }

  @Test("a cancel of an id around a child's command ends the child's work")
  func around() {
    let store = TinyStore<String> { action in
      switch action {
      case "go": Self.after(1, "a").cancellable(id: 1).scoped(by: "child").cancellable(id: 1)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.dispatch("go")
    store.dispatch("stop")
    store.clock.advance(by: .seconds(1))
    #expect(store.log == ["go", "stop"])
    #expect(store.runner.tableSize == 0)
  }

  @Test("later parts of a child's concatenation stay in the child's scope")
  func laterParts() {
    let store = TinyStore<String> { action in
      switch action {
      case "go":
        Command.concatenate(
          Self.after(1, "a"), Self.after(1, "b").cancellable(id: 1), Self.after(1, "c")
        ).scoped(by: "child")
      case "stop": .cancel(id: 1).scoped(by: "child")
      default: .none
      }
    }
    store.dispatch("go")
    store.clock.advance(by: .seconds(1))
    store.dispatch("stop")
    store.clock.advance(by: .seconds(2))
    #expect(store.log == ["go", "a", "stop", "c"])
    #expect(store.runner.tableSize == 0)
  }
}
