/// What a component's markup refers to by name.
struct SwiftNames {
  var values: [MarkupPath] = []
  var keys: [MarkupPath] = []
  var bindings: [MarkupPath] = []
  var lists: [SwiftRowNames] = []
  var events: [String] = []
  var uses: [CheckedUse] = []
}

/// What the rows of a collection refer to. Several loops may go over it, with variables of their own.
struct SwiftRowNames {
  var path: MarkupPath
  var variables: [String]
  var names: SwiftNames
}

extension SwiftMaker {
  /// Writes the names of the component's properties, collections and events, for markup that is loaded while the
  /// program runs. A program that is released has none of it.
  mutating func writeNames() {
    var names = SwiftNames()
    collect(component.content, &names, variable: nil)
    for name in component.events.map(\.name) where !names.events.contains(name) {
      names.events.append(name)
    }
    writer.unmap()
    writer.line("")
    writer.line("#if DEBUG")
    writer.line("extension \(component.name): LiveMarkup {", 2)
    // The program's own type may be of the main actor.
    let isolation = component.isOwnType ? "nonisolated " : ""
    writer.line("\(isolation)static var markupName: String { \(component.name.swiftLiteral) }", 4)
    writer.line("@MainActor var markupNames: MarkupNames {", 4)
    writer.line("\(names.isEmpty ? "let" : "var") names = MarkupNames(self)", 6)
    write(names, 6)
    writer.line("return names", 6)
    writer.line("}", 4)
    writer.line("}", 2)
    writer.line("#endif")
  }

  private mutating func write(_ names: SwiftNames, _ indent: Int) {
    for path in names.values where !names.keys.contains(path) {
      writer.line("names.value(\(path.text.swiftLiteral), \(swift(path)))", indent)
    }
    for path in names.keys {
      writer.line("names.key(\(path.text.swiftLiteral), \(swift(path)))", indent)
    }
    for path in names.bindings {
      writer.line("names.binding(\(path.text.swiftLiteral), \(swift(path)))", indent)
    }
    for list in names.lists {
      let head = "names.list(\(list.path.text.swiftLiteral), \(swift(list.path)))"
      if list.names.isEmpty {
        writer.line(head, indent)
        continue
      }
      writer.line("\(head) { \(list.variables[0]), names in", indent)
      for other in list.variables.dropFirst() {
        writer.line("let \(other) = \(list.variables[0])", indent + 2)
      }
      variables += list.variables
      write(list.names, indent + 2)
      variables.removeLast(list.variables.count)
      writer.line("}", indent)
    }
    for event in names.events { write(event: event, indent) }
    for use in names.uses { write(use, indent) }
  }

  private mutating func write(event: String, _ indent: Int) {
    guard let declared = component.events.first(where: { $0.name == event }) else {
      writer.line("names.event(\(event.swiftLiteral), \(event))", indent)
      return
    }
    let types = declared.type.topLevelParts
    let values = types.indices.map { "value\($0)" }
    let parameters = zip(values, types).map { "\($0): \($1)" }.joined(separator: ", ")
    let head = "names.event(\(event.swiftLiteral)) {"
    let call = "try \(event)(\(values.joined(separator: ", ")))"
    if indent + "\(head) (\(parameters)) in \(call) }".count <= 100 {
      writer.line("\(head) (\(parameters)) in \(call) }", indent)
    } else {
      writer.line(head, indent)
      writer.line("(\(parameters)) in", indent + 2)
      writer.line(call, indent + 2)
      writer.line("}", indent)
    }
  }

  private mutating func write(_ use: CheckedUse, _ indent: Int) {
    let names = use.arguments.map(\.name.swiftLiteral).joined(separator: ", ")
    let arguments = use.arguments.map { argument in
      if case .event = argument.value {
        return "\(argument.name): try a.event(\(argument.name.swiftLiteral))"
      }
      return "\(argument.name): try a[\(argument.name.swiftLiteral)]"
    }
    var call = SwiftCall(name: "names.component", arguments: [use.name.swiftLiteral, "[\(names)]"])
    let made = SwiftCall(name: use.name, arguments: arguments, source: use.element.offset)
    call.closures = [
      SwiftClosure(parameters: arguments.isEmpty ? "_ in" : "a in", statements: [.call(made)])
    ]
    writer.write([.call(call)], indent)
    writer.unmap(indent)
  }

  // MARK: - Collecting

