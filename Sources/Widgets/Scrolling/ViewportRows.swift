import MillraceLayout
import MillraceRender

/// The existing rows of a viewport. While the source is the same object, rows whose states have not
/// changed are reused without a comparison.
@MainActor
final class ViewportRows {
  // A class, because a frame keeps most rows of the previous frame, and does not copy them.
  private final class Row {
    let row: Int
    let key: NodeKey
    var rowStates: RowStates
    /// The content that the program built.
    let content: Node
    let element: Element
    /// Whether the row is kept although it is out of view.
    let isRetained: Bool
    /// Whether the row's states have changed since its element was built.
    var isStale: Bool { isObsolete || element.properties.rowStates ?? [] != rowStates }
    var isObsolete = false

    init(
      row: Int, key: NodeKey, rowStates: RowStates, content: Node, element: Element,
      isRetained: Bool = false
    ) {
      (self.row, self.key, self.rowStates) = (row, key, rowStates)
      (self.content, self.element, self.isRetained) = (content, element, isRetained)
    }

    func placed(at index: Int, isRetained: Bool) -> Row {
      if row == index, self.isRetained == isRetained { return self }
      return Row(
        row: index, key: key, rowStates: rowStates, content: content, element: element,
        isRetained: isRetained)
    }
  }

  /// Saves the local state of rows that scrolled out of view.
  let savedStates = SavedStates()
  /// Called after each layout.
  var laidOut: @MainActor () -> Void = {}
  private var rows: [Row] = []
  /// The sticky header. Its node is the last child of the box, and has the key of the header's row,
  /// so that it keeps the row's local state.
  private var sticky: Row?
  private var source: RowSource?
  private var appearance = RowAppearance()
  private var handlers: Handlers?
  /// The context of the box, once it has been laid out. The first child of the box is the spacer
  /// for the rows above.
  private(set) var box: EventContext?

  nonisolated init() {}

  /// The line at which retained rows are placed: out of view at any scroll position.
  private static let hiddenLine = -20_000

  /// - Parameter first: the node before the rows.
  func nodes(after first: Node, of state: ViewportState) -> [Node] {
    // A loop instead of a closure, which would check its actor isolation for each row.
    var nodes = [first]
    nodes.reserveCapacity(rows.count + 1)
    for row in rows {
      if row.row == sticky?.row {
        nodes.append(Column {}.height(Length(state.lines(of: row.row)?.count ?? 0)).shrink(0))
        continue
      }
      var node = Node(row.element)
      node.key = row.key
      nodes.append(row.isRetained ? node.absolute(top: .cells(Double(Self.hiddenLine))) : node)
    }
    if let sticky, let pushed = state.sticky?.pushed {
      let top = Length(state.offset.y - pushed)
      let cover = Element(
        CoveringContent(), style: .element { $0.height = Length(state.headerHeight) })
      nodes.append(Node(cover).absolute(left: 0, top: top, right: 0))
      var node = Node(sticky.element)
      node.key = sticky.key
      nodes.append(node.absolute(left: 0, top: top, right: 0))
    }
    return nodes
  }

  /// The index of the row that a child of the box shows.
  func row(ofChild child: Int) -> Int? {
    rows.indices.contains(child - 1) ? rows[child - 1].row : sticky?.row
  }

  /// Whether the visible rows have the same keys as a range of a new source's rows.
  func areThose(of source: RowSource, at shown: Range<Int>) -> Bool {
    var index = shown.lowerBound
    for row in rows where !row.isRetained {
      guard index < shown.upperBound, source.key(at: index) == row.key else { return false }
      index += 1
    }
    return index == shown.upperBound
  }

  /// Updates the states of a row in place.
  /// - Returns: whether the row must be built again, because its content depends on its states.
  func updateRowStates(of row: Int) -> Bool {
    guard let source, let first = rows.first?.row, let last = rows.last?.row, first <= row,
      row <= last
    else { return false }
    var index = min(row - first, rows.count - 1)
    while index > 0, rows[index].row > row { index -= 1 }
    guard rows[index].row == row else { return false }
    if source.showsRowStatesInContent {
      rows[index].isObsolete = true
      return true
    }
    let rowStates = source.rowStates(at: row)
    guard rowStates != rows[index].rowStates else { return false }
    rows[index].rowStates = rowStates
    box?.setRowStates(ofChild: index + 1, rowStates)
    return false
  }

  // MARK: - Making

  /// Builds the visible rows. Keeps other rows only if they have the focus or have captured the
  /// mouse.
  func update(_ state: ViewportState) throws {
    let source = state.source
    guard let old = self.source, old === source, appearance == source.appearance else {
      if let old = self.source { prune(source, since: old) }
      let looksAlike = appearance == source.appearance
      try make(state) { try self.row($0, of: source, looksAlike ? $1 : nil) }
      (self.source, appearance) = (source, source.appearance)
      return
    }
    try make(state) { index, old in
      if let old, !old.isStale { return old }
      return try self.row(index, of: source, old)
    }
  }

