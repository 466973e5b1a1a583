/// The parsed value of an attribute.
public enum MarkupValue: Equatable, Sendable {
  case text([MarkupTextPart])
  case condition(MarkupCondition)
  case number(Double)
  case length(MarkupLength)
  case color(MarkupColor)
  case keyword(MarkupKeyword)
  case event(MarkupEvent)
  /// The path of a value. The value of a number or length attribute can also be a path.
  case path(MarkupPath)
  case word(String)

  /// The paths in the value.
  var paths: [MarkupPath] {
    switch self {
    case .text(let parts):
      parts.compactMap { if case .value(let path, _) = $0 { path } else { nil } }
    case .condition(let condition): condition.paths
    case .path(let path): [path]
    case .event(let event):
      event.arguments.compactMap { if case .path(let path) = $0 { path } else { nil } }
    default: []
    }
  }

  var condition: MarkupCondition? {
    if case .condition(let condition) = self { condition } else { nil }
  }
  public var path: MarkupPath? { if case .path(let path) = self { path } else { nil } }
  public var word: String? {
    switch self {
    case .word(let word): word
    case .keyword(let word): word.word
    default: nil
    }
  }
  var isTrue: Bool { self == .condition(.always(true)) }
}

/// Names separated by dots: a property, and the path from it to a value.
public struct MarkupPath: Equatable, Sendable {
  public var names: [String]
  /// Whether the path is written with `$`, because the value is also set.
  public var isBinding = false

  /// The path as written, without `$`.
  public var text: String { names.joined(separator: ".") }

  /// Reads a path.
  /// - Parameter canSet: Whether the path may begin with `$`.
  static func read(
    _ scanner: inout ValueScanner, canSet: Bool = false
  ) throws(ValueError) -> MarkupPath {
    var path = MarkupPath(names: [], isBinding: scanner.consume("$"))
    if path.isBinding, !canSet {
      throw ValueError("a value is only read here: write it without $", at: scanner.index - 1)
    }
    repeat {
      guard let name = scanner.takeWord() else {
        throw ValueError(
          "a property path has names and dots, as item.title, not \(scanner.found)",
          at: scanner.index)
      }
      path.names.append(name)
    } while scanner.byte == UInt8(ascii: ".") && scanner.consume(".")
    return path
  }

  /// Reads `{path}`. Does not check that the brace `{` is there.
  static func readInBraces(
    _ scanner: inout ValueScanner, canSet: Bool = false
  ) throws(ValueError) -> MarkupPath {
    _ = scanner.consume("{")
    let path = try read(&scanner, canSet: canSet)
    try scanner.require("}", "after {\(path.text)")
    return path
  }
}

/// A part of a text: words, or a value with its format.
public enum MarkupTextPart: Equatable, Sendable {
  case literal(String)
  case value(MarkupPath, MarkupFormat?)