  /// - Parameter variable: that of the list or loop whose names these are.
  private func collect(_ nodes: [CheckedNode], _ names: inout SwiftNames, variable: String?) {
    for node in nodes {
      switch node {
      case .element(let element): collect(element, &names, variable)
      case .component(let use):
        for argument in use.arguments {
          switch argument.value {
          case .value(let value): add(value, &names, variable)
          case .event(let event): add(.event(event), &names, variable)
          }
        }
        collect(use.element, &names, variable)
        if variable == nil { add(use, &names) }
      case .text(let parts, _): add(.text(parts), &names, variable)
      case .branches(let branches, _):
        for branch in branches {
          if let test = branch.test { add(.condition(test), &names, variable) }
          collect(branch.content, &names, variable: variable)
        }
      case .loop(let loop):
        addList(loop.collection, loop.variable, loop.content, key: loop.key, &names, variable)
      }
    }
  }

  private func collect(_ element: CheckedElement, _ names: inout SwiftNames, _ variable: String?) {
    if element.type.name == "List", let path = element["of"]?.path, let item = element["as"]?.word {
      addList(path, item, element.content, key: nil, &names, variable)
      for attribute in element.attributes
      where attribute.type.name != "of" && attribute.type.name != "as" {
        add(attribute.value, &names, variable)
      }
      return
    }
    for attribute in element.attributes {
      if attribute.type.name == "key", let path = attribute.value.path {
        if isMine(path, variable), !names.keys.contains(path) { names.keys.append(path) }
      } else {
        add(attribute.value, &names, variable)
      }
    }
    for constraint in element.constraints {
      if let condition = constraint.condition { add(.condition(condition), &names, variable) }
      if let field = constraint.field { add(.path(MarkupPath(names: [field])), &names, variable) }
    }
    if element.type.isFocusable, let field = element.field {
      add(.path(MarkupPath(names: [field])), &names, variable)
    }
    collect(element.content, &names, variable: variable)
  }

  private func addList(
    _ path: MarkupPath, _ item: String, _ content: [CheckedNode], key: MarkupPath?,
    _ names: inout SwiftNames, _ variable: String?
  ) {
    var inner = SwiftNames()
    if let key, key.names[0] == item { inner.keys.append(key) }
    collect(content, &inner, variable: item)
    // What does not speak of the element belongs outside, once.
    var outer = SwiftNames()
    collect(content, &outer, variable: nil)
    for path in outer.values where path.names[0] != item { add(.path(path), &names, variable) }
    for path in outer.bindings where path.names[0] != item { add(.path(path), &names, variable) }
    for event in outer.events where !names.events.contains(event) { names.events.append(event) }
    for use in outer.uses { add(use, &names) }
    inner.events = []
    if isMine(path, variable) {
      names.add(SwiftRowNames(path: path, variables: [item], names: inner))
    }
  }

  private func isMine(_ path: MarkupPath, _ variable: String?) -> Bool {
    variable == nil || path.names[0] == variable
  }

  private func add(_ use: CheckedUse, _ names: inout SwiftNames) {
    let isKnown = names.uses.contains {
      $0.name == use.name && $0.arguments.map(\.name) == use.arguments.map(\.name)
    }
    if !isKnown { names.uses.append(use) }
  }

  private func add(_ value: MarkupValue, _ names: inout SwiftNames, _ variable: String?) {
    switch value {
    case .text(let parts):
      for case .value(let path, _) in parts { add(.path(path), &names, variable) }
    case .condition(let condition):
      for path in condition.paths { add(.path(path), &names, variable) }
    case .path(let path):
      guard isMine(path, variable) else { return }
      if path.isBinding {
        if !names.bindings.contains(path) { names.bindings.append(path) }
      } else if !names.values.contains(path) {
        names.values.append(path)
      }
    case .event(let event):
      if !names.events.contains(event.name) { names.events.append(event.name) }
      for case .path(let path) in event.arguments { add(.path(path), &names, variable) }
    default: break
    }
  }
}

extension SwiftNames {
  /// Adds the names of rows to those that another loop over the collection has.
  mutating func add(_ rows: SwiftRowNames) {
    guard let index = lists.firstIndex(where: { $0.path.text == rows.path.text }) else {
      lists.append(rows)
      return
    }
    for name in rows.variables where !lists[index].variables.contains(name) && !rows.names.isEmpty {
      lists[index].variables.append(name)
    }
    lists[index].names.add(rows.names)
  }

  private mutating func add(_ other: SwiftNames) {
    values += other.values.filter { !values.contains($0) }
    keys += other.keys.filter { !keys.contains($0) }
    bindings += other.bindings.filter { !bindings.contains($0) }
    for list in other.lists { add(list) }
  }

  var isEmpty: Bool {
    values.isEmpty && keys.isEmpty && bindings.isEmpty && lists.isEmpty && events.isEmpty
      && uses.isEmpty
  }
}
