import MillraceLayout
import MillraceRender

/// Places cells in a template of columns and rows, in reading order.
///
/// ```swift
/// Grid(columns: [.content, .share(), .cells(8)], gap: 1) {
///   Text("Street")
///   TextField($street, placeholder: "and number")
///   Text("needed").dim()
///   Text("City")
///   GridCell(columns: 2) { TextField($city, placeholder: "and postcode") }
///   GridCell(columns: 3) { Divider() }
/// }
/// ```
///
/// It fills the width of its container. Its height is the sum of its rows; rows with a share divide
/// the remaining height of the grid, which must be set, for example with `.grow()`. For many cells
/// of one size, use ``LazyGrid``.
///
/// A cell keeps its local state while it stays in the same row. It is identified by the key of its
/// content, or else by its index.
public struct Grid: LiveComponent {
  private let columns: [GridTrack]
  private let rows: [GridTrack]
  private let gap: Int
  private let rowGap: Int
  private let cells: [GridCell]
  /// The measured widths of the cells in `content` columns, by the index of the cell.
  @Local(reason: .size) private var measured: [Int: Int] = [:]

  /// - Parameters:
  ///   - columns: the widths of the columns, at least one. The content of a `content` column is not
  ///     wrapped.
  ///   - rows: the heights of the rows, from the top; the last one applies to all rows below it.
  ///   - gap: the space between columns, in terminal columns.
  ///   - rowGap: the space between rows, in terminal rows.
  ///   - cells: nodes, or ``GridCell``s for cells that span several columns.
  public init(
    columns: [GridTrack], rows: [GridTrack] = [.content], gap: Int = 0, rowGap: Int = 0,
    @GridBuilder cells: () throws -> [GridCell]
  ) rethrows {
    self.columns = columns.isEmpty ? [.share()] : columns
    self.rows = rows.isEmpty ? [.content] : rows
    (self.gap, self.rowGap) = (max(0, gap), max(0, rowGap))
    self.cells = try cells()
  }

  /// A cell and the columns it spans.
  private typealias Area = (cell: Int, columns: Range<Int>)

  /// The areas of the cells, by row.
  private var areas: [[Area]] {
    var rows: [[Area]] = []
    var column = columns.count
    for (index, cell) in cells.enumerated() {
      let span = min(cell.span, columns.count)
      if column + span > columns.count {
        rows.append([])
        column = 0
      }
      rows[rows.count - 1].append((cell: index, columns: column..<column + span))
      column += span
    }
    return rows
  }

  public func body(in context: RenderContext) -> Node {
    let areas = areas
    return SizeReader(initialSize: CellSize(width: 80, height: 24)) { size in
      let widths = GridTrack.sizes(columns, contents: contents(areas), gap: gap, in: size.width)
      return Column(gap: Length(rowGap)) {
        for (row, areas) in areas.enumerated() { self.row(row, areas, widths).key(row) }
      }
      .grow()
    }
    .node
  }

  /// The width of the widest measured cell in each column; 0 if none is measured.
  @MainActor private func contents(_ areas: [[Area]]) -> [Int] {
    var contents = columns.map { _ in 0 }
    for area in areas.joined() where area.columns.count == 1 {
      let column = area.columns.lowerBound
      contents[column] = max(contents[column], measured[area.cell] ?? 0)
    }
    return contents
  }

  @MainActor private func row(_ row: Int, _ areas: [Area], _ widths: [Int]) -> Node {
    let style = LayoutStyle.element {
      ($0.columnGap, $0.overflow, $0.shrink) = (Length(gap), .clip, 0)
      switch rows[min(row, rows.count - 1)] {
      case .content: break
      case .cells(let cells): $0.height = Length(max(0, cells))
      case .share(let share, let least):
        // Scales the grow factors, because the CSS flex algorithm leaves space free if their sum is
        // less than 1.
        ($0.grow, $0.basis, $0.minHeight) = (share * 1_000, 0, Length(max(0, least)))
      }
    }
    let cells = areas.map { area in
      cell(area, width: widths[area.columns].reduce(gap * (area.columns.count - 1), +))
    }
    return Node(Element(Container(), style: style, children: cells))
  }

  @MainActor private func cell(_ area: Area, width: Int) -> Node {
    let content = cells[area.cell].content
    let isMeasured = area.columns.count == 1 && columns[area.columns.lowerBound] == .content
    let style = LayoutStyle.element {
      ($0.direction, $0.overflow) = (isMeasured ? .row : .column, .clip)
      ($0.width, $0.shrink) = (Length(width), 0)
    }
    let handlers = Handlers {
      $0.layoutChanged = { report, _ in
        let width = report.children.first?.width
        if let width, width != measured[area.cell] { measured[area.cell] = width }
      }
    }
    // In a row, an item that does not shrink is as wide as its content.
    let inner = LayoutStyle.element { ($0.direction, $0.shrink) = (.column, 0) }
    var node = Node(
      Element(
        Container(), style: style, handlers: isMeasured ? handlers : nil,
        children: isMeasured
          ? [Node(Element(Container(), style: inner, children: [content]))] : [content]))
    node.key = content.key ?? NodeKey(area.cell)
    return node
  }
}

/// A cell of a ``Grid`` that may span several columns.
public struct GridCell {
  let span: Int
  let content: Node

  /// - Parameters:
  ///   - columns: the number of columns to span, at most the number in the grid. A cell that does
  ///     not fit in the current row begins a new row.
  ///   - content: the content, in a column.
  public init(columns: Int = 1, @NodeBuilder content: () throws -> Node) rethrows {
    span = max(1, columns)
    self.content = try content()
  }
}

/// Builds the cells of a ``Grid`` from statements: nodes, cells, `if`, `switch`, `for`.
@resultBuilder
public enum GridBuilder: PartsBuilder {
  public typealias Part = GridCell

  public static func buildExpression(_ node: some NodeConvertible) -> [GridCell] {
    [GridCell { node.node }]
  }
}
