import MillraceLayout
import MillraceRender

/// One rendering of a list by what is around it. Another has another, for the closure that makes its rows
/// may have captured something else.
final class ListRendering {
  let marker: String

  init(marker: String) { self.marker = marker }
}

/// The rows that a list shows. Those that show the same as before are the same nodes, which nobody compares.
@MainActor
final class ListRows {
  private final class Row {
    let key: NodeKey
    let look: ListRowContent
    /// What the program made for the item.
    let content: Node
    let node: Node

    init(_ key: NodeKey, _ look: ListRowContent, _ content: Node, _ element: Element) {
      self.key = key
      self.look = look
      self.content = content
      var node = Node(element)
      node.key = key
      self.node = node
    }
  }

  /// Answers a mouse button that goes down on a row.
  var touched: (Int, KeyModifiers) throws -> Void = { _, _ in }

  private(set) var rendering: ListRendering?
  private var rows: [Row] = []
  private var first = 0
  private var style = LayoutStyle.element
  private var gutter = 0

  nonisolated init() {}

  /// - Parameters:
  ///   - gutter: the columns of the marker.
  ///   - shown: the numbers of the items.
  ///   - isSelected: whether the item with a number is among those that are selected.
  ///   - make: makes the content for an item; called where another rendering made the row that is there.
  func update(
    _ rendering: ListRendering, gutter: Int, _ shown: Range<Int>, current: Int, hasFocus: Bool,
    isSelected: (Int) -> Bool, theme: Theme, make: (Int) throws -> (NodeKey, Node)
  ) rethrows -> [Node] {
    if gutter != self.gutter { (self.gutter, rows) = (gutter, []) }
    let isSame = rendering === self.rendering
    style = .element {
      $0.direction = .column
      $0.shrink = 0
      $0.overflow = .clip
      $0.padding.left = .cells(Double(gutter))
    }
    let current = shown.contains(current) ? current : nil
    var new: [Row] = []
    new.reserveCapacity(shown.count)
    for index in shown {
      let place = index - first
      let before = rows.indices.contains(place) ? rows[place] : nil
      let look = look(
        rendering, gutter, index == current, isSelected: isSelected(index), hasFocus, theme)
      if isSame, let before {
        let isSame = before.look == look
        new.append(isSame ? before : row(index, before.key, look, before.content))
        continue
      }
      let (key, content) = try make(index)
      if let before, before.key == key, before.look == look, content.isEqual(to: before.content) {
        new.append(before)
      } else {
        new.append(row(index, key, look, content))
      }
    }
    rows = new
    first = shown.lowerBound
    self.rendering = rendering
    return rows.map(\.node)
  }

  private func look(
    _ rendering: ListRendering, _ gutter: Int, _ isCurrent: Bool, isSelected: Bool,
    _ hasFocus: Bool, _ theme: Theme
  ) -> ListRowContent {
    var marker = isCurrent ? rendering.marker : ""
    if isSelected, gutter > 0 {
      // In the last column of the gutter, so that the current row has both.
      marker = isCurrent ? String(marker.dropLast()) : String(repeating: " ", count: gutter - 1)
      marker += "•"
    }
    guard isCurrent else { return ListRowContent(marker: marker, isCurrent: false) }
    return ListRowContent(
      marker: marker, isCurrent: true, style: hasFocus ? theme.selection : Style(),
      markerStyle: hasFocus ? Style() : theme.muted)
  }

  private func row(
    _ index: Int, _ key: NodeKey, _ look: ListRowContent, _ content: Node
  ) -> Row {
    var looks = Looks()
    looks.hasTabStops = look.isCurrent
    looks.style = look.style
    let handlers = Handlers {
      $0.touched = { [weak self] held, _ in try self?.touched(index, held) }
    }
    return Row(
      key, look, content,
      Element(
        look, style: style, looks: looks, handlers: handlers,
        children: [content.environment(\.isCurrentRow, look.isCurrent)]))
  }
}

extension EnvironmentValues {
  /// Whether what reads it stands in the current row of a ``List``: to show more of it there.
  public var isCurrentRow: Bool { false }
}

/// The marker of a list's row.
package struct ListRowContent: ElementContent, Equatable {
  package let marker: String
  let isCurrent: Bool
  var style = Style()
  package var markerStyle = Style()
}
