import Millrace

/// The root's width goes from one value to the next and back: everything is to be placed anew.
@MainActor
func widthChanged(
  _ name: String, rows: Int, against baseline: String, report quantity: Quantity
) -> Benchmark {
  changing(name, rows: rows, against: baseline, report: quantity) { tree, iteration in
    tree.root.style.width = .cells(LabelTree.width + Double((iteration + 1) % 2))
  }
}

/// The root gets a width that it never had: no height at a width is known.
@MainActor
func widthNeverSeen(
  _ name: String, rows: Int, against baseline: String, report quantity: Quantity
) -> Benchmark {
  changing(name, rows: rows, against: baseline, report: quantity) { tree, iteration in
    tree.root.style.width = .cells(LabelTree.width + Double(iteration + 1) / 16)
  }
}

/// A label says that it changed, and did not.
@MainActor
func leafDirty(_ name: String, rows: Int, against baseline: String) -> Benchmark {
  changing(name, rows: rows, against: baseline, report: .time(.microseconds)) { tree, iteration in
    tree.labels[label(iteration, in: tree)].markDirty()
  }
}

/// A label's text becomes longer, and later as it was.
/// - Parameter length: how much longer, in characters. Longer than a line, the text needs another
///   one, and all that is below it moves.
@MainActor
func labelChanged(
  _ name: String, rows: Int, against baseline: String, by length: Int
) -> Benchmark {
  changing(name, rows: rows, against: baseline, report: .time(.microseconds)) { tree, iteration in
    let index = label(iteration, in: tree)
    let isLonger = iteration / kindsOfRows % 2 == 0
    tree.setLabel(index, length: tree.labelLengths[index] + (isLonger ? length : -length))
  }
}

/// A row's kind follows from its place.
private let kindsOfRows = 4

/// One label in the middle of the tree: of a row of another kind with each iteration.
private func label(_ iteration: Int, in tree: LabelTree) -> Int {
  let cells = LabelTree.cellsInRow
  let middle = tree.labels.count / cells / 2
  return (middle + iteration % kindsOfRows) * cells + 3
}

/// Lays out after each of many changes, and looks whether it comes to the same as a layout of a
/// tree that is new and has had all of them.
/// - Parameter change: what is done before a layout. It is part of what is measured.
@MainActor
private func changing(
  _ name: String, rows: Int, against baseline: String, report quantity: Quantity,
  _ change: @escaping @MainActor (LabelTree, _ iteration: Int) -> Void
) -> Benchmark {
  Benchmark(
    name, n: 1 + 41 * rows, against: baseline, report: quantity,
    repeating: .asNeeded(atMost: 4_096)
  ) {
    let tree = LabelTree(rows: rows)
    blackHole(tree.layOut())
    var done = 0
    return { iterations in
      let visits = tree.root.counters.visits
      let time = timed {
        for _ in 0..<iterations {
          change(tree, done)
          blackHole(tree.layOut())
          done += 1
        }
      }
      // What is measured may be remembered: where it stands is not.
      try check(tree.root.counters.visits - visits >= iterations, "nothing was visited")

      let fresh = LabelTree(rows: rows)
      fresh.root.style = tree.root.style
      for index in tree.labels.indices where tree.labelLengths[index] != fresh.labelLengths[index] {
        fresh.setLabel(index, length: tree.labelLengths[index])
      }
      blackHole(fresh.layOut())
      try check(tree.frames == fresh.frames, "a layout of a new tree comes to something else")
      return Sample(time: time)
    }
  }
}
