import Millrace
import MillraceInspector

/// The cost that recording adds to a dispatch, the memory of a recording, and the time of a jump.
@MainActor
func inspectorComparisons() -> [Comparison] {
  [
    recordingComparison(), arrayComparison(), memoryComparison(), jumpComparison(),
    questionComparison(),
  ]
}

@MainActor
private func recordingComparison() -> Comparison {
  let (alone, observed) = ("inspector: a dispatch, unrecorded", "inspector: a dispatch, observed")
  let dispatches = 100_000
  func benchmark(
    _ name: String, against baseline: String? = nil,
    _ watch: @escaping @MainActor (Store<Tally, TallyAction>) -> AnyObject?
  ) -> Benchmark {
    Benchmark(
      name, n: dispatches, against: baseline, report: .time(.nanoseconds),
      repeating: .fixed(dispatches)
    ) {
      let store = opaque(Store(initial: Tally(), reducer: tallyReducer))
      let watcher = watch(store)
      return { iterations in
        let before = store.state.count
        let time = timed { for _ in 0..<iterations { store.dispatch(.add(1)) } }
        try check(store.state.count - before == iterations, "actions were not applied")
        if let machine = watcher as? TimeMachine<Tally, TallyAction> {
          try check(
            machine.versions.upperBound == store.snapshot.version, "commits were not recorded")
        }
        return Sample(time: time)
      }
    }
  }
  return Comparison(
    benchmark(alone) { _ in nil },
    benchmark(observed, against: alone) { $0.observeCommits { _ in } },
    benchmark("inspector: a dispatch, recorded", against: alone) { TimeMachine($0) })
}

private struct Numbers: Equatable, Sendable {
  var all: [Int]
}

/// The cost of recording a state for which a kept snapshot is expensive, because the array is
/// copied as a whole.
@MainActor
private func arrayComparison() -> Comparison {
  let alone = "inspector: 100000 commits of 6 µs on an array of 100000, unrecorded"
  let commits = 100_000
  let reducer = opaque(
    Reducer<Numbers, Int> { state, index in
      // The loop takes 6 µs, about as long as a change in a list of 1,000,000 items.
      for step in 0..<4_000 { state.all[(index + step) % state.all.count] &+= 1 }
    })
  func benchmark(_ name: String, against baseline: String? = nil, isRecorded: Bool) -> Benchmark {
    Benchmark(
      name, n: commits, against: baseline, report: .time(.milliseconds), repeating: .fixed(1)
    ) {
      let store = opaque(
        Store(initial: Numbers(all: Array(0..<100_000)), reducer: reducer))
      let machine = isRecorded ? TimeMachine(store) : nil
      return { _ in
        let time = timed { for number in 0..<commits { store.dispatch(number &* 7_919) } }
        try check(store.snapshot.version >= UInt64(commits), "actions were not applied")
        withExtendedLifetime(machine) {}
        return Sample(time: time)
      }
    }
  }
  return Comparison(
    benchmark(alone, isRecorded: false),
    benchmark(
      "inspector: 100000 commits of 6 µs on an array of 100000, recorded", against: alone,
      isRecorded: true)
  )
}

/// The memory of a recording of random changes. They share little structure, which is the worst
/// case for snapshots.
@MainActor
private func memoryComparison() -> Comparison {
  let (count, commits) = (1_000_000, 1_000_000)
  let megabytes = Quantity(suffix: ", grown in MB", unit: "MB") {
    Double($0.bytes) / 1_048_576
  }
  return Comparison(
    Benchmark(
      "inspector: 1000000 commits at random on a list of 1000000", n: commits, report: megabytes,
      .time(.milliseconds), repeating: .fixed(1)
    ) {
      let empty = heapBytes()
      let store = opaque(itemStore(count: count))
      let whole = heapBytes() - empty
      return { _ in
        var random = SystemRandomNumberGenerator()
        let before = heapBytes()
        let machine = TimeMachine(store)
        var middle = 0
        let time = timed {
          for number in 0..<commits {
            store.dispatch(.toggle(.random(in: 0..<count, using: &random)))
            if number == commits / 2 { middle = heapBytes() }
          }
        }
        let end = heapBytes()
        let limit = max(64 << 20, whole)
        try check(
          end - before <= limit, "grown by \((end - before) >> 20) MB, the state has \(whole >> 20)"
        )
        try check(
          end - middle <= limit / 8, "grown by \((end - middle) >> 20) MB in the last half")
        withExtendedLifetime(machine) {}
        return Sample(time: time, bytes: end - before)
      }
    })
}

