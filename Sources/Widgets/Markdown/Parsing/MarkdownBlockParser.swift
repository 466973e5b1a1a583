/// Finds the blocks of a text, line by line, by the algorithm of CommonMark's appendix: of the blocks that are open, each
/// line continues the first few, may open others, and closes the rest.
///
/// What is in a leaf stays source: links need the definitions of the whole document.
/// - Complexity: O(*n*) in the text, times the nesting, which has a limit.
struct MarkdownBlockParser {
  /// A link reference definition.
  struct Definition {
    let label: String
    let link: MarkdownLink
    /// Where its paragraph begins.
    let start: Int
  }

  let root = RawBlock(.document, start: 0)
  private(set) var definitions: [Definition] = []
  /// Where the blocks of the document begin, and paragraphs that were definitions alone. What is before a table in the
  /// same paragraph may get the table's first line back, while the second is not whole: both begin together.
  private(set) var starts: [Int] = []
  /// Where the last line begins, if it has no line ending yet: what comes may change what it means.
  private(set) var partial: Int
  /// From the document to the innermost block that a line may continue.
  private var open: [RawBlock]
  private var lineStart = 0

  /// Blocks in blocks; deeper ones are text. Trees are walked by recursion, and a text may come from anywhere.
  static let deepest = 60

  init(_ text: [Scalar]) {
    open = [root]
    partial = text.count
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex { $0 == "\n" || $0 == "\r" } ?? text.count
      var next = end + 1
      if end < text.count, text[end] == "\r", next < text.count, text[next] == "\n" { next += 1 }
      // The line feed that belongs to a carriage return may still come.
      if end == text.count || text[end] == "\r" && next == text.count { partial = start }
      lineStart = start
      add(MarkdownLine(text[start..<end]))
      start = next
    }
    close(to: 0)
  }

  private var tip: RawBlock { open[open.count - 1] }

  private mutating func add(_ line: MarkdownLine) {
    var line = line
    var depth = 1
    while depth < open.count {
      guard let goesOn = continues(open[depth], &line) else { return close(to: depth) }
      if !goesOn { break }
      depth += 1
    }
    let isLazy = depth < open.count && tip.isParagraph
    // What starts a block closes those that the line does not continue.
    var hasClosed = false
    func mayStart(_ block: RawBlock) -> Bool { if case .code = block.kind { false } else { true } }
    while mayStart(hasClosed ? tip : open[depth - 1]) {
      let starts = start(&line, in: hasClosed ? open.count : depth)
      guard let isDone = starts else {
        line.skipSpace()
        break
      }
      if isDone {
        for block in open { block.endsBlank = false }
        return
      }
      hasClosed = true
    }
    if !hasClosed, isLazy, !line.isBlank { return tip.text += line.rest }
    if !hasClosed { close(to: depth) }
    let block = tip
    if line.isBlank { block.children.last?.endsBlank = true }
    let endsBlank =
      switch block.kind {
      case .quote, .code(.some): false
      case .item where block.children.isEmpty && block.start == lineStart: false
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

  /// - Returns: whether an open block continues in a line; nil: this is its last one.
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

  /// - Parameter depth: of the open blocks, how many the line continues.
  /// - Returns: nil if no block starts; whether the line is used up.
  private mutating func start(_ line: inout MarkdownLine, in depth: Int) -> Bool? {
    let container = open[depth - 1]
    if line.isBlank { return nil }
    if line.isIndented {
      if container.isList, startItem(&line, in: depth) { return false }
      guard !tip.isParagraph else { return nil }
      line.skip(columns: 4)
      close(to: depth)
      append(.code(nil)).text = line.rest
      return true
    }
    let content = line.content
    let first = content[content.startIndex]
    if first == ">", depth < Self.deepest {
      skipQuoteMarker(&line)
      close(to: depth)
      append(.quote)
      return false
    }
    if let (level, text) = MarkdownSyntax.heading(content) {
      close(to: depth)
      append(.heading(level)).text = Array(text)
      close(to: open.count - 1)
      return true
    }
    if var fence = MarkdownSyntax.fence(content) {
      fence.indent = line.indent
      close(to: depth)
      append(.code(fence))
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
          close(to: depth - 1)
          return true
        }
      }
    }
    if MarkdownSyntax.isThematicBreak(content) {
      close(to: depth)
      append(.thematicBreak)
      close(to: open.count - 1)
      return true
    }
    return startItem(&line, in: depth) ? false : nil
  }

  private mutating func startItem(_ line: inout MarkdownLine, in depth: Int) -> Bool {
    let container = open[depth - 1]
    guard line.indent < 4, depth < Self.deepest,
      var marker = MarkdownSyntax.listMarker(line.content, interrupts: container.isParagraph)
    else { return false }
    let before = line.indent
    line.skipSpace()
    line.skip(scalars: marker.length)
    let spaces = line.indent
    // Five columns and more are one, and indented code.
    let isWide = spaces >= 5 || line.isBlank
    marker.indent = before + marker.length + (isWide ? 1 : spaces)
    line.skip(columns: isWide ? 1 : spaces)
    close(to: depth)
    if case .list(let other) = tip.kind, other.character == marker.character {
    } else {
      append(.list(marker))
    }
    append(.item(marker))
    return true
  }

  /// Makes a table of the last line of an open paragraph, which is its header.
  private mutating func startTable(_ alignments: [TextAlignment?]) -> Bool {
    let paragraph = tip
    let lines = paragraph.text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    guard let header = lines.last, MarkdownSyntax.cells(header).count == alignments.count
    else { return false }
    paragraph.text.removeLast(header.count + 1)
    close(to: open.count - 1)
    append(.table(alignments), start: paragraph.start).text = Array(header) + ["\n"]
    return true
  }

  // MARK: - The tree

  @discardableResult
  private mutating func append(_ kind: RawBlock.Kind, start: Int? = nil) -> RawBlock {
    let block = RawBlock(kind, start: start ?? lineStart)
    while !tip.canContain(block) { close(to: open.count - 1) }
    if open.count == 1, start == nil { starts.append(lineStart) }
    tip.children.append(block)
    open.append(block)
    return block
  }

  /// Closes blocks until so many are open.
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

  /// Takes the definitions at the start of a paragraph out of it.
  private mutating func takeDefinitions(_ block: RawBlock) {
    guard block.text.first == "[" else { return }
    var scanner = MarkdownScanner(block.text)
    while let (label, link) = scanner.takeDefinition() {
      definitions.append(Definition(label: label, link: link, start: block.start))
    }
    block.text.removeFirst(scanner.index)
    if block.text.allSatisfy(\.isMarkdownBlank) { block.text = [] }
  }
}

