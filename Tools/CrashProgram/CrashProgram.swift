#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Two programs in one. The first runs until it is killed. The second kills such programs, and
/// checks the file.
///
///     crash-program work SCENARIO FILE      dispatches until it is killed
///     crash-program kill ROUNDS SEED FOLDER kills such programs, and prints one line of figures
@main
enum CrashProgram {
  static func main() async {
    let arguments = CommandLine.arguments
    switch arguments.dropFirst().first {
    case "work" where arguments.count == 4:
      guard let scenario = CrashScenario(rawValue: arguments[2]) else { return usage() }
      await CrashWork(scenario: scenario, path: arguments[3]).run()
    case "kill" where arguments.count == 5:
      guard let rounds = Int(arguments[2]), let seed = UInt64(arguments[3]) else { return usage() }
      kill(rounds, seed, folder: arguments[4])
    default: usage()
    }
  }

  private static func kill(_ rounds: Int, _ seed: UInt64, folder: String) {
    var outcome = CrashOutcome()
    let scenarios = CrashScenario.allCases
    let perFile = 25
    for file in 0..<(rounds + perFile - 1) / perFile {
      let scenario = scenarios[file % scenarios.count]
      let killer = CrashTest(
        program: CommandLine.arguments[0], scenario: scenario,
        path: "\(folder)/\(file)-\(scenario).json", seed: seed &+ UInt64(file))
      outcome += killer.run(rounds: min(perFile, rounds - file * perFile))
    }
    print("\(outcome), seed \(seed)")
    for trouble in outcome.errors { print(trouble) }
    if !outcome.errors.isEmpty { exit(1) }
  }

  private static func usage() {
    print("crash-program work SCENARIO FILE | kill ROUNDS SEED FOLDER")
    exit(2)
  }
}
