import MillraceLayout
import MillraceRender

extension TerminalHost {
  /// Draws the damaged parts into the grid.
  /// - Returns: Whether any part was damaged.
  @discardableResult
  package func draw() -> Bool {
    guard !damage.isEmpty else { return false }
    // The parts that this frame has drawn.
    var drawn = Damage(width: screen.width, height: screen.height)
    while !damage.isEmpty {
      let rects = damage.rects
      drawnRects?.append(contentsOf: rects)
      damage.removeAll()
      for rect in rects {
        drawn.add(rect)
        buffer.grid.clear(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        for (index, layer) in layers.enumerated() where !layer.children.isEmpty {
          for child in layer.childrenInOrder {
            draw(child, at: .zero, clip: rect, inherited: Style(), isOpaque: index > 0)
          }
        }
      }
      // If the damage cuts through a wide glyph, draws the whole glyph, together with everything
      // that was drawn in its row. Drawing only the glyph could cut through a wide glyph of another
      // layer.
      for cut in buffer.grid.removeCuts() where !drawn.covers(cut.columns, row: cut.row) {
        damage.add(
          CellRect(x: cut.columns.lowerBound, y: cut.row, width: cut.columns.count, height: 1))
        damage.add(row: cut.row, of: drawn)
      }
    }
    return true
  }

  /// Called after an element was drawn alone, with the element, its top left corner on the screen,
  /// and the part that was drawn.
  package typealias DrawnElement = (TerminalNode, CellPoint, CellRect) -> Void

  /// - Parameters:
  ///   - corner: The top left corner of the parent's content on the screen.
  ///   - take: If it is not nil, each element is drawn alone, on empty cells.
  func draw(
    _ node: TerminalNode, at corner: CellPoint, clip: CellRect, inherited: Style, isOpaque: Bool,
    _ take: DrawnElement? = nil
  ) {
    guard !node.isHidden else { return }
    let frame = node.frame.moved(by: corner.x, corner.y)
    let part = frame.intersection(clip)
    let isTouched = !part.isEmpty
    if !isTouched, node.clipsChildren || node.children.isEmpty { return }

    let drawsOverlay = isOpaque && node.drawn.overlay != nil
    let isFocused = node.id == focused
    let own = ownStyle(of: node)
    let style = own.over(inherited)
    if isTouched {
      drawnNodes += 1
      if take != nil {
        buffer.grid.clear(x: part.x, y: part.y, width: part.width, height: part.height)
      }
      let size = CellSize(width: frame.width, height: frame.height)
      let brush = Brush(
        size: size, content: node.contentFrame, style: style, isFocused: isFocused,
        rowStates: node.rowStates,
        origin: CellPoint(x: frame.x, y: frame.y), clip: part, buffer: buffer)
      // Fills the background only if the node sets it, or must hide what is below the node. The
      // ancestor has filled an inherited background.
      if take == nil && isOpaque && !drawsOverlay || own.background != .default {
        brush.fill(CellRect(x: 0, y: 0, width: frame.width, height: frame.height))
      }
      node.drawn.draw(in: brush)
      take?(node, CellPoint(x: frame.x, y: frame.y), part)
    }
    let inner =
      node.clipsChildren ? clip.intersection(node.clip.moved(by: frame.x, frame.y)) : clip
    guard !inner.isEmpty, !node.children.isEmpty else { return }
    let origin = CellPoint(x: frame.x - node.offset.x, y: frame.y - node.offset.y)
    for child in node.childrenInOrder {
      draw(child, at: origin, clip: inner, inherited: style, isOpaque: drawsOverlay, take)
    }
  }

  /// The style of a node with the styles of its states. The style for the focus overrides the
  /// others.
  func ownStyle(of node: TerminalNode) -> Style {
    // Read one by one, because copying all properties takes longer.
    var own = node.properties.style
    if let hover = node.properties.hoverStyle, pointer.hovered.contains(node.id) {
      own = hover.over(own)
    }
    if let current = node.properties.currentStyle,
      node.rowStates.isSuperset(of: [.current, .active])
    {
      own = current.over(own)
    }
    if node.id == focused, let focusStyle = node.properties.focusStyle {
      own = focusStyle.over(own)
    }
    return own
  }

  /// The position of the terminal's cursor; nil if the cursor is hidden.
  package var cursor: CellPoint? {
    guard let id = focused, let node = nodes[id], node.isShown, let point = cursorPoint(of: node)
    else { return nil }
    let (origin, clip) = node.position(on: screen)
    let frame = node.frame.moved(by: origin.x - node.frame.x, origin.y - node.frame.y)
    let position = CellPoint(x: origin.x + point.x, y: origin.y + point.y)
    return frame.intersection(clip).contains(x: position.x, y: position.y) ? position : nil
  }

  /// The position of the cursor in a node, from its top left corner.
  func cursorPoint(of node: TerminalNode) -> CellPoint? {
    let content = node.contentFrame
    let size = CellSize(width: content.width, height: content.height)
    return node.drawn.cursor(in: size).map { CellPoint(x: content.x + $0.x, y: content.y + $0.y) }
  }

  /// The innermost element drawn at a cell.
  func hit(x: Int, y: Int) -> TerminalNode? {
    for layer in layers.reversed() {
      for child in layer.childrenInOrder.reversed() {
        if let found = hit(child, CellPoint(x: x, y: y)) { return found }
      }
    }
    return nil
  }

  /// - Parameter point: The position, from the top left corner of the parent's content.
  private func hit(_ node: TerminalNode, _ point: CellPoint) -> TerminalNode? {
    guard !node.isHidden, node.drawn.overlay != .toasts else { return nil }
    let point = CellPoint(x: point.x - node.frame.x, y: point.y - node.frame.y)
    if !node.clipsChildren || node.clip.contains(x: point.x, y: point.y) {
      let inside = CellPoint(x: point.x + node.offset.x, y: point.y + node.offset.y)
      // The child that is drawn last is on top.
      for child in node.childrenInOrder.reversed() {
        if let found = hit(child, inside) { return found }
      }
    }
    let size = CellSize(width: node.frame.width, height: node.frame.height)
    let isInside = CellRect(x: 0, y: 0, width: size.width, height: size.height)
      .contains(x: point.x, y: point.y)
    return isInside && node.drawn.contains(point, in: size) ? node : nil
  }

  // MARK: - Scrolling

  /// Scrolls the contents of an element, without a layout. If at least half of the new rows are
  /// already on the screen, no other element is drawn there, and the element has at least three
  /// quarters of the screen's width, the host moves rows of cells, and the terminal moves them,
  /// too.
  func scroll(_ node: TerminalNode, to offset: CellPoint) {
    let (origin, clip) = node.position(on: screen)
    let region = node.clip.moved(by: origin.x, origin.y).intersection(clip)
    let lines = offset.y - node.offset.y
    let rows = CellRect(x: 0, y: region.y, width: screen.width, height: region.height)
    // Whole rows move, so the host draws elements beside the region again, such as a scroll bar.
    let canMove =
      offset.x == node.offset.x && 2 * abs(lines) <= region.height
      && 4 * region.width >= 3 * screen.width && node.clipsChildren && isAlone(node, in: region)
    node.offset = offset
    changes?.elements.insert(node.id)
    guard canMove, changes != nil || buffer.grid.scroll(region.y..<region.maxY, by: lines) else {
      damage.add(region)
      return
    }
    damage.scroll(region, by: lines)
    damage.add(CellRect(x: 0, y: rows.y, width: region.x, height: rows.height))
    damage.add(
      CellRect(
        x: region.maxX, y: rows.y, width: screen.width - region.maxX, height: rows.height))
    damage.add(
      CellRect(
        x: region.x, y: lines > 0 ? region.maxY - lines : region.y, width: region.width,
        height: abs(lines)))
  }

  /// Whether a region of the screen shows only a node and its descendants.
  private func isAlone(_ node: TerminalNode, in region: CellRect) -> Bool {
    var inner = node
    if node.drawn.drawsBehindChildren { return false }
    while let parent = inner.parent {
      if parent.drawn.drawsBehindChildren { return false }
      let origin = parent.position(on: screen).origin
      for sibling in parent.children where sibling !== inner && !sibling.isHidden {
        let bounds = sibling.bounds.moved(
          by: origin.x - parent.offset.x, origin.y - parent.offset.y)
        if !bounds.intersection(region).isEmpty { return false }
      }
      inner = parent
    }
    // Other layers may cover the region.
    return layers.allSatisfy { $0 === inner || $0.children.isEmpty }
  }
}
