import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceMiddleware
@testable import MillraceStore

/// A random team: machines with processes that act, are killed, and lose the server.
private struct RandomTeam {
  let team = Team()
  var generator: SeededGenerator
  var machines: [MemoryStorage] = (0..<3).map { _ in MemoryStorage() }
  var processes: [[Team.Process]] = [[], [], []]
  var nextID = 1
  /// A backup of the server, if it is restored at times.
  var backup: MemoryServer.State?
  var restores = false
  /// The items that were added and are never removed.
  var kept: Set<Int> = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &generator) }

  mutating func step() {
    let machine = number(0..<3)
    switch number(0..<40) {
    case 0:
      team.server.stop()
    case 1, 2:
      team.server.start()
    case 3: team.server.state.losesAnswer = true
    case 4: team.server.state.notifies.toggle()
    case 5: team.server.state.batchLimit = [2, 3, 7, 500][number(0..<4)]
    case 36 where restores:
      let state = team.server.state
      if state.log != nil, number(0..<3) > 0 {
        backup = state
      } else if let old = backup {
        team.server.stop()
        team.server.restore(old)
        team.server.start()
      }
    case 6:
      for process in processes[machine] { process.client.kill() }
      machines[machine].killProcess()
      processes[machine] = []
    case 7:
      if let index = processes[machine].indices.randomElement(using: &generator) {
        processes[machine].remove(at: index).store.finish()
      }
    case 8, 9:
      if processes[machine].count < 3 {
        let process = team.open(machines[machine])
        if process.store.startupFailures.isEmpty {
          processes[machine].append(process)
        } else {
          // There is no copy yet, and no server.
          process.store.finish()
        }
      }
    case 10...15:
      for process in processes[machine] {
        process.clock.advance(by: .milliseconds(number(1..<6_000)))
      }
    default: act(machine)
    }
  }

  mutating func act(_ machine: Int) {
    guard let process = processes[machine].randomElement(using: &generator) else { return }
    let items = process.store.state.document.items
    let chosen = items.filter { !kept.contains($0.id) }.randomElement(using: &generator)
    let store = process.store
    nextID += 1
    switch number(0..<10) {
    case 0...1:
      kept.insert(nextID)
      process.add(nextID, "keep")
      // An undo may take no kept memo back.
      store.dispatch(.document(.mark))
      store.dispatch(.document(.rename(nextID, "kept")))
    case 2...3: process.add(nextID)
    case 4: if let chosen { store.dispatch(.document(.rename(chosen.id, "title \(nextID)"))) }
    case 5: if let chosen { store.dispatch(.document(.remove(chosen.id, at: .seconds(nextID)))) }
    case 6:
      if let chosen {
        var edited = chosen
        edited.text = "text \(nextID)"
        store.dispatch(.edit(edited, since: chosen))
      }
    case 7: if store.state.undoNames.first == "renamed" { store.dispatch(.undo) }
    case 8: store.dispatch(.redo)
    default: if let chosen { store.dispatch(.document(.insert(chosen, at: number(0..<9)))) }
    }
  }

  /// Brings everything up until nothing waits.
  mutating func settle() {
    team.server.start()
    team.server.state.notifies = true
    for machine in 0..<3 where processes[machine].isEmpty {
      processes[machine].append(team.open(machines[machine]))
    }
    for _ in 0..<6 {
      for process in processes.joined() { process.clock.advance(by: .seconds(10)) }
    }
  }
}

@Suite("Document on a server: random programs")
struct ServerRandomTests {
  @Test("all participants become equal, and have what the server's log leads to", arguments: 0..<4)
  func equal(round: Int) throws {
    for offset in 0..<rounds(15, long: 1_000) {
      let seed = UInt64(round * 100_000 + offset)
      var random = RandomTeam(seed: seed)
      for _ in 0..<random.number(20..<300) { random.step() }
      random.settle()
      let state = random.team.server.state
      var model = DocumentContent<Memos>()
      var readOnly: PersistenceError?
      for entry in state.entries {
        // No server was restored.
        #expect(!entry.text.contains("\"merge\""), "seed \(seed)")
        let found = LogEntry(
          number: entry.number, text: entry.text, with: JSONFormat.decoder())
        let loader = random.processes[0][0].log.loader
        loader.apply([try #require(found)], to: &model, &readOnly)
      }
      #expect(readOnly == nil)
      for process in random.processes.joined() {
        let content = process.log.shared.withLock { $0.content }
        #expect(content.version == model.version, "seed \(seed)")
        #expect(content.number == model.number && process.log.waiting == 0, "seed \(seed)")
        #expect(process.store.state.memos.content.version == model.version, "seed \(seed)")
        #expect(process.memos.offline == nil && process.memos.access == .writing, "seed \(seed)")
      }
      let ids = model.version.value.items.map(\.id)
      #expect(random.kept.isSubset(of: ids), "seed \(seed)")
      for id in random.kept {
        let added = state.entries.count { entry in
          entry.text.contains("{\"add\":")
            && [",", "}"].contains { entry.text.contains("\"id\":\(id)\($0)") }
        }
        #expect(added == 1, "seed \(seed): \(id)")
      }
      var positions: [String: UInt64] = [:]
      for entry in state.entries {
        #expect(entry.position > positions[entry.writer] ?? 0, "seed \(seed)")
        positions[entry.writer] = entry.position
      }
    }
  }

  @Test("what a restored server has lost comes back from the machines", arguments: 0..<4)
  func restored(round: Int) throws {
    for offset in 0..<rounds(15, long: 1_000) {
      let seed = UInt64(round * 100_000 + offset)
      var random = RandomTeam(seed: seed)
      random.restores = true
      for _ in 0..<random.number(20..<300) { random.step() }
      random.settle()
      let first = random.processes[0][0].log.shared.withLock { $0.content }
      for process in random.processes.joined() {
        let content = process.log.shared.withLock { $0.content }
        #expect(content.version == first.version, "seed \(seed)")
        #expect(content.number == random.team.server.state.last, "seed \(seed)")
        #expect(process.log.waiting == 0 && process.memos.offline == nil, "seed \(seed)")
      }
      #expect(random.kept.isSubset(of: first.version.value.items.map(\.id)), "seed \(seed)")
    }
  }
}
