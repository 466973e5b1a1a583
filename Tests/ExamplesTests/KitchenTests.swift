import Millrace
import MillraceTesting
import Testing
import TestSupport

@testable import kitchen

@Suite("The example kitchen")
@MainActor
struct KitchenTests {
  @Test("a form makes a timer, which ticks, rings once and is removed")
  func timers() async throws {
    let rung = Feed<Int>()
    let stage = try TestStage(columns: 60, rows: 8) { dependencies in
      dependencies[Bell.self] = { rung.add($0) }
      return KitchenProgram.app(dependencies)
    }
    #expect(stage.rows == ["n makes a timer, d removes the first, q quits."])
    for key: Key in [.character("n"), .character("-"), .enter] { stage.terminal.send(key) }
    stage.settle()
    #expect(stage.rows.first == "1: 170 s")
    stage.clock.advance(by: .seconds(169))
    stage.settle()
    #expect(stage.rows.first == "1: 1 s")
    stage.clock.advance(by: .seconds(1))
    #expect(await rung.wait(for: 1) == [1])
    await stage.settleEffects()
    #expect(stage.rows.first == "1: done")
    stage.terminal.send(.character("d"))
    stage.settle()
    #expect(stage.rows.count == 1)
    #expect(stage.clock.pendingCount == 0)
  }

  @Test("Escape leaves the form without a timer, and a removed timer's source ends")
  func back() throws {
    let stage = try TestStage(columns: 60, rows: 8) { KitchenProgram.app($0) }
    for key: Key in [.character("n"), .character("+")] { stage.terminal.send(key) }
    stage.settle()
    #expect(stage.rows.first == "A timer of 190 s")
    stage.terminal.send(.escape)
    stage.settle()
    #expect(stage.rows == ["n makes a timer, d removes the first, q quits."])
    for key: Key in [.character("n"), .enter, .character("d")] { stage.terminal.send(key) }
    stage.settle()
    #expect(stage.clock.pendingCount == 0)
  }
}
