import MillraceLayout
import MillraceRender

/// Which part of its rows a ``Viewport`` shows, in lines.
///
/// One row, the anchor, keeps its place in the box; the others follow from their heights, which the layout
/// tells of the rows that exist. So a row above may turn out higher than was guessed, and what shows stays.
/// A height that was never seen is taken to be the mean of those that were.
@MainActor
final class ViewportState {
  /// A row, and the line of the box at which its first line stands, or the line after its last.
  private struct Anchor: Equatable {
    var row: Int
    var line: Int
    var isBottom = false
  }

  private(set) var source = RowSource()
  /// The rows that exist.
  let existing = ViewportRows()
  /// Called when something else has to be shown.
  var invalidate: () -> Void = {}
  /// Of the box that shows the rows: what they stand in, less borders.
  private(set) var box = CellSize(width: 0, height: 0)
  /// Columns of the widest row that exists.
  private(set) var contentWidth = 0
  /// The rows in sight.
  private(set) var rows = 0..<0
  /// The heights of the rows in sight, in lines; guesses until the layout has told them.
  private(set) var heights: [Int] = []
  /// The line of the box at which the first row in sight begins.
  private(set) var firstLine = 0
  /// The line of the content at which the first row in sight stands. It means nothing but that rows which
  /// stay in sight keep their place.
  private(set) var lead = 0
  /// Columns that are scrolled out at the left.
  private(set) var x = 0
  /// Whether the box gets its height from its rows, as far as there is room.
  var isSizedByRows = false
  var scrollsSideways = false
  /// Whether a bar shows how much there is.
  var showsExtent = false
  /// Whether what it stands in has the focus.
  var hasFocus = false
  /// Whether it stays at its end, once there, when rows come.
  var followsEnd = false
  /// A row that is kept in sight, if it was, when the rows or the box change.
  var follower: Int? {
    didSet { if follower != oldValue { isFollowing = follower.map(isInSight) ?? false } }
  }

  private var isFollowing = false
  /// Whether the end of the last row shows, or is to show as soon as rows are measured.
  private(set) var isAtEnd = true
  private var anchor = Anchor(row: 0, line: 0)
  /// What identifies the anchor; nil at the very top, which stays the top whatever is put there.
  private var anchorKey: NodeKey?
  /// A row to bring into sight, once its height is known.
  private var wanted: Int?
  /// What the layout told last: the heights of rows that existed.
  private var measured: (rows: Range<Int>, heights: [Int]) = (0..<0, [])
  /// Whether those rows may be others by now.
  private var isStale = false
  private var seen = (lines: 0, rows: 0)
  /// How many layouts there were in the last frame.
  private var layouts = (frame: 0, count: 0)

  nonisolated init() {}

  // MARK: - What shows

  /// What of the content stands in the top left corner of the box.
  var offset: CellPoint { CellPoint(x: x, y: lead - firstLine) }

  /// Whether the layout has told the heights of the rows in sight.
  private var isMeasured: Bool {
    !isStale && measured.rows.lowerBound <= rows.lowerBound
      && rows.upperBound <= measured.rows.upperBound
  }

  private var mean: Double { seen.rows > 0 ? Double(seen.lines) / Double(seen.rows) : 1 }
  private var endLine: Int { firstLine + lines(ofFirst: rows.count, heights) }

  /// The lines above the box, and of all rows. Of those that do not exist it is a guess.
  var extent: (start: Int, total: Int) {
    let above = Int((Double(rows.lowerBound) * mean).rounded())
    let below = Int((Double(source.count - rows.upperBound) * mean).rounded())
    return (above - firstLine, above + lines(ofFirst: rows.count, heights) + below)
  }

  /// The furthest columns that can be scrolled out.
  var limit: Int { scrollsSideways ? max(0, contentWidth - box.width) : 0 }

  /// Whether there are lines below or above the box.
  var isLong: Bool {
    guard box.height > 0 else { return false }
    return rows.lowerBound > 0 || rows.upperBound < source.count
      || endLine - firstLine > box.height
  }

