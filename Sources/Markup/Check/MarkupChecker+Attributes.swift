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
      for (attribute, source) in styled { add(attribute, of: element, from: source, to: &checked) }
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
      add(attribute, of: element, from: nil, to: &checked)
    }
    endConstraints(of: &checked)
    let type = checked.type
    checked.attributes.sort {
      type.place(of: $0.type.name) ?? 0 < type.place(of: $1.type.name) ?? 0
    }
    // A style sets the look of an element; it does not supply required attributes.
    require(type.attributes, of: element)
  }

  private mutating func add(
    _ attribute: MarkupElement.Attribute, of element: MarkupElement, from source: MarkupSource?,
    to checked: inout CheckedElement
  ) {
    if checked.type.isNode, attribute.name.utf8.starts(with: "layout:".utf8) {
      constraint(attribute, &checked)
      return
    }
    guard let known = known(attribute, of: element, checked.type, in: source),
      known.name != "style", known.name != "field"
    else { return }
    let value = value(attribute.value, known.type, at: attribute.valueOffset, in: source)
    if case .event(let event)? = value {
      checkAction(event, of: known, at: attribute.valueOffset)
    }
    checked.attributes.removeAll { $0.type == known }
    // A wrong value is already reported; the attribute must not be reported as missing, too.
    checked.attributes.append(CheckedAttribute(type: known, value: value ?? .word("")))
  }

  /// The type of an attribute; nil for one that is unknown, or declares a schema or a namespace.
  private mutating func known(
    _ attribute: MarkupElement.Attribute, of element: MarkupElement, _ type: MarkupElementType,
    in source: MarkupSource? = nil
  ) -> MarkupAttributeType? {
    if let known = type.attribute(attribute.name) { return known }
    if attribute.isDeclaration { return nil }
    let names = type.allAttributes.flatMap { [$0.name] + $0.aliases }
    let own = type.attributes.map(\.name).joined(separator: ", ")
    let hint = "; it has \(own)\(type.isNode ? ", and those of every node" : "")"
    report.error(
      "\"\(attribute.name)\" is not an attribute of \(element.name)"
        + Suggestion.text(for: attribute.name, among: names, otherwise: own.isEmpty ? "" : hint),
      at: attribute.offset, in: source)
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
    guard checked.type.isFocusable else { return }
    let held = checked.type.special.textInField
    if mode == .program, let text = checked.type.attribute(held), element[held] == nil {
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
    do throws(ValueError) {
      for var constraint in try reader.read() {
        constraint.offset = attribute.offset
        if case .named(let other)? = constraint.second?.item {
          scope.anchors[scope.anchors.count - 1].uses.append((other, attribute.valueOffset))
        }
        if let field = constraint.field {
          declareOverride(field, at: attribute.valueOffset)
          checkIsOutsideLoops(field, at: attribute.valueOffset)
        }
        if let condition = constraint.condition {
          for path in condition.paths {
            checkName(path, at: attribute.valueOffset)
            checkIsOutsideLoops(path.names[0], at: attribute.valueOffset)
          }
          if condition.usesSize { scope.component.usesSize = true }
        }
        checked.constraints.append(constraint)
      }
    } catch {
      report.error(error.message, at: attribute.valueOffset + error.index)
    }
  }

  /// The constraints of a container stand outside the loops in it, where their variables are
  /// unknown.
  private mutating func checkIsOutsideLoops(_ name: String, at offset: Int) {
    if scope.variables.dropFirst(scope.anchors.last?.outerVariables ?? 0).contains(name) {
      report.error(
        "\"\(name)\" is the variable of a loop, and constraints are outside it", at: offset)
    }
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
