import Millrace

/// Alternates the root's width between two values, so that everything is laid out again.
@MainActor
func widthChanged(
  _ name: String, rows: Int, against baseline: String, report quantity: Quantity
) -> Benchmark {
  changing(name, rows: rows, against: baseline, report: quantity) { tree, iteration in
    tree.root.style.width = .cells(LabelTree.width + Double((iteration + 1) % 2))
  }
}

/// Gives the root a new width each time, so that no cached height applies.
@MainActor
func widthNeverSeen(
  _ name: String, rows: Int, against baseline: String, report quantity: Quantity
) -> Benchmark {
  changing(name, rows: rows, against: baseline, report: quantity) { tree, iteration in
    tree.root.style.width = .cells(LabelTree.width + Double(iteration + 1) / 16)
  }
}

/// Marks a label as dirty without changing it.
@MainActor
func leafDirty(_ name: String, rows: Int, against baseline: String) -> Benchmark {
  changing(name, rows: rows, against: baseline, report: .time(.microseconds)) { tree, iteration in
    tree.labels[label(iteration, in: tree)].markDirty()
  }
}

/// Makes a label's text longer, and later restores it.
/// - Parameter length: The number of added characters. If the text then exceeds a line, it needs
///   another line, and everything below moves.
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

/// The kind of a row depends on its index.
private let kindsOfRows = 4

/// Returns the index of a label in the middle of the tree. With each iteration, it is in a row of
/// another kind.
private func label(_ iteration: Int, in tree: LabelTree) -> Int {
  let cells = LabelTree.cellsInRow
  let middle = tree.labels.count / cells / 2
  return (middle + iteration % kindsOfRows) * cells + 3
}

/// Lays out after each of many changes, and compares the result with the layout of a new tree with
/// all changes.
/// - Parameter change: The change before each layout. It is measured, too.
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
      // Measured texts may be cached, but positions are not.
      try check(tree.root.counters.visits - visits >= iterations, "nothing was visited")

      let fresh = LabelTree(rows: rows)
      fresh.root.style = tree.root.style
      for index in tree.labels.indices where tree.labelLengths[index] != fresh.labelLengths[index] {
        fresh.setLabel(index, length: tree.labelLengths[index])
      }
      blackHole(fresh.layOut())
      try check(tree.frames == fresh.frames, "the layout of a new tree differs")
      return Sample(time: time)
    }
  }
}
