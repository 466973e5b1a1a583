import MillraceLayout
import MillraceRender

/// A table with a fixed header. The user can sort, resize, reorder and scroll its columns.
///
/// ```swift
/// Table(
///   prices,
///   columns: [
///     TableColumn("Name", width: .share(), sortedBy: \.name) { $0.name },
///     TableColumn(
///       "Cents", align: .trailing, number: { Double($0.cents) }, sortedBy: \.cents
///     ) { "\($0.cents)" },
///   ]
/// ).grow()
/// ```
///
/// The data is a `Sendable` collection of elements that are `Identifiable` and `Sendable`, such as
/// an array of structs. A table shows a scroll bar, highlights its current row, and has a footer
/// with the sums if a column has a `number`. It takes the remaining space of its container. The
/// size of the container must therefore not depend on the table: give it one, for example by
/// `grow()`.
///
/// Rows behave like those of a ``List``, with the same keys, selection and cost: only the visible
/// rows exist, as one element each. Left and Right make another column current and scroll it into
/// view; the header highlights it. For the current column, Alt-S sorts (ascending, descending,
/// unsorted), Alt-, and Alt-. change its width, Alt-Left and Alt-Right move it, Alt-H hides it
/// (Alt-U shows all again), and Alt-F freezes the columns up to it. A click on a title sorts,
/// dragging it moves the column, and dragging the gap after it resizes the column. The keys' names
/// in a ``KeyMap`` are those of a list, such as `list.up`, and `table.left`, `table.right`,
/// `table.extendLeft`, `table.extendRight`, `table.sort`, `table.narrower`, `table.wider`,
/// `table.moveLeft`, `table.moveRight`, `table.hide`, `table.showAll`, `table.freeze`.
///
/// More than 10,000 rows are sorted and summed off the main actor; the title of the sorted column
/// and the sums show “…” until the result is ready. An `Equatable` collection, such as an array of
/// `Equatable` rows, is sorted again only when it changes; any other collection is sorted whenever
/// the component around the table is rendered.
///
/// The current row, the selection and the other options are modifiers: see ``RowsView``.
public struct Table<Data: RandomAccessCollection & Sendable>: LiveComponent, LinearRowsView
where Data.Element: Identifiable & Sendable, Data.Element.ID: Sendable {
  /// An element of the data.
  public typealias Item = Data.Element

  /// Identifies a `Table` value: each value that a program's body makes has a new object. If only
  /// the table's own state changes, the object stays the same, and the data is not compared.
  private final class Version: Sendable {}

  private let data: Data
  private let version = Version()
  private let columns: [TableColumn<Item>]
  private let binding: Binding<TableState>?
  private let selectsCells: Bool
  private let selectedColumns: Binding<Set<String>>?
  public var rowOptions = RowOptions<Item>()
  @Local private var results = TableResults<Data>()
  @Local private var layout = TableLayout()
  @Local private var ownState = TableState()
  @Local private var ownCursor = TableCursor()
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - data: the rows, in the order that they have while no column is sorted. Ids must be unique.
  ///   - columns: the columns, from the left. Ids must be unique.
  ///   - state: the user's changes to the columns, such as the sort order. Without it, the table
  ///     stores them itself while it is on the screen.
  ///   - selectsCells: whether a cell is current instead of a whole row. Shift-Left and Shift-Right
  ///     then select columns; together with the selected rows they form a rectangle of cells.
  ///   - selectedColumns: a binding that the table sets to the ids of the columns of that
  ///     rectangle.
  @MainActor
  public init(
    _ data: Data, columns: [TableColumn<Item>], state: Binding<TableState>? = nil,
    selectsCells: Bool = false, selectedColumns: Binding<Set<String>>? = nil
  ) {
    self.data = data
    self.columns = columns
    binding = state
    self.selectsCells = selectsCells
    self.selectedColumns = selectedColumns
    (rowOptions.hasBar, rowOptions.highlightsRow) = (true, !selectsCells)
  }

  @MainActor private var state: Binding<TableState> { binding ?? $ownState }

  /// The columns that are not hidden, from the left.
  @MainActor private var shown: [TableColumn<Item>] {
    state.wrappedValue.shown(columns.map(\.id)).map { columns[$0] }
  }

  @MainActor private var cursor: TableCursor { ownCursor.limited(to: shown.count) }

  public func body(in context: RenderContext) throws -> Node {
    let state = state.wrappedValue
    _results.settle { $0.update(data, version, columns, state.sort) }
    let rows = TableRows(data: data, order: results.order)
    guard context.isInteractive else {
      return Text(TableColumn.text(Array(rows), columns, state) { context.columns(of: $0) })
        .wrap(.clip).node
    }
    let (gutter, pending) = (context.columns(of: rowOptions.marker), results.pending)
    let sums = columns.map { results.sum(of: $0) }
    return SizeReader(initialSize: CellSize(width: 80, height: 24)) { size in
      _layout.settle {
        $0.place(columns, sums, state, cursor, width: max(0, size.width - gutter - 1)) {
          context.columns(of: $0)
        }
      }
      return Column {
        header(state, gutter)
        list(of: rows, context)
        footer(sums, gutter)
      }
      .height(.percent(100)).modified(by: .handlers(handlers))
    }
    .grow().semantics(.table, states: pending == nil ? [] : .busy)
    .task(id: pending) {
      guard let pending else { return }
      let result = await TableResults.work(beside: data, columns, pending.sort)
      _results.change { $0.apply(result, of: pending) }
    }
  }

  // MARK: - Parts

  @MainActor private func header(_ state: TableState, _ gutter: Int) -> Node {
    let (grid, current) = (layout.grid, cursor.current)
    let content = TableContent(grid, .columnHeader) { position in
      let column = columns[position.column]
      var title = column.title
      if state.sort?.column == column.id, column.sorting != nil {
        title += results.pending == nil ? state.sort?.isDescending == true ? " ▼" : " ▲" : " …"
      }
      var style = isEnabled ? theme.accent : theme.muted
      if isEnabled, position.shown == current { style.attributes.insert(.underline) }
      return (title, style)
    }
    return Row {
      Text(grid.first > 0 ? "‹" : " ").width(gutter).shrink(0).style(theme.muted)
      Node(Element(content, style: .element { $0.grow = 1 }))
        .onPointer { event in try isEnabled && point(event) }
      Text(grid.hasMore ? "›" : " ").width(1).shrink(0).style(theme.muted)
    }
    // If there is too little room, the footer shrinks first, then the header: the last line is left
    // for the current row.
    .height(1).minHeight(0).overflow(.clip)
  }

  @MainActor private func list(of rows: TableRows<Data>, _ context: RenderContext) -> Node {
    let (grid, selected, selectsCells) = (layout.grid, cursor.selected, selectsCells)
    let handlers = Handlers {
      // If a laid-out row has a text wider than its column, renders the frame again with a wider
      // column.
      $0.layoutChanged = { [layout = _layout] _, _ in layout.change { $0.needsWiderColumn } }
      // A row with equal content keeps the handlers of an earlier rendering. The click handler
      // therefore reads the newest positions.
      $0.click = { point, _ in
        if let position = layout.grid.position(at: point.x) { setCurrent(position.shown) }
        return false
      }
    }
    let row = { @MainActor (item: Item, isCurrent: Bool) -> Node in
      let content = TableContent(grid, .row, current: isCurrent ? selected : nil) { position in
        let column = columns[position.column]
        let text = column.text(item)
        _layout.settle { $0.include(text, in: column, position) { context.columns(of: $0) } }
        return (text, column.style?(item) ?? Style())
      }
      return Node(Element(content, handlers: handlers))
    }
    return ListView(options: rowOptions) { [rowOptions] in
      ListSource(
        rows, rowOptions, key: { NodeKey(rows[$0].id) },
        content: { index in
          let item = rows[index]
          guard selectsCells else { return row(item, false) }
          return TableCellRow { row(item, $0) }.node
        })
    }.node
  }

  @MainActor private func footer(_ sums: [String], _ gutter: Int) -> Node {
    guard columns.contains(where: { $0.number != nil }) else { return .empty }
    let content = TableContent(layout.grid, .row) { (sums[$0.column], theme.accent) }
    return Row { Node(Element(content, style: .element { $0.grow = 1 })) }
      .padding(left: Length(gutter)).height(1).minHeight(0).shrink(1_000).overflow(.clip)
  }

  // MARK: - Events

  @MainActor private var handlers: Handlers {
    Handlers {
      guard isEnabled else { return }
      CommandKeys(TableCommand.table, in: keyMap).install(in: $0) { perform($0, extends: $1) }
      $0.wheel = { distance, _ in
        guard distance.x != 0 else { return false }
        let grid = layout.grid
        let first = min(max(0, grid.first + distance.x.signum()), grid.maximumFirst)
        if first != grid.first { ownCursor.scroll(to: first) }
        return true
      }
    }
  }

  /// - Returns: whether the command was handled.
  @MainActor private func perform(_ command: TableCommand, extends: Bool) -> Bool {
    let (shown, current) = (shown, cursor.current)
    guard shown.indices.contains(current) else { return false }
    let column = shown[current]
    switch command {
    case .left where extends, .right where extends:
      guard selectsCells else { return false }
      setCurrent(current + (command == .left ? -1 : 1), isSelecting: true)
    case .left, .right:
      let target = current + (command == .left ? -1 : 1)
      guard shown.indices.contains(target) else { return false }
      setCurrent(target)
    case .sort:
      guard column.sorting != nil else { return false }
      state.wrappedValue.sort(by: column.id)
    case .narrower, .wider:
      guard let width = layout.grid.positions.first(where: { $0.shown == current })?.width else {
        return false
      }
      state.wrappedValue.widths[column.id] = max(1, width + (command == .wider ? 1 : -1))
    case .moveLeft, .moveRight:
      let target = current + (command == .moveLeft ? -1 : 1)
      move(current, to: target)
      if shown.indices.contains(target) { setCurrent(target) }
    case .hide:
      guard shown.count > 1 else { return false }
      state.wrappedValue.hidden.insert(column.id)
      ownCursor = cursor
    case .showAll: state.wrappedValue.hidden = []
    case .freeze:
      state.wrappedValue.frozen = state.wrappedValue.frozen == current + 1 ? 0 : current + 1
    }
    return true
  }

  @MainActor private func move(_ column: Int, to target: Int) {
    state.wrappedValue.move(column, to: target, among: columns.map(\.id))
  }

  @MainActor private func setCurrent(_ column: Int, isSelecting: Bool = false) {
    let shown = shown
    var cursor = cursor
    cursor.setCurrent(
      min(column, shown.count - 1), isSelecting: isSelecting, first: layout.grid.first)
    if cursor != ownCursor { ownCursor = cursor }
    if selectsCells { selectedColumns?.wrappedValue = Set(shown[cursor.selected].map(\.id)) }
  }

  /// Handles the mouse on the header.
  @MainActor private func point(_ event: PointerEvent) throws -> Bool {
    let (x, grid) = (event.position.x, layout.grid)
    switch event.phase {
    case .press where event.button == .left:
      ownCursor.scroll(to: grid.first)
      if let edge = grid.edge(at: x) {
        ownCursor.drag = .resize(columns[edge.column].id, from: x, width: edge.width)
      } else if let position = grid.position(at: x) {
        ownCursor.drag = .move(columns[position.column].id, hasMoved: false)
      }
    case .drag:
      switch ownCursor.drag {
      case .resize(let id, let from, let width):
        state.wrappedValue.widths[id] = max(1, width + x - from)
      case .move(let id, _):
        guard let position = grid.position(at: x), columns[position.column].id != id,
          let source = grid.positions.first(where: { columns[$0.column].id == id })
        else { break }
        move(source.shown, to: position.shown)
        ownCursor.drag = .move(id, hasMoved: true)
      case nil: return false
      }
    case .release:
      if case .move(let id, false) = ownCursor.drag,
        let position = grid.positions.first(where: { columns[$0.column].id == id })
      {
        setCurrent(position.shown)
        if columns[position.column].sorting != nil { state.wrappedValue.sort(by: id) }
      }
      ownCursor.drag = nil
    default: return false
    }
    return true
  }
}

/// A row that is rendered again when it becomes current or stops being current.
private struct TableCellRow: LiveComponent {
  let content: @MainActor (_ isCurrent: Bool) -> Node
  @Environment(\.isCurrentRow) var isCurrent

  func body(in context: RenderContext) -> Node { content(isCurrent) }
}
