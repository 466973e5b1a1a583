/// The names that the markup of a component, or of the rows of a collection, uses.
struct SwiftNames {
  /// The path of the collection, and the variable of the loop over the collection. Both are empty
  /// for the names of a component.
  var (path, variable) = (MarkupPath(names: []), "")
  var paths: [MarkupPath] = []
  var lists: [SwiftNames] = []
  var events: [String] = []
  var uses: [CheckedComponentUse] = []

  var isEmpty: Bool { paths.isEmpty && lists.isEmpty && events.isEmpty && uses.isEmpty }
}

extension SwiftGenerator {
  /// Writes the names of the component's properties, collections and events, for markup that is
  /// loaded at run time. Release builds omit these names.
  mutating func writeNames() {
    let names = collector.takeNames()
    writer.unmap()
    writer.line("")
    writer.line("#if DEBUG")
    writer.line("extension \(component.name): LiveMarkup {", 2)
    // The program may isolate its type to the main actor.
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
    var calls = names.paths.map {
      SwiftCall(
        name: $0.isBinding ? "_names.binding" : "_names.value",
        arguments: [$0.text.swiftLiteral, name($0)])
    }
    for list in names.lists {
      var call = SwiftCall(
        name: "_names.list", arguments: [list.path.text.swiftLiteral, name(list.path)])
      if !list.isEmpty {
        variables.append(list.variable)
        call.closures = [
          SwiftClosure(
            parameters: "\(list.variable.swiftName), _names in", statements: self.calls(for: list))
        ]
        variables.removeLast()
      }
      calls.append(call)
    }
    let events = names.events.map {
      SwiftCall(name: "_names.event", arguments: [$0.swiftLiteral, $0.swiftName])
    }
    return calls + events + names.uses.map { call(for: $0) }
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
/// loop whose variable begins the path, or else to the component. Events and uses of components
/// belong to the component.
final class SwiftNameCollector {
  /// The names of the component, then of the loops around the current node.
  private var frames = [SwiftNames()]

  /// Returns the collected names, and removes them, because the next component has its own names.
  func takeNames() -> SwiftNames {
    defer { frames = [SwiftNames()] }
    return frames[0]
  }

  func add(_ path: MarkupPath) {
    let frame = frame(of: path)
    if !frames[frame].paths.contains(path) { frames[frame].paths.append(path) }
  }

  func add(_ event: MarkupEvent) {
    if !frames[0].events.contains(event.name) { frames[0].events.append(event.name) }
  }

  func add(_ use: CheckedComponentUse) {
    let isKnown = frames[0].uses.contains {
      $0.name == use.name && $0.arguments.map(\.name) == use.arguments.map(\.name)
    }
    if !isKnown { frames[0].uses.append(use) }
  }

  /// Collects the names of the rows of a collection.
  func rows<Result>(of path: MarkupPath, as variable: String, _ body: () -> Result) -> Result {
    let owner = frame(of: path)
    frames.append(SwiftNames(path: path, variable: variable))
    defer { frames[owner].lists.append(frames.removeLast()) }
    return body()
  }

  private func frame(of path: MarkupPath) -> Int {
    frames.lastIndex { $0.variable == path.names[0] } ?? 0
  }
}
