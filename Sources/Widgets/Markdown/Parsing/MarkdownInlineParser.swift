/// Parses the inline parts of a leaf block, such as a paragraph.
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
    let index: Int
    /// The offset of the text after the bracket.
    let start: Int
    let isImage: Bool
    var hasBracketInside = false
  }

  private var scanner: MarkdownScanner
  private let definitions: [String: MarkdownLink]
  private var pieces: [Piece] = []
  /// Scanned text that is not in `pieces` yet.
  private var literal = String.UnicodeScalarView()
  private var brackets: [Bracket] = []
  /// The number of brackets, from the first, that cannot open a link, because a link cannot contain
  /// another link. They can still open an image.
  private var inactive = 0
  /// The offsets of the runs of backticks, by the length of the run, in descending order. `addCode`
  /// removes those that the scanner has passed.
  private var backticks: [Int: [Int]] = [:]

  /// - Parameter source: the text of a leaf block, without white space at its ends.
  static func parts(
    of source: [Scalar], _ definitions: [String: MarkdownLink]
  ) -> [MarkdownInline] {
    var parser = MarkdownInlineParser(source, definitions)
    parser.parse()
    return MarkdownRun.resolve(parser.pieces[...])
  }

  private init(_ source: [Scalar], _ definitions: [String: MarkdownLink]) {
    (scanner, self.definitions) = (MarkdownScanner(source), definitions)
    var rest = source[...]
    while let last = rest.lastIndex(of: "`") {
      rest = rest[...last]
      while rest.last == "`" { rest = rest.dropLast() }
      backticks[last + 1 - rest.endIndex, default: []].append(rest.endIndex)
    }
  }

  private mutating func parse() {
    while let next = scanner.next {
      switch next {
      case "\n": addLineBreak()
      case "\\": addEscaped()
      case "`": addCode()
      case "*", "_", "~": addRun(next)
      case "[", "!":
        let isImage = scanner.take("!")
        if scanner.take("[") { addBracket(isImage: isImage) } else { literal.append("!") }
      case "]": closeBracket()
      case "<":
        scanner.index += 1
        if let (text, address) = scanner.takeAutolink() {
          add(.link([.text(text)], address: address, title: ""))
        } else {
          literal.append("<")
        }
      default:
        if next == "&", let entity = scanner.takeEntity() {
          literal.append(contentsOf: entity.unicodeScalars)
        } else {
          literal.append(next.value == 0 ? "\u{FFFD}" : next)
          scanner.index += 1
        }
      }
    }
    flush()
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
    let escaped = scanner.escaped
    scanner.skipScalar()
    if escaped == nil, scanner.take("\n") {
      scanner.skip { $0 == " " }
      add(.lineBreak)
    } else {
      literal.append(escaped ?? "\\")
    }
  }

  private mutating func addCode() {
    let start = scanner.index
    scanner.skip { $0 == "`" }
    let (open, length) = (scanner.index, scanner.index - start)
    while let offset = backticks[length]?.last, offset < open { backticks[length]?.removeLast() }
    guard let end = backticks[length]?.last else {
      return literal.append(contentsOf: scanner.text[start..<open])
    }
    scanner.index = end + length
    var code = scanner.text[open..<end].map { $0 == "\n" ? " " : $0 }[...]
    if code.first == " ", code.last == " ", code.contains(where: { $0 != " " }) {
      code = code.dropFirst().dropLast()
    }
    add(.code(code.string))
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

  private mutating func addBracket(isImage: Bool) {
    flush()
    if !brackets.isEmpty { brackets[brackets.count - 1].hasBracketInside = true }
    brackets.append(Bracket(index: pieces.count, start: scanner.index, isImage: isImage))
    pieces.append(.inline(.text(isImage ? "![" : "[")))
  }

  private mutating func closeBracket() {
    scanner.index += 1
    guard let bracket = brackets.popLast() else { return literal.append("]") }
    let isActive = bracket.isImage || brackets.count >= inactive
    inactive = min(inactive, brackets.count)
    guard isActive, let link = takeLink(bracket) else { return literal.append("]") }
    flush()
    let inside = MarkdownRun.resolve(pieces[(bracket.index + 1)...])
    pieces.removeSubrange(bracket.index...)
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
    var label = scanner.takeLabel() ?? []
    if label.isEmpty, !bracket.hasBracketInside, end - bracket.start <= 1_000 {
      label = scanner.text[bracket.start..<end - 1]
    }
    if let link = definitions[MarkdownScanner.key(label)] { return link }
    scanner.index = end
    return nil
  }
}
