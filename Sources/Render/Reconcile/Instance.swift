import MillraceLayout

/// The retained counterpart of a node: kept from frame to frame, with its children and state.
///
/// Accesses to its properties are not checked for overlaps, because the checks would take a tenth
/// of the time in which a key is handled. All accesses are on the main actor, and none lasts while
/// a function of the program runs: functions are called on copies.
@MainActor
final class Instance {
  /// The newest node of this instance.
  @exclusivity(unchecked) var node: Node
  // Unowned without a reference count, because every change walks up the tree. It never dangles:
  // the parent retains a mounted instance, and an unmounted instance does not read its parent.
  unowned(unsafe) let parent: Instance?
  let depth: Int
  /// The identity among the siblings.
  @exclusivity(unchecked) private(set) var slot: Slot
  @exclusivity(unchecked) private(set) var id: ElementID
  /// Identifies this instance. An instance that was made later has a greater number.
  var number: Int { id.value }
  @exclusivity(unchecked) var children: [Instance] = []
  @exclusivity(unchecked) var isMounted = true
  /// Whether the elements of this instance are in the host's tree. An instance without elements
  /// counts as inserted if its elements would be in the tree.
  @exclusivity(unchecked) private(set) var isInserted = false
  /// The kinds of data that this instance and its descendants hold, such as local state.
  @exclusivity(unchecked) private(set) var holdings: Holdings = []
  /// The last frame in which another row reused this instance, if it is part of a row; 0 if none
  /// did.
  @exclusivity(unchecked) private(set) var reuseFrame = 0

  /// For an element: what the host shows, which is the element with all modifiers applied.
  @exclusivity(unchecked) var element: Element?
  /// For the element of a row: its current states.
  @exclusivity(unchecked) var rowStates: RowStates?
  /// For a component: its wrapped properties; nil before it is attached.
  @exclusivity(unchecked) var properties: ComponentProperties?
  /// For a component: the kept state of its wrapped properties.
  @exclusivity(unchecked) var propertyStates: [AnyObject?] = []
  @exclusivity(unchecked) var isDirty = false
  /// The values that ancestors provide. Unowned like `parent`: the nearest provider retains it.
  private unowned(unsafe) let environment: EnvironmentScope?

  /// Properties that few instances need. Storing them apart makes other instances faster to create
  /// and release.
  private final class RareProperties {
    var saved: SavedState?
    var connection: AnyObject?
    var source: AnyHashable?
    var failure: (any Error)?
    var provided: (cell: AnyEnvironmentCell, scope: EnvironmentScope)?
    var rowCell: EnvironmentCell<Bool>?
    var extraReads: [(name: String, cell: AnyEnvironmentCell)] = []
    var effects: [MountedEffect] = []
    var hasAppeared = false
  }

  @exclusivity(unchecked) private var rareProperties: RareProperties?

  private var rare: RareProperties {
    if let rareProperties { return rareProperties }
    let rare = RareProperties()
    rareProperties = rare
    return rare
  }

  /// During mounting: the state saved when the component last disappeared.
  var saved: SavedState? {
    get { rareProperties?.saved }
    set { if rareProperties != nil || newValue != nil { rare.saved = newValue } }
  }
  /// For a component: the connection to its source.
  var connection: AnyObject? {
    get { rareProperties?.connection }
    set { if rareProperties != nil || newValue != nil { rare.connection = newValue } }
  }
  /// For a component: the source to which it is connected (``LiveComponent/connectionSource``).
  var source: AnyHashable? {
    get { rareProperties?.source }
    set { if rareProperties != nil || newValue != nil { rare.source = newValue } }
  }
  /// For an error boundary: the error that its content threw.
  var failure: (any Error)? {
    get { rareProperties?.failure }
    set { rare.failure = newValue }
  }
  /// For a provider: the cell of its value.
  var providedCell: AnyEnvironmentCell? { rareProperties?.provided?.cell }

  /// For a provider: provides a value to the descendants, which do not exist yet.
  func provide(_ cell: AnyEnvironmentCell) {
    rare.provided = (cell, EnvironmentScope(environment, adding: cell))
  }

