/// A text with a caret, a selection, an undo history and the editing operations: the engine of
/// ``TextEditor`` and ``TextField``.
struct EditorBuffer {
  private(set) var state = EditorState()
  /// Whether this is the text of a ``TextField``: one line even if it has line feeds. In a field,
  /// deleted words and parts of the line are killed: Paste inserts them again.
  private let isField: Bool
  /// The text that Paste inserts: the last cut or copied text; in a field, the last killed text.
  private var register = ""
  var lastStep = Step.other
  /// Whether the caret moves to the next change that the program makes; set while the program
  /// performs an undo or a redo.
  var movesCaretToNextChange = false

  private var newestEdit: TextEdit?
  private var lastDescription: FieldDescription?
  /// The size of the previous paste in bytes. A long paste arrives in pieces, which are one undo
  /// step.
  private var pasted = 0
  /// The state before each undo step. The texts of these states share storage, so a step needs
  /// memory only for what later edits replace.
  private var undoStack: [EditorState] = []
  private var redoStack: [EditorState] = []

  private static let maximumPast = 1_000

  enum Step { case typing, erasing, killing, pasting, other }

  init(isField: Bool = false) { self.isField = isField }

  var text: EditedText { state.content }
  var caret: Int { state.cursor }
  var selection: Range<Int> { state.selection }

  /// Removes and returns the edit of the newest operation. Each operation makes at most one.
  mutating func takeEdit() -> TextEdit? {
    defer { newestEdit = nil }
    return newestEdit
  }

  /// Replaces the text by the text of a new ``FieldDescription``; ignores the description of the
  /// last call. Caret and selection keep their position in the text, but in a field, a caret at
  /// the end stays at the end. A different text clears the history if no edit was pending, or if
  /// the new text is empty.
  /// - Returns: the change of the text; nil if the text does not change.
  @discardableResult
  mutating func update(_ new: EditedText, from description: FieldDescription) -> TextEdit? {
    guard description !== lastDescription else { return nil }
    let isAnswer = lastDescription?.hasPendingEdit == true
    lastDescription = description
    guard let edit = new.edit(from: text) else { return nil }
    if !isAnswer || new.isEmpty { (undoStack, redoStack, lastStep) = ([], [], .other) }
    let old = state
    state.content = new
    func moved(_ offset: Int) -> Int {
      if movesCaretToNextChange { return edit.range.lowerBound + edit.replacement.utf8.count }
      return isField && offset == old.content.count ? new.count : edit.offset(after: offset)
    }
    state.cursor = new.clusterEnd(at: moved(old.cursor))
    state.selectionAnchor = new.clusterEnd(at: moved(old.selectionAnchor))
    movesCaretToNextChange = false
    return edit
  }

  // MARK: - Commands

  /// Performs a command that does not depend on how the lines wrap into rows.
  /// - Parameter copy: called with the text to copy.
  /// - Returns: whether the command was handled.
  mutating func perform(_ command: EditorCommand, isSelecting: Bool, copy: (String) -> Void) -> Bool
  {
    let (caret, selection) = (caret, selection)
    // Without Shift, Left moves to the start of the selection, and Right to its end.
    let isLeaving = !isSelecting && !selection.isEmpty
    let line = isField ? 0..<text.count : text.range(ofLine: text.line(at: caret))
    func move(to offset: Int) { self.move(to: offset, isSelecting: isSelecting) }
    func delete(_ range: Range<Int>) { if isField { kill(range) } else { erase(range) } }
    switch command {
    case .left: move(to: isLeaving ? selection.lowerBound : text.offset(before: caret))
    case .right: move(to: isLeaving ? selection.upperBound : text.offset(after: caret))
    case .wordLeft: move(to: word(before: caret))
    case .wordRight: move(to: word(after: caret))
    case .lineStart: move(to: line.lowerBound)
    case .lineEnd: move(to: line.upperBound)
    case .start: move(to: 0)
    case .end: move(to: text.count)
    case .selectAll:
      self.move(to: 0, isSelecting: false)
      self.move(to: text.count, isSelecting: true)
    case .newLine: breakLine()
    case .deleteBackward: erase(text.offset(before: caret)..<caret)
    case .deleteForward: erase(caret..<text.offset(after: caret))
    case .deleteWordBackward where !selection.isEmpty: delete(selection)
    case .deleteWordBackward: delete(word(before: caret)..<caret)
    case .deleteWordForward: delete(caret..<word(after: caret))
    case .deleteToLineStart: delete(line.lowerBound..<caret)
    case .deleteToLineEnd: delete(caret..<line.upperBound)
    case .copy, .cut:
      if selection.isEmpty { return false }
      copy(text[selection])
      if !isField { register = text[selection] }
      if command == .cut { erase(selection) }
    case .paste: paste(register)
    case .undo: undo()
    case .redo: redo()
    default: return false
    }
    return true
  }

  // MARK: - Moves

