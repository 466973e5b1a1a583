/// A row of an editor: a line, or a part of a wrapped line.
struct EditorRow: Equatable {
  /// The visible range, in UTF-8 bytes of the text, without the line ending. For a long unwrapped
  /// line, the part around the visible columns.
  var range: Range<Int>
  /// The whole line, without its line ending.
  var line: Range<Int>
  /// The offset at which the row starts; the start of its line if lines are not wrapped.
  var start: Int
  /// The start of the next row; nil for the last row.
  var next: Int?
  let text: String
  /// Whether each byte is a character one column wide.
  let isPlain: Bool
  /// The column at which `range` begins.
  var column = 0

  var isFirst: Bool { start == line.lowerBound }
  var isLast: Bool { range.upperBound == line.upperBound }

  func moved(by distance: Int) -> EditorRow {
    var row = self
    row.range = range.lowerBound + distance..<range.upperBound + distance
    row.line = line.lowerBound + distance..<line.upperBound + distance
    row.start += distance
    row.next = next.map { $0 + distance }
    return row
  }
}

/// Finds the rows of a text by examining only the visible part.
///
/// A wrapped line is split into segments of two kilobytes, each wrapped on its own, so that a row
/// is found from its segment alone: in a line of several segments, the last row of a segment may be
/// short. A long unwrapped line is split into parts that survive edits elsewhere in the line; the
/// width of each part is measured once.
final class EditorLayout {
  /// The inputs of a row besides the text.
  struct Settings: Equatable {
    var width = 80
    var wraps = true
    var tab = 4
    /// Columns scrolled out at the left.
    var x = 0
    /// A fingerprint of the widths that the host gives to clusters.
    var widths = 0
  }

  /// The maximum size of a segment in bytes.
  static let segment = 2_048

  /// The rows of one segment.
  private struct WrappedSegment {
    let rows: [EditorRow]
    var start: Int { rows[0].start }
    var next: Int? { rows[rows.count - 1].next }
  }

  /// A part of a long unwrapped line.
  private struct LinePart {
    let count: Int
    /// The widths before and after the first tab; `tail` is nil without a tab. Nil: not measured
    /// yet.
    var columns: (head: Int, tail: Int?)?
  }

  private(set) var text = EditedText()
  var columnsOf: (String) -> Int = { $0.count }
  var settings = Settings() {
    didSet {
      guard settings != oldValue else { return }
      pieces = []
      if settings.tab != oldValue.tab || settings.widths != oldValue.widths { parts = [:] }
    }
  }
  /// Bytes laid out so far, for tests.
  private(set) var measuredBytes = 0
  private var pieces: [WrappedSegment] = []
  /// The leading parts of each line, by the start offset of the line.
  private var parts: [Int: [LinePart]] = [:]

  /// Updates the layout after an edit. Keeps the rows that the edit does not touch.
  func apply(_ edit: TextEdit, to text: EditedText) {
    let (start, end) = (edit.range.lowerBound, edit.range.upperBound)
    let isInLine =
      self.text.line(at: start) == self.text.line(at: end)
      && !edit.replacement.utf8.contains { $0 == 0x0A || $0 == 0x0D }
    self.text = text
    pieces = pieces.compactMap { piece in
      let row = piece.rows[piece.rows.count - 1]
      if let next = row.next, next <= start, row.range.upperBound < start { return piece }
      guard row.line.lowerBound > end else { return nil }
      return WrappedSegment(rows: piece.rows.map { $0.moved(by: edit.growth) })
    }
    var moved: [Int: [LinePart]] = [:]
    for (line, known) in parts {
      if line > end {
        moved[line + edit.growth] = known
      } else if line <= start {
        moved[line] = edited(known, from: line, by: edit, isInLine: isInLine)
      }
    }
    parts = moved
  }

  // MARK: - Rows

  /// The row that contains an offset.
  func row(at offset: Int) -> EditorRow {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    if low > 0, offset < pieces[low - 1].next ?? .max {
      return row(at: offset, in: pieces[low - 1])
    }
    let piece = makePiece(at: offset)
    // Bounds the cache: a frame needs only a few segments.
    if pieces.count > 512 { (pieces, low) = ([], 0) }
    pieces.insert(piece, at: low)
    return row(at: offset, in: piece)
  }

  private func row(at offset: Int, in piece: WrappedSegment) -> EditorRow {
    piece.rows.last { $0.start <= offset } ?? piece.rows[0]
  }

  func row(before row: EditorRow) -> EditorRow? {
    row.start == 0 ? nil : self.row(at: row.start - 1)
  }

