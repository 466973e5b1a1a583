import MillraceLayout
import MillraceRender

/// Which element keys go to, and what happens when it disappears.
@MainActor
struct FocusState {
  fileprivate(set) var focused: ElementID?
  /// Whether an element may have come that can have the focus, since nobody had it.
  var mayBeTaken = false
  /// An element that appeared and asks for the focus.
  var wanting: ElementID?
  /// Elements that lost the focus to one that took it by appearing, innermost last.
  fileprivate var lenders: [(taker: ElementID, lender: ElementID?)] = []
  /// Where the focus goes if the focused element was removed.
  fileprivate var heirs: [ElementID] = []
  fileprivate(set) var isOrphaned = false
  /// Who hears that the focus left, if it goes elsewhere now: from the focused element outwards.
  /// What was removed is heard by the handler that it had.
  fileprivate var mourners: [FocusListener] = []

  /// Called before `node` and all in it go, and with them the focus.
  /// - Parameter listeners: from the focused element to the root, with the handlers that they have.
  mutating func willRemove(
    _ node: TerminalNode, of nodes: [ElementID: TerminalNode], listeners: [FocusListener]
  ) {
    if !isOrphaned { mourners = listeners }
    isOrphaned = true
    heirs = []
    // First whoever had lent the focus, then the next control around, then the one it was in.
    if let loan = lenders.last, nodes[loan.taker]?.isInside(node) == true {
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

/// Who hears where the focus goes.
struct FocusListener {
  let id: ElementID
  let handlers: [Handlers]
}

extension TerminalHost {
  /// The elements that Tab stops at, in order.
  var tabOrder: [TerminalNode] { layers.flatMap(\.tabStops) }

  /// Gives an element the focus, and tells the elements that it left and came to.
  package func focus(_ id: ElementID) { setFocus(id) }

  func setFocus(_ id: ElementID?) {
    guard id != focusState.focused else { return }
    let old = path(to: focusState.focused)
    if let left = focusState.focused { markDamaged(left) }
    focusState.focused = id
    if let id { markDamaged(id) }
    let new = path(to: id)
    for id in old where !new.contains(id) { tellFocus(id, false) }
    for id in new where !old.contains(id) { tellFocus(id, true) }
  }

  private func tellFocus(_ id: ElementID, _ hasFocus: Bool) {
    renderer?.tell(id) { handlers, _ in try handlers.focusChanged?(hasFocus) }
  }

  /// Settles the focus after the tree changed: gives it to whoever asked by appearing, finds an
  /// heir if the focused element went, and a first holder if there was none.
  package func settleFocus() {
    if focusState.isOrphaned {
      focusState.isOrphaned = false
      focusState.mayBeTaken = true
      let heir = focusState.heirs.first { id in nodes[id].map { $0.isShown } ?? false }
      let mourners = focusState.mourners
      focusState.heirs = []
      focusState.mourners = []
      focusState.focused = heir
      if let heir { markDamaged(heir) }
      let path = path(to: heir)
      for mourner in mourners where !path.contains(mourner.id) {
        renderer?.tell(mourner.handlers) { handlers in try handlers.focusChanged?(false) }
      }
      for id in path where !mourners.contains(where: { $0.id == id }) { tellFocus(id, true) }
    }
    if let id = focusState.wanting {
      focusState.wanting = nil
      if let node = nodes[id], node.isShown {
        focusState.lenders.removeAll { nodes[$0.taker] == nil }
        if focused != id { focusState.lenders.append((taker: id, lender: focused)) }
        setFocus(id)
      }
    }
    if let id = focused, let node = nodes[id], !node.isShown {
      setFocus(nil)
      focusState.mayBeTaken = true
    }
    // Looked for only where something came that may take it.
    guard focused == nil, focusState.mayBeTaken else { return }
    focusState.mayBeTaken = false
    if let first = tabOrder.first { setFocus(first.id) }
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
      setFocus(step > 0 ? order.first?.id : order.last?.id)
      return true
    }
    let next = wraps ? (index + step + order.count) % order.count : index + step
    guard order.indices.contains(next), next != index else { return false }
    focus(order[next].id)
    return true
  }

  func focus(named name: String) {
    func find(_ node: TerminalNode) -> TerminalNode? {
      if node.looks.focusName == name, node.isFocusable { return node }
      for child in node.children where !child.isHidden {
        if let found = find(child) { return found }
      }
      return nil
    }
    if let node = layers.lazy.compactMap(find).first { setFocus(node.id) }
  }

  package func focusIsInside(_ id: ElementID) -> Bool {
    guard let focused, focused != id, let node = nodes[id] else { return false }
    return nodes[focused]?.isInside(node) ?? false
  }

  package func activateFirstControl(in id: ElementID) -> Bool {
    guard let node = nodes[id], let renderer else { return false }
    return node.tabStops.contains { control in
      control.id != id
        && renderer.answer(control.id) { try $0.key?(.enter, $1) ?? false }
    }
  }

  /// Who hears where the focus goes, from the focused element outwards.
  var focusListeners: [FocusListener] {
    path(to: focused).map {
      FocusListener(id: $0, handlers: renderer?.handlers(of: $0) ?? [])
    }
  }

  /// The elements from one to the root, through the places where they were written.
  func path(to id: ElementID?) -> [ElementID] { renderer?.path(from: id) ?? [] }
}
