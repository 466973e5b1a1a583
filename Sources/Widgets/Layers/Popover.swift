import MillraceLayout
import MillraceRender

extension NodeConvertible {
  /// Shows a box next to the node, above other content: a menu or a hint, for example.
  ///
  /// ```swift
  /// Button("More…") { isOpen = true }
  ///   .popover(isOpen, onClose: { isOpen = false }) {
  ///     Button("Copy") { copy() }.autofocus()
  ///     Button("Rename") { rename() }
  ///   }
  /// ```
  ///
  /// It is placed below the node, aligned to its left edge; above the node if there is too little
  /// room below and more above. It is then moved onto the screen, over the node if necessary, and
  /// is at most as large as the screen. It follows the node and disappears with it; if the node is
  /// scrolled out of view, it stays at the edge of the screen.
  ///
  /// It takes the focus only if something in it requests the focus. Arrows move between its
  /// controls. A key pressed in it, or a click on it, does not reach the elements around it.
  /// - Parameters:
  ///   - isShown: whether the popover is open.
  ///   - onClose: called on Escape inside, and when the left mouse button goes down outside the
  ///     popover and the node; that press is still handled normally. It may be called again before
  ///     the popover disappears.
  ///   - content: placed in a column.
  public func popover(
    _ isShown: Bool, onClose: (@MainActor () throws -> Void)? = nil,
    @NodeBuilder content: () throws -> Node
  ) rethrows -> Node {
    // The node is the sibling before the popover: hosts place a popover next to that sibling.
    guard isShown else { return wrapped { .fragment([$0, .empty]) } }
    let box = try Box { try content() }.padding(horizontal: 1).minHeight(0)
    let popover = Popover(onClose: onClose, content: box).node
    return wrapped { .fragment([$0, popover]) }
  }
}

/// A box that a host places next to the sibling before it.
struct Popover: Component {
  let onClose: (@MainActor () throws -> Void)?
  /// Called on any key press, wherever the focus is.
  var onKeyPressed: (@MainActor () throws -> Void)?
  let content: Node
  @Environment(\.popoverLayer) private var layer

  var body: Node {
    let handlers = Handlers {
      $0.key = { key, _ in try closes(key, onClose) }
      if let onClose { $0.mouseDownOutside = { _ in try onClose() } }
      if let onKeyPressed { $0.keyPressed = { _ in try onKeyPressed() } }
    }
    Portal(to: layer) {
      Node(Element(PopoverContent(), handlers: handlers, children: [content]))
        .absolute(left: 0, top: 0).maxWidth(.percent(100)).maxHeight(.percent(100))
        .flexDirection(.column).focusScope(.byArrows)
    }
  }
}

extension EnvironmentValues {
  /// The layer of popovers: inside a dialog, the dialog layer, so that popovers are above the
  /// dialog.
  var popoverLayer: Layer { .popover }
}

/// Content that a host places next to its preceding sibling, after layout.
package struct PopoverContent: ElementContent, Equatable {}
