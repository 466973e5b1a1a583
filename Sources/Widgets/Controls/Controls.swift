import MillraceLayout
import MillraceRender

/// Something to press: with Enter, Space or the mouse.
public struct Button: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - title: what stands on it.
  ///   - action: called when it is pressed.
  public init(_ title: String, action: @escaping @MainActor () throws -> Void) {
    node = control("‹\(title)›", isControl: true, action: action)
  }
}

/// Something that is on or off.
public struct Checkbox: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - isOn: whether it shows a mark. The checkbox keeps nothing itself.
  ///   - toggle: called when it is pressed, to change what `isOn` comes from.
  public init(_ isOn: Bool, toggle: @escaping @MainActor () throws -> Void) {
    node = control(isOn ? "[x]" : "[ ]", isControl: false, action: toggle)
  }
}

/// A label that takes the focus and can be pressed.
private func control(
  _ label: String, isControl: Bool, action: @escaping @MainActor () throws -> Void
) -> Node {
  var looks = Looks()
  looks.isFocusable = true
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
      LabelContent(label: label, isControl: isControl), style: .element { $0.shrink = 0 },
      looks: looks, handlers: handlers))
}

/// A label of one line, which is never wrapped.
package struct LabelContent: ElementContent, Equatable {
  package let label: String
  package let isControl: Bool

  package var plainText: PlainText { isControl ? .control : .text(label) }
}
