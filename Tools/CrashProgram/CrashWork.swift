import MillraceMiddleware
import MillraceStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Dispatches until it is killed, and prints the acknowledged numbers.
struct CrashWork: Sendable {
  let scenario: CrashScenario
  let path: String

  func run() async {
    while true {
      let store = scenario.open(path) { printLine("! \($0)") }
      await withTaskGroup { group in
        for writer in 0..<scenario.writers {
          group.addTask { await dispatch(as: writer, to: store) }
        }
      }
      store.finish()
    }
  }

  private func dispatch(as writer: Int, to store: Store<CrashState, CrashAction>) async {
    var number = store.state.numbers[writer].last ?? 0
    let end = scenario.actionsPerRun.map { number + $0 } ?? .max
    while number < end {
      number += 1
      let action = action(number, writer)
      do {
        store.dispatch(action)
        if scenario == .snapshot { try await store.flush() }
      } catch {
        printLine("! \(error)")
      }
      printLine("\(writer) \(number)")
    }
  }

  private func action(_ number: Int, _ writer: Int) -> CrashAction {
    .add(number, writer: writer, padding: String(repeating: "x", count: scenario.padding))
  }

  /// Prints a line with a single write, so that the whole line is in the pipe when the call
  /// returns.
  private func printLine(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    // If the write fails, the reader has closed the pipe.
    if write(STDOUT_FILENO, bytes, bytes.count) != bytes.count { exit(1) }
  }
}
