import MillraceLayout
import MillraceRender

/// The local state of an editor: text, caret, visible rows and the search.
@MainActor
final class EditorModel {
  let buffer = EditorBuffer()
  let layout = EditorLayout()
  /// The size of the box that shows the rows.
  private(set) var size = CellSize(width: 0, height: 0)
  /// Columns scrolled out at the left; 0 if lines wrap.
  private(set) var x = 0
  /// Columns before the text.
  private(set) var gutter = 0
  /// The visible rows, and the line number of the first.
  private(set) var rows: [EditorRow] = []
  private(set) var firstLine = 0
  /// The key of the first visible row. Rows that stay visible keep their keys.
  private(set) var firstRowKey = EditorModel.firstNumber
  /// The offset at which the first row begins.
  private var top = 0
  /// Whether to scroll the caret into view.
  private var needsCaretReveal = true
  /// The column that Up and Down keep.
  private var preferredColumn: Int?
  /// The first line of each edit so far.
  private var edited: [Int] = []
  private(set) var keys = CommandKeys(EditorCommand.table, in: KeyMap())
  /// Whether the next Tab moves the focus out of the editor.
  var nextTabLeavesEditor = false
  private var lastPress: (point: CellPoint, time: Duration, count: Int)?
  var find: EditorFind?
  private(set) var highlights = EditorHighlights()
  private var highlighter: TextHighlighter?
  /// The work to do off the main actor; nil: none.
  private(set) var request: EditorRequest?

  nonisolated private static let firstNumber = 10_000

  nonisolated init() {}

  func update(_ text: EditedText, from description: LineEditor.FieldDescription, _ map: KeyMap) {
    buffer.changed = { [unowned self] edit in apply(edit) }
    buffer.update(text, from: description)
    if keys.map != map { keys = CommandKeys(EditorCommand.table, in: map) }
  }

  private func apply(_ edit: TextEdit) {
    // The line counts need the text before and after the edit.
    let old = layout.text
    let (line, column) = old.location(of: edit.range.lowerBound)
    let removed = old.line(at: edit.range.upperBound) - line
    let end = edit.range.lowerBound + edit.replacement.utf8.count
    highlights.apply(
      edit, line: line, column: column, removed: removed, added: buffer.text.line(at: end) - line)
    edited.append(line)
    layout.apply(edit, to: buffer.text)
    top = edit.offset(after: top)
    rows = rows.map { $0.moved(by: edit) }
    find?.matches = nil
    needsCaretReveal = true
    preferredColumn = nil
  }

  // MARK: - Visible rows

  /// - Returns: whether the content must be redrawn.
  func resize(_ size: CellSize) -> Bool {
    guard size != self.size else { return false }
    self.size = size
    needsCaretReveal = true
    return true
  }

  var textWidth: Int { max(2, size.width - gutter) }

  /// Computes the visible rows.
  /// - Parameter settings: the inputs of rows except the width.
  func updateRows(_ settings: EditorLayout.Settings, gutter: Int) {
    self.gutter = gutter
    var settings = settings
    // The caret needs a cell after the last character.
    settings.width = textWidth - 1
    if settings.wraps { x = 0 }
    layout.settings = settings
    let height = max(1, size.height)
    var first = layout.row(at: min(top, buffer.text.count))
    if needsCaretReveal, size.height > 0 {
      needsCaretReveal = false
      first = revealed(from: first, height)
    }
    var shown = [first]
    while shown.count < height, let next = shown[shown.count - 1].next {
      shown.append(layout.row(at: next))
    }
    // Fills empty space below the text with rows from above.
    while shown.count < height, let before = layout.row(before: shown[0]) {
      shown.insert(before, at: 0)
    }
    top = shown[0].start
    if let place = rows.firstIndex(where: { $0.start == top }) {
      firstRowKey += place
    } else if let old = rows.first, let place = shown.firstIndex(where: { $0.start == old.start }) {
      firstRowKey -= place
    }
    if firstRowKey < 1_000 || firstRowKey > 1_000_000 { firstRowKey = Self.firstNumber }
    rows = shown
    firstLine = buffer.text.line(at: top)
  }

  /// The first row to show so that the caret is in view. Also scrolls horizontally.
  private func revealed(from first: EditorRow, _ height: Int) -> EditorRow {
    if !layout.settings.wraps {
      let column = layout.column(of: buffer.caret)
      let margin = min(8, textWidth / 4)
      if column < x { x = max(0, column - margin) }
      if column > x + textWidth - 1 { x = column - textWidth + 1 + margin }
    }
    var row = layout.row(at: buffer.caret)
    if row.start <= first.start { return row }
    for _ in 1..<height {
      if row.start <= first.start { break }
      guard let before = layout.row(before: row) else { break }
      row = before
    }
    return row.start <= first.start ? layout.row(at: first.start) : row
  }