  /// For the element of a row: the cell of `isCurrentRow`, if a component in the row reads it.
  var rowCell: EnvironmentCell<Bool>? { rareProperties?.rowCell }

  /// Gives the element of a row a new cell, as if the row were new.
  func renewRowCell() -> EnvironmentCell<Bool>? {
    guard let rowStates, rareProperties?.rowCell != nil else { return nil }
    rare.rowCell = nil
    return makeRowCell(rowStates)
  }

  private func makeRowCell(_ rowStates: RowStates) -> EnvironmentCell<Bool> {
    if let cell = rare.rowCell { return cell }
    let cell = EnvironmentCell(EnvironmentKey.currentRow, rowStates.contains(.current))
    rare.rowCell = cell
    return cell
  }

  /// For a component: values that it reads without a wrapped property.
  var extraReads: [(name: String, cell: AnyEnvironmentCell)] { rareProperties?.extraReads ?? [] }

  func readAlso(_ cell: AnyEnvironmentCell, named name: String) {
    guard cell.readers.insert(Reader(self)).inserted else { return }
    rare.extraReads.append((name, cell))
  }

  var effects: [MountedEffect] {
    get { rareProperties?.effects ?? [] }
    set { if rareProperties != nil || !newValue.isEmpty { rare.effects = newValue } }
  }
  /// Whether a frame with this instance was committed; only tracked for instances with effects.
  var hasAppeared: Bool {
    get { rareProperties?.hasAppeared ?? false }
    set { rare.hasAppeared = newValue }
  }

  init(_ node: Node, id: ElementID, slot: Slot, parent: Instance?) {
    self.node = node
    self.id = id
    self.slot = slot
    self.parent = parent
    depth = (parent?.depth ?? -1) + 1
    environment = parent?.rareProperties?.provided?.scope ?? parent?.environment
  }

  /// Whether this instance can show the node: both are in the same branches, and have content of
  /// the same kind and type.
  func accepts(_ node: Node) -> Bool {
    if self.node.branches != node.branches { return false }
    return switch (self.node.content, node.content) {
    case (.empty, .empty), (.memo, .memo): true
    case (.fragment(_, let mine), .fragment(_, let new)): mine == new
    case (.element(let mine), .element(let new)): mine.kind == new.kind
    case (.component(let mine), .component(let new)): mine.typeID == new.typeID
    case (.provider(let mine), .provider(let new)): mine.key == new.key
    case (.portal(let mine, _), .portal(let new, _)): mine == new
    default: false
    }
  }

  var componentType: ObjectIdentifier? {
    if case .component(let box) = node.content { box.typeID } else { nil }
  }

  /// For an element: saves the local state of children that disappear.
  var savedStates: SavedStates? {
    if case .element(let element) = node.content { element.savedStates } else { nil }
  }

  var elementID: ElementID? {
    if case .element = node.content { id } else { nil }
  }

  /// The cell of the environment value that an ancestor provides.
  func cell(_ number: Int) -> AnyEnvironmentCell? {
    let found = environment?.cell(number)
    guard number == EnvironmentKey.currentRow else { return found }
    // A row provides `isCurrentRow` itself, unless a provider is nearer.
    var instance = parent
    while let current = instance {
      if found != nil, current.providedCell === found { return found }
      if let rowStates = current.rowStates { return current.makeRowCell(rowStates) }
      instance = current.parent
    }
    return found
  }

  /// The outermost elements of this instance, in order.
  var topElements: [ElementID] {
    switch node.content {
    case .element: [id]
    case .portal: []
    default: children.flatMap(\.topElements)
    }
  }

  var firstElement: ElementID? {
    switch node.content {
    case .element: return id
    case .portal: return nil
    default:
      for child in children where child.isMounted {
        if let id = child.firstElement { return id }
      }
      return nil
    }
  }