  private func makePiece(at offset: Int) -> WrappedSegment {
    let number = text.line(at: offset)
    let line = text.range(ofLine: number)
    let after = number + 1 < text.lineCount ? text.range(ofLine: number + 1).lowerBound : nil
    guard settings.wraps else {
      return WrappedSegment(rows: [window(of: line, next: after, atColumn: settings.x)])
    }
    let segment = segment(at: offset, in: line)
    let next = segment.upperBound < line.upperBound ? segment.upperBound : after
    return WrappedSegment(rows: wrap(segment, of: line, next: next))
  }

  // MARK: - Segments

  private func boundary(_ number: Int, of line: Range<Int>) -> Int {
    let offset = line.lowerBound + number * Self.segment
    if number == 0 { return line.lowerBound }
    return offset >= line.upperBound ? line.upperBound : text.clusterStart(at: offset)
  }

  private func number(ofSegmentAt offset: Int, in line: Range<Int>) -> Int {
    let last = max(0, line.count - 1) / Self.segment
    let number = min(max(0, offset - line.lowerBound) / Self.segment, last)
    // A boundary may lie before the multiple of the segment size, at the start of a cluster.
    return number < last && boundary(number + 1, of: line) <= offset ? number + 1 : number
  }

  private func segment(at offset: Int, in line: Range<Int>) -> Range<Int> {
    let number = number(ofSegmentAt: offset, in: line)
    return boundary(number, of: line)..<boundary(number + 1, of: line)
  }

