import MillraceRender

extension EnvironmentValues {
  /// Whether controls can be used here: ``NodeConvertible/disabled(_:)``.
  public var isEnabled: Bool { true }
}

extension NodeConvertible {
  /// Keeps all controls inside from being used: they take no focus, answer no key, click or paste, and are drawn
  /// muted. A control that has the focus gives it away, and gets it back if the user has not moved it.
  ///
  /// What the program answers itself, by `onKey` or `onClick`, is up to the program: a component of its own reads
  /// `@Environment(\.isEnabled)`.
  /// - Parameter isOn: if not, it is up to what is around: nothing in a disabled part is enabled.
  public func disabled(_ isOn: Bool = true) -> Node {
    wrapped { DisabledNode(content: $0, isOn: isOn).node }
  }
}

/// Stands there in either case, so that what is in it keeps its local state.
private struct DisabledNode: WrappingComponent {
  var content: Node
  let isOn: Bool
  @Environment(\.isEnabled) var isEnabled

  var body: Node { content.environment(\.isEnabled, isEnabled && !isOn) }
}
