import Millrace
import MillraceRender
import MillraceWidgets

extension TerminalApp {
  /// The same program with an inspector, which F12 opens over it: see `InspectorView`.
  ///
  /// ```swift
  /// try await TerminalApp(store) { … }.inspected().run()
  /// ```
  /// While it is closed, commits are recorded, and the program's screen is the same as without it.
  /// - Parameters:
  ///   - isInspected: Whether to: if not, this is the program itself.
  ///   - inspector: Of the same store; the default is one of its own.
  public func inspected(
    if isInspected: Bool = true, by inspector: Inspector? = nil
  ) -> TerminalApp {
    guard isInspected else { return self }
    let inspector = inspector ?? Inspector(store)
    return wrappingContent { .fragment([$0, InspectorOverlay(inspector: inspector).node]) }
  }
}

/// The inspector in a box at the bottom of the screen, while it is open. Its name marks what no answer tells: see
/// `InspectedScreen.own`.
private struct InspectorOverlay: LiveComponent {
  let inspector: Inspector
  @Local private var isLarge = false
  @Environment(\.terminal) private var terminal

  init(inspector: Inspector) { self.inspector = inspector }

  var connectionSource: AnyHashable? { ObjectIdentifier(inspector) }

  func connect(_ invalidation: Invalidation) -> AnyObject? {
    inspector.screen.onToggle = { invalidation() }
    return nil
  }

  func body(in context: RenderContext) -> Node {
    guard let session = terminal.session, inspector.screen.attach(session) else { return .empty }
    return inspector.screen.isOpen ? overlay : .empty
  }

  @MainActor private var overlay: Node {
    let style = LayoutStyle.element {
      $0.position = .absolute
      $0.inset = .zero
      $0.direction = .column
      $0.justifyContent = .flexEnd
    }
    let box = Box(title: "Inspector") { InspectorView(inspector) }
      .height(.percent(isLarge ? 100 : 65)).onClick {}
      .keys("Inspector") {
        Bind("m", "Size", name: "inspector.size", isShown: false) {
          isLarge.toggle()
        }
        Bind(["esc"], "Close", name: "inspector.close") { inspector.screen.toggle() }
      }
    return Portal(to: .dialog) {
      Node(Element(DialogContent(), style: style, children: [box]))
        .semantics(.dialog, "Inspector").focusScope(.contained)
    }.node
  }
}
