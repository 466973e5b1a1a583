import MillraceLayout
import MillraceRender

/// A message that does not need an answer.
public struct Toast: Identifiable, Equatable, Sendable {
  /// How a message looks, and how urgent it is.
  public enum Role: Sendable {
    /// Nothing went wrong.
    case info
    /// Something went wrong. A sign shows it in addition to the colour.
    case danger
  }

  /// Identifies the message among the messages shown at the same time.
  public let id: Int
  /// The text of the message.
  public let text: String
  /// How the message looks, and how urgent it is.
  public let role: Role

  /// Makes a message: `Toast(id: 1, "Saved")`.
  /// - Parameters:
  ///   - id: identifies the message among the messages shown at the same time.
  ///   - text: wraps in a box of at most 60 columns.
  ///   - role: how the message looks, and how urgent it is.
  public init(id: Int, _ text: String, role: Role = .info) {
    (self.id, self.text, self.role) = (id, text, role)
  }
}

/// Messages at the lower right, above all else, the newest at the bottom. They do not cover the
/// last two rows of the screen, where a footer and the end of a list are. Toasts take neither focus
/// nor clicks: clicks go to the content below.
///
/// Use `Toasts` for messages that are in the program's state: `Toasts(state.notices)`. They stay
/// until the program removes them. A ``Toaster`` shows messages that are not in the state, and
/// removes them after some seconds; it needs no `Toasts` in the view.
public struct Toasts: Component, Equatable {
  private let toasts: ArraySlice<Toast>
  private let hidden: Int

  /// The maximum number of messages shown at once.
  package static let limit = 3

  /// - Parameters:
  ///   - toasts: the messages, the newest last. The last three are shown, and the others are
  ///     counted. If there are none, nothing is shown.
  ///   - more: how many messages to count in addition to those in `toasts`.
  public init(_ toasts: [Toast], more: Int = 0) {
    self.toasts = toasts.suffix(Self.limit)
    hidden = more + toasts.count - self.toasts.count
  }

  public var body: Node {
    if !toasts.isEmpty {
      Portal(to: .toast) {
        Node(Element(ToastsContent(), children: [others] + toasts.map(box)))
          .absolute(right: 0, bottom: 2).maxWidth(.percent(100))
          .flexDirection(.column).alignItems(.end)
      }
    }
  }

  private var others: Node { hidden > 0 ? Text("and \(hidden) more").dim() : .empty }

  private func box(_ toast: Toast) -> Node {
    Box {
      Row(gap: 1) {
        if toast.role == .danger { Text("!").bold().shrink(0) }
        Text(toast.text)
      }
    }
    .padding(horizontal: 1).maxWidth(60).maxHeight(8)
    .foreground(toast.role == .danger ? .red : .default).key(toast.id)
    .semantics(toast.role == .danger ? .alert : .status)
  }
}

/// A column of messages that mouse events pass through.
package struct ToastsContent: ElementContent, Equatable {
  package init() {}
}
