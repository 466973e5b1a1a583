/// Finds the mistakes in a file, and makes the checked component for the Swift generator and the
/// loader.
public struct MarkupChecker {
  /// The origin of a document, which decides what it may contain.
  public enum Mode: Equatable, Sendable {
    /// A file of a program.
    case program
    /// Elements of an untrusted document: without paths, conditions, loops, components and
    /// declarations, and with only literal values in events.
    case untrusted(allowed: Set<String>, actions: [String: [MarkupLiteral.Kind]])
  }

  let mode: Mode
  var styles: MarkupStyles
  var report: Report
  var scope: Scope
  /// The names of the components that the file declares.
  var componentNames: Set<String> = []

  /// The names that are visible in a component.
  struct Scope {
    var component: CheckedComponent
    var variables: [String] = []
    /// The anchors of each container around the current element. The innermost container is last.
    var anchors: [Anchors] = []
    var fields: Set<String> = []
    /// Whether the file may use values and events that it does not declare. It may if the program
    /// declares the component's type.
    var allowsAnyName: Bool { component.isDeclaredByProgram }
  }

  struct Anchors {
    var names: Set<String> = []
    var uses: [(name: String, offset: Int, source: MarkupSource)] = []
    var constraints: [MarkupConstraint] = []
    /// The number of elements in the container that have a generated name, because the file gives
    /// them none.
    var count = 0
    /// The number of loop variables that are in scope outside the container.
    var outerVariables = 0
  }

  init(_ source: MarkupSource, _ mode: Mode, _ styles: MarkupStyles) {
    (report, self.mode, self.styles) = (Report(source: source), mode, styles)
    scope = Scope(component: CheckedComponent(name: "", offset: 0))
  }

  /// Checks a file with a component.
  /// - Parameters:
  ///   - source: The file.
  ///   - styles: The shared styles.
  /// - Returns: The component, if there are no issues; and all issues.
  public static func check(
    _ source: MarkupSource, styles: MarkupStyles = MarkupStyles()
  ) -> (component: CheckedComponent?, issues: [MarkupIssue]) {
    let root: MarkupElement
    do { root = try MarkupXML.read(source) } catch { return (nil, [error]) }
    var checker = MarkupChecker(source, .program, styles)
    guard root.name == "Component" else {
      return (
        nil, [source.issue("the root is <Component>, not <\(root.name)>", at: root.offset)]
      )
    }
    let component = checker.component(root, name: source.componentName, isRoot: true)
    return (checker.report.issues.isEmpty ? component : nil, checker.report.issues)
  }

  /// The largest number of issues that are reported for an untrusted document.
  public static let mostIssues = 100

  /// Checks an element of an untrusted document.
  /// - Parameters:
  ///   - element: The element, as read by a reader.
  ///   - source: The origin of the element, for messages.
  ///   - allowed: The names of allowed elements.
  ///   - actions: The actions that the element may call, by name, with the types of their values.
  /// - Returns: The node, if there are no issues; and the issues, at most a hundred.
  public static func check(
    _ element: MarkupElement, of source: MarkupSource, allowed: Set<String>,
    actions: [String: [MarkupLiteral.Kind]] = [:]
  ) -> (node: CheckedNode?, issues: [MarkupIssue]) {
    var checker = MarkupChecker(
      source, .untrusted(allowed: allowed, actions: actions), MarkupStyles())
    checker.report.limit = mostIssues
    checker.scope.anchors = [Anchors()]
    let node = checker.nodes([element], in: nil).first
    if checker.scope.anchors.first?.constraints.isEmpty == false {
      checker.report.error(
        "layout: attributes place the children of a <Constrained>", at: element.offset)
    }
    return (checker.report.issues.isEmpty ? node : nil, checker.report.issues)
  }

  // MARK: - Names

