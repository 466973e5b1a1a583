import MillraceRender

/// The state of a list: the current item, the items last exchanged with the program's binding, and
/// the keys of the commands. Events change it, and `update` applies new data.
@MainActor
struct ListState {
  /// The index of the current item.
  private(set) var current = 0
  /// The number of items side by side in a row.
  private(set) var columns = 1
  private(set) var isGrid = false
  private(set) var key: NodeKey?
  private var lastKey: NodeKey?
  /// The row to keep in view; nil if the list follows its end, and the current row is not the last.
  private(set) var pinnedRow: Int?
  /// The row to scroll into view, because the program made it current, or the number of columns has
  /// changed.
  private(set) var target: ScrollTarget?
  /// The last range selection: a `ListRange`.
  var range: (any Sendable)?
  /// The item on which the mouse button was pressed.
  var dragged: NodeKey?
  /// The number of items when the last item last came into view.
  private var reached: Int?

  /// The current item that the program was last notified of.
  private var notified: NodeKey?
  /// The newest notice to the program that new data has made another item current.
  private(set) var notice = Notice()
  /// The item that the program chose last by `select`, and the item that its binding had last.
  private var (selected, bound): (NodeKey?, NodeKey?)
  /// Whether the binding has an item that does not exist yet.
  private var isWaiting = false

  private(set) var keys: CommandKeys<ListCommand>?
  private var canSelect = false

  struct Notice {
    /// The item that needs no further notice: the item of the newest notice, or a later current
    /// item that the program already knows. Nil after the program has set its binding to nil.
    var key: NodeKey?
    /// The number of notices so far. When it changes, the list notifies the program.
    var number = 0
  }

  nonisolated init() {}

  /// The row of the current item.
  var row: Int { current / columns }

  // MARK: - Data

  /// Finds the current item in new data, and makes the item current that the program chose.
  /// - Parameters:
  ///   - select: the item chosen by `select`.
  ///   - columns: the items side by side in a grid; nil in a list.
  ///   - isFollowing: whether the list follows its end, and the end is in sight.
  ///   - isRevealing: whether the viewport is about to scroll a row into view.
  mutating func update(
    _ rows: ListRows, select: NodeKey?, columns: Int?, isFollowing: Bool, isRevealing: Bool
  ) {
    let (count, isOtherWidth) = (rows.count, self.columns != columns ?? 1)
    (isGrid, self.columns) = (columns != nil, columns ?? 1)
    if let key { current = rows.row(of: key, near: current) ?? min(current, max(0, count - 1)) }
    // A list that follows its end makes a new last item current. If the old item stayed current,
    // the list would keep that item in view instead of the end.
    let last = count > 0 ? rows.key(at: count - 1) : nil
    if isFollowing, last != lastKey { current = max(0, count - 1) }
    lastKey = last
    if rows.hasHeaders { current = rows.item(near: current) }
    key = current < count ? rows.key(at: current) : nil
    // A list that follows its end does not keep an earlier row in view.
    pinnedRow = isFollowing && current < count - 1 ? nil : row
    // Before the first layout, the number of columns is a guess. When it changes, the row to reveal
    // changes, too.
    if isOtherWidth, isRevealing { reveal() }
    let choice = rows.boundCurrent
    if choice == nil, bound != nil || isWaiting {
      // The program has set its binding to nil, but an item stays current. The list therefore sets
      // the binding to that item again.
      (bound, notified, notice.key) = (nil, nil, nil)
    } else if choice != bound, choice == key || follow(choice, in: rows) {
      bound = choice
      if key == choice { (notified, notice.key) = (key, key) }
    }
    isWaiting = choice != nil && choice != bound
    if isWaiting { bound = nil }
    if select != selected, follow(select, in: rows) { selected = select }
    if key != notified, notice.number == 0 || notice.key != key {
      notice = Notice(key: key, number: notice.number + 1)
    }
  }

  /// Makes the item current that the program has chosen.
  /// - Returns: false if the item does not exist yet. It is then chosen as soon as it exists.
  private mutating func follow(_ choice: NodeKey?, in rows: ListRows) -> Bool {
    guard let choice else { return true }
    guard let found = rows.row(of: choice, near: current) else { return false }
    move(to: rows.item(near: found), in: rows)
    reveal()
    return true
  }

  private mutating func reveal() {
    target = ScrollTarget(row: row, number: (target?.number ?? 0) + 1)
  }

  /// Sets the keys that a map assigns.
  mutating func update(_ map: KeyMap, canSelect: Bool) {
    if let keys, keys.map == map, canSelect == self.canSelect { return }
    self.canSelect = canSelect
    // Of the standard keys, a help screen lists only those that select.
    keys = CommandKeys(isGrid ? ListCommand.grid : ListCommand.table, in: map) {
      canSelect && ($0 == .select || $0 == .selectAll)
    }
  }

  // MARK: - Events

  mutating func move(to row: Int, in rows: ListRows) {
    current = row
    key = row < rows.count ? rows.key(at: row) : nil
    pinnedRow = self.row
  }

  /// Records that the program knows the current item.
  /// - Returns: whether the program's binding must be set, because it does not have this item.
  mutating func notify() -> Bool {
    (notified, notice.key, isWaiting) = (key, key, false)
    return bound == nil || bound != key
  }

  /// Records that the program knows the item that new data has made current. The binding stays
  /// unchanged if it has an item that does not exist yet.
  /// - Parameter choice: the item in the binding.
  /// - Returns: whether the binding must be set.
  mutating func notify(besides choice: NodeKey?) -> Bool {
    if choice == nil || choice == bound { return notify() }
    (notified, notice.key) = (key, key)
    return false
  }

  /// Records the item in the binding. If the binding later has another item, the program has chosen
  /// it.
  mutating func setBound(_ bound: NodeKey?) { self.bound = bound }

  /// Whether the last item is visible, and the number of items is not the one at which this
  /// function last returned true.
  /// - Parameter end: the index after the last visible row.
  mutating func reaches(end: Int, of count: Int) -> Bool {
    guard count > 0, end * columns >= count, reached != count else { return false }
    reached = count
    return true
  }
}