  /// The position of the caret; nil if it is scrolled out of view.
  var caretPoint: CellPoint? {
    guard let y = rows.lastIndex(where: { $0.start <= buffer.caret }),
      buffer.caret < rows[y].next ?? .max
    else { return nil }
    let column = layout.column(of: buffer.caret) - x
    guard column >= 0, column < textWidth || layout.settings.wraps else { return nil }
    return CellPoint(x: gutter + min(column, textWidth - 1), y: y)
  }

  var isLong: Bool { top > 0 || rows.last?.next != nil }

  /// The extent for the scroll bar: in lines, or in bytes if lines are wrapped.
  var extent: (start: Int, shown: Int, total: Int) {
    if layout.settings.wraps {
      let end = rows.last.map { $0.next ?? buffer.text.count } ?? 0
      return (top, max(1, end - top), buffer.text.count)
    }
    return (firstLine, rows.count, buffer.text.lineCount)
  }

  func show(from start: Int) {
    let text = buffer.text
    top =
      layout.settings.wraps ? text.clusterStart(at: start) : text.range(ofLine: start).lowerBound
  }

  /// - Returns: whether the position changed.
  func scroll(by distance: CellPoint) -> Bool {
    let old = (top, x)
    var first = layout.row(at: top)
    for _ in 0..<min(abs(distance.y), 1_000) {
      if distance.y < 0 {
        guard let before = layout.row(before: first) else { break }
        first = before
      } else {
        guard rows.last?.next != nil, let next = first.next else { break }
        first = layout.row(at: next)
      }
    }
    top = first.start
    if !layout.settings.wraps { x = max(0, x + distance.x) }
    return old != (top, x)
  }

  // MARK: - Commands and moves

  /// Performs moves, changes and copying.
  /// - Parameter copy: called with the text to copy.
  /// - Returns: whether the command was handled.
  func perform(_ command: EditorCommand, isSelecting: Bool, copy: (String) -> Void) -> Bool {
    switch command {
    case .up: return move(byRows: -1, isSelecting: isSelecting)
    case .down: return move(byRows: 1, isSelecting: isSelecting)
    case .pageUp: return movePage(-1, isSelecting: isSelecting)
    case .pageDown: return movePage(1, isSelecting: isSelecting)
    default:
      guard buffer.perform(command, isSelecting: isSelecting, copy: copy) else { return false }
      // Changes are applied already.
      if !command.isEdit, command != .copy { (preferredColumn, needsCaretReveal) = (nil, true) }
      return true
    }
  }

  func move(to place: Int, isSelecting: Bool) {
    buffer.move(to: place, isSelecting: isSelecting)
    preferredColumn = nil
    needsCaretReveal = true
  }

  func select(_ range: Range<Int>) {
    move(to: range.lowerBound, isSelecting: false)
    move(to: range.upperBound, isSelecting: true)
  }

  /// Moves by rows and keeps the column as far as the text allows.
  /// - Returns: whether the caret could move.
  func move(byRows count: Int, isSelecting: Bool) -> Bool {
    let column = preferredColumn ?? layout.column(of: buffer.caret)
    var row = layout.row(at: buffer.caret)
    let old = row.start
    for _ in 0..<abs(count) {
      let other = count < 0 ? layout.row(before: row) : row.next.map { layout.row(at: $0) }
      guard let other else { break }
      row = other
    }
    guard row.start != old else {
      let end = count < 0 ? 0 : buffer.text.count
      if buffer.caret == end, isSelecting || buffer.selection.isEmpty { return false }
      move(to: end, isSelecting: isSelecting)
      return true
    }
    move(to: layout.offset(atColumn: column, in: row), isSelecting: isSelecting)
    preferredColumn = column
    return true
  }

  /// Moves the caret and the visible rows by a page.
  func movePage(_ direction: Int, isSelecting: Bool) -> Bool {
    let rows = max(1, size.height - 1)
    _ = scroll(by: CellPoint(x: 0, y: direction * rows))
    return move(byRows: direction * rows, isSelecting: isSelecting)
  }

  /// The offset at a point in the box.
  private func offset(at point: CellPoint) -> Int {
    guard let first = rows.first, let last = rows.last else { return 0 }
    var row = rows[min(max(0, point.y), rows.count - 1)]
    if point.y < 0 { row = layout.row(before: first) ?? first }
    if point.y >= rows.count, point.y >= size.height, let next = last.next {
      row = layout.row(at: next)
    }
    return layout.offset(atColumn: max(0, point.x - gutter + x), in: row)
  }