  /// Reads words with `{path}` and `{path:format}`; `{{` and `}}` are literal braces.
  static func read(_ text: String) throws(ValueError) -> [MarkupTextPart] {
    var scanner = ValueScanner(text)
    var parts: [MarkupTextPart] = []
    var literal = ""
    while !scanner.isAtEnd {
      literal += scanner.takeUntil(UInt8(ascii: "{"), UInt8(ascii: "}"))
      if scanner.isAtEnd { break }
      let brace = scanner.byte
      let start = scanner.index
      scanner.index += 1
      if scanner.byte == brace {
        literal.unicodeScalars.append(Unicode.Scalar(brace))
        scanner.index += 1
      } else if brace == UInt8(ascii: "}") {
        throw ValueError("} has no {: write }} for a literal brace", at: start)
      } else {
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        let path = try MarkupPath.read(&scanner)
        let format = scanner.consume(":") ? try MarkupFormat.read(&scanner) : nil
        try scanner.require("}", "after {\(path.text): write {{ for a brace")
        parts.append(.value(path, format))
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    return parts
  }
}

/// The format of a value in a text: `{price:fixed(2)}`. It is a format of Swift's `TextFormat`.
public struct MarkupFormat: Equatable, Sendable {
  public var name: String
  /// The number in parentheses: how many digits follow the decimal point, or how many characters
  /// the text has at least.
  public var count: Int?

  /// The formats, each in an example of its syntax.
  static let titles = ["uppercased", "lowercased", "fixed(2)", "percent", "padded(5)"]

  /// The format in markup and in Swift.
  var text: String { name + (count.map { "(\($0))" } ?? "") }

  static func read(_ scanner: inout ValueScanner) throws(ValueError) -> MarkupFormat {
    let start = scanner.index
    var format = MarkupFormat(name: scanner.takeWord() ?? "")
    if scanner.consume("(") {
      format.count = scanner.takeNumber().flatMap { Int(exactly: $0) }
      guard scanner.consume(")"), let count = format.count, (0...100).contains(count) else {
        throw ValueError(
          "write a number from 0 to 100 in the brackets of the format", at: scanner.index)
      }
    }
    guard
      titles.contains(
        format.name + (format.count == nil ? "" : format.name == "fixed" ? "(2)" : "(5)"))
    else {
      throw ValueError(
        "\"\(format.name)\" is not a format: there are \(titles.joined(separator: ", "))", at: start
      )
    }
    return format
  }
}

/// A size of a box.
public enum MarkupLength: Equatable, Sendable {
  case cells(Double)
  case percent(Double)
  case keyword(String)

  public static let keywords = [
    "auto", "minContent", "maxContent", "fitContent", "stretch", "content",
  ]

  init(_ text: String) throws(ValueError) {
    if Self.keywords.contains(text) {
      self = .keyword(text)
      return
    }
    var scanner = ValueScanner(text)
    if let number = scanner.takeNumber() {
      let isShare = scanner.consume("%")
      self = isShare ? .percent(number) : .cells(number)
      if scanner.isAtEnd {
        if number.magnitude <= (isShare ? 1000 : 10_000) { return }
        throw ValueError("\(text) is too large: at most 10000 cells, or 1000%")
      }
    }
    throw ValueError("\"\(text)\" is not \(MarkupType.length.title)")
  }
}

/// A color of the palette, or a color by its red, green and blue parts.
public enum MarkupColor: Equatable, Sendable {
  case named(String)
  case rgb(UInt8, UInt8, UInt8)

  public static let names = [
    "default", "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "brightBlack",
    "brightRed", "brightGreen", "brightYellow", "brightBlue", "brightMagenta", "brightCyan",
    "brightWhite",
  ]

  init(_ text: String) throws(ValueError) {
    let digits = text.dropFirst()
    if Self.names.contains(text) {
      self = .named(text)
    } else if text.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    {
      self = .rgb(UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255))
    } else {
      let all = ": there are \(Self.names.joined(separator: ", ")) and #rrggbb"
      throw ValueError(
        "\"\(text)\" is not a color" + Suggestion.text(for: text, among: Self.names, otherwise: all)
      )
    }
  }
}

/// The call of an event: its name and its arguments.
public struct MarkupEvent: Equatable, Sendable {
  public enum Argument: Equatable, Sendable {
    case path(MarkupPath)
    case literal(MarkupLiteral)
  }

  public var name: String
  public var arguments: [Argument]

  /// Reads `name` or `name(item.id, 3, 'words')`.
  init(_ text: String) throws(ValueError) {
    var scanner = ValueScanner(text)
    guard let name = scanner.takeWord() else {
      throw ValueError("an event is a name, as save or remove(item.id), not \(scanner.found)")
    }
    (self.name, arguments) = (name, [])
    if scanner.consume("("), !scanner.consume(")") {
      repeat {
        if let literal = try MarkupLiteral.read(&scanner) {
          arguments.append(.literal(literal))
        } else {
          arguments.append(.path(try MarkupPath.read(&scanner)))
        }
      } while scanner.consume(",")
      try scanner.require(")", "after the values of \(name)")
    }
    try scanner.requireEnd("the event \(name)")
  }
}

/// A literal value in an event or a condition.
public enum MarkupLiteral: Equatable, Sendable {
  case bool(Bool)
  case number(Double)
  case string(String)
  /// `.name`: a case of an enumeration.
  case enumCase(String)

  /// The type of an argument of an action.
  public enum Kind: String, Equatable, Sendable {
    case bool = "true or false"
    case integer = "a whole number"
    case number = "a number"
    case string = "a string"
  }

  func isOf(_ kind: Kind) -> Bool {
    switch (self, kind) {
    case (.bool, .bool), (.number, .number), (.string, .string): true
    case (.number(let number), .integer): Int(exactly: number) != nil
    default: false
    }
  }

  static func read(_ scanner: inout ValueScanner) throws(ValueError) -> MarkupLiteral? {
    if scanner.takeWord("true") { return .bool(true) }
    if scanner.takeWord("false") { return .bool(false) }
    if let number = scanner.takeNumber() { return .number(number) }
    if scanner.consume(".") {
      guard let name = scanner.takeWord() else {
        throw ValueError("a name is missing after the point", at: scanner.index)
      }
      return .enumCase(name)
    }
    guard scanner.consume("'") else { return nil }
    let text = scanner.takeUntil(UInt8(ascii: "'"))
    try scanner.require("'", "at the end of '\(text)")
    return .string(text)
  }
}