  /// The host parent of the elements directly inside this instance.
  var hostParent: HostParent {
    var found: Instance? = self
    while let instance = found {
      switch instance.node.content {
      case .element: return .element(instance.id)
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

  /// The index among the parent's children; nil before insertion and after removal.
  var index: Int? {
    // A loop, because a closure on the main actor checks its executor at each call.
    guard let siblings = parent?.children else { return nil }
    for index in siblings.indices where siblings[index] === self { return index }
    return nil
  }

  /// The next element in the same host parent after the elements of this instance's children.
  var elementAfterChildren: ElementID? {
    var instance = self
    while !instance.holdsElements, let parent = instance.parent {
      // An instance that is not yet in its parent's list has no later siblings.
      if let index = instance.index {
        for sibling in parent.children[(index + 1)...] where sibling.isMounted {
          if let id = sibling.firstElement { return id }
        }
      }
      instance = parent
    }
    return nil
  }

  /// Marks this instance as inserted, and its descendants up to those that are inserted already.
  func markInserted() {
    guard !isInserted else { return }
    isInserted = true
    for child in children { child.markInserted() }
  }

  var holdsState: Bool { holdings.contains(.state) }

  /// Adds the kinds of data that this instance holds to its holdings and to those of its ancestors.
  func hold(_ new: Holdings) {
    var instance: Instance? = self
    while let current = instance, !current.holdings.isSuperset(of: new) {
      current.holdings.formUnion(new)
      instance = current.parent
    }
  }

  /// Moves this instance of a row that disappears to the slot of a row that appears.
  func reuse(in slot: Slot) { self.slot = slot }

  func reuse(as id: ElementID, in frame: Int) { (self.id, reuseFrame) = (id, frame) }

  /// Visits the modifiers that apply to the elements of this instance, from the inside out: those
  /// of its own node and of its ancestors up to the next element.
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

  /// The element with all modifiers applied.
  func styled(_ base: Element) -> Element {
    var result: Element?
    visitModifiers { modifiers in
      for modifier in modifiers where !modifier.isInvisible {
        let element = result ?? Element(copying: base)
        element.apply(modifier)
        result = element
      }
    }
    return result ?? base
  }

  /// The event handlers in order: those of modifiers, outermost first, then the element's own.
  var handlers: [Handlers] {
    var found: [Handlers] = []
    if case .element(let element) = node.content, let own = element.handlers { found.append(own) }
    visitModifiers { modifiers in
      for case .handlers(let more) in modifiers { found.append(more) }
    }
    return found.reversed()
  }

  /// The names from the root to this instance, for messages.
  var path: String {
    var names: [String] = []
    var ancestor: Instance? = self
    while let instance = ancestor {
      let key = instance.node.key.map { "[\($0)]" } ?? ""
      if let name = instance.name {
        names.append(name + key)
      } else if case .provider = instance.node.content, !names.isEmpty {
        // The provider took over the key of the node that it wraps.
        names[names.count - 1] += key
      }
      ancestor = instance.isMounted ? instance.parent : nil
    }
    return names.reversed().joined(separator: "/")
  }

  /// The type name; nil for instances that only group others.
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

/// An effect of a mounted instance, with its task if it has one.
struct MountedEffect {
  var effect: Effect
  var task: Task<Void, Never>?
}

/// The kinds of data that an instance and its descendants hold. Rows without ``identity`` can be
/// reused for other rows.
struct Holdings: OptionSet {
  let rawValue: UInt8

  /// Local state.
  static let state = Holdings(rawValue: 1)
  /// Anything by which a program could distinguish a reused instance from a new one: local state,
  /// effects, a connection to a source, an error or its boundary, an environment value, content in
  /// another layer, static content, autofocus, a focus handle, or a handler that observes the
  /// layout.
  static let identity = Holdings(rawValue: 2)
}

/// Identity among siblings: the key, or the position among the siblings without a key.
enum Slot: Hashable {
  case key(NodeKey)
  case position(Int)
  /// The second or a later sibling with the same key, a mistake that is reported.
  case duplicate(NodeKey, occurrence: Int)

  var isUnkeyed: Bool {
    if case .position = self { true } else { false }
  }
}
