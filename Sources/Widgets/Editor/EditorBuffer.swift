/// A text with a caret, a selection, an undo history and the editing operations.
///
/// It is a class, so that a second key before the next frame edits the text that the first one left.
final class EditorBuffer {
  private(set) var text = EditedText()
  /// In UTF-8 bytes, at the start of a cluster.
  private(set) var caret = 0
  /// The other end of the selection; equal to the caret if nothing is selected.
  private(set) var selectionAnchor = 0
  /// The text of the last cut or copy.
  var register = ""
  /// Called with each edit, before the program is notified.
  var changed: (TextEdit) -> Void = { _ in }
  /// Whether the caret moves to the next change that the program makes; set while the program performs an undo or
  /// a redo.
  var movesCaretToNextChange = false

  private var pending: [TextEdit] = []
  private var lastDescription: LineEditor.FieldDescription?
  private var lastStep = Step.other
  /// The size of the previous paste in bytes: a long paste arrives in pieces.
  private var pasted = 0
  private var undoStack: [UndoSnapshot] = []
  private var redoStack: [UndoSnapshot] = []

  private static let maximumPast = 1_000

  enum Step { case typing, erasing, pasting, other }

  /// Texts share storage: a snapshot costs only the parts that later edits replace.
  private struct UndoSnapshot {
    let text: EditedText
    let caret: Int
    let selectionAnchor: Int
  }

  var selection: Range<Int> { min(caret, selectionAnchor)..<max(caret, selectionAnchor) }

  /// Removes and returns the edits not yet delivered to the program.
  func takeEdits() -> [TextEdit] {
    defer { pending = [] }
    return pending
  }

  /// Replaces the text by that of a new description; ignores a description that was used before.
  /// Caret and selection keep their position in the text. If no edit was pending, a different text
  /// clears the history.
  func update(_ new: EditedText, from description: LineEditor.FieldDescription) {
    guard description !== lastDescription else { return }
    let isAnswer = lastDescription?.hasPendingEdit == true
    lastDescription = description
    guard let edit = new.edit(from: text) else { return }
    if !isAnswer { (undoStack, redoStack) = ([], []) }
    lastStep = .other
    text = new
    changed(edit)
    if movesCaretToNextChange {
      movesCaretToNextChange = false
      caret = edit.range.lowerBound + edit.replacement.utf8.count
      selectionAnchor = caret
    } else {
      caret = edit.offset(after: caret)
      selectionAnchor = edit.offset(after: selectionAnchor)
    }
    caret = new.clusterEnd(at: caret)
    selectionAnchor = new.clusterEnd(at: selectionAnchor)
  }

  // MARK: - Moves

  func move(to place: Int, isSelecting: Bool) {
    caret = text.clusterStart(at: place)
    if !isSelecting { selectionAnchor = caret }
    lastStep = .other
  }

  /// The start of the word before a position: see ``WordBoundary``.
  /// - Parameter reach: how far to search, in bytes. Farther if the word begins farther away.
  func word(before place: Int, reach: Int = 256) -> Int {
    let start = text.clusterStart(at: max(0, place - reach))
    let part = text[start..<place]
    let index = WordBoundary.index(wordBefore: part.endIndex, in: part)
    if index == part.startIndex, start > 0 { return word(before: place, reach: reach * 8) }
    return place - part[index...].utf8.count
  }

  /// The end of the word after a position.
  func word(after place: Int, reach: Int = 256) -> Int {
    let end = text.clusterEnd(at: min(text.count, place + reach))
    let part = text[place..<end]
    let index = WordBoundary.index(wordAfter: part.startIndex, in: part)
    if index == part.endIndex, end < text.count { return word(after: place, reach: reach * 8) }
    return place + part[..<index].utf8.count
  }

  /// The word that contains a position; between words, the cluster at the position.
  func word(around place: Int) -> Range<Int> {
    let line = text.range(ofLine: text.line(at: place))
    let end = word(after: place)
    let start = word(before: min(end, line.upperBound))
    if start <= place, place < end {
      return max(start, line.lowerBound)..<min(end, line.upperBound)
    }
    return place..<max(place, min(text.offset(after: place), line.upperBound))
  }

  // MARK: - Edits

