import MillraceLayout
import MillraceRender

/// Which element keys go to, and what happens when it disappears.
@MainActor
struct FocusState {
  fileprivate(set) var focused: ElementID?
  /// An element that appeared and asks for the focus.
  var wanting: ElementID?
  /// Elements that lost the focus to one that took it by appearing, innermost last.
  fileprivate var lenders: [(taker: ElementID, lender: ElementID?)] = []
  /// Where the focus goes if the focused element was removed.
  fileprivate var heirs: [ElementID] = []
  fileprivate var isOrphaned = false
  /// Who hears that the focus left, if it goes elsewhere now: from the focused element outwards.
  /// What was removed is heard by the handler that it had.
  fileprivate var mourners: [(id: ElementID, handler: @MainActor (Bool) -> Void)] = []

  /// Called before `node` and all in it go.
  /// - Parameter path: from the focused element to the root, with the handlers that they have.
  mutating func willRemove(
    _ node: TerminalNode, path: [(id: ElementID, handler: @MainActor (Bool) -> Void)]
  ) {
    guard let focused, node.contains(focused) else { return }
    if !isOrphaned { mourners = path }
    isOrphaned = true
    heirs = []
    // First whoever had lent the focus, then the next control around, then the one it was in.
    if let loan = lenders.last, node.contains(loan.taker) {
      lenders.removeLast()
      if let lender = loan.lender { heirs.append(lender) }
    }
    var inner = node
    while let parent = inner.parent {
      if parent.isFocusable { heirs.append(parent.id) }
      if let index = parent.children.firstIndex(where: { $0 === inner }) {
        for sibling in parent.children[(index + 1)...] + parent.children[..<index].reversed() {
          if let first = sibling.tabStops.first { heirs.append(first.id) }
        }
      }
      inner = parent
    }
  }
}

extension TerminalHost {
  /// The elements that Tab stops at, in order.
  var tabOrder: [TerminalNode] { root.tabStops }

  /// Gives an element the focus, and tells the elements that it left and came to.
  package func focus(_ id: ElementID?) {
    guard id != focusState.focused else { return }
    let old = path(to: focusState.focused)
    if let left = focusState.focused { markDamaged(left) }
    focusState.focused = id
    if let id { markDamaged(id) }
    let new = path(to: id)
    for node in old where !new.contains(where: { $0 === node }) {
      element(node.id)?.terminalHandlers?.focusChanged?(false)
    }
    for node in new where !old.contains(where: { $0 === node }) {
      element(node.id)?.terminalHandlers?.focusChanged?(true)
    }
  }

  /// Settles the focus after the tree changed: gives it to whoever asked by appearing, finds an
  /// heir if the focused element went, and a first holder if there was none.
  package func settleFocus() {
    if focusState.isOrphaned {
      focusState.isOrphaned = false
      let heir = focusState.heirs.first { id in nodes[id].map { $0.isShown } ?? false }
      let mourners = focusState.mourners
      focusState.heirs = []
      focusState.mourners = []
      focusState.focused = heir
      if let heir { markDamaged(heir) }
      let path = path(to: heir).map(\.id)
      for mourner in mourners where !path.contains(mourner.id) { mourner.handler(false) }
      for id in path where !mourners.contains(where: { $0.id == id }) {
        element(id)?.terminalHandlers?.focusChanged?(true)
      }
    }
    if let id = focusState.wanting {
      focusState.wanting = nil
      if let node = nodes[id], node.isShown {
        focusState.lenders.removeAll { nodes[$0.taker] == nil }
        if focused != id { focusState.lenders.append((taker: id, lender: focused)) }
        focus(id)
      }
    }
    if let id = focused, let node = nodes[id], !node.isShown { focus(nil) }
    if focused == nil, let first = tabOrder.first { focus(first.id) }
  }

  /// Moves the focus along the Tab order.
  /// - Parameters:
  ///   - step: 1 or -1.
  ///   - wraps: whether the first follows the last.
  /// - Returns: whether it moved.
  @discardableResult
  package func moveFocus(by step: Int, wraps: Bool) -> Bool {
    let order = tabOrder
    guard !order.isEmpty else { return false }
    guard let index = order.firstIndex(where: { $0.id == focused }) else {
      // The focus is on something that Tab does not stop at, clicked into.
      focus(step > 0 ? order.first?.id : order.last?.id)
      return true
    }
    let next = wraps ? (index + step + order.count) % order.count : index + step
    guard order.indices.contains(next), next != index else { return false }
    focus(order[next].id)
    return true
  }

  func focus(named name: String) {
    func find(_ node: TerminalNode) -> TerminalNode? {
      if node.element.terminal.focusName == name, node.isFocusable { return node }
      for child in node.children where !child.isHidden {
        if let found = find(child) { return found }
      }
      return nil
    }
    if let node = find(root) { focus(node.id) }
  }

  package func isFocus(in id: ElementID) -> Bool {
    guard let focused, let node = nodes[id] else { return false }
    return node.contains(focused)
  }

  func activateFirstControl(in id: ElementID) -> Bool {
    guard let node = nodes[id] else { return false }
    for control in node.tabStops where control.id != id {
      guard let handlers = element(control.id)?.terminalHandlers else { continue }
      let context = EventContext(host: self, element: control.id)
      if handlers.key?(.enter, context) == true { return true }
    }
    return false
  }

  /// Who hears where the focus goes, from the focused element outwards.
  var focusListeners: [(id: ElementID, handler: @MainActor (Bool) -> Void)] {
    path(to: focused).compactMap { node in
      element(node.id)?.terminalHandlers?.focusChanged.map { (node.id, $0) }
    }
  }

  /// The nodes from `id` to the root.
  func path(to id: ElementID?) -> [TerminalNode] {
    var path: [TerminalNode] = []
    var node = id.flatMap { nodes[$0] }
    while let current = node {
      path.append(current)
      node = current.parent
    }
    return path
  }
}

extension TerminalNode {
  var isFocusable: Bool { element.terminal.isFocusable == true }

  /// Whether neither the node nor anything around it is hidden.
  var isShown: Bool {
    var node: TerminalNode? = self
    while let current = node {
      if current.isHidden { return false }
      node = current.parent
    }
    return true
  }

  func contains(_ id: ElementID) -> Bool {
    self.id == id || children.contains { $0.contains(id) }
  }

  /// What Tab stops at in this subtree, in order.
  var tabStops: [TerminalNode] {
    guard !isHidden else { return [] }
    var stops: [TerminalNode] = isFocusable ? [self] : []
    if element.terminal.tabStops != TerminalAttributes.TabStops.none {
      for child in children { stops += child.tabStops }
    }
    return stops
  }
}
