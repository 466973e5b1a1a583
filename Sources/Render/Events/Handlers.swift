import MillraceLayout

/// What an element may answer to. A handler that returns true has used the event up; otherwise the
/// element around it is asked. What a handler throws is reported, and uses the event up.
///
/// A class, so that an element and a modifier carry one word of it; what it holds is set as it is made.
public final class Handlers {
  public typealias Answer<Event> = @MainActor (Event, EventContext) throws -> Bool

  public var key: Answer<Key>?
  public var paste: Answer<String>?
  /// A mouse button went down and up on the element.
  public var click: Answer<CellPoint>?
  /// Lines to scroll by: negative is up.
  public var wheel: Answer<Int>?
  /// A mouse button went down on the element or in it; told whoever uses the event up.
  public var touched: (@MainActor (EventContext) throws -> Void)?
  /// The focus came to the element or into it, or left.
  public var focusChanged: (@MainActor (Bool) throws -> Void)?
  /// The element or one of its children got another frame. Heard by the element that was made with
  /// it; as a modifier's it is never called.
  public var laidOut: (@MainActor (LayoutReport, EventContext) -> Void)?

  /// - Parameter set: sets what the element answers to.
  public init(_ set: (Handlers) -> Void) { set(self) }
}

/// A place in whole cells.
public struct CellPoint: Hashable, Sendable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  public static let zero = CellPoint(x: 0, y: 0)
}

/// A size in whole cells.
public struct CellSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// Where an element and its children stand, as their layout has just left them.
public struct LayoutReport {
  /// The element's content box.
  public let size: CellSize
  /// The top and height of each child, from the top of the content box, in order.
  public let children: [(y: Int, height: Int)]

  public init(size: CellSize, children: [(y: Int, height: Int)]) {
    self.size = size
    self.children = children
  }
}

/// What a handler may ask of the screen.
@MainActor
public struct EventContext {
  let renderer: Renderer
  /// The element whose handler runs.
  public let element: ElementID

  /// Gives the element the focus.
  public func takeFocus() { renderer.host.focus(element) }

  /// Whether a control inside the element has the focus, rather than the element itself.
  public var focusIsInside: Bool { renderer.host.focusIsInside(element) }

  /// Activates the first control that Tab would stop at inside the element, as Enter on it would.
  /// - Returns: whether there is one.
  public func activateFirstControl() -> Bool { renderer.host.activateFirstControl(in: element) }

  /// The number of the frame that is being made.
  var frame: Int { renderer.frame }

  func report(_ mistake: RenderIssue.Mistake) { renderer.report(mistake, at: element) }
}