  /// The lines of the box that a row in sight takes.
  func lines(of row: Int) -> Range<Int>? {
    guard rows.contains(row) else { return nil }
    let top = firstLine + lines(ofFirst: row - rows.lowerBound, heights)
    return top..<top + heights[row - rows.lowerBound]
  }

  /// The row at a line of the box.
  func row(at line: Int) -> Int? { rows.first { lines(of: $0)?.contains(line) == true } }

  /// The lines that a number of the first rows in sight take.
  private func lines(ofFirst count: Int, _ heights: [Int]) -> Int {
    var lines = 0
    for place in 0..<max(0, min(count, heights.count)) { lines += heights[place] }
    return lines
  }

  /// Whether all of a row shows, or as much as there is room for.
  func isInSight(_ row: Int) -> Bool {
    guard let lines = lines(of: row) else { return false }
    return lines.lowerBound >= cover(over: row) && lines.upperBound <= box.height
      || lines.lowerBound <= 0 && lines.upperBound >= box.height
  }

  /// Rows of which all shows.
  var whole: Range<Int> {
    var first = rows.lowerBound
    var end = first
    var line = firstLine
    for (row, height) in zip(rows, heights) {
      if line < 0 { first = row + 1 }
      line += height
      if line <= box.height { end = row + 1 }
    }
    return first..<max(first, end)
  }

  /// The header that sticks to the top while its own place is scrolled out, and how many of its lines the
  /// next header has pushed out.
  var sticky: (row: Int, pushed: Int)? {
    // A row of no lines at the top has no say.
    guard source.hasHeaders, let first = rows.first(where: { lines(of: $0)?.isEmpty == false }),
      let header = source.header(of: first), header < first || firstLine < 0
    else { return nil }
    let next = (first + 1..<rows.upperBound).first(where: source.isHeader).flatMap(lines)
    return (header, max(0, headerHeight - (next?.lowerBound ?? headerHeight)))
  }

  /// Of the header that sticks, as it was laid out.
  var headerHeight = 1

  /// The lines of the box that a header covers while a row stands at the top.
  private func cover(over row: Int) -> Int {
    source.hasHeaders && source.header(of: row) ?? row != row ? headerHeight : 0
  }

  // MARK: - Changes of what it shows

  /// Takes other rows in place of the old: what shows is found again by its key.
  /// - Parameter follower: the row among the new that ``follower`` was.
  func adopt(_ source: RowSource, follower: Int? = nil) {
    let isFollowing = isFollowing || self.follower == nil
    self.source = source
    self.follower = follower
    self.isFollowing = isFollowing
    let count = source.count
    if let anchorKey {
      let row = source.row(of: anchorKey, near: anchor.row)
      // What is around it has most likely moved with it.
      let moved = row.map { $0 - anchor.row } ?? 0
      let start = measured.rows.lowerBound + moved
      measured.rows = start..<start + measured.rows.count
      anchor.row = row ?? min(anchor.row, max(0, count - 1))
    }
    // What the layout told of one row may not be that of the row in its place: it tells again.
    isStale = true
    if followsEnd, isAtEnd {
      anchor = Anchor(row: max(0, count - 1), line: box.height, isBottom: true)
    }
    settle()
  }

  /// The rows in sight are those that were, and have the heights that they had.
  /// - Returns: whether other rows are in sight now.
  func confirm() -> Bool {
    let old = rows
    isStale = false
    if rows.count == measured.heights.count { measured.rows = rows }
    settle()
    return old != rows
  }

