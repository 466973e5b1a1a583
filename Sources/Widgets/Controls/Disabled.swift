import MillraceRender

extension EnvironmentValues {
  /// Whether controls in this part of the tree are enabled. ``NodeConvertible/disabled(_:)`` sets
  /// it.
  public var isEnabled: Bool { true }
}

extension NodeConvertible {
  /// Disables all controls inside: they take no focus, ignore keys, clicks and pastes, and are
  /// drawn muted. A focused control loses the focus and regains it when enabled, unless the user
  /// has moved the focus.
  ///
  /// The program's own handlers (`onKey`, `onClick`) are not disabled: a custom component reads
  /// `@Environment(\.isEnabled)`.
  /// - Parameter isOn: whether to disable the controls. False does not enable controls inside a
  ///   disabled part.
  public func disabled(_ isOn: Bool = true) -> Node {
    wrapped { DisabledNode(content: $0, isOn: isOn).node }
  }
}

/// Wraps enabled content, too, so that the content keeps its local state when `isOn` changes.
private struct DisabledNode: WrappingComponent {
  var content: Node
  let isOn: Bool
  @Environment(\.isEnabled) var isEnabled

  var body: Node { content.environment(\.isEnabled, isEnabled && !isOn) }
}