  /// Reports a name that is not allowed for its kind, and a variable with the name of an event.
  mutating func checkName(_ name: String, _ naming: MarkupNaming, at offset: Int) {
    if let problem = naming.problem(of: name) { report.error(problem, at: offset) }
    if naming == .variable, scope.component.member(name)?.kind == .event {
      report.error("\"\(name)\" is an event: choose another name for the variable", at: offset)
    }
  }

  /// Declares a property of the generated type for a field, unless the program declares the type.
  mutating func declare(_ field: CheckedComponent.Member) {
    checkName(field.name, .member, at: field.offset)
    if !scope.component.isDeclaredByProgram { add(field) }
  }

  mutating func add(_ member: CheckedComponent.Member) {
    if scope.component.member(member.name) != nil {
      report.error(
        "\"\(member.name)\" is declared twice in \(scope.component.name)", at: member.offset)
    }
    scope.component.members.append(member)
  }

  /// Reports a path whose first name is unknown, and a binding to a value that cannot be set.
  mutating func checkName(_ path: MarkupPath, at offset: Int) {
    if case .untrusted = mode {
      report.error(
        "an untrusted document must not use values of the program: {\(path.text)}", at: offset)
      return
    }
    let component = scope.component
    let known = scope.variables + component.members.filter(\.isValue).map(\.name)
    let name = path.names[0]
    if scope.allowsAnyName {
      if name.first == "_" { checkName(name, .variable, at: offset) }
    } else if !known.contains(name) {
      report.error(
        "\"\(name)\" is not a property of \(component.name)"
          + Suggestion.text(for: name, among: known), at: offset)
    } else if path.isBinding,
      scope.variables.contains(name) || component.member(name)?.isSettable == false
    {
      report.error(
        "\"\(name)\" cannot be set: {$\(path.text)} needs a state, or a property of a type Binding<…>",
        at: offset)
    }
  }

  /// Reports an event that the component does not declare, or whose name begins with `_`.
  mutating func checkName(_ event: MarkupEvent, at offset: Int) {
    if mode != .program { return }
    let known = scope.component.members.filter { $0.kind == .event }.map(\.name)
    if event.name.first == "_" { checkName(event.name, .member, at: offset) }
    if scope.allowsAnyName || known.contains(event.name) { return }
    let hint = ": declare it with <event name=\"\(event.name)\"/>"
    report.error(
      "\"\(event.name)\" is not an event of \(scope.component.name)"
        + Suggestion.text(for: event.name, among: known, otherwise: hint), at: offset)
  }

  /// Checks that an action of an untrusted document accepts the arguments of the event, and the
  /// value that the control adds.
  mutating func checkAction(_ event: MarkupEvent, of attribute: MarkupAttributeType, at offset: Int)
  {
    guard case .untrusted(_, let actions) = mode else { return }
    guard let kinds = actions[event.name] else {
      report.error(
        "\"\(event.name)\" is not an action that is allowed here"
          + Suggestion.text(for: event.name, among: actions.keys), at: offset)
      return
    }
    let isFlag = attribute.name == "onHover" || attribute.name == "onFocusChange"
    let added: [MarkupLiteral.Kind] =
      attribute.type.valueCount == 0 ? [] : [isFlag ? .bool : .string]
    let own = kinds.dropLast(added.count)
    let fits = zip(event.arguments, own).allSatisfy { argument, kind in
      if case .literal(let literal) = argument { literal.isOf(kind) } else { false }
    }
    if fits, event.arguments.count == own.count, kinds.suffix(added.count) == added[...] { return }
    let taken = kinds.isEmpty ? "no values" : kinds.map(\.rawValue).joined(separator: ", ")
    let last = added.first.map { "; \(attribute.name) adds \($0.rawValue) last" } ?? ""
    report.error("\(event.name) takes \(taken)" + last, at: offset)
  }
}

extension MarkupSource {
  /// The name of the file, without folder and extension.
  public var componentName: String {
    let file = name.split(separator: "/").last.map(String.init) ?? name
    return String(file.split(separator: ".").first ?? "")
  }
}
