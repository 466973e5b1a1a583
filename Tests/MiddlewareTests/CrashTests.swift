import crash_program
import Dispatch
import Testing
import TestSupport

/// `Scripts/crash_middleware.sh` kills ten times as many, of a release build.
@Suite("Persistence: a program is killed")
struct CrashTests {
  @Test(
    "whatever instant a program is killed at, nothing that it had acknowledged is missing",
    arguments: CrashScenario.allCases)
  func killed(scenario: CrashScenario) async throws {
    let folder = try TemporaryFolder()
    let seed = UInt64.random(in: 0...UInt64.max)
    let killer = CrashKiller(
      program: try BuiltProgram.path(of: "crash-program"), scenario: scenario,
      path: folder.file("numbers.json"), seed: seed)
    // On a thread of its own: it waits for what a program says.
    let outcome = await withCheckedContinuation { waiter in
      DispatchQueue.global().async {
        waiter.resume(returning: killer.run(rounds: rounds(6, long: 25)))
      }
    }
    print("\(scenario): \(outcome), seed \(seed)")
    #expect(outcome.troubles.isEmpty)
    #expect(outcome.kills == rounds(6, long: 25) && outcome.acknowledged > 0 && outcome.lost == 0)
  }
}
