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

  @MainActor private var state: TableState { binding?.wrappedValue ?? ownState }

  public func body(in context: RenderContext) throws -> Node {
    _ = changes
    let state = state
    model.update(data, version, columns, state)
    guard context.isInteractive else {
      return Text(
        TableColumn.text(
          Array(model.rows ?? TableRows(data: data, order: nil)), columns, state,
          columnsOf: { context.columns(of: $0) })
      )
      .wrap(.clip).node
    }
    let gutter = context.columns(of: rowOptions.marker)
    return SizeReader(initialSize: CellSize(width: 80, height: 24)) { size in
      model.place(state, width: max(0, size.width - gutter - 1)) { context.columns(of: $0) }
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
      if isEnabled, place.shown == model.current { style.attributes.insert(.underline) }
      return (title, style)
    }
    let more = model.grid.hasMore
    return Row {
      Text(more.left ? "‹" : " ").width(gutter).shrink(0).style(theme.muted)
      Node(Element(content, style: .element { $0.grow = 1 }))
        .onPointer { event in try isEnabled && point(event) }
      Text(more.right ? "›" : " ").width(1).shrink(0).style(theme.muted)
    }
    // Where there is too little room, the footer shrinks first; the last row belongs to the current one.
    .height(1).minHeight(0).overflow(.clip)
  }

  @MainActor private func rows(_ context: RenderContext) -> Node {
    guard let rows = model.rows else { return .empty }
    let (model, measure) = (model, { @MainActor (text: String) in context.columns(of: text) })
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
    let selectsCells = selectsCells
    return ListView(options: rowOptions, canBeEmpty: true) { [rowOptions] in
      ListSource(
        rows, rowOptions, key: { NodeKey(rows[$0].id) },
        content: { place in
          let row = TableCellRow(row: rows[place], model: model, handlers: handlers)
          return selectsCells ? row.node : row.node(isCurrent: false) { measure($0) }
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
        let first = min(max(0, model.first + distance.x.signum()), model.grid.maximumFirst)
        if first != model.first {
          model.first = first
          changes += 1
        }
        return true
      }
    }
  }

  /// - Returns: whether the command was handled.
  @MainActor private func perform(_ command: TableCommand, extends: Bool) -> Bool {
    let column = model.currentColumn(in: state)
    switch command {
    case .left where extends, .right where extends:
      guard selectsCells else { return false }
      setCurrent(model.current + (command == .left ? -1 : 1), isSelecting: true)
    case .left, .right:
      let target = model.current + (command == .left ? -1 : 1)
      guard state.shown(columns.map(\.id)).indices.contains(target) else { return false }
      setCurrent(target)
    case .sort:
      guard let column, column.sorting != nil else { return false }
      change { $0.sort(by: column.id) }
    case .narrower, .wider:
      guard let column, let width = place?.width else { return false }
      change { $0.widths[column.id] = max(1, width + (command == .wider ? 1 : -1)) }
    case .moveLeft, .moveRight:
      let target = model.current + (command == .moveLeft ? -1 : 1)
      let before = state
      change { $0.move(model.current, to: target, among: columns.map(\.id)) }
      if state != before { setCurrent(target) }
    case .hide:
      guard let column, state.shown(columns.map(\.id)).count > 1 else { return false }
      change { $0.hidden.insert(column.id) }
    case .showAll: change { $0.hidden = [] }
    case .freeze:
      let frozen = model.current + 1
      change { $0.frozen = $0.frozen == frozen ? 0 : frozen }
    }
    return true
  }

  /// The position of the current column.
  @MainActor private var place: TableGrid.Place? {
    model.grid.positions.first { $0.shown == model.current }
  }

  @MainActor private func change(_ body: (inout TableState) -> Void) {
    var state = state
    body(&state)
    if let binding { binding.wrappedValue = state } else { ownState = state }
  }

  @MainActor private func setCurrent(_ column: Int, isSelecting: Bool = false) {
    let before = (model.current, model.selectionAnchor)
    model.setCurrent(column, isSelecting: isSelecting, in: state)
    if let selectedColumns, selectsCells {
      let shown = state.shown(columns.map(\.id))
      selectedColumns.wrappedValue = Set(model.selectedColumns.map { columns[shown[$0]].id })
    }
    if before != (model.current, model.selectionAnchor) { changes += 1 }
  }

  /// Handles the mouse on the header.
  @MainActor private func point(_ event: PointerEvent) throws -> Bool {
    let (x, grid) = (event.position.x, model.grid)
    switch event.phase {
    case .press where event.button == .left:
      if let edge = grid.edge(at: x) {
        model.drag = .resize(columns[edge.column].id, from: x, width: edge.width)
      } else if let place = grid.place(at: x) {
        model.drag = .move(columns[place.column].id, hasMoved: false)
      }
    case .drag:
      switch model.drag {
      case .resize(let id, let from, let width):
        change { $0.widths[id] = max(1, width + x - from) }
      case .move(let id, let hasMoved):
        guard let place = grid.place(at: x), columns[place.column].id != id,
          let source = grid.positions.first(where: { columns[$0.column].id == id })
        else { break }
        change { $0.move(source.shown, to: place.shown, among: columns.map(\.id)) }
        if !hasMoved { model.drag = .move(id, hasMoved: true) }
      case nil: return false
      }
    case .release:
      if case .move(let id, false) = model.drag, let column = columns.first(where: { $0.id == id })
      {
        if let place = grid.positions.first(where: { columns[$0.column].id == id }) {
          setCurrent(place.shown)
        }
        if column.sorting != nil { change { $0.sort(by: id) } }
      }
      model.drag = nil
    default: return false
    }
    return true
  }
}

/// A row that is rendered again when it becomes current or stops being current.
private struct TableCellRow<Data: RandomAccessCollection & Sendable>: LiveComponent
where Data.Element: Identifiable & Sendable, Data.Element.ID: Sendable {
  let row: Data.Element
  let model: TableModel<Data>
  let handlers: Handlers
  @Environment(\.isCurrentRow) private var isCurrent

  init(row: Data.Element, model: TableModel<Data>, handlers: Handlers) {
    (self.row, self.model, self.handlers) = (row, model, handlers)
  }

  func body(in context: RenderContext) -> Node {
    node(isCurrent: isCurrent) { context.columns(of: $0) }
  }

  @MainActor func node(isCurrent: Bool, columnsOf measure: (String) -> Int) -> Node {
    let content = model.content(of: row, isCurrent: isCurrent, columnsOf: measure)
    return Node(Element(content, handlers: handlers))
  }
}
