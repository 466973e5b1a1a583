import crash_program
import Dispatch
import Testing
import TestSupport

/// `Scripts/crash_middleware.sh` kills ten times as many, in a release build.
@Suite("Persistence: killed programs")
struct CrashTests {
  @Test(
    "a program killed at any time has lost no acknowledged action",
    arguments: CrashScenario.allCases)
  func killed(scenario: CrashScenario) async throws {
    let folder = try TemporaryFolder()
    let seed = UInt64.random(in: 0...UInt64.max)
    let program = try BuiltProgram.path(of: "crash-program")
    // Runs on its own thread, because `run` blocks until the program prints.
    let outcome = await withCheckedContinuation { waiter in
      DispatchQueue.global().async {
        var sum = CrashOutcome()
        // All programs of a few rounds may be killed before their first action. The next ones have
        // another seed.
        while sum.acknowledged == 0, sum.errors.isEmpty, sum.kills < 100 {
          let killer = CrashTest(
            program: program, scenario: scenario, path: folder.file("numbers.json"),
            seed: seed &+ UInt64(sum.kills))
          sum += killer.run(rounds: rounds(2, long: 25))
        }
        waiter.resume(returning: sum)
      }
    }
    print("\(scenario): \(outcome), seed \(seed)")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.kills >= rounds(2, long: 25) && outcome.acknowledged > 0 && outcome.lost == 0)
  }
}