  /// - Parameters:
  ///   - joins: whether to merge with the previous undo step if both are of the same kind.
  ///   - selects: whether to select the new text.
  func replace(
    _ range: Range<Int>, with new: String, _ step: Step = .other, joins: Bool = false,
    selects: Bool = false
  ) {
    guard !range.isEmpty || !new.isEmpty else { return }
    if !joins || step != lastStep {
      undoStack = undoStack.suffix(Self.maximumPast - 1) + [snapshot]
    }
    (redoStack, lastStep) = ([], step)
    commit(TextEdit(range, new))
    // Adjacent clusters may have merged into one.
    caret = text.clusterEnd(at: range.lowerBound + new.utf8.count)
    selectionAnchor = selects ? text.clusterStart(at: range.lowerBound) : caret
  }

  func type(_ cluster: Character) {
    // Each word is its own undo step.
    let before = text[text.offset(before: caret)..<caret]
    let beginsWord = !cluster.isWhitespace && before.last?.isWhitespace == true
    replace(selection, with: String(cluster), .typing, joins: !beginsWord)
  }

  /// Erases the selection, or the given range if nothing is selected.
  func erase(_ range: Range<Int>) {
    replace(selection.isEmpty ? range : selection, with: "", .erasing, joins: selection.isEmpty)
  }

  func paste(_ pasted: String) {
    let end = lineEnd
    let new = end == "\n" ? pasted : pasted.map { $0 == "\n" ? end : String($0) }.joined()
    replace(selection, with: new, .pasting, joins: self.pasted >= 4_096)
    self.pasted = new.utf8.count
  }

  /// The line ending that the text uses near the caret.
  private var lineEnd: String {
    guard text.lineCount > 1 else { return "\n" }
    let line = max(1, text.line(at: caret))
    let end = text.range(ofLine: line - 1).upperBound
    return text[end..<text.range(ofLine: line).lowerBound]
  }

  /// Starts a new line with the indentation of the caret's line.
  func breakLine() {
    let line = text.range(ofLine: text.line(at: selection.lowerBound))
    let start = text[line.lowerBound..<selection.lowerBound]
    replace(selection, with: lineEnd + start.prefix { $0 == " " || $0 == "\t" })
  }

  /// Indents the lines of the selection, or outdents them by up to the same width. Without a
  /// selection of several lines, indenting inserts spaces up to the next tab stop.
  func indent(by width: Int, isOut: Bool) {
    let selection = selection
    let (first, last) = (text.line(at: selection.lowerBound), text.line(at: selection.upperBound))
    let start = text.range(ofLine: first).lowerBound
    if first == last, !isOut {
      let column = text[start..<selection.lowerBound].count
      return replace(selection, with: spaces(width - column % width), .typing, joins: true)
    }
    // Leaves out the last line if the selection ends at its start.
    let includesLast = first == last || selection.upperBound > text.range(ofLine: last).lowerBound
    let range = start..<text.range(ofLine: includesLast ? last : last - 1).upperBound
    let lines = text[range].split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let new = lines.map { line -> String in
      guard isOut else { return line.isEmpty ? "" : spaces(width) + line }
      if line.first == "\t" { return String(line.dropFirst()) }
      return String(line.dropFirst(min(width, line.prefix { $0 == " " }.count)))
    }.joined(separator: lineEnd)
    guard new != text[range] else { return }
    let isSelected = !selection.isEmpty
    let caret = caret
    replace(range, with: new, selects: isSelected)
    if !isSelected {
      let removed = range.count - new.utf8.count
      move(to: max(start, caret - removed), isSelecting: false)
    }
  }

  // MARK: - Undo

  private var snapshot: UndoSnapshot {
    UndoSnapshot(text: text, caret: caret, selectionAnchor: selectionAnchor)
  }

  func undo() { restore(from: \.undoStack, to: \.redoStack) }

  func redo() { restore(from: \.redoStack, to: \.undoStack) }

  private func restore(
    from source: ReferenceWritableKeyPath<EditorBuffer, [UndoSnapshot]>,
    to other: ReferenceWritableKeyPath<EditorBuffer, [UndoSnapshot]>
  ) {
    guard let restored = self[keyPath: source].popLast() else { return }
    self[keyPath: other].append(snapshot)
    if let edit = restored.text.edit(from: text) { commit(edit) }
    (caret, selectionAnchor, lastStep) = (restored.caret, restored.selectionAnchor, .other)
  }

  private func commit(_ edit: TextEdit) {
    text.apply(edit)
    lastDescription?.hasPendingEdit = true
    pending.append(edit)
    changed(edit)
  }
}
