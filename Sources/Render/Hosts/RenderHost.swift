import MillraceLayout

/// What shows elements: a terminal, a page of plain text, a recorder in a test.
///
/// The ``Renderer`` tells it what to change, in order; at ``commit()`` the host's tree is the one that
/// the nodes describe.
@MainActor
public protocol RenderHost: AnyObject {
  /// Whether somebody can use controls here.
  var isInteractive: Bool { get }

  /// The element that keys go to first; where nothing has the focus, which is the default, they go to the
  /// outermost element.
  var focused: ElementID? { get }

  /// A new element, not in the tree yet. A host keeps what it looks like, and not the element: that keeps
  /// alive what its handlers and children captured, long after newer ones are in force.
  func create(_ id: ElementID, _ element: Element)

  /// The element is another one now. Handlers change without a call: they are asked for when an event
  /// comes (``Renderer/answer(_:_:)``).
  func update(_ id: ElementID, from old: Element, to new: Element, _ changes: ElementChanges)

  /// Puts a new element into the tree.
  /// - Parameter sibling: the element that it goes before; nil is the end.
  func insert(_ id: ElementID, into parent: HostParent, before sibling: ElementID?)

  /// Moves an element, and all in it, among its siblings.
  func move(_ id: ElementID, in parent: HostParent, before sibling: ElementID?)

  /// Takes an element, and all in it, out for good.
  func remove(_ id: ElementID, from parent: HostParent)

  /// All changes of a pass have been made. The host lays out here, and calls the handlers that want to
  /// know; what they change is rendered in another pass of the same frame.
  func commit()

  /// Whether ``commit()`` has something to do although no element changed. The default is true.
  var needsCommit: Bool { get }

  // What handlers ask for. The defaults do nothing.

  /// Gives an element, or the first control in it, the focus at the next ``commit()``.
  func focus(_ id: ElementID)
  /// The elements that users are at work on, and that stay although they are out of sight: the one that has
  /// the focus, and the one that captured the mouse.
  var inUse: [ElementID] { get }
  /// Shows a row as it stands among the others from now on.
  func mark(_ id: ElementID, _ marks: Marks)
  /// Has what is around an element scroll until a part of it shows.
  /// - Parameter rect: from the element's top left corner; nil is all of it.
  func reveal(_ id: ElementID, _ rect: CellRect?)
  /// Puts a text on the user's clipboard, if the host has a way.
  func copy(_ text: String)
  /// How far an event goes on its way from an element to the root. The default is all the way.
  func eventPath(_ path: [ElementID]) -> [ElementID]
  func activateFirstControl(in id: ElementID) -> Bool
  /// The columns that a line of text takes. The default counts characters.
  func columns(of text: String) -> Int
  /// What an element says on a page of text, around what those in it say. The default is nothing.
  func lines(of element: Element, around blocks: [[String]]) -> [String]
  /// Where an element stands on the screen, in cells; nil where there is no such thing.
  func frame(of id: ElementID) -> CellRect?
  /// What the layout made of an element; nil where there is no such thing.
  func boxReport(of id: ElementID) -> BoxReport?
}

extension RenderHost {
  public var focused: ElementID? { nil }
  public func commit() {}
  public var needsCommit: Bool { true }
  public var inUse: [ElementID] { [] }
  public func mark(_ id: ElementID, _ marks: Marks) {}
  public func reveal(_ id: ElementID, _ rect: CellRect?) {}
  public func focus(_ id: ElementID) {}
  public func copy(_ text: String) {}
  public func eventPath(_ path: [ElementID]) -> [ElementID] { path }
  public func activateFirstControl(in id: ElementID) -> Bool { false }
  public func columns(of text: String) -> Int { text.count }
  public func lines(of element: Element, around blocks: [[String]]) -> [String] { [] }
  public func frame(of id: ElementID) -> CellRect? { nil }
  public func boxReport(of id: ElementID) -> BoxReport? { nil }
}

/// What elements stand in.
public enum HostParent: Equatable, Sendable {
  case element(ElementID)
  case layer(Layer)
}

/// Identifies an element of a host for as long as that exists; never used again after.
public struct ElementID: Hashable, Sendable, CustomStringConvertible {
  public let value: Int

  package init(_ value: Int) { self.value = value }

  // Numbers count up: a multiplication spreads them, and keyed hashing of each would be felt.
  public func _rawHashValue(seed: Int) -> Int { value &* -7_046_029_254_386_353_131 }

  public var description: String { "#\(value)" }
}