  /// A press moves the caret; a double press selects the word, a triple press the line.
  func press(at point: CellPoint, isSelecting: Bool, time: Duration) {
    var count = 1
    if let lastPress, lastPress.point == point, time - lastPress.time < .milliseconds(400) {
      count = lastPress.count % 3 + 1
    }
    lastPress = (point, time, count)
    let place = buffer.text.clusterStart(at: offset(at: point))
    let line = layout.row(at: place).line
    switch count {
    case 2: select(buffer.word(around: place))
    case 3: select(line.lowerBound..<buffer.text.offset(after: line.upperBound))
    default: move(to: place, isSelecting: isSelecting)
    }
  }

  func drag(to point: CellPoint) {
    guard lastPress?.point != point else { return }
    lastPress = nil
    move(to: offset(at: point), isSelecting: true)
  }

  // MARK: - Find

  func setQuery(for query: String) {
    find?.query = query
    find?.matches = nil
    find?.showsMatchWhenDone = true
  }

  /// - Parameter isForward: nil shows the first match from where the search started.
  func showMatch(isForward: Bool?) {
    let selection = buffer.selection
    let place = isForward.map { $0 ? selection.upperBound : selection.lowerBound }
    guard
      let match = find?.match(
        from: place ?? find?.startOffset ?? 0, isForward: isForward ?? true)
    else { return }
    let text = buffer.text
    select(text.clusterStart(at: match.lowerBound)..<text.clusterEnd(at: match.upperBound))
  }

  // MARK: - Off the main actor

  /// The size in bytes up to which a text is searched synchronously, before the frame; longer texts
  /// are searched off the main actor.
  private static let synchronousSearchLimit = 65_536

  /// Sets the request for highlights and matches that are not known yet.
  func updateRequest(_ highlighter: TextHighlighter?) {
    if self.highlighter != highlighter {
      highlights.removeAll()
      (self.highlighter, request) = (highlighter, nil)
    }
    if let find, find.matches == nil, buffer.text.count <= Self.synchronousSearchLimit {
      finishSearch(EditorFind.matches(of: find.query, in: buffer.text))
    }
    // Includes lines around the visible ones, so that they are highlighted before they scroll into
    // view.
    let low = max(0, firstLine / 32 * 32 - 32)
    var wanted = EditorRequest(edits: edited.count)
    if highlighter != nil { wanted.lines = low..<firstLine / 32 * 32 + 64 + rows.count }
    if let find, find.matches == nil { wanted.query = find.query }
    guard wanted.lines != nil || wanted.query != nil else { return request = nil }
    request = wanted
  }

  /// Runs the request off the main actor.
  func work() async -> Bool {
    guard let request else { return false }
    let result = await EditorRequest.work(
      request, buffer.text, highlighter, states: highlights.states)
    let before = highlights.found
    // Lines edited in the meantime are highlighted again.
    let line = edited[request.edits...].min() ?? .max
    if let found = result.highlights { highlights.take(found, before: line) }
    let isNew = highlights.found != before
    guard edited.count == request.edits, let matches = result.matches, find?.query == request.query,
      find?.matches == nil
    else { return isNew }
    finishSearch(matches)
    return true
  }

  private func finishSearch(_ matches: [Range<Int>]) {
    find?.matches = matches
    if find?.showsMatchWhenDone == true {
      find?.showsMatchWhenDone = false
      showMatch(isForward: nil)
    }
  }
}

/// A request for work off the main actor: highlights of lines, matches of a query, or both.
struct EditorRequest: Equatable, Sendable {
  /// The number of edits when the request was made.
  let edits: Int
  var lines: Range<Int>?
  var query: String?

  nonisolated static func work(
    _ request: EditorRequest, _ text: EditedText, _ highlighter: TextHighlighter?,
    states: [TextHighlighter.State]
  ) async -> (highlights: EditorHighlights.Result?, matches: [Range<Int>]?) {
    var result: (EditorHighlights.Result?, [Range<Int>]?) = (nil, nil)
    if let lines = request.lines, let highlighter {
      result.0 = EditorHighlights.work(lines, of: text, highlighter, states: states)
    }
    if let query = request.query { result.1 = EditorFind.matches(of: query, in: text) }
    // A cancelled search is incomplete.
    if Task.isCancelled { result.1 = nil }
    return result
  }
}
