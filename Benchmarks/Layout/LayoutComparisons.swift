import Millrace

/// The cost of a layout when everything is new, and when little has changed.
///
/// The baseline of a full layout is a walk that visits every box and measures every text once, at a
/// known width. No layout can do less.
@MainActor
func layoutComparisons() -> [Comparison] { [24, 244, 2439].map(comparison(rows:)) }

@MainActor
private func comparison(rows: Int) -> Comparison {
  let nodes = 1 + 41 * rows
  let walk = "layout: a walk through the tree"
  let cold = "layout: all new"
  let perNode = Quantity.time(.nanoseconds, per: "node", of: nodes)
  let inAll = Quantity.time(.microseconds, suffix: ", in all")

  return Comparison(
    Benchmark(walk, n: nodes, report: perNode) {
      let tree = LabelTree(rows: rows)
      return { iterations in
        var seen = 0
        let time = timed {
          for _ in 0..<iterations { seen += measureAll(opaque(tree.root)) }
        }
        try check(seen == nodes * iterations, "the walk saw \(seen) boxes of \(nodes)")
        return Sample(time: time)
      }
    },
    Benchmark(
      cold, n: nodes, against: walk, report: perNode, inAll, repeating: .asNeeded(atMost: 100)
    ) {
      { iterations in
        var sample = Sample(time: .zero)
        for _ in 0..<iterations {
          let tree = LabelTree(rows: rows)
          var changes: [FrameChange] = []
          sample.time += timed { changes = tree.layOut() }
          try check(changes.count == nodes, "\(changes.count) of \(nodes) nodes got a frame")
          let measures = tree.root.counters.measures
          try check(measures >= tree.texts, "\(tree.texts) texts, \(measures) measures")
        }
        return sample
      }
    },
    widthChanged("layout: the root's width", rows: rows, against: cold, report: perNode),
    widthNeverSeen(
      "layout: a width never seen before", rows: rows, against: cold, report: perNode),
    leafDirty("layout: one dirty leaf", rows: rows, against: cold),
    labelChanged("layout: one text longer by 1", rows: rows, against: cold, by: 1),
    labelChanged("layout: one text longer by 120", rows: rows, against: cold, by: 120),
    Benchmark("layout: nothing", n: nodes, against: cold, report: .time(.microseconds)) {
      let tree = LabelTree(rows: rows)
      blackHole(tree.layOut())
      return { iterations in
        var changed = 0
        let time = timed {
          for _ in 0..<iterations { changed += tree.layOut().count }
        }
        try check(changed == 0, "\(changed) frames changed")
        return Sample(time: time)
      }
    },
    memory(rows: rows))
}

/// The memory of a tree after layout: boxes, styles, lists of children, and the caches of the
/// measure functions.
@MainActor
private func memory(rows: Int) -> Benchmark {
  let nodes = 1 + 41 * rows
  let perNode = Quantity(suffix: "", unit: "bytes/node") { Double($0.bytes) / Double(nodes) }
  return Benchmark("layout: memory", n: nodes, report: perNode, repeating: .fixed(1)) {
    { _ in
      let before = heapBytes()
      let tree = LabelTree(rows: rows)
      let changes = tree.layOut().count
      let bytes = heapBytes() - before
      try check(changes == nodes, "\(changes) of \(nodes) nodes got a frame")
      return Sample(time: .zero, bytes: bytes)
    }
  }
}

/// Calls each measure function below a box once.
/// - Returns: The number of boxes.
@inline(never)
private func measureAll(_ node: LayoutNode) -> Int {
  if let measure = node.measure { blackHole(measure(.definite(20), .maxContent)) }
  return node.children.reduce(1) { $0 + measureAll($1) }
}
