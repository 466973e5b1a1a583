import MillraceLayout
import MillraceRender
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// A simple editor that follows the documentation: a string, two offsets in it, and rows that are
/// computed from the whole string.
private struct NaiveEditor {
  struct Moment { var text: String, caret: Int, anchor: Int }
  struct Row { var start: Int, end: Int, text: String, isLast: Bool }

  var text: String
  var caret = 0
  var anchor = 0
  var goal: Int?
  var past: [Moment] = []
  var future: [Moment] = []
  var last = ""
  var columns = 20
  var height = 6
  let wraps: Bool

  /// One column is for the bar, and one for the caret.
  var width: Int { columns - 2 }
  var selection: Range<Int> { min(caret, anchor)..<max(caret, anchor) }
  var boundaries: [Int] { text.indices.map { offset(of: $0) } + [text.utf8.count] }

  func offset(of index: String.Index) -> Int {
    text.utf8.distance(from: text.startIndex, to: index)
  }

  func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }

  func part(_ range: Range<Int>) -> String {
    String(text[index(range.lowerBound)..<index(range.upperBound)])
  }

  func roundedUp(_ offset: Int) -> Int { boundaries.first { $0 >= offset } ?? text.utf8.count }

  static func columns(of cluster: Character, at column: Int) -> Int {
    cluster == "\t" ? 2 - column % 2 : displayWidth(of: String(cluster))
  }

  // MARK: - Rows

  var lines: [Range<Int>] {
    var (lines, start): ([Range<Int>], Int) = ([], 0)
    for (offset, cluster) in zip(boundaries, text) where cluster == "\n" || cluster == "\r\n" {
      lines.append(start..<offset)
      start = offset + cluster.utf8.count
    }
    return lines + [start..<text.utf8.count]
  }

  func line(at offset: Int) -> Range<Int> { lines.last { $0.lowerBound <= offset } ?? 0..<0 }

  var rows: [Row] {
    lines.flatMap { line -> [Row] in
      guard wraps else {
        return [Row(start: line.lowerBound, end: line.upperBound, text: part(line), isLast: true)]
      }
      var rows: [Row] = []
      var clusters = Array(part(line))
      var start = line.lowerBound
      while true {
        // Takes as many clusters as fit and the spaces after them, then goes back to a possible
        // line break.
        var (count, column) = (0, 0)
        while count < clusters.count {
          let isSpace = clusters[count] == " " || clusters[count] == "\t"
          let more = Self.columns(of: clusters[count], at: column)
          if !isSpace, column + more > width, count > 0 { break }
          column += more
          count += 1
        }
        if count < clusters.count {
          let possible = (1...count).last {
            let before = clusters[$0 - 1]
            return before == " " || before == "\t"
              || Self.columns(of: before, at: 0) > 1 && before != "\t"
          }
          count = possible ?? count
        }
        let text = String(clusters.prefix(count))
        let end = start + text.utf8.count
        clusters.removeFirst(count)
        rows.append(Row(start: start, end: end, text: text, isLast: clusters.isEmpty))
        if clusters.isEmpty { return rows }
        start = end
      }
    }
  }

  func rowNumber(of offset: Int, in rows: [Row]) -> Int {
    rows.lastIndex { $0.start <= offset } ?? 0
  }

  func column(of offset: Int, in rows: [Row]) -> Int {
    let row = rows[rowNumber(of: offset, in: rows)]
    return part(row.start..<max(row.start, min(offset, row.end)))
      .reduce(0) { $0 + Self.columns(of: $1, at: $0) }
  }

  func offset(atColumn column: Int, in row: Row) -> Int {
    var (offset, reached) = (row.start, 0)
    for (index, cluster) in row.text.enumerated() {
      reached += Self.columns(of: cluster, at: reached)
      if reached > column || !row.isLast && index == row.text.count - 1 { break }
      offset += cluster.utf8.count
    }
    return offset
  }

  /// The visible text of a row from a column on.
  func shown(_ row: Row, from x: Int) -> String {
    var (result, column) = ("", 0)
    for cluster in row.text {
      let end = column + Self.columns(of: cluster, at: column)
      let shown = (column..<end).clamped(to: x..<x + columns - 1)
      let isWhole = shown.count == end - column && cluster != "\t"
      result +=
        isWhole
        ? String(SafeText.visible(cluster)) : String(repeating: " ", count: shown.count)
      column = end
    }
    while result.last == " " { result.removeLast() }
    return result
  }

  /// The part of a wrapped row that is shown as selected.
  func selected(_ row: Row) -> String {
    var (result, offset, column) = ("", row.start, 0)
    for cluster in row.text {
      let end = column + Self.columns(of: cluster, at: column)
      let shown = (column..<end).clamped(to: 0..<columns - 1)
      if selection.contains(offset) {
        result +=
          cluster == "\t"
          ? String(repeating: " ", count: shown.count)
          : shown.isEmpty ? "" : String(SafeText.visible(cluster))
      }
      offset += cluster.utf8.count
      column = end
    }
    let isEnd = row.isLast && selection.lowerBound <= row.end && row.end < selection.upperBound
    return result + (isEnd && column < columns - 1 ? " " : "")
  }

  // MARK: - Changes

  mutating func move(_ offset: Int, _ isSelecting: Bool) {
    caret = offset
    if !isSelecting { anchor = offset }
    (last, goal) = ("", nil)
  }

  mutating func replace(_ range: Range<Int>, _ new: String, _ kind: String, joins: Bool = false) {
    if range.isEmpty, new.isEmpty { return }
    if !(joins && kind == last) { past.append(Moment(text: text, caret: caret, anchor: anchor)) }
    (future, last, goal) = ([], kind, nil)
    text.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: new)
    caret = roundedUp(range.lowerBound + new.utf8.count)
    anchor = caret
  }

  mutating func erase(_ range: Range<Int>) {
    replace(selection.isEmpty ? range : selection, "", "erase", joins: selection.isEmpty)
  }

  mutating func move(byRows count: Int, _ isSelecting: Bool) {
    let rows = self.rows
    let column = goal ?? self.column(of: caret, in: rows)
    let old = rowNumber(of: caret, in: rows)
    let new = min(max(0, old + count), rows.count - 1)
    if new == old {
      let end = count < 0 ? 0 : text.utf8.count
      if caret == end, isSelecting || selection.isEmpty { return }
      return move(end, isSelecting)
    }
    move(offset(atColumn: column, in: rows[new]), isSelecting)
    goal = column
  }

  func word(_ isForward: Bool) -> Int {
    let start = index(caret)
    return offset(
      of: isForward
        ? WordBoundary.index(wordAfter: start, in: text)
        : WordBoundary.index(wordBefore: start, in: text))
  }

  mutating func apply(_ key: Key) {
    let isSelecting = key.modifiers.contains(.shift)
    let isLeaving = !isSelecting && !selection.isEmpty
    let before = boundaries.last { $0 < caret } ?? 0
    let after = boundaries.first { $0 > caret } ?? caret
    let line = line(at: caret)
    switch Key(key.code, key.modifiers.subtracting(.shift)) {
    case .left: move(isLeaving ? selection.lowerBound : before, isSelecting)
    case .right: move(isLeaving ? selection.upperBound : after, isSelecting)
    case .up: move(byRows: -1, isSelecting)
    case .down: move(byRows: 1, isSelecting)
    case .pageUp: move(byRows: -max(1, height - 1), isSelecting)
    case .pageDown: move(byRows: max(1, height - 1), isSelecting)
    case .home: move(line.lowerBound, isSelecting)
    case .end: move(line.upperBound, isSelecting)
    case Key(.home, .control): move(0, isSelecting)
    case Key(.end, .control): move(text.utf8.count, isSelecting)
    case Key(.left, .control): move(word(false), isSelecting)
    case Key(.right, .control): move(word(true), isSelecting)
    case .backspace: erase(before..<caret)
    case .delete: erase(caret..<after)
    case .control("w"): erase(word(false)..<caret)
    case .control("k"): erase(caret..<line.upperBound)
    case .enter:
      let line = self.line(at: selection.lowerBound)
      let indent = part(line.lowerBound..<selection.lowerBound).prefix { $0 == " " || $0 == "\t" }
      replace(selection, "\n" + indent, "line")
    case .control("z"): restore(\.past, \.future)
    case .control("y"): restore(\.future, \.past)
    default:
      guard let letter = key.text else { return }
      let before = caret == 0 ? nil : part(before..<caret).last
      let beginsWord = !letter.isWhitespace && before?.isWhitespace == true
      replace(selection, String(letter), "type", joins: !beginsWord)
    }
  }

  mutating func restore(
    _ source: WritableKeyPath<Self, [Moment]>, _ other: WritableKeyPath<Self, [Moment]>
  ) {
    guard let moment = self[keyPath: source].popLast() else { return }
    self[keyPath: other].append(Moment(text: text, caret: caret, anchor: anchor))
    (text, caret, anchor) = (moment.text, moment.caret, moment.anchor)
    (last, goal) = ("", nil)
  }

  /// Replaces the text, and moves the offsets by the smallest edit between the texts.
  mutating func adopt(_ new: String) {
    let (old, bytes) = (Array(text.utf8), Array(new.utf8))
    if old == bytes { return }
    let limit = min(old.count, bytes.count)
    var start = (0..<limit).first { old[$0] != bytes[$0] } ?? limit
    func isInside(_ bytes: [UInt8], _ offset: Int) -> Bool {
      offset < bytes.count && bytes[offset] & 0xC0 == 0x80
    }
    while isInside(old, start) || isInside(bytes, start) { start -= 1 }
    var common = 0
    while common < limit - start, old[old.count - 1 - common] == bytes[bytes.count - 1 - common] {
      common += 1
    }
    while isInside(bytes, bytes.count - common) { common -= 1 }
    let edit = TextEdit(
      start..<old.count - common,
      String(decoding: bytes[start..<bytes.count - common], as: UTF8.self))
    text = new
    (caret, anchor) = (roundedUp(edit.offset(after: caret)), roundedUp(edit.offset(after: anchor)))
    (past, future, last, goal) = ([], [], "", nil)
  }
}

