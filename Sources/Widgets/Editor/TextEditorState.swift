import MillraceLayout
import MillraceRender

/// The state of an editor: text, caret, visible rows and the search. Events change it. A rendering
/// applies new props by `update`, `updateRows` and `updateRequest`, in this order.
struct TextEditorState {
  /// After an operation that may edit the text, call ``takeEdit()``, which updates the other
  /// properties.
  var buffer = EditorBuffer()
  var layout = EditorLayout()
  /// The size of the box that shows the rows.
  private(set) var size = CellSize(width: 0, height: 0)
  /// Columns scrolled out at the left; 0 if lines wrap.
  private(set) var x = 0
  /// The number of columns before the text, for line numbers; 0 if none are shown.
  private(set) var gutter = 0
  /// The visible rows, and the line number of the first.
  private(set) var rows: [EditorRow] = []
  private(set) var firstLine = 0
  /// The key of the first visible row. Rows that stay visible keep their keys.
  private(set) var firstRowKey = Self.firstNumber
  /// The offset at which the first row begins.
  private var top = 0
  /// Whether to scroll the caret into view.
  private var needsCaretReveal = true
  /// The column that Up and Down keep.
  private var preferredColumn: Int?
  /// The first line of each edit so far.
  private var edited: [Int] = []
  /// Nil until the first update, because each `TextEditor` value makes an initial state, which is
  /// usually not used.
  private(set) var keys: CommandKeys<EditorCommand>?
  /// Whether the next Tab moves the focus out of the editor.
  var nextTabLeavesEditor = false
  private var lastPress: (point: CellPoint, time: Duration, count: Int)?
  var find: EditorFind?
  /// The query of the last search that has ended.
  private var lastQuery = ""
  private(set) var highlights = EditorHighlights()
  /// The work to do off the main actor; nil: none.
  private(set) var request: EditorRequest?

  private static let firstNumber = 10_000

  /// The size in bytes up to which a text is searched synchronously, before the frame; longer texts
  /// are searched off the main actor.
  private static let synchronousSearchLimit = 65_536

  /// Takes the text of a new description: see ``EditorBuffer/update(_:from:)``.
  mutating func update(_ text: EditedText, from description: FieldDescription, _ map: KeyMap) {
    if let edit = buffer.update(text, from: description) { follow(edit) }
    if keys?.map != map { keys = CommandKeys(EditorCommand.table, in: map) }
    if let find, find.matches == nil, buffer.text.count <= Self.synchronousSearchLimit {
      setMatches(EditorFind.matches(of: find.query, in: buffer.text))
    }
  }

  /// Updates the other properties for the newest edit of the buffer.
  /// - Returns: the edit, for the program; nil if there is none.
  mutating func takeEdit() -> TextEdit? {
    let edit = buffer.takeEdit()
    if let edit { follow(edit) }
    return edit
  }

