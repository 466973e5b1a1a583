import MillraceIdentifiedList
import MillraceRender

/// Which row of a list is current, and which part of the collection shows.
///
/// The part is anchored at one row, which stands at the top or at the bottom; the others follow
/// from the height of the box. So rows may be of any height, and only those near the anchor are
/// ever asked for it.
@MainActor
final class ListModel<ID: Hashable> {
  private enum Anchor: Equatable {
    case top(Int)
    case bottom(Int)
  }

  private(set) var current = 0
  var hasFocus = false
  /// What was selected at last by going from row to row.
  var range: ListRange<ID>?
  /// The item on which the mouse button went down.
  var dragged: ID?
  private var map = KeyMap()
  private(set) var keys = ListKeys(KeyMap())
  /// The lines that stand for the rows above those that show: as many as have scrolled out since the list
  /// began anew, so that the others keep their place.
  private(set) var lead = firstLead

  private var anchor = Anchor.top(0) {
    // Another anchor is another item's, whose id is noted with the next rendering.
    didSet {
      if anchor == oldValue { return }
      anchorID = nil
      skipped = 0
    }
  }
  /// The lines of the anchor's row above the box, where it is higher than that.
  private var skipped = 0
  private(set) var height = 0
  private(set) var shown = 0..<0
  private(set) var currentID: ID?
  private var anchorID: ID?
  private var asked: ID?
  private var reached: Int?
  /// The heights of the rows that show, as they were laid out; 1 of one that has not been.
  private var heights: [Int] = []
  private var isMeasured = false

  nonisolated init() {}

  private var isAtBottom: Bool { if case .bottom = anchor { true } else { false } }

  private var anchorIndex: Int {
    switch anchor {
    case .top(let index), .bottom(let index): index
    }
  }

  // MARK: - The collection

  /// Finds the current row and the anchor again, in what the collection is now, and follows a new
  /// request.
  func adopt<Data: RandomAccessCollection>(select: ID?, _ data: Data)
  where Data.Element: Identifiable, Data.Element.ID == ID {
    let count = data.count
    if let currentID {
      current = Self.find(currentID, near: current, in: data) ?? min(current, max(0, count - 1))
    }
    if let anchorID, let index = Self.find(anchorID, near: anchorIndex, in: data) {
      anchor = isAtBottom ? .bottom(index) : .top(index)
    }
    if select != asked {
      // One that is not there yet is waited for.
      let index = select.flatMap { Self.find($0, near: current, in: data) }
      if let index { setCurrent(index) }
      if index != nil || select == nil { asked = select }
    }
    remember(data)
  }

  /// Notes the ids of the current row and of the anchor, to find them again.
  func remember<Data: RandomAccessCollection>(_ data: Data)
  where Data.Element: Identifiable, Data.Element.ID == ID {
    func id(_ index: Int) -> ID? {
      index < data.count ? data.item(index).id : nil
    }
    currentID = id(current)
    // At the very top the list stays at the top, whatever is put there.
    anchorID = anchor == .top(0) ? nil : id(anchorIndex)
  }

  /// - Complexity: O(1) if the item is where it was; otherwise that of a collection that finds items by
  ///   id (`IdentifiedCollection`), and O(n) in any other.
  static func find<Data: RandomAccessCollection>(
    _ id: ID, near index: Int, in data: Data
  ) -> Int? where Data.Element: Identifiable, Data.Element.ID == ID {
    if index < data.count, data.item(index).id == id { return index }
    if let data = data as? any IdentifiedCollection<Data.Element> {
      return data.index(id: id).map { $0 - data.startIndex }
    }
    return data.firstIndex { $0.id == id }.map { data.distance(from: data.startIndex, to: $0) }
  }

  // MARK: - What shows

  /// The rows to make.
  func window(count: Int) -> Range<Int> {
    move(count: count)
    // Items may have changed places: the current row is shown, wherever it is now.
    if count > 0, height > 0, !shown.contains(current) {
      anchor = current < shown.lowerBound ? .top(current) : .bottom(current)
      move(count: count)
    }
    // Where rows come in whose height nobody knows yet, the layout tells.
    if isMeasured, settle(count: count) { move(count: count) }
    return shown
  }

