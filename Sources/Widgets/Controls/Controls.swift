import MillraceLayout
import MillraceRender

/// A button, pressed with Enter, Space or the mouse. It is drawn as `‹Save›`.
///
/// ```swift
/// Button("More") { count += 1 }
/// ```
public struct Button: Component, Equatable {
  private let title: String
  @Handler private var action: @MainActor () throws -> Void
  @Environment(\.theme) private var theme
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - title: the label.
  ///   - action: called when the button is pressed.
  public init(_ title: String, action: @escaping @MainActor () throws -> Void) {
    self.title = title
    _action = Handler(wrappedValue: action)
  }

  public var body: Node {
    control(LabelContent(label: "‹\(title)›", role: .button), isEnabled ? nil : theme.muted) {
      try action()
    }
  }
}

/// A checkbox without a label, toggled with Enter, Space or the mouse. It is drawn as `[x]` or
/// `[ ]`.
///
/// ```swift
/// Checkbox(isDone) { isDone.toggle() }
/// ```
public struct Checkbox: Component, Equatable {
  private let isOn: Bool
  @Handler private var toggle: @MainActor () throws -> Void
  @Environment(\.theme) private var theme
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - isOn: whether the box is checked. The control does not store it.
  ///   - toggle: called when the box is pressed, to change the source of `isOn`.
  public init(_ isOn: Bool, toggle: @escaping @MainActor () throws -> Void) {
    self.isOn = isOn
    _toggle = Handler(wrappedValue: toggle)
  }

  public var body: Node {
    let label = LabelContent(label: isOn ? "[x]" : "[ ]", role: .checkbox, isOn: isOn)
    control(label, isEnabled ? nil : theme.muted) { try toggle() }
  }
}

/// A switch that takes effect at once.
///
/// ```swift
/// Switch($playsSound)
/// ```
///
/// The side of the knob and a word show the state, so the state is visible without colours. Enter,
/// Space and a click toggle it.
public struct Switch: Component, Equatable {
  private let isOn: Bool
  @Handler private var toggle: @MainActor () throws -> Void
  @Environment(\.theme) private var theme
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - isOn: the state to show. The control does not store it.
  ///   - toggle: called when the user toggles the switch, to change the source of `isOn`.
  public init(_ isOn: Bool, toggle: @escaping @MainActor () throws -> Void) {
    self.isOn = isOn
    _toggle = Handler(wrappedValue: toggle)
  }

  /// Creates a switch for a value in local state, or for any other binding.
  /// - Parameter isOn: the state to show and toggle.
  @MainActor public init(_ isOn: Binding<Bool>) {
    self.init(isOn.wrappedValue) { isOn.wrappedValue.toggle() }
  }

  public var body: Node {
    let label = LabelContent(label: isOn ? "[─● on ]" : "[●─ off]", role: .switch, isOn: isOn)
    control(label, isEnabled ? nil : theme.muted, isOn ? theme.accent : Style()) { try toggle() }
  }
}

/// A label that can be focused and pressed.
/// - Parameter muted: the style if the control is disabled; nil if it is enabled.
private func control(
  _ label: LabelContent, _ muted: Style?, _ style: Style = Style(),
  _ action: @escaping @MainActor () throws -> Void
) -> Node {
  var properties = ElementProperties()
  properties.isFocusable = muted == nil
  properties.style = muted ?? style
  properties.focusStyle = Style(attributes: .inverse)
  let handlers = Handlers {
    $0.key = { key, _ in
      guard key == .enter || key == .space else { return false }
      try action()
      return true
    }
    $0.click = { _, _ in
      try action()
      return true
    }
  }
  return Node(
    Element(
      label, style: .element { $0.shrink = 0 }, properties: properties,
      handlers: muted == nil ? handlers : nil))
}

/// The label of a button, checkbox or switch: one line, never wrapped.
package struct LabelContent: ElementContent, Equatable {
  package let label: String
  let role: SemanticRole
  var isOn = false

  package var plainText: PlainText { role == .button ? .control : .text(label) }

  package var semantics: Semantics? {
    // Removes `‹` and `›` as scalars, not as characters, because a combining mark at the start of
    // the title forms one character with `‹`.
    let title = role == .button ? String(label.unicodeScalars.dropFirst().dropLast()) : ""
    return Semantics(role, title, states: isOn ? .checked : [])
  }
}
