extension MarkupChecker {
  /// Checks the elements between the tags of an element.
  /// - Parameter parent: The type of the element; nil for the root of an untrusted document.
  mutating func nodes(_ elements: [MarkupElement], in parent: MarkupElementType?) -> [CheckedNode] {
    var nodes: [CheckedNode] = []
    for element in elements {
      if report.isFull { break }
      guard let type = known(element, in: parent) else { continue }
      switch type.name {
      case "if", "else": addBranch(element, type, to: &nodes)
      case "for": nodes += loop(element, type)
      case "Component": nodes += use(element, type)
      default: nodes.append(.element(checked(element, type)))
      }
    }
    return nodes
  }

  /// Returns the type of an element if it is known and allowed here.
  private mutating func known(
    _ element: MarkupElement, in parent: MarkupElementType?
  ) -> MarkupElementType? {
    let name = element.name
    let allowed: Set<String>? = if case .untrusted(let names, _) = mode { names } else { nil }
    guard let type = MarkupRegistry.element(name), allowed?.contains(type.name) != false else {
      report.error(
        "\"\(name)\" is not an element" + (allowed == nil ? "" : " that is allowed here")
          + Suggestion.text(for: name, among: allowed?.sorted() ?? MarkupRegistry.names),
        at: element.offset)
      return nil
    }
    let content = parent?.content ?? .nodes
    let isNode = type.isNode || ["if", "else", "for", "Component"].contains(type.name)
    if content.others.contains(type.name) || content.hasNodes && isNode { return type }
    let inside = parent.map { "in <\($0.name)>" } ?? "here"
    report.error("<\(name)> is not allowed \(inside)", at: element.offset)
    return nil
  }

  private mutating func addBranch(
    _ element: MarkupElement, _ type: MarkupElementType, to nodes: inout [CheckedNode]
  ) {
    let test = attributes(of: element, type)["test"]?.condition
    let branch = CheckedBranch(test: test, content: self.nodes(content(element, type), in: type))
    if type.name == "if" {
      nodes.append(.branches([branch], offset: element.offset))
    } else if case .branches(let earlier, let offset)? = nodes.last, earlier.last?.test != nil {
      nodes[nodes.count - 1] = .branches(earlier + [branch], offset: offset)
    } else {
      report.error("<else> must follow an <if>, or an <else> with a test", at: element.offset)
    }
  }

  private mutating func loop(_ element: MarkupElement, _ type: MarkupElementType) -> [CheckedNode] {
    scope.variables.append(element["each"]?.value ?? "_")
    defer { scope.variables.removeLast() }
    let values = attributes(of: element, type)
    let variable = values["each"]?.word ?? "_"
    if let collection = values["in"]?.path, collection.names[0] == variable,
      let attribute = element["in"]
    {
      // The collection is evaluated outside the loop, where the variable is not in scope.
      scope.variables.removeLast()
      checkName(collection, at: attribute.valueOffset)
      scope.variables.append(variable)
    }
    if let each = element["each"] { checkName(variable, .variable, at: each.valueOffset) }
    let content = nodes(content(element, type), in: type)
    guard let collection = values["in"]?.path, let key = values["key"] else { return [] }
    let keyed = content.compactMap { $0.keyed(key) }
    if keyed.count != 1 || content.count != 1 {
      report.error("<for> must contain exactly one element, which gets the key", at: element.offset)
    }
    return [
      .loop(
        CheckedLoop(
          variable: variable, collection: collection, content: keyed, offset: element.offset))
    ]
  }

  /// The child elements of an element; text between them is a mistake.
  mutating func content(_ element: MarkupElement, _ type: MarkupElementType)
    -> [MarkupElement]
  {
    for case .text(let text, let offset) in element.content {
      report.error("\"\(text.prefix(20))\" is outside a <Text>: put text into one", at: offset)
    }
    return element.children
  }

  // MARK: - Elements

  private mutating func checked(_ element: MarkupElement, _ type: MarkupElementType)
    -> CheckedElement
  {
    var checked = CheckedElement(type: type, offset: element.offset)
    checkAttributes(of: element, into: &checked)
    let variable = type.special.hasRows ? checked["as"]?.word : nil
    if let variable {
      checkName(variable, .variable, at: element["as"]?.valueOffset ?? element.offset)
      scope.variables.append(variable)
    }
    defer { if variable != nil { scope.variables.removeLast() } }
    if type.content.hasText {
      addTexts(of: element, to: &checked)
      if checked["text"] == nil, element.content.isEmpty {
        report.error(
          "<\(element.name)> needs text=\"…\", or words between its tags", at: element.offset)
      }
    } else {
      scope.anchors.append(Anchors(outerVariables: scope.variables.count))
      checked.content = nodes(content(element, type), in: type)
      checked.constraints = endAnchors(
        isConstrained: type.special.isConstrained, at: element.offset, name: element.name)
    }
    checkRules(element, checked)
    return checked
  }

  private mutating func checkRules(_ element: MarkupElement, _ checked: CheckedElement) {
    for rule in checked.type.special.rules where rule.isBroken(checked) {
      report.error(rule.message, at: element.offset)
    }
    if mode != .program, checked["link"] != nil, let link = element["link"],
      !["https://", "http://", "mailto:"].contains(where: { link.value.lowercased().hasPrefix($0) })
    {
      report.error("a link must begin with https:, http: or mailto:", at: link.valueOffset)
    }
  }

  /// Adds the words and elements between the tags as content, which replaces the attribute `text`.
  /// If there are only words, they become the value of that attribute instead.
  private mutating func addTexts(of element: MarkupElement, to checked: inout CheckedElement) {
    for content in element.content {
      switch content {
      case .text(let text, let offset):
        guard case .text(let parts)? = value(text, .text, at: offset) else { continue }
        checked.content.append(.text(parts, offset: offset))
      case .element(let child): checked.content += nodes([child], in: checked.type)
      }
    }
    guard let text = checked.type.attribute("text"), let first = checked.content.first else {
      return
    }
    checked.attributes.removeAll { $0.type == text }
    if checked.content.count == 1, case .text(let parts, _) = first {
      checked.attributes.insert(CheckedAttribute(type: text, value: .text(parts)), at: 0)
      checked.content = []
    }
  }

  /// Ends a container after its children were checked. Reports each constraint whose target is not
  /// a child of the container.
  /// - Returns: The constraints of its children.
  mutating func endAnchors(
    isConstrained: Bool, at offset: Int, name: String
  ) -> [MarkupConstraint] {
    let anchors = scope.anchors.removeLast()
    if !anchors.constraints.isEmpty, !isConstrained {
      report.error(
        "layout: attributes place the children of a <Component> or <Constrained>, not those of <\(name)>",
        at: offset)
    }
    for use in anchors.uses where !anchors.names.contains(use.name) {
      if report.isFull { break }
      report.error(
        "\"\(use.name)\" is not a field or layout:id beside this element"
          + Suggestion.text(for: use.name, among: anchors.names), at: use.offset,
        in: use.source)
    }
    return anchors.constraints
  }
}

extension CheckedNode {
  /// Returns this node with a key. Returns nil for a text, a condition and a loop, which are not
  /// always exactly one node.
  fileprivate func keyed(_ key: MarkupValue) -> CheckedNode? {
    switch self {
    case .element(var element):
      element.attributes.append(CheckedAttribute(type: MarkupRegistry.key, value: key))
      return .element(element)
    case .component(var use):
      use.element.attributes.append(CheckedAttribute(type: MarkupRegistry.key, value: key))
      return .component(use)
    case .text, .branches, .loop: return nil
    }
  }
}
