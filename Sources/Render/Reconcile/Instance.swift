import MillraceLayout

/// What stands on the screen for a node: kept from frame to frame, with its children and its state.
@MainActor
final class Instance {
  /// The newest node that this instance stands for.
  var node: Node
  // Unowned, and not counted, because every change climbs. It never dangles: a mounted instance is held by
  // its parent, and an unmounted one does not ask.
  unowned(unsafe) let parent: Instance?
  let depth: Int
  /// Identity among the siblings.
  let slot: Slot
  let number: Int
  var children: [Instance] = []
  var isMounted = true
  /// Whether the elements of this instance have their place in the host's tree, or, if there are
  /// none, would have one.
  private(set) var isPlaced = false
  /// Whether a component in here, or this one, has local state.
  private(set) var holdsState = false

  /// Of an element: as the host has it, with all modifiers.
  var element: Element?
  /// Of a component: what its wrapped properties keep.
  var kept: [AnyObject?] = []
  var isDirty = false
  /// The nearest provider around; unowned as the parent is.
  private unowned(unsafe) let provider: Instance?

  /// What few have: the others are made and dropped sooner without it.
  private final class Rarities {
    var saved: SavedState?
    var connection: AnyObject?
    var source: AnyHashable?
    var failure: (any Error)?
    var readers: Set<Int> = []
    var effects: [MountedEffect] = []
    var hasAppeared = false
  }

  private var rarities: Rarities?

  private var made: Rarities {
    if let rarities { return rarities }
    let made = Rarities()
    rarities = made
    return made
  }

  /// While it is mounted: the state that it had when it disappeared.
  var saved: SavedState? {
    get { rarities?.saved }
    set { if rarities != nil || newValue != nil { made.saved = newValue } }
  }
  /// Of a component.
  var connection: AnyObject? {
    get { rarities?.connection }
    set { if rarities != nil || newValue != nil { made.connection = newValue } }
  }
  /// Of a component: what it is connected to.
  var source: AnyHashable? {
    get { rarities?.source }
    set { if rarities != nil || newValue != nil { made.source = newValue } }
  }
  /// Of a boundary: what went wrong inside.
  var failure: (any Error)? {
    get { rarities?.failure }
    set { made.failure = newValue }
  }
  /// Of a provider: the numbers of the components that read its value.
  var readers: Set<Int> { rarities?.readers ?? [] }

  // In place: a theme has hundreds.
  func addReader(_ number: Int) { made.readers.insert(number) }
  func removeReader(_ number: Int) { rarities?.readers.remove(number) }
  var effects: [MountedEffect] {
    get { rarities?.effects ?? [] }
    set { if rarities != nil || !newValue.isEmpty { made.effects = newValue } }
  }
  /// Whether a frame that it is in has been committed, where it has effects.
  var hasAppeared: Bool {
    get { rarities?.hasAppeared ?? false }
    set { made.hasAppeared = newValue }
  }

  init(_ node: Node, number: Int, slot: Slot, parent: Instance?) {
    self.node = node
    self.number = number
    self.slot = slot
    self.parent = parent
    depth = (parent?.depth ?? -1) + 1
    if case .provider? = parent?.node.content {
      provider = parent
    } else {
      provider = parent?.provider
    }
  }

  /// Whether the node can be shown by this instance: the same kind of thing, of the same type.
  func accepts(_ node: Node) -> Bool {
    switch (self.node.content, node.content) {
    case (.empty, .empty), (.memo, .memo): true
    case (.fragment(_, let mine), .fragment(_, let new)): mine == new
    case (.element(let mine), .element(let new)): type(of: mine.content) == type(of: new.content)
    case (.component(let mine), .component(let new)): mine.typeID == new.typeID
    case (.provider(let mine), .provider(let new)): mine.key == new.key
    case (.portal(let mine, _), .portal(let new, _)): mine == new
    default: false
    }
  }

  var componentType: ObjectIdentifier? {
    if case .component(let box) = node.content { box.typeID } else { nil }
  }

  /// Of an element: where the local state of its children waits for them.
  var shelf: StateShelf? {
    if case .element(let element) = node.content { element.shelf } else { nil }
  }

  var elementID: ElementID? {
    if case .element = node.content { ElementID(number) } else { nil }
  }

  func provider(of key: EnvironmentKey) -> Instance? {
    var found = provider
    while let instance = found {
      if case .provider(let box) = instance.node.content, box.key == key { return instance }
      found = instance.provider
    }
    return nil
  }

