/// Asks a yes-or-no question, answered by the keys `y` and `n`, Enter on a button, or the mouse.
public struct ConfirmationDialog: Component {
  private let question: String
  private let yes: String
  private let no: String
  private let isYesDefault: Bool
  @Handler private var close: @MainActor () throws -> Void
  @Handler private var action: @MainActor () throws -> Void

  /// Makes a dialog. It is open while a body contains it.
  /// - Parameters:
  ///   - question: The question, in one line.
  ///   - yes: The title of the button that confirms.
  ///   - no: The title of the other button.
  ///   - isYesDefault: Whether Enter alone confirms. Pass true only if the change is easily undone.
  ///   - onClose: Called for each answer, and on Escape, to change the state that shows the dialog.
  ///   - action: Called after `onClose` if the user confirms.
  public init(
    _ question: String, yes: String = "Yes", no: String = "No", isYesDefault: Bool = false,
    onClose: @escaping @MainActor () throws -> Void, action: @escaping @MainActor () throws -> Void
  ) {
    (self.question, self.yes, self.no, self.isYesDefault) = (question, yes, no, isYesDefault)
    _close = Handler(wrappedValue: onClose)
    _action = Handler(wrappedValue: action)
  }

  public var body: Node {
    Dialog(question, onClose: { try close() }) {
      Row(gap: 1, justify: .end) {
        Button(no) { try close() }.autofocus(!isYesDefault)
        Button(yes) { try confirm() }.autofocus(isYesDefault)
      }
      .keys {
        Bind("y", yes) { try confirm() }
        Bind("n", no) { try close() }
      }
    }
  }

  @MainActor private func confirm() throws {
    try close()
    try action()
  }
}
