import MillraceLayout
import MillraceRender

/// The state of the focus: the next element to focus if the focused one disappears, and pending
/// requests for the focus.
@MainActor
struct FocusState {
  fileprivate(set) var focused: ElementID?
  /// Whether an element may have become able to take the focus since the last ``updateFocus()``.
  var mayBeTaken = false
  /// An element that appeared and asks for the focus.
  var autofocusRequest: ElementID?
  /// An element that the program asked to focus, or that was hidden or disabled while it had the
  /// focus. It gets the focus as soon as it can take it, unless the user moves the focus first.
  var pendingRequest: ElementID?
  /// The handle of a removed element that had the focus or a pending request. A weak reference,
  /// because the handle's owner may be removed, too.
  weak var removedHandle: FocusHandle?
  /// The scopes with the policy ``FocusPolicy/contained``, in the order in which they appeared.
  var contained: [ElementID] = []
  /// The elements that took the focus when they appeared (the takers), each with the element that
  /// had the focus before; the innermost taker is last.
  fileprivate var previousFocuses: [(taker: ElementID, previous: ElementID?)] = []
  /// The elements that may get the focus after the focused element was removed, in order of
  /// preference.
  fileprivate var replacements: [ElementID] = []
  fileprivate(set) var isFocusRemoved = false
  /// After the removal of the focused element: the listeners to call when the focus moves, from
  /// that element outwards. A removed element's listener keeps the handlers that the element had.
  fileprivate var removedListeners: [Listener] = []
  /// While a tool has the focus, or the views show a past state: the program's element that had the
  /// focus, and its ancestors. For the program, this element keeps the focus, and no other element
  /// gets it. If the element is removed meanwhile, its listeners are not called.
  fileprivate var coveredPath: [ElementID]?
  /// Whether the focused element is in a tool.
  fileprivate var isInTool = false

  /// Prepares for the removal of `node` and its descendants, which contain the focused element.
  /// - Parameter listeners: The elements from the focused one to the root, with their handlers.
  mutating func willRemove(
    _ node: TerminalNode, of nodes: ElementTable<TerminalNode>, listeners: [Listener]
  ) {
    let removed = listeners.compactMap { nodes[$0.id] }.filter { $0.isInside(node) }
    if let handle = removed.lazy.compactMap(\.properties.focusHandle).first {
      removedHandle = handle
    }
    if !isFocusRemoved { removedListeners = listeners }
    isFocusRemoved = true
    replacements = []
    // Prefers the element that had the focus before, then the nearest.
    while let entry = previousFocuses.last, nodes[entry.taker].map({ $0.isInside(node) }) ?? true {
      previousFocuses.removeLast()
      if let previous = entry.previous { replacements.append(previous) }
    }
    replacements += node.neighbours
  }

  /// Prepares for the removal of elements to which the focus would return.
  mutating func willRemove(_ node: TerminalNode, of nodes: ElementTable<TerminalNode>) {
    func isRemoved(_ id: ElementID?) -> Bool { id.flatMap { nodes[$0] }?.isInside(node) == true }
    // The element itself if it stays; else the element that had the focus before, or the nearest.
    func heir(of id: ElementID?) -> ElementID? {
      if !isRemoved(id) { return id }
      let before = previousFocuses.last { isRemoved($0.taker) && !isRemoved($0.previous) }
      return before?.previous ?? node.neighbours.first
    }
    for index in previousFocuses.indices {
      previousFocuses[index].previous = heir(of: previousFocuses[index].previous)
    }
    if isFocusRemoved { replacements = replacements.compactMap(heir) }
  }

  /// The elements to which the focus may return.
  var heirs: [ElementID] { previousFocuses.compactMap(\.previous) + replacements }

  /// Replaces the pending focus request, including that of a removed element's handle, by one for
  /// `id`; nil only cancels it.
  mutating func wait(for id: ElementID?) {
    pendingRequest = id
    removedHandle = nil
  }

