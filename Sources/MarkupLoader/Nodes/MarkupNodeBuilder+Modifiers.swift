import Millrace
import MillraceMarkup

extension MarkupNodeBuilder {
  /// Applies the element's modifiers to a node, in the order of the registry.
  func modified(_ node: Node, _ element: CheckedElement) throws -> Node {
    let it = ElementReader(element: element, maker: self)
    var node = node
    for attribute in element.commonAttributes {
      node = try modified(node, attribute.type.name, attribute.value, it)
    }
    if let handle = element.handle { node = node.focus(scope.value(handle) as? FocusHandle) }
    if let anchor = element.anchor { node = node.anchored(anchor) }
    return node
  }

  private func modified(
    _ node: Node, _ name: String, _ value: MarkupValue, _ it: ElementReader
  ) throws -> Node {
    if name == "key" { return try value.path.map { node.key(try key($0)) } ?? node }
    switch value {
    case .condition(let condition): return flags(node, name, try evaluate(condition))
    case .event(let event): return events(node, name, try action(event))
    case .length, .number, .path:
      if let length = try it.length(name), let changed = lengths(node, name, length) {
        return changed
      }
    default: break
    }
    switch name {
    case "left", "top", "right", "bottom":
      // A single call of `absolute` sets all sides.
      let sides = try ["left", "top", "right", "bottom"].map { try it.length($0) }
      return node.absolute(
        left: sides[0] ?? .auto, top: sides[1] ?? .auto, right: sides[2] ?? .auto,
        bottom: sides[3] ?? .auto)
    case "grow": return node.grow(try it.number(name) ?? 1)
    case "shrink": return node.shrink(try it.number(name) ?? 1)
    case "aspectRatio": return node.aspectRatio(try it.number(name))
    case "alignSelf": return node.alignSelf(it.keyword(name) ?? .stretch)
    case "foreground": return node.foreground(it.color(name) ?? .default)
    case "background": return node.background(it.color(name) ?? .default)
    case "look": return it.keyword(name, Self.looks).map { node.style($0) } ?? node
    case "theme":
      return node.environment(\.theme, it.keyword(name, Self.themes) ?? .plain)
    default: return node
    }
  }

  private static let themes: [String: Theme] = ["dark": .dark, "light": .light]
  private static let looks: [String: KeyPath<Theme, Style>] = [
    "text": \.text, "muted": \.muted, "accent": \.accent, "selection": \.selection,
    "border": \.border,
    "danger": \.danger, "surface": \.surface,
  ]

  private func lengths(_ node: Node, _ name: String, _ length: Length) -> Node? {
    switch name {
    case "basis": node.basis(length)
    case "width": node.width(length)
    case "height": node.height(length)
    case "minWidth": node.minWidth(length)
    case "minHeight": node.minHeight(length)
    case "maxWidth": node.maxWidth(length)
    case "maxHeight": node.maxHeight(length)
    case "padding": node.padding(length)
    case "paddingHorizontal": node.padding(horizontal: length)
    case "paddingVertical": node.padding(vertical: length)
    case "paddingLeft": node.padding(left: length)
    case "paddingTop": node.padding(top: length)
    case "paddingRight": node.padding(right: length)
    case "paddingBottom": node.padding(bottom: length)
    case "margin": node.margin(length)
    case "marginHorizontal": node.margin(horizontal: length)
    case "marginVertical": node.margin(vertical: length)
    case "marginLeft": node.margin(left: length)
    case "marginTop": node.margin(top: length)
    case "marginRight": node.margin(right: length)
    case "marginBottom": node.margin(bottom: length)
    default: nil
    }
  }

  private func flags(_ node: Node, _ name: String, _ isOn: Bool) -> Node {
    switch name {
    case "hidden": node.hidden(isOn)
    case "bold": node.bold(isOn)
    case "dim": node.dim(isOn)
    case "italic": node.italic(isOn)
    case "underline": node.underline(isOn)
    case "strikethrough": node.strikethrough(isOn)
    case "inverse": node.inverse(isOn)
    case "disabled": node.disabled(isOn)
    case "focusable": node.focusable(isOn)
    case "autofocus": node.autofocus(isOn)
    default: node
    }
  }

  private func events(
    _ node: Node, _ name: String, _ event: @escaping @MainActor ([Any]) throws -> Void
  ) -> Node {
    switch name {
    case "onClick": node.onClick { try event([]) }
    case "onRightClick": node.onRightClick { try event([]) }
    case "onHover": node.onHover { try event([$0]) }
    case "onFocusChange": node.onFocusChange { try event([$0]) }
    default: node
    }
  }

  // MARK: - Constraints

  /// The constraints of a container's children, in order.
  func constraints(of nodes: [CheckedNode]) throws -> [LayoutConstraint] {
    var all: [LayoutConstraint] = []
    for element in nodes.flatMap(\.placedElements) {
      for constraint in element.constraints {
        if let condition = constraint.condition, try !evaluate(condition) { continue }
        all += layout(constraint, element.anchor ?? "")
      }
    }
    return all
  }

  private static let relations: [MarkupRelation: ConstraintRelation] = [
    .equal: .equal, .atMost: .lessThanOrEqual, .atLeast: .greaterThanOrEqual,
  ]

  private func layout(_ constraint: MarkupConstraint, _ own: String) -> [LayoutConstraint] {
    let override = constraint.field.flatMap { scope.value($0) as? ConstraintOverride }
    return LayoutConstraint(
      anchor(constraint.first, own), Self.relations[constraint.relation] ?? .equal,
      constraint.second.map { anchor($0, own).multiplied(by: constraint.multiplier) },
      constant: constraint.constant, priority: ConstraintPriority(constraint.priority)
    ).overridden(by: override ?? ConstraintOverride())
  }

  private func anchor(_ anchor: MarkupConstraint.Anchor, _ own: String) -> LayoutAnchor {
    let item =
      switch anchor.item {
      case .parent: LayoutItem.parent
      case .own: LayoutItem(own)
      case .named(let name): LayoutItem(name)
      }
    return item[LayoutAttribute.allCases.first { "\($0)" == anchor.attribute } ?? .left]
  }
}
