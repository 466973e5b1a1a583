import TodoBench

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Sends keys to the screen of `todo` with 10,000 items, for a script that counts instructions.
///
///     WORK COUNT        COUNT keys of a `TodoBench.Work`; status 1 if the screen is wrong
@main
enum KeyProgram {
  @MainActor
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let work = TodoBench.Work(rawValue: arguments[1]),
      let count = Int(arguments[2]), count >= 0
    else {
      let kinds = TodoBench.Work.allCases.map(\.rawValue).joined(separator: "|")
      print("usage: key-program \(kinds) COUNT")
      exit(2)
    }
    let bench = try TodoBench(work, items: 10_000)
    bench.begin()
    countedKeys(bench, count)
    if let failure = bench.failure(after: count) {
      print(failure)
      exit(1)
    }
  }
}

/// Valgrind counts the instructions inside this function, and finds it by its name.
@MainActor
@_optimize(none)
@inline(never)
func countedKeys(_ bench: TodoBench, _ count: Int) { bench.run(count) }