  private func row(
    _ range: Range<Int>, of line: Range<Int>, start: Int, next: Int?, column: Int = 0
  ) -> EditorRow {
    let part = text[range]
    measuredBytes += range.count
    return EditorRow(
      range: range, line: line, start: start, next: next, text: part, isPlain: Self.isPlain(part),
      column: column)
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 &- 0x20 < 0x5F } } ?? false
  }

  // MARK: - Wrapping

  private func wrap(_ segment: Range<Int>, of line: Range<Int>, next: Int?) -> [EditorRow] {
    let part = text[segment]
    measuredBytes += segment.count
    let ends =
      Self.isPlain(part)
      ? ends(of: part.utf8.lazy.map { (bytes: 1, columns: 1, isSpace: $0 == 0x20) })
      : ends(
        of: part.lazy.map {
          let isSpace = $0 == " " || $0 == "\t"
          return (bytes: $0.utf8.count, columns: self.columns(of: $0), isSpace: isSpace)
        })
    var start = 0
    return ends.map { end in
      defer { start = end }
      let low = part.utf8.index(part.startIndex, offsetBy: start)
      let text = String(part[low..<part.utf8.index(low, offsetBy: end - start)])
      return EditorRow(
        range: segment.lowerBound + start..<segment.lowerBound + end, line: line,
        start: segment.lowerBound + start,
        next: end < segment.count ? segment.lowerBound + end : next, text: text,
        isPlain: Self.isPlain(text))
    }
  }

  /// The ends of rows in bytes. A row ends after a space, which may extend past the right edge, or
  /// after a wide cluster; a word that is too long is broken at any cluster.
  private func ends(
    of clusters: some Sequence<(bytes: Int, columns: Int, isSpace: Bool)>
  ) -> [Int] {
    var ends: [Int] = []
    var (start, offset, column) = (0, 0, 0)
    var breakOpportunity: (offset: Int, column: Int)?
    for cluster in clusters {
      let columns = columns(cluster.columns, at: column)
      while !cluster.isSpace, column + columns > settings.width, offset > start {
        let end = breakOpportunity ?? (offset, column)
        ends.append(end.offset)
        (start, column, breakOpportunity) = (end.offset, column - end.column, nil)
      }
      offset += cluster.bytes
      column += columns
      if cluster.isSpace || columns > 1 { breakOpportunity = (offset, column) }
    }
    return ends + [offset]
  }

  // MARK: - Columns

  /// The columns of a cluster; 0 for a tab, which extends to the next stop.
  private func columns(of cluster: Character) -> Int {
    if cluster == "\t" { return 0 }
    return cluster.isASCII ? 1 : columnsOf(String(Self.shown(cluster)))
  }

  /// The cluster to draw, so that it does not combine with the space of a tab or a line number: a
  /// combining mark gets a dotted circle as its base, and an invisible character becomes a
  /// replacement character.
  static func shown(_ cluster: Character) -> Character {
    guard let first = cluster.unicodeScalars.first, first.value >= 0x300,
      (" " + String(cluster) + " ").count < 3
    else { return cluster }
    let based = "\u{25CC}" + String(cluster)
    let isSeen = !first.properties.isDefaultIgnorableCodePoint && based.count == 1
    return isSeen ? Character(based) : "\u{FFFD}"
  }

  private func columns(_ columns: Int, at column: Int) -> Int {
    columns > 0 ? columns : settings.tab - column % settings.tab
  }

  func columns(of cluster: Character, at column: Int) -> Int {
    columns(columns(of: cluster), at: column)
  }

  private func width(of text: String, at column: Int) -> Int {
    if Self.isPlain(text) { return text.utf8.count }
    return text.reduce(column) { $0 + columns(of: $1, at: $0) } - column
  }

  /// The column of an offset in its row.
  func column(of offset: Int) -> Int {
    let row = row(at: offset)
    if settings.wraps {
      let place = min(max(0, offset - row.range.lowerBound), row.range.count)
      if row.isPlain { return place }
      return width(of: text[row.range.lowerBound..<row.range.lowerBound + place], at: 0)
    }
    let part = part(of: row.line, at: offset)
    let place = min(offset, row.line.upperBound)
    return part.column + width(of: text[part.start..<place], at: part.column)
  }

  /// The part of an unwrapped line around a column, at least as wide as the visible part.
  private func window(of line: Range<Int>, next: Int?, atColumn column: Int) -> EditorRow {
    let part = part(of: line, atColumn: column)
    let end = self.part(of: line, atColumn: column + settings.width).end
    return row(part.start..<end, of: line, start: line.lowerBound, next: next, column: part.column)
  }

  // MARK: - Parts of long lines

  /// The part of a line that contains an offset or a column, whichever comes first; if both are
  /// beyond the line, the last part.
  private func part(
    of line: Range<Int>, at offset: Int = .max, atColumn column: Int = .max
  ) -> (start: Int, end: Int, column: Int) {
    if line.count <= Self.segment { return (line.lowerBound, line.upperBound, 0) }
    var known = parts.removeValue(forKey: line.lowerBound) ?? []
    defer { parts[line.lowerBound] = known }
    var (number, start, reached) = (0, line.lowerBound, 0)
    while true {
      if number == known.count {
        known.append(LinePart(count: partEnd(from: start, to: line.upperBound) - start))
      }
      let end = start + known[number].count
      if end > offset || end >= line.upperBound {
        return (start, min(end, line.upperBound), reached)
      }
      let columns = known[number].columns ?? self.columns(ofPart: start..<end)
      known[number].columns = columns
      var next = reached + columns.head
      if let tail = columns.tail { next += self.columns(0, at: next) + tail }
      if next > column { return (start, end, reached) }
      (number, start, reached) = (number + 1, end, next)
    }
  }

  private func partEnd(from start: Int, to limit: Int) -> Int {
    limit - start <= Self.segment * 2 ? limit : text.clusterStart(at: start + Self.segment)
  }

  private func columns(ofPart range: Range<Int>) -> (head: Int, tail: Int?) {
    let part = text[range]
    measuredBytes += range.count
    guard let tab = part.firstIndex(of: "\t") else { return (width(of: part, at: 0), nil) }
    let tail = part[part.index(after: tab)...]
    return (width(of: String(part[..<tab]), at: 0), width(of: String(tail), at: 0))
  }

  /// The parts of a line after an edit. Parts that the edit does not touch are kept.
  private func edited(
    _ parts: [LinePart], from line: Int, by edit: TextEdit, isInLine: Bool
  ) -> [LinePart] {
    var (low, start) = (0, line)
    while low < parts.count, start + parts[low].count < edit.range.lowerBound {
      start += parts[low].count
      low += 1
    }
    var (high, end) = (low, start)
    // Merges parts that would be too small, and continues until a part starts at a cluster
    // boundary.
    while high < parts.count,
      end <= edit.range.upperBound || end + edit.growth - start < Self.segment / 2
        || text.clusterStart(at: end + edit.growth) != end + edit.growth
    {
      end += parts[high].count
      high += 1
    }
    var new = Array(parts[..<low])
    guard isInLine, high < parts.count else { return new }
    end += edit.growth
    while start < end {
      let next = partEnd(from: start, to: end)
      new.append(LinePart(count: next - start))
      start = next
    }
    return new + parts[high...]
  }

  /// The offset of the cluster that covers a column of a row; the row's last offset if none does.
  func offset(atColumn column: Int, in row: EditorRow) -> Int {
    let row =
      settings.wraps || row.line.count <= Self.segment
      ? row : window(of: row.line, next: row.next, atColumn: column)
    // The end offset of a row that continues belongs to the next row.
    let end = row.isLast ? row.range.upperBound : text.offset(before: row.range.upperBound)
    if row.isPlain { return min(row.range.lowerBound + max(0, column - row.column), end) }
    var (offset, reached) = (row.range.lowerBound, row.column)
    for cluster in row.text {
      reached += columns(of: cluster, at: reached)
      if reached > column { break }
      offset += cluster.utf8.count
    }
    return min(offset, end)
  }
}
