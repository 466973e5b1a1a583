import MillraceLayout
import MillraceRender

extension NodeConvertible {
  /// Shows a description below the node when the mouse rests on the node, or the node gets the
  /// focus.
  ///
  /// The description never takes the focus. Any key, or a press of the left mouse button outside
  /// the description, hides it until the mouse or the focus returns. It is placed like a popover.
  /// If the environment's clock does not advance, the description is never shown.
  /// - Parameters:
  ///   - text: wraps at 40 columns. Empty text shows nothing.
  ///   - delay: how long the mouse or the focus must rest on the node.
  public func tooltip(_ text: String, delay: Duration = .milliseconds(600)) -> Node {
    wrapped { Tooltip(content: $0, text: text, delay: delay).node }
  }
}

private struct Tooltip: Component {
  let content: Node
  let text: String
  let delay: Duration
  @Local var isShown = false
  /// Shows the tooltip after the delay. Releasing this object cancels the timer.
  @Local var timer: AnyObject?
  @Environment(\.clock) var clock

  var body: Node {
    let anchor = content.onHover { show($0) }.onFocusChange { show($0) }
      .onKey { _ in
        show(false)
        return false
      }
      .modified(by: .handlers(Handlers { $0.mouseDown = { _, _ in show(false) } }))
    guard isShown, !text.isEmpty else { return .fragment([anchor, .empty]) }
    let label = Text(" \(text) ").inverse().maxWidth(40).semantics(.tooltip, text)
    let hide = { @MainActor in show(false) }
    return .fragment([anchor, Popover(onClose: hide, onKeyPressed: hide, content: label).node])
  }

  @MainActor private func show(_ isWanted: Bool) {
    if isShown { isShown = false }
    _timer.change {
      $0 = isWanted ? clock.after(delay) { isShown = true } : nil
      return false
    }
  }
}
