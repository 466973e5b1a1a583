import MillraceLayout

/// The event handlers of an element. A handler that returns true consumes the event; otherwise the
/// event goes to the parent element. A handler that throws consumes the event; the error is
/// reported.
///
/// A class, so that elements and modifiers store one word. Properties are set only at creation, so
/// accesses cannot overlap and are not checked.
public final class Handlers {
  /// Handles an event, and returns whether the handler consumed it.
  public typealias EventHandler<Event> = @MainActor (Event, EventContext) throws -> Bool

  /// A key was pressed.
  @exclusivity(unchecked) public var key: EventHandler<Key>?
  /// A held key was released. Only terminals with the kitty keyboard protocol report it, and not
  /// for keys that type text.
  @exclusivity(unchecked) public var keyReleased: EventHandler<Key>?
  /// Text was pasted at the focus.
  @exclusivity(unchecked) public var paste: EventHandler<String>?
  /// The last key of a multi-key chord was pressed. Called for ``bindings`` without a `run`
  /// closure.
  @exclusivity(unchecked) public var chord: EventHandler<KeyChord>?
  /// A key was pressed after digits, which form a count. Digits that may begin a count wait for the
  /// next key, as the keys of a chord do. If this handler does not consume that key, the digits are
  /// handled as ordinary keys.
  @exclusivity(unchecked) public var counted:
    (@MainActor (_ count: Int, Key, EventContext) throws -> Bool)?
  /// Whether an element with a ``paste`` handler also takes typed text, before the key bindings of
  /// its ancestors.
  @exclusivity(unchecked) public var takesTyping = true
  /// Describes the actions of ``key`` and ``chord``, for display. A key that begins a multi-key
  /// chord of these bindings waits for the next key.
  @exclusivity(unchecked) public var bindings: [KeyBinding] = []
  /// The left mouse button went down and up on the element or a descendant.
  @exclusivity(unchecked) public var click: EventHandler<CellPoint>?
  /// A link in the element's text was clicked; the event is the link's address. If no handler
  /// consumes the event, the click goes to ``click``.
  @exclusivity(unchecked) public var openLink: EventHandler<String>?
  /// The mouse wheel turned, by columns and lines; negative is left and up.
  @exclusivity(unchecked) public var wheel: EventHandler<CellPoint>?
  /// A mouse event. A handler that consumes a press captures the mouse until the release. Enter,
  /// leave and move are sent only to elements whose properties request motion.
  @exclusivity(unchecked) public var pointer: EventHandler<PointerEvent>?
  /// The left mouse button went down on the element or a descendant, with the modifiers held.
  /// Called even if another element consumes the event.
  @exclusivity(unchecked) public var mouseDown:
    (@MainActor (KeyModifiers, EventContext) throws -> Void)?
  /// The left mouse button went down outside of the popover and its anchor; sent to popovers.
  @exclusivity(unchecked) public var mouseDownOutside: (@MainActor (EventContext) throws -> Void)?
  /// A key was pressed anywhere, before it is dispatched; sent to popovers.
  @exclusivity(unchecked) public var keyPressed: (@MainActor (EventContext) throws -> Void)?
  /// The focus entered the element (true), or left it (false).
  @exclusivity(unchecked) public var focusChanged: (@MainActor (Bool) throws -> Void)?
  /// A descendant got the focus. The rectangle is its frame, from the top left corner of the
  /// content. Scroll containers bring it into view.
  @exclusivity(unchecked) public var reveal: (@MainActor (CellRect, EventContext) -> Void)?
  /// The frame of the element or of one of its children changed. Called only if set on the element
  /// itself; handlers of a modifier never get it.
  @exclusivity(unchecked) public var layoutChanged:
    (@MainActor (LayoutReport, EventContext) -> Void)?

  /// For a container that creates only some of its rows: returns the index of a child's row, from
  /// 0, and the number of all rows.
  @exclusivity(unchecked) package var numberInSet:
    (@MainActor (_ child: Int) -> (row: Int, count: Int)?)?

  /// The host (a page, for example) edited a line of text itself, and reports the new state.
  @exclusivity(unchecked) package var lineEdited: EventHandler<LineEdit>?

  var takesKeys: Bool { key != nil || chord != nil || counted != nil || !bindings.isEmpty }
  var affectsBindings: Bool { !bindings.isEmpty || paste != nil }

  /// Makes handlers: `Handlers { $0.click = { _, _ in true } }`.
  /// - Parameter set: sets the handlers.
  public init(_ set: (Handlers) -> Void) { set(self) }
}

/// A line of text that the host edited: the whole text, and the selection in grapheme clusters.
package struct LineEdit: Equatable, Sendable {
  /// The text that the user edited. The program may have changed its own text in the meantime.
  package var base: String
  package var text: String
  /// The selection's start; `cursor` is its other end.
  package var anchor: Int
  package var cursor: Int

  package init(base: String, text: String, anchor: Int, cursor: Int) {
    (self.base, self.text, self.anchor, self.cursor) = (base, text, anchor, cursor)
  }
}

/// The frames of an element and its children after layout.
public struct LayoutReport {
  /// The size of the element's content box.
  public let size: CellSize
  /// Each child's frame, in order, from the top left corner of the content box.
  public let children: [CellRect]

  /// Makes a report, such as for a test of a host.
  /// - Parameters:
  ///   - size: the size of the content box.
  ///   - children: the frame of each child, from the top left corner of the content box.
  public init(size: CellSize, children: [CellRect]) {
    self.size = size
    self.children = children
  }
}
