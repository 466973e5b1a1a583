import MillraceRender

/// The local state of a field, and its keys: readline's keys and those common in text fields.
struct FieldState {
  var buffer = EditorBuffer(isField: true)
  /// The keys of the commands. A help screen names only the keys that the map assigns.
  private(set) var keys: CommandKeys<EditorCommand>?
  /// The index of the chosen completion.
  var chosen = 0
  let scroll = FieldScroll()

  var line: EditorState { buffer.state }

  var text: String { line.text }

  var isAtEnd: Bool { buffer.caret == buffer.text.count }

  /// Whether the last step typed or erased text.
  var isTyping: Bool { buffer.lastStep == .typing || buffer.lastStep == .erasing }

  /// Takes the text of a new description: see ``EditorBuffer/update(_:from:)``.
  mutating func update(
    _ text: String, from description: FieldDescription, _ map: KeyMap = KeyMap()
  ) {
    buffer.update(EditedText(text), from: description)
    if keys?.map != map {
      keys = CommandKeys(
        EditorCommand.field, in: map, takesUnnamed: true, isNamed: { _ in false })
    }
  }

  /// Replaces the last clusters before the cursor with a text.
  mutating func complete(_ count: Int, with text: String) {
    let replaced = line.before.suffix(count).utf8.count
    buffer.replace(buffer.caret - replaced..<buffer.caret, with: text)
  }

  /// Applies an edit that the host (a web page, for example) has made to its copy of the line, as
  /// one undo step. If the program has changed another part of the line meanwhile, the line gets
  /// both changes. If the program has changed the same part, the host's line replaces its line.
  mutating func take(_ edit: LineEdit) {
    let old = buffer.text
    let hasBreaks = text.hasLineBreak
    // The host's line has a symbol for each line break.
    func content(_ line: String) -> EditedText {
      EditedText(
        hasBreaks ? String(line.map { $0 == "\u{240A}" ? "\n" : $0 }) : singleLine(line))
    }
    let (base, new) = (content(edit.base), content(edit.text))
    let theirs = old.edit(from: base) ?? TextEdit(0..<0, "")
    var mine = new.edit(from: base) ?? TextEdit(base.count..<base.count, "")
    // An offset in the host's line that is at least `from` moves by `shift` in the merged line. If
    // the program and the host inserted text at the same offset, the program's text comes first,
    // and the caret is after both texts.
    var (from, shift) = (Int.max, 0)
    if theirs.range.upperBound <= mine.range.lowerBound {
      (from, shift) = (theirs.range.upperBound, theirs.growth)
      mine.range = mine.range.lowerBound + shift..<mine.range.upperBound + shift
    } else if mine.range.upperBound <= theirs.range.lowerBound {
      (from, shift) = (theirs.range.upperBound + mine.growth + 1, theirs.growth)
    } else {
      mine = new.edit(from: old) ?? TextEdit(0..<0, "")
    }
    let isReplacement = !mine.range.isEmpty && !mine.replacement.isEmpty
    let isElsewhere =
      buffer.caret != mine.range.lowerBound && buffer.caret != mine.range.upperBound
    buffer.type(mine.replacement, over: mine.range, joins: !isReplacement && !isElsewhere)
    let step = buffer.lastStep
    for (clusters, isSelecting) in [(edit.anchor, false), (edit.cursor, true)] {
      let offset = new.string.prefix(clusters).utf8.count
      buffer.move(to: offset >= from ? offset + shift : offset, isSelecting: isSelecting)
    }
    buffer.lastStep = step
  }

  /// - Parameter copy: called with the text to copy.
  /// - Returns: whether the key was handled.
  mutating func apply(_ key: Key, copy: (String) -> Void = { _ in }) -> Bool {
    guard let typed = key.text else { return apply(KeyChord(key), copy: copy) }
    buffer.type(String(typed))
    return true
  }

  mutating func apply(_ chord: KeyChord, copy: (String) -> Void) -> Bool {
    let keys = keys ?? CommandKeys(EditorCommand.field, in: KeyMap())
    guard let (command, isSelecting) = keys.command(of: chord) else { return false }
    return buffer.perform(command, isSelecting: isSelecting, copy: copy)
  }

  /// Moves the cursor before the cluster that covers a column.
  /// - Parameter columns: the width of a text in columns.
  mutating func moveCursor(toColumn column: Int, isSelecting: Bool, columns: (String) -> Int) {
    var (offset, width) = (0, 0)
    for cluster in text {
      width += columns(singleLine(String(cluster)))
      if width > column { break }
      offset += cluster.utf8.count
    }
    buffer.move(to: offset, isSelecting: isSelecting)
  }
}

/// The scroll position of a field whose text is wider than its box. Drawing changes it if the
/// cursor would be out of view.
package final class FieldScroll {
  /// The first visible column of the text, from 0.
  package var column = 0
}
