import MillraceLayout
import MillraceRender
import MillraceWidgets

/// A device that shows the tree of elements itself, such as a page. Other devices receive the bytes
/// of a painter.
///
/// It uses the same layout, focus, events and scrolling as a terminal, so that both behave alike.
@MainActor
package protocol ScreenView: TerminalDevice {
  /// Shows the changes since the last call, which it reads with ``TerminalHost/takeChanges()`` and
  /// ``TerminalHost/drawElements(_:)``.
  func show(_ host: TerminalHost, _ announcements: [Announcement])
}

/// The changes in a host's tree.
package struct HostChanges {
  /// New elements, and elements whose content, properties, frame, offset or row states changed.
  package var elements: Set<ElementID> = []
  /// Elements whose children were added, removed or moved.
  package var parents: Set<ElementID> = []
  /// Removed elements.
  package var removed: Set<ElementID> = []

  mutating func remove(_ id: ElementID) {
    elements.remove(id)
    parents.remove(id)
    removed.insert(id)
  }
}

extension TerminalHost {
  /// Returns the changes since the last call.
  package func takeChanges() -> HostChanges {
    defer { changes = HostChanges() }
    return changes ?? HostChanges()
  }

  /// Marks all elements as changed.
  package func markAllChanged() {
    changes = HostChanges(elements: Set(nodes.ids), parents: Set(nodes.ids))
    damage.add(screen)
  }

  /// Draws each element separately, without its children, in the damaged rows.
  /// - Parameters:
  ///   - take: Called after an element is drawn and before the next one is drawn, with the element,
  ///     its top left corner on the screen, and the part that was drawn: whole rows, as far as they
  ///     are visible.
  package func drawElements(_ take: @escaping DrawnElement) {
    fitBuffer()
    for rows in damage.damagedRows {
      drawElements(
        in: CellRect(x: 0, y: rows.lowerBound, width: screen.width, height: rows.count), take)
    }
    damage.removeAll()
    _ = buffer.grid.removeCuts()
  }

  func drawElements(in clip: CellRect, _ take: @escaping DrawnElement) {
    for (index, layer) in layers.enumerated() {
      for child in layer.childrenInOrder {
        draw(child, at: .zero, clip: clip, inherited: Style(), isOpaque: index > 0, take)
      }
    }
  }

  func fitBuffer() {
    if buffer.grid.width != screen.width || buffer.grid.height != screen.height {
      buffer.grid.resize(width: screen.width, height: screen.height)
    }
  }

  /// The screen as a terminal would show it: one line for each row, without trailing blanks.
  package func screenText() -> [String] {
    fitBuffer()
    let pending = damage
    damage.add(screen)
    draw()
    damage = pending
    return (0..<screen.height).map(buffer.grid.rowText)
  }

  package var screenHeight: Int { screen.height }
  /// The most detailed mouse events that any element asks for.
  package var pointerInterest: PointerInterest? { pointer.interest }

  /// The handlers of an element as they are now.
  package func handlers(of id: ElementID) -> [Handlers] { renderer?.handlers(of: id) ?? [] }

  /// The position of the caret in a focused element, from its top left corner.
  package func caret(in node: TerminalNode) -> CellPoint? { cursorPoint(of: node) }

  /// The grid with the last drawing.
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
  /// The element's content, if it has this type.
  package func content<Content: ElementContent>(as type: Content.Type) -> Content? {
    drawn.content(as: type)
  }

  /// The element's meaning for assistive technology.
  package var semantics: Semantics? { properties.semantics ?? drawn.semantics }

  /// Whether the element itself draws text.
  package var showsText: Bool {
    switch drawn.plainText {
    case .text: true
    case .container, .titled, .control: false
    }
  }

  /// The words of all texts in the element.
  package var words: String {
    if isHidden { return "" }
    if case .text(let text) = drawn.plainText { return SafeText.visible(text) }
    return children.map(\.words).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
