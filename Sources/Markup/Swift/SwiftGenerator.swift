/// Generates readable Swift from a component.
public struct SwiftGenerator {
  let source: MarkupSource
  /// The path of the markup, for the compiler's errors.
  let file: String?
  var writer: SwiftWriter
  /// The current component.
  var component: CheckedComponent
  let collector = SwiftNameCollector()
  /// The variables of the enclosing loops.
  var variables: [String] = []

  /// Writes the Swift file of a component.
  /// - Parameters:
  ///   - component: The checked component.
  ///   - source: Its markup.
  ///   - file: The path of the markup for the compiler's errors; nil for errors in the Swift file.
  public static func make(
    _ component: CheckedComponent, of source: MarkupSource, file: String?
  ) -> String {
    var maker = SwiftGenerator(
      source: source, file: file, writer: SwiftWriter(source, file: file), component: component)
    let name = source.name.split(separator: "/").last.map(String.init) ?? source.name
    maker.writer.line("// Made from \(name): changes belong there.")
    maker.writer.line("import Millrace")
    for module in component.imports {
      maker.writer.line("import \(module)", from: component.offset)
    }
    maker.write(component)
    return maker.writer.text
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
    for state in component.states {
      writer.line(
        "@Local private var \(state.name.swiftName): \(state.type) = \(state.value ?? "nil")", 2,
        from: state.offset)
    }
    for property in component.properties {
      let value = property.value.map { " = \($0)" } ?? ""
      writer.line(
        "\(value.isEmpty ? "let" : "var") \(property.name.swiftName): \(property.type)\(value)", 2,
        from: property.offset)
    }
    for event in component.events {
      writer.line(
        "@Handler var \(event.name.swiftName): @MainActor (\(event.type)) throws -> Void", 2,
        from: event.offset)
    }
    writer.unmap(2)
    for handle in component.handles {
      writer.line("var \(handle.swiftName): FocusHandle? = nil", 2)
    }
    for name in component.overrides {
      writer.line("var \(name.swiftName) = ConstraintOverride()", 2)
    }
    let members = [component.states, component.properties, component.events]
    if !members.joined().isEmpty || !component.handles.isEmpty || !component.overrides.isEmpty {
      writer.line("")
    }
  }

  /// The statements of `body`.
  private mutating func body() -> [SwiftStatement] {
    var statements = component.content.flatMap { self.statements($0) }
    if component.isConstrained || component.isRootView {
      var call = SwiftCall(
        name: component.isConstrained ? "Constrained" : "Column", source: component.offset)
      call.closures = [SwiftClosure(statements: statements)]
      if component.isConstrained { call.closures.append(constraints(of: component.content)) }
      if component.isRootView { call.modifiers = rootModifiers }
      statements = [.call(call)]
    }
    if component.usesSize {
      var call = SwiftCall(name: "SizeReader", source: component.offset)
      call.closures = [SwiftClosure(parameters: "_size in", statements: statements)]
      if component.isRootView { call.modifiers = [SwiftCall(name: "grow")] }
      statements = [.call(call)]
    }
    return statements
  }

  /// A root view fills the screen, one cell away from each edge to which it does not extend.
  private var rootModifiers: [SwiftCall] {
    let sides = ["left", "top", "right", "bottom"].filter { !component.extend.contains($0) }
    let grow = SwiftCall(name: "grow")
    if sides.isEmpty { return [grow] }
    let padding = sides.count == 4 ? ["1"] : sides.map { "\($0): 1" }
    return [grow, SwiftCall(name: "padding", arguments: padding)]
  }

  /// Makes the statements for a row of a collection, in which a variable is known.
  mutating func rows(
    of path: MarkupPath, as variable: String,
    _ body: (inout SwiftGenerator) -> [SwiftStatement]
  ) -> [SwiftStatement] {
    variables.append(variable)
    defer { variables.removeLast() }
    return collector.rows(of: path, as: variable) { body(&self) }
  }

  mutating func statements(_ nodes: [CheckedNode]) -> [SwiftStatement] {
    nodes.flatMap { statements($0) }
  }

  private mutating func statements(_ node: CheckedNode) -> [SwiftStatement] {
    switch node {
    case .element(let element): return [.call(call(element))]
    case .component(let use): return [.call(call(use))]
    case .text(let parts, let offset): return [.line(text(parts), source: offset)]
    case .branches(let branches, let offset):
      var blocks: [SwiftBlock] = []
      for (index, branch) in branches.enumerated() {
        let test = branch.test.map { "if \(condition($0))" }
        let head = index == 0 ? test ?? "" : test.map { "else \($0)" } ?? "else"
        blocks.append(SwiftBlock(head: head, statements: statements(branch.content)))
      }
      return [.block(blocks, source: offset)]
    case .loop(let loop):
      let collection = name(loop.collection)
      let inner = rows(of: loop.collection, as: loop.variable) { maker in
        let key = maker.swift(loop.key, as: .key)
        var inner = maker.statements(loop.content)
        if case .call(var call)? = inner.first {
          call.modifiers.append(SwiftCall(name: "key", arguments: [key]))
          inner = [.call(call)]
        }
        return inner
      }
      return [
        .block(
          [SwiftBlock(head: "for \(loop.variable.swiftName) in \(collection)", statements: inner)],
          source: loop.offset)
      ]
    }
  }
}
