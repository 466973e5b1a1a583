import MillraceLayout
import MillraceRender

extension NodeConvertible {
  /// Shows a box beside the node, over what is there: a menu, a hint.
  ///
  /// ```swift
  /// Button("More…") { isOpen = true }
  ///   .popover(isOpen, onClose: { isOpen = false }) {
  ///     Button("Copy") { copy() }.autofocus()
  ///     Button("Rename") { rename() }
  ///   }
  /// ```
  ///
  /// It stands below the node, their left edges aligned; above it where there is more room and too little
  /// below; and is moved so far that it is on the screen, over the node if need be. It is at most as large
  /// as the screen. It follows the node wherever that goes, and disappears with it; of a node that is
  /// scrolled out of sight but still there, it stays at the edge of the screen.
  ///
  /// It takes the focus only if something in it asks for that. Arrows go through its controls, and a key
  /// that is pressed in it, or a click on it, goes no further.
  /// - Parameters:
  ///   - isShown: whether it is there.
  ///   - onClose: called on Escape inside, and when the left mouse button goes down outside of it and of
  ///     the node, which is then answered as ever. It may be called again before the popover is gone.
  ///   - content: stands in a column.
  public func popover(
    _ isShown: Bool, onClose: (@MainActor () throws -> Void)? = nil,
    @NodeBuilder content: () throws -> Node
  ) rethrows -> Node {
    // A host finds the anchor by its place before the popover.
    guard isShown else { return wrapped { .fragment([$0, .empty]) } }
    let box = try Box { try content() }.padding(horizontal: 1).minHeight(0)
    let popover = Popover(onClose: onClose, content: box).node
    return wrapped { .fragment([$0, popover]) }
  }
}

/// Stands beside the element written before it.
struct Popover: Component {
  let onClose: (@MainActor () throws -> Void)?
  /// Called at a key, wherever the focus is.
  var onKeyPressed: (@MainActor () throws -> Void)?
  let content: Node
  @Environment(\.popoverLayer) private var layer

  var body: Node {
    let style = LayoutStyle.element {
      $0.position = .absolute
      $0.inset = Edges(left: 0, top: 0, right: .auto, bottom: .auto)
      $0.direction = .column
      $0.maxWidth = .percent(100)
      $0.maxHeight = .percent(100)
    }
    let handlers = Handlers {
      $0.key = { key, _ in try closes(key, onClose) }
      if let onClose { $0.pressedOutside = { _ in try onClose() } }
      if let onKeyPressed { $0.keyPressed = { _ in try onKeyPressed() } }
    }
    Portal(to: layer) {
      Node(Element(PopoverContent(), style: style, handlers: handlers, children: [content]))
        .focusScope(.byArrows)
    }
  }
}

extension EnvironmentValues {
  /// What is written in a dialog stands over it.
  var popoverLayer: Layer { .popover }
}

/// Stands beside the element written before it, wherever the layout puts it.
package struct PopoverContent: ElementContent, Equatable {}