  private func move(count: Int) {
    let old = shown
    place(count: count)
    moveLead(from: old)
  }

  private func place(count: Int) {
    let last = max(0, count - 1)
    switch anchor {
    case .top(let index):
      let top = min(index, last)
      anchor = .top(top)
      shown = top..<min(count, top + height)
    case .bottom(let index):
      let bottom = min(index, last)
      anchor = .bottom(bottom)
      let end = min(count, bottom + 1)
      shown = max(0, end - height)..<end
    }
  }

  /// Lets the rows that showed and go on showing keep their place. The height of one that comes in above
  /// is guessed: where it is another, the rows below it move.
  private func moveLead(from old: Range<Int>) {
    let known = heights
    if !(old.lowerBound <= shown.lowerBound && shown.upperBound <= old.upperBound) {
      isMeasured = false
    }
    heights = shown.map { old.contains($0) ? known[$0 - old.lowerBound] : 1 }
    if shown.overlaps(old) {
      lead += known.prefix(max(0, shown.lowerBound - old.lowerBound)).reduce(0, +)
      lead -= heights.prefix(max(0, old.lowerBound - shown.lowerBound)).reduce(0, +)
    }
    if !shown.overlaps(old) || lead < 0 || lead > 100 * firstLead { lead = firstLead }
  }

  /// What of the content stands at the top of the box, in lines: the space above the rows included.
  var offset: Int {
    switch anchor {
    case .top(let index): top(of: index) + skipped
    case .bottom(let index): top(of: index + 1) - height
    }
  }

  /// The height of a row that shows.
  func rowHeight(_ index: Int) -> Int? {
    shown.contains(index) ? heights[index - shown.lowerBound] : nil
  }

  private func top(of index: Int) -> Int {
    heights.prefix(max(0, index - shown.lowerBound)).reduce(lead, +)
  }

  /// Whether a row stands at a line of the box.
  func isRow(_ index: Int, at line: Int) -> Bool {
    guard shown.contains(index) else { return false }
    return (top(of: index)..<top(of: index + 1)).contains(line + offset)
  }

  /// Rows that show whole.
  var visible: Range<Int> {
    let offset = offset
    var top = lead
    var first = shown.lowerBound
    var end = first
    for (index, height) in zip(shown, heights) {
      if top < offset { first = index + 1 }
      top += height
      if top <= offset + self.height { end = index + 1 }
    }
    return first..<max(first, end)
  }

  /// Whether the last item shows, for the first time with so many.
  func reachesEnd(count: Int) -> Bool {
    guard count > 0, shown.upperBound == count, reached != count,
      top(of: count - 1) < offset + height
    else { return false }
    reached = count
    return true
  }

  /// Whether the item of a key is no longer in a collection that finds items by id.
  func isGone<Data: RandomAccessCollection>(_ key: NodeKey, in data: Data) -> Bool
  where Data.Element: Identifiable, Data.Element.ID == ID {
    guard let id = key.base(as: ID.self), let data = data as? any IdentifiedCollection<Data.Element>
    else {
      return false
    }
    return data.index(id: id) == nil
  }

  /// Takes note of a layout.
  /// - Returns: whether other rows have to be shown, or the same ones from another place on.
  func learn(_ report: LayoutReport, count: Int) -> Bool {
    let old = (height: height, anchor: anchor, offset: offset)
    height = report.size.height
    // The first child stands for what is above.
    if report.children.count == shown.count + 1, !shown.isEmpty {
      heights = report.children.dropFirst().map(\.height)
      isMeasured = true
      settle(count: count)
    }
    return height != old.height || anchor != old.anchor || offset != old.offset
  }

