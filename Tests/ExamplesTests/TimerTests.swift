import Millrace
import Testing

@testable import timer
import MillraceTesting

@Suite("The example timer")
@MainActor
struct TimerTests {
  private func stage(columns: Int = 50, rows: Int = 8) throws -> TestStage {
    try TestStage(columns: columns, rows: rows) { TimerProgram.app($0) }
  }

  /// The present time some seconds after 1970 began, in the time zone of this machine.
  private func time(_ seconds: Int) -> String { Stopwatch(now: .seconds(seconds)).time }

  /// Advances the clock and draws a frame.
  private func wait(_ time: Duration, on stage: TestStage) {
    stage.clock.advance(by: time)
    stage.settle()
  }

  @Test("the timer shows hours, minutes and seconds, with one tick each second")
  func ticks() throws {
    let stage = try stage()
    #expect(
      stage.rows == [
        "╭─ Timer ──────────╮",
        "│     \(time(0))     │",
        "│     00:00:00     │",
        "│      running     │",
        "╰──────────────────╯",
        "Space pauses and resumes, r resets, q quits.",
      ])
    wait(.seconds(1), on: stage)
    #expect(stage.rows[2] == "│     00:00:01     │")
    wait(.seconds(3600 + 2 * 60 + 2), on: stage)
    #expect(stage.rows[2] == "│     01:02:03     │")
  }

  @Test(
    "a paused timer has only the timer of the present time on the clock, and Space continues it")
  func pauses() throws {
    let stage = try stage()
    wait(.seconds(2), on: stage)
    stage.terminal.send(.space)
    stage.settle()
    #expect(stage.clock.pendingCount == 1)
    wait(.seconds(60), on: stage)
    #expect(
      stage.rows.prefix(5) == [
        "╭─ Timer ──────────╮",
        "│     \(time(62))     │",
        "│     00:00:02     │",
        "│      paused      │",
        "╰──────────────────╯",
      ])
    stage.terminal.send(.space)
    wait(.seconds(1), on: stage)
    #expect(stage.rows[2] == "│     00:00:03     │")
  }

  @Test("after a reset, the first tick comes after a whole second")
  func resets() throws {
    let stage = try stage()
    wait(.milliseconds(1900), on: stage)
    stage.terminal.send(.character("r"))
    wait(.milliseconds(900), on: stage)
    #expect(stage.rows[2] == "│     00:00:00     │")
    wait(.milliseconds(100), on: stage)
    #expect(stage.rows[2] == "│     00:00:01     │")
  }

  @Test("q ends the program")
  func quits() throws {
    let stage = try stage()
    stage.terminal.send(.character("q"))
    #expect(stage.session.ended == .quit)
  }

  @Test("a narrow terminal breaks the help, and keeps the time whole")
  func narrow() throws {
    let stage = try stage(columns: 20)
    #expect(
      stage.rows == [
        "╭─ Timer ──────────╮",
        "│     \(time(0))     │",
        "│     00:00:00     │",
        "│      running     │",
        "╰──────────────────╯",
        "Space pauses and",
        "resumes, r resets, q",
        "quits.",
      ])
  }
}