  /// Updates the state after an element's focus settings changed. The old settings are nil when the
  /// element appears, and the new settings are nil when it is removed.
  mutating func settingsChanged(
    of id: ElementID, _ old: ElementProperties?, _ new: ElementProperties?, in renderer: Renderer?
  ) {
    if old?.focusHandle !== new?.focusHandle {
      if let handle = old?.focusHandle {
        if handle.element == id { handle.element = nil }
        if new == nil, pendingRequest == id { removedHandle = handle }
      }
      if new?.focusHandle?.attach(to: id, of: renderer) == true { wait(for: id) }
    }
    if (old?.focusScope == .contained) != (new?.focusScope == .contained) {
      contained.removeAll { $0 == id }
      if new?.focusScope == .contained { contained.append(id) }
      if new != nil { previousFocuses.removeAll { $0.taker == id } }
    }
    if new == nil, pendingRequest == id { pendingRequest = nil }
  }
}

extension TerminalNode {
  /// The elements that may take the focus instead of this one, in order of preference. For each
  /// ancestor, from the inside out: the ancestor, if it can have the focus, and then the nearest
  /// controls in it.
  fileprivate var neighbours: [ElementID] {
    var found: [ElementID] = []
    var inner = self
    while let parent = inner.parent {
      if parent.isFocusable { found.append(parent.id) }
      if let index = parent.index(of: inner) {
        for sibling in parent.children[(index + 1)...] + parent.children[..<index].reversed() {
          if let first = sibling.tabStops.first { found.append(first.id) }
        }
      }
      inner = parent
    }
    return found
  }
}

extension TerminalHost {
  /// The Tab stops, in order.
  var tabOrder: [TerminalNode] { tabStops(in: containedScope) }

  private func tabStops(in scope: TerminalNode?) -> [TerminalNode] {
    guard let scope else { return layers.flatMap(\.tabStops) }
    // An element in another layer belongs to the scope in which the program declares it.
    let over = layers.dropFirst().flatMap(\.children)
      .filter { $0 !== scope && path(to: $0.id).contains(scope.id) }
    return scope.innerTabStops + over.flatMap(\.tabStops)
  }

  /// The element that takes the focus when a node gets it: the node itself, or the control in it
  /// that had the focus last, or else the first control in it.
  private func holder(in node: TerminalNode) -> TerminalNode? {
    if node.isFocusable, node.properties.focusScope == nil { return node }
    let stops = tabStops(in: node)
    return stops.first { $0.id == node.current } ?? stops.first
  }

  /// The scope that confines the focus: no element outside of it can take the focus.
  var containedScope: TerminalNode? {
    let shown = focusState.contained.filter(isShown)
    return (shown.last(where: isTool) ?? shown.last).flatMap { nodes[$0] }
  }

  private func isInScope(_ id: ElementID?) -> Bool {
    guard let scope = containedScope else { return true }
    return path(to: id).contains(scope.id)
  }

  func isShown(_ id: ElementID) -> Bool { nodes[id]?.isShown ?? false }

  /// Whether an element is visible and permits the focus. A disabled control does not permit it.
  private func canHaveFocus(_ id: ElementID) -> Bool {
    isShown(id) && nodes[id]?.properties.isFocusable != false
  }

  /// Whether an element receives input: it is visible, and not outside of an open dialog.
  package func isReachable(_ id: ElementID) -> Bool { isShown(id) && isInScope(id) }

  /// Gives the focus to an element, or to a control in it, at the next ``commit()``, after the tree
  /// is up to date.
  package func focus(_ id: ElementID) {
    focusState.wait(for: id)
    requestCommit()
  }

  /// Gives the focus to the element that the user chose, and cancels pending focus requests.
  package func userMovesFocus(to id: ElementID) {
    guard isInScope(id) else { return }
    focusState.wait(for: nil)
    setFocus(id)
  }

