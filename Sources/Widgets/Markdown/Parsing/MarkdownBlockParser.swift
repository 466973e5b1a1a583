/// Parses the blocks of a text line by line, using the algorithm in CommonMark's appendix: each
/// line continues the first few open blocks, may open others, and closes the rest.
///
/// The content of a leaf block remains source text, because its links may use definitions that
/// come later in the document.
/// - Complexity: O(*n*) in the length of the text, times the nesting depth, which is limited.
struct MarkdownBlockParser {
  let root = RawBlock(.document, line: 0)
  /// The link reference definitions by label. Of several with the same label, the first is used.
  private(set) var definitions: [String: MarkdownLink] = [:]
  /// The open blocks, from the document to the innermost one.
  private var open: [RawBlock]
  private var lineNumber = 0

  /// The maximum nesting depth; quotes and lists below this depth are text. The limit bounds the
  /// recursion over trees built from untrusted text.
  static let maximumDepth = 60

  init(_ text: [Scalar]) {
    open = [root]
    var rest = text[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != "\n" && $0 != "\r" }
      rest = rest[line.endIndex...]
      rest = rest.dropFirst(rest.starts(with: ["\r", "\n"]) ? 2 : 1)
      lineNumber += 1
      add(MarkdownLine(line))
    }
    close(to: 0)
  }

  private var innermost: RawBlock { open[open.count - 1] }

  private mutating func add(_ line: MarkdownLine) {
    var line = line
    var depth = 1
    while depth < open.count {
      guard let goesOn = continues(open[depth], &line) else { return close(to: depth) }
      if !goesOn { break }
      depth += 1
    }
    let isLazy = depth < open.count && innermost.isParagraph
    // The start of a block closes the blocks that the line does not continue.
    var hasClosed = false
    while !open[depth - 1].isCode {
      guard let isDone = start(&line, in: depth) else {
        line.skipSpace()
        break
      }
      if isDone {
        for block in open { block.endsBlank = false }
        return
      }
      (hasClosed, depth) = (true, open.count)
    }
    if !hasClosed, isLazy, !line.isBlank { return innermost.text += line.rest }
    close(to: depth)
    let block = innermost
    if line.isBlank { block.children.last?.endsBlank = true }
    let endsBlank =
      switch block.kind {
      case .quote, .code(.some): false
      case .item where block.children.isEmpty && block.line == lineNumber: false
      default: line.isBlank
      }
    for block in open { block.endsBlank = endsBlank }
    switch block.kind {
    case .paragraph, .code, .table: block.text += line.rest
    default:
      if line.isBlank { return }
      line.skipSpace()
      append(.paragraph).text = line.rest
    }
  }

  /// - Returns: whether an open block continues in a line; nil if the line is the last line of the
  ///   block.
  private func continues(_ block: RawBlock, _ line: inout MarkdownLine) -> Bool? {
    switch block.kind {
    case .document, .list: return true
    case .heading, .thematicBreak: return false
    case .paragraph, .table: return !line.isBlank
    case .quote:
      guard !line.isIndented, line.content.first == ">" else { return false }
      skipQuoteMarker(&line)
      return true
    case .item(let marker):
      if line.isBlank {
        if block.children.isEmpty { return false }
        line.skipSpace()
        return true
      }
      guard line.indent >= marker.indent else { return false }
      line.skip(columns: marker.indent)
      return true
    case .code(nil):
      guard line.isIndented || line.isBlank else { return false }
      line.skip(columns: 4)
      return true
    case .code(let fence?):
      let content = line.content
      let length = content.countPrefix { $0 == fence.character }
      if !line.isIndented, length >= fence.length,
        content.dropFirst(length).allSatisfy(\.isMarkdownSpace)
      {
        return nil
      }
      line.skip(columns: min(line.indent, fence.indent))
      return true
    }
  }

  private func skipQuoteMarker(_ line: inout MarkdownLine) {
    line.skipSpace()
    line.skip(scalars: 1)
    line.skip(columns: 1)
  }

  // MARK: - Starts of blocks

  /// - Parameter depth: the number of open blocks that the line continues.
  /// - Returns: nil if no block starts; otherwise whether the whole line is consumed.
  private mutating func start(_ line: inout MarkdownLine, in depth: Int) -> Bool? {
    let container = open[depth - 1]
    if line.isBlank { return nil }
    if line.isIndented {
      if container.isList, startItem(&line, in: depth) { return false }
      guard !innermost.isParagraph else { return nil }
      line.skip(columns: 4)
      append(.code(nil), in: depth).text = line.rest
      return true
    }
    let content = line.content
    let first = content[content.startIndex]
    if first == ">", depth < Self.maximumDepth {
      skipQuoteMarker(&line)
      append(.quote, in: depth)
      return false
    }
    if let (level, text) = MarkdownSyntax.heading(content) {
      append(.heading(level), in: depth).text = Array(text)
      return true
    }
    if var fence = MarkdownSyntax.fence(content) {
      fence.indent = line.indent
      append(.code(fence), in: depth)
      return true
    }
    if container.isParagraph {
      if let alignments = MarkdownSyntax.tableAlignments(content), startTable(alignments) {
        return true
      }
      if let level = MarkdownSyntax.underline(content) {
        takeDefinitions(container)
        if !container.text.isEmpty {
          container.kind = .heading(level)
          return true
        }
      }
    }
    if MarkdownSyntax.isThematicBreak(content) {
      append(.thematicBreak, in: depth)
      return true
    }
    return startItem(&line, in: depth) ? false : nil
  }

  private mutating func startItem(_ line: inout MarkdownLine, in depth: Int) -> Bool {
    let container = open[depth - 1]
    guard line.indent < 4, depth < Self.maximumDepth,
      var marker = MarkdownSyntax.listMarker(line.content, interrupts: container.isParagraph)
    else { return false }
    let before = line.indent
    line.skipSpace()
    line.skip(scalars: marker.length)
    let spaces = line.indent
    // Five or more columns of space count as one, followed by indented code.
    let isWide = spaces >= 5 || line.isBlank
    marker.indent = before + marker.length + (isWide ? 1 : spaces)
    line.skip(columns: isWide ? 1 : spaces)
    close(to: depth)
    if case .list(let other) = innermost.kind, other.character == marker.character {
    } else {
      append(.list(marker))
    }
    append(.item(marker))
    return true
  }

  /// Turns the last line of an open paragraph into the header of a table.
  private mutating func startTable(_ alignments: [TextAlignment?]) -> Bool {
    let paragraph = innermost
    guard let header = paragraph.lines.last,
      MarkdownSyntax.cells(header).count == alignments.count
    else { return false }
    paragraph.text.removeLast(header.count + 1)
    append(.table(alignments), in: open.count - 1).text = Array(header) + ["\n"]
    return true
  }

  // MARK: - The tree

  /// Adds a block to the innermost open block that can contain it, and closes the open blocks
  /// inside that one.
  /// - Parameter depth: the maximum number of blocks that remain open; nil if there is no maximum.
  @discardableResult
  private mutating func append(_ kind: RawBlock.Kind, in depth: Int? = nil) -> RawBlock {
    if let depth { close(to: depth) }
    let block = RawBlock(kind, line: lineNumber)
    while !innermost.canContain(block) { close(to: open.count - 1) }
    innermost.children.append(block)
    open.append(block)
    return block
  }

  /// Closes blocks until the given number is open.
  private mutating func close(to depth: Int) {
    while open.count > depth {
      let block = open.removeLast()
      switch block.kind {
      case .paragraph:
        takeDefinitions(block)
        if block.text.isEmpty { open.last?.children.removeLast() }
      case .code(nil):
        let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
        let end = lines.lastIndex { !$0.allSatisfy(\.isMarkdownSpace) } ?? -1
        block.text = Array(lines[...end].joined(separator: ["\n"])) + ["\n"]
      default: break
      }
    }
  }

  /// Removes the definitions at the start of a paragraph and records them.
  private mutating func takeDefinitions(_ block: RawBlock) {
    guard block.text.first == "[" else { return }
    var scanner = MarkdownScanner(block.text)
    while let (label, link) = scanner.takeDefinition() {
      definitions[label] = definitions[label] ?? link
    }
    block.text.removeFirst(scanner.index)
    if block.text.allSatisfy(\.isMarkdownBlank) { block.text = [] }
  }
}

