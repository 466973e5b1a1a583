import MillraceLayout
import MillraceRender
import MillraceTerminal
import MillraceWidgets

/// The state of a page, and the operations that update the page to a host's current tree.
///
/// Each changed element is compared with the state that was last sent to the page. So a page that
/// reads slowly skips the states between, and receives only the newest one.
@MainActor
final class PageTree {
  /// The state of one element as it was last sent to the page.
  private struct Shown {
    var tag = ""
    var attributes: [String: String] = [:]
    var frame = CellRect(x: 0, y: 0, width: -1, height: 0)
    var offset = CellPoint.zero
    var clip: CellRect?
    /// The hash of each row that the element itself draws and that was sent. The hashes are seeded,
    /// so an attacker cannot choose text that collides.
    var rows: [Int: Int] = [:]
    /// The element's parent on the page.
    var parent: ElementID?
  }

  private struct Field: Equatable {
    var text: String
    var start: Int
    var end: Int
    var suggestion: String
  }

  private var shown: [ElementID: Shown] = [:]
  private var fields: [ElementID: Field] = [:]
  /// The facts about each list that has rows, as they were when the list was last sent.
  private var lists: [ElementID: PageList] = [:]
  /// The elements that contain the rows of these lists.
  private var rowHolders: Set<ElementID> = []
  /// The elements whose names depend on other elements, such as the text beside them.
  private var dependents: Set<ElementID> = []
  /// The elements that have children on the page.
  private var parents: Set<ElementID> = []
  private var styles = PageStyles()
  private var focused: ElementID?
  /// The element that has the focus, and the position of its caret; empty if there is no caret.
  private var caret: [ElementID: CellPoint] = [:]
  private var reportsMotion = false
  /// The edits that the page made in each field.
  private var edits: [ElementID: Edits] = [:]
  /// The fields that the user edited since the last frame. They are sent again, because the program
  /// may refuse an edit.
  private var edited: Set<ElementID> = []
  /// The number of the last `setField` operation, of whatever field.
  private var lastAnswer = 0
  /// The element that has the focus, and its current row; empty if there is no current row.
  private var activeRow: [ElementID: ElementID] = [:]
  private var text = PageText()
  /// Whether an element needs another tag. It gets the tag when the whole page is sent.
  private(set) var hasOtherTags = false

  private struct Edits {
    /// The number of the newest edit that the page sent.
    var number = 0
    /// The text of that edit.
    var text = ""
    /// The texts that were sent to the field after the text that the user edited last, with their
    /// numbers.
    var answers: [(number: Int, text: String)] = []

    mutating func add(_ answer: Int, _ text: String) {
      // Keeps the last 100 texts. A page is further behind only if the program changes the text all
      // the time.
      answers = answers.suffix(99) + [(answer, text)]
    }

    /// - Returns: The text before the user's edit.
    mutating func take(_ edit: PageEdit) -> String {
      let base = answers.first { $0.number == edit.answer }?.text ?? text
      answers.removeAll { $0.number <= edit.answer ?? 0 }
      (number, text) = (edit.number, edit.text)
      return base
    }
  }

  /// Clears the page's state, so that the next operations describe every element that the host has
  /// marked as changed. Edits of fields keep their numbers.
  func reset() {
    (fields, lists, rowHolders, hasOtherTags) = ([:], [:], [], false)
    (shown, parents, dependents, styles) = ([:], [], [], PageStyles())
    (focused, caret, reportsMotion, activeRow) = (nil, [:], false, [:])
  }

  /// Returns the operations for the changes since the last call, separated by commas; empty if
  /// nothing changed.
  /// - Parameter announcements: Other output of the program, such as a title.
  func operations(of host: TerminalHost, _ announcements: [Announcement] = []) -> String {
    text = PageText()
    let changes = host.takeChanges()
    var touched = changes.elements.union(edited)
    edited = []
    addDependents(of: changes, in: host, to: &touched)
    let nodes = touched.compactMap { host.nodes[$0] }.sorted { $0.id.value < $1.id.value }
    // Numbers up to 0 belong to layers, which are not described.
    for node in nodes where node.id.value > 0 { describe(node, in: host) }
    drawRows(of: host)
    for parent in changes.parents.sorted(by: { $0.value < $1.value }) {
      guard let node = host.nodes[parent], !node.children.isEmpty || parents.contains(parent)
      else { continue }
      if node.children.isEmpty { parents.remove(parent) } else { parents.insert(parent) }
      let children = node.childrenInOrder.map(\.id)
      text.operation(.setChildren, parent, children)
      for child in children { shown[child]?.parent = parent }
    }
    for id in changes.removed.sorted(by: { $0.value < $1.value }) {
      // The page removes an element's descendants with it.
      if let old = shown[id], !(old.parent.map(changes.removed.contains) ?? false) {
        text.operation(.removeElement, id)
      }
      (shown[id], edits[id], fields[id], lists[id]) = (nil, nil, nil, nil)
      parents.remove(id)
      dependents.remove(id)
      rowHolders.remove(id)
    }
    moveFocus(of: host)
    for announcement in announcements { add(announcement) }
    // The page must receive a style before the rows that use it.
    var all = styles.definitions
    styles.definitions = PageText()
    if !all.isEmpty, !text.isEmpty { all.raw(",") }
    text.write(to: &all)
    return all.text
  }

