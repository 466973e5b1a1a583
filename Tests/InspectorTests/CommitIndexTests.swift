import Millrace
import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceInspector

@Suite("The index of a filtered log", .timeLimit(.minutes(20)))
struct CommitIndexTests {
  @MainActor @Test("an index drops the runs whose commits the recording has dropped")
  func dropped() async {
    let store = Store(initial: Notebook(), reducer: notebook)
    // The memory of the process does not decide how much the recording drops.
    let inspector = Inspector(
      TimeMachine(
        store.context, limit: 64, bytes: .max, gauge: MemoryGauge(read: { nil })))
    var query = CommitQuery()
    query.muted = ["toggle"]
    var index = CommitIndex(query)
    for _ in 0..<100 {
      for number in 0..<100 { store.dispatch(number % 10 == 0 ? .toggle : .tick) }
      while let more = await index.extended(inspector) { index = more }
    }
    // The recording drops commits on another thread, after a dispatch.
    await repeatUntil({ index.count <= 1_000 }) {
      store.dispatch(.tick)
      await Task.yield()
      while let more = await index.extended(inspector) { index = more }
    }
    #expect(index.count > 0 && index.count <= 1_000)
    #expect(index[0].last == store.snapshot.version)
  }

  @MainActor @Test("a commit joins no run that the recording has dropped")
  func joinsDroppedRun() async {
    let store = Store(initial: Notebook(), reducer: notebook)
    let inspector = Inspector(
      TimeMachine(
        store.context, limit: 4_200, bytes: .max, gauge: MemoryGauge(read: { nil })))
    var query = CommitQuery()
    (query.folds, query.muted) = (true, ["tick"])
    var index = CommitIndex(query)
    func extend() async { while let more = await index.extended(inspector) { index = more } }
    for number in 1...4_200 { store.dispatch(number == 100 ? .toggle : .tick) }
    await extend()
    #expect(index.count == 1)
    await repeatUntil({ inspector.store.log.first > 100 }) {
      store.dispatch(.tick)
      await Task.yield()
    }
    await extend()
    #expect(index.count == 0)
    store.dispatch(.toggle)
    await extend()
    #expect(index.count == 1 && index[0].last == store.snapshot.version)
  }

  @Test(
    "an extended index has the rows of one pass over all commits, and rows keep their ids",
    arguments: 0..<rounds(30, long: 2_000))
  func property(seed: UInt64) async throws {
    let note = Comment(rawValue: "seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let store = Store(initial: Notebook(), reducer: notebook)
    let inspector = await Inspector(store)
    var query = CommitQuery()
    query.folds = random.chance(70)
    query.hidesNoops = random.chance(50)
    if random.chance(50) { query.muted = [random.pick(["tick", "add(1", "load"])] }
    if random.chance(20) { query.mutedSites = ["B.swift"] }
    var index = CommitIndex(query)
    var states = [Notebook()]
    var ids: Set<UInt64> = []
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      for _ in 0..<random.pick([0, 1, 30, 100]) {
        let action = random.chance(40) ? NotebookAction.tick : .random(&random)
        let file: StaticString = random.chance(80) ? "A.swift" : "B.swift"
        store.dispatch(action, from: CallSite(fileID: file, line: 1, function: "f"))
        for action in action == .load ? [.load, .loaded([7, 8])] : [action] {
          var state = states.last!
          _ = notebook.reduce(&state, action)
          states.append(state)
        }
      }
      while let more = await index.extended(inspector) { index = more }
      var rows: [(first: UInt64, last: CommitLine, count: Int)] = []
      var hidden = 0
      let lines = inspector.commits(
        {
          var all = CommitQuery()
          all.limit = .max
          return all
        }()
      ).lines.reversed()
      for line in lines where line.version > 0 {
        let number = Int(line.version)
        if query.mutes(line) || query.hidesNoops && states[number] == states[number - 1] {
          hidden += 1
        } else if query.folds, let last = rows.last?.last, last.isSameKind(as: line) {
          rows[rows.count - 1].last = line
          rows[rows.count - 1].count += 1
        } else {
          rows.append((line.version, line, 1))
        }
      }
      rows.reverse()
      try #require(index.count == rows.count, note)
      #expect(index.hidden == hidden, note)
      let wrong = rows.indices.first { offset in
        let (row, run) = (rows[offset], index[offset])
        return run.first != row.first || run.count != row.count
          || index.row(of: row.first) != offset || index.row(of: row.last.version) != offset
      }
      #expect(wrong == nil, note)
      // Every earlier row still exists, so a selection remains valid.
      let now = Set(rows.map(\.first))
      #expect(ids.isSubset(of: now), note)
      ids = now
    }
  }

  @Test("an index examines commits in batches, the newest first")
  func steps() async throws {
    let store = Store(initial: Notebook(), reducer: notebook)
    let inspector = await Inspector(store)
    for number in 0..<5_000 { store.dispatch(number % 2 == 0 ? .tick : .toggle) }
    var query = CommitQuery()
    query.muted = ["toggle"]
    var index = try #require(await CommitIndex(query).extended(inspector))
    #expect(index[0].first == 4_999)
    #expect(index.count == 1_024)
    store.dispatch(.tick)
    index = try #require(await index.extended(inspector))
    #expect(index[0].first == 5_001)
    #expect(index.count == 1_025)
    while let more = await index.extended(inspector) { index = more }
    #expect(index.count == 2_501)
    #expect(index[2_500].first == 1)
    #expect(index.hidden == 2_500)
    #expect(index.row(of: 2) == nil)
  }
}
