import MillraceRender
import MillraceStore
import MillraceWidgets

/// Shows the visible screen of a ``ScreenStack``.
///
/// ```swift
/// ScreenStackView(state.stack, onBack: { dispatch(.stack(.back)) }) { entry in
///   switch entry.screen {
///   case .folder(let name): Button("Open \(name)") { dispatch(.stack(.push(.note("Recipes")))) }
///   case .note(let title): Text(title).bold()
///   }
/// }
/// ```
/// The screens below stay in the tree, hidden: they keep their local state and scroll positions,
/// and the focus returns to where it was. While the stack has more than one screen, no element
/// outside of the stack can have the focus; bindings around the stack still work.
public struct ScreenStackView<Screen: Equatable & Sendable>: Component {
  private let stack: ScreenStack<Screen>
  private let onBack: (@MainActor () throws -> Void)?
  private let content: @MainActor (ScreenStack<Screen>.Entry) throws -> Node

  /// Shows the top screen of a stack.
  /// - Parameters:
  ///   - stack: the screens.
  ///   - onBack: called on Escape while there is a screen below, if nothing inside handles the key.
  ///   - content: builds a screen.
  public init(
    _ stack: ScreenStack<Screen>, onBack: (@MainActor () throws -> Void)? = nil,
    @NodeBuilder content: @escaping @MainActor (ScreenStack<Screen>.Entry) throws -> Node
  ) {
    (self.stack, self.onBack, self.content) = (stack, onBack, content)
  }

  public var body: Node {
    get throws {
      let bottom = stack.entries.first?.id
      return try Column {
        for entry in stack.entries {
          try Column { try content(entry) }
            .grow().hidden(entry.id != stack.top.id)
            .focusScope(entry.id == bottom ? .inOrder : .contained)
            .key(entry.id)
        }
      }
      .grow()
      .keys {
        if let onBack, stack.canGoBack { Bind(.escape, "Back", name: "back", action: onBack) }
      }
    }
  }
}
