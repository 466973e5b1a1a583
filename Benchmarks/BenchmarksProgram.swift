#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Measures operations of the library next to baselines, and checks their results.
@main
struct BenchmarksProgram {
  @MainActor
  static func main() {
    do {
      // Only `Scripts/curses_bytes.py` uses this flag, so the help does not list it.
      if CommandLine.arguments.dropFirst().first == "--paint-scenes",
        CommandLine.arguments.count > 2
      {
        return try paintScenes(file: CommandLine.arguments[2])
      }
      let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
      switch arguments.mode {
      case .help: print(helpText)
      case .list: list(try comparisons(matching: arguments.filter))
      case .count(let name, let iterations, let warmUp):
        let found = try comparisons(matching: name).lazy.compactMap { $0.benchmark(named: name) }
        guard let benchmark = found.first else { throw ArgumentError.nothingMatches(name) }
        let measure = try benchmark.prepare()
        if warmUp > 0 { _ = try measure(warmUp) }
        print(try measure(iterations).bytes / iterations)
      case .measure: exit(measure(try comparisons(matching: arguments.filter), arguments))
      }
    } catch {
      printError("\(error)")
      exit(EX_USAGE)
    }
  }

  @MainActor
  private static func comparisons(matching filter: String) throws(ArgumentError) -> [Comparison] {
    let found = allComparisons().compactMap { $0.matching(filter) }
    guard !found.isEmpty else { throw .nothingMatches(filter) }
    return found
  }

  @MainActor
  private static func list(_ comparisons: [Comparison]) {
    for benchmark in comparisons.flatMap(\.benchmarks) {
      for quantity in benchmark.quantities { print(benchmark.rowName(of: quantity)) }
    }
  }

  /// - Returns: The exit status.
  @MainActor
  private static func measure(_ comparisons: [Comparison], _ arguments: Arguments) -> Int32 {
    let runner = Runner(effort: arguments.isQuick ? .quick : .full)
    let table = Table(comparisons: comparisons)
    if !arguments.isJSON { print(table.header) }
    var status = EXIT_SUCCESS
    for comparison in comparisons {
      let outcome = runner.run(comparison)
      for row in outcome.rows { print(arguments.isJSON ? row.jsonLine : table.line(row)) }
      // Flushes the output, so that results appear at once, also in a pipe.
      fflush(nil)
      for failure in outcome.failures {
        printError("\(failure.name): \(failure.reason)")
        status = EXIT_FAILURE
      }
    }
    return status
  }

  /// Writes one line to standard error.
  private static func printError(_ text: String) {
    let line = Array("benchmarks: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
