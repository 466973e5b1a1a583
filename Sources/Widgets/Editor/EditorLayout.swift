import MillraceIdentifiedList

/// A row of an editor: a line, or a part of a wrapped line.
struct EditorRow: Equatable {
  /// The range of the row in the text, in UTF-8 bytes, without the line ending.
  private(set) var range: Range<Int>
  /// The range of the whole line, without its line ending.
  private(set) var line: Range<Int>
  /// The start of the next row; nil for the last row of the text.
  private(set) var next: Int?
  let text: String
  /// Whether each byte is a character one column wide.
  let isPlain: Bool

  init(_ range: Range<Int>, of line: Range<Int>, next: Int?, text: String) {
    (self.range, self.line, self.next, self.text) = (range, line, next, text)
    isPlain = Self.isPlain(text)
  }

  var start: Int { range.lowerBound }
  var isFirst: Bool { start == line.lowerBound }
  var isLast: Bool { range.upperBound == line.upperBound }

  /// This row with its offsets adjusted to an edit that does not touch its line.
  func moved(by edit: TextEdit) -> EditorRow {
    var row = self
    row.range = edit.range(after: range)
    row.line = edit.range(after: line)
    row.next = next.map(edit.offset(after:))
    return row
  }

  /// Whether a text is printable ASCII.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 &- 0x20 < 0x5F } } ?? false
  }
}

/// Finds the rows of a text by laying out only the lines that contain them, and keeps these lines
/// until they change. A line is laid out as a whole: in a line of megabytes, each edit is slow.
struct EditorLayout {
  /// The inputs of the layout besides the text.
  struct Settings: Equatable {
    var width = 80
    var wraps = true
    var tab = 4
    /// A fingerprint of the widths that the host gives to clusters.
    var widths = 0
  }

  private(set) var text = EditedText()
  var columnsOf: (String) -> Int = { $0.count }
  var settings = Settings() {
    didSet { if settings != oldValue { lines = [] } }
  }
  /// The number of bytes laid out so far, for tests.
  private(set) var measuredBytes = 0
  /// The rows of each line that is laid out, in the order of the text.
  private var lines: [[EditorRow]] = []

  /// Updates the layout after an edit. Keeps the lines that the edit does not touch.
  mutating func apply(_ edit: TextEdit, to text: EditedText) {
    self.text = text
    lines = lines.compactMap { rows in
      if let next = rows[rows.count - 1].next, next <= edit.range.lowerBound { return rows }
      guard rows[0].start > edit.range.upperBound else { return nil }
      return rows.map { $0.moved(by: edit) }
    }
  }

  // MARK: - Rows

  /// The row that contains an offset.
  /// - Complexity: O(log *n*); also O(length of the line) if the line is not laid out yet.
  mutating func row(at offset: Int) -> EditorRow {
    var index = lines.indices.lowerBound { lines[$0][0].start > offset }
    if index == 0 || offset >= lines[index - 1].last?.next ?? .max {
      // Empties the cache if it is large, because a frame needs only its visible lines.
      if lines.count > 512 { (lines, index) = ([], 0) }
      let made = rows(ofLine: text.line(at: offset))
      lines.insert(made, at: index)
      index += 1
    }
    let found = lines[index - 1]
    return found[max(1, found.indices.lowerBound { found[$0].start > offset }) - 1]
  }

  mutating func row(before row: EditorRow) -> EditorRow? {
    row.start == 0 ? nil : self.row(at: row.start - 1)
  }

  private mutating func rows(ofLine number: Int) -> [EditorRow] {
    let line = text.range(ofLine: number)
    let after = number + 1 < text.lineCount ? text.range(ofLine: number + 1).lowerBound : nil
    let whole = text[line]
    measuredBytes += line.count
    var start = 0
    return (settings.wraps ? ends(of: whole) : [line.count]).map { end in
      defer { start = end }
      let low = whole.utf8.index(whole.startIndex, offsetBy: start)
      let high = whole.utf8.index(low, offsetBy: end - start)
      return EditorRow(
        line.lowerBound + start..<line.lowerBound + end, of: line,
        next: end < line.count ? line.lowerBound + end : after, text: String(whole[low..<high]))
    }
  }

  /// The ends of the rows of a wrapped line, in bytes. A row ends after a space, which may extend
  /// past the right edge, or after a wide cluster; a word that is too long is broken at any
  /// cluster.
  private func ends(of line: String) -> [Int] {
    var ends: [Int] = []
    var (start, offset, column) = (0, 0, 0)
    var breakOpportunity: (offset: Int, column: Int)?
    func add(bytes: Int, columns: Int, isSpace: Bool) {
      while !isSpace, column + columns > settings.width, offset > start {
        let end = breakOpportunity ?? (offset, column)
        ends.append(end.offset)
        (start, column, breakOpportunity) = (end.offset, column - end.column, nil)
      }
      offset += bytes
      column += columns
      if isSpace || columns > 1 { breakOpportunity = (offset, column) }
    }
    if EditorRow.isPlain(line) {
      for byte in line.utf8 { add(bytes: 1, columns: 1, isSpace: byte == 0x20) }
    } else {
      for cluster in line {
        add(
          bytes: cluster.utf8.count, columns: columns(of: cluster, at: column),
          isSpace: cluster == " " || cluster == "\t")
      }
    }
    return ends + [offset]
  }

  // MARK: - Columns

  /// The cluster to draw. A combining mark would combine with the space of a tab or a line number:
  /// it gets a dotted circle as its base. An invisible character becomes a replacement character.
  static func shown(_ cluster: Character) -> Character {
    guard let first = cluster.unicodeScalars.first, first.value >= 0x300,
      (" " + String(cluster) + " ").count < 3
    else { return cluster }
    let based = "\u{25CC}" + String(cluster)
    let isSeen = !first.properties.isDefaultIgnorableCodePoint && based.count == 1
    return isSeen ? Character(based) : "\u{FFFD}"
  }

  /// The columns of a cluster. A tab extends to the next stop.
  func columns(of cluster: Character, at column: Int) -> Int {
    if cluster == "\t" { return settings.tab - column % settings.tab }
    return cluster.isASCII ? 1 : columnsOf(String(Self.shown(cluster)))
  }

  /// The column of an offset in its row.
  func column(of offset: Int, in row: EditorRow) -> Int {
    let length = min(max(0, offset - row.start), row.range.count)
    if row.isPlain { return length }
    return text[row.start..<row.start + length].reduce(0) { $0 + columns(of: $1, at: $0) }
  }

  /// The offset of the cluster that covers a column of a row; the row's last offset if none does.
  func offset(atColumn column: Int, in row: EditorRow) -> Int {
    // If the line continues in the next row, the offset at the end of this row belongs to the next
    // row.
    let end = row.isLast ? row.range.upperBound : text.offset(before: row.range.upperBound)
    if row.isPlain { return min(row.start + max(0, column), end) }
    var (offset, reached) = (row.start, 0)
    for cluster in row.text {
      reached += columns(of: cluster, at: reached)
      if reached > column { break }
      offset += cluster.utf8.count
    }
    return min(offset, end)
  }
}