/// A block whose text is still source. A class, because lines come to blocks at several depths at once.
final class RawBlock {
  enum Kind {
    case document, quote, list(MarkdownSyntax.Marker), item(MarkdownSyntax.Marker)
    case paragraph, heading(Int), thematicBreak
    /// Without a fence it is indented.
    case code(MarkdownSyntax.Fence?)
    case table([TextAlignment?])
  }

  var kind: Kind
  var children: [RawBlock] = []
  /// The lines of a leaf, each with an ending.
  var text: [Scalar] = []
  /// Whether the last line of it, or after it, is blank.
  var endsBlank = false
  /// Where its first line begins.
  let start: Int

  init(_ kind: Kind, start: Int) { (self.kind, self.start) = (kind, start) }

  var isParagraph: Bool { if case .paragraph = kind { true } else { false } }
  var isList: Bool { if case .list = kind { true } else { false } }
  private var isItem: Bool { if case .item = kind { true } else { false } }

  func canContain(_ block: RawBlock) -> Bool {
    switch kind {
    case .document, .quote, .item: !block.isItem
    case .list: block.isItem
    default: false
    }
  }

  /// Whether a blank line stands between items, or between blocks of an item.
  var isLoose: Bool {
    children.indices.contains { place in
      let (item, isLast) = (children[place], place == children.count - 1)
      if !isLast, item.endsInBlankLine { return true }
      let inside = isLast ? item.children.dropLast() : item.children[...]
      return inside.contains(where: \.endsInBlankLine)
    }
  }

  private var endsInBlankLine: Bool {
    if endsBlank { return true }
    return isList || isItem ? children.last?.endsInBlankLine ?? false : false
  }
}
