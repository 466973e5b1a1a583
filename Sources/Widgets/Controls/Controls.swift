import MillraceLayout
import MillraceRender

/// Something to press: with Enter, Space or the mouse.
public struct Button: Component, Equatable {
  private let title: String
  @Handler private var action: @MainActor () throws -> Void
  @Environment(\.theme) private var theme
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - title: what stands on it.
  ///   - action: called when it is pressed.
  public init(_ title: String, action: @escaping @MainActor () throws -> Void) {
    self.title = title
    _action = Handler(wrappedValue: action)
  }

  public var body: Node {
    control(LabelContent(.button, title), isEnabled ? nil : theme.muted) {
      try action()
    }
  }
}

/// Something that is on or off.
public struct Checkbox: Component, Equatable {
  private let isOn: Bool
  @Handler private var toggle: @MainActor () throws -> Void
  @Environment(\.theme) private var theme
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - isOn: whether it shows a mark. The checkbox keeps nothing itself.
  ///   - toggle: called when it is pressed, to change what `isOn` comes from.
  public init(_ isOn: Bool, toggle: @escaping @MainActor () throws -> Void) {
    self.isOn = isOn
    _toggle = Handler(wrappedValue: toggle)
  }

  public var body: Node {
    control(LabelContent(isOn ? .on : .off), isEnabled ? nil : theme.muted) { try toggle() }
  }
}

/// A label that takes the focus and can be pressed.
/// - Parameter muted: the style of one that is disabled; nil for others.
private func control(
  _ label: LabelContent, _ muted: Style?, _ action: @escaping @MainActor () throws -> Void
) -> Node {
  var looks = Looks()
  looks.isFocusable = muted == nil
  looks.style = muted ?? Style()
  looks.focusStyle = Style(attributes: .inverse)
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
      label, style: .element { $0.shrink = 0 }, looks: looks,
      handlers: muted == nil ? handlers : nil))
}

/// A label of one line, which is never wrapped.
package struct LabelContent: ElementContent, Equatable {
  enum Kind { case button, on, off }

  private let kind: Kind
  private let title: String

  init(_ kind: Kind, _ title: String = "") { (self.kind, self.title) = (kind, title) }

  package var label: String {
    switch kind {
    case .button: "‹\(title)›"
    case .on: "[x]"
    case .off: "[ ]"
    }
  }

  package var plainText: PlainText { kind == .button ? .control : .text(label) }

  package var semantics: Semantics? {
    kind == .button
      ? Semantics(.button, title) : Semantics(.checkbox, states: kind == .on ? .checked : [])
  }
}
