import Millrace

/// The cost of constraints, compared with flexbox, for a row of the same boxes.
@MainActor
func constraintComparisons() -> [Comparison] {
  [160, 320].map { views in
    let flex = "constraints: the same row as flexbox"
    return Comparison(
      Benchmark(flex + ", all new", n: views, report: .time(.milliseconds)) {
        building(views) { flexRow(views) }
      },
      Benchmark(
        "constraints: a chain, all new", n: views, against: flex + ", all new",
        report: .time(.milliseconds), repeating: .asNeeded(atMost: 50)
      ) {
        building(views) { constrainedRow(views) }
      },
      Benchmark(flex + ", another width", n: views, report: .time(.microseconds)) {
        try resizing(flexRow(views))
      },
      Benchmark(
        "constraints: a chain, another width", n: views, against: flex + ", another width",
        report: .time(.microseconds)
      ) {
        try resizing(constrainedRow(views))
      })
  }
}

/// Makes a row of boxes of equal width. The gaps are 1, the boxes have the height of the row, and
/// the content of each is 3 by 1.
@MainActor
private func flexRow(_ views: Int) -> LayoutNode {
  var style = LayoutStyle()
  style.columnGap = 1
  let root = LayoutNode(style: style)
  for _ in 0..<views {
    let child = content()
    child.style.basis = 0
    child.style.grow = 1
    root.append(child)
  }
  return root
}

/// Makes the same row with constraints: four per box, and the box's content size.
@MainActor
private func constrainedRow(_ views: Int) -> LayoutNode {
  var style = LayoutStyle()
  style.display = .constraints
  let root = LayoutNode(style: style)
  var names: [String: LayoutNode] = [:]
  var constraints: [LayoutConstraint] = []
  var last: LayoutItem?
  for number in 0..<views {
    let child = content()
    root.append(child)
    let item = LayoutItem("box \(number)")
    names["box \(number)"] = child
    constraints += item.fillHeight()
    if let last {
      constraints += [item.after(last, gap: 1), item.width == last.width]
    } else {
      constraints.append(item.leading == LayoutItem.parent.leading)
    }
    last = item
  }
  if let last { constraints.append(last.trailing == LayoutItem.parent.trailing) }
  root.constrain(names, by: constraints)
  return root
}

private func content() -> LayoutNode {
  let child = LayoutNode()
  child.measure = MeasureFunction { _, _ in LayoutSize(width: 3, height: 1) }
  return child
}

@MainActor
private func building(
  _ views: Int, _ make: @escaping @MainActor () throws -> LayoutNode
) -> Benchmark.Measure {
  { iterations in
    var roots: [LayoutNode] = []
    let time = try timed {
      for _ in 0..<iterations {
        let root = try make()
        root.layout(width: .definite(Double(views) * 5 - 1), height: .definite(10))
        roots.append(root)
      }
    }
    for root in roots { try checkRow(root, views) }
    return Sample(time: time)
  }
}

@MainActor
private func resizing(_ root: LayoutNode) throws -> Benchmark.Measure {
  let views = root.children.count
  let full = Double(views) * 5 - 1
  root.layout(width: .definite(full), height: .definite(10))
  try checkRow(root, views)
  return { iterations in
    let time = timed {
      for iteration in 0..<iterations {
        let width = full + Double((iteration + 1) % 2)
        blackHole(root.layout(width: .definite(width), height: .definite(10)))
      }
    }
    root.layout(width: .definite(full), height: .definite(10))
    try checkRow(root, views)
    return Sample(time: time)
  }
}

/// Each box must be 4 cells wide and 10 tall.
private func checkRow(_ root: LayoutNode, _ views: Int) throws {
  try check(root.children.count == views, "\(root.children.count) boxes")
  for (index, child) in root.children.enumerated() {
    let expected = CellRect(x: index * 5, y: 0, width: 4, height: 10)
    try check(child.frame == expected, "box \(index) is at \(child.frame), not \(expected)")
  }
}
