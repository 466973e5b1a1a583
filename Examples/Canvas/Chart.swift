import Millrace

/// The latest levels as columns, one cell wide each, with a component drawn over them.
///
/// This is the short form of a custom widget. If the widget has no state and its size is set
/// elsewhere, a `Canvas` with a drawing function is enough.
struct Chart: Component, Equatable {
  let levels: [Int]

  var body: Node {
    Canvas { brush in
      let (width, height) = (brush.size.width, brush.size.height)
      for (x, level) in levels.suffix(width).enumerated() {
        for y in 0..<height {
          // Cells are filled in eighths, from the bottom. The cells below this one are filled
          // first.
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

/// Content over the chart is laid out and drawn like everything else.
private struct Average: Component, Equatable {
  let levels: [Int]

  var body: Node {
    Text("average \(levels.reduce(0, +) / max(1, levels.count))").alignSelf(.end)
  }
}
