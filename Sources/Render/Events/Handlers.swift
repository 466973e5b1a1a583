import MillraceLayout

/// What an element may answer to. A handler that returns true has used the event up; otherwise the
/// element around it is asked. What a handler throws is reported, and uses the event up.
///
/// A class, so that an element and a modifier carry one word of it; what it holds is set as it is made.
public final class Handlers {
  public typealias Answer<Event> = @MainActor (Event, EventContext) throws -> Bool

  public var key: Answer<Key>?
  /// A key that was held went up. Only terminals with kitty's keyboard tell it, and not of keys that type text.
  public var keyReleased: Answer<Key>?
  /// Text that was pasted where the focus is.
  public var paste: Answer<String>?
  /// The last key of a chord of several was pressed that one of the ``bindings`` has, without saying how to run it.
  public var chord: Answer<KeyChord>?
  /// Whether an element that answers ``paste`` takes typed text, too, before a binding around it does.
  public var takesTyping = true
  /// What ``key`` and ``chord`` do, for somebody who shows it. A key that begins a chord of several keys among them
  /// waits for the next one.
  public var bindings: [KeyBinding] = []
  /// A mouse button went down and up on the element.
  public var click: Answer<CellPoint>?
  /// Columns and lines to scroll by: negative is left and up.
  public var wheel: Answer<CellPoint>?
  /// What the mouse does. Who uses a press up captures the mouse until the release. Enter, leave and move
  /// are told to elements whose looks ask for motion.
  public var pointer: Answer<PointerEvent>?
  /// The left mouse button went down on the element or in it, with the modifiers that were held; called
  /// even if another element uses the event.
  public var touched: (@MainActor (KeyModifiers, EventContext) throws -> Void)?
  /// A mouse button went down elsewhere; told popovers.
  public var pressedOutside: (@MainActor (EventContext) throws -> Void)?
  /// A key was pressed, wherever, before anybody is asked; told popovers.
  public var keyPressed: (@MainActor (EventContext) throws -> Void)?
  /// The focus came to the element or into it, or left.
  public var focusChanged: (@MainActor (Bool) throws -> Void)?
  /// An element inside got the focus: it stands at this place of the content. What scrolls brings it into
  /// view.
  public var reveal: (@MainActor (CellRect, EventContext) -> Void)?
  /// The element or one of its children got another frame. Heard by the element that was made with
  /// it; as a modifier's it is never called.
  public var laidOut: (@MainActor (LayoutReport, EventContext) -> Void)?

  /// Of what holds rows of which only some exist: which row a child is, from 0, and how many rows there are.
  package var rowPlace: (@MainActor (_ child: Int) -> (row: Int, count: Int)?)?

  /// A host that edits a line of text by itself, as a page does, tells what it is now.
  package var lineEdited: Answer<LineEdit>?

  var concernsBindings: Bool { !bindings.isEmpty || paste != nil }

  /// - Parameter set: sets what the element answers to.
  public init(_ set: (Handlers) -> Void) { set(self) }
}

/// A line of text that was edited elsewhere: the whole text, and what is selected, in clusters.
package struct LineEdit: Equatable, Sendable {
  package var text: String
  /// Where the selection began, and where the cursor is.
  package var anchor: Int
  package var cursor: Int

  package init(text: String, anchor: Int, cursor: Int) {
    (self.text, self.anchor, self.cursor) = (text, anchor, cursor)
  }
}

/// Where an element and its children stand, as their layout has just left them.
public struct LayoutReport {
  /// The element's content box.
  public let size: CellSize
  /// Each child's box, from the top left corner of the content box, in order.
  public let children: [CellRect]

  public init(size: CellSize, children: [CellRect]) {
    self.size = size
    self.children = children
  }
}
