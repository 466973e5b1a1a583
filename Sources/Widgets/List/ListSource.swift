import MillraceIdentifiedList
import MillraceRender

/// The typed source of a ``List``'s rows, with the program's callbacks.
@MainActor
final class ListSource<Data: RandomAccessCollection>: ListRows
where Data.Element: Identifiable, Data.Element.ID: Sendable {
  typealias Item = Data.Element

  let data: Data
  let options: RowOptions<Item>
  var selected: Set<Item.ID>
  private let key: @MainActor (Int) -> NodeKey
  private let content: @MainActor (Int) throws -> Node

  init(
    _ data: Data, _ options: RowOptions<Item>, key: @escaping @MainActor (Int) -> NodeKey,
    content: @escaping @MainActor (Int) throws -> Node
  ) {
    self.data = data
    self.options = options
    self.key = key
    self.content = content
    selected = options.selection?.wrappedValue ?? []
    super.init()
    hasHeaders = options.isHeader != nil
  }

  override var count: Int { data.count }
  override func key(at row: Int) -> NodeKey { key(row) }
  override func content(at row: Int) throws -> Node { try content(row) }
  override func isHeader(_ row: Int) -> Bool { options.isHeader?(data.item(row)) ?? false }
  override var findsKeys: Bool { data is any IdentifiedCollection<Item> }

  /// - Complexity: O(1) if the item has not moved; otherwise the complexity of `index(id:)` for an
  ///   `IdentifiedCollection` or `FindableRows`, and O(*n*) for any other collection.
  override func row(of key: NodeKey, near row: Int) -> Int? {
    guard let id = key.base(as: Item.ID.self) else { return nil }
    if row < data.count, data.item(row).id == id { return row }
    if let data = data as? any IdentifiedCollection<Item> {
      return data.index(id: id).map { $0 - data.startIndex }
    }
    if let rows = data as? any FindableRows<Item.ID> { return rows.index(id: id) }
    return data.firstIndex { $0.id == id }.map { data.distance(from: data.startIndex, to: $0) }
  }

  override func isKnownAbsent(_ key: NodeKey) -> Bool {
    guard let id = key.base(as: Item.ID.self), let data = data as? any IdentifiedCollection<Item>
    else { return false }
    return data.index(id: id) == nil
  }

  override func removedKeys(since old: RowSource) -> [NodeKey]? {
    guard let new = data as? IdentifiedList<Item>,
      let old = (old as? ListSource)?.data as? IdentifiedList<Item>
    else { return nil }
    var removed: [NodeKey] = []
    IdentifiedList.forEachChangedID(from: old, to: new, areEqual: { _, _ in true }) { id in
      if !new.contains(id: id) { removed.append(NodeKey(id)) }
    }
    return removed
  }

  override var canSelect: Bool { options.selection != nil }
  override func isSelected(_ row: Int) -> Bool {
    !selected.isEmpty && selected.contains(data.item(row).id)
  }

  override func handle(_ key: Key, at row: Int) throws -> Bool {
    try options.onKey?(key, data.item(row)) ?? false
  }

  override func activate(_ row: Int) throws -> Bool {
    guard let onActivate = options.onActivate else { return false }
    try onActivate(data.item(row))
    return true
  }

  override func notifySelected(_ row: Int) throws { try options.onSelect?(data.item(row)) }

  override func notifyCurrent(_ row: Int?) -> Bool? {
    guard let current = options.current else { return nil }
    var id: Item.ID?
    if let row { id = data.item(row).id } else if current.wrappedValue == nil { return true }
    current.wrappedValue = id
    return current.wrappedValue == id
  }

  override var boundCurrent: NodeKey? { options.current?.wrappedValue.map { NodeKey($0) } }

  override func select(by command: ListCommand, extends: Bool, in context: EventContext) throws
    -> Bool
  {
    try changeSelection(by: command, extends: extends, in: context)
  }

  override func press(_ row: Int, _ modifiers: KeyModifiers) throws {
    try handlePress(row, modifiers)
  }
  override func drag(_ event: PointerEvent) throws -> Bool { try move(by: event) }

  override func plainText(in context: RenderContext) throws -> [String] {
    var lines: [String] = []
    for row in 0..<data.count { lines += try context.lines(of: try content(row)) }
    return lines
  }
}
