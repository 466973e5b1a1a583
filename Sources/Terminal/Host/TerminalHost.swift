import MillraceLayout
import MillraceRender

/// Shows a tree of nodes on a grid of cells: keeps the layout boxes, lays them out, and draws the
/// damaged parts.
///
/// It does not depend on a device: ``TerminalScreen`` turns the grid into bytes. Exclusivity checks
/// are off, as in ``TerminalNode``, because no access to a property calls a function of the
/// program.
@MainActor
package final class TerminalHost: RenderHost {
  package var isInteractive: Bool { true }

  let buffer: FrontBuffer
  /// The root node of each layer, the lowest first.
  package let layers: [TerminalNode]
  @exclusivity(unchecked) package private(set) var nodes = ElementTable<TerminalNode>()
  /// The renderer, which knows the handlers and the ancestors of elements.
  @exclusivity(unchecked) weak var renderer: Renderer?

  @exclusivity(unchecked) var damage = Damage(width: 0, height: 0)
  @exclusivity(unchecked) private var contentMakers: [ObjectIdentifier: DrawnContent.Maker] = [:]
  /// Elements that observe their position.
  @exclusivity(unchecked) private var layoutObservers: Set<ElementID> = []
  /// Observers whose children were added, removed or moved since the last layout.
  @exclusivity(unchecked) private var touchedObservers: Set<ElementID> = []
  /// Elements whose children are placed by constraints; `touchedConstrained` has the changed ones.
  @exclusivity(unchecked) private var constrained: Set<ElementID> = []
  @exclusivity(unchecked) private var touchedConstrained: Set<ElementID> = []
  @exclusivity(unchecked) private var needsLayout = true {
    didSet { if needsLayout { needsCommit = true } }
  }
  @exclusivity(unchecked) package private(set) var needsCommit = true
  @exclusivity(unchecked) private var needsRoot = true
  /// Whether rows that scroll out of view are reused for other rows; off only in tests.
  @exclusivity(unchecked) package var isReusing = true
  /// The number of elements drawn so far, which measures the work of drawing.
  @exclusivity(unchecked) var drawnNodes = 0
  /// The drawn rectangles, if they are recorded.
  @exclusivity(unchecked) var drawnRects: [CellRect]?

  package var focused: ElementID? { focusState.focused }
  @exclusivity(unchecked) var focusState = FocusState()
  /// The focused element whose ancestors were last notified of its position, so that they scroll to
  /// it.
  @exclusivity(unchecked) private var revealed: ElementID?
  @exclusivity(unchecked) var pointer = PointerState()
  @exclusivity(unchecked) var selection: TextSelection?
  /// The changes that a ``ScreenView`` has not shown yet; nil if there is no such view.
  @exclusivity(unchecked) package var changes: HostChanges?
  /// Whether the program takes no input, because its views show a past state.
  package var refusesInput: () -> Bool = { false }
  /// Called with the text that the user has selected.
  package var onCopy: (String) -> Void = { _ in }

  /// - Parameter buffer: The buffer to draw into; nil makes a new one.
  package init(width: Int, height: Int, buffer: FrontBuffer? = nil) {
    self.buffer = buffer ?? FrontBuffer(width: width, height: height)
    layers = Layer.allCases.map { layer in
      // The renderer numbers elements from 1, so the numbers up to 0 are free.
      TerminalNode(
        id: ElementID(-layer.rawValue, at: layer.rawValue),
        element: Element(Container(), style: .element { $0.direction = .column }),
        drawn: DrawnContent(), .standard)
    }
    for layer in layers { nodes[layer.id] = layer }
    resize(width: width, height: height)
  }

  package func resize(width: Int, height: Int) {
    screen = CellRect(x: 0, y: 0, width: max(0, width), height: max(0, height))
    if buffer !== FrontBuffer.sharedByViews { buffer.grid.resize(width: width, height: height) }
    selection = nil
    damage = Damage(width: width, height: height)
    damage.add(screen)
    for layer in layers { layer.frame = screen }
    needsLayout = true
  }

  /// The rules by which the terminal determines the columns of a cluster. When they change, the
  /// host lays out and draws all text again.
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

  @exclusivity(unchecked) private(set) var screen = CellRect.zero

  // MARK: - Mutations

  package func create(_ id: ElementID, _ element: Element) {
    let node = TerminalNode(
      id: id, element: element, drawn: drawnContent(for: element), widths,
      in: layers[0].box)
    node.offset = element.offset
    nodes[id] = node
    if node.drawn.constraints != nil { constrained.insert(id) }
    changes?.elements.insert(id)
    appeared(id, element)
  }

  private func appeared(_ id: ElementID, _ element: Element) {
    let traits = element.traits
    if traits.isEmpty { return }
    if traits.contains(.concernsInput) { inputSettingsChanged(of: id, nil, element.properties) }
    if traits.contains(.observesLayout) { layoutObservers.insert(id) }
    if traits.contains(.takesFocus) { focusState.autofocusRequest = id }
    if traits.contains(.isFocusable) { focusState.mayBeTaken = true }
  }

  /// Prepares content for drawing. Whether a type can be drawn is looked up once for each type.
  private func drawnContent(for element: Element) -> DrawnContent {
    if let make = contentMakers[element.kind] { return make(element.content) }
    let make = DrawnContent.maker(for: element.content)
    contentMakers[element.kind] = make
    return make(element.content)
  }

  package func update(
    _ id: ElementID, from old: Element, to new: Element, _ changes: ElementChanges
  ) {
    guard let node = nodes[id] else { return }
    needsCommit = true
    update(node, from: old, to: new, changes)
  }

  /// Updates focus and mouse after an element's settings changed. The old settings are nil when the
  /// element appears, and the new settings are nil when it is removed.
  private func inputSettingsChanged(
    of id: ElementID, _ old: ElementProperties?, _ new: ElementProperties?
  ) {
    focusState.settingsChanged(of: id, old, new, in: renderer)
    pointer.count(old?.pointer, new?.pointer)
  }

  private func releaseInput(of id: ElementID, _ node: TerminalNode) {
    if node.properties.concernsInput { inputSettingsChanged(of: id, node.properties, nil) }
    if focusState.pendingRequest == id { focusState.pendingRequest = nil }
    pointer.release(id)
  }

  private func update(
    _ node: TerminalNode, from old: Element, to new: Element, _ changes: ElementChanges
  ) {
    if changes.isEmpty { return }
    self.changes?.elements.insert(node.id)
    // Other style changes move or resize boxes, and the layout reports those boxes.
    let looksDifferent =
      changes.contains(.properties) || changes.contains(.content) && node.drawn.isVisible
      || changes.contains(.style)
        && (old.style.overflow != new.style.overflow || old.style.order != new.style.order
          || (old.style.display == .contents) != (new.style.display == .contents))
    if looksDifferent { markDamaged(node) }
    node.update(to: new, changes, widths)
    if changes.contains(.content) { invalidateConstraints(of: node) }
    if changes.contains(.properties) { propertiesChanged(of: node, from: old, to: new) }
    if changes.contains(.style) {
      if looksDifferent { markDamaged(node) }
      if old.style.display != new.style.display { focusState.mayBeTaken = true }
      if new.style.order != 0 { node.parent?.hasOrder = true }
    }
    if changes.contains(.offset) { scroll(node, to: new.offset) }
    if node.parent === layers[0] { needsRoot = true }
    if !changes.isDisjoint(with: [.style, .content]) { needsLayout = true }
  }

  private func propertiesChanged(of node: TerminalNode, from old: Element, to new: Element) {
    let (old, new) = (old.properties, new.properties)
    if old.concernsInput || new.concernsInput { inputSettingsChanged(of: node.id, old, new) }
    if new.takesFocus == true, old.takesFocus != true { focusState.autofocusRequest = node.id }
    if old.constraintName != new.constraintName, let parent = node.parent {
      invalidateConstraints(of: parent)
      needsLayout = true
    }
    // A change of colour does not change which element may take the focus.
    var properties = old
    properties.style = new.style
    if properties != new { focusState.mayBeTaken = true }
  }

  package func insert(_ id: ElementID, into parent: HostParent, before sibling: ElementID?) {
    guard let node = nodes[id], let parent = self.node(parent) else { return }
    var index = position(of: sibling, in: parent)
    // The contents of a nested portal are inserted before those of the portal around it, but must
    // be drawn over them. So the layer is ordered by ID; tools over the program are last. Only
    // layers have IDs that are not positive.
    if sibling == nil, parent.id.value <= 0, parent !== layers[0] {
      let isTool = isTool(id)
      index =
        parent.children.firstIndex {
          self.isTool($0.id) == isTool ? $0.id.value > id.value : !isTool
        } ?? index
    }
    parent.children.insert(node, at: index)
    node.parent = parent
    if node.traits.order != 0 { parent.hasOrder = true }
    if parent !== layers[0] { parent.box.insert(node.box, at: index) }
    childrenChanged(of: parent)
  }

  package func move(_ id: ElementID, in parent: HostParent, before sibling: ElementID?) {
    guard let node = nodes[id], let parent = self.node(parent),
      let from = parent.index(of: node)
    else { return }
    markDamaged(node)
    parent.children.remove(at: from)
    let to = position(of: sibling, in: parent)
    parent.children.insert(node, at: to)
    if parent !== layers[0] { parent.box.move(from: from, to: to) }
    childrenChanged(of: parent)
  }

  package func remove(_ id: ElementID, from parent: HostParent) {
    guard let node = nodes[id] else { return }
    // The content of a component that failed was never inserted.
    guard let parent = node.parent, let index = parent.index(of: node) else {
      return removeNodes(of: node)
    }
    markDamaged(node)
    loseFocus(inside: node)
    removeHover(inside: node)
    parent.children.remove(at: index)
    if parent !== layers[0] { _ = parent.box.remove(at: index) }
    removeNodes(of: node)
    childrenChanged(of: parent)
  }

  package var elementsInHand: [ElementID]? {
    isReusing
      ? elementsInUse + focusState.heirs + pointer.hovered + [pointer.pressed].compactMap(\.self)
      : nil
  }

  package func reuse(_ id: ElementID, as new: ElementID, _ element: Element) {
    guard let node = nodes[id] else { return }
    releaseInput(of: id, node)
    // The host may have changed the row's states since the element was made.
    let looksDifferent = node.rowStates != node.properties.rowStates ?? []
    node.reuse(as: new)
    nodes[new] = node
    if !constrained.isEmpty, constrained.remove(id) != nil {
      constrained.insert(new)
      touchedConstrained.insert(new)
    }
    if changes != nil {
      changes?.remove(id)
      changes?.elements.insert(new)
      changes?.parents.insert(new)
    }
    appeared(new, element)
    if node.drawn.reset() || looksDifferent || changes != nil { markDamaged(node) }
    if let parent = node.parent { childrenChanged(of: parent) }
  }

  private func loseFocus(inside node: TerminalNode) {
    focusState.willRemove(node, of: nodes)
    if let focused, let holder = nodes[focused], holder.isInside(node) {
      focusState.willRemove(node, of: nodes, listeners: focusListeners)
    }
  }

  private func childrenChanged(of parent: TerminalNode) {
    changes?.parents.insert(parent.id)
    if layoutObservers.contains(parent.id) { touchedObservers.insert(parent.id) }
    invalidateConstraints(of: parent)
    if parent === layers[0] { needsRoot = true }
    needsLayout = true
  }

  private func invalidateConstraints(of node: TerminalNode) {
    if constrained.contains(node.id) { touchedConstrained.insert(node.id) }
  }

  /// Removes a node and its descendants from the host's records.
  private func removeNodes(of node: TerminalNode) {
    releaseInput(of: node.id, node)
    changes?.remove(node.id)
    nodes[node.id] = nil
    node.parent = nil
    layoutObservers.remove(node.id)
    constrained.remove(node.id)
    for child in node.children { removeNodes(of: child) }
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

  /// Requests a ``commit()`` after an element or the focus changed.
  func requestCommit() { needsCommit = true }

  /// Updates the focus, lays out changed boxes, and notifies observers.
  package func commit() {
    needsCommit = false
    updateFocus()
    updateHover()
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
      if let node = nodes.value(at: change.node.tag) { changes.append((node, change.new)) }
    }
    for id in constrained {
      guard let conflicts = nodes[id]?.newConflicts() else { continue }
      renderer?.report(.impossibleConstraints(conflicts), at: id)
    }
    // Marks the old positions as damaged, before any box moves.
    markDamaged(changes)
    var notified = touchedObservers
    touchedObservers = []
    for (node, new) in changes {
      node.frame = new
      self.changes?.elements.insert(node.id)
      node.contentFrame = node.box.contentFrame
      if layoutObservers.contains(node.id) { notified.insert(node.id) }
      if let parent = node.parent, layoutObservers.contains(parent.id) {
        notified.insert(parent.id)
      }
    }
    markDamaged(changes)
    for id in notified.sorted(by: { $0.value < $1.value }) {
      guard let node = nodes[id] else { continue }
      let content = node.contentFrame
      var children: [CellRect] = []
      children.reserveCapacity(node.children.count)
      for child in node.children { children.append(child.frame.moved(by: -content.x, -content.y)) }
      let report = LayoutReport(
        size: CellSize(width: content.width, height: content.height), children: children)
      renderer?.notify(id) { handlers, context in handlers.layoutChanged?(report, context) }
    }
  }

  package var elementsInUse: [ElementID] { [focused, pointer.capturer].compactMap(\.self) }

  package func setRowStates(_ id: ElementID, _ rowStates: RowStates) {
    guard let node = nodes[id], node.rowStates != rowStates else { return }
    // Without a style for the current row, only the columns before the row's content look
    // different.
    let isStyled =
      node.properties.currentStyle != nil
      && node.rowStates.isSuperset(of: [.current, .active])
        != rowStates.isSuperset(of: [.current, .active])
    node.rowStates = rowStates
    changes?.elements.insert(id)
    let width = isStyled ? node.frame.width : node.contentFrame.x
    let (origin, clip) = node.position(on: screen)
    damage.add(
      CellRect(x: origin.x, y: origin.y, width: width, height: node.frame.height)
        .intersection(clip))
  }

  private func revealFocus() {
    revealed = focused
    if let focused { reveal(focused, nil) }
  }

  /// Scrolls to the caret after the focused element handled a key, because the element may be
  /// scrolled out of view.
  func revealTyping(at id: ElementID) {
    guard id == focused, focusState.pendingRequest == nil, let node = nodes[id] else { return }
    let (origin, clip) = node.position(on: screen)
    var rect = CellRect(x: 0, y: 0, width: node.frame.width, height: node.frame.height)
    if let point = cursorPoint(of: node) {
      rect = CellRect(x: point.x, y: point.y, width: 1, height: 1)
    }
    let shown = rect.moved(by: origin.x, origin.y)
    if shown.intersection(clip) != shown { reveal(id, rect) }
  }

  /// Notifies the ancestors of an element, innermost first, of the position of a part of the
  /// element, so that they scroll to it.
  package func reveal(_ id: ElementID, _ part: CellRect?) {
    guard var node = nodes[id] else { return }
    var rect = part?.moved(by: node.frame.x, node.frame.y) ?? node.frame
    while let parent = node.parent {
      let content = parent.contentFrame
      renderer?.notify(parent.id) { $0.reveal?(rect.moved(by: -content.x, -content.y), $1) }
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

  /// Makes the box of a single element the root of the layout, so that it fills the screen. Several
  /// elements form a column.
  private func arrangeRoot() {
    needsRoot = false
    let base = layers[0]
    let isOne = base.children.count == 1 && !base.children[0].traits.isAbsolute
    let wanted = isOne ? [] : base.children.map(\.box)
    guard !base.box.children.elementsEqual(wanted, by: ===) else { return }
    while !base.box.children.isEmpty { base.box.remove(at: base.box.children.count - 1) }
    for box in wanted { base.box.append(box) }
  }

  /// The number of boxes of the lowest layer that layouts have visited so far, as counted by the
  /// present root box of that layer.
  var visitedBoxes: Int {
    let base = layers[0]
    return (base.box.children.isEmpty ? base.children.first?.box : base.box)?.counters.visits ?? 0
  }

  /// Marks the areas of nodes as damaged. The position of each parent is computed only once.
  private func markDamaged(_ changes: [(node: TerminalNode, new: CellRect)]) {
    var positions: [ObjectIdentifier: (corner: CellPoint, clip: CellRect)] = [:]
    for (node, _) in changes {
      let bounds = node.bounds
      guard !bounds.isEmpty, let parent = node.parent else { continue }
      let key = ObjectIdentifier(parent)
      let position = positions[key] ?? parent.contentPosition(on: screen)
      positions[key] = position
      damage.add(bounds.moved(by: position.corner.x, position.corner.y).intersection(position.clip))
    }
  }

  /// Marks the area that a node draws at its current position as damaged.
  func markDamaged(_ node: TerminalNode) {
    let bounds = node.bounds
    guard !bounds.isEmpty else { return }
    let (origin, clip) = node.position(on: screen)
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
    let origin = node.position(on: screen).origin
    return CellRect(x: origin.x, y: origin.y, width: node.frame.width, height: node.frame.height)
  }
}
