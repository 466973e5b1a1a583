import MillraceDocument

/// An item on one line, or in the current row on as many lines as the title needs.
struct TodoSummary: Component, Equatable {
  let todo: Todo
  let today: CalendarDay
  var search = ""
  let columns: Int
  @Environment(\.theme) private var theme

  var body: Node {
    Row(gap: 1) {
      if let priority = todo.priority { Text("(\(priority))").style(theme.accent).shrink(0) }
      line.strikethrough(todo.isDone).dim(todo.isDone || todo.isWaiting(on: today)).grow().basis(0)
      if let progress = todo.progress { Text("\(progress.done)/\(progress.of)").dim().shrink(0) }
      if !todo.notes.isEmpty, columns >= 60 { Text("notes").dim().shrink(0) }
      if !todo.isDone {
        if let recurrence = todo.recurrence { Text("↻\(recurrence)").dim().shrink(0) }
        if let threshold = todo.threshold, threshold > today {
          Text("waits: \(Due(day: threshold).words(today: today))").style(theme.muted).shrink(0)
        }
        if let due = todo.due {
          Text(due.words(today: today))
            .style(due.day < today ? theme.danger : due.day == today ? theme.accent : theme.muted)
            .shrink(0)
        }
      }
    }
  }

  /// The title, with projects, tags and search matches highlighted.
  @MainActor private var title: Text {
    var title = todo.title
    let (found, accent) = (matches, theme.accent)
    let spans = title.withUTF8 { bytes in
      var spans: [TextSpan] = []
      var (start, style, isTag) = (0, Style(), false)
      for (index, byte) in bytes.enumerated() {
        if index == 0 || bytes[index - 1] <= 0x20 {
          isTag = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "@")
        }
        var next = isTag && byte > 0x20 ? accent : Style()
        if found.contains(index) { next = Style(attributes: [.bold, .underline]).over(next) }
        if next == style { continue }
        spans.append(TextSpan(String(decoding: bytes[start..<index], as: UTF8.self)).style(style))
        (start, style) = (index, next)
      }
      spans.append(TextSpan(String(decoding: bytes[start...], as: UTF8.self)).style(style))
      return spans
    }
    return Text { spans }
  }

  /// The offsets of the bytes of the title that match the search.
  private var matches: Set<Int> {
    guard !search.isEmpty, let match = FuzzyMatch(search, in: todo.title) else { return [] }
    let characters = Set(match.offsets)
    var (found, start) = (Set<Int>(), 0)
    for (offset, character) in todo.title.enumerated() {
      let end = start + character.utf8.count
      if characters.contains(offset) { found.formUnion(start..<end) }
      start = end
    }
    return found
  }

  /// The title on one line. A title that may be truncated is shown whole in the current row.
  @MainActor private var line: Node {
    todo.title.utf8.count * 2 < columns
      ? title.truncate().node : ExpandingText(text: title).node
  }
}

/// A text that is truncated except in the current row.
private struct ExpandingText: Component {
  let text: Text
  @Environment(\.isCurrentRow) private var isCurrent

  var body: Node { isCurrent ? text.node : text.truncate().node }
}

/// The details of an item.
struct TodoDetails: Component, Equatable {
  let todo: Todo
  let today: CalendarDay

  var body: Node {
    Box(title: "Item") {
      Text(todo.title).bold()
      for (name, text) in facts {
        Row(gap: 1) {
          Text(name).dim().width(9).shrink(0)
          Text(text)
        }
        .key(name)
      }
      for (index, step) in todo.subtasks.enumerated() {
        Text((step.isDone ? "[x] " : "[ ] ") + step.title).key(index)
      }
      if !todo.notes.isEmpty { Text(todo.notes).margin(top: 1) }
    }
  }

  private var facts: [(String, String)] {
    [
      ("priority", todo.priority?.description), ("due", todo.due?.words(today: today)),
      ("waits", todo.threshold.map { Due(day: $0).words(today: today) }),
      ("every", todo.recurrence?.description), ("created", todo.created?.description),
      ("done", todo.completed?.description),
    ].compactMap { name, text in text.map { (name, $0) } }
  }
}
