import MillraceLayout

/// Displays elements: a terminal, plain-text output, or a recorder in a test.
///
/// The ``Renderer`` sends its changes in order; at ``commit()`` the host's tree matches the tree
/// that the nodes describe.
@MainActor
public protocol RenderHost: AnyObject {
  /// Whether users can operate controls on this host.
  var isInteractive: Bool { get }

  /// The element that receives keys first. With nil, the default, keys go to the outermost element.
  var focused: ElementID? { get }

  /// Creates an element that is not in the tree yet. A host keeps what it needs to draw the
  /// element, but not the ``Element`` itself, because the handlers and children of an ``Element``
  /// would keep outdated captures alive.
  func create(_ id: ElementID, _ element: Element)

  /// Updates an element. Not called if only handlers changed: the host gets the handlers when an
  /// event arrives.
  func update(_ id: ElementID, from old: Element, to new: Element, _ changes: ElementChanges)

  /// Inserts a new element into the tree.
  /// - Parameter sibling: the element to insert before; nil: after all siblings.
  func insert(_ id: ElementID, into parent: HostParent, before sibling: ElementID?)

  /// Moves an element and its descendants among its siblings.
  func move(_ id: ElementID, in parent: HostParent, before sibling: ElementID?)

  /// Removes an element and its descendants permanently.
  func remove(_ id: ElementID, from parent: HostParent)

  /// The elements that the user may be using, such as the focused element and those under the
  /// mouse. Neither these elements nor the elements around them are reused. Nil, the default, means
  /// that the host cannot reuse elements.
  var elementsInHand: [ElementID]? { get }

  /// Reuses an element of a row that scrolled out of view for a row that came into view, as if the
  /// element had been removed and created again at the same position. Calls for the descendants
  /// follow, and then the updates.
  /// - Parameter element: the element as the host shows it.
  func reuse(_ id: ElementID, as new: ElementID, _ element: Element)

  /// Called after all changes of a pass. The host runs its layout here, and calls the handlers that
  /// observe it. Changes by these handlers are rendered in another pass of the same frame.
  func commit()

  /// Whether the host needs a ``commit()`` although no element changed. The default is true.
  var needsCommit: Bool { get }

  // Operations for handlers. The defaults do nothing.

  /// Gives the focus to an element, or to the first control in it, at the next ``commit()``.
  func focus(_ id: ElementID)
  /// Moves the focus along the Tab order, to the first control that is not inside the element.
  /// - Parameter step: 1 or -1.
  func moveFocus(outOf id: ElementID, by step: Int)
  /// The elements that stay in the tree even when they are out of sight: the focused element, and
  /// the element that captured the mouse.
  var elementsInUse: [ElementID] { get }
  /// Sets the states of a row.
  func setRowStates(_ id: ElementID, _ rowStates: RowStates)
  /// Scrolls the containers around an element until a part of it is visible.
  /// - Parameter rect: from the element's top left corner; nil: the whole element.
  func reveal(_ id: ElementID, _ rect: CellRect?)
  /// Copies text to the user's clipboard, if the host supports it.
  func copy(_ text: String)
  /// The part of an element's path to the root that an event visits. The default is the whole path.
  func eventPath(_ path: [ElementID]) -> [ElementID]
  /// Activates the first control in an element, as Enter would, and returns whether there is one.
  /// The default is false.
  func activateFirstControl(in id: ElementID) -> Bool
  /// The columns that a line of text takes. The default counts characters.
  func columns(of text: String) -> Int
  /// The lines of an element in plain-text output. `blocks` contains the lines of each child
  /// element. The default is empty.
  func lines(of element: Element, around blocks: [[String]]) -> [String]
  /// The frame of an element on the screen, in cells; nil if the host has no screen.
  func frame(of id: ElementID) -> CellRect?
  /// The layout result of an element; nil if the host has no layout.
  func boxReport(of id: ElementID) -> BoxReport?
}

extension RenderHost {
  public var focused: ElementID? { nil }
  public var elementsInHand: [ElementID]? { nil }
  public func reuse(_ id: ElementID, as new: ElementID, _ element: Element) {}
  public func commit() {}
  public var needsCommit: Bool { true }
  public var elementsInUse: [ElementID] { [] }
  public func setRowStates(_ id: ElementID, _ rowStates: RowStates) {}
  public func reveal(_ id: ElementID, _ rect: CellRect?) {}
  public func focus(_ id: ElementID) {}
  public func moveFocus(outOf id: ElementID, by step: Int) {}
  public func copy(_ text: String) {}
  public func eventPath(_ path: [ElementID]) -> [ElementID] { path }
  public func activateFirstControl(in id: ElementID) -> Bool { false }
  public func columns(of text: String) -> Int { text.count }
  public func lines(of element: Element, around blocks: [[String]]) -> [String] { [] }
  public func frame(of id: ElementID) -> CellRect? { nil }
  public func boxReport(of id: ElementID) -> BoxReport? { nil }
}

/// The parent of elements in a host.
public enum HostParent: Equatable, Sendable {
  /// Another element.
  case element(ElementID)
  /// A layer of the screen: the element is one of its roots.
  case layer(Layer)
}
