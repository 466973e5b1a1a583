/// The parsed command line.
struct Arguments: Equatable {
  enum Mode: Equatable {
    case measure, list, help
    /// Repeats one benchmark while another program counts the instructions.
    case count(name: String, iterations: Int, warmUp: Int)
  }

  var mode = Mode.measure
  /// A part of the names of the benchmarks to measure; empty for all.
  var filter = ""
  var isJSON = false
  var isQuick = false

  /// - Parameter words: The command line without the program's name.
  init(_ words: [String]) throws(ArgumentError) {
    if words.first == "--count" {
      let numbers = words.dropFirst(2).compactMap { Int($0) }
      guard words.count == 4, numbers.count == 2, numbers[0] > 0, numbers[1] >= 0 else {
        throw .invalidCount
      }
      mode = .count(name: words[1], iterations: numbers[0], warmUp: numbers[1])
      return
    }
    for word in words {
      switch word {
      case "--help", "-h":
        mode = .help
        return
      case "--list": mode = .list
      case "--json": isJSON = true
      case "--quick": isQuick = true
      case _ where word.hasPrefix("-"): throw .unknownFlag(word)
      case _ where word.isEmpty || !filter.isEmpty: throw .secondFilter(word)
      default: filter = word
      }
    }
  }
}

/// An error in the command line.
enum ArgumentError: Error, Equatable, CustomStringConvertible {
  case unknownFlag(String)
  case secondFilter(String)
  case nothingMatches(String)
  case invalidCount

  var description: String {
    switch self {
    case .unknownFlag(let word): "unknown flag \(word.debugDescription): see benchmarks --help"
    case .secondFilter(let word):
      "\(word.debugDescription) is a filter too many: give one, in quotes if it has spaces"
    case .invalidCount: "--count takes a name, a number of iterations, and one to warm up with"
    case .nothingMatches(let filter):
      "no name contains \(filter.debugDescription): see benchmarks --list"
    }
  }
}

let helpText = """
  usage: benchmarks [FILTER] [--json] [--quick] [--list] [--help]
         benchmarks --count NAME ITERATIONS WARMUP

  Measures Millrace, each thing beside a baseline in the same run, and prints a table. Build it with
  -c release. A row whose work was not done is reported, and the status is then 1.

    FILTER    measure what has this in its name, with its baselines
    --json    print one line of JSON a row: name, n, unit, min, p50, p95, p99, max, baseline,
              ratio
    --quick   one short sample: enough for the checks, not for the numbers
    --list    print the names
    --help    print this text
    --count   run WARMUP iterations of one benchmark, then ITERATIONS, and print the bytes of one:
              for Scripts/count_instructions.py

  A figure is the mean of the repetitions in a millisecond, or of one that lasts longer; p50, p95 and p99 are
  percentiles of up to 201 of these. ratio is the row's p50 over its baseline's: below 1 is faster, or fewer bytes.
  """
