/// What shows elements: a terminal, a page of plain text, a recorder in a test.
///
/// The ``Renderer`` tells it what to change, in order; between two calls of ``Renderer/render()``
/// the host's tree is the one that the nodes describe.
@MainActor
public protocol RenderHost: AnyObject {
  /// Whether somebody can use controls here.
  var isInteractive: Bool { get }

  /// A new element, not in the tree yet.
  func create(_ id: ElementID, _ element: Element)

  /// The element looks different now. Handlers may change without a call: ask
  /// ``Renderer/element(_:)`` for the newest.
  func update(_ id: ElementID, from old: Element, to new: Element)

  /// Puts a new element into the tree.
  /// - Parameters:
  ///   - parent: nil is the root.
  ///   - sibling: the element that it goes before; nil is the end.
  func insert(_ id: ElementID, into parent: ElementID?, before sibling: ElementID?)

  /// Moves an element, and all in it, among its siblings.
  func move(_ id: ElementID, in parent: ElementID?, before sibling: ElementID?)

  /// Takes an element, and all in it, out for good.
  func remove(_ id: ElementID, from parent: ElementID?)
}

/// Identifies an element for as long as the renderer lives; never used again.
public struct ElementID: Hashable, Sendable, CustomStringConvertible {
  public let value: Int

  package init(_ value: Int) { self.value = value }

  public var description: String { "#\(value)" }
}
