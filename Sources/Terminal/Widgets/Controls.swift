import MillraceLayout
import MillraceRender

/// Something to press: with Enter, Space or the mouse.
public struct Button: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - title: what stands on it.
  ///   - action: called when it is pressed.
  public init(_ title: String, action: @escaping @MainActor () -> Void) {
    node = control("‹\(title)›", isControl: true, action: action)
  }
}

/// Something that is on or off.
public struct Checkbox: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - isOn: whether it shows a mark. The checkbox keeps nothing itself.
  ///   - toggle: called when it is pressed, to change what `isOn` comes from.
  public init(_ isOn: Bool, toggle: @escaping @MainActor () -> Void) {
    node = control(isOn ? "[x]" : "[ ]", isControl: false, action: toggle)
  }
}

/// A label that takes the focus and can be pressed.
private func control(
  _ label: String, isControl: Bool, action: @escaping @MainActor () -> Void
) -> Node {
  var style = LayoutStyle.element
  style.shrink = 0
  var attributes = TerminalAttributes()
  attributes.isFocusable = true
  attributes.focusStyle = Style(attributes: .inverse)
  var handlers = TerminalHandlers()
  handlers.key = { key, _ in
    guard key == .enter || key == .space else { return false }
    action()
    return true
  }
  handlers.click = { _, _ in
    action()
    return true
  }
  return Node(
    Element(
      LabelContent(label: label, isControl: isControl), style: style, attributes: attributes,
      handlers: handlers))
}

/// A label of one line, which is never wrapped.
struct LabelContent: TerminalContent, Equatable {
  let label: String
  let isControl: Bool

  nonisolated var plainText: PlainText {
    isControl ? .control : .text(SafeText.visible(label))
  }

  nonisolated var measure: MeasureFunction? {
    let columns = Double(displayWidth(of: SafeText.visible(label)))
    return MeasureFunction { _, _ in LayoutSize(width: columns, height: 1) }
  }

  nonisolated func measuresDifferently(from old: any TerminalContent) -> Bool {
    (old as? LabelContent)?.label != label
  }

  func draw(_ node: TerminalNode, with brush: Brush) {
    brush.write(SafeText.visible(label), x: brush.contentFrame.x, y: brush.contentFrame.y)
  }
}
