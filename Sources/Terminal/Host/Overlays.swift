import MillraceLayout
import MillraceRender
import MillraceWidgets

/// The kind of a transparent element in a layer. The element's children are opaque, and the screen
/// below is visible around them.
enum Overlay { case dialog, tool, popover, toasts }

extension DialogContent: TerminalContent {
  package var drawsBehindChildren: Bool { false }
}

extension PopoverContent: TerminalContent {
  package var drawsBehindChildren: Bool { false }
}

extension ToastsContent: TerminalContent {
  package var drawsBehindChildren: Bool { false }
}

extension TerminalHost {
  /// The elements that an event visits, from `id` outwards. Events do not leave an ``Overlay``,
  /// such as a dialog or a popover.
  func eventPath(from id: ElementID?) -> [ElementID] { eventPath(path(to: id)) }

  package func eventPath(_ path: [ElementID]) -> [ElementID] {
    if !hasOverlays { return path }
    return path.firstIndex { nodes[$0]?.drawn.overlay != nil }.map { Array(path[...$0]) } ?? path
  }

  /// Whether a layer other than the base shows something.
  private var hasOverlays: Bool {
    for layer in layers where layer !== layers[0] && !layer.children.isEmpty { return true }
    return false
  }

  /// Whether an element is a tool over the program, or is declared inside one. A tool covers the
  /// dialogs of the program and confines the focus, also if a dialog opens later.
  func isTool(_ id: ElementID) -> Bool {
    path(to: id).contains { nodes[$0]?.drawn.overlay == .tool }
  }

  var popovers: [TerminalNode] {
    // A loop, because a closure on the main actor checks its executor at each call.
    var found: [TerminalNode] = []
    for layer in layers where layer !== layers[0] {
      for child in layer.children where child.drawn.overlay == .popover { found.append(child) }
    }
    return found
  }

  /// Notifies popovers of a mouse press outside of the popover and its anchor.
  func notifyPopovers(ofPressOn id: ElementID?) {
    let path = path(to: id)
    for popover in popovers where !path.contains(popover.id) {
      if let anchor = renderer?.anchor(of: popover.id), path.contains(anchor) { continue }
      renderer?.notify(popover.id) { try $0.mouseDownOutside?($1) }
    }
  }

  /// Moves the popovers beside their anchors, which may have moved by layout or by scrolling.
  func placePopovers() {
    for popover in popovers {
      guard let anchor = renderer?.anchor(of: popover.id).flatMap(frame(of:)) else { continue }
      let placed = popover.frame.placed(beside: anchor, in: screen)
      guard placed != popover.frame else { continue }
      markDamaged(popover)
      popover.frame = placed
      changes?.elements.insert(popover.id)
      markDamaged(popover)
    }
  }
}

extension CellRect {
  /// This rectangle, moved below an anchor, or above if it does not fit below and there is more
  /// space above; then moved onto the screen.
  fileprivate func placed(beside anchor: CellRect, in screen: CellRect) -> CellRect {
    let (above, below) = (anchor.y, screen.height - anchor.maxY)
    let y = height > below && above > below ? anchor.y - height : anchor.maxY
    return CellRect(
      x: max(0, min(anchor.x, screen.width - width)), y: max(0, min(y, screen.height - height)),
      width: width, height: height)
  }
}
