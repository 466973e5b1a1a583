import MillraceLayout
import MillraceRender

/// Shows a tree of nodes on a grid of cells: keeps the boxes, lays them out, draws what is damaged.
///
/// It knows no device: ``TerminalScreen`` turns the grid into bytes.
@MainActor
package final class TerminalHost: RenderHost {
  package var isInteractive: Bool { true }

  let buffer: FrontBuffer
  /// What each layer holds, the lowest first.
  package let layers: [TerminalNode]
  package private(set) var nodes: [ElementID: TerminalNode] = [:]
  /// Knows the handlers of elements, and what is around them.
  weak var renderer: Renderer?

  var damage = Damage(width: 0, height: 0)
  private var contentMakers: [ObjectIdentifier: DrawnContent.Maker] = [:]
  /// Elements that want to know where they stand.
  private var layoutObservers: Set<ElementID> = []
  /// Observers whose children came, went or moved since the last layout.
  private var touchedObservers: Set<ElementID> = []
  /// Elements whose children stand where constraints put them, and those of them that were changed.
  private var constrained: Set<ElementID> = []
  private var touchedConstrained: Set<ElementID> = []
  private var needsLayout = true { didSet { if needsLayout { needsCommit = true } } }
  package private(set) var needsCommit = true
  private var needsRoot = true
  /// Elements drawn so far: the work counter of drawing.
  var drawnNodes = 0
  /// What was drawn, while somebody looks.
  var drawnRects: [CellRect]?

  package var focused: ElementID? { focusState.focused }
  var focusState = FocusState()
  /// The element in focus that what is around knows the place of.
  private var revealed: ElementID?
  var pointer = PointerState()
  var selection: TextSelection?
  /// What changed since a ``ScreenView`` was shown it; nil: there is none.
  package var changes: HostChanges?
  /// Called with the text that the user has selected.
  package var onCopy: (String) -> Void = { _ in }

  /// - Parameter buffer: What is drawn into; nil for one of its own.
  package init(width: Int, height: Int, buffer: FrontBuffer? = nil) {
    self.buffer = buffer ?? FrontBuffer(width: width, height: height)
    layers = Layer.allCases.map { layer in
      // The renderer's own numbers begin at 1.
      TerminalNode(
        id: ElementID(-layer.rawValue),
        element: Element(Container(), style: .element { $0.direction = .column }),
        drawn: DrawnContent(), .standard)
    }
    for layer in layers { nodes[layer.id] = layer }
    resize(width: width, height: height)
  }

  package func resize(width: Int, height: Int) {
    screen = CellRect(x: 0, y: 0, width: max(0, width), height: max(0, height))
    if buffer !== FrontBuffer.ofViews { buffer.grid.resize(width: width, height: height) }
    selection = nil
    damage = Damage(width: width, height: height)
    damage.add(screen)
    for layer in layers { layer.frame = screen }
    needsLayout = true
  }

  /// How many columns the terminal takes for clusters: all text is laid out and drawn again when that changes.
  package var widths: WidthRules {
    get { buffer.grid.widths }
    set {
      if newValue.split != widths.split {
        for node in nodes.values { node.measure(newValue) }
        damage.add(screen)
        needsLayout = true
      }
      buffer.grid.widths = newValue
    }
  }

  private(set) var screen = CellRect.zero

  // MARK: - Mutations

  package func create(_ id: ElementID, _ element: Element) {
    let node = TerminalNode(
      id: id, element: element, drawn: drawnContent(for: element.content), widths,
      in: layers[0].box)
    node.offset = element.offset
    nodes[id] = node
    if node.drawn.constraints != nil { constrained.insert(id) }
    changes?.elements.insert(id)
    note(id, nil, element.looks)
    appeared(id, element)
  }

  private func appeared(_ id: ElementID, _ element: Element) {
    if element.handlers?.laidOut != nil { layoutObservers.insert(id) }
    if element.looks.takesFocus == true { focusState.wanting = id }
    if element.looks.isFocusable == true { focusState.mayBeTaken = true }
  }

  /// The content, made ready to be drawn. Whether a type can be drawn is looked up once.
  private func drawnContent(for content: any ElementContent) -> DrawnContent {
    let type = ObjectIdentifier(type(of: content))
    if let make = contentMakers[type] { return make(content) }
    let make = DrawnContent.maker(for: content)
    contentMakers[type] = make
    return make(content)
  }

  package func update(
    _ id: ElementID, from old: Element, to new: Element, _ changes: ElementChanges
  ) {
    guard let node = nodes[id] else { return }
    needsCommit = true
    update(node, from: old, to: new, changes)
    if changes.contains(.looks) { note(id, old.looks, new.looks) }
  }

  /// Takes note of what an element says of the focus and of the mouse; nil before it appears and after
  /// it is gone.
  private func note(_ id: ElementID, _ old: Looks?, _ new: Looks?) {
    focusState.note(id, old, new, in: renderer)
    pointer.count(old?.pointer, new?.pointer)
    if new == nil { pointer.release(id) }
  }

  private func update(
    _ node: TerminalNode, from old: Element, to new: Element, _ changes: ElementChanges
  ) {
    if changes.isEmpty { return }
    self.changes?.elements.insert(node.id)
    // Where a style moves boxes, the layout says so.
    let looksDifferent =
      !changes.isDisjoint(with: [.content, .looks]) || old.style.overflow != new.style.overflow
      || old.style.order != new.style.order
    if looksDifferent { markDamaged(node) }
    node.update(to: new, changes, widths)
    if looksDifferent { markDamaged(node) }
    if new.looks.takesFocus == true, old.looks.takesFocus != true { focusState.wanting = node.id }
    if changes.contains(.content) { noteConstrained(node) }
    if old.looks.anchor != new.looks.anchor, let parent = node.parent {
      noteConstrained(parent)
      needsLayout = true
    }
    // A change of colour is none of who may have the focus.
    var looks = old.looks
    looks.style = new.looks.style
    if looks != new.looks || old.style.display != new.style.display {
      focusState.mayBeTaken = true
    }
    if new.style.order != 0 { node.parent?.hasOrder = true }
    if changes.contains(.offset) { scroll(node, to: new.offset) }
    if node.parent === layers[0] { needsRoot = true }
    if !changes.isDisjoint(with: [.style, .content]) { needsLayout = true }
  }

  package func insert(_ id: ElementID, into parent: HostParent, before sibling: ElementID?) {
    guard let node = nodes[id], let parent = self.node(parent) else { return }
    var index = position(of: sibling, in: parent)
    // What is written in a portal is placed before the portal's own content, and stands over it.
    if sibling == nil, layers.dropFirst().contains(where: { $0 === parent }) {
      index = parent.children.firstIndex { $0.id.value > id.value } ?? index
    }
    parent.children.insert(node, at: index)
    node.parent = parent
    if node.style.order != 0 { parent.hasOrder = true }
    if parent !== layers[0] { parent.box.insert(node.box, at: index) }
    childrenChanged(of: parent)
  }

  package func move(_ id: ElementID, in parent: HostParent, before sibling: ElementID?) {
    guard let node = nodes[id], let parent = self.node(parent),
      let from = parent.children.firstIndex(where: { $0 === node })
    else { return }
    markDamaged(node)
    parent.children.remove(at: from)
    let to = position(of: sibling, in: parent)
    parent.children.insert(node, at: to)
    if parent !== layers[0] { parent.box.move(from: from, to: to) }
    childrenChanged(of: parent)
  }

  package func remove(_ id: ElementID, from parent: HostParent) {
    guard let node = nodes[id], let parent = node.parent,
      let index = parent.children.firstIndex(where: { $0 === node })
    else { return }
    markDamaged(node)
    loseFocus(inside: node)
    losePointer(inside: node)
    parent.children.remove(at: index)
    if parent !== layers[0] { _ = parent.box.remove(at: index) }
    forget(node)
    childrenChanged(of: parent)
  }

  private func loseFocus(inside node: TerminalNode) {
    if let focused, let holder = nodes[focused], holder.isInside(node) {
      focusState.willRemove(node, of: nodes, listeners: focusListeners)
    }
  }

  private func childrenChanged(of parent: TerminalNode) {
    changes?.parents.insert(parent.id)
    if layoutObservers.contains(parent.id) { touchedObservers.insert(parent.id) }
    noteConstrained(parent)
    if parent === layers[0] { needsRoot = true }
    needsLayout = true
  }

  private func noteConstrained(_ node: TerminalNode) {
    if constrained.contains(node.id) { touchedConstrained.insert(node.id) }
  }

  private func forget(_ node: TerminalNode) {
    note(node.id, node.looks, nil)
    changes?.remove(node.id)
    nodes[node.id] = nil
    node.parent = nil
    layoutObservers.remove(node.id)
    constrained.remove(node.id)
    for child in node.children { forget(child) }
  }

  private func node(_ parent: HostParent) -> TerminalNode? {
    switch parent {
    case .element(let id): nodes[id]
    case .layer(let layer): layers[layer.rawValue]
    }
  }

  private func position(of sibling: ElementID?, in parent: TerminalNode) -> Int {
    guard let sibling else { return parent.children.count }
    for (index, child) in parent.children.enumerated() where child.id == sibling { return index }
    return parent.children.count
  }

  // MARK: - Layout

  /// An element changed, or what has the focus: the next ``commit()`` has something to do.
  func noteChange() { needsCommit = true }

  /// Settles the focus, lays out what changed, and tells those who want to know.
  package func commit() {
    needsCommit = false
    settleFocus()
    settlePointer()
    if needsLayout { settleLayout() }
    placePopovers()
    if focused != revealed { revealFocus() }
  }

  private func settleLayout() {
    needsLayout = false
    for id in touchedConstrained { nodes[id]?.constrain() }
    touchedConstrained = []
    var changes: [(node: TerminalNode, new: CellRect)] = []
    for change in layOut() {
      if let node = nodes[ElementID(change.node.tag)] { changes.append((node, change.new)) }
    }
    for id in constrained {
      guard let conflicts = nodes[id]?.newConflicts() else { continue }
      renderer?.report(.impossibleConstraints(conflicts), at: id)
    }
    // All places are as they were until here: what is drawn there is damaged, and then moves.
    for (node, _) in changes { markDamaged(node) }
    var told = touchedObservers
    touchedObservers = []
    for (node, new) in changes {
      node.frame = new
      self.changes?.elements.insert(node.id)
      node.contentFrame = node.box.contentFrame
      if layoutObservers.contains(node.id) { told.insert(node.id) }
      if let parent = node.parent, layoutObservers.contains(parent.id) { told.insert(parent.id) }
    }
    for (node, _) in changes { markDamaged(node) }
    for id in told {
      guard let node = nodes[id] else { continue }
      let content = node.contentFrame
      let children = node.children.map { $0.frame.moved(by: -content.x, -content.y) }
      let report = LayoutReport(
        size: CellSize(width: content.width, height: content.height), children: children)
      renderer?.tell(id) { handlers, context in handlers.laidOut?(report, context) }
    }
  }

  package var inUse: [ElementID] { [focused, pointer.capturer].compactMap(\.self) }

  package func mark(_ id: ElementID, _ marks: Marks) {
    guard let node = nodes[id], node.marks != marks else { return }
    // Of most rows only what stands before the content looks different.
    let isStyled =
      node.looks.currentStyle != nil
      && node.marks.isSuperset(of: [.current, .active])
        != marks.isSuperset(of: [.current, .active])
    node.marks = marks
    changes?.elements.insert(id)
    let width = isStyled ? node.frame.width : node.contentFrame.x
    let (origin, clip) = node.place(on: screen)
    damage.add(
      CellRect(x: origin.x, y: origin.y, width: width, height: node.frame.height)
        .intersection(clip))
  }

  private func revealFocus() {
    revealed = focused
    if let focused { reveal(focused, nil) }
  }

  /// Shows where the user types: a key that the element in focus used may have been pressed out of sight.
  func revealTyping(at id: ElementID) {
    guard id == focused, focusState.awaited == nil, let node = nodes[id] else { return }
    let (origin, clip) = node.place(on: screen)
    var rect = CellRect(x: 0, y: 0, width: node.frame.width, height: node.frame.height)
    if let point = cursorPoint(of: node) {
      rect = CellRect(x: point.x, y: point.y, width: 1, height: 1)
    }
    let shown = rect.moved(by: origin.x, origin.y)
    if shown.intersection(clip) != shown { reveal(id, rect) }
  }

  /// Tells those around an element where a part of it stands, from the inside out.
  package func reveal(_ id: ElementID, _ part: CellRect?) {
    guard var node = nodes[id] else { return }
    var rect = part?.moved(by: node.frame.x, node.frame.y) ?? node.frame
    while let parent = node.parent {
      let content = parent.contentFrame
      renderer?.tell(parent.id) { $0.reveal?(rect.moved(by: -content.x, -content.y), $1) }
      rect = rect.moved(by: parent.frame.x - parent.offset.x, parent.frame.y - parent.offset.y)
      node = parent
    }
  }

  private func layOut() -> [FrameChange] {
    if needsRoot { arrangeRoot() }
    let width = AvailableSpace.definite(Double(screen.width))
    let height = AvailableSpace.definite(Double(screen.height))
    var changes: [FrameChange] = []
    for layer in layers where !layer.children.isEmpty {
      if layer.box.children.isEmpty {
        changes += layer.children[0].box.layout(width: width, height: height)
      } else {
        changes += layer.box.layout(width: width, height: height).filter { $0.node !== layer.box }
      }
    }
    return changes
  }

  /// A view of one element has the whole screen: its box is the root of the layout. Several stand in a
  /// column.
  private func arrangeRoot() {
    needsRoot = false
    let base = layers[0]
    let isOne = base.children.count == 1 && base.children[0].style.position != .absolute
    let wanted = isOne ? [] : base.children.map(\.box)
    guard !base.box.children.elementsEqual(wanted, by: ===) else { return }
    while !base.box.children.isEmpty { base.box.remove(at: base.box.children.count - 1) }
    for box in wanted { base.box.append(box) }
  }

  /// Boxes that layouts have looked at so far.
  var visitedBoxes: Int {
    let base = layers[0]
    return (base.box.children.isEmpty ? base.children.first?.box : base.box)?.counters.visits ?? 0
  }

  /// Marks what a node draws, where it stands now.
  func markDamaged(_ node: TerminalNode) {
    let bounds = node.bounds
    guard !bounds.isEmpty else { return }
    let (origin, clip) = node.place(on: screen)
    damage.add(
      bounds.moved(by: origin.x - node.frame.x, origin.y - node.frame.y).intersection(clip))
  }

  func markDamaged(_ id: ElementID) {
    if let node = nodes[id] { markDamaged(node) }
  }

  package func copy(_ text: String) { onCopy(text) }

  package func columns(of text: String) -> Int { displayWidth(of: SafeText.visible(text), widths) }

  package func boxReport(of id: ElementID) -> BoxReport? { nodes[id]?.box.report }

  package func frame(of id: ElementID) -> CellRect? {
    guard let node = nodes[id] else { return nil }
    let origin = node.place(on: screen).origin
    return CellRect(x: origin.x, y: origin.y, width: node.frame.width, height: node.frame.height)
  }
}