  /// Adds elements that did not change themselves, but whose name or row index depends on elements
  /// that did.
  private func addDependents(
    of changes: HostChanges, in host: TerminalHost, to touched: inout Set<ElementID>
  ) {
    for row in touched.compactMap({ host.nodes[$0] }) where row.isRow {
      touched.insert(row.rowItem.id)
      if let rows = row.parent { rowHolders.insert(rows.id) }
    }
    // The changed elements, and all elements that contain them.
    var around: Set<ElementID> = []
    for id in touched.union(changes.parents) {
      var node = host.nodes[id]
      while let current = node, around.insert(current.id).inserted { node = current.parent }
    }
    for rows in rowHolders.compactMap({ host.nodes[$0] }) {
      guard let list = rows.semantics == nil ? rows.around : rows else { continue }
      let previous = around.contains(rows.id) ? nil : lists[list.id]
      let new = PageList(rows, in: host, previous)
      if new == lists[list.id], !changes.parents.contains(rows.id) { continue }
      lists[list.id] = new
      touched.insert(list.id)
      for row in rows.children where row.isRow { touched.formUnion([row.id, row.rowItem.id]) }
    }
    for id in dependents {
      let parent = host.nodes[id]?.parent
      let near = [parent, parent?.parent].compactMap { $0?.id }
      if near.contains(where: around.contains) { touched.insert(id) }
    }
  }

  private func add(_ announcement: Announcement) {
    switch announcement {
    case .title(let title): text.operation(.setTitle, title)
    case .clipboard(let encoded): text.operation(.copy, encoded)
    case .notification(let title, let body): text.operation(.notify, title, body)
    case .bell: text.operation(.bell)
    case .progress: break
    }
  }

  // MARK: - Elements

  private func describe(_ node: TerminalNode, in host: TerminalHost) {
    let row = node.isRow ? node : node.parent.flatMap { $0.isRow && $0.rowItem === node ? $0 : nil }
    let list = lists[(row?.around ?? node).id]
    let attributes = PageAttributes(node, in: host, list: list)
    var now = shown[node.id] ?? Shown()
    hasOtherTags = hasOtherTags || !now.tag.isEmpty && now.tag != attributes.tag
    if shown[node.id] == nil {
      text.operation(
        .makeElement, node.id, attributes.tag, attributes.values, attributes.isDecoration ? 1 : 0)
    } else if now.attributes != attributes.values {
      let removed = now.attributes.mapValues { _ in String?.none }
      let all = removed.merging(attributes.values.mapValues(Optional.some)) { $1 }
      text.operation(.setAttributes, node.id, all.filter { now.attributes[$0.key] != $0.value })
    }
    (now.tag, now.attributes) = (attributes.tag, attributes.values)
    dependents.remove(node.id)
    if attributes.dependsOnOthers { dependents.insert(node.id) }
    move(node, &now)
    shown[node.id] = now
    if let field = node.content(as: FieldContent.self) { fill(node.id, field) }
  }

  private func move(_ node: TerminalNode, _ now: inout Shown) {
    if now.frame != node.frame {
      now.frame = node.frame
      let frame = node.frame
      text.operation(.setFrame, node.id, frame.x, frame.y, frame.width, frame.height)
      removeRows(&now, of: node.id) { !(0..<frame.height ~= $0) }
    }
    if now.offset != node.offset {
      now.offset = node.offset
      text.operation(.setOffset, node.id, node.offset.x, node.offset.y)
    }
    let clip = node.clipsChildren ? node.clip : nil
    if now.clip != clip {
      now.clip = clip
      text.operation(.setClip, node.id, clip.map { [$0.x, $0.y, $0.width, $0.height] })
    }
  }

