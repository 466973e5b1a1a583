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
    writer.write(calls(for: names), 6)
    writer.unmap(6)
    writer.line("return _names", 6)
    writer.line("}", 4)
    writer.line("}", 2)
    writer.line("#endif")
  }

  private mutating func calls(for names: SwiftNames) -> [SwiftCall] {
    var calls: [SwiftCall] = []
    for kind in SwiftNames.Kind.allCases {
      for (_, path) in names.paths.filter({ $0.kind == kind }) {
        if kind == .value, names.paths.contains(where: { $0 == (.key, path) }) { continue }
        calls.append(
          SwiftCall(name: "_names.\(kind)", arguments: [path.text.swiftLiteral, name(path)]))
      }
    }
    for list in names.lists {
      var call = SwiftCall(
        name: "_names.list", arguments: [list.path.text.swiftLiteral, name(list.path)])
      if !list.isEmpty {
        let first = list.variables[0].swiftName
        let others = list.variables.dropFirst().map {
          SwiftCall(name: "let \($0.swiftName) = \(first)", isValue: true)
        }
        variables += list.variables
        call.closures = [
          SwiftClosure(
            parameters: "\(first), _names in", statements: others + self.calls(for: list))
        ]
        variables.removeLast(list.variables.count)
      }
      calls.append(call)
    }
    return calls + names.events.map { call(for: $0) } + names.uses.map { call(for: $0) }
  }

  private func call(for event: String) -> SwiftCall {
    var call = SwiftCall(name: "_names.event", arguments: [event.swiftLiteral])
    guard let declared = component.member(event) else {
      call.arguments.append(event.swiftName)
      return call
    }
    let types = declared.type.topLevelParts
    let values = types.indices.map { "_value\($0)" }
    let parameters = zip(values, types).map { "\($0): \($1)" }.joined(separator: ", ")
    call.closures = [
      SwiftClosure(
        parameters: "(\(parameters)) in",
        expression: "try \(event.swiftName)(\(values.joined(separator: ", ")))")
    ]
    return call
  }

  private func call(for use: CheckedComponentUse) -> SwiftCall {
    let names = use.arguments.map(\.name.swiftLiteral).joined(separator: ", ")
    let arguments = use.arguments.map { argument in
      if case .event = argument.value {
        return "\(argument.name.swiftLabel): try _arguments.event(\(argument.name.swiftLiteral))"
      }
      return "\(argument.name.swiftLabel): try _arguments[\(argument.name.swiftLiteral)]"
    }
    let made = SwiftCall(name: use.name, arguments: arguments, source: use.element.offset)
    return SwiftCall(
      name: "_names.component", arguments: [use.name.swiftLiteral, "[\(names)]"],
      closures: [
        SwiftClosure(
          parameters: arguments.isEmpty ? "_ in" : "_arguments in", statements: [made])
      ])
  }
}

/// Collects the names of a component while its body is generated. A path belongs to the innermost
/// loop whose variable it begins with, or else to the component; events and uses of components
/// belong to the component.
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
