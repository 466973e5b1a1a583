extension SwiftGenerator {
  /// The call that makes an element, with its modifiers.
  mutating func call(_ element: CheckedElement) -> SwiftCall {
    let special = element.type.special
    var call = SwiftCall(name: special.swift?(element) ?? element.type.name, source: element.offset)
    call.arguments = swift(element.arguments)
    if element.type.name == "Node" {
      call.name = element["of"]?.path.map { swift($0) } ?? ""
      call.isValue = true
    } else if element.type.name == "Tabs" {
      tabs(element, &call)
    } else if special.hasRows {
      list(element, &call)
    } else {
      content(of: element, &call)
    }
    if let closure = special.closure { call.closures = [SwiftClosure(expression: closure)] }
    for attribute in element.attributes where attribute.type.role == .trailingClosure {
      guard case .event(let event) = attribute.value else { continue }
      call.closures.append(closure(event, attribute.type))
    }
    call.modifiers = modifiers(of: element)
    return call
  }

  private func swift(_ attributes: [CheckedAttribute]) -> [String] {
    attributes.map { attribute in
      let value = swift(attribute.value, for: attribute.type.type)
      return attribute.label.map { "\($0): \(value)" } ?? value
    }
  }

  private mutating func content(of element: CheckedElement, _ call: inout SwiftCall) {
    let calls = calls(element.content)
    if element.type.content == .nothing || element.type.content.hasText && calls.isEmpty { return }
    call.closures = [
      SwiftClosure(statements: calls, expression: calls.isEmpty ? "Node.empty" : "")
    ]
    if element.type.special.isConstrained {
      call.closures.append(closure(element.constraints))
    }
  }

  private mutating func list(_ element: CheckedElement, _ call: inout SwiftCall) {
    let variable = element["as"]?.word ?? "_"
    guard let path = element["of"]?.path else { return }
    call.arguments.insert(name(path), at: 0)
    let calls = rows(of: path, as: variable) { $0.calls(element.content) }
    call.closures = [SwiftClosure(parameters: "\(variable.swiftName) in", statements: calls)]
  }

  private mutating func tabs(_ element: CheckedElement, _ call: inout SwiftCall) {
    let items = element.content.compactMap { node -> String? in
      guard case .element(let tab) = node else { return nil }
      return "TabItem(\(swift(tab.arguments).joined(separator: ", ")))"
    }
    call.arguments.insert("[\(items.joined(separator: ", "))]", at: 0)
  }

  /// The call that makes another component, with its modifiers.
  mutating func call(_ use: CheckedComponentUse) -> SwiftCall {
    var call = SwiftCall(name: use.name, source: use.element.offset)
    call.arguments = use.arguments.map { argument in
      var value = swift(argument.value, for: .text)
      // An event without arguments passes on all values that the other component sends. Their
      // number is in the declaration of the event, which `forwarded` looks up.
      if case .event(let event) = argument.value, event.arguments.isEmpty {
        value = forwarded(event, as: argument.name, to: use.name)
      }
      return "\(argument.name.swiftLabel): \(value)"
    }
    call.modifiers = modifiers(of: use.element)
    collector.add(use)
    return call
  }

  /// The Swift code that passes an event of this component to another component as a handler. The
  /// number of values comes from the declaration of the event, or else from the declaration of the
  /// handler, if the other component is written inside this one. Without either declaration, the
  /// event is a method of the program, and the method itself is passed.
  private func forwarded(_ event: MarkupEvent, as name: String, to other: String) -> String {
    let declared =
      component.member(event.name) ?? component.nested.first { $0.name == other }?.member(name)
    if let declared { return "{ \(call(event, valueCount: declared.type.typeCount)) }" }
    collector.add(event)
    return event.name.swiftName
  }

  // MARK: - Modifiers

  func modifiers(of element: CheckedElement) -> [SwiftCall] {
    element.modifiers.map { modifier in
      let first = modifier.arguments[0]
      if case .event(let event) = first.value {
        return SwiftCall(name: modifier.name, closures: [closure(event, first.type)])
      }
      let isDefault = first.value.isTrue || modifier.name == "grow" && first.value == .number(1)
      return SwiftCall(name: modifier.name, arguments: isDefault ? [] : swift(modifier.arguments))
    }
  }

  // MARK: - Constraints

  private func closure(_ constraints: [MarkupConstraint]) -> SwiftClosure {
    let calls = constraints.map { constraint in
      let line = SwiftCall(name: text(of: constraint), isValue: true, source: constraint.offset)
      guard let condition = constraint.condition else { return line }
      return SwiftCall(
        name: "if \(self.condition(condition))", closures: [SwiftClosure(statements: [line])],
        source: constraint.offset)
    }
    return SwiftClosure(
      label: "constraints: ", parameters: calls.isEmpty ? "_ in" : "_it in", statements: calls)
  }

  private func text(of constraint: MarkupConstraint) -> String {
    var right = constraint.second.map { anchor($0) } ?? ""
    if constraint.second != nil, constraint.multiplier != 1 {
      right += " * \(constraint.multiplier.short)"
    }
    if right.isEmpty {
      right = constraint.constant.short
    } else if constraint.constant != 0 {
      right += " \(constraint.constant < 0 ? "-" : "+") \(constraint.constant.magnitude.short)"
    }
    var text = "\(anchor(constraint.first)) \(constraint.relation.rawValue) \(right)"
    guard constraint.priority != 1000 || constraint.field != nil else { return text }
    text = "(\(text))"
    if constraint.priority != 1000 {
      let name = MarkupLayout.priorities.first { $0.value == constraint.priority }?.key
      text += ".priority(\(name.map { ".\($0)" } ?? constraint.priority.short))"
    }
    let field = constraint.field.map { swift(MarkupPath(names: [$0])) }
    return text + (field.map { ".overridden(by: \($0))" } ?? "")
  }

  private func anchor(_ anchor: MarkupConstraint.Anchor) -> String {
    let item = anchor.item.map { name in
      ["parent", "self", "init", "Type", "Protocol"].contains(name)
        ? "[\(name.swiftLiteral)]" : ".\(name)"
    }
    return "_it\(item ?? ".parent").\(anchor.attribute)"
  }
}

extension String {
  /// The number of types in the list. Commas in brackets do not separate types.
  fileprivate var typeCount: Int {
    var depth = 0
    let commas = replacing("->", with: "").count { character in
      if "([<".contains(character) { depth += 1 }
      if ")]>".contains(character) { depth -= 1 }
      return character == "," && depth == 0
    }
    return allSatisfy(\.isWhitespace) ? 0 : commas + 1
  }
}
