import MillraceLayout
import MillraceRender
import MillraceWidgets

/// A device that shows the tree of elements itself, where others get the bytes of a painter: a page.
///
/// Layout, focus, events and scrolling are the terminal's: the two cannot differ.
@MainActor
package protocol ScreenView: TerminalDevice {
  /// Shows what changed since the last call: ``TerminalHost/takeChanges()`` and
  /// ``TerminalHost/drawElements(_:)`` tell it.
  func show(_ host: TerminalHost, _ announcements: [Announcement])
}

/// What changed in a host's tree.
package struct HostChanges {
  /// Elements that are new, or differ in content, looks, frame, offset or marks.
  package var elements: Set<ElementID> = []
  /// Elements whose children came, went or moved.
  package var parents: Set<ElementID> = []
  /// Elements that are gone.
  package var removed: Set<ElementID> = []

  mutating func remove(_ id: ElementID) {
    elements.remove(id)
    parents.remove(id)
    removed.insert(id)
  }
}

extension TerminalHost {
  /// What changed since the last call.
  package func takeChanges() -> HostChanges {
    defer { changes = HostChanges() }
    return changes ?? HostChanges()
  }

  /// Makes everything count as changed.
  package func markAllChanged() {
    changes = HostChanges(elements: Set(nodes.keys), parents: Set(nodes.keys))
    damage.add(screen)
  }

  /// Draws each element by itself, without what stands in it, in the rows that are damaged.
  /// - Parameters:
  ///   - take: Called when an element is drawn, before the next one is: with the element, where its top left corner
  ///     is on the screen, and what of it was drawn, whole rows as far as they show.
  package func drawElements(
    _ take: (_ node: TerminalNode, _ corner: CellPoint, _ drawn: CellRect) -> Void
  ) {
    fitBuffer()
    for rows in damage.damagedRows {
      let clip = CellRect(x: 0, y: rows.lowerBound, width: screen.width, height: rows.count)
      for (index, layer) in layers.enumerated() {
        for child in layer.childrenInOrder {
          draw(child, at: .zero, clip: clip, inherited: Style(), isOpaque: index > 0, take)
        }
      }
    }
    damage.removeAll()
    _ = buffer.grid.takeCuts()
  }

  private func draw(
    _ node: TerminalNode, at corner: CellPoint, clip: CellRect, inherited: Style, isOpaque: Bool,
    _ take: (TerminalNode, CellPoint, CellRect) -> Void
  ) {
    guard !node.isHidden else { return }
    let frame = node.frame.moved(by: corner.x, corner.y)
    let part = frame.intersection(clip)
    if part.isEmpty, node.clipsChildren || node.children.isEmpty { return }
    let isSeeThrough = isOpaque && node.drawn.overlay != nil
    let own = ownStyle(of: node)
    let style = own.over(inherited)
    if !part.isEmpty {
      drawnNodes += 1
      buffer.grid.clear(x: part.x, y: part.y, width: part.width, height: part.height)
      let brush = Brush(
        size: CellSize(width: frame.width, height: frame.height), content: node.contentFrame,
        style: style, isFocused: node.id == focused, marks: node.marks,
        origin: CellPoint(x: frame.x, y: frame.y), clip: part, buffer: buffer)
      if own.background != .default {
        brush.fill(CellRect(x: 0, y: 0, width: frame.width, height: frame.height))
      }
      node.drawn.draw(in: brush)
      take(node, CellPoint(x: frame.x, y: frame.y), part)
    }
    let inner =
      node.clipsChildren ? clip.intersection(node.clip.moved(by: frame.x, frame.y)) : clip
    guard !inner.isEmpty else { return }
    let origin = CellPoint(x: frame.x - node.offset.x, y: frame.y - node.offset.y)
    for child in node.childrenInOrder {
      draw(child, at: origin, clip: inner, inherited: style, isOpaque: isSeeThrough, take)
    }
  }

  private func fitBuffer() {
    if buffer.grid.width != screen.width || buffer.grid.height != screen.height {
      buffer.grid.resize(width: screen.width, height: screen.height)
    }
  }

  /// The screen as a terminal would show it: a line a row, without trailing blanks.
  package func screenText() -> [String] {
    fitBuffer()
    let pending = damage
    damage.add(screen)
    draw()
    damage = pending
    return (0..<screen.height).map(buffer.grid.rowText)
  }

  package var screenHeight: Int { screen.height }
  /// The most that an element wants to hear of the mouse.
  package var pointerInterest: PointerInterest? { pointer.interest }

  /// The handlers of an element as they are now.
  package func handlers(of id: ElementID) -> [Handlers] { renderer?.handlers(of: id) ?? [] }

  /// Where an element that has the focus is typed into, from its top left corner.
  package func caret(in node: TerminalNode) -> CellPoint? { cursorPoint(of: node) }

  /// What was drawn last.
  package var grid: CellGrid { buffer.grid }

  /// Whether an element of a layer hides what is below it.
  package func isOpaque(_ node: TerminalNode) -> Bool {
    guard let parent = node.parent else { return false }
    if node.drawn.overlay != nil { return false }
    return parent.drawn.overlay != nil || layers.dropFirst().contains { $0 === parent }
      || node.drawn.content(as: CoveringContent.self) != nil
  }
}

extension TerminalNode {
  /// What the element is.
  package func content<Content: ElementContent>(as type: Content.Type) -> Content? {
    drawn.content(as: type)
  }

  /// What it means to somebody who cannot see it.
  package var semantics: Semantics? { looks.semantics ?? drawn.semantics }

  /// Whether what it draws itself is text.
  package var showsText: Bool {
    switch drawn.plainText {
    case .text: true
    case .container, .divider, .control: false
    }
  }

  /// The words of the texts in it.
  package var words: String {
    if isHidden { return "" }
    if case .text(let text) = drawn.plainText { return SafeText.visible(text) }
    return children.map(\.words).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
