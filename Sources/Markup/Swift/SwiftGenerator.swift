/// Generates readable Swift from a component.
public struct SwiftGenerator {
  var writer: SwiftWriter
  /// The current component.
  var component: CheckedComponent
  let collector = SwiftNameCollector()
  /// The variables of the enclosing loops.
  var variables: [String] = []

  /// Writes the Swift file of a component.
  /// - Parameters:
  ///   - component: The checked component.
  ///   - source: The markup of the component.
  ///   - file: The path of the markup, to which the compiler's errors then refer; nil if they refer
  ///     to the Swift file.
  public static func make(
    _ component: CheckedComponent, of source: MarkupSource, file: String?
  ) -> String {
    var generator = SwiftGenerator(writer: SwiftWriter(source, file: file), component: component)
    let name = source.name.split(separator: "/").last.map(String.init) ?? source.name
    generator.writer.line("// Made from \(name): changes belong there.")
    generator.writer.line("import Millrace")
    for module in component.imports {
      generator.writer.line("import \(module)", from: component.offset)
    }
    generator.write(component)
    return generator.writer.text
  }

  private mutating func write(_ component: CheckedComponent) {
    self.component = component
    writer.unmap()
    writer.line("")
    let name = component.name
    if component.isDeclaredByProgram {
      writer.line("extension \(name) {", from: component.offset)
      writer.line("@NodeBuilder @MainActor var body: Node {", 2)
    } else {
      writer.line(
        "struct \(name): Component\(component.isEquatable ? ", Equatable" : "") {",
        from: component.offset)
      writeProperties()
      writer.line("var body: Node {", 2)
    }
    writer.write(body(), 4)
    writer.unmap(4)
    writer.line("}", 2)
    writer.line("}")
    writeNames()
    for nested in component.nested { write(nested) }
  }

  private mutating func writeProperties() {
    for kind in CheckedComponent.Member.Kind.allCases {
      if kind == .handle { writer.unmap(2) }
      for member in component.members where member.kind == kind {
        let isMapped = kind != .handle && kind != .override
        writer.line(declaration(of: member), 2, from: isMapped ? member.offset : nil)
      }
    }
    if !component.members.isEmpty { writer.line("") }
  }

  private func declaration(of member: CheckedComponent.Member) -> String {
    let (name, type) = (member.name.swiftName, member.type)
    switch member.kind {
    case .state: return "@Local private var \(name): \(type) = \(member.value ?? "nil")"
    case .event: return "@Handler var \(name): @MainActor (\(type)) throws -> Void"
    case .override: return "var \(name) = \(type)()"
    case .property, .handle:
      return member.value.map { "var \(name): \(type) = \($0)" } ?? "let \(name): \(type)"
    }
  }

  /// The statements of `body`.
  private mutating func body() -> [SwiftCall] {
    let calls = self.calls(component.content)
    if !component.usesSize { return calls }
    var reader = SwiftCall(name: "SizeReader", source: component.offset)
    reader.closures = [SwiftClosure(parameters: "_size in", statements: calls)]
    if component.isRootView { reader.modifiers = [SwiftCall(name: "grow")] }
    return [reader]
  }

  /// Makes the calls for a row of a collection. The row can use the variable.
  mutating func rows(
    of path: MarkupPath, as variable: String, _ body: (inout SwiftGenerator) -> [SwiftCall]
  ) -> [SwiftCall] {
    variables.append(variable)
    defer { variables.removeLast() }
    return collector.rows(of: path, as: variable) { body(&self) }
  }

  mutating func calls(_ nodes: [CheckedNode]) -> [SwiftCall] { nodes.map { call($0) } }

  private mutating func call(_ node: CheckedNode) -> SwiftCall {
    switch node {
    case .element(let element): return call(element)
    case .component(let use): return call(use)
    case .text(let parts, let offset):
      return SwiftCall(name: text(parts), isValue: true, source: offset)
    case .branches(let branches, let offset):
      let tests = branches.map { branch in branch.test.map { "if \(condition($0))" } }
      let closures = branches.enumerated().map { index, branch in
        SwiftClosure(
          label: index == 0 ? "" : "else \(tests[index].map { "\($0) " } ?? "")",
          statements: calls(branch.content))
      }
      return SwiftCall(name: tests[0] ?? "", closures: closures, source: offset)
    case .loop(let loop):
      let rows = rows(of: loop.collection, as: loop.variable) { generator in
        generator.calls(loop.content)
      }
      return SwiftCall(
        name: "for \(loop.variable.swiftName) in \(name(loop.collection))",
        closures: [SwiftClosure(statements: rows)], source: loop.offset)
    }
  }
}
