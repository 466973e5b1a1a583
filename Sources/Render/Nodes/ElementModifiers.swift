import MillraceLayout

/// What modifiers ask of an element that is not known yet, because a component will make it.
package struct ElementModifiers {
  package var layout: [LayoutChange] = []
  package var attributes: (any ElementAttributes)?
  package var handlers: (any ElementHandlers)?

  package init() {}

  /// Whether an element that was made with `other` can stay as it is. Handlers cannot be compared.
  func allowsSkip(from other: ElementModifiers?) -> Bool {
    guard handlers == nil, other?.handlers == nil, layout == other?.layout ?? [] else {
      return false
    }
    switch (attributes, other?.attributes) {
    case (nil, nil): return true
    case (let mine?, let theirs?): return mine.isEqual(to: theirs)
    default: return false
    }
  }

  func apply(to element: inout Element) {
    for change in layout { change.apply(&element.style) }
    if let attributes {
      element.attributes = element.attributes.map { attributes.over($0) } ?? attributes
    }
    if let handlers {
      element.handlers = element.handlers.map { handlers.before($0) } ?? handlers
    }
  }

  /// These modifiers, applied after `earlier`.
  func after(_ earlier: ElementModifiers?) -> ElementModifiers {
    guard let earlier else { return self }
    var result = earlier
    result.layout += layout
    if let attributes {
      result.attributes = result.attributes.map { attributes.over($0) } ?? attributes
    }
    if let handlers { result.handlers = result.handlers.map { handlers.before($0) } ?? handlers }
    return result
  }
}

extension Node {
  /// The node with modifiers applied: at once to an element, later to what a component makes.
  package func modified(by modifiers: ElementModifiers) -> Node {
    var node = self
    switch content {
    case .empty: break
    case .element(var element):
      modifiers.apply(to: &element)
      node.content = .element(element)
    case .fragment(let children):
      node.content = .fragment(children.map { $0.modified(by: modifiers) })
    case .component:
      node.modifiers = modifiers.after(node.modifiers)
    }
    return node
  }
}

/// One property of a layout style, set to a value; comparable, so that an unchanged component under
/// unchanged modifiers can be skipped.
package struct LayoutChange: Equatable {
  let apply: (inout LayoutStyle) -> Void
  private let property: PartialKeyPath<LayoutStyle>
  private let value: any Equatable

  package init<Value: Equatable>(_ property: WritableKeyPath<LayoutStyle, Value>, _ value: Value) {
    self.property = property
    self.value = value
    apply = { $0[keyPath: property] = value }
  }

  package static func == (first: LayoutChange, second: LayoutChange) -> Bool {
    func equal<Value: Equatable>(_ value: Value) -> Bool { (second.value as? Value) == value }
    return first.property == second.property && equal(first.value)
  }
}
