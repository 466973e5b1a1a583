/// A call with its arguments, closures and modifiers. This type also represents a statement with
/// blocks, such as `if x { … } else { … }`, and any other line.
struct SwiftCall {
  var name: String
  /// Whether the name is a whole value or line, without parentheses.
  var isValue = false
  var arguments: [String] = []
  var closures: [SwiftClosure] = []
  var modifiers: [SwiftCall] = []
  /// The offset in the markup, in bytes.
  var source: Int?

  /// The code of this call as a modifier, with a leading dot, on one line: `.padding(1)`.
  var inline: String { "." + head + closures.map { " " + $0.inline }.joined() }

  var head: String {
    if isValue || arguments.isEmpty && !closures.isEmpty { return name }
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }
}

struct SwiftClosure {
  /// The text before the opening brace, such as a label.
  var label = ""
  /// The parameters with ` in`, written after the opening brace.
  var parameters = ""
  var statements: [SwiftCall] = []
  /// An expression, instead of statements.
  var expression = ""

  var opening: String { "\(label){\(parameters.isEmpty ? "" : " \(parameters)")" }
  var inline: String { opening + (expression.isEmpty ? "" : " \(expression)") + " }" }
}

/// Writes statements, and maps their lines to lines of the markup.
struct SwiftWriter {
  private let source: MarkupSource
  private let file: String?
  private(set) var text = ""
  /// The markup line to which the compiler assigns the next line of the Swift file.
  private var mapped: Int?

  /// - Parameter file: The path of the markup, to which the compiler's errors then refer; nil if
  ///   they refer to the Swift file.
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

  /// Ends the mapping: the compiler assigns the following lines to the Swift file itself.
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
    var head = call.head
    for closure in call.closures {
      if closure.statements.isEmpty {
        head += " \(closure.inline)"
        continue
      }
      line("\(head) \(closure.opening)", indent)
      write(closure.statements, indent + 2)
      head = "}"
    }
    line(head + call.modifiers.map(\.inline).joined(), indent)
  }
}

extension String {
  /// The text as a Swift literal, without interpolation.
  var swiftLiteral: String { "\"\(swiftEscaped)\"" }

  var swiftEscaped: String {
    unicodeScalars.map { scalar in
      let isInvisible =
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl || scalar == "\\" || scalar == "\""
        }
      return isInvisible ? scalar.escaped(asASCII: true) : String(scalar)
    }.joined()
  }
}
