import MillraceStore
import MillraceStoreTesting
import MillraceSystem
import TestSupport
import Testing

@testable import MillraceMiddleware

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Random programs of several processes and sessions on one file, with kills, other programs that
/// write the file, and faults. A plain list of what was acknowledged is the model.
@Suite("Document: random programs with kills", .timeLimit(.minutes(20)))
struct DocumentKillTests {
  /// A process: its log, and the stores on it.
  private struct Process {
    let log: DocumentLog<Memos>
    var stores: [MemoDesk.MemoStore]
  }

  /// The state of a run.
  private final class Run {
    var desk = MemoDesk()
    var generator: SeededGenerator
    var processes: [Process] = []
    /// The stores of killed processes, which must not end.
    var killed: [Process] = []
    /// The ids of added memos that are acknowledged, and were not undone or removed.
    var present: Set<Int> = []
    /// The ids that must not be there.
    var absent: Set<Int> = []
    /// The id of the next added memo.
    var nextID = 1
    /// How many times each mark was made.
    var marks = 0

    init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

    func start() {
      let log = desk.makeLog()
      processes.append(Process(log: log, stores: [desk.open(log)]))
    }

    func kill() {
      desk.files.killProcess()
      killed += processes
      processes = []
      // A killed store does not get the time any more.
      desk.clock = ManualClock()
      start()
    }
  }

  private func step(_ run: Run) {
    if run.processes.isEmpty { run.start() }
    let index = Int.random(in: 0..<run.processes.count, using: &run.generator)
    let stores = run.processes[index].stores
    let store = run.generator.pick(stores)
    let items = store.state.document.items
    switch Int.random(in: 0..<30, using: &run.generator) {
    case 0...9:
      let id = run.nextID
      run.nextID += 1
      store.dispatch(.document(.add(Memo(id: id, title: "memo \(id)"))))
      run.present.insert(id)
    case 10...12:
      store.dispatch(.document(.mark))
      run.marks += 1
    case 13, 14:
      guard let memo = items.randomElement(using: &run.generator) else { return }
      store.dispatch(.document(.remove(memo.id, at: .zero)))
      run.present.remove(memo.id)
      run.absent.insert(memo.id)
    case 15, 16:
      // Only a step that added something is undone here: what it added must go, if it is unchanged.
      guard store.state.undoNames.first == "added a memo" else { return }
      let before = Set(store.state.document.items.ids)
      store.dispatch(.undo)
      for id in before.subtracting(store.state.document.items.ids) {
        run.present.remove(id)
        run.absent.insert(id)
      }
    case 17:
      guard let memo = items.randomElement(using: &run.generator) else { return }
      var edited = memo
      edited.text = "edited \(run.nextID)"
      store.dispatch(.edit(edited, since: memo))
      // An edit brings an element back that another process has removed.
      if store.state.document.items.contains(id: memo.id) { run.absent.remove(memo.id) }
    case 18 where run.processes.count < 3: run.start()
    case 19 where stores.count < 3:
      run.processes[index].stores.append(run.desk.open(run.processes[index].log))
    case 20 where stores.count > 1: run.processes[index].stores.removeLast().finish()
    case 21 where run.processes.count > 1:
      for store in run.processes.remove(at: index).stores.reversed() { store.finish() }
    case 22: run.kill()
    case 23: run.processes[index].log.checkForChanges()
    case 24: run.desk.clock.advance(by: .seconds(1))
    case 25:
      // A command beside the programs.
      let id = run.nextID
      run.nextID += 1
      do {
        try run.desk.makeLog().send(.change(.add(Memo(id: id, title: "command \(id)"))))
        run.present.insert(id)
      } catch { Issue.record("\(error)") }
    case 26:
      // Another program adds a memo to the readable file.
      guard let bytes = run.desk.files[MemoDesk.path] else { return }
      let format = DocumentFormat<Memos>(path: "")
      guard var content = try? format.content(of: bytes) else { return }
      let id = run.nextID
      run.nextID += 1
      content.version.value.items.append(Memo(id: id, title: "other \(id)"))
      run.desk.files[MemoDesk.path] = try? format.export(content, of: nil)
      run.processes[index].log.checkForChanges()
      run.present.insert(id)
    case 27 where run.generator.chance(20): run.desk.files[MemoDesk.path] = nil
    default: store.dispatch(.drafted("d"))
    }
  }

