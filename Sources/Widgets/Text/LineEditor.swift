import MillraceRender
import Synchronization

/// An edited line of text and its keys: readline's keys and those common in text fields.
///
/// A class, because several keys may edit it between two frames.
@MainActor
package final class LineEditor {
  private(set) var line = EditedLine()
  /// The first visible column, if the text is wider than its field.
  package var scroll = 0
  /// The index of the chosen completion.
  var chosen = 0

  private var lastDescription: FieldDescription?
  private var lastStep = Step.other
  /// The text killed last.
  private var killed = ""
  private var past: [EditedLine] = []
  private var future: [EditedLine] = []

  private static let maximumPast = 100

  /// Identifies one description of a field: each new description has another object.
  final class FieldDescription: Sendable {
    private let edited = Atomic(false)
    /// Whether the user has edited the text since this description. The next description is then
    /// the program's response to the edit.
    var hasPendingEdit: Bool {
      get { edited.load(ordering: .relaxed) }
      set { edited.store(newValue, ordering: .relaxed) }
    }
  }

  private enum Step { case typing, erasing, killing, other }

  nonisolated init() {}

  var text: String { line.text }

  var isAtEnd: Bool { line.cursor == text.count }

  /// Whether the last step typed or erased text.
  var isTyping: Bool { lastStep == .typing || lastStep == .erasing }

  func endTyping() { lastStep = .other }

  /// Replaces the text by that of a new description; ignores a description that was used before.
  /// The cursor keeps its position as far as the text allows; if the text was empty, the cursor
  /// moves to the end of the text.
  func update(_ text: String, from description: FieldDescription) {
    guard description !== lastDescription else { return }
    let isAnswer = lastDescription?.hasPendingEdit == true
    lastDescription = description
    guard text != self.text else { return }
    // The history does not apply to an unrelated text.
    if !isAnswer || text.isEmpty { (past, future, lastStep) = ([], [], .other) }
    let place = isAtEnd ? text.count : min(line.cursor, text.count)
    line = EditedLine(text: text, cursor: place, selectionAnchor: place)
  }

  /// The selected text; nil if nothing is selected.
  var selectedText: String? {
    let selection = line.selection
    return selection.isEmpty
      ? nil : String(line.text.dropFirst(selection.lowerBound).prefix(selection.count))
  }

  /// Replaces the selection with a text.
  func insert(_ text: String) { replace(line.selection, with: text, .other) }

  /// Replaces the last clusters before the cursor with a text.
  func complete(_ count: Int, with text: String) {
    replace(line.cursor - count..<line.cursor, with: text, .other)
  }

  /// Applies an edit of the host, as one undo step. If the program changed the line meanwhile, and
  /// in another part, the line gets both changes; if in the same part, it becomes the host's line.
  func take(_ edit: LineEdit) {
    let (base, old) = (Array(singleLine(edit.base)), Array(singleLine(text)))
    let new = Array(singleLine(edit.text))
    let theirs = Change(from: base, to: old)
    var mine = Change(from: base, to: new)
    // Offsets in the host's line move from `from` on, by `shift`. What the program inserts where the
    // host does comes first, with the caret behind both.
    var (from, shift) = (Int.max, 0)
    if theirs.removed.upperBound <= mine.removed.lowerBound {
      (from, shift) = (theirs.removed.upperBound, theirs.growth)
      mine.removed = mine.removed.lowerBound + shift..<mine.removed.upperBound + shift
    } else if mine.removed.upperBound <= theirs.removed.lowerBound {
      (from, shift) = (theirs.removed.upperBound + mine.growth + 1, theirs.growth)
    } else {
      mine = Change(from: old, to: new)
    }
    if !mine.removed.isEmpty || !mine.added.isEmpty {
      let (start, end) = (mine.removed.lowerBound, mine.removed.upperBound)
      let beginsWord =
        mine.added.first?.isWhitespace == false && start > 0 && old[start - 1].isWhitespace
      let isReplacement = start < end && !mine.added.isEmpty
      let isElsewhere = line.cursor != start && line.cursor != end
      replace(
        mine.removed, with: String(mine.added), mine.added.isEmpty ? .erasing : .typing,
        joins: !beginsWord && !isReplacement && !isElsewhere)
    }
    func position(_ offset: Int) -> Int {
      let moved = offset >= from ? offset + shift : offset
      return 0...text.count ~= moved ? moved : text.count
    }
    (line.selectionAnchor, line.cursor) = (position(edit.anchor), position(edit.cursor))
  }

  /// The part in which two texts differ: its range in the first, and its content in the second.
  private struct Change {
    var removed: Range<Int>
    let added: ArraySlice<Character>
    /// By how many clusters the second text is longer.
    var growth: Int { added.count - removed.count }

    init(from old: [Character], to new: [Character]) {
      let start = zip(old, new).prefix { $0 == $1 }.count
      let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
      (removed, added) = (start..<old.count - end, new[start..<new.count - end])
    }
  }

  /// - Returns: whether the key was handled.
  func apply(_ key: Key) -> Bool {
    if let typed = key.text {
      type(typed)
      return true
    }
    let isSelecting = key.modifiers.contains(.shift)
    let plain = Key(key.code, key.modifiers.subtracting(.shift))
    if let place = position(for: plain, isSelecting: isSelecting) {
      move(to: place, isSelecting: isSelecting)
      return true
    }
    let (cursor, selection) = (line.cursor, line.selection)
    switch key {
    case .backspace, .control("h"):
      erase(selection.isEmpty ? max(0, cursor - 1)..<cursor : selection)
    case .delete, .control("d"):
      erase(selection.isEmpty ? cursor..<min(cursor + 1, text.count) : selection)
    case .control("w") where !selection.isEmpty: kill(selection)
    case .control("w"), .altBackspace: kill(wordStart..<cursor)
    case .alt("d"): kill(cursor..<wordEnd)
    case .control("u"): kill(0..<cursor)
    case .control("k"): kill(cursor..<text.count)
    case .control("y"): insert(killed)
    case .alt("a"):
      move(to: 0, isSelecting: false)
      move(to: text.count, isSelecting: true)
    case _ where Key.undo.contains(key): restore(from: \.past, to: \.future)
    case _ where Key.redo.contains(key): restore(from: \.future, to: \.past)
    default: return false
    }
    return true
  }

  /// Moves the cursor before the cluster that covers a column.
  /// - Parameter columns: the width of a text in columns.
  func moveCursor(toColumn column: Int, isSelecting: Bool, columns: (String) -> Int) {
    var (place, width) = (0, 0)
    for cluster in text {
      width += columns(singleLine(String(cluster)))
      if width > column { break }
      place += 1
    }
    move(to: place, isSelecting: isSelecting)
  }

  // MARK: - Moves

  /// The position that a key moves to.
  private func position(for key: Key, isSelecting: Bool) -> Int? {
    // Without Shift, Left moves to the start of the selection, and Right to its end.
    let isLeaving = !isSelecting && !line.selection.isEmpty
    return switch key {
    case .left, .control("b"): isLeaving ? line.selection.lowerBound : max(0, line.cursor - 1)
    case .right, .control("f"):
      isLeaving ? line.selection.upperBound : min(line.cursor + 1, text.count)
    case .home, .control("a"): 0
    case .end, .control("e"): text.count
    case .alt("b"), .wordLeft, .wordLeftAlt: wordStart
    case .alt("f"), .wordRight, .wordRightAlt: wordEnd
    default: nil
    }
  }

  private var wordStart: Int { position(WordBoundary.index(wordBefore:in:)) }

  private var wordEnd: Int { position(WordBoundary.index(wordAfter:in:)) }

  private func position(_ boundary: (String.Index, String) -> String.Index) -> Int {
    let cursor = text.index(text.startIndex, offsetBy: line.cursor)
    return text.distance(from: text.startIndex, to: boundary(cursor, text))
  }

  private func move(to place: Int, isSelecting: Bool) {
    line.cursor = place
    if !isSelecting { line.selectionAnchor = place }
    lastStep = .other
  }

  // MARK: - Changes

  private func type(_ cluster: Character) {
    // Each word is its own undo step.
    let beginsWord = !cluster.isWhitespace && line.before.last?.isWhitespace == true
    replace(line.selection, with: String(cluster), .typing, joins: !beginsWord)
  }

  private func erase(_ range: Range<Int>) { replace(range, with: "", .erasing, joins: true) }

  private func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let part = line.part(range)
    let before = lastStep == .killing ? killed : ""
    killed = range.lowerBound < line.cursor ? part + before : before + part
    replace(range, with: "", .killing)
  }

  /// - Parameter joins: whether to merge with the previous undo step if both are of the same kind.
  private func replace(
    _ range: Range<Int>, with new: String, _ step: Step, joins: Bool = false
  ) {
    guard !range.isEmpty || !new.isEmpty else { return }
    if !joins || step != lastStep { past = past.suffix(Self.maximumPast - 1) + [line] }
    (future, lastStep, chosen) = ([], step, 0)
    lastDescription?.hasPendingEdit = true
    line.replace(range, with: new)
  }

  private func restore(
    from source: ReferenceWritableKeyPath<LineEditor, [EditedLine]>,
    to other: ReferenceWritableKeyPath<LineEditor, [EditedLine]>
  ) {
    guard let restored = self[keyPath: source].popLast() else { return }
    self[keyPath: other].append(line)
    (line, lastStep) = (restored, .other)
    lastDescription?.hasPendingEdit = true
  }
}

extension Key {
  fileprivate static let wordLeft = Key(.left, .control)
  fileprivate static let wordLeftAlt = Key(.left, .alt)
  fileprivate static let wordRight = Key(.right, .control)
  fileprivate static let wordRightAlt = Key(.right, .alt)
  fileprivate static let altBackspace = Key(.backspace, .alt)
  /// Readline's Ctrl-_, which a terminal also sends for Ctrl-/. The Kitty keyboard protocol reports
  /// Ctrl-/, and may report Ctrl-_ as Ctrl-Shift-Minus.
  fileprivate static let undo: Set = [
    .control("_"), .control("/"), Key(.character("-"), [.control, .shift]),
  ]
  /// The undo keys with Alt, as in Emacs, and Alt-_.
  fileprivate static let redo = Set(undo.map { $0.with(.alt) } + [.alt("_")])
}
