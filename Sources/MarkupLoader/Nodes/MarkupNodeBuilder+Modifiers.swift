import Millrace
import MillraceMarkup

extension MarkupNodeBuilder {
  /// Applies the element's modifiers to a node, in the order of the checker.
  func modified(_ node: Node, _ element: CheckedElement) throws -> Node {
    try element.modifiers.reduce(node) { try modified($0, $1) }
  }

  private func modified(_ node: Node, _ modifier: CheckedModifier) throws -> Node {
    let it = AttributeReader(attributes: modifier.arguments, builder: self)
    let (first, name) = (modifier.arguments[0], modifier.arguments[0].type.name)
    func number() throws -> Double { try value(of: first) }
    func length() throws -> Length { try value(of: first) }
    func isOn() throws -> Bool { try value(of: first) }
    func side(_ label: String) throws -> Length? { try it.value(label) }
    func color() throws -> Color { try value(of: first) }
    switch modifier.name {
    case "wrap": return node.wrap(it.keyword(name, or: .word))
    case "truncate": return node.truncate(it.keyword(name, or: .end))
    case "align": return node.align(it.keyword(name, or: .leading))
    case "grow": return node.grow(try number())
    case "shrink": return node.shrink(try number())
    case "basis": return node.basis(try length())
    case "width": return node.width(try length())
    case "height": return node.height(try length())
    case "minWidth": return node.minWidth(try length())
    case "minHeight": return node.minHeight(try length())
    case "maxWidth": return node.maxWidth(try length())
    case "maxHeight": return node.maxHeight(try length())
    case "aspectRatio": return node.aspectRatio(try number())
    case "alignSelf": return node.alignSelf(it.keyword(name, or: .stretch))
    case "padding" where first.label == nil: return node.padding(try length())
    case "padding":
      return node.padding(
        horizontal: try side("horizontal"), vertical: try side("vertical"), left: try side("left"),
        top: try side("top"), right: try side("right"), bottom: try side("bottom"))
    case "margin" where first.label == nil: return node.margin(try length())
    case "margin":
      return node.margin(
        horizontal: try side("horizontal"), vertical: try side("vertical"), left: try side("left"),
        top: try side("top"), right: try side("right"), bottom: try side("bottom"))
    case "absolute":
      return node.absolute(
        left: try side("left") ?? .auto, top: try side("top") ?? .auto,
        right: try side("right") ?? .auto, bottom: try side("bottom") ?? .auto)
    case "hidden": return node.hidden(try isOn())
    case "style": return it.word(name).flatMap { Self.looks[$0] }.map { node.style($0) } ?? node
    case "foreground": return node.foreground(try color())
    case "background": return node.background(try color())
    case "bold": return node.bold(try isOn())
    case "dim": return node.dim(try isOn())
    case "italic": return node.italic(try isOn())
    case "underline": return node.underline(try isOn())
    case "strikethrough": return node.strikethrough(try isOn())
    case "inverse": return node.inverse(try isOn())
    case "environment":
      return node.environment(\.theme, it.word(name).flatMap { Self.themes[$0] } ?? .plain)
    case "disabled": return node.disabled(try isOn())
    case "focusable": return node.focusable(try isOn())
    case "autofocus": return node.autofocus(try isOn())
    case "onClick": return node.onClick(try it.action(name) ?? {})
    case "onRightClick": return node.onRightClick(try it.action(name) ?? {})
    case "onHover":
      return try it.event(name).map { call in node.onHover { try call([$0]) } } ?? node
    case "onFocusChange":
      return try it.event(name).map { call in node.onFocusChange { try call([$0]) } } ?? node
    case "key":
      let path = first.value.path?.text ?? ""
      if let key = scope.key(path) { return node.key(key) }
      throw MarkupLoadingError.needsBuild("the key {\(path)}")
    case "focus":
      return node.focus(first.value.path.flatMap { scope.value($0.text) } as? FocusHandle)
    case "anchored": return node.anchored(try value(of: first) as String)
    default: return node
    }
  }

  private static let themes: [String: Theme] = ["dark": .dark, "light": .light]
  private static let looks: [String: KeyPath<Theme, Style>] = [
    "text": \.text, "muted": \.muted, "accent": \.accent, "selection": \.selection,
    "border": \.border, "danger": \.danger, "surface": \.surface,
  ]

  // MARK: - Constraints

  /// Makes the constraints of a container's children, in order.
  func constraints(_ constraints: [MarkupConstraint]) throws -> [LayoutConstraint] {
    try constraints.filter { try $0.condition.map { try evaluate($0) } ?? true }.flatMap(layout)
  }

  private static let relations: [MarkupRelation: ConstraintRelation] = [
    .equal: .equal, .atMost: .lessThanOrEqual, .atLeast: .greaterThanOrEqual,
  ]

  private func layout(_ constraint: MarkupConstraint) -> [LayoutConstraint] {
    let override = constraint.field.flatMap { scope.value($0) as? ConstraintOverride }
    return LayoutConstraint(
      anchor(constraint.first), Self.relations[constraint.relation] ?? .equal,
      constraint.second.map { anchor($0).multiplied(by: constraint.multiplier) },
      constant: constraint.constant, priority: ConstraintPriority(constraint.priority)
    ).overridden(by: override ?? ConstraintOverride())
  }

  private func anchor(_ anchor: MarkupConstraint.Anchor) -> LayoutAnchor {
    (anchor.item.map { LayoutItem($0) } ?? .parent)[
      LayoutAttribute.allCases.first { "\($0)" == anchor.attribute } ?? .left]
  }
}