  /// Compares all participants with each other and with what was acknowledged.
  private func check(_ run: Run, _ note: String) {
    for process in run.processes { process.log.checkForChanges() }
    let states = run.processes.flatMap(\.stores).map(\.state.document)
    guard let first = states.first else { return }
    for state in states where state != first {
      Issue.record("\(note): \(Array(first.items.ids)) and \(Array(state.items.ids)) differ")
      return
    }
    let ids = Set(first.items.ids)
    let lost = run.present.subtracting(ids)
    if !lost.isEmpty { Issue.record("\(note): \(lost.sorted()) are lost") }
    let extra = ids.intersection(run.absent)
    if !extra.isEmpty { Issue.record("\(note): \(extra.sorted()) came back") }
    if first.marks != run.marks { Issue.record("\(note): \(first.marks) marks of \(run.marks)") }
  }

  @Test(
    "three processes with sessions, commands, other programs and kills lose no acknowledged change",
    arguments: 0..<rounds(8, long: 1_000))
  func programs(seed: UInt64) {
    let run = Run(seed)
    for count in 0..<80 {
      step(run)
      if count % 10 == 9 { check(run, "seed \(seed), step \(count)") }
    }
    run.kill()
    check(run, "seed \(seed), at the end")
    withExtendedLifetime(run.killed) {}
  }

  /// Fails an operation, or kills all processes before it.
  private final class Fault: Sendable {
    let (count, number): (Tally, Int)

    init(_ number: Int) { (count, self.number) = (Tally(), number) }

    func isNow() -> Bool { count.add(1) == number }
  }

  @Test(
    "a failure of any one operation of the storage loses nothing, and the next attempt saves all",
    arguments: [MemoryStorage.Fault.fails(28), .failsAfterwards(5), .partialWrite(28)])
  func faults(_ fault: MemoryStorage.Fault) {
    for number in 1...rounds(45, long: 140) {
      let desk = MemoDesk()
      let log = desk.makeLog()
      let store = desk.open(log)
      store.dispatch(.document(.add(Memo(id: 1, title: "1"))))
      let now = Fault(number)
      desk.files.setFault { operation, path in
        path.contains("interface") || operation == .access || !now.isNow() ? nil : fault
      }
      for id in 2...4 { store.dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
      desk.clock.advance(by: .seconds(1))
      store.dispatch(.document(.mark))
      desk.files.setFault(nil)
      desk.clock.advance(by: .seconds(100))
      let note = "operation \(number), \(fault)"
      if store.state.memos.failure != nil { Issue.record("\(note): \(store.state.memos.failure!)") }
      desk.files.killProcess()
      let again = desk.open()
      if again.state.document != store.state.document || again.state.document.marks != 1 {
        Issue.record("\(note): \(again.state.document)")
      }
      #expect(again.state.document.items.map(\.id) == [1, 2, 3, 4], "\(note)")
      withExtendedLifetime(store) {}
    }
  }

  @Test(
    "a kill at any one operation loses nothing that was acknowledged, and applies nothing twice")
  func kills() {
    for number in 1...rounds(40, long: 140) {
      let desk = MemoDesk()
      let store = desk.open(desk.makeLog())
      store.dispatch(.document(.add(Memo(id: 1, title: "1"))))
      let now = Tally()
      // From that operation on, nothing of the process has an effect.
      desk.files.setFault { _, path in
        path.contains("interface") ? nil : now.add(1) >= number ? .fails(5) : nil
      }
      var acknowledged = 1
      for id in 2...4 {
        store.dispatch(.document(.add(Memo(id: id, title: "\(id)"))))
        if store.state.memos.failure == nil { acknowledged = id }
        desk.clock.advance(by: .milliseconds(400))
      }
      desk.files.killProcess()
      desk.files.setFault(nil)
      let again = desk.open()
      let ids = again.state.document.items.map(\.id)
      #expect(ids == Array(1...ids.count) && ids.count >= acknowledged, "operation \(number)")
      again.dispatch(.undo)
      #expect(again.state.document.items.map(\.id) == Array(1..<max(1, ids.count)), "\(number)")
      withExtendedLifetime(store) {}
    }
  }
}