  private mutating func follow(_ edit: TextEdit) {
    // The numbers of removed and added lines need the text before and after the edit.
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
  mutating func resize(_ size: CellSize) -> Bool {
    guard size != self.size else { return false }
    self.size = size
    needsCaretReveal = true
    return true
  }

  var textWidth: Int { max(2, size.width - gutter) }

  /// Computes the visible rows.
  /// - Parameter settings: the inputs of the layout except the width.
  mutating func updateRows(_ settings: EditorLayout.Settings, showsNumbers: Bool = false) {
    gutter = showsNumbers ? "\(buffer.text.lineCount)".count + 1 : 0
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
    if let index = rows.firstIndex(where: { $0.start == top }) {
      firstRowKey += index
    } else if let old = rows.first, let index = shown.firstIndex(where: { $0.start == old.start }) {
      firstRowKey -= index
    }
    if firstRowKey < 1_000 || firstRowKey > 1_000_000 { firstRowKey = Self.firstNumber }
    rows = shown
    firstLine = buffer.text.line(at: top)
  }

  /// The first row to show so that the caret is in view. Also scrolls horizontally.
  private mutating func revealed(from first: EditorRow, _ height: Int) -> EditorRow {
    var row = layout.row(at: buffer.caret)
    if !layout.settings.wraps {
      let column = layout.column(of: buffer.caret, in: row)
      let margin = min(8, textWidth / 4)
      if column < x { x = max(0, column - margin) }
      if column > x + textWidth - 1 { x = column - textWidth + 1 + margin }
    }
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
    let column = layout.column(of: buffer.caret, in: rows[y]) - x
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

  mutating func show(from start: Int) {
    let text = buffer.text
    top =
      layout.settings.wraps ? text.clusterStart(at: start) : text.range(ofLine: start).lowerBound
  }

  /// - Returns: whether the position changed.
  mutating func scroll(by distance: CellPoint) -> Bool {
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

  /// Performs a command that moves, edits or copies.
  /// - Parameter copy: called with the text to copy.
  /// - Returns: whether the command was handled.
  mutating func perform(_ command: EditorCommand, isSelecting: Bool, copy: (String) -> Void) -> Bool
  {
    switch command {
    case .up: return move(byRows: -1, isSelecting: isSelecting)
    case .down: return move(byRows: 1, isSelecting: isSelecting)
    case .pageUp: return movePage(-1, isSelecting: isSelecting)
    case .pageDown: return movePage(1, isSelecting: isSelecting)
    default:
      guard buffer.perform(command, isSelecting: isSelecting, copy: copy) else { return false }
      // For edits, `takeEdit` does this.
      if !command.isEdit, command != .copy { (preferredColumn, needsCaretReveal) = (nil, true) }
      return true
    }
  }

  mutating func move(to offset: Int, isSelecting: Bool) {
    buffer.move(to: offset, isSelecting: isSelecting)
    preferredColumn = nil
    needsCaretReveal = true
  }

  mutating func select(_ range: Range<Int>) {
    move(to: range.lowerBound, isSelecting: false)
    move(to: range.upperBound, isSelecting: true)
  }

  /// Moves by rows and keeps the column as far as the text allows.
  /// - Returns: whether the caret could move.
  mutating func move(byRows count: Int, isSelecting: Bool) -> Bool {
    var row = layout.row(at: buffer.caret)
    let column = preferredColumn ?? layout.column(of: buffer.caret, in: row)
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

  /// Moves the caret and the visible rows by the height of the viewport.
  mutating func movePage(_ direction: Int, isSelecting: Bool) -> Bool {
    let rows = max(1, size.height - 1)
    _ = scroll(by: CellPoint(x: 0, y: direction * rows))
    return move(byRows: direction * rows, isSelecting: isSelecting)
  }

  /// The offset at a point in the box.
  private mutating func offset(at point: CellPoint) -> Int {
    guard let first = rows.first, let last = rows.last else { return 0 }
    var row = rows[min(max(0, point.y), rows.count - 1)]
    if point.y < 0 { row = layout.row(before: first) ?? first }
    if point.y >= rows.count, point.y >= size.height, let next = last.next {
      row = layout.row(at: next)
    }
    return layout.offset(atColumn: max(0, point.x - gutter + x), in: row)
  }

  /// A press moves the caret; a double press selects the word, a triple press the line.
  mutating func press(at point: CellPoint, isSelecting: Bool, time: Duration) {
    var count = 1
    if let lastPress, lastPress.point == point, time - lastPress.time < .milliseconds(400) {
      count = lastPress.count % 3 + 1
    }
    lastPress = (point, time, count)
    let offset = offset(at: point)
    let start = buffer.text.clusterStart(at: offset)
    let line = layout.row(at: start).line
    switch count {
    case 2: select(buffer.word(around: start))
    case 3: select(line.lowerBound..<buffer.text.offset(after: line.upperBound))
    default: move(to: start, isSelecting: isSelecting)
    }
  }

  mutating func drag(to point: CellPoint) {
    guard lastPress?.point != point else { return }
    lastPress = nil
    let offset = offset(at: point)
    move(to: offset, isSelecting: true)
  }

  // MARK: - Find

  mutating func setQuery(_ query: String) {
    find?.query = query
    find?.matches = nil
    find?.showsMatchWhenDone = true
    find?.isForward = nil
  }

  /// - Parameter isForward: nil shows the first match from where the search started.
  /// - Returns: whether there is a match.
  @discardableResult
  mutating func showMatch(isForward: Bool?) -> Bool {
    let selection = buffer.selection
    let offset = isForward.map { $0 ? selection.upperBound : selection.lowerBound }
    guard
      let match = find?.match(
        from: offset ?? find?.startOffset ?? 0, isForward: isForward ?? true)
    else { return false }
    let text = buffer.text
    select(text.clusterStart(at: match.lowerBound)..<text.clusterEnd(at: match.upperBound))
    return true
  }

  mutating func endFind() {
    if let find, !find.query.isEmpty { lastQuery = find.query }
    find = nil
  }

  /// Shows the next or the previous match of a search that has ended. Opens the search again if the
  /// text is long.
  /// - Returns: whether there was a search.
  mutating func findAgain(isForward: Bool) -> Bool {
    guard !lastQuery.isEmpty else { return false }
    find = EditorFind(query: lastQuery, startOffset: buffer.selection.upperBound)
    if buffer.text.count <= Self.synchronousSearchLimit {
      find?.matches = EditorFind.matches(of: lastQuery, in: buffer.text)
      showMatch(isForward: isForward)
      find = nil
    } else {
      find?.showsMatchWhenDone = true
      find?.isForward = isForward
    }
    return true
  }

  // MARK: - Off the main actor

  /// Sets the request for the highlights of the lines in and near the view, and for the matches if
  /// they are not known yet.
  mutating func updateRequest(_ highlighter: TextHighlighter?) {
    if request?.highlighter != highlighter { highlights.removeAll() }
    // Includes lines around the visible ones, so that they are highlighted before they scroll into
    // view.
    let low = firstLine / 32 * 32 - 32
    let lines = highlighter == nil ? 0..<0 : max(0, low)..<low + 96 + rows.count
    let query = find?.matches == nil ? find?.query : nil
    let isNeeded = highlighter != nil || query != nil
    request =
      isNeeded
      ? EditorRequest(edits: edited.count, highlighter: highlighter, lines: lines, query: query)
      : nil
  }

  /// Takes the result of a request.
  /// - Returns: whether highlights or matches have changed.
  mutating func take(_ result: EditorRequest.Result, of request: EditorRequest) -> Bool {
    let before = highlights.found
    // Lines edited in the meantime are highlighted again.
    let line = edited[request.edits...].min() ?? .max
    if let found = result.highlights, request.highlighter == self.request?.highlighter {
      highlights.take(found, before: line)
    }
    let isNew = highlights.found != before
    guard edited.count == request.edits, let matches = result.matches, find?.query == request.query,
      find?.matches == nil
    else { return isNew }
    setMatches(matches)
    return true
  }

  private mutating func setMatches(_ matches: [Range<Int>]) {
    find?.matches = matches
    if find?.showsMatchWhenDone == true {
      find?.showsMatchWhenDone = false
      showMatch(isForward: find?.isForward)
    }
  }
}

/// A request for work off the main actor: highlights of lines, matches of a query, or both.
struct EditorRequest: Equatable, Sendable {
  typealias Result = (highlights: EditorHighlights.Result?, matches: [Range<Int>]?)

  /// The number of edits when the request was made.
  let edits: Int
  let highlighter: TextHighlighter?
  let lines: Range<Int>
  let query: String?

  nonisolated func work(_ text: EditedText, states: [TextHighlighter.State]) async -> Result {
    let found = highlighter.map { EditorHighlights.work(lines, of: text, $0, states: states) }
    let matches = query.map { EditorFind.matches(of: $0, in: text) }
    // A cancelled search is incomplete.
    return (found, Task.isCancelled ? nil : matches)
  }
}
