import Millrace
import MillraceTesting
import TestSupport
import Testing

@testable import processes

@Suite("The example processes")
@MainActor
struct ProcessesTests {
  /// Writes a folder like `/proc`.
  private func write(_ processes: [(Int, String, Int)], at time: Int, to folder: TemporaryFolder)
    throws
  {
    try folder.write("\(time).50 99.0\n", to: "uptime")
    for (id, name, ticks) in processes {
      let rest = "S 1 1 1 0 -1 4194304 1 2 3 4 \(ticks) 0 0 0 20 0 1 0 100 1000000 \(id * 256) 99"
      try SystemFiles().makeFolder(folder.file("\(id)"))
      try folder.write("\(id) (\(name)) \(rest)\n", to: "\(id)/stat")
    }
  }

  @Test("processes are listed with their CPU share, refreshed, and ended by choice")
  func list() async throws {
    let folder = try TemporaryFolder()
    try write([(7, "idle (really)", 10), (8, "busy", 10)], at: 100, to: folder)
    let killed = Killed()
    let path = folder.path
    let stage = try TestStage(columns: 50, rows: 8) { dependencies in
      dependencies[ProcessFolder.self] = path
      dependencies[ProcessKiller.self] = { id, signal in
        killed.ended.withLock { $0.append("\(id) by \(signal)") }
        return nil
      }
      return ProcessesProgram.app(dependencies)
    }
    await stage.settleEffects()
    #expect(stage.rows[0].contains("CPU % ▼"))
    #expect(stage.rows[1].contains("idle (really)") && stage.rows[1].contains("7.0"))
    try write([(7, "idle (really)", 20), (8, "busy", 310)], at: 102, to: folder)
    stage.clock.advance(by: .seconds(2))
    await stage.settleEffects()
    #expect(stage.rows[1].contains("busy") && stage.rows[1].contains("150.0"))
    #expect(stage.rows[2].contains("idle (really)") && stage.rows[2].contains(" 5.0"))
    stage.terminal.send("m")
    stage.settle()
    #expect(stage.rows[0].contains("MB ▼") && stage.rows[1].contains("busy"))
    stage.terminal.send(.home, "k")
    stage.settle()
    #expect(stage.terminal.screen.contains("End busy?"))
    stage.terminal.send(.tab, .enter)
    await stage.settleEffects()
    #expect(killed.ended.withLock { $0 } == ["8 by 15"])
    #expect(!stage.terminal.screen.contains("End busy?"))
  }

  @Test("a missing /proc is reported")
  func missing() async throws {
    let stage = try TestStage(columns: 70, rows: 6) { dependencies in
      dependencies[ProcessFolder.self] = "/nowhere"
      return ProcessesProgram.app(dependencies)
    }
    await stage.settleEffects()
    #expect(stage.rows[0] == "This machine has no /proc, which lists the processes.")
  }
}

private final class Killed: Sendable {
  let ended = Guarded<[String]>([])
}