@MainActor
private func jumpComparison() -> Comparison {
  let worst = Quantity(suffix: ", the slowest of 200", unit: "ms") { $0.time / .milliseconds(1) }
  func benchmark(_ name: String, count: Int, atRandom: Bool) -> Benchmark {
    Benchmark(name, n: count, report: worst, repeating: .fixed(1)) {
      let store = opaque(itemStore(count: count))
      let machine = TimeMachine(store)
      var random = SystemRandomNumberGenerator()
      for number in 0..<100_000 {
        // Simulates a user who edits some rows for a while, then others.
        let row = number / 500 * 7_919 + Int.random(in: 0..<50, using: &random)
        store.dispatch(
          .toggle(atRandom ? .random(in: 0..<count, using: &random) : row % count))
      }
      return { _ in
        var slowest = Duration.zero
        var versions = (0..<200).map { _ in UInt64.random(in: machine.versions, using: &random) }
        versions.append(machine.versions.lowerBound)
        for version in versions {
          slowest = max(slowest, try timed { try machine.travel(to: version) })
          try check(machine.position == version, "another version is shown")
        }
        machine.goLive()
        return Sample(time: slowest)
      }
    }
  }
  return Comparison(
    benchmark("inspector: a jump, edited in places", count: 1_000_000, atRandom: false),
    benchmark("inspector: a jump, edited at random", count: 1_000_000, atRandom: true))
}

/// The time of queries that examine every commit, or every element.
@MainActor
private func questionComparison() -> Comparison {
  let count = 1_000_000
  func inspected() -> Inspector {
    let store = opaque(itemStore(count: count))
    let inspector = Inspector(store)
    for number in 0..<100_000 { store.dispatch(.toggle(number % 1_000)) }
    return inspector
  }
  let time = Quantity.time(.milliseconds)
  return Comparison(
    Benchmark(
      "inspector: the last 20 changes of a path", n: 100_000, report: time, repeating: .fixed(1)
    ) {
      let inspector = inspected()
      return { _ in
        var answer: PathHistory?
        let time = try timed { answer = try inspector.history(of: "items[id: 7].isDone") }
        try check(answer?.entries.count == 20, "another number of changes was found")
        return Sample(time: time)
      }
    },
    Benchmark(
      "inspector: all changes of a path in 100000 commits", n: 100_000, report: time,
      repeating: .fixed(1)
    ) {
      let inspector = inspected()
      return { _ in
        var answer: PathHistory?
        let time = try timed {
          answer = try inspector.history(of: "items[id: 7].isDone", limit: 1_000)
        }
        try check(answer?.entries.count == 100, "another number of changes was found")
        try check(answer?.isComplete == true, "not all commits were looked at")
        return Sample(time: time)
      }
    },
    Benchmark(
      "inspector: the first hits of a search", n: count, report: time, repeating: .fixed(1)
    ) {
      let inspector = inspected()
      return { _ in
        var answer: SearchAnswer?
        let time = try timed { answer = try inspector.search("#77 ", limit: 1) }
        try check(answer?.hits.first?.path == "items[id: 77].title", "another hit was found")
        return Sample(time: time)
      }
    },
    Benchmark(
      "inspector: a search of everything", n: count, report: time, repeating: .fixed(1)
    ) {
      let inspector = inspected()
      return { _ in
        var answer: SearchAnswer?
        let time = try timed { answer = try inspector.search("nothing like it") }
        try check(
          answer?.isComplete == true && answer?.hits.isEmpty == true,
          "the search is incomplete, or found something")
        return Sample(time: time)
      }
    })
}
