import Millrace

/// A tree of boxes like that of a program with much text. It is a column of rows of eight cells,
/// each with a label and a row of two texts. It has 1 + 41 · rows boxes.
///
/// The rows differ in their alignment, and every fourth row wraps. The cells differ in how their
/// width is determined. Styles use Yoga's defaults, because the results are compared with those of
/// Yoga.
final class LabelTree {
  static let width = 240.0
  static let cellsInRow = 8

  let root: LayoutNode
  /// The labels of all cells, by row.
  private(set) var labels: [LayoutNode] = []
  private(set) var labelLengths: [Int] = []
  private(set) var texts = 0
  private(set) var nodes = 1

  init(rows: Int) {
    var style = LayoutStyle.yoga
    style.width = .cells(Self.width)
    style.padding = Edges(1)
    style.rowGap = 1
    root = LayoutNode(style: style)
    for row in 0..<rows { root.append(makeRow(row)) }
  }

  func layOut() -> [FrameChange] {
    root.layout(width: .definite(Self.width), height: .maxContent)
  }

  /// Changes the text of a label.
  func setLabel(_ index: Int, length: Int) {
    labelLengths[index] = length
    labels[index].measure = measure(length: length)
  }

  /// The frames of all boxes, in tree order.
  var frames: [CellRect] {
    var frames: [CellRect] = []
    var waiting = [root]
    while let node = waiting.popLast() {
      frames.append(node.frame)
      waiting += node.children.reversed()
    }
    return frames
  }

  private func makeRow(_ i: Int) -> LayoutNode {
    var style = LayoutStyle.yoga
    style.direction = .row
    style.alignItems = [AlignItems.stretch, .center, .flexStart, .flexEnd][i % 4]
    style.padding = Edges(horizontal: 1)
    style.margin = Edges(bottom: .cells(Double(i % 2)))
    style.columnGap = 1
    if i % 4 == 3 { style.wrap = .wrap }
    let row = add(style)
    for j in 0..<Self.cellsInRow { row.append(makeCell(i, j)) }
    return row
  }

  private func makeCell(_ i: Int, _ j: Int) -> LayoutNode {
    var style = LayoutStyle.yoga
    style.grow = Double(1 + j % 3)
    style.shrink = 1
    style.padding = Edges(1)
    style.minWidth = 4
    switch i % 4 {
    case 1: style.basis = 0
    case 2: style.width = .percent(12.5)
    case 3: style.width = 40
    default: break
    }
    let cell = add(style)

    let length = (7 * i + 3 * j) % 40 + 1
    let label = makeText(length: length, .yoga)
    labels.append(label)
    labelLengths.append(length)
    cell.append(label)

    var line = LayoutStyle.yoga
    line.direction = .row
    line.justifyContent = .spaceBetween
    let footer = add(line)
    var left = LayoutStyle.yoga
    left.grow = 1
    left.shrink = 1
    var right = LayoutStyle.yoga
    right.shrink = 1
    footer.append(makeText(length: (i + j) % 9 + 1, left))
    footer.append(makeText(length: (3 * i + j) % 5 + 1, right))
    cell.append(footer)
    return cell
  }

  private func makeText(length: Int, _ style: LayoutStyle) -> LayoutNode {
    let node = add(style)
    node.measure = measure(length: length)
    texts += 1
    return node
  }

  private func add(_ style: LayoutStyle) -> LayoutNode {
    nodes += 1
    return LayoutNode(style: style)
  }
}

extension LayoutStyle {
  /// The defaults of Yoga that differ from CSS: boxes are columns, lines are packed at the start,
  /// and boxes do not shrink and have no automatic minimum size. Sizes are those of border boxes,
  /// and children are contained by their parent.
  fileprivate static let yoga: LayoutStyle = {
    var style = LayoutStyle()
    style.direction = .column
    style.alignContent = .flexStart
    style.shrink = 0
    style.automaticMinimumSize = false
    style.boxSizing = .borderBox
    style.position = .relative
    return style
  }()
}

/// A text of the given number of characters, which can break anywhere.
private func measure(length: Int) -> MeasureFunction {
  MeasureFunction { width, _ in
    let columns =
      switch width {
      case .definite(let width): max(1, min(length, Int(width)))
      case .minContent: 1
      case .maxContent: length
      }
    return LayoutSize(width: Double(columns), height: Double((length + columns - 1) / columns))
  }
}
