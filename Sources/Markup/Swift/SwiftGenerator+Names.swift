/// The names that the markup of a component, or of the rows of a collection, uses.
struct SwiftNames {
  enum Kind: String, CaseIterable { case value, key, binding }

  /// The collection; without names for a component.
  var path = MarkupPath(names: [])
  /// Several loops may iterate over the collection, each with its own variable.
  var variables: [String] = []
  var paths: [(kind: Kind, path: MarkupPath)] = []
  var lists: [SwiftNames] = []
  var events: [String] = []
  var uses: [CheckedComponentUse] = []

  var isEmpty: Bool { paths.isEmpty && lists.isEmpty && events.isEmpty && uses.isEmpty }

  mutating func add(_ path: MarkupPath, as kind: Kind) {
    if !paths.contains(where: { $0 == (kind, path) }) { paths.append((kind, path)) }
  }

  mutating func add(_ event: String) { if !events.contains(event) { events.append(event) } }

  mutating func add(_ use: CheckedComponentUse) {
    let isKnown = uses.contains {
      $0.name == use.name && $0.arguments.map(\.name) == use.arguments.map(\.name)
    }
    if !isKnown { uses.append(use) }
  }

  /// Merges the names of rows with those of another loop over the same collection.
  mutating func add(_ rows: SwiftNames) {
    guard let index = lists.firstIndex(where: { $0.path.text == rows.path.text }) else {
      lists.append(rows)
      return
    }
    if !rows.isEmpty {
      lists[index].variables += rows.variables.filter { !lists[index].variables.contains($0) }
    }
    for (kind, path) in rows.paths { lists[index].add(path, as: kind) }
    for list in rows.lists { lists[index].add(list) }
  }
}

extension SwiftGenerator {
  /// Writes the names of the component's properties, collections and events, for markup that is
  /// loaded at run time. Release builds omit it.
  mutating func writeNames() {
    let names = collector.takeNames()
    writer.unmap()
    writer.line("")
    writer.line("#if DEBUG")
    writer.line("extension \(component.name): LiveMarkup {", 2)
    // A type that the program declares may be isolated to the main actor.
    let isolation = component.isDeclaredByProgram ? "nonisolated " : ""
    writer.line("\(isolation)static var markupName: String { \(component.name.swiftLiteral) }", 4)
    writer.line("@MainActor var markupNames: MarkupNames {", 4)
    writer.line("\(names.isEmpty ? "let" : "var") _names = MarkupNames(self)", 6)
    write(names, 6)
    writer.line("return _names", 6)
    writer.line("}", 4)
    writer.line("}", 2)
    writer.line("#endif")
  }

  private mutating func write(_ names: SwiftNames, _ indent: Int) {
    for kind in SwiftNames.Kind.allCases {
      for (_, path) in names.paths.filter({ $0.kind == kind }) {
        if kind == .value, names.paths.contains(where: { $0 == (.key, path) }) { continue }
        writer.line("_names.\(kind)(\(path.text.swiftLiteral), \(name(path)))", indent)
      }
    }
    for list in names.lists {
      let head = "_names.list(\(list.path.text.swiftLiteral), \(name(list.path)))"
      if list.isEmpty {
        writer.line(head, indent)
        continue
      }
      writer.line("\(head) { \(list.variables[0].swiftName), _names in", indent)
      for other in list.variables.dropFirst() {
        writer.line("let \(other.swiftName) = \(list.variables[0].swiftName)", indent + 2)
      }
      variables += list.variables
      write(list, indent + 2)
      variables.removeLast(list.variables.count)
      writer.line("}", indent)
    }
    for event in names.events { write(event: event, indent) }
    for use in names.uses { write(use, indent) }
  }

  private mutating func write(event: String, _ indent: Int) {
    guard let declared = component.events.first(where: { $0.name == event }) else {
      writer.line("_names.event(\(event.swiftLiteral), \(event.swiftName))", indent)
      return
    }
    let types = declared.type.topLevelParts
    let values = types.indices.map { "_value\($0)" }
    let parameters = zip(values, types).map { "\($0): \($1)" }.joined(separator: ", ")
    let head = "_names.event(\(event.swiftLiteral)) {"
    let call = "try \(event.swiftName)(\(values.joined(separator: ", ")))"
    if indent + "\(head) (\(parameters)) in \(call) }".count <= 100 {
      writer.line("\(head) (\(parameters)) in \(call) }", indent)
    } else {
      writer.line(head, indent)
      writer.line("(\(parameters)) in", indent + 2)
      writer.line(call, indent + 2)
      writer.line("}", indent)
    }
  }

  private mutating func write(_ use: CheckedComponentUse, _ indent: Int) {
    let names = use.arguments.map(\.name.swiftLiteral).joined(separator: ", ")
    let arguments = use.arguments.map { argument in
      if case .event = argument.value {
        return "\(argument.name.swiftLabel): try _arguments.event(\(argument.name.swiftLiteral))"
      }
      return "\(argument.name.swiftLabel): try _arguments[\(argument.name.swiftLiteral)]"
    }
    var call = SwiftCall(
      name: "_names.component", arguments: [use.name.swiftLiteral, "[\(names)]"])
    let made = SwiftCall(name: use.name, arguments: arguments, source: use.element.offset)
    call.closures = [
      SwiftClosure(
        parameters: arguments.isEmpty ? "_ in" : "_arguments in", statements: [.call(made)])
    ]
    writer.write([.call(call)], indent)
    writer.unmap(indent)
  }
}

/// Collects the names of a component while its body is generated. A path belongs to the innermost
/// loop whose variable it begins with, or else to the component; events and uses of components belong
/// to the component.
final class SwiftNameCollector {
  /// The component, then the loops around the current node.
  private var frames = [SwiftNames()]

  /// The names so far, of which the next component has none.
  func takeNames() -> SwiftNames {
    defer { frames = [SwiftNames()] }
    return frames[0]
  }

  func add(_ path: MarkupPath, as kind: SwiftNames.Kind) {
    frames[frame(of: path)].add(path, as: kind)
  }

  func add(_ event: MarkupEvent) { frames[0].add(event.name) }
  func add(_ use: CheckedComponentUse) { frames[0].add(use) }

  /// Collects the names of the rows of a collection.
  func rows<Result>(of path: MarkupPath, as variable: String, _ body: () -> Result) -> Result {
    let owner = frame(of: path)
    frames.append(SwiftNames(path: path, variables: [variable]))
    defer { frames[owner].add(frames.removeLast()) }
    return body()
  }

  private func frame(of path: MarkupPath) -> Int {
    frames.lastIndex { $0.variables.first == path.names[0] } ?? 0
  }
}