  mutating func move(to offset: Int, isSelecting: Bool) {
    state.cursor = text.clusterStart(at: offset)
    if !isSelecting { state.selectionAnchor = caret }
    lastStep = .other
  }

  /// The start of the word before an offset: see ``WordBoundary``.
  /// - Parameter reach: the distance to search first, in bytes. If the word begins farther away,
  ///   the search goes on.
  func word(before offset: Int, reach: Int = 256) -> Int {
    let start = text.clusterStart(at: max(0, offset - reach))
    let part = text[start..<offset]
    let index = WordBoundary.index(wordBefore: part.endIndex, in: part)
    if index == part.startIndex, start > 0 { return word(before: offset, reach: reach * 8) }
    return offset - part[index...].utf8.count
  }

  /// The end of the word after an offset.
  func word(after offset: Int, reach: Int = 256) -> Int {
    let end = text.clusterEnd(at: min(text.count, offset + reach))
    let part = text[offset..<end]
    let index = WordBoundary.index(wordAfter: part.startIndex, in: part)
    if index == part.endIndex, end < text.count { return word(after: offset, reach: reach * 8) }
    return offset + part[..<index].utf8.count
  }

  /// The word that contains an offset; between words, the cluster at the offset.
  func word(around offset: Int) -> Range<Int> {
    let line = text.range(ofLine: text.line(at: offset))
    let end = word(after: offset)
    let start = word(before: min(end, line.upperBound))
    if start <= offset, offset < end {
      return max(start, line.lowerBound)..<min(end, line.upperBound)
    }
    return offset..<max(offset, min(text.offset(after: offset), line.upperBound))
  }

  // MARK: - Edits

  /// - Parameters:
  ///   - joins: whether to merge with the previous undo step if both are of the same kind.
  ///   - selects: whether to select the new text.
  mutating func replace(
    _ range: Range<Int>, with new: String, _ step: Step = .other, joins: Bool = false,
    selects: Bool = false
  ) {
    guard !range.isEmpty || !new.isEmpty else { return }
    if !joins || step != lastStep {
      undoStack.append(state)
      if undoStack.count > Self.maximumPast { undoStack.removeFirst() }
    }
    (redoStack, lastStep) = ([], step)
    commit(TextEdit(range, new))
    // Adjacent clusters may have merged into one.
    state.cursor = text.clusterEnd(at: range.lowerBound + new.utf8.count)
    state.selectionAnchor = selects ? text.clusterStart(at: range.lowerBound) : caret
  }

  /// Types or, with an empty text, erases.
  /// - Parameters:
  ///   - range: the range that the text replaces; nil: the selection.
  ///   - joins: whether to merge with the previous undo step, unless a word begins.
  mutating func type(_ new: String, over range: Range<Int>? = nil, joins: Bool = true) {
    let range = range ?? selection
    // Each word is its own undo step.
    let before = text[text.offset(before: range.lowerBound)..<range.lowerBound]
    let beginsWord = new.first?.isWhitespace == false && before.last?.isWhitespace == true
    replace(range, with: new, new.isEmpty ? .erasing : .typing, joins: joins && !beginsWord)
  }

  /// Erases a range and stores its text for Paste. If the previous step killed text, too, Paste
  /// inserts both texts.
  private mutating func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let (part, before) = (text[range], lastStep == .killing ? register : "")
    register = range.lowerBound < caret ? part + before : before + part
    replace(range, with: "", .killing)
  }

  /// Erases the selection, or the given range if nothing is selected.
  mutating func erase(_ range: Range<Int>) {
    replace(selection.isEmpty ? range : selection, with: "", .erasing, joins: selection.isEmpty)
  }

  mutating func paste(_ pasted: String) {
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
  mutating func breakLine() {
    let line = text.range(ofLine: text.line(at: selection.lowerBound))
    let start = text[line.lowerBound..<selection.lowerBound]
    replace(selection, with: lineEnd + start.prefix { $0 == " " || $0 == "\t" })
  }

  /// Indents the lines of the selection by `width` spaces, or outdents them by up to `width` spaces
  /// or one tab. Unless the selection spans several lines, indenting replaces it by spaces up to
  /// the next tab stop.
  mutating func indent(by width: Int, isOut: Bool) {
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

  mutating func undo() { restore(from: \.undoStack, to: \.redoStack) }

  mutating func redo() { restore(from: \.redoStack, to: \.undoStack) }

  private mutating func restore(
    from source: WritableKeyPath<Self, [EditorState]>,
    to other: WritableKeyPath<Self, [EditorState]>
  ) {
    guard let restored = self[keyPath: source].popLast() else { return }
    self[keyPath: other].append(state)
    if let edit = restored.content.edit(from: text) { commit(edit) }
    (state, lastStep) = (restored, .other)
  }

  private mutating func commit(_ edit: TextEdit) {
    state.content.apply(edit)
    lastDescription?.hasPendingEdit = true
    newestEdit = edit
  }
}
