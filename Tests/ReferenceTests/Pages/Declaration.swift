/// A declaration for a page: a parameter on each line where the whole does not fit, without the parameters for
/// the source location, which no program passes.
struct Declaration {
  struct Parameter: Equatable {
    /// As in the parameter list: `_ text: String = ""`.
    let source: String
    /// The name that the doc comment uses.
    let name: String
    let type: String
    let standard: String?
  }

  /// The text before the parameter list: `init`, `static func pair<A, B>`.
  let head: String
  /// `nil` where there is no list.
  let parameters: [Parameter]?
  /// The text after the list.
  let tail: String
  /// The names of the parameters for the source location, which `parameters` does not have.
  let hidden: Set<String>

  init(_ source: String) {
    guard let list = Self.list(in: source) else {
      (head, parameters, tail, hidden) = (source, nil, "", [])
      return
    }
    head = String(source[..<list.lowerBound])
    tail = String(source[source.index(after: list.upperBound)...])
    let inner = source[source.index(after: list.lowerBound)..<list.upperBound]
    let all = Self.parts(of: inner).compactMap(Self.parameter)
    let locations: Set = ["fileID", "line", "column", "function", "file", "filePath"]
    let hidden = Set(
      all.filter { locations.contains($0.name) && $0.standard?.hasPrefix("#") == true }
        .map(\.name))
    self.hidden = hidden
    parameters = all.filter { !hidden.contains($0.name) }
  }

  /// A name of the declaration, such as `add(_:line:)`, without the hidden parameters.
  func shown(_ name: String) -> String {
    guard !hidden.isEmpty, name.hasSuffix(")"), let list = name.firstIndex(of: "(") else {
      return name
    }
    let labels = name[list...].dropFirst().dropLast().split(separator: ":")
      .filter { !hidden.contains(String($0)) }
    return "\(name[..<list])(\(labels.map { "\($0):" }.joined()))"
  }

  /// The declaration in lines of at most about 100 columns where its parameters permit it.
  var text: String {
    guard let parameters else { return head }
    let line = "\(head)(\(parameters.map(\.source).joined(separator: ", ")))\(tail)"
    if line.count <= 90 || parameters.isEmpty { return line }
    return "\(head)(\n" + parameters.map { "  \($0.source)" }.joined(separator: ",\n")
      + "\n)\(tail)"
  }

  /// The parentheses of the parameter list: the first ones outside `<…>`, after `func`, `init` or `subscript`.
  private static func list(in source: String) -> ClosedRange<String.Index>? {
    let words = ["func ", "init", "subscript", "case "]
    guard words.contains(where: { source.contains($0) }), !source.hasPrefix("var ") else {
      return nil
    }
    var start: String.Index?
    var depth = 0
    // An attribute before the name may have its own list: `@available(…)`.
    let name = words.compactMap { source.range(of: $0)?.lowerBound }.min() ?? source.startIndex
    var index = name
    var angles = 0
    while index < source.endIndex {
      switch source[index] {
      case "<" where start == nil && !source[..<index].hasSuffix(" "): angles += 1
      case ">" where start == nil && angles > 0 && !source[..<index].hasSuffix("-"): angles -= 1
      case "(" where start == nil && angles == 0:
        // The name of an operator has no list before the space.
        start = index
        depth = 1
      case "(" where start != nil: depth += 1
      case ")" where start != nil:
        depth -= 1
        if depth == 0, let start { return start...index }
      default: break
      }
      index = source.index(after: index)
    }
    return nil
  }

  /// The text parted at the commas that are in no brackets and no string.
  private static func parts(of text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var depth = 0
    var isString = false
    var previous: Character = " "
    for index in text.indices {
      switch text[index] {
      case "\"": isString.toggle()
      case "(", "[", "{": if !isString { depth += 1 }
      case ")", "]", "}": if !isString { depth -= 1 }
      // An operator has a space before it, as in `64 << 20`, and no list of types has one.
      case "<": if !isString && previous != " " && previous != "<" { depth += 1 }
      case ">": if !isString && previous != " " && previous != "-" { depth -= 1 }
      case "," where depth == 0 && !isString:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
      previous = text[index]
    }
    parts.append(text[start...])
    return parts.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }

  private static func parameter(_ part: Substring) -> Parameter? {
    guard let match = part.wholeMatch(of: /((?:@\w+ )*)(?:(\w+|`\w+`) )?(\w+|`\w+`): (.*)/) else {
      // An associated value without a label.
      return Parameter(source: String(part), name: "", type: String(part), standard: nil)
    }
    var type = match.4
    var standard: Substring?
    if let equals = type.range(of: " = ") {
      standard = type[equals.upperBound...]
      type = type[..<equals.lowerBound]
    }
    return Parameter(
      source: String(part), name: match.3.filter { $0 != "`" }, type: String(match.1 + type),
      standard: standard.map(String.init))
  }
}
