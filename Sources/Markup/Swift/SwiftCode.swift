/// A call with its arguments, closures and modifiers; also a statement with blocks, such as
/// `if x { … } else { … }`, or any line.
struct SwiftCall {
  var name: String
  /// Whether the name is a value or a line, without a call.
  var isValue = false
  var arguments: [String] = []
  var closures: [SwiftClosure] = []
  var modifiers: [SwiftCall] = []
  /// The offset in the markup, in bytes.
  var source: Int?

  var onOneLine: String? {
    guard closures.count < 2, closures.allSatisfy({ $0.statements.isEmpty }) else { return nil }
    return head + closures.map { " " + $0.inline }.joined()
      + modifiers.compactMap { ".\($0.onOneLine ?? "")" }.joined()
  }

  var head: String {
    if isValue || arguments.isEmpty && !closures.isEmpty { return name }
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }
}

struct SwiftClosure {
  /// What is written before the opening brace, such as a label.
  var label = ""
  /// The parameters with ` in`, written after the opening brace.
  var parameters = ""
  var statements: [SwiftCall] = []
  /// An expression, instead of statements.
  var expression = ""

  var opening: String { "\(label){\(parameters.isEmpty ? "" : " \(parameters)")" }
  var inline: String { opening + (expression.isEmpty ? "" : " \(expression)") + " }" }
}

/// Writes statements in lines of at most 100 columns, and maps the lines to lines of the markup.
struct SwiftWriter {
  private let source: MarkupSource
  private let file: String?
  private(set) var text = ""
  /// The markup line to which the compiler assigns the next line.
  private var mapped: Int?
  private let width = 100

  /// - Parameter file: The path of the markup for the compiler's errors; nil for errors in the
  ///   Swift file.
  init(_ source: MarkupSource, file: String?) {
    self.source = source
    self.file = file?.swiftLiteral
  }

  /// Maps the next line to its line in the markup.
  mutating func map(to offset: Int?, _ indent: Int) {
    guard let offset, let file else { return }
    let line = source.position(at: offset).line
    if mapped == line { return }
    text +=
      String(repeating: " ", count: indent) + "#sourceLocation(file: \(file), line: \(line))\n"
    mapped = line
  }

  /// Maps the following lines to the Swift file itself.
  mutating func unmap(_ indent: Int = 0) {
    if mapped != nil { text += String(repeating: " ", count: indent) + "#sourceLocation()\n" }
    mapped = nil
  }

  mutating func line(_ line: String, _ indent: Int = 0, from offset: Int? = nil) {
    map(to: offset, indent)
    text += (line.isEmpty ? "" : String(repeating: " ", count: indent)) + line + "\n"
    mapped = mapped.map { $0 + 1 }
  }

  mutating func write(_ calls: [SwiftCall], _ indent: Int) {
    for call in calls {
      map(to: call.source, indent)
      write(call, indent)
    }
  }

  private mutating func write(_ call: SwiftCall, _ indent: Int) {
    if let line = call.onOneLine, indent + line.count <= width {
      self.line(line, indent)
      return
    }
    var head = call.head
    if indent + head.count + (call.closures.isEmpty ? 0 : 2) > width, !call.arguments.isEmpty {
      let isLast = call.closures.isEmpty && call.modifiers.isEmpty
      line("\(call.name)(", indent)
      for argument in lines(call.arguments, end: isLast ? ")" : "", indent + 2) {
        line(argument, indent + 2)
      }
      if isLast { return }
      head = ")"
    }
    for closure in call.closures {
      let inline = "\(head) \(closure.inline)"
      if closure.statements.isEmpty, call.closures.count == 1, indent + inline.count <= width {
        head = inline
        continue
      }
      if indent + "\(head) \(closure.opening)".count <= width || closure.parameters.isEmpty {
        line("\(head) \(closure.opening)", indent)
      } else {
        line("\(head) \(closure.label){", indent)
        line(closure.parameters, indent + 2)
      }
      if !closure.expression.isEmpty { line(closure.expression, indent + 2) }
      write(closure.statements, indent + 2)
      head = "}"
    }
    line(head, indent)
    // Modifiers after a closing bracket are on separate lines.
    let isBelow = head == "}" || head == ")"
    let modifiers = call.modifiers.map { ".\($0.onOneLine ?? "")" }
    if isBelow, !modifiers.isEmpty, indent + modifiers.joined().count <= width {
      line(modifiers.joined(), indent)
    } else {
      for modifier in modifiers { line(modifier, isBelow ? indent : indent + 2) }
    }
  }

  /// The arguments on one line if they fit, or each on its own line.
  private func lines(_ arguments: [String], end: String, _ indent: Int) -> [String] {
    let joined = arguments.joined(separator: ", ") + end
    if indent + joined.count <= width { return [joined] }
    return arguments.dropLast().map { $0 + "," } + arguments.suffix(1).map { $0 + end }
  }
}

extension String {
  /// The text as a Swift literal, without interpolation.
  var swiftLiteral: String { "\"\(swiftEscaped)\"" }

  var swiftEscaped: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      case _
      where scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
        || scalar.properties.generalCategory == .lineSeparator
        || scalar.properties.generalCategory == .paragraphSeparator:
        escaped += "\\u{\(String(scalar.value, radix: 16))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
