import MillraceStoreTesting
import MillraceMiddleware
import MillraceStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The results of a number of killed programs.
package struct CrashOutcome: Sendable, CustomStringConvertible {
  package var kills = 0
  package var acknowledged = 0
  /// The number of acknowledged actions that are missing after a restart.
  package var lost = 0
  package var errors: [String] = []

  package init() {}

  package static func += (one: inout CrashOutcome, other: CrashOutcome) {
    one.kills += other.kills
    one.acknowledged += other.acknowledged
    one.lost += other.lost
    one.errors += other.errors
  }

  package var description: String {
    "\(kills) kills, \(acknowledged) acknowledged actions, \(lost) lost, \(errors.count) errors"
  }
}

/// Starts programs on one file, one after another, kills each at a random time, and checks the
/// file.
package struct CrashTest: Sendable {
  let program: String
  let scenario: CrashScenario
  let path: String
  let seed: UInt64

  package init(program: String, scenario: CrashScenario, path: String, seed: UInt64) {
    self.program = program
    self.scenario = scenario
    self.path = path
    self.seed = seed
  }

  package func run(rounds: Int) -> CrashOutcome {
    var outcome = CrashOutcome()
    var random = SeededGenerator(seed: seed)
    /// The last number of each writer that was seen or acknowledged.
    var known = [0, 0, 0]
    for round in 1...rounds {
      var errors: [String] = []
      do {
        for line in try lines(&random) {
          let words = line.split(separator: " ").compactMap { Int($0) }
          guard words.count == 2, known.indices.contains(words[0]) else {
            errors.append("unexpected output: \(line)")
            continue
          }
          known[words[0]] = max(known[words[0]], words[1])
          outcome.acknowledged += 1
        }
      } catch {
        errors.append("\(error)")
      }
      outcome.kills += 1
      // A read-only check leaves the file unchanged for the next program.
      let mayWrite = random.next() % 2 == 0
      let seen = check(mayWrite ? .write : .readOnly, &errors)
      for (writer, numbers) in seen.enumerated() {
        if numbers != Array(1..<numbers.count + 1) { errors.append("\(writer): \(numbers)") }
        outcome.lost += max(0, known[writer] - numbers.count)
        known[writer] = numbers.count
      }
      outcome.errors += errors.map { "\(scenario), seed \(seed), round \(round): \($0)" }
    }
    if outcome.lost > 0 {
      outcome.errors.append("\(scenario), seed \(seed): \(outcome.lost) actions lost")
    }
    return outcome
  }

  /// Returns the lines that a program prints until it is killed.
  private func lines(_ random: inout SeededGenerator) throws -> [Substring] {
    let victim = try KilledProcess([program, "work", scenario.rawValue, path])
    let count = Int(random.next() % UInt64(scenario.maximumAwaitedActions + 1))
    victim.listen(forLines: count)
    // If no lines are expected, kills the program during its start.
    usleep(UInt32(random.next() % (count == 0 ? 60_000 : 1000)))
    return victim.kill().split(separator: "\n")
  }

  private func check(_ access: FileAccess, _ errors: inout [String]) -> [[Int]] {
    let received = Guarded<[String]>([])
    let store = scenario.open(path, access: access) { trouble in
      received.withLock { $0.append(trouble) }
    }
    let state = store.state
    store.finish()
    errors += received.withLock { $0 }
    return state.numbers
  }
}
