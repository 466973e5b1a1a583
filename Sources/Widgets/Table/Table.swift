import MillraceLayout
import MillraceRender

/// A table with a fixed header. The user can sort, resize, reorder and scroll its columns.
///
/// ```swift
/// Table(state.files, columns: [
///   TableColumn("Name", width: .share(), sortedBy: \.name) { $0.name },
///   TableColumn("Size", align: .trailing, number: { Double($0.size) }, sortedBy: \.size) { "\($0.size)" },
/// ])
/// ```
///
/// Rows behave like those of a ``List``, with the same keys, selection and cost: only the visible
/// rows exist, as one element each. Left and Right make another column current and scroll it into
/// view; the header marks it. For the current column, Alt-S sorts (ascending, descending,
/// unsorted), Alt-, and Alt-. change its width, Alt-Left and Alt-Right move it, Alt-H hides it
/// (Alt-U shows all again), and Alt-F freezes the columns up to it. A click on a title sorts,
/// dragging it moves the column, and dragging the gap after it resizes the column. The keys' names
/// in a ``KeyMap`` are `table.left`, `table.right`, `table.extendLeft`, `table.extendRight`,
/// `table.sort`, `table.narrower`, `table.wider`, `table.moveLeft`, `table.moveRight`,
/// `table.hide`, `table.showAll`, `table.freeze`.
///
/// More than 10,000 rows are sorted and summed off the main actor; the header shows “…” until the
/// result is ready. An `Equatable` collection, such as an array of `Equatable` rows, is sorted
/// again only when it changes; any other collection when the component around the table is rendered.
///
/// The current row, the selection and the other options are modifiers: see ``RowsView``.
public struct Table<Data: RandomAccessCollection & Sendable>: LiveComponent, LinearRowsView
where Data.Element: Identifiable & Sendable, Data.Element.ID: Sendable {
  /// An element of the data.
  public typealias Item = Data.Element

  /// An object of its own in each table that a body makes: the table's changes of its own state leave
  /// it the same.
  private final class Version: Sendable {}

  private let data: Data
  private let version = Version()
  private let columns: [TableColumn<Item>]
  private let binding: Binding<TableState>?
  private let selectsCells: Bool
  private let selectedColumns: Binding<Set<String>>?
  public var rowOptions = RowOptions<Item>()
  @Local private var model = TableModel<Data>()
  @Local private var ownState = TableState()
  @Local private var ownCursor = TableCursor()
  /// Counts the results and the widths of texts that the model got after a rendering.
  @Local private var changes = 0
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - data: the rows. Ids must be unique.
  ///   - columns: from the left. Ids must be unique.
  ///   - state: the user's changes to the columns; without it, the table stores them itself.
  ///   - selectsCells: whether a cell is current instead of a whole row. Shift-Left and Shift-Right
  ///     then select columns; together with the selected rows they form a rectangle of cells.
  ///   - selectedColumns: set to the ids of the columns of that rectangle.
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
    model.update(data, version, columns, state.sort)
    guard context.isInteractive else {
      let rows = model.rows.map { Array($0) } ?? []
      return Text(TableColumn.text(rows, columns, state) { context.columns(of: $0) })
        .wrap(.clip).node
    }
    let gutter = context.columns(of: rowOptions.marker)
    return SizeReader(initialSize: CellSize(width: 80, height: 24)) { size in
      model.place(state, ownCursor, width: max(0, size.width - gutter - 1)) {
        context.columns(of: $0)
      }
      return Column {
        header(state, gutter)
        rows(context)
        footer(gutter)
      }
      .height(.percent(100)).modified(by: .handlers(handlers))
    }
    .grow().semantics(.table, states: model.pending == nil ? [] : .busy)
    .task(id: model.pending) {
      guard let request = model.pending else { return }
      let result = await TableModel.work(beside: data, columns, request.sort)
      if model.finish(result, of: request) { changes += 1 }
    }
  }

  // MARK: - Parts

  @MainActor private func header(_ state: TableState, _ gutter: Int) -> Node {
    let content = TableContent(model.grid, .columnHeader) { place in
      let column = columns[place.column]
      var title = column.title
      if state.sort?.column == column.id, column.sorting != nil {
        title += model.pending == nil ? state.sort?.isDescending == true ? " ▼" : " ▲" : " …"
      }
      var style = isEnabled ? theme.accent : theme.muted
      if isEnabled, place.shown == cursor.current { style.attributes.insert(.underline) }
      return (title, style)
    }
    return Row {
      Text(model.grid.first > 0 ? "‹" : " ").width(gutter).shrink(0).style(theme.muted)
      Node(Element(content, style: .element { $0.grow = 1 }))
        .onPointer { event in try isEnabled && point(event) }
      Text(model.grid.hasMore ? "›" : " ").width(1).shrink(0).style(theme.muted)
    }
    // Where there is too little room, the footer shrinks first; the last row belongs to the current one.
    .height(1).minHeight(0).overflow(.clip)
  }

  @MainActor private func rows(_ context: RenderContext) -> Node {
    guard let rows = model.rows else { return .empty }
    let (model, selectsCells) = (model, selectsCells)
    // If a laid-out row has a text wider than its column, renders the frame again with a wider
    // column.
    let handlers = Handlers {
      $0.layoutChanged = { [changes = _changes] _, _ in
        if model.needsWiderColumn { changes.wrappedValue += 1 }
      }
      $0.click = { point, _ in
        if let place = model.grid.place(at: point.x) { setCurrent(place.shown) }
        return false
      }
    }
    let row = { @MainActor (item: Item, isCurrent: Bool) -> Node in
      let content = model.content(of: item, isCurrent: isCurrent) { context.columns(of: $0) }
      return Node(Element(content, handlers: handlers))
    }
    return ListView(options: rowOptions, canBeEmpty: true) { [rowOptions] in
      ListSource(
        rows, rowOptions, key: { NodeKey(rows[$0].id) },
        content: { place in
          let item = rows[place]
          guard selectsCells else { return row(item, false) }
          return TableCellRow { row(item, $0) }.node
        })
    }.node
  }

  @MainActor private func footer(_ gutter: Int) -> Node {
    guard columns.contains(where: { $0.number != nil }) else { return .empty }
    let content = TableContent(model.grid, .row) { place in
      (model.sum(of: columns[place.column]) ?? "", theme.accent)
    }
    return Node(Element(content)).padding(left: Length(gutter)).height(1).minHeight(0).shrink(1_000)
      .overflow(.clip)
  }

  // MARK: - Events

  @MainActor private var handlers: Handlers {
    Handlers {
      guard isEnabled else { return }
      CommandKeys(TableCommand.table, in: keyMap).install(in: $0) { perform($0, extends: $1) }
      $0.wheel = { distance, _ in
        guard distance.x != 0 else { return false }
        let grid = model.grid
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
      guard let width = model.grid.positions.first(where: { $0.shown == current })?.width else {
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

  @MainActor private func move(_ column: Int, to place: Int) {
    state.wrappedValue.move(column, to: place, among: columns.map(\.id))
  }

  @MainActor private func setCurrent(_ column: Int, isSelecting: Bool = false) {
    let shown = shown
    var cursor = cursor
    cursor.setCurrent(
      min(column, shown.count - 1), isSelecting: isSelecting, first: model.grid.first)
    if cursor != ownCursor { ownCursor = cursor }
    if selectsCells { selectedColumns?.wrappedValue = Set(shown[cursor.selected].map(\.id)) }
  }

  /// Handles the mouse on the header.
  @MainActor private func point(_ event: PointerEvent) throws -> Bool {
    let (x, grid) = (event.position.x, model.grid)
    switch event.phase {
    case .press where event.button == .left:
      ownCursor.scroll(to: grid.first)
      if let edge = grid.edge(at: x) {
        ownCursor.drag = .resize(columns[edge.column].id, from: x, width: edge.width)
      } else if let place = grid.place(at: x) {
        ownCursor.drag = .move(columns[place.column].id, hasMoved: false)
      }
    case .drag:
      switch ownCursor.drag {
      case .resize(let id, let from, let width):
        state.wrappedValue.widths[id] = max(1, width + x - from)
      case .move(let id, _):
        guard let place = grid.place(at: x), columns[place.column].id != id,
          let source = grid.positions.first(where: { columns[$0.column].id == id })
        else { break }
        move(source.shown, to: place.shown)
        ownCursor.drag = .move(id, hasMoved: true)
      case nil: return false
      }
    case .release:
      if case .move(let id, false) = ownCursor.drag,
        let place = grid.positions.first(where: { columns[$0.column].id == id })
      {
        setCurrent(place.shown)
        if columns[place.column].sorting != nil { state.wrappedValue.sort(by: id) }
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