  /// Takes note of a layout.
  /// - Parameters:
  ///   - heights: of the rows that exist; nil where nothing is known of them.
  ///   - width: of the widest row.
  ///   - frame: the number of the frame that is being made.
  /// - Returns: whether something else has to be shown.
  func learn(
    box size: CellSize, _ heights: (rows: Range<Int>, heights: [Int])?, width: Int, frame: Int
  ) -> Bool {
    layouts = (frame, frame == layouts.frame ? layouts.count + 1 : 1)
    let old = (offset, lead, rows, contentWidth)
    let oldExtent = extent
    let isOtherWidth = size.width != box.width
    if isOtherWidth { seen = (0, 0) }
    box = size
    if let heights {
      // Text that is wrapped anew has the same share of it above the box.
      if isOtherWidth, !scrollsSideways, !anchor.isBottom, heights.rows.contains(anchor.row),
        let before = lines(of: anchor.row)?.count, before > 0
      {
        let after = heights.heights[anchor.row - heights.rows.lowerBound]
        anchor.line = (anchor.line * after - before / 2) / before
      }
      if isStale || heights != measured {
        seen.lines += lines(ofFirst: heights.rows.count, heights.heights)
        seen.rows += heights.rows.count
      }
      measured = heights
      isStale = false
      contentWidth = width
    }
    x = min(x, limit)
    if followsEnd, isAtEnd, source.count > 0 {
      anchor = Anchor(row: source.count - 1, line: size.height, isBottom: true)
    }
    settle()
    return old != (offset, lead, rows, contentWidth) || showsExtent && oldExtent != extent
  }

  /// Finds the rows in sight, keeps to the ends of the content, and brings the row into sight that is to be.
  private func settle() {
    place()
    if let follower, isFollowing, wanted == nil, !isInSight(follower) { wanted = follower }
    if let row = wanted, box.height > 0 {
      show(row)
      if isMeasured, rows.contains(row) { wanted = nil }
    }
    // Guesses must not move what is known.
    if isMeasured, rows.upperBound == source.count, endLine < box.height,
      rows.lowerBound > 0 || firstLine < 0
    {
      anchor = Anchor(row: max(0, source.count - 1), line: box.height, isBottom: true)
      place()
    }
    if isMeasured, rows.lowerBound == 0, firstLine > 0 {
      anchor = Anchor(row: 0, line: 0)
      place()
    }
    if isMeasured, !rows.isEmpty {
      // The first row that shows stands for what is seen, whatever comes before or after it.
      anchor = Anchor(row: rows.lowerBound, line: firstLine)
      isAtEnd = rows.upperBound == source.count && endLine <= box.height
    }
    let isTop = anchor.row == 0 && anchor.line >= 0 && !anchor.isBottom
    anchorKey = isTop || source.count == 0 ? nil : source.key(at: min(anchor.row, source.count - 1))
    if wanted == nil, isMeasured { isFollowing = follower.map(isInSight) ?? false }
  }

  /// Brings a row into sight by the least that the rows have to move; the beginning of one that is higher
  /// than the box.
  private func show(_ row: Int) {
    guard row < source.count, !isInSight(row) else { return }
    let cover = cover(over: row)
    let isAbove = lines(of: row).map { $0.lowerBound < cover } ?? (row < rows.lowerBound)
    let height = lines(of: row)?.count ?? 1
    anchor =
      isAbove || height > box.height - cover
      ? Anchor(row: row, line: cover) : Anchor(row: row, line: box.height, isBottom: true)
    place()
  }

  /// Finds the rows in sight: from the anchor upwards and downwards.
  private func place() {
    let (old, known, count) = (rows, heights, source.count)
    // Among rows of no lines a frame would come to its end before the box is full.
    let guess = layouts.count > 2 ? 1 : max(1, Int(mean.rounded()))
    let measured = measured
    func height(_ row: Int) -> Int {
      measured.rows.contains(row) ? measured.heights[row - measured.rows.lowerBound] : guess
    }
    let room = isSizedByRows ? max(1, box.height) : box.height
    guard count > 0, room > 0 else {
      (rows, heights, firstLine) = (0..<0, [], 0)
      return
    }
    anchor.row = min(anchor.row, count - 1)
    var (first, end) = (anchor.row, anchor.row + 1)
    var top = anchor.isBottom ? anchor.line - height(first) : anchor.line
    var bottom = top + height(first)
    // Rows of no lines must not make all rows exist.
    let most = 4 * room + 4
    while first > 0, top > 0, end - first < most {
      first -= 1
      top -= height(first)
    }
    while end < count, bottom < room, end - first < most {
      bottom += height(end)
      end += 1
    }
    // A row of no lines at an edge is in sight.
    while end - first > 1, top + height(first) <= 0, top < 0 {
      top += height(first)
      first += 1
    }
    while end - first > 1, bottom - height(end - 1) >= room, bottom > room {
      end -= 1
      bottom -= height(end)
    }
    rows = first..<end
    firstLine = top
    // What is out of sight has no height that is known.
    if anchor.row < first { anchor = Anchor(row: first, line: top) }
    if anchor.row >= end { anchor = Anchor(row: end - 1, line: bottom, isBottom: true) }
    // A loop and no closure: that would ask for each row which actor it runs on.
    heights.removeAll(keepingCapacity: true)
    for row in rows { heights.append(height(row)) }
    moveLead(from: old, known)
  }

