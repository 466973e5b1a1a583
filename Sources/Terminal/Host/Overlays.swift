import MillraceLayout
import MillraceRender
import MillraceWidgets

/// An element of a layer that shows nothing itself: what is in it is opaque, what is around that can be
/// seen.
enum Overlay { case dialog, popover, toasts }

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
  /// The elements that an event goes through, from one outwards. A dialog and a popover keep theirs.
  func eventPath(from id: ElementID?) -> [ElementID] { eventPath(path(to: id)) }

  package func eventPath(_ path: [ElementID]) -> [ElementID] {
    path.firstIndex { nodes[$0]?.drawn.overlay != nil }.map { Array(path[...$0]) } ?? path
  }

  var popovers: [TerminalNode] {
    layers.dropFirst().flatMap { $0.children.filter { $0.drawn.overlay == .popover } }
  }

  /// Tells popovers that a mouse button went down, unless it did so in them or on their anchor.
  func tellPopovers(ofPressOn id: ElementID?) {
    let path = path(to: id)
    for popover in popovers where !path.contains(popover.id) {
      if let anchor = renderer?.anchor(of: popover.id), path.contains(anchor) { continue }
      renderer?.tell(popover.id) { try $0.pressedOutside?($1) }
    }
  }

  /// Puts the popovers beside their anchors, wherever those are now: by a new place in the layout, or
  /// because something around them scrolled.
  func placePopovers() {
    for popover in popovers {
      guard let anchor = renderer?.anchor(of: popover.id).flatMap(frame(of:)) else { continue }
      let place = popover.frame.place(beside: anchor, in: screen)
      guard place != popover.frame else { continue }
      markDamaged(popover)
      popover.frame = place
      changes?.elements.insert(popover.id)
      markDamaged(popover)
    }
  }
}

extension CellRect {
  /// This rectangle below an anchor, or above it where there is more room and too little below; moved so
  /// far that it is on the screen.
  fileprivate func place(beside anchor: CellRect, in screen: CellRect) -> CellRect {
    let (above, below) = (anchor.y, screen.height - anchor.maxY)
    let y = height > below && above > below ? anchor.y - height : anchor.maxY
    return CellRect(
      x: max(0, min(anchor.x, screen.width - width)), y: max(0, min(y, screen.height - height)),
      width: width, height: height)
  }
}
