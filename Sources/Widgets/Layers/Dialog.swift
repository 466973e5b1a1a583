import MillraceLayout
import MillraceRender

/// A question, or anything else that has to be answered before the program goes on: a box in the middle
/// of the screen, over all that is below.
///
/// ```swift
/// if state.isAsking {
///   Dialog("Delete 3 items?", onClose: { dispatch(.cancel) }) {
///     Text("This cannot be undone.")
///     Row(gap: 1) {
///       Button("Cancel") { dispatch(.cancel) }
///       Button("Delete") { dispatch(.delete) }
///     }
///   }
/// }
/// ```
///
/// While it is shown, what is below gets neither the focus nor a key, a click or the wheel, nor does what
/// is around the place where it is written. It takes the focus when it appears and gives it back when it
/// goes. A dialog that is shown by a dialog stands over it.
///
/// The box is as large as its content, and at most as large as the screen: then the content scrolls.
/// Sizes belong to the content: a modifier of the dialog acts on the whole screen.
public struct Dialog: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - title: stands on the upper line of the box.
  ///   - closesOnOutsideClick: whether a click beside the box is like Escape.
  ///   - onClose: called on Escape, to change what the dialog is shown by. Without it, Escape does nothing.
  ///   - content: stands in a column, a line between its parts.
  public init<Failure: Error>(
    _ title: String? = nil, closesOnOutsideClick: Bool = false,
    onClose: (@MainActor () throws -> Void)? = nil,
    @NodeBuilder content: () throws(Failure) -> Node
  ) throws(Failure) {
    let parts = try content()
    let box = Box(title: title) {
      // Makes the box wide enough for its title, which has no say in that.
      if let title { Text(title).truncate().height(0).margin(horizontal: 1) }
      ScrollView { Column(gap: 1) { parts } }
    }
    .padding(horizontal: 1)
    self.init(box: box, title ?? "", closesOnOutsideClick, onClose)
  }

  /// - Parameter box: the whole of what is seen.
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
    // What nothing in the box has a use for is no click outside.
    let box = box.maxWidth(.percent(100)).maxHeight(.percent(100)).onClick {}
    let style = LayoutStyle.element {
      $0.position = .absolute
      $0.inset = .zero
      $0.direction = .column
      $0.justifyContent = .center
      $0.alignItems = .center
    }
    node =
      Portal(to: .dialog) {
        Node(Element(DialogContent(), style: style, handlers: handlers, children: [box]))
          .semantics(.dialog, label).focusScope(.contained).environment(\.popoverLayer, .dialog)
      }.node
  }
}

/// The whole screen while a dialog is shown: catches what is meant for what is below, and lets it be seen.
package struct DialogContent: ElementContent, Equatable {
  package init() {}
}

/// - Returns: whether the key was Escape, and there is something to close.
@MainActor
func closes(_ key: Key, _ onClose: (@MainActor () throws -> Void)?) throws -> Bool {
  guard key == .escape, let onClose else { return false }
  try onClose()
  return true
}
