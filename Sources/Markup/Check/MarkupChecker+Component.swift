extension MarkupChecker {
  /// Checks a component: the root of a file, or a component that is written inside another.
  /// - Parameters:
  ///   - name: The component's type name if the element gives none.
  ///   - isRoot: Whether the component is the root of a file. If so, the program may declare the
  ///     component's type.
  mutating func component(
    _ element: MarkupElement, name: String, isRoot: Bool
  ) -> CheckedComponent {
    let type = MarkupRegistry.component
    var component = CheckedComponent(name: name, offset: element.offset)
    let outer = scope
    scope = Scope(component: component)
    defer { scope = outer }
    let values = attributes(of: element, type.declarationType)
    component.name = values["type"]?.word ?? name
    component.isRootView = values["rootView"]?.isTrue == true
    let extend = values["extend"]?.word?.words ?? []
    if let attribute = element["extend"], !Self.edges.isSuperset(of: extend) {
      report.error("the edges are top, left, bottom, right and all", at: attribute.valueOffset)
    }
    if !extend.isEmpty, !component.isRootView {
      report.error("extend is for a component with rootView=\"true\"", at: element.offset)
    }
    // By default, the program declares the type if the file declares no property, state or event.
    component.isDeclaredByProgram =
      values["anonymous"].map { !$0.isTrue }
      ?? (isRoot && !element.children.contains { Self.declarations.contains($0.name) })
    component.isEquatable = values["equatable"] != .condition(.always(false))
    if case .text(let parts)? = values["imports"], case .literal(let modules)? = parts.first {
      component.imports = modules.words
    }
    let typeAt = element["type"]?.valueOffset ?? element.offset
    if !component.name.isWord {
      report.error(
        "the file's name \"\(component.name)\" is not a name of a type: say type=\"…\"", at: typeAt)
    } else if isRoot || values["type"] != nil {
      checkName(component.name, .type, at: typeAt)
    }
    if !componentNames.insert(component.name).inserted {
      report.error("the component \(component.name) is declared twice", at: typeAt)
    }
    scope.component = component
    declarations(element)
    scope.anchors = [Anchors()]
    let children = content(element, type).filter {
      !Self.declarations.contains($0.name) && $0.name != "styles"
    }
    let content = nodes(children.map { holdingTexts($0) }, in: type)
    component = scope.component
    let constraints = endAnchors(isConstrained: true, at: element.offset, name: element.name)
    component.content = root(content, constraints, of: component, extend: extend)
    if content.isEmpty {
      report.error("the component \(component.name) has no content", at: element.offset)
    }
    return component
  }

  /// Returns the content in a container if the component has constraints or is a root view. A root
  /// view fills the screen, with a padding of one cell on each side that `extend` does not name.
  private mutating func root(
    _ content: [CheckedNode], _ constraints: [MarkupConstraint], of component: CheckedComponent,
    extend: [String]
  ) -> [CheckedNode] {
    let name = constraints.isEmpty ? "Column" : "Constrained"
    guard component.isRootView || !constraints.isEmpty, let type = MarkupRegistry.element(name)
    else { return content }
    var root = CheckedElement(
      type: type, content: content, constraints: constraints, offset: component.offset)
    let sides = ["Left", "Top", "Right", "Bottom"].filter { side in
      !extend.contains { $0 == "all" || $0 == side.lowercased() }
    }
    let padding = sides.count == 4 ? ["padding"] : sides.map { "padding" + $0 }
    let names = component.isRootView ? ["grow"] + padding : []
    checkAttributes(
      of: MarkupElement(name: name, attributes: names.map { .init(name: $0, value: "1") }),
      into: &root)
    return [.element(root)]
  }

  private static let declarations = ["property", "state", "event"]
  private static let edges: Set = ["top", "left", "bottom", "right", "all"]

  private mutating func declarations(_ element: MarkupElement) {
    for child in element.children {
      guard let type = MarkupRegistry.element(child.name),
        child.name == "styles" || Self.declarations.contains(child.name)
      else { continue }
      let values = attributes(of: child, type)
      if child.name == "styles" {
        report.issues += styles.add(child, of: report.source)
        continue
      }
      if !child.content.isEmpty { report.error("<\(child.name)> must be empty", at: child.offset) }
      guard let name = values["name"]?.word else { continue }
      checkName(name, .member, at: child["name"]?.valueOffset ?? child.offset)
      add(
        .init(
          kind: .init(rawValue: child.name) ?? .property, name: name,
          type: values["type"]?.word ?? "",
          value: values["default"]?.word ?? values["value"]?.word, offset: child.offset))
      if scope.component.isDeclaredByProgram {
        report.error(
          "\(scope.component.name) is the program's own type: it declares \"\(name)\" in Swift",
          at: child.offset)
      }
    }
  }

  /// Checks a component inside another one. With child elements, the element declares a component
  /// and uses it; without child elements, it uses a component of another file.
  mutating func use(_ element: MarkupElement, _ type: MarkupElementType) -> [CheckedNode] {
    if mode != .program {
      report.error("an untrusted document must not use components", at: element.offset)
      return []
    }
    var checked = CheckedElement(type: type, offset: element.offset)
    let commonNames = Set(MarkupRegistry.commonOfUses.map(\.name))
    var (common, declared) = (element, element)
    common.attributes = element.attributes.filter {
      $0.name.hasPrefix("layout:") || commonNames.contains($0.name)
    }
    declared.attributes = element.attributes.filter { attribute in
      type.attributes.contains { $0.name == attribute.name }
    }
    checkAttributes(of: common, into: &checked)
    var name: String?
    if element.children.isEmpty {
      _ = content(element, type)  // Reports text between the tags.
      for attribute in declared.attributes where attribute.name != "type" {
        report.error(
          "\(attribute.name) belongs to the declaration of a component, not to its use",
          at: attribute.offset)
      }
      name = element["type"].flatMap { value($0.value, .name, at: $0.valueOffset)?.word }
      if let name { checkName(name, .type, at: element["type"]?.valueOffset ?? element.offset) }
    } else {
      let outer = scope.component.name.drop { $0 == "_" }
      let part = "_\(outer)Part\(scope.component.nested.count + 1)"
      let made = component(declared, name: part, isRoot: false)
      scope.component.nested.append(made)
      name = made.name
      for input in made.members where input.kind == .property || input.kind == .event {
        guard let attribute = common[input.name] else { continue }
        report.error(
          "\(attribute.name) is an attribute of every node: give the component's another name",
          at: attribute.offset)
      }
    }
    guard let name else {
      if element["type"] == nil {
        report.error("<Component> needs type=\"…\", or content of its own", at: element.offset)
      }
      return []
    }
    let arguments = arguments(
      element.attributes.filter {
        common[$0.name] == nil && declared[$0.name] == nil && !$0.isDeclaration
      })
    return [.component(CheckedComponentUse(name: name, arguments: arguments, element: checked))]
  }

  /// Reads the arguments of a component. An argument whose name begins with `on` and a capital
  /// letter is an event; the others are values.
  private mutating func arguments(_ attributes: [MarkupElement.Attribute]) -> [CheckedComponentUse
    .Argument]
  {
    attributes.compactMap { attribute in
      let (text, offset) = (attribute.value, attribute.valueOffset)
      guard value(attribute.name, .name, at: attribute.offset) != nil else { return nil }
      let isEvent =
        attribute.name.hasPrefix("on") && attribute.name.dropFirst(2).first?.isUppercase == true
      let value: MarkupValue? =
        if isEvent {
          self.value(text, .event(valueCount: 0), at: offset)
        } else if ["true", "false"].contains(text) {
          .condition(.always(text == "true"))
        } else if let path = try? MarkupPath(inBraces: text) {
          self.value(text, path.isBinding ? .binding : .path, at: offset)
        } else if let number = Double(markup: text) {
          .number(number)
        } else {
          self.value(text, .text, at: offset)
        }
      return value.map { .init(name: attribute.name, value: $0) }
    }
  }
}

extension MarkupElementType {
  /// The type of the element that declares a component. It has no common attributes, because these
  /// belong to the element that uses the component.
  var declarationType: MarkupElementType {
    MarkupElementType(name, summary, aliases: aliases, content: content, isNode: false, attributes)
  }
}

extension MarkupRegistry {
  /// The common attributes that apply to the node of a used component. They are not arguments of
  /// the component.
  static let commonOfUses = common.filter {
    $0.type != .names && !["look", "theme"].contains($0.name)
  }
}