  /// Makes good use of the box, and keeps the current row in it.
  /// - Returns: whether the list shows another place now.
  @discardableResult
  private func settle(count: Int) -> Bool {
    let old = anchor
    let total = heights.reduce(0, +)
    if total <= height, isAtBottom, shown.lowerBound == 0 {
      // All rows up to the anchor fit: if there is room to spare, it belongs below them.
      anchor = .top(0)
    } else if total < height, !isAtBottom, shown.upperBound == count, shown.lowerBound > 0 {
      // Too few rows are left to fill the box: there are more above.
      anchor = .bottom(count - 1)
    } else if shown.contains(current), height > 0, heights[current - shown.lowerBound] > height {
      // It cannot show whole: its beginning does, until it is scrolled.
      anchor = .top(current)
      skipped = min(skipped, heights[current - shown.lowerBound] - height)
    } else {
      reveal()
    }
    return anchor != old
  }

  /// Brings the current row into view, by the least that the list has to move.
  private func reveal() {
    let visible = visible
    guard !visible.contains(current) else { return }
    anchor = current < visible.lowerBound ? .top(current) : .bottom(current)
  }

  // MARK: - Moving

  /// Scrolls inside the current row, if that is higher than the box.
  /// - Returns: whether anything moved.
  func scrollRow(by lines: Int) -> Bool {
    guard shown.contains(current), anchor == .top(current) else { return false }
    let old = skipped
    let hidden = max(0, heights[current - shown.lowerBound] - height)
    skipped = min(max(0, skipped + lines), hidden)
    return skipped != old
  }

  /// Takes the keys that a map gives to lists.
  func adopt(_ map: KeyMap) {
    if map != self.map { (self.map, keys) = (map, ListKeys(map)) }
  }

  /// How far a command scrolls inside a row that is higher than the box.
  func lines(of command: ListCommand) -> Int {
    switch command {
    case .up: -1
    case .down: 1
    case .pageUp: -max(1, height - 1)
    case .pageDown: max(1, height - 1)
    default: 0
    }
  }

  /// The row that a command makes the current one; nil: it does something else, or nothing would change.
  func target(of command: ListCommand, count: Int) -> Int? {
    guard count > 0 else { return nil }
    let page = max(1, visible.count - 1)
    switch command {
    // From the first row, Up leads to what stands above the list. From the last, where a held key
    // arrives with speed, Down leads nowhere.
    case .up: return current > 0 ? current - 1 : nil
    case .down: return min(current + 1, count - 1)
    case .pageUp: return max(0, current - page)
    case .pageDown: return min(current + page, count - 1)
    case .first: return 0
    case .last: return count - 1
    default: return nil
    }
  }

  /// - Returns: whether that is another row.
  @discardableResult
  func setCurrent(_ index: Int) -> Bool {
    guard index != current else { return false }
    current = index
    reveal()
    return true
  }

  /// Shows what is `lines` rows further, and keeps the current row in view.
  /// - Returns: whether anything moved.
  func scroll(by lines: Int, count: Int) -> Bool {
    if scrollRow(by: lines) { return true }
    let visible = visible
    guard !visible.isEmpty else {
      // No row shows whole: on to the next one.
      let next = min(max(0, current + lines.signum()), max(0, count - 1))
      return setCurrent(next)
    }
    return show(from: visible.lowerBound + lines, count: count)
  }

  /// Shows the rows from one on, as far as there are any, and keeps the current row in view.
  /// - Returns: whether anything moved.
  func show(from first: Int, count: Int) -> Bool {
    let visible = visible
    let rows = max(1, visible.count)
    let top = min(max(0, first), max(0, count - rows))
    guard top != visible.lowerBound else { return false }
    anchor = .top(top)
    current = min(max(current, top), top + rows - 1)
    return true
  }
}

/// The lines above the first row of a list that begins anew: room to scroll back.
private let firstLead = 10_000

extension RandomAccessCollection {
  /// The element so many places from the first.
  @inlinable
  package func item(_ place: Int) -> Element { self[index(startIndex, offsetBy: place)] }
}