  /// The outermost elements of this instance, in order.
  var topElements: [ElementID] {
    switch node.content {
    case .element: [ElementID(number)]
    case .portal: []
    default: children.flatMap(\.topElements)
    }
  }

  var firstElement: ElementID? {
    switch node.content {
    case .element: return ElementID(number)
    case .portal: return nil
    default:
      for child in children where child.isMounted {
        if let id = child.firstElement { return id }
      }
      return nil
    }
  }

  /// What holds the elements that stand directly in this instance.
  var hostParent: HostParent {
    var found: Instance? = self
    while let instance = found {
      switch instance.node.content {
      case .element: return .element(ElementID(instance.number))
      case .portal(let layer, _): return .layer(layer)
      default: found = instance.parent
      }
    }
    return .layer(.base)
  }

  private var holdsElements: Bool {
    switch node.content {
    case .element, .portal: true
    default: false
    }
  }

  /// The place among the parent's children, if it is among them already, and still.
  var index: Int? { parent?.children.firstIndex { $0 === self } }

  /// The element that follows those of this instance's children among those of the same host parent.
  var elementAfterChildren: ElementID? {
    var instance = self
    while !instance.holdsElements, let parent = instance.parent {
      // A child that is not among them comes before no other.
      if let index = instance.index {
        for sibling in parent.children[(index + 1)...] where sibling.isMounted {
          if let id = sibling.firstElement { return id }
        }
      }
      instance = parent
    }
    return nil
  }

  /// Takes note that this instance has been placed, and all in it that has no element of its own.
  func markPlaced() {
    guard !isPlaced else { return }
    isPlaced = true
    for child in children { child.markPlaced() }
  }

  /// Takes note that a component has local state, here and around.
  func noteState() {
    var instance: Instance? = self
    while let current = instance, !current.holdsState {
      current.holdsState = true
      instance = current.parent
    }
  }

  /// The modifiers that act on the elements of this instance, from the inside out: those of its own node
  /// and of what is around, up to the next element.
  private func visitModifiers(_ visit: ([Modifier]) -> Void) {
    var instance = self
    while true {
      if !instance.node.modifiers.isEmpty { visit(instance.node.modifiers) }
      guard let parent = instance.parent else { return }
      if case .element = parent.node.content { return }
      if case .portal = instance.node.content { return }
      instance = parent
    }
  }

  /// The element, with all modifiers.
  func styled(_ base: Element) -> Element {
    var result: (style: LayoutStyle, looks: Looks)?
    visitModifiers { modifiers in
      var (style, looks) = result ?? (base.style, base.looks)
      modifiers.apply(to: &style, &looks)
      result = (style, looks)
    }
    guard let (style, looks) = result else { return base }
    return Element(
      base.content, style: style, looks: looks, offset: base.offset, handlers: base.handlers,
      shelf: base.shelf, children: base.children)
  }

  /// What answers to events, first to last: the modifiers around come before the element itself.
  var handlers: [Handlers] {
    var found: [Handlers] = []
    if case .element(let element) = node.content, let own = element.handlers { found.append(own) }
    visitModifiers { modifiers in
      for case .handlers(let more) in modifiers { found.append(more) }
    }
    return found.reversed()
  }

  /// Names from the root to here, for messages.
  var path: String {
    var names: [String] = []
    var ancestor: Instance? = self
    while let instance = ancestor {
      let key = instance.node.key.map { "[\($0)]" } ?? ""
      if let name = instance.name {
        names.append(name + key)
      } else if case .provider = instance.node.content, !names.isEmpty {
        // It has taken over the key of what is in it.
        names[names.count - 1] += key
      }
      ancestor = instance.isMounted ? instance.parent : nil
    }
    return names.reversed().joined(separator: "/")
  }

  /// What this is, by its type; nil for what only groups others.
  var name: String? {
    switch node.content {
    case .component(let box): box.catchesErrors ? nil : box.name
    case .element(let element) where element.content is Container:
      element.style.direction == .row ? "Row" : "Column"
    case .element(let element): "\(type(of: element.content))"
    case .portal(let layer, _): "Portal(\(layer))"
    case .memo: "Static"
    case .empty, .fragment, .provider: nil
    }
  }
}

/// An effect that has been taken note of, and its task if it has one.
struct MountedEffect {
  var effect: Effect
  var task: Task<Void, Never>?
}

/// Identity among siblings: the key, else the position among those without one.
enum Slot: Hashable {
  case key(NodeKey)
  case position(Int)
  /// The second and later siblings with one key, which is a mistake that is reported.
  case duplicate(NodeKey, occurrence: Int)

  var isUnkeyed: Bool {
    if case .position = self { true } else { false }
  }
}