/// A block whose text is still source. A class, because a line can modify blocks at several depths.
final class RawBlock {
  enum Kind {
    case document, quote, list(MarkdownSyntax.Marker), item(MarkdownSyntax.Marker)
    case paragraph, heading(Int), thematicBreak
    /// A code block; nil: it is indented, without a fence.
    case code(MarkdownSyntax.Fence?)
    case table([TextAlignment?])
  }

  var kind: Kind
  var children: [RawBlock] = []
  /// The source of a leaf. Each line ends with a line feed, except in a heading that begins with
  /// `#`.
  var text: [Scalar] = []
  /// Whether the block's last line, or the line after the block, is blank.
  var endsBlank = false
  /// The number of the block's first line.
  let line: Int

  init(_ kind: Kind, line: Int) { (self.kind, self.line) = (kind, line) }

  var isCode: Bool { if case .code = kind { true } else { false } }
  var isParagraph: Bool { if case .paragraph = kind { true } else { false } }
  var isList: Bool { if case .list = kind { true } else { false } }
  private var isItem: Bool { if case .item = kind { true } else { false } }

  /// The lines of a leaf, without line endings.
  var lines: [ArraySlice<Scalar>] {
    text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
  }

  func canContain(_ block: RawBlock) -> Bool {
    switch kind {
    case .document, .quote, .item: !block.isItem
    case .list: block.isItem
    default: false
    }
  }

  /// Whether a blank line separates items, or blocks within an item.
  var isLoose: Bool {
    func separates(_ blocks: [RawBlock]) -> Bool {
      blocks.dropLast().contains(where: \.endsInBlankLine)
    }
    return separates(children) || children.contains { separates($0.children) }
  }

  private var endsInBlankLine: Bool {
    endsBlank || (isList || isItem) && children.last?.endsInBlankLine == true
  }
}
