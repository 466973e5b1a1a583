import MillraceLayout
import MillraceRender

/// A modal dialog: a box in the centre of the screen, above everything else.
///
/// ```swift
/// if isAsking {
///   Dialog("Delete \(count) items?", onClose: { isAsking = false }) {
///     Text("This cannot be undone.")
///     Row(gap: 1, justify: .end) {
///       Button("Cancel") { isAsking = false }
///       Button("Delete") { (count, isAsking) = (0, false) }
///     }
///   }
/// }
/// ```
///
/// While it is shown, no element outside it gets the focus, keys, clicks or wheel events, not even
/// the elements that contain it in the tree. It takes the focus when it appears and returns the
/// focus when it disappears. If a dialog shows another dialog, the new one is above it.
///
/// The box is as large as its content, up to the size of the screen; beyond that, the content
/// scrolls. Set sizes on the content, because a modifier on the dialog applies to the layer behind
/// the box, which covers the whole screen.
public struct Dialog: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - title: shown on the top border of the box.
  ///   - closesOnOutsideClick: whether a click outside the box acts like Escape.
  ///   - onClose: called on Escape, to change the state that shows the dialog. If nil, Escape does
  ///     nothing.
  ///   - content: placed in a column, with a blank line between its parts.
  public init<Failure: Error>(
    _ title: String? = nil, closesOnOutsideClick: Bool = false,
    onClose: (@MainActor () throws -> Void)? = nil,
    @NodeBuilder content: () throws(Failure) -> Node
  ) throws(Failure) {
    let parts = try content()
    let box = Box(title: title) {
      // Makes the box wide enough for its title: a title on a border does not affect the layout.
      if let title { Text(title).truncate().height(0).margin(horizontal: 1) }
      ScrollView { Column(gap: 1) { parts } }
    }
    .padding(horizontal: 1)
    self.init(box: box, title ?? "", closesOnOutsideClick, onClose)
  }

  /// - Parameter box: the visible part of the dialog.
  init(
    box: Node, _ label: String, _ closesOnOutsideClick: Bool = false,
    _ onClose: (@MainActor () throws -> Void)?
  ) {
    let handlers = Handlers {
      $0.key = { key, _ in try closes(key, onClose) }
      if onClose != nil { $0.bindings = [KeyBinding([.escape], "Close")] }
      guard closesOnOutsideClick, let onClose else { return }
      $0.click = { _, _ in
        try onClose()
        return true
      }
    }
    // Handles the clicks in the box that no control handles, because they are not outside clicks.
    let box = box.maxWidth(.percent(100)).maxHeight(.percent(100)).onClick {}
    node =
      Portal(to: .dialog) {
        Node(Element(DialogContent(), handlers: handlers, children: [box]))
          .absolute(left: 0, top: 0, right: 0, bottom: 0)
          .flexDirection(.column).justifyContent(.center).alignItems(.center)
          .semantics(.dialog, label).focusScope(.contained).environment(\.popoverLayer, .dialog)
      }.node
  }
}

/// Covers the whole screen while a dialog is shown. It is transparent, and catches events that
/// would reach the elements below.
package struct DialogContent: ElementContent, Equatable {
  /// Whether the dialog is a tool, such as an inspector, which is above all dialogs of the program.
  package let isTool: Bool

  package init(isTool: Bool = false) { self.isTool = isTool }
}

/// Calls `onClose` if the key is Escape.
/// - Returns: whether it was called.
@MainActor
func closes(_ key: Key, _ onClose: (@MainActor () throws -> Void)?) throws -> Bool {
  guard key == .escape, let onClose else { return false }
  try onClose()
  return true
}
