import Millrace
import MillraceRender
import MillraceWidgets

extension TerminalApp {
  /// Adds an inspector to the program. F12 opens it over the program: see `InspectorView`.
  ///
  /// ```swift
  /// try await app.inspected().run()
  /// ```
  /// While the inspector is closed, it records commits and does not change the program's screen,
  /// except for a line at the bottom during time travel and while actions are held.
  /// - Parameters:
  ///   - isInspected: Whether to add the inspector. If false, the result is the program itself.
  ///   - inspector: An inspector of the same store; nil makes a new one.
  ///   - file: A recording file that the inspector opens, paused at its last version: see
  ///     ``Inspector/open(_:)``.
  public func inspected(
    if isInspected: Bool = true, by inspector: Inspector? = nil, opening file: String? = nil
  ) -> TerminalApp {
    guard isInspected else { return self }
    let inspector = inspector ?? Inspector(store)
    if let file { inspector.screen.open(file, in: inspector) }
    return wrappingContent { .fragment([$0, InspectorOverlay(inspector: inspector).node]) }
  }

  /// Adds an inspector to the program if the arguments contain `--inspect`, or `--inspect=FILE`,
  /// which opens a recording file. A program with a `CommandLineDescription` describes a flag
  /// `--inspect`, and calls `inspected(if: call["--inspect"] != nil)` instead.
  public func inspected(arguments: [String]) -> TerminalApp {
    let argument = arguments.first { $0 == "--inspect" || $0.hasPrefix("--inspect=") }
    let file = argument?.split(separator: "=", maxSplits: 1).dropFirst().first
    return inspected(if: argument != nil, opening: file.map(String.init))
  }
}

/// Shows the inspector in a box at the bottom of the screen while it is open. Answers leave out the
/// component with this name: see `InspectedScreen.own`.
private struct InspectorOverlay: LiveComponent {
  let inspector: Inspector
  @Local private var isLarge = false
  @Environment(\.terminal) private var terminal

  init(inspector: Inspector) { self.inspector = inspector }

  var connectionSource: AnyHashable? { ObjectIdentifier(inspector) }

  func connect(_ invalidation: Invalidation) -> AnyObject? {
    inspector.observe(in: \.overlays) { invalidation() }
  }

  func body(in context: RenderContext) -> Node {
    guard let session = terminal.session else { return .empty }
    let hasOverlay = inspector.screen.attach(session)
    if hasOverlay, inspector.screen.isOpen { return overlay }
    if inspector.holding.waiting != nil {
      return sign("The inspector holds the program's actions.\(hasOverlay ? " F12 shows it." : "")")
    }
    guard let position = inspector.position else { return .empty }
    let shown = inspector.showsBranch ? "a branch" : "version \(position)"
    return sign(
      "\(hasOverlay ? "F12, then l, goes live. " : "")The views show \(shown) and take no input.")
  }

  /// A line at the bottom of the screen. It says why the program does not react while the overlay
  /// is closed.
  @MainActor private func sign(_ text: String) -> Node {
    let line = Text(text).truncate().style(\.accent).node
    return Portal(to: .toast) { layer(ToastsContent(), top: .auto, line) }.node
  }

  private func layer(_ content: some ElementContent, top: Length, _ child: Node) -> Node {
    let style = LayoutStyle.element {
      $0.position = .absolute
      $0.inset = Edges(left: 0, top: top, right: 0, bottom: 0)
      $0.direction = .column
      $0.justifyContent = .flexEnd
    }
    return Node(Element(content, style: style, children: [child]))
  }

  @MainActor private var overlay: Node {
    let box = Box(title: "Inspector") { InspectorView(inspector) }
      .height(.percent(isLarge ? 100 : 65)).onClick {}
      .keys("Inspector") {
        Bind("m", "Size", name: "inspector.size", isShown: false) { isLarge.toggle() }
        Bind(["esc"], "Close", name: "inspector.close") { inspector.screen.toggle() }
      }
    return Portal(to: .dialog) {
      layer(DialogContent(isTool: true), top: 0, box).semantics(.dialog, "Inspector")
        .focusScope(.contained)
    }.node
  }
}
