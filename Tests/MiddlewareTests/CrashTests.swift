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
    let killer = CrashTest(
      program: try BuiltProgram.path(of: "crash-program"), scenario: scenario,
      path: folder.file("numbers.json"), seed: seed)
    // Runs on its own thread, because `run` blocks until the program prints.
    let outcome = await withCheckedContinuation { waiter in
      DispatchQueue.global().async {
        waiter.resume(returning: killer.run(rounds: rounds(6, long: 25)))
      }
    }
    print("\(scenario): \(outcome), seed \(seed)")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.kills == rounds(6, long: 25) && outcome.acknowledged > 0 && outcome.lost == 0)
  }
}