  /// Lets the rows that stay in sight keep their place in the content.
  private func moveLead(from old: Range<Int>, _ known: [Int]) {
    if rows.overlaps(old) {
      lead += lines(ofFirst: rows.lowerBound - old.lowerBound, known)
      lead -= lines(ofFirst: old.lowerBound - rows.lowerBound, heights)
    }
    if !rows.overlaps(old) || lead < 0 || lead > 100 * Self.firstLead {
      lead = rows.lowerBound == 0 ? 0 : Self.firstLead
    }
  }

  /// The lines above rows that begin anew: room to scroll back.
  private static let firstLead = 10_000

  // MARK: - Moving

  /// Brings a row into sight.
  func reveal(row: Int) {
    _ = change {
      (wanted, isAtEnd) = (row, false)
      settle()
    }
  }

  /// Brings a part of the content into sight, by the least that it has to move; the beginning of what is
  /// larger than the box.
  /// - Parameter rect: from the top left corner of the content.
  func reveal(_ rect: CellRect) {
    func distance(_ start: Int, _ length: Int, _ shown: Int) -> Int {
      min(start, max(0, start + length - shown))
    }
    let cover = sticky == nil ? 0 : headerHeight
    let (left, top) = (rect.x - offset.x, rect.y - offset.y - cover)
    scroll(
      by: CellPoint(
        x: distance(left, rect.width, box.width), y: distance(top, rect.height, box.height - cover))
    )
  }

  /// - Returns: whether anything moved.
  @discardableResult
  func scroll(by distance: CellPoint) -> Bool {
    change {
      x = min(max(0, x + distance.x), limit)
      if distance.y == 0 || rows.isEmpty { return }
      wanted = nil
      isFollowing = false
      isAtEnd = false
      anchor = Anchor(row: rows.lowerBound, line: firstLine - distance.y)
      settle()
    }
  }

  /// Scrolls by a notch of the wheel, which goes over nothing that has not been seen.
  /// - Returns: whether anything moved.
  func wheel(by distance: CellPoint) -> Bool {
    let most = max(1, box.height)
    return scroll(by: CellPoint(x: distance.x, y: min(max(-most, distance.y), most)))
  }

  /// Shows the content from a line on, of as many as ``extent`` tells.
  /// - Returns: whether anything moved.
  @discardableResult
  func show(from line: Int) -> Bool {
    let total = extent.total
    let place = min(max(0, line), total - box.height)
    let row = min(Int(Double(place) / max(mean, 0.01)), max(0, source.count - 1))
    return change {
      wanted = nil
      isFollowing = false
      isAtEnd = place >= total - box.height
      anchor =
        isAtEnd
        ? Anchor(row: source.count - 1, line: box.height, isBottom: true)
        : Anchor(row: row, line: Int(Double(row) * mean) - place)
      settle()
    }
  }

  /// Moves inside a row that is higher than the box.
  /// - Returns: whether anything moved.
  func scroll(inside row: Int, by distance: Int) -> Bool {
    guard let lines = lines(of: row), lines.count > box.height else { return false }
    let least = min(0, lines.lowerBound)
    let most = max(0, lines.upperBound - box.height)
    return scroll(by: CellPoint(x: 0, y: min(max(least, distance), most)))
  }

  private func change(_ body: () -> Void) -> Bool {
    let old = (offset, lead, rows)
    body()
    guard old != (offset, lead, rows) || wanted != nil else { return false }
    invalidate()
    return true
  }
}
