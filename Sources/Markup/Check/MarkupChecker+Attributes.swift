extension MarkupChecker {
  /// Reads the attributes of an element that is not a node. Returns their values by attribute name.
  mutating func attributes(
    of element: MarkupElement, _ type: MarkupElementType
  ) -> [String: MarkupValue] {
    var values: [String: MarkupValue] = [:]
    for attribute in element.attributes {
      guard let known = known(attribute, of: element, type) else { continue }
      values[known.name] = value(attribute.value, known.type, at: attribute.valueOffset)
    }
    require(type.attributes, of: element)
    return values
  }

  /// Reads the attributes of a node and those of its styles. An attribute of the node replaces the
  /// attribute of the same name from a style.
  mutating func checkAttributes(of element: MarkupElement, into checked: inout CheckedElement) {
    // The element's names are read first, because its constraints refer to them.
    var names = Names(offset: element.offset)
    declareNames(of: element, checked.type, &names)
    if let style = element["style"], value(style.value, .names, at: style.valueOffset) != nil {
      let styled = styles.attributes(style.value, for: checked.type, at: style.valueOffset, &report)
      let outer = report.source
      for (attribute, source) in styled {
        report.source = source
        add(attribute, of: element, to: &checked, &names)
      }
      report.source = outer
    }
    names.offset = nil
    for attribute in element.attributes {
      if report.isFull { return }
      add(attribute, of: element, to: &checked, &names)
    }
    let type = checked.type
    checked.attributes.sort {
      type.index(of: $0.type.name) ?? 0 < type.index(of: $1.type.name) ?? 0
    }
    checked.attributes +=
      (names.handle.map { [.init(type: MarkupRegistry.focus, value: .path($0))] } ?? [])
      + (names.anchor.map {
        [.init(type: MarkupRegistry.anchored, value: .text([.literal($0)]))]
      } ?? [])
    // A style sets the look of an element; it does not supply required attributes.
    require(type.attributes, of: element)
  }

  /// The names of an element: `anchor` is its name in constraints, and `handle` is the path of the
  /// component's property for its focus handle.
  private struct Names {
    var anchor: String?
    var handle: MarkupPath?
    /// The offset of the element while the attributes of its styles are read; otherwise nil. A
    /// constraint from a style gets this offset, because generated Swift maps its lines only to the
    /// element's file, not to the file of the style.
    var offset: Int?
  }

  private mutating func add(
    _ attribute: MarkupElement.Attribute, of element: MarkupElement,
    to checked: inout CheckedElement, _ names: inout Names
  ) {
    if checked.type.isNode, attribute.name.utf8.starts(with: "layout:".utf8) {
      constraint(attribute, of: checked.type, &names)
      return
    }
    guard let known = known(attribute, of: element, checked.type),
      known.name != "style", known.name != "field"
    else { return }
    let value = value(attribute.value, known.type, at: attribute.valueOffset)
    if case .event(let event)? = value {
      checkAction(event, of: known, at: attribute.valueOffset)
    }
    checked.attributes.removeAll { $0.type == known }
    // A wrong value is already reported. Without the empty word, a rule of the element would report
    // the attribute as missing, too.
    checked.attributes.append(CheckedAttribute(type: known, value: value ?? .word("")))
  }

  /// Finds the type of an attribute. Returns nil for an unknown attribute, and for a declaration of
  /// a schema or a namespace.
  private mutating func known(
    _ attribute: MarkupElement.Attribute, of element: MarkupElement, _ type: MarkupElementType
  ) -> MarkupAttributeType? {
    if let known = type.attribute(attribute.name) { return known }
    if attribute.isDeclaration { return nil }
    let names = type.allAttributes.flatMap { [$0.name] + $0.aliases }
    let own = type.attributes.map(\.name).joined(separator: ", ")
    let hint = "; it has \(own)\(type.isNode ? ", and those of every node" : "")"
    report.error(
      "\"\(attribute.name)\" is not an attribute of \(element.name)"
        + Suggestion.text(for: attribute.name, among: names, otherwise: own.isEmpty ? "" : hint),
      at: attribute.offset)
    return nil
  }

  private mutating func require(_ attributes: [MarkupAttributeType], of element: MarkupElement) {
    for attribute in attributes where attribute.isRequired {
      if element[attribute.name] == nil, !attribute.aliases.contains(where: { element[$0] != nil })
      {
        report.error("<\(element.name)> needs \(attribute.name)=\"…\"", at: element.offset)
      }
    }
  }

  private mutating func declareNames(
    of element: MarkupElement, _ type: MarkupElementType, _ names: inout Names
  ) {
    let field = element["field"].flatMap { value($0.value, .name, at: $0.valueOffset)?.word }
    names.anchor = field
    if let id = element["layout:id"] {
      names.anchor = value(id.value, .name, at: id.valueOffset)?.word
      if let anchor = names.anchor { checkName(anchor, .anchor, at: id.valueOffset) }
    }
    if let anchor = names.anchor { scope.anchors[scope.anchors.count - 1].names.insert(anchor) }
    guard let field, let offset = element["field"]?.valueOffset else { return }
    checkName(field, .anchor, at: offset)
    if scope.variables.contains(field) {
      report.error("\"\(field)\" is the variable of a loop", at: offset)
    }
    if !scope.fields.insert(field).inserted {
      report.error("the field \"\(field)\" is declared twice", at: offset)
      return
    }
    guard mode == .program, type.isFocusable else { return }
    names.handle = MarkupPath(names: [field])
    declare(.init(kind: .handle, name: field, type: "FocusHandle?", value: "nil", offset: offset))
  }

  /// For each text field that has a `field` and no `text`, declares a state with the name of the
  /// field, and binds the text to this state, as in Reactant UI.
  mutating func holdingTexts(_ element: MarkupElement) -> MarkupElement {
    // An inner component declares the states of its own fields.
    if element.name == "Component" { return element }
    var held = element
    if element.name == "TextField", let field = element["field"], element["text"] == nil {
      held.attributes.removeAll { $0.name == "field" }
      for (name, value) in [("text", "{$\(field.value)}"), ("layout:id", field.value)] {
        var attribute = field
        (attribute.name, attribute.value) = (name, value)
        held.attributes.append(attribute)
      }
      if scope.fields.insert(field.value).inserted {
        declare(
          .init(
            kind: .state, name: field.value, type: "String", value: "\"\"",
            offset: field.valueOffset))
      } else {
        report.error("the field \"\(field.value)\" is declared twice", at: field.valueOffset)
      }
    }
    held.content = element.content.map {
      if case .element(let child) = $0 { .element(holdingTexts(child)) } else { $0 }
    }
    return held
  }

  // MARK: - Constraints

  private mutating func constraint(
    _ attribute: MarkupElement.Attribute, of type: MarkupElementType, _ names: inout Names
  ) {
    let name = String(attribute.name.dropFirst(7))
    guard name != "id" else { return }
    guard MarkupLayout.names.contains(name) else {
      let hint = Suggestion.text(for: name, among: MarkupLayout.names, prefix: "layout:")
      report.error("\"\(attribute.name)\" is not a constraint" + hint, at: attribute.offset)
      return
    }
    let last = scope.anchors.count - 1
    if names.anchor == nil {
      scope.anchors[last].count += 1
      let start = type.name.prefix(1).lowercased() + type.name.dropFirst()
      names.anchor = "_\(start)\(scope.anchors[last].count)"
    }
    let own = names.anchor ?? ""
    scope.anchors[last].names.insert(own)
    var reader = ConstraintReader(name, attribute.value, own: own)
    do throws(ValueError) {
      for group in try reader.read() {
        // All constraints of a group refer to the same names, so one check is enough.
        checkNames(in: group[0], at: attribute.valueOffset)
        scope.anchors[last].constraints += group.map {
          var constraint = $0
          constraint.offset = names.offset ?? attribute.offset
          return constraint
        }
      }
    } catch {
      report.error(error.message, at: attribute.valueOffset + error.index)
    }
  }

  /// Checks the names in a constraint. Constraints belong to the container, so they cannot use the
  /// variables of loops inside it.
  private mutating func checkNames(in constraint: MarkupConstraint, at offset: Int) {
    let variables = scope.variables
    scope.variables = Array(variables.prefix(scope.anchors.last?.outerVariables ?? 0))
    defer { scope.variables = variables }
    if let other = constraint.second?.item {
      scope.anchors[scope.anchors.count - 1].uses.append((other, offset, report.source))
    }
    if let field = constraint.field { declareOverride(field, at: offset) }
    if let condition = constraint.condition { checkNames(in: .condition(condition), at: offset) }
  }

  /// Declares a property with the name of a constraint's `field`, unless the component already has
  /// a property or a state of that name.
  private mutating func declareOverride(_ field: String, at offset: Int) {
    let known = scope.component.member(field)
    if mode != .program {
      report.error(
        "an untrusted document must not use values of the program: \(field) =", at: offset)
    } else if let known, known.isValue || known.kind == .override {
      if !["ConstraintOverride", "Binding<ConstraintOverride>"].contains(known.type) {
        report.error(
          "\"\(field)\" changes a constraint, so its type is ConstraintOverride, not \(known.type)",
          at: offset)
      }
    } else {
      declare(.init(kind: .override, name: field, type: "ConstraintOverride", offset: offset))
    }
  }
}

extension MarkupElement.Attribute {
  /// Whether the attribute declares a schema or a namespace.
  var isDeclaration: Bool {
    name.utf8.first == UInt8(ascii: "x")
      && (name == "xmlns" || name.hasPrefix("xmlns:") || name.hasPrefix("xsi:"))
  }
}