  /// Gives an element the focus, and notifies the elements that lost it and got it.
  func setFocus(_ id: ElementID?) {
    guard id != focused || focusState.isFocusRemoved else { return }
    var old = focusState.isFocusRemoved ? focusState.removedListeners : focusListeners
    let isTool = id.map(isTool) == true
    let isCovered = isTool || refusesInput()
    if isCovered, focusState.coveredPath == nil { focusState.coveredPath = old.map(\.id) }
    if let covered = focusState.coveredPath {
      if !focusState.isInTool { old = [] }
      if !isCovered {
        old += covered.filter { nodes[$0] != nil }.map(listener)
        focusState.coveredPath = nil
      }
    }
    focusState.isInTool = isTool
    focusState.isFocusRemoved = false
    focusState.removedListeners = []
    focusState.replacements = []
    renderer?.cancelChord()
    requestCommit()
    if let focused { markDamaged(focused) }
    focusState.focused = id
    if let id { markDamaged(id) }
    let new = path(to: id)
    for inner in new { nodes[inner]?.current = id }
    for listener in old where !new.contains(listener.id) {
      renderer?.notify(listener.handlers, of: listener.id) { handlers, _ in
        try handlers.focusChanged?(false)
      }
    }
    for id in new where isTool || !isCovered && !old.contains(where: { $0.id == id }) {
      renderer?.notify(id) { handlers, _ in try handlers.focusChanged?(true) }
    }
  }

  /// Updates the focus after the tree changed. It goes to an element that requested it, to a
  /// replacement if the focused element was removed, or to the first Tab stop if no element had it.
  package func updateFocus() {
    // At the end of the program no listener is called: a field that saves its text when it loses
    // the focus would save half-typed text.
    if renderer?.isUnmounting == true { return focusState = FocusState() }
    var holder = focused
    if focusState.isFocusRemoved {
      holder = heir(of: focusState.replacements)
      focusState.mayBeTaken = true
    } else if let id = focused, !canHaveFocus(id) {
      if focusState.pendingRequest == nil { focusState.pendingRequest = id }
      holder = isShown(id) ? heir(of: [id]) : nil
      focusState.mayBeTaken = true
    }
    while let entry = focusState.previousFocuses.last, !isShown(entry.taker) {
      focusState.previousFocuses.removeLast()
      // The focus returns to the previous element, not to one near the scope that disappeared.
      let isGone = focusState.isFocusRemoved && nodes[entry.taker] == nil
      if holder == nil || isGone, let previous = entry.previous {
        holder = heir(of: [previous]) ?? holder
      }
    }
    let scope = containedScope
    if let scope, !focusState.previousFocuses.contains(where: { $0.taker == scope.id }) {
      // The holder is nil if the focused element is hidden now, for example behind the scope.
      rememberFocus(from: holder ?? focused, to: scope.id)
    }
    if let id = focusState.autofocusRequest, let scope, isTool(scope.id), !isInScope(id) {
      // The element that asks for the focus gets it when the tool closes. When that element
      // disappears, the focus returns to the element that had it before the tool.
      if let tool = focusState.previousFocuses.firstIndex(where: { $0.taker == scope.id }) {
        let previous = focusState.previousFocuses[tool].previous
        focusState.previousFocuses[tool].previous = id
        if previous != id {
          focusState.previousFocuses.insert((taker: id, previous: previous), at: tool)
        }
      }
    } else if let id = focusState.autofocusRequest, let node = nodes[id], isShown(id), isInScope(id)
    {
      // A widget that is made of others, such as a table, gives one of them the focus.
      if let taker = self.holder(in: node)?.id ?? (canHaveFocus(id) ? id : nil) {
        if holder != taker { rememberFocus(from: holder, to: id) }
        holder = taker
      }
      // A control inside may be able to take the focus later.
      if self.holder(in: node) == nil, focusState.pendingRequest == nil {
        focusState.pendingRequest = id
      }
    }
    focusState.autofocusRequest = nil
    if let found = focusState.removedHandle?.element { focusState.wait(for: found) }
    if let id = focusState.pendingRequest, let node = nodes[id], isShown(id), isInScope(id),
      let found = self.holder(in: node)
    {
      focusState.pendingRequest = nil
      holder = found.id
    }
    if let scope, holder == scope.id || !isInScope(holder) {
      holder = (self.holder(in: scope) ?? scope).id
    }
    // Searches only if an element may have become able to take the focus.
    if holder == nil, focusState.mayBeTaken { holder = tabOrder.first?.id }
    focusState.mayBeTaken = false
    setFocus(holder)
  }

