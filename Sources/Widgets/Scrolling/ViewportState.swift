import MillraceLayout
import MillraceRender

/// The visible part of a ``Viewport``'s rows, in lines.
///
/// One row, the anchor, has a fixed position in the box; the positions of the other rows follow
/// from their heights, which the layout reports for existing rows. So a row above may be taller
/// than estimated without moving the visible rows. An unknown height is estimated as the mean of
/// the known ones.
///
/// It is a value: events change it, and ``update(_:_:)`` applies new rows to it.
@MainActor
struct ViewportState {
  /// A row and the line of the box at which it starts, or at which it ends if `isBottom`.
  private struct ScrollAnchor: Equatable {
    var row: Int
    var line: Int
    var isBottom = false
  }

  private(set) var source = RowSource.empty
  private var settings = ViewportSettings()
  /// The size of the box that shows the rows, without borders.
  private(set) var box = CellSize(width: 0, height: 0)
  /// The width of the widest existing row in columns.
  private(set) var contentWidth = 0
  /// The visible rows.
  private(set) var rows = 0..<0
  /// The heights of the visible rows in lines; estimates until the layout has reported them.
  private(set) var heights: [Int] = []
  /// The line of the box at which the first visible row starts.
  private(set) var firstLine = 0
  /// The line of the content at which the first visible row starts, below a spacer for the rows
  /// above. It need not be the height of those rows: a row that stays visible only has to keep its
  /// line.
  private(set) var leadingOffset = 0
  /// The number of columns scrolled out at the left.
  private(set) var x = 0
  /// Whether the widget that owns the viewport has the focus.
  var hasFocus = false
  /// A row that, if visible, is kept visible when the rows or the box change.
  var pinnedRow: Int? {
    didSet { if pinnedRow != oldValue { isPinnedRowVisible = seesPinnedRow } }
  }

  private var isPinnedRowVisible = false
  /// Whether the end of the last row is visible, or will be once the rows are measured.
  private(set) var isAtEnd = true
  private var scrollAnchor = ScrollAnchor(row: 0, line: 0)
  /// The key of the anchor; nil at the very top, so that rows inserted there become visible.
  private var scrollAnchorKey: NodeKey?
  /// A row to scroll into view once its height is known.
  private var pendingReveal: Int?
  /// The heights of the existing rows in the last layout.
  private var measured: (rows: Range<Int>, heights: [Int]) = (0..<0, [])
  /// Whether the rows in `measured` may have been replaced since the last layout.
  private var isStale = false
  private var measuredTotals = (lines: 0, rows: 0)
  /// The number of the last frame in which there were lines outside of the box.
  private var longFrame = -1
  /// The number of layouts in the last frame.
  private var layouts = (frame: 0, count: 0)

  nonisolated init() {}

  // MARK: - Visible part

  /// The point of the content that is shown at the top left corner of the box.
  var offset: CellPoint { CellPoint(x: x, y: leadingOffset - firstLine) }

  /// Whether the layout has reported the heights of the visible rows.
  private var isMeasured: Bool {
    !isStale && measured.rows.lowerBound <= rows.lowerBound
      && rows.upperBound <= measured.rows.upperBound
  }

  private var mean: Double {
    measuredTotals.rows > 0 ? Double(measuredTotals.lines) / Double(measuredTotals.rows) : 1
  }
  private var endLine: Int { firstLine + lines(ofFirst: rows.count, heights) }

  /// The number of lines above the box, and of lines in total. The heights of rows that are not
  /// visible are estimated.
  var extent: (start: Int, total: Int) {
    let above = Int((Double(rows.lowerBound) * mean).rounded())
    let below = Int((Double(source.count - rows.upperBound) * mean).rounded())
    return (above - firstLine, above + lines(ofFirst: rows.count, heights) + below)
  }

  /// The maximum number of columns that can be scrolled out.
  var maximumX: Int { settings.scrollsSideways ? max(0, contentWidth - box.width) : 0 }

  /// Whether there are lines below or above the box.
  var isLong: Bool {
    guard box.height > 0 else { return false }
    return rows.lowerBound > 0 || rows.upperBound < source.count
      || endLine - firstLine > box.height
  }

  /// Whether a bar shows the position. A bar that a layout of a frame needs stays until the end of
  /// the frame. Otherwise, content that fits only beside the bar would show and hide it endlessly.
  var needsBar: Bool { isLong || layouts.count > 1 && longFrame == layouts.frame }

  /// The lines of the box that a visible row occupies.
  func lines(of row: Int) -> Range<Int>? {
    guard rows.contains(row) else { return nil }
    let top = firstLine + lines(ofFirst: row - rows.lowerBound, heights)
    return top..<top + heights[row - rows.lowerBound]
  }

