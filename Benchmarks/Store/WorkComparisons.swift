import Dispatch
import Millrace
import MillraceTesting

/// The cost of a commit while each of many rows has running work, compared with rows without work.
@MainActor
func workComparisons() -> [Comparison] {
  let without = "work: one of 10,000 rows changed, none has work"
  return [
    Comparison(
      changing(without, withWork: false),
      changing("work: one of 10,000 rows changed, all have work", against: without, withWork: true)),
    Comparison(
      waiting("work: 500 dispatches awaited", count: 500),
      waiting(
        "work: 2,000 dispatches awaited", against: "work: 500 dispatches awaited", count: 2_000)),
  ]
}

/// Awaits the ends of many dispatches at once.
@MainActor
private func waiting(
  _ name: String, against baseline: String? = nil, count: Int
) -> Benchmark {
  Benchmark(name, n: count, against: baseline, report: .time(.milliseconds), repeating: .fixed(1)) {
    let clock = ManualClock()
    let store = opaque(
      Store(
        initial: Rows(count: 1), reducer: workReducer, dependencies: Dependencies(clock: clock)))
    return { _ in
      let before = store.state.rows[id: 0]?.count ?? 0
      let time = timed {
        let ends = DispatchGroup()
        for _ in 0..<count {
          let work = store.dispatch(.row(0, .load))
          ends.enter()
          Task.detached {
            await work.ended()
            ends.leave()
          }
        }
        clock.advance(by: .seconds(1))
        ends.wait()
      }
      let counted = (store.state.rows[id: 0]?.count ?? 0) - before
      try check(counted == count, "\(count) effects were started, \(counted) have ended")
      return Sample(time: time)
    }
  }
}

private enum WorkAction: Sendable { case load, count }

private enum WorkRowsAction: Sendable {
  case row(Int, WorkAction)

  static let rows = CasePath<WorkRowsAction, (Int, WorkAction)>(WorkRowsAction.row) {
    if case .row(let id, let action) = $0 { (id, action) } else { nil }
  }
}

private let workReducer = opaque(
  Reducer<Rows, WorkRowsAction>.scope(
    elements: \.rows, action: WorkRowsAction.rows,
    Reducer<NumberedRow, WorkAction> { row, action -> Command<WorkAction> in
      switch action {
      case .load: return .action(.count).delay(for: .seconds(1))
      case .count:
        row.count &+= 1
        return .none
      }
    }))

@MainActor
private func changing(
  _ name: String, against baseline: String? = nil, withWork: Bool
) -> Benchmark {
  let (rows, changes) = (10_000, 1_000)
  return Benchmark(
    name, n: rows, against: baseline, report: .time(.nanoseconds), repeating: .fixed(changes)
  ) {
    let clock = ManualClock()
    let store = opaque(
      Store(
        initial: Rows(count: rows), reducer: workReducer, dependencies: Dependencies(clock: clock)))
    if withWork { for id in 0..<rows { store.dispatch(.row(id, .load)) } }
    return { iterations in
      let before = store.state.rows[id: 7]?.count ?? 0
      let time = timed { for _ in 0..<iterations { store.dispatch(.row(7, .count)) } }
      let counted = (store.state.rows[id: 7]?.count ?? 0) - before
      try check(counted == iterations, "\(iterations) actions were dispatched, \(counted) counted")
      let waiting = clock.pendingCount
      try check(waiting == (withWork ? rows : 0), "\(waiting) rows have work")
      return Sample(time: time)
    }
  }
}
