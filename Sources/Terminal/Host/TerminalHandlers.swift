import MillraceLayout
import MillraceRender

/// What an element on a terminal may answer to. A handler that returns true has used the event up;
/// otherwise the element around it is asked.
package struct TerminalHandlers: ElementHandlers {
  package typealias Answer<Event> = @MainActor (Event, EventContext) -> Bool

  package var key: Answer<Key>?
  package var paste: Answer<String>?
  /// A mouse button went down and up on the element.
  package var click: Answer<CellPoint>?
  /// Lines to scroll by: negative is up.
  package var wheel: Answer<Int>?
  /// A mouse button went down on the element or in it; told whoever uses the event up.
  package var touched: (@MainActor (EventContext) -> Void)?
  /// The focus came to the element or into it, or left.
  package var focusChanged: (@MainActor (Bool) -> Void)?
  /// The element or one of its children got another frame.
  package var laidOut: (@MainActor (LayoutReport) -> Void)?

  package init() {}

  package func before(_ other: any ElementHandlers) -> any ElementHandlers {
    guard let other = other as? TerminalHandlers else { return self }
    var result = TerminalHandlers()
    result.key = Self.first(key, other.key)
    result.paste = Self.first(paste, other.paste)
    result.click = Self.first(click, other.click)
    result.wheel = Self.first(wheel, other.wheel)
    result.touched = Self.both(touched, other.touched)
    result.focusChanged = Self.both(focusChanged, other.focusChanged)
    result.laidOut = Self.both(laidOut, other.laidOut)
    return result
  }

  private static func first<Event>(_ one: Answer<Event>?, _ two: Answer<Event>?) -> Answer<Event>? {
    guard let one, let two else { return one ?? two }
    return { one($0, $1) || two($0, $1) }
  }

  private static func both<Value>(
    _ one: (@MainActor (Value) -> Void)?, _ two: (@MainActor (Value) -> Void)?
  ) -> (@MainActor (Value) -> Void)? {
    guard let one, let two else { return one ?? two }
    return {
      one($0)
      two($0)
    }
  }
}

/// A cell, counted from the top left corner of the element that is told of it.
public struct CellPoint: Hashable, Sendable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// Where an element and its children stand, relative to the element's content box.
package struct LayoutReport {
  package var width: Int
  package var height: Int
  /// The top and height of each child, in order.
  package var children: [(y: Int, height: Int)]
}

/// What a handler may ask of the screen.
@MainActor
package struct EventContext {
  package let host: TerminalHost
  /// The element whose handler runs.
  package let element: ElementID

  /// Gives the element the focus.
  package func takeFocus() { host.focus(element) }

  /// Whether a control inside the element has the focus, rather than the element itself.
  package var focusIsInside: Bool { host.focused != element && host.isFocus(in: element) }

  /// Activates the first control that Tab would stop at inside the element, as Enter on it would.
  /// - Returns: whether there is one.
  package func activateFirstControl() -> Bool { host.activateFirstControl(in: element) }
}

extension Element {
  package var terminalHandlers: TerminalHandlers? { handlers as? TerminalHandlers }
}

extension NodeConvertible {
  /// The node with handlers that are asked before those that it has.
  package func handlers(_ change: (inout TerminalHandlers) -> Void) -> Node {
    var handlers = TerminalHandlers()
    change(&handlers)
    var modifiers = ElementModifiers()
    modifiers.handlers = handlers
    return node.modified(by: modifiers)
  }
}
