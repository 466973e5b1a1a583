import MillraceLayout
import MillraceRender

/// An element with a name, for tests: what it looks like is the name.
struct Named: ElementContent, Equatable {
  let name: String
  var plainText: PlainText { .text(name) }
}

struct Group: ElementContent, Equatable {
  var name = "group"
}

/// A node of one element.
func leaf(_ name: String) -> Node { Node(Element(Named(name: name))) }

func group(_ name: String = "group", @NodeBuilder _ content: () throws -> Node) rethrows -> Node {
  Node(Element(Group(name: name), children: try content().asChildren))
}

/// Keeps the tree that mutations make, and a log of them.
@MainActor
final class RecordingHost: RenderHost {
  final class Item {
    var element: Element
    var children: [ElementID] = []
    var isInTree = false

    init(_ element: Element) {
      // Without what its handlers and children keep alive.
      self.element = Element(
        element.content, style: element.style, looks: element.looks, offset: element.offset)
    }
  }

  var isInteractive = true
  var recyclesElements = false
  /// Called as a pass is committed: the place of a layout.
  var onCommit: @MainActor () -> Void = {}
  private(set) var items: [ElementID: Item] = [:]
  private(set) var layers: [Layer: [ElementID]] = [:]
  var roots: [ElementID] { layers[.base, default: []] }
  private(set) var log: [String] = []
  /// Calls that no host could follow: unknown elements, siblings elsewhere.
  private(set) var mistakes: [String] = []

  func clearLog() { log = [] }

  func commit() { onCommit() }

  /// The tree as text: `group(a b)`.
  var tree: String { roots.map(describe).joined(separator: " ") }

  /// What stands in a layer, as text.
  func tree(in layer: Layer) -> String {
    layers[layer, default: []].map(describe).joined(separator: " ")
  }

  func id(of name: String) -> ElementID? {
    items.first { self.name(of: $0.value.element) == name }?.key
  }

  private func describe(_ id: ElementID) -> String {
    guard let item = items[id] else { return "?" }
    let children = item.children.map(describe).joined(separator: " ")
    let name = name(of: item.element)
    return item.element.content is Group ? "\(name)(\(children))" : name
  }

  private func name(of element: Element) -> String {
    (element.content as? Named)?.name ?? (element.content as? Group)?.name ?? "?"
  }

  private func name(_ id: ElementID) -> String { items[id].map { name(of: $0.element) } ?? "?" }

  func create(_ id: ElementID, _ element: Element) {
    if items[id] != nil { mistakes.append("created twice: \(id)") }
    items[id] = Item(element)
    log.append("create \(name(of: element))")
  }

  func update(_ id: ElementID, from old: Element, to new: Element, _ changes: ElementChanges) {
    if items[id] == nil { mistakes.append("updated, but unknown: \(id)") }
    items[id]?.element = Item(new).element
    log.append("update \(name(of: old)) to \(name(of: new))")
  }

  func recycle(_ id: ElementID, from old: Element, to new: Element, _ changes: ElementChanges) {
    if items[id]?.isInTree != true { mistakes.append("recycled, but not in the tree: \(id)") }
    items[id]?.element = Item(new).element
    log.append("recycle \(name(of: old)) as \(name(of: new))")
  }

  func insert(_ id: ElementID, into parent: HostParent, before sibling: ElementID?) {
    if items[id]?.isInTree != false { mistakes.append("inserted twice: \(name(id))") }
    items[id]?.isInTree = true
    put(id, into: parent, before: sibling)
    log.append("insert \(name(id))")
  }

  func move(_ id: ElementID, in parent: HostParent, before sibling: ElementID?) {
    take(id, from: parent)
    put(id, into: parent, before: sibling)
    log.append("move \(name(id))")
  }

  func remove(_ id: ElementID, from parent: HostParent) {
    log.append("remove \(name(id))")
    take(id, from: parent)
    var gone = [id]
    while let next = gone.popLast() { gone += items.removeValue(forKey: next)?.children ?? [] }
  }

  private func put(_ id: ElementID, into parent: HostParent, before sibling: ElementID?) {
    change(parent) { children in
      guard let sibling else { return children.append(id) }
      guard let index = children.firstIndex(of: sibling) else {
        mistakes.append("no such sibling: \(sibling)")
        return children.append(id)
      }
      children.insert(id, at: index)
    }
  }

  private func take(_ id: ElementID, from parent: HostParent) {
    change(parent) { children in
      guard let index = children.firstIndex(of: id) else {
        mistakes.append("\(name(id)) is not where it is taken from")
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
      mistakes.append("no such parent: \(id)")
      return
    }
    body(&item.children)
  }
}

/// The generator of the property tests: SplitMix64 (Steele, Lea, Flood 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
