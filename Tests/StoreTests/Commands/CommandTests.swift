import Testing

@testable import MillraceStore

@Suite("Commands as values")
struct CommandTests {
  private typealias Words = Command<String>

  private func parts(_ command: Words) -> Int {
    switch command.tree?.kind {
    case nil: 0
    case .merge(let trees), .concatenate(let trees): trees.count
    default: 1
    }
  }

  @Test("a join without commands is none")
  func nothing() {
    #expect(Words.none.isNone)
    #expect(Words.merge().isNone)
    #expect(Words.merge([]).isNone)
    #expect(Words.merge(.none, .none, .merge(.none)).isNone)
    #expect(Words.concatenate().isNone)
    #expect(Words.concatenate(.none, .merge(), .concatenate()).isNone)
  }

  @Test("each operator on none returns none")
  func operatorsOnNothing() {
    let none = Words.none
    #expect(none.map { $0.count }.isNone)
    #expect(none.catch { "\($0)" }.isNone)
    #expect(none.delay(for: .seconds(1)).isNone)
    #expect(none.debounce(id: 1, for: .seconds(1)).isNone)
    #expect(none.throttle(id: 1, for: .seconds(1)).isNone)
    #expect(none.cancellable(id: 1, inFlight: .cancelled).isNone)
    #expect(none.scoped(by: 1).isNone)
  }

  @Test("a command that does something is not none")
  func something() {
    #expect(!Words.action("a").isNone)
    #expect(!Words.run { _ in }.isNone)
    #expect(!Words.task { "a" }.isNone)
    #expect(!Words.stream(AsyncStream<String> { $0.finish() }).isNone)
    #expect(!Words.cancel(id: 1).isNone)
    #expect(!Words.cancelScope(by: 1).isNone)
    #expect(!Words.issue(.duplicateSource(id: "1")).isNone)
  }

  @Test("nested joins are flattened, and a join of one command is that command")
  func flat() {
    let action = Words.action("a")
    #expect(parts(.merge(action, .merge(action, .merge(action, action)), .none)) == 4)
    #expect(parts(.concatenate(.concatenate(action, action), .none, action)) == 3)
    #expect(parts(.merge(.none, action)) == 1)
    #expect(parts(.concatenate(action, .none)) == 1)
    #expect(
      parts(.merge(action, .concatenate(action, action))) == 2, "the two kinds are not mixed")
  }

  @Test("a command has the size of one pointer")
  func size() {
    #expect(MemoryLayout<Words>.size == MemoryLayout<Int>.size)
    #expect(MemoryLayout<Command<(Int, String, Double)>>.size == MemoryLayout<Int>.size)
  }

  @Test("a throttle without leading and trailing edge stops the program")
  func uselessThrottle() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Command.action(1).throttle(
        id: 1, for: .seconds(1), leading: false, trailing: false)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Pass true for at least one"))
  }
}