  /// - Parameter make: builds the row at an index; receives the previous row at this index or with
  ///   this key, if there was one.
  private func make(_ state: ViewportState, _ make: (Int, Row?) throws -> Row) rethrows {
    let old = rows
    let source = state.source
    var new: [Row] = []
    new.reserveCapacity(state.rows.count)
    var oldIndex = 0
    for index in state.rows {
      while oldIndex < old.count, old[oldIndex].row < index { oldIndex += 1 }
      let before = oldIndex < old.count && old[oldIndex].row == index ? old[oldIndex] : nil
      new.append(try make(index, before).placed(at: index, isRetained: false))
    }
    if let box, let first = old.first?.row, let last = old.last?.row,
      source !== self.source || first < state.rows.lowerBound || last >= state.rows.upperBound
        || sticky != nil
    {
      for child in box.indicesOfChildrenInUse {
        guard
          let before = old.indices.contains(child - 1) ? old[child - 1] : child > 0 ? sticky : nil,
          let index = source.row(of: before.key, near: before.row),
          !state.rows.contains(index), index != state.sticky?.row
        else { continue }
        let row = try make(index, before).placed(at: index, isRetained: true)
        new.insert(row, at: index < state.rows.lowerBound ? 0 : new.count)
      }
    }
    if let index = state.sticky?.row {
      let before = sticky?.row == index ? sticky : old.first { $0.row == index }
      sticky = try new.first { $0.row == index } ?? make(index, before)
    } else {
      sticky = nil
    }
    rows = new
  }

  /// - Parameter old: the previous row at this index, if the appearance has not changed.
  private func row(_ index: Int, of source: RowSource, _ old: Row?) throws -> Row {
    let (key, rowStates) = (source.key(at: index), source.rowStates(at: index))
    let content = try source.content(at: index)
    if let old, old.key == key, content.isEqual(to: old.content) {
      if old.rowStates == rowStates, !old.isStale { return old }
      // `isEqual` has passed the newest handlers to the old content.
      return Row(
        row: index, key: key, rowStates: rowStates, content: old.content,
        element: source.element(old.content, rowStates))
    }
    return Row(
      row: index, key: key, rowStates: rowStates, content: content,
      element: source.element(content, rowStates))
  }

  private func prune(_ source: RowSource, since old: RowSource) {
    savedStates.isObsolete = { source.isKnownAbsent($0) }
    savedStates.limit = source.findsKeys ? .max : 1_000
    if savedStates.isEmpty { return }
    if let removed = source.removedKeys(since: old) {
      for key in removed { savedStates.remove(key) }
    } else {
      savedStates.prune()
    }
  }

  // MARK: - The box

  /// The handlers of the box.
  func handlers(of viewport: ViewportHandle) -> Handlers {
    if let handlers { return handlers }
    let made = Handlers { [unowned viewport] in
      $0.layoutChanged = { [unowned self] report, context in
        box = context
        viewport.change { record(report, in: &$0, frame: context.frame) }
        laidOut()
      }
      $0.numberInSet = { [unowned self] child in
        row(ofChild: child).map { ($0, viewport.state.source.count) }
      }
      $0.reveal = { [unowned self] rect, context in
        // The focus or the mouse is in the sticky header, which is always in sight.
        if sticky != nil, context.indicesOfChildrenInUse.contains(rows.count + 2) { return }
        if rect.y > Self.hiddenLine / 2 {
          viewport.change { $0.reveal(rect) }
          return
        }
        // Scrolls to the row that is out of view, but has the focus or has captured the mouse.
        let held = rows.indices.first {
          rows[$0].isRetained && context.indicesOfChildrenInUse.contains($0 + 1)
        }
        if let held { viewport.change { $0.reveal(row: rows[held].row) } }
      }
    }
    handlers = made
    return made
  }

  /// Records the sizes of the existing rows.
  /// - Returns: whether the visible part has changed.
  private func record(_ report: LayoutReport, in state: inout ViewportState, frame: Int) -> Bool {
    var (heights, width): ((Range<Int>, [Int])?, Int) = (nil, 0)
    var isOther = false
    if let header = report.children.last, sticky != nil, header.height != state.headerHeight {
      state.headerHeight = max(1, header.height)
      isOther = true
    }
    if report.children.count == rows.count + (sticky == nil ? 1 : 3) {
      var shown: [Int] = []
      shown.reserveCapacity(rows.count)
      for (index, row) in rows.enumerated() where !row.isRetained {
        shown.append(report.children[index + 1].height)
        width = max(width, report.children[index + 1].width)
      }
      let first = rows.first { !$0.isRetained }?.row ?? 0
      heights = (first..<first + shown.count, shown)
    }
    return state.record(box: report.size, heights, width: width, frame: frame) || isOther
  }
}
