import Millrace

/// Compares the keyed diff with the standard library's diff.
///
/// The standard library finds the fewest insertions and removals. Its time is proportional to the
/// length of the list times the number of changes, so shuffled lists are small here.
@MainActor
func diffComparisons() -> [Comparison] {
  [
    ListChange.append(1_000), .append(10_000),
    .removeInTheMiddle(1_000), .removeInTheMiddle(10_000),
    .moveOne(1_000), .moveOne(10_000),
    .shuffle(1_000),
  ].map(comparison)
}

@MainActor
private func comparison(of change: ListChange) -> Comparison {
  let baseline = "diff: \(change.name), CollectionDifference"
  return Comparison(
    Benchmark(baseline, n: change.old.count, report: .time(.microseconds)) {
      let old = opaque(change.old)
      let new = opaque(change.new)
      return { iterations in
        var difference: CollectionDifference<Int>?
        let time = timed {
          for _ in 0..<iterations {
            let found = new.difference(from: old).inferringMoves()
            blackHole(found)
            difference = found
          }
        }
        try check(
          difference.flatMap { old.applying($0) } == new, "the difference gives another list")
        return Sample(time: time)
      }
    },
    Benchmark(
      "diff: \(change.name)", n: change.old.count, against: baseline, report: .time(.microseconds)
    ) {
      let old = opaque(change.old)
      let new = opaque(change.new)
      return { iterations in
        var diff: KeyedDiff?
        let time = timed {
          for _ in 0..<iterations {
            let found = KeyedDiff(from: old, to: new)
            blackHole(found)
            diff = found
          }
        }
        if let diff { try diff.replay(change) }
        return Sample(time: time)
      }
    })
}
