import Millrace

/// The last levels as columns, one a cell wide, and a component over them.
///
/// The short form of a widget: where it keeps no state and its size comes from elsewhere, a `Canvas` with
/// a function that draws is enough.
struct Chart: Component, Equatable {
  let levels: [Int]

  var body: Node {
    Canvas { brush in
      let (width, height) = (brush.size.width, brush.size.height)
      for (x, level) in levels.suffix(width).enumerated() {
        for y in 0..<height {
          // A cell is filled in eighths; the cells below this one take their share first.
          let steps = level * height * 8 / 100 - (height - 1 - y) * 8
          brush.write(Self.steps[min(max(0, steps), 8)], x: x, y: y)
        }
      }
    } content: {
      Average(levels: levels)
    }
  }

  private static let steps = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}

/// What stands over the chart is laid out and drawn like everything else.
private struct Average: Component, Equatable {
  let levels: [Int]

  var body: Node {
    Text("average \(levels.reduce(0, +) / max(1, levels.count))").alignSelf(.end)
  }
}