@MainActor
@Suite("Text editor against a naive model", .timeLimit(.minutes(20)))
struct TextEditorStateTests {
  private static let moves: [Key] = [
    .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, Key(.left, .control),
    Key(.right, .control), Key(.home, .control), Key(.end, .control),
  ]
  private static let typed: [Key] = ["a", "b", " ", "+", "é", "日"].map { .character($0) }
  private static let keys: [Key] =
    moves + moves.map { $0.with(.shift) } + typed + typed + [.enter, .backspace, .delete]
    + [.control("w"), .control("k"), .control("z"), .control("z"), .control("y"), .backspace]
  private static let pieces = [
    "a", "word ", "  ", "\n", "\t", "e\u{301}", "\u{301}", "日本", "👨‍👩‍👧", "+=", "longer words ", "\nx",
  ]

  private func text(_ count: Int, _ generator: inout SeededGenerator) -> String {
    (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  @Test(
    "random keys, mouse actions, resizes and outside edits give the screen of a naive editor",
    arguments: 0..<rounds(6, long: 24))
  func programs(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let probe = EditorProbe(text(Int.random(in: 0...60, using: &generator), &generator))
    probe.wrap = seed % 2 == 0
    var model = NaiveEditor(text: probe.text.string, wraps: probe.wrap)
    let stage = probe.stage(columns: model.columns, rows: model.height)
    var clicked: [Int] = []
    for step in 0..<rounds(50, long: 120) {
      var action = ""
      switch Int.random(in: 0..<20, using: &generator) {
      case 0:
        let pasted = text(Int.random(in: 1...5, using: &generator), &generator)
        action = "paste \(pasted.debugDescription)"
        stage.terminal.paste(pasted)
        model.replace(model.selection, pasted, "paste")
      case 1:
        let size = (
          Int.random(in: 8...30, using: &generator), Int.random(in: 3...8, using: &generator)
        )
        action = "resize \(size)"
        (model.columns, model.height) = size
        stage.terminal.resize(columns: size.0, rows: size.1)
      case 2:
        let count = model.text.utf8.count
        let start = Int.random(in: 0...count, using: &generator)
        let edit = TextEdit(
          start..<min(count, start + Int.random(in: 0...6, using: &generator)),
          text(Int.random(in: 0...2, using: &generator), &generator))
        action = "outside \(edit)"
        probe.text.apply(edit)
        model.adopt(probe.text.string)
        stage.show(EditorView(probe: probe))
      case 3, 4:
        guard let cursor = stage.terminal.cursor else { break }
        let rows = model.rows
        let top = model.rowNumber(of: model.caret, in: rows) - cursor.y
        let x = model.wraps ? 0 : model.column(of: model.caret, in: rows) - cursor.x
        func point() -> [Int] {
          [
            Int.random(in: 0..<model.columns - 1, using: &generator),
            Int.random(in: 0..<model.height, using: &generator),
          ]
        }
        func offset(at point: [Int]) -> Int {
          model.offset(
            atColumn: x + point[0], in: rows[min(top + point[1], rows.count - 1)])
        }
        let (from, to) = (point(), point())
        if from == clicked || from == to { break }
        clicked = from
        action = "drag \(from) \(to)"
        stage.terminal.mouse(.press, x: from[0], y: from[1])
        stage.terminal.mouse(.release, x: from[0], y: from[1])
        model.move(offset(at: from), false)
        expectSame(stage, probe, model, "seed \(seed), step \(step): \(action)")
      default:
        let key = Self.keys.randomElement(using: &generator) ?? .left
        action = "\(key)"
        stage.terminal.send(key)
        model.apply(key)
      }
      if !expectSame(stage, probe, model, "seed \(seed), step \(step): \(action)") { return }
    }
  }

  @discardableResult
  private func expectSame(
    _ stage: NodeStage, _ probe: EditorProbe, _ model: NaiveEditor,
    _ what: @autoclosure () -> Comment
  ) -> Bool {
    let isSame = Array(probe.text.string.utf8) == Array(model.text.utf8)
    #expect(isSame, what())
    let rows = model.rows
    let number = model.rowNumber(of: model.caret, in: rows)
    let column = model.column(of: model.caret, in: rows)
    guard let cursor = stage.terminal.cursor else {
      Issue.record("no cursor: \(what())")
      return false
    }
    let x = model.wraps ? 0 : column - cursor.x
    let top = number - cursor.y
    guard isSame, x >= 0, top >= 0, cursor.x == min(column - x, model.width) else {
      Issue.record(
        "the cursor is at \(cursor), not in column \(column) of row \(number): \(what())")
      return false
    }
    let expected = (0..<model.height).map { y in
      top + y < rows.count ? model.shown(rows[top + y], from: x) : ""
    }
    let screen = stage.rows
    let shown = (0..<model.height).map { y -> String in
      var row = y < screen.count ? screen[y] : ""
      if row.last == "│" || row.last == "█" { row.removeLast() }
      while row.last == " " { row.removeLast() }
      return row
    }
    #expect(shown == expected, what())
    // There is no empty row below the text while there are rows above.
    let isFull = top == 0 || top + model.height <= rows.count
    #expect(isFull, what())
    let isSelected =
      !model.wraps
      || stage.inverse(model.columns).joined()
        == rows[top...].prefix(model.height).map { model.selected($0) }.joined()
    #expect(isSelected, what())
    return shown == expected && isFull && isSelected
  }

  @Test(
    "a change by the program elsewhere keeps the caret at its position in the text, and is taken once",
    arguments: 0..<rounds(50, long: 1_000))
  func elsewhere(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (model, editor) = (TextWithCaret(), self.model("", wraps: seed % 2 == 0))
    let settings = EditorLayout.Settings(wraps: seed % 2 == 0)
    let highlighter = TextHighlighter("none") { _ in [] }
    for step in 0..<20 {
      model.moveCaret(&generator)
      editor.move(to: model.caret, isSelecting: false)
      model.change(keepsEnd: false, &generator)
      editor.find = Bool.random(using: &generator) ? EditorFind(startOffset: 0) : nil
      editor.setQuery("not in the text")
      let description = FieldDescription()
      func update() {
        editor.update(EditedText(model.text), from: description, KeyMap())
        editor.updateRows(settings, showsNumbers: true)
        editor.updateRequest(highlighter)
      }
      update()
      let isSame =
        editor.buffer.text.string == model.text && editor.buffer.caret == model.caret
        && editor.buffer.selection.isEmpty
      #expect(isSame, "seed \(seed), step \(step)")
      let before = "\(editor)"
      update()
      #expect("\(editor)" == before, "seed \(seed), step \(step)")
    }
  }

  // MARK: - Work

  private func model(_ text: String, wraps: Bool) -> TextEditorState {
    var model = TextEditorState()
    model.layout.columnsOf = { displayWidth(of: $0) }
    model.update(EditedText(text), from: FieldDescription(), KeyMap())
    _ = model.resize(CellSize(width: 80, height: 24))
    model.updateRows(EditorLayout.Settings(wraps: wraps))
    return model
  }

  /// The number of bytes that are laid out for a change.
  private func work(
    _ model: inout TextEditorState, wraps: Bool, _ change: (inout TextEditorState) -> Void
  ) -> Int {
    let before = model.layout.measuredBytes
    change(&model)
    _ = model.takeEdit()
    model.updateRows(EditorLayout.Settings(wraps: wraps))
    return model.layout.measuredBytes - before
  }

  @Test("a key lays out a few lines at most in a text of 1 MB", arguments: [true, false])
  func work(wraps: Bool) {
    let lines = rounds(50_000, long: 500_000)
    var model = model(String(repeating: "some words in a line\n", count: lines), wraps: wraps)
    let limit = 2_048
    func expectLittleWork(_ change: (inout TextEditorState) -> Void) {
      let bytes = work(&model, wraps: wraps, change)
      #expect(bytes <= limit)
    }
    for offset in [0, model.buffer.text.count / 2, model.buffer.text.count] {
      _ = work(&model, wraps: wraps) { $0.move(to: offset, isSelecting: false) }
      for _ in 0..<3 {
        expectLittleWork { $0.buffer.type("x") }
        expectLittleWork { _ = $0.move(byRows: -1, isSelecting: false) }
        expectLittleWork { _ = $0.move(byRows: 1, isSelecting: false) }
        expectLittleWork { $0.buffer.paste("some\nlines\n") }
      }
      model.buffer.undo()
    }
  }

  @Test("an ended search of a long text goes on in both directions", arguments: [true, false])
  func findAgain(isForward: Bool) throws {
    let filler = String(repeating: "some words in a line\n", count: 2_000)
    var model = model("app" + filler + "app" + filler + "app", wraps: true)
    let length = filler.utf8.count + 3
    model.find = EditorFind(query: "app", startOffset: 0)
    model.endFind()
    model.move(to: length + 3, isSelecting: false)
    model.move(to: length, isSelecting: true)
    let isKey = model.findAgain(isForward: isForward)
    #expect(isKey)
    model.updateRequest(nil)
    let request = try #require(model.request)
    let matches = EditorFind.matches(of: "app", in: model.buffer.text)
    let isNew = model.take((highlights: nil, matches: matches), of: request)
    #expect(isNew)
    let start = isForward ? 2 * length : 0
    #expect(matches.count == 3 && model.buffer.selection == start..<start + 3)
  }

  @Test("the rows of a long line are its text, and lead to its columns")
  func longLine() {
    let line = (0..<2_000).map { "\($0) 日本 " }.joined()
    for wraps in [true, false] {
      var model = model("first\n" + line + "\nlast", wraps: wraps)
      var layout = model.layout
      var row = layout.row(at: 0)
      var (rows, text) = (1, row.text)
      while let next = row.next {
        row = layout.row(at: next)
        rows += 1
        text += row.text
        let before = layout.row(before: row)
        #expect(before.map { $0.next == row.start } == true)
      }
      #expect(wraps ? rows > displayWidth(of: line) / 80 : rows == 3)
      #expect(text == "first" + line + "last")
      for offset in [10, 5_000, 20_000, line.utf8.count] {
        model.move(to: 6 + offset, isSelecting: false)
        model.updateRows(EditorLayout.Settings(wraps: wraps))
        let caret = model.buffer.caret
        #expect(model.caretPoint != nil)
        let row = layout.row(at: caret)
        let column = layout.column(of: caret, in: row)
        #expect(layout.offset(atColumn: column, in: row) == caret)
        if !wraps {
          #expect(column == displayWidth(of: model.buffer.text[6..<caret]))
        }
      }
    }
  }

  @Test("find matches whole clusters, also where windows of the search meet")
  func search() {
    let text =
      String(repeating: "é日", count: 30_000) + "Needle" + String(repeating: "x", count: 70_000)
      + "needle"
    let matches = EditorFind.matches(of: "needle", in: EditedText(text))
    #expect(matches == [150_000..<150_006, 220_006..<220_012])
    #expect(EditorFind.matches(of: "NEEDLE", in: EditedText(text)) == matches)
    #expect(EditorFind.matches(of: "日", in: EditedText(text)).count == EditorFind.limit)
    #expect(EditorFind.matches(of: "needlex", in: "needle") == [])
  }
}