  /// Returns the first element that can have the focus: tries each given element, and then its
  /// neighbours. A visible element that cannot have the focus yet gets it when it is enabled.
  private func heir(of ids: [ElementID]) -> ElementID? {
    for id in ids {
      if canHaveFocus(id) { return id }
      if isShown(id), focusState.pendingRequest == nil { focusState.pendingRequest = id }
      if let near = nodes[id]?.neighbours.first(where: canHaveFocus) { return near }
    }
    return nil
  }

  private func rememberFocus(from previous: ElementID?, to taker: ElementID) {
    focusState.previousFocuses.removeAll { nodes[$0.taker] == nil || $0.taker == taker }
    focusState.previousFocuses.append((taker: taker, previous: previous))
  }

  /// Moves the focus along the Tab order.
  /// - Parameters:
  ///   - step: 1 or -1.
  ///   - scope: The scope in which the focus stays; nil is the screen.
  ///   - wraps: Whether the first element follows the last.
  /// - Returns: Whether the focus moved.
  func moveFocus(by step: Int, in scope: TerminalNode?, wraps: Bool) -> Bool {
    let order = tabStops(in: scope)
    guard !order.isEmpty else { return false }
    guard let index = order.firstIndex(where: { $0.id == focused }) else {
      // The focused element is not a Tab stop, for example because the user clicked it.
      userMovesFocus(to: order[step > 0 ? 0 : order.count - 1].id)
      return true
    }
    let next = wraps ? (index + step + order.count) % order.count : index + step
    guard order.indices.contains(next), next != index else { return false }
    userMovesFocus(to: order[next].id)
    return true
  }

  package func moveFocus(outOf id: ElementID, by step: Int) {
    let order = tabStops(in: containedScope)
    guard let node = nodes[id], let index = order.firstIndex(where: { $0.isInside(node) }) else {
      return
    }
    // The controls outside of the element, in Tab order from the element on.
    let others = (order[index...] + order[..<index]).filter { !$0.isInside(node) }
    if let next = step > 0 ? others.first : others.last { userMovesFocus(to: next.id) }
  }

  /// Moves the focus in the innermost surrounding scope whose policy handles arrow keys, or on the
  /// whole screen if there is no such scope.
  func moveFocusByArrow(_ step: Int) -> Bool {
    let scope = path(to: focused).lazy.compactMap { self.nodes[$0] }
      .first { ![nil, .inOrder].contains($0.properties.focusScope) }
    return moveFocus(by: step, in: scope, wraps: scope?.properties.focusScope == .contained)
  }

  package func activateFirstControl(in id: ElementID) -> Bool {
    guard let node = nodes[id], let renderer else { return false }
    return node.innerTabStops.contains { control in
      control.id != id
        && renderer.dispatch(control.id) { try $0.key?(.enter, $1) ?? false }
    }
  }

  /// The listeners to focus changes, from the focused element outwards.
  var focusListeners: [Listener] { path(to: focused).map(listener) }

  /// The element and its ancestors up to the root, in the tree as the program declares it.
  package func path(to id: ElementID?) -> [ElementID] { renderer?.path(from: id) ?? [] }
}
