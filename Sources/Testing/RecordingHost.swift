import MillraceRender

/// A host for tests: keeps a log of the renderer's mutations, and the tree that results.
///
/// A test of a renderer or of a widget compares ``tree`` and ``log`` with the expected values, and
/// checks that there are no ``invalidCalls``. The host does no layout; a test may do it in
/// ``onCommit``.
@MainActor
public final class RecordingHost: RenderHost {
  /// An element without children, described by its name.
  public struct Leaf: ElementContent, Equatable {
    /// The name in ``RecordingHost/tree`` and ``RecordingHost/log``.
    public let name: String
    public var plainText: PlainText { .text(name) }

    /// Makes a leaf with a name.
    public init(name: String) { self.name = name }
  }

  /// An element with children.
  public struct Group: ElementContent, Equatable {
    /// The name in ``RecordingHost/tree`` and ``RecordingHost/log``.
    public var name: String

    /// Makes a group with a name.
    public init(name: String = "group") { self.name = name }
  }

  /// The host's record of an element.
  package final class Item {
    package fileprivate(set) var element: Element
    package fileprivate(set) var children: [ElementID] = []
    fileprivate var isInTree = false

    init(_ element: Element) {
      // The copy lacks the handlers and children, which would keep other objects alive.
      self.element = Element(
        element.content, style: element.style, properties: element.properties,
        offset: element.offset)
    }
  }

  public var isInteractive = true
  /// Called when a pass is committed; a test may do layout here.
  public var onCommit: @MainActor () -> Void = {}
  package private(set) var items: [ElementID: Item] = [:]
  package private(set) var layers: [Layer: [ElementID]] = [:]
  package var roots: [ElementID] { layers[.base, default: []] }

  /// The mutations since the host was made or ``clearLog()`` was called, in order: `create a`,
  /// `insert a`, `update a to b`, `move a`, `remove a`.
  public private(set) var log: [String] = []
  /// Invalid calls, such as with an unknown element, or with a sibling in another parent.
  public private(set) var invalidCalls: [String] = []

  /// Makes a host without elements.
  public init() {}

  /// Removes all entries of ``log``.
  public func clearLog() { log = [] }

  /// The tree of the base layer as text: `group(a b)`. An element that is neither a ``Leaf`` nor a
  /// ``Group`` is named after its content's type.
  public var tree: String { tree(in: .base) }

  /// The tree of a layer as text.
  public func tree(in layer: Layer) -> String {
    layers[layer, default: []].map(describe).joined(separator: " ")
  }

  /// Returns the ID of an element with the given name; nil if there is none.
  /// - Complexity: O(*n*) in the number of elements.
  public func id(of name: String) -> ElementID? {
    items.first { self.name(of: $0.value.element) == name }?.key
  }

  private func describe(_ id: ElementID) -> String {
    guard let item = items[id] else { return "?" }
    let children = item.children.map(describe).joined(separator: " ")
    let name = name(of: item.element)
    return item.element.content is Leaf ? name : "\(name)(\(children))"
  }

  private func name(of element: Element) -> String {
    (element.content as? Leaf)?.name ?? (element.content as? Group)?.name
      ?? "\(type(of: element.content))"
  }

  private func name(_ id: ElementID) -> String { items[id].map { name(of: $0.element) } ?? "?" }

  // MARK: RenderHost

  public func commit() { onCommit() }

  public func create(_ id: ElementID, _ element: Element) {
    if items[id] != nil { invalidCalls.append("created twice: \(id)") }
    items[id] = Item(element)
    log.append("create \(name(of: element))")
  }

  public func update(_ id: ElementID, from old: Element, to new: Element, _ changes: ElementChanges)
  {
    if items[id] == nil { invalidCalls.append("updated, but unknown: \(id)") }
    items[id]?.element = Item(new).element
    log.append("update \(name(of: old)) to \(name(of: new))")
  }

  public func insert(_ id: ElementID, into parent: HostParent, before sibling: ElementID?) {
    if items[id]?.isInTree != false { invalidCalls.append("inserted twice: \(name(id))") }
    items[id]?.isInTree = true
    put(id, into: parent, before: sibling)
    log.append("insert \(name(id))")
  }

  public func move(_ id: ElementID, in parent: HostParent, before sibling: ElementID?) {
    take(id, from: parent)
    put(id, into: parent, before: sibling)
    log.append("move \(name(id))")
  }

  public func remove(_ id: ElementID, from parent: HostParent) {
    log.append("remove \(name(id))")
    take(id, from: parent)
    var removed = [id]
    while let next = removed.popLast() {
      removed += items.removeValue(forKey: next)?.children ?? []
    }
  }

  private func put(_ id: ElementID, into parent: HostParent, before sibling: ElementID?) {
    change(parent) { children in
      guard let sibling else { return children.append(id) }
      guard let index = children.firstIndex(of: sibling) else {
        invalidCalls.append("no such sibling: \(sibling)")
        return children.append(id)
      }
      children.insert(id, at: index)
    }
  }

  private func take(_ id: ElementID, from parent: HostParent) {
    change(parent) { children in
      guard let index = children.firstIndex(of: id) else {
        invalidCalls.append("\(name(id)) is not a child of that parent")
        return
      }
      children.remove(at: index)
    }
  }

  private func change(_ parent: HostParent, _ body: (inout [ElementID]) -> Void) {
    guard case .element(let id) = parent else {
      if case .layer(let layer) = parent { body(&layers[layer, default: []]) }
      return
    }
    guard let item = items[id] else {
      invalidCalls.append("no such parent: \(id)")
      return
    }
    body(&item.children)
  }
}