  /// Removes rows of an element from the page.
  private func removeRows(_ now: inout Shown, of id: ElementID, where shouldRemove: (Int) -> Bool) {
    let removed = now.rows.keys.filter(shouldRemove).sorted()
    if removed.isEmpty { return }
    for number in removed { now.rows[number] = nil }
    text.operation(.setRows, id, removed.map { [$0] })
  }

  // MARK: - Rows

  private func drawRows(of host: TerminalHost) {
    var written: [ElementID: [PageText]] = [:]
    host.drawElements { [self] node, corner, part in
      guard let known = shown[node.id], fields[node.id] == nil else { return }
      let grid = host.grid
      for y in part.y..<part.maxY {
        let number = y - corner.y
        let row = PageRows.row(
          number, of: grid, y: y, columns: part.x..<part.maxX, left: corner.x, &styles)
        let hash = row?.hashValue
        guard hash != known.rows[number] else { continue }
        shown[node.id]?.rows[number] = hash
        written[node.id, default: []].append(row ?? PageText([number]))
      }
      // Limits the rows that the page keeps of a long text that the user scrolls.
      let height = host.screenHeight
      if var now = shown[node.id], now.rows.count > 3 * height {
        let kept = part.y - corner.y - height..<part.maxY - corner.y + height
        removeRows(&now, of: node.id) { !kept.contains($0) }
        shown[node.id] = now
      }
    }
    for (id, rows) in written.sorted(by: { $0.key.value < $1.key.value }) {
      text.operation(.setRows, id, rows)
    }
  }

  // MARK: - Fields

  private func fill(_ id: ElementID, _ content: FieldContent) {
    let line = content.line
    let value = singleLine(line.text)
    func offset(_ bytes: Int) -> Int { singleLine(line.part(0..<bytes)).utf16.count }
    let field = Field(
      text: value, start: offset(line.selection.lowerBound),
      end: offset(line.selection.upperBound), suggestion: content.suggestion)
    if fields[id]?.suggestion ?? "" != field.suggestion {
      let column = displayWidth(of: SafeText.visible(value))
      text.operation(.setSuggestion, id, field.suggestion, column)
    }
    var old = fields[id]
    old?.suggestion = field.suggestion
    fields[id] = field
    if old == field || old == nil && value.isEmpty && edits[id] == nil { return }
    lastAnswer += 1
    edits[id, default: Edits()].add(lastAnswer, value)
    text.operation(.setField, id, edits[id]?.number ?? 0, value, field.start, field.end, lastAnswer)
  }

  /// Records an edit that the page sent.
  /// - Returns: The edit, with its selection in grapheme clusters; nil if there is no such field.
  func take(_ edit: PageEdit, of id: ElementID) -> LineEdit? {
    guard let field = fields[id] else { return nil }
    let base = edits[id, default: Edits()].take(edit)
    edited.insert(id)
    fields[id] = Field(
      text: edit.text, start: edit.start, end: edit.end, suggestion: field.suggestion)
    func clusters(_ offset: Int) -> Int {
      edit.text[..<edit.text.utf16.prefix(max(0, offset)).endIndex].count
    }
    return LineEdit(
      base: base, text: edit.text, anchor: clusters(edit.start), cursor: clusters(edit.end))
  }

  // MARK: - Focus

  private func moveFocus(of host: TerminalHost) {
    if reportsMotion != (host.pointerInterest == .motion) {
      reportsMotion.toggle()
      text.operation(.setAttributes, 0, ["class": reportsMotion ? "motion" : nil])
    }
    let node = host.focused.flatMap { host.nodes[$0] }
    let stop = node.map { $0.pageStop ?? $0 }
    let row = node?.descendant { $0.rowStates.contains(.current) }?.rowItem
    var active: [ElementID: ElementID] = [:]
    if let stop, let row { active[stop.id] = row.id }
    for old in activeRow.keys where active[old] == nil && shown[old] != nil {
      text.operation(.setAttributes, old, ["aria-activedescendant": String?.none])
    }
    for (stop, row) in active where activeRow[stop] != row {
      text.operation(.setAttributes, stop, ["aria-activedescendant": "\(row.value)"])
    }
    activeRow = active
    if focused != stop?.id {
      focused = stop?.id
      text.operation(.moveFocus, focused?.value ?? 0)
    }
    var new: [ElementID: CellPoint] = [:]
    if let node, fields[node.id] == nil { new[node.id] = host.caret(in: node) }
    for old in caret.keys where new[old] == nil && shown[old] != nil {
      text.operation(.setCaret, old)
    }
    for (id, point) in new where caret[id] != point {
      text.operation(.setCaret, id, point.x, point.y)
    }
    caret = new
  }
}
