/// The link definitions, and the labels that were not found.
struct MarkdownReferences {
  /// The definitions in closed blocks, which take precedence.
  var closed: [String: MarkdownLink] = [:]
  /// The definitions in the open section, which may change.
  var open: [String: MarkdownLink] = [:]
  /// The labels that closed blocks do not define: their links may change.
  var missing: Set<String> = []

  func link(_ label: String) -> MarkdownLink? { closed[label] ?? open[label] }

  mutating func find(_ label: String) -> MarkdownLink? {
    if label.isEmpty { return nil }
    if closed[label] == nil { missing.insert(label) }
    return link(label)
  }
}

/// Parses the inline parts of a leaf.
/// - Complexity: O(*n*) in the length of the source, except that labels and titles that are not
///   closed are scanned repeatedly.
struct MarkdownInlineParser {
  /// An inline part, or a run of `*`, `_` or `~` that may open or close emphasis.
  enum Piece {
    case inline(MarkdownInline)
    case run(MarkdownRun)
  }

  /// A `[` that may open a link.
  private struct Bracket {
    /// The index of the bracket in the pieces.
    let place: Int
    /// The offset of the text after the bracket.
    let start: Int
    let isImage: Bool
    var hasBracketInside = false
  }

  private var scanner: MarkdownScanner
  private var references: MarkdownReferences
  private var pieces: [Piece] = []
  /// Text that is not in the pieces yet.
  private var literal = String.UnicodeScalarView()
  private var brackets: [Bracket] = []
  /// The number of leading brackets that cannot open a link, because links cannot contain links;
  /// images are excepted.
  private var inactive = 0
  /// The offset of the last run of backticks, by length.
  private var lastBackticks: [Int: Int]?

  /// - Parameter source: without white space at its ends.
  static func parts(
    of source: [Scalar], _ references: inout MarkdownReferences
  ) -> [MarkdownInline] {
    var parser = MarkdownInlineParser(MarkdownScanner(source), references)
    parser.parse()
    references = parser.references
    return MarkdownRun.resolve(parser.pieces[...])
  }

  private init(_ scanner: MarkdownScanner, _ references: MarkdownReferences) {
    (self.scanner, self.references) = (scanner, references)
  }

  private mutating func parse() {
    while let next = scanner.next {
      switch next {
      case "\n": addLineBreak()
      case "\\": addEscaped()
      case "`": addCode()
      case "*", "_", "~": addRun(next)
      case "[":
        scanner.index += 1
        addBracket("[")
      case "!":
        scanner.index += 1
        if scanner.take("[") { addBracket("![") } else { literal.append("!") }
      case "]": closeBracket()
      case "<":
        scanner.index += 1
        if let (text, address) = scanner.takeAutolink() {
          add(.link([.text(text)], address: address, title: ""))
        } else {
          literal.append("<")
        }
      case "&":
        if let entity = scanner.takeEntity() {
          literal.append(contentsOf: entity.unicodeScalars)
        } else {
          takeLiteral(next)
        }
      default: takeLiteral(next)
      }
    }
    flush()
  }

  private mutating func takeLiteral(_ scalar: Scalar) {
    literal.append(scalar.value == 0 ? "\u{FFFD}" : scalar)
    scanner.index += 1
  }

  private mutating func flush() {
    if literal.isEmpty { return }
    pieces.append(.inline(.text(String(literal))))
    literal = String.UnicodeScalarView()
  }

  private mutating func add(_ inline: MarkdownInline) {
    flush()
    pieces.append(.inline(inline))
  }

  private mutating func addLineBreak() {
    let spaces = literal.reversed().countPrefix { $0 == " " }
    literal.removeLast(spaces)
    scanner.index += 1
    scanner.skip { $0 == " " }
    add(spaces >= 2 ? .lineBreak : .softBreak)
  }

  private mutating func addEscaped() {
    scanner.index += 1
    guard let next = scanner.next else { return literal.append("\\") }
    if next == "\n" {
      scanner.index += 1
      scanner.skip { $0 == " " }
      add(.lineBreak)
    } else if next.isASCII, next.isMarkdownPunctuation {
      takeLiteral(next)
    } else {
      literal.append("\\")
    }
  }

  private mutating func addCode() {
    let start = scanner.index
    scanner.skip { $0 == "`" }
    let (open, length) = (scanner.index, scanner.index - start)
    let text = scanner.text
    if lastBackticks == nil { lastBackticks = Self.backticks(in: text, from: open) }
    var end = lastBackticks?[length].map { $0 >= open } == true ? open : text.count
    while end < text.count {
      let count = text[end...].countPrefix { $0 == "`" }
      if count == length { break }
      end += max(1, count)
    }
    guard end < text.count else {
      return literal.append(contentsOf: text[start..<open])
    }
    scanner.index = end + length
    var code = text[open..<end].map { $0 == "\n" ? " " : $0 }[...]
    if code.first == " ", code.last == " ", code.contains(where: { $0 != " " }) {
      code = code.dropFirst().dropLast()
    }
    add(.code(code.string))
  }

  private static func backticks(in text: [Scalar], from start: Int) -> [Int: Int] {
    var last: [Int: Int] = [:]
    var place = start
    while place < text.count {
      let count = text[place...].countPrefix { $0 == "`" }
      if count > 0 { last[count] = place }
      place += max(1, count)
    }
    return last
  }

  private mutating func addRun(_ character: Scalar) {
    let start = scanner.index
    scanner.skip { $0 == character }
    let before = start > 0 ? scanner.text[start - 1] : "\n"
    let run = MarkdownRun(
      character, count: scanner.index - start, between: before, and: scanner.next ?? "\n")
    guard run.canOpen || run.canClose else {
      return literal.append(contentsOf: scanner.text[start..<scanner.index])
    }
    flush()
    pieces.append(.run(run))
  }

  // MARK: - Links

  private mutating func addBracket(_ source: String) {
    flush()
    if !brackets.isEmpty { brackets[brackets.count - 1].hasBracketInside = true }
    brackets.append(
      Bracket(place: pieces.count, start: scanner.index, isImage: source != "["))
    pieces.append(.inline(.text(source)))
  }

  private mutating func closeBracket() {
    scanner.index += 1
    guard let bracket = brackets.popLast() else { return literal.append("]") }
    let isActive = bracket.isImage || brackets.count >= inactive
    inactive = min(inactive, brackets.count)
    guard isActive, let link = takeLink(bracket) else { return literal.append("]") }
    flush()
    let inside = MarkdownRun.resolve(pieces[(bracket.place + 1)...])
    pieces.removeSubrange(bracket.place...)
    if bracket.isImage {
      add(.image(inside.plainText, address: link.address, title: link.title))
    } else {
      add(.link(inside, address: link.address, title: link.title))
      inactive = brackets.count
    }
  }

  private mutating func takeLink(_ bracket: Bracket) -> MarkdownLink? {
    let end = scanner.index
    if let link = scanner.takeTarget() { return link }
    if let label = scanner.takeLabel(), !label.isEmpty {
      if let link = references.find(MarkdownScanner.key(label)) { return link }
    } else if !bracket.hasBracketInside, end - bracket.start <= 1_000 {
      let label = scanner.text[bracket.start..<end - 1]
      if let link = references.find(MarkdownScanner.key(label)) { return link }
    }
    scanner.index = end
    return nil
  }
}
