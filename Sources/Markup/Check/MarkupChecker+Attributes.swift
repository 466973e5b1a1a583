extension MarkupChecker {
  /// The attributes of an element that is no node, by name.
  mutating func attributes(
    of element: MarkupElement, _ type: MarkupElementType, apart: Set<String> = []
  ) -> [String: MarkupValue] {
    var values: [String: MarkupValue] = [:]
    for attribute in element.attributes {
      guard let known = known(attribute, of: element, type), !apart.contains(known.name) else {
        continue
      }
      values[known.name] = value(attribute.value, known.type, at: attribute.valueOffset)
    }
    require(type.attributes, of: element)
    return values
  }

  /// Reads the attributes of a node. Its own replace those of its styles.
  mutating func checkAttributes(of element: MarkupElement, into checked: inout CheckedElement) {
    if let style = element["style"], value(style.value, .styles, at: style.valueOffset) != nil {
      let styled = styles.attributes(style.value, for: checked.type, at: style.valueOffset, &report)
      let page = report.source
      for (attribute, source) in styled {
        report.source = source
        add(attribute, of: element, to: &checked)
      }
      report.source = page
      // A source map has positions in the file of the element only.
      for index in checked.constraints.indices {
        checked.constraints[index].offset = element.offset
      }
    }
    // Constraints refer to names, so these come first.
    checked.field = element["field"].flatMap { value($0.value, .name, at: $0.valueOffset)?.word }
    checked.anchor = checked.field
    if let id = element["layout:id"] {
      checked.anchor = value(id.value, .name, at: id.valueOffset)?.word
    }
    declareField(of: element, &checked)
    for attribute in element.attributes {
      if report.isFull { return }
      add(attribute, of: element, to: &checked)
    }
    endConstraints(of: &checked)
    let type = checked.type
    checked.attributes.sort {
      type.place(of: $0.type.name) ?? 0 < type.place(of: $1.type.name) ?? 0
    }
    // A style sets the look of an element; it does not supply required attributes.
    require(type.attributes, of: element)
    let held = type.special.textInField
    if !held.isEmpty, checked[held] == nil {
      let field = mode == .program ? ", or a field=\"…\" that holds its text" : ""
      report.error("<\(element.name)> needs \(held)=\"…\"\(field)", at: element.offset)
    }
  }

  private mutating func add(
    _ attribute: MarkupElement.Attribute, of element: MarkupElement,
    to checked: inout CheckedElement
  ) {
    if checked.type.isNode, attribute.name.utf8.starts(with: "layout:".utf8) {
      constraint(attribute, &checked)
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
    // A wrong value is already reported; the attribute must not be reported as missing, too.
    checked.attributes.append(CheckedAttribute(type: known, value: value ?? .word("")))
  }

  /// The type of an attribute; nil for one that is unknown, or declares a schema or a namespace.
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

  private mutating func declareField(
    of element: MarkupElement, _ checked: inout CheckedElement
  ) {
    if let id = element["layout:id"], let anchor = checked.anchor {
      checkName(anchor, .anchor, at: id.valueOffset)
    }
    guard let field = checked.field, let offset = element["field"]?.valueOffset else { return }
    checkName(field, .anchor, at: offset)
    if !scope.fields.insert(field).inserted {
      report.error("the field \"\(field)\" is declared twice", at: offset)
      return
    }
    guard mode == .program, checked.type.isFocusable else { return }
    if let text = textInField(of: element) {
      // A text field without a text keeps it in its field, as in Reactant UI.
      let path = MarkupPath(names: [field], isBinding: true)
      checked.attributes.append(CheckedAttribute(type: text, value: .path(path)))
      declare(.init(kind: .state, name: field, type: "String", value: "\"\"", offset: offset))
    } else {
      checked.handle = field
      declare(
        .init(kind: .handle, name: field, type: "FocusHandle?", value: "nil", offset: offset))
    }
  }

  /// The attribute whose text a field holds, because neither the element nor its style has it.
  private func textInField(of element: MarkupElement) -> MarkupAttributeType? {
    guard element["field"] != nil, let type = MarkupRegistry.element(element.name),
      let text = type.attribute(type.special.textInField), element[text.name] == nil
    else { return nil }
    var unused = Report(source: report.source)
    let styled = element["style"].map {
      styles.attributes($0.value, for: type, at: $0.valueOffset, &unused)
    }
    return styled?.contains { $0.0.name == text.name } == true ? nil : text
  }

  /// The fields of a component's elements that hold a text. Elements before them can show it, too.
  func textFields(in elements: [MarkupElement]) -> [String] {
    elements.filter { $0.name != "Component" }.flatMap { element in
      let field = textInField(of: element) == nil ? nil : element["field"]?.value
      return (field.map { [$0] } ?? []) + textFields(in: element.children)
    }
  }

  // MARK: - Constraints

  private mutating func constraint(
    _ attribute: MarkupElement.Attribute, _ checked: inout CheckedElement
  ) {
    let name = String(attribute.name.dropFirst(7))
    guard name != "id" else { return }
    guard MarkupLayout.names.contains(name) else {
      let hint = Suggestion.text(for: name, among: MarkupLayout.names, prefix: "layout:")
      report.error(
        name.hasSuffix("Baseline")
          ? "text in cells has no baseline: write layout:top or layout:bottom"
          : "\"\(attribute.name)\" is not a constraint" + hint, at: attribute.offset)
      return
    }
    var reader = ConstraintReader(name, attribute.value)
    // The constraints of a group have the same names, which are checked once.
    var previous: MarkupConstraint?
    do throws(ValueError) {
      for var constraint in try reader.read() {
        constraint.offset = attribute.offset
        if case .named(let other)? = constraint.second?.item,
          previous?.second?.item != .named(other)
        {
          scope.anchors[scope.anchors.count - 1].uses.append(
            (other, attribute.valueOffset, report.source))
        }
        if let field = constraint.field, field != previous?.field,
          checkIsOutsideLoops(field, at: attribute.valueOffset)
        {
          declareOverride(field, at: attribute.valueOffset)
        }
        if let condition = constraint.condition, condition != previous?.condition {
          checkNames(in: .condition(condition), at: attribute.valueOffset)
          for path in condition.paths {
            checkIsOutsideLoops(path.names[0], at: attribute.valueOffset)
          }
        }
        checked.constraints.append(constraint)
        previous = constraint
      }
    } catch {
      report.error(error.message, at: attribute.valueOffset + error.index)
    }
  }

  /// The constraints of a container stand outside the loops in it, where their variables are
  /// unknown.
  @discardableResult
  private mutating func checkIsOutsideLoops(_ name: String, at offset: Int) -> Bool {
    let variables = scope.variables.dropFirst(scope.anchors.last?.outerVariables ?? 0)
    guard variables.contains(name) else { return true }
    report.error(
      "\"\(name)\" is the variable of a loop, and constraints are outside it", at: offset)
    return false
  }

  /// A constraint's field is a property or a state, or else becomes a property.
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

  /// Finishes the attributes of an element: gives an element with constraints a name, and adds the
  /// name to the names in the container.
  private mutating func endConstraints(of checked: inout CheckedElement) {
    if scope.anchors.isEmpty { scope.anchors.append(Anchors()) }
    let last = scope.anchors.count - 1
    if !checked.constraints.isEmpty {
      scope.anchors[last].hasConstraints = true
      if checked.anchor == nil {
        scope.anchors[last].count += 1
        let name = checked.type.name
        checked.anchor =
          "_" + name.prefix(1).lowercased() + name.dropFirst() + "\(scope.anchors[last].count)"
      }
    }
    if let anchor = checked.anchor { scope.anchors[last].names.insert(anchor) }
  }
}

extension MarkupElement.Attribute {
  /// Whether the attribute declares a schema or a namespace.
  var isDeclaration: Bool {
    name.utf8.first == UInt8(ascii: "x")
      && (name == "xmlns" || name.hasPrefix("xmlns:") || name.hasPrefix("xsi:"))
  }
}
