import MillraceLayout
import MillraceRender

/// A scroll bar at the edge of its container.
/// - Parameters:
///   - end: the cells to leave free at the end of the bar.
///   - length: the length of the bar in cells.
///   - move: called with the new start when the mouse is pressed or dragged on the bar.
@MainActor
func scrollBar(
  _ axis: Divider.Axis, start: Int, shown: Int, total: Int, end: Int = 0, length: Int,
  move: @escaping @MainActor (Int) throws -> Void
) -> Node {
  let style = LayoutStyle.element {
    $0.position = .absolute
    let end = Length.cells(Double(end))
    let isVertical = axis == .vertical
    $0.inset = Edges(
      left: isVertical ? .auto : 0, top: isVertical ? 0 : .auto, right: isVertical ? 0 : end,
      bottom: isVertical ? end : 0)
    if isVertical { $0.width = 1 } else { $0.height = 1 }
  }
  let content = ScrollBarContent(axis: axis, start: start, shown: shown, total: total)
  return Node(Element(content, style: style)).onPointer { event in
    guard event.button == .left, event.phase == .press || event.phase == .drag else { return false }
    let offset = axis == .vertical ? event.position.y : event.position.x
    try move(min(max(0, offset), length - 1) * (total - shown) / max(1, length - 1))
    return true
  }
}

package struct ScrollBarContent: ElementContent, Equatable {
  package let axis: Divider.Axis
  let start: Int
  let shown: Int
  let total: Int

  /// The cells of the thumb on a bar of a given length: none if all content is shown, otherwise at
  /// least one. If the bar is at least two cells longer than the thumb, the thumb is at an end of
  /// the bar only if the content is scrolled to that end.
  package func thumb(on length: Int) -> Range<Int> {
    guard total > shown, length > 0 else { return 0..<0 }
    let size = min(max(1, length * shown / total), max(1, length - 1))
    let last = length - size
    let limit = total - shown
    var thumbStart = (start * last + limit / 2) / limit
    if start > 0, thumbStart == 0, last > 1 { thumbStart = 1 }
    if start < limit, thumbStart == last, last > 1 { thumbStart = last - 1 }
    return thumbStart..<thumbStart + size
  }
}