  /// The row at a line of the box.
  func row(at line: Int) -> Int? { rows.first { lines(of: $0)?.contains(line) == true } }

  /// The total height of the first `count` visible rows.
  private func lines(ofFirst count: Int, _ heights: [Int]) -> Int {
    var lines = 0
    for index in 0..<max(0, min(count, heights.count)) { lines += heights[index] }
    return lines
  }

  /// Whether a row is completely visible, or fills the box.
  func isInSight(_ row: Int) -> Bool {
    guard let lines = lines(of: row) else { return false }
    return lines.lowerBound >= stickyHeight(over: row) && lines.upperBound <= box.height
      || lines.lowerBound <= 0 && lines.upperBound >= box.height
  }

  private var seesPinnedRow: Bool { pinnedRow.map { isInSight($0) } ?? false }

  /// The rows that are completely visible.
  var fullyVisibleRows: Range<Int> {
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

  /// The row of the sticky header, and the number of its lines that the next header has pushed out;
  /// nil while no header has to stay at the top.
  var sticky: (row: Int, pushed: Int)? {
    // Ignores an empty row at the top.
    guard source.hasHeaders, let first = rows.first(where: { lines(of: $0)?.isEmpty == false }),
      let header = source.header(of: first), header < first || firstLine < 0
    else { return nil }
    let next = (first + 1..<rows.upperBound).first(where: source.isHeader).flatMap(lines)
    return (header, max(0, headerHeight - (next?.lowerBound ?? headerHeight)))
  }

  /// The height of the sticky header in the last layout.
  var headerHeight = 1

  /// The number of lines that a sticky header covers when a row is at the top of the box.
  private func stickyHeight(over row: Int) -> Int {
    source.hasHeaders && source.header(of: row) ?? row != row ? headerHeight : 0
  }

  // MARK: - Updates

  /// Replaces the rows and keeps the position of the visible rows, which it finds by their keys.
  /// - Returns: whether the source is new; otherwise nothing changes.
  mutating func update(_ source: RowSource, _ settings: ViewportSettings) -> Bool {
    guard source !== self.source else { return false }
    let isFollowing = isPinnedRowVisible || pinnedRow == nil
    let target = settings.target == self.settings.target ? nil : settings.target
    (self.source, self.settings) = (source, settings)
    pinnedRow = settings.pinnedRow
    isPinnedRowVisible = isFollowing
    let count = source.count
    if let scrollAnchorKey {
      let row = source.row(of: scrollAnchorKey, near: scrollAnchor.row)
      // Rows around the anchor have probably moved with it.
      let moved = row.map { $0 - scrollAnchor.row } ?? 0
      let start = measured.rows.lowerBound + moved
      measured.rows = start..<start + measured.rows.count
      scrollAnchor.row = row ?? min(scrollAnchor.row, max(0, count - 1))
    }
    // A height may belong to another row now; the next layout reports it again.
    isStale = true
    if settings.followsEnd, isAtEnd {
      scrollAnchor = ScrollAnchor(row: max(0, count - 1), line: box.height, isBottom: true)
    }
    resolve()
    if let target { reveal(row: target.row) }
    return true
  }

  /// Confirms that the visible rows and their heights are unchanged.
  mutating func confirmHeights() {
    isStale = false
    if rows.count == measured.heights.count { measured.rows = rows }
    resolve()
  }

  /// Records the result of a layout.
  /// - Parameters:
  ///   - heights: the heights of the existing rows; nil if unknown.
  ///   - width: the width of the widest row.
  ///   - frame: the number of the current frame.
  /// - Returns: whether the visible part has changed.
  mutating func record(
    box size: CellSize, _ heights: (rows: Range<Int>, heights: [Int])?, width: Int, frame: Int
  ) -> Bool {
    layouts = (frame, frame == layouts.frame ? layouts.count + 1 : 1)
    let old = (offset, leadingOffset, rows, contentWidth)
    let oldExtent = extent
    let isOtherWidth = size.width != box.width
    if isOtherWidth { measuredTotals = (0, 0) }
    box = size
    if let heights {
      // If text wraps at another width, the same fraction of the anchor row stays above the box.
      if isOtherWidth, !settings.scrollsSideways, !scrollAnchor.isBottom,
        heights.rows.contains(scrollAnchor.row),
        let before = lines(of: scrollAnchor.row)?.count, before > 0
      {
        let after = heights.heights[scrollAnchor.row - heights.rows.lowerBound]
        scrollAnchor.line = (scrollAnchor.line * after - before / 2) / before
      }
      if isStale || heights != measured {
        measuredTotals.lines += lines(ofFirst: heights.rows.count, heights.heights)
        measuredTotals.rows += heights.rows.count
      }
      measured = heights
      isStale = false
      contentWidth = width
    }
    x = min(x, maximumX)
    if settings.followsEnd, isAtEnd, source.count > 0 {
      scrollAnchor = ScrollAnchor(row: source.count - 1, line: size.height, isBottom: true)
    }
    resolve()
    // Content that was laid out for another width may not be long at this width.
    if isLong, !isOtherWidth { longFrame = frame }
    return old != (offset, leadingOffset, rows, contentWidth)
      || settings.showsExtent && oldExtent != extent
  }

  /// Computes the visible rows, limits scrolling to the ends of the content, and scrolls to the
  /// requested row.
  private mutating func resolve() {
    placeRows()
    if let pinnedRow, isPinnedRowVisible, pendingReveal == nil, !isInSight(pinnedRow) {
      pendingReveal = pinnedRow
    }
    if let row = pendingReveal, box.height > 0 {
      show(row)
      if isMeasured, rows.contains(row) { pendingReveal = nil }
    }
    // Limits must not be applied to estimated heights: they would move visible rows.
    if isMeasured, rows.upperBound == source.count, endLine < box.height,
      rows.lowerBound > 0 || firstLine < 0
    {
      scrollAnchor = ScrollAnchor(row: max(0, source.count - 1), line: box.height, isBottom: true)
      placeRows()
    }
    if isMeasured, rows.lowerBound == 0, firstLine > 0 {
      scrollAnchor = ScrollAnchor(row: 0, line: 0)
      placeRows()
    }
    if isMeasured, !rows.isEmpty {
      // The first visible row becomes the anchor, so that insertions before or after it do not move
      // it.
      scrollAnchor = ScrollAnchor(row: rows.lowerBound, line: firstLine)
      isAtEnd = rows.upperBound == source.count && endLine <= box.height
    }
    let isTop = scrollAnchor.row == 0 && scrollAnchor.line >= 0 && !scrollAnchor.isBottom
    scrollAnchorKey =
      isTop || source.count == 0 ? nil : source.key(at: min(scrollAnchor.row, source.count - 1))
    if pendingReveal == nil, isMeasured { isPinnedRowVisible = seesPinnedRow }
  }

  /// Scrolls by the minimum that makes a row visible; to its start if it is taller than the box.
  private mutating func show(_ row: Int) {
    guard row < source.count, !isInSight(row) else { return }
    let cover = stickyHeight(over: row)
    let isAbove = lines(of: row).map { $0.lowerBound < cover } ?? (row < rows.lowerBound)
    let height = lines(of: row)?.count ?? 1
    scrollAnchor =
      isAbove || height > box.height - cover
      ? ScrollAnchor(row: row, line: cover)
      : ScrollAnchor(row: row, line: box.height, isBottom: true)
    placeRows()
  }

  /// Computes the visible rows from the anchor upwards and downwards.
  private mutating func placeRows() {
    let (old, known, count) = (rows, heights, source.count)
    // After two layouts in one frame, assumes one line per unmeasured row: if many rows are empty,
    // the mean would add too few rows per layout to fill the box.
    let guess = layouts.count > 2 ? 1 : max(1, Int(mean.rounded()))
    let measured = measured
    func height(_ row: Int) -> Int {
      measured.rows.contains(row) ? measured.heights[row - measured.rows.lowerBound] : guess
    }
    let room = settings.isSizedByRows ? max(1, box.height) : box.height
    guard count > 0, room > 0 else {
      (rows, heights, firstLine) = (0..<0, [], 0)
      return
    }
    scrollAnchor.row = min(scrollAnchor.row, count - 1)
    var (first, end) = (scrollAnchor.row, scrollAnchor.row + 1)
    var top = scrollAnchor.isBottom ? scrollAnchor.line - height(first) : scrollAnchor.line
    var bottom = top + height(first)
    // Limits the number of rows: rows without height never fill the box, so all of them would be
    // built.
    let most = 4 * room + 4
    while first > 0, top > 0, end - first < most {
      first -= 1
      top -= height(first)
    }
    while end < count, bottom < room, end - first < most {
      bottom += height(end)
      end += 1
    }
    // An empty row at an edge counts as visible.
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
    // An anchor outside the visible rows has no known height; move it to an edge.
    if scrollAnchor.row < first { scrollAnchor = ScrollAnchor(row: first, line: top) }
    if scrollAnchor.row >= end {
      scrollAnchor = ScrollAnchor(row: end - 1, line: bottom, isBottom: true)
    }
    // A loop instead of a closure, which would check its actor isolation for each row.
    heights.removeAll(keepingCapacity: true)
    for row in rows { heights.append(height(row)) }
    moveLead(from: old, known)
  }

  /// Adjusts the leading offset, so that rows that stay visible keep their lines in the content.
  private mutating func moveLead(from old: Range<Int>, _ known: [Int]) {
    if rows.overlaps(old) {
      leadingOffset += lines(ofFirst: rows.lowerBound - old.lowerBound, known)
      leadingOffset -= lines(ofFirst: old.lowerBound - rows.lowerBound, heights)
    }
    if !rows.overlaps(old) || leadingOffset < 0 || leadingOffset > 100 * Self.firstLead {
      leadingOffset = rows.lowerBound == 0 ? 0 : Self.firstLead
    }
  }

  /// The leading offset after a jump: a spacer of this height can shrink when rows above are shown.
  private static let firstLead = 10_000

  // MARK: - Moving

  /// Whether a row will scroll into view once its height is known.
  var isRevealing: Bool { pendingReveal != nil }

  /// Scrolls a row into view.
  /// - Returns: whether the viewport must be rendered.
  @discardableResult
  mutating func reveal(row: Int) -> Bool {
    change {
      ($0.pendingReveal, $0.isAtEnd) = (row, false)
      $0.resolve()
    }
  }

  /// Scrolls by the minimum that makes a part of the content visible; to its start if it is larger
  /// than the box.
  /// - Parameter rect: relative to the top left corner of the content.
  @discardableResult
  mutating func reveal(_ rect: CellRect) -> Bool {
    func distance(_ start: Int, _ length: Int, _ shown: Int) -> Int {
      min(start, max(0, start + length - shown))
    }
    let cover = sticky == nil ? 0 : headerHeight
    let (left, top) = (rect.x - offset.x, rect.y - offset.y - cover)
    return scroll(
      by: CellPoint(
        x: distance(left, rect.width, box.width), y: distance(top, rect.height, box.height - cover))
    )
  }

  /// - Returns: whether the position changed.
  @discardableResult
  mutating func scroll(by distance: CellPoint) -> Bool {
    change {
      $0.x = min(max(0, $0.x + distance.x), $0.maximumX)
      if distance.y == 0 || $0.rows.isEmpty { return }
      $0.pendingReveal = nil
      $0.isPinnedRowVisible = false
      $0.isAtEnd = false
      $0.scrollAnchor = ScrollAnchor(row: $0.rows.lowerBound, line: $0.firstLine - distance.y)
      $0.resolve()
    }
  }

  /// Scrolls by a notch of the wheel, at most by the height of the box, so that nothing is skipped.
  /// - Returns: whether the position changed.
  mutating func wheel(by distance: CellPoint) -> Bool {
    let most = max(1, box.height)
    return scroll(by: CellPoint(x: distance.x, y: min(max(-most, distance.y), most)))
  }

  /// Scrolls to a line of the content, in the units of ``extent``.
  /// - Returns: whether the position changed.
  @discardableResult
  mutating func show(from line: Int) -> Bool {
    guard source.count > 0 else { return false }
    let total = extent.total
    let firstLine = min(max(0, line), total - box.height)
    let row = min(Int(Double(firstLine) / max(mean, 0.01)), max(0, source.count - 1))
    return change {
      $0.pendingReveal = nil
      $0.isPinnedRowVisible = false
      $0.isAtEnd = firstLine >= total - $0.box.height
      $0.scrollAnchor =
        $0.isAtEnd
        ? ScrollAnchor(row: $0.source.count - 1, line: $0.box.height, isBottom: true)
        : ScrollAnchor(row: row, line: Int(Double(row) * $0.mean) - firstLine)
      $0.resolve()
    }
  }

  /// Scrolls within a row that is taller than the box.
  /// - Returns: whether the position changed.
  mutating func scroll(inside row: Int, by distance: Int) -> Bool {
    guard let lines = lines(of: row), lines.count > box.height else { return false }
    let least = min(0, lines.lowerBound)
    let most = max(0, lines.upperBound - box.height)
    return scroll(by: CellPoint(x: 0, y: min(max(least, distance), most)))
  }

  private mutating func change(_ body: (inout ViewportState) -> Void) -> Bool {
    let old = (offset, leadingOffset, rows)
    body(&self)
    return old != (offset, leadingOffset, rows) || pendingReveal != nil
  }
}
