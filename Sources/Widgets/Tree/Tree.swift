import MillraceIdentifiedList
import MillraceLayout
import MillraceRender

/// A tree of items that can be opened and closed.
///
/// ```swift
/// Tree(.known(chapters), text: \.id, open: $open) { chapter in
///   chapter.sections.isEmpty ? .none : .known(IdentifiedList(chapter.sections))
/// }
/// ```
///
/// Rows behave like those of a ``List``, with the same keys, selection and cost: only the visible
/// rows exist. Right opens the current item or moves to its first child; Left closes it or moves to
/// its parent. Enter and Space open or close an item, or activate a leaf (with a `selection`, Space
/// selects). `*` opens all siblings, and F5 reloads children. A click on the arrow opens or closes.
/// The keys' names in a ``KeyMap`` are those of a list, such as `list.up`, and `tree.open`,
/// `tree.close`, `tree.toggle`, `tree.openSiblings`, `tree.reload`.
///
/// A tree shows a scroll bar. It takes the remaining space of its container, like a list.
///
/// While children load, a spinner is shown in their place. If loading fails, the error is shown
/// there: Enter, F5 or a click on the error tries again. At most 8 loads run at a time. In
/// plain-text output, nothing is loaded.
///
/// Ids must be unique in the whole tree. An item that was open stays open when it is removed and
/// added again, or moved. Rows inside a closed item lose their local state.
public struct Tree<Item: Identifiable & Equatable & Sendable>: LiveComponent, LinearRowsView
where Item.ID: Sendable {
  private typealias Rows = FlattenedTree<Item>

  private let top: TreeChildren<Item>
  private let text: @MainActor (Item) -> String
  private let children: @MainActor (Item) -> TreeChildren<Item>
  private let binding: Binding<Set<Item.ID>>?
  private let findsByTyping: Bool
  private let row: (@MainActor (Item) throws -> Node)?
  public var rowOptions = RowOptions<Item>()
  @Local private var contents = TreeContents<Item>()
  @Local private var ownOpen: Set<Item.ID> = []
  @Local private var list = ListHandle()
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - top: the root items.
  ///   - text: the name of an item: shown without a `row`, and used as the accessible name.
  ///   - open: the ids of the open items, suitable for saving in a file; without it, the tree
  ///     stores them itself. It may contain ids that are not in the tree.
  ///   - findsByTyping: whether a letter or digit moves to the next row, within 2,000 rows, whose
  ///     text begins with it. Bindings around the tree then receive only letters and digits for
  ///     which there is no such row.
  ///   - children: the children of an item. Called for visible and for open items.
  ///   - row: builds the content of an item's row.
  @MainActor
  public init(
    _ top: TreeChildren<Item>, text: @escaping @MainActor (Item) -> String,
    open: Binding<Set<Item.ID>>? = nil, findsByTyping: Bool = false,
    children: @escaping @MainActor (Item) -> TreeChildren<Item>,
    row: (@MainActor (Item) throws -> Node)? = nil
  ) {
    (self.top, self.text, self.children, binding) = (top, text, children, open)
    (self.findsByTyping, self.row) = (findsByTyping, row)
    rowOptions.hasBar = true
  }

  @MainActor private var open: Binding<Set<Item.ID>> { binding ?? $ownOpen }

  public func body(in context: RenderContext) throws -> Node {
    let keys = CommandKeys(TreeCommand.table, in: keyMap)
    _contents.settle { $0.update(top, open.wrappedValue, children) }
    let (rows, options) = (contents.rows, options(keys))
    return Column {
      ListView(
        options: options,
        select: rowOptions.select?.base(as: Item.ID.self).map { NodeKey(Rows.Row.ID.item($0)) },
        handle: list
      ) {
        let source = ListSource(
          rows, options, key: { NodeKey(rows[$0].id) }, content: { try content(rows[$0]) })
        source.rowSemantics = nil
        return source
      }
      for load in contents.loads.prefix(TreeContents<Item>.limit) {
        Column {}.key(load.id).task(id: load.attempt) {
          let result: Result<[Item], any Error>
          do { result = .success(try await load.run()) } catch { result = .failure(error) }
          if Task.isCancelled { return }
          _contents.change { $0.apply(result, of: load) }
        }
      }
    }
    .grow()
    .modified(
      by: .handlers(
        Handlers {
          guard isEnabled else { return }
          $0.bindings = keys.bindings
          $0.chord = { chord, _ in
            let (rows, current) = (contents.rows, list.current)
            guard let command = keys.command(of: chord)?.command, current < rows.count else {
              return false
            }
            return try perform(command, nil, rows[current])
          }
        }))
  }

  // MARK: - Rows

  @MainActor private func content(_ row: Rows.Row) throws -> Node {
    var guides = row.followed.dropFirst().dropLast().map { $0 ? "│ " : "  " }.joined()
    if row.level > 1 { guides += row.followed.last == true ? "├─" : "└─" }
    guard let item = row.item else { return placeholderRow(row, guides) }
    let isBranch = children(item).mayExist
    var states: SemanticStates = isEnabled ? [] : .disabled
    if isBranch { states.insert(row.isOpen ? .expanded : .collapsed) }
    let sign = isBranch ? row.isOpen ? "▾ " : "▸ " : row.level > 1 ? "─ " : "  "
    let arrow = Text(guides + sign).style(theme.muted).shrink(0)
    return try Row {
      isBranch && isEnabled ? arrow.onClick { toggle(item) } : arrow
      if let node = try self.row?(item) { node } else { Text(text(item)).truncate() }
    }
    .semantics(.treeItem, text(item), states: states, level: row.level)
  }

  /// The row shown instead of children that are loading or failed to load.
  @MainActor private func placeholderRow(_ row: Rows.Row, _ guides: String) -> Node {
    let error = contents.error(below: row.parent)
    let line = Row {
      Text(guides + (row.level > 1 ? "─ " : "  ")).style(theme.muted).shrink(0)
      if let error {
        Text {
          TextSpan(error).style(theme.danger)
          TextSpan("  enter: retry").style(theme.muted)
        }
        .truncate()
      } else {
        Spinner("Loading…")
      }
    }
    .semantics(
      .treeItem, error ?? "Loading…", states: error == nil ? .busy : .invalid, level: row.level)
    return error != nil && isEnabled ? line.onClick { reload(row.parent) } : line
  }

  /// The options of the list, whose rows are the tree's items and placeholders for children that
  /// are loading or failed to load.
  @MainActor private func options(_ keys: CommandKeys<TreeCommand>) -> RowOptions<Rows.Row> {
    let own = rowOptions
    var options = RowOptions<Rows.Row>()
    options.findsByTyping = findsByTyping
    (options.marker, options.hasBar) = (own.marker, own.hasBar)
    (options.highlightsRow, options.onReachEnd) = (own.highlightsRow, own.onReachEnd)
    (options.followsEnd, options.isAtEnd) = (own.followsEnd, own.isAtEnd)
    if let isHeader = own.isHeader {
      options.isHeader = { row in row.item.map { isHeader($0) } ?? false }
    }
    options.onKey = { key, row in
      if let item = row.item, try own.onKey?(key, item) == true { return true }
      if let (command, _) = keys.command(of: key) { return try perform(command, key, row) }
      return try findsByTyping && find(key, row)
    }
    options.onSelect = { row in if let item = row.item { try own.onSelect?(item) } }
    options.current = own.current.map { current in
      Binding(get: { current.wrappedValue.map { .item($0) } }) {
        current.wrappedValue = $0.flatMap(Self.item)
      }
    }
    options.selection = own.selection.map { selection in
      Binding(get: { Set(selection.wrappedValue.map { .item($0) }) }) {
        selection.wrappedValue = Set($0.compactMap(Self.item))
      }
    }
    return options
  }

  private static func item(_ id: Rows.Row.ID) -> Item.ID? {
    if case .item(let id) = id { id } else { nil }
  }

  // MARK: - Events

  /// - Returns: whether the command was handled.
  @MainActor private func perform(_ command: TreeCommand, _ key: Key?, _ row: Rows.Row) throws
    -> Bool
  {
    let branch = row.item.flatMap { children($0).mayExist ? $0 : nil }
    let rows = contents.rows
    switch command {
    case .open:
      guard let branch else { return false }
      if !row.isOpen { return toggle(branch) }
      if let index = rows.index(id: row.id), index + 1 < rows.count,
        rows[index + 1].level > row.level
      {
        try list.setCurrent(index + 1)
      }
    case .close:
      if let branch, row.isOpen { return toggle(branch) }
      guard let parent = row.parent else { return false }
      if let index = rows.index(id: .item(parent)) { try list.setCurrent(index) }
    case .toggle:
      // The list handles Space as selection.
      if key == .space, rowOptions.selection != nil { return false }
      if let branch { return toggle(branch) }
      guard let item = row.item else {
        if contents.error(below: row.parent) != nil { reload(row.parent) }
        return true
      }
      guard let onActivate = rowOptions.onActivate else { return false }
      try onActivate(item)
    case .openSiblings:
      let siblings = rows.children(of: row.parent) ?? IdentifiedList()
      open.wrappedValue.formUnion(siblings.filter { children($0).mayExist }.map(\.id))
    case .reload: reload(branch?.id ?? row.parent)
    }
    return true
  }

  @discardableResult
  @MainActor private func toggle(_ item: Item) -> Bool {
    open.wrappedValue.formSymmetricDifference([item.id])
    return true
  }

  @MainActor private func reload(_ id: Item.ID?) {
    _contents.change {
      $0.reload(id)
      return true
    }
  }

  @MainActor private func find(_ key: Key, _ row: Rows.Row) throws -> Bool {
    let rows = contents.rows
    guard let letter = key.text, letter.isLetter || letter.isNumber,
      let start = rows.index(id: row.id)
    else { return false }
    let folded = FoldedText("\(letter)")
    let indices = (1...min(rows.count, 2_000)).lazy.map { (start + $0) % rows.count }
    let found = indices.first { index in
      rows[index].item.map { FoldedText(text($0).prefix(1)) == folded } ?? false
    }
    if let found { try list.setCurrent(found) }
    return found != nil
  }
}
