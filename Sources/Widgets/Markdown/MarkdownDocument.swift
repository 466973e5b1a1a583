/// A Markdown text that can be appended to, with its blocks.
///
/// ```swift
/// var document = MarkdownDocument("# Answer\n\n")
/// document.append("It is *forty")
/// document.append("-two*.\n")
/// ```
/// The blocks do not depend on how the text was split into appended pieces. A block is closed when
/// another one follows: appending parses the last block and the new text again, and leaves closed
/// blocks alone. If a link reference definition follows its links, the closed blocks that contain
/// these links are rebuilt.
///
/// Copies share their closed blocks. It is encoded as its text.
public struct MarkdownDocument: Sendable {
  /// Closed sections, in arrays of ``sectionsInChunk`` that copies share. The last array is never
  /// full: it has room for the open section.
  private(set) var chunks: [[MarkdownSection]] = [[]]
  /// The open section, which may still change.
  private(set) var tail = MarkdownSection(source: "", blocks: [], missing: [])
  private var references = MarkdownReferences()
  /// The number of sections parsed so far.
  package private(set) var parsedSections = 0

  static let sectionsInChunk = 64

  /// - Complexity: O(*n*) in the text.
  public init(_ text: String = "") { append(text) }

  /// The complete appended text.
  /// - Complexity: O(*n*) in the text.
  public var text: String { chunks.joined().map(\.source).joined() + tail.source }

  /// - Complexity: O(*n*) in the blocks.
  public var blocks: [MarkdownBlock] { chunks.joined().flatMap(\.blocks) + tail.blocks }

  /// Appends a text. It may begin and end anywhere, even within a word.
  /// - Complexity: O(*m*) in the length of the new text and the last block; if the new text defines
  ///   a link, also O(*n*) in the number of blocks.
  public mutating func append(_ text: String) {
    if text.isEmpty { return }
    let source = Array((tail.source + text).unicodeScalars)
    let parser = MarkdownBlockParser(source)
    // A section extends from the start of one block to the start of the next. An incomplete last
    // line does not close a section: its meaning, and so the end of the block before it, is not
    // known yet.
    let blocks = parser.root.children
    let starts = [0] + parser.starts.dropFirst().filter { $0 < parser.partial }
    let open = starts[starts.count - 1]
    define(parser.definitions, from: open)
    var place = 0
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : source.count
      let first = place
      while place < blocks.count, start == open || blocks[place].start < end { place += 1 }
      let section = section(source[start..<end].string, blocks[first..<place])
      if start == open { tail = section } else { close(section) }
    }
  }

  private mutating func close(_ section: MarkdownSection) {
    chunks[chunks.count - 1].append(section)
    if chunks[chunks.count - 1].count == Self.sectionsInChunk { chunks.append([]) }
  }

  /// - Parameter open: the offset at which the open section begins.
  private mutating func define(_ definitions: [MarkdownBlockParser.Definition], from open: Int) {
    let before = references
    references.open = [:]
    for definition in definitions {
      if definition.start < open, references.closed[definition.label] == nil {
        references.closed[definition.label] = definition.link
      } else if references.open[definition.label] == nil {
        references.open[definition.label] = definition.link
      }
    }
    let labels = Set(before.open.keys).union(definitions.map(\.label))
    let changed = labels.filter { before.link($0) != references.link($0) }
    if changed.isEmpty { return }
    for chunk in chunks.indices {
      for place in chunks[chunk].indices
      where !chunks[chunk][place].missing.isDisjoint(with: changed) {
        let source = chunks[chunk][place].source
        let parser = MarkdownBlockParser(Array(source.unicodeScalars))
        chunks[chunk][place] = section(source, parser.root.children[...])
      }
    }
  }

  private mutating func section(_ source: String, _ raw: ArraySlice<RawBlock>) -> MarkdownSection {
    parsedSections += 1
    references.missing = []
    let blocks = raw.map { $0.block(&references) }
    return MarkdownSection(source: source, blocks: blocks, missing: references.missing)
  }

  /// All sections; the open one is the last of the last chunk.
  var shownChunks: [[MarkdownSection]] {
    var chunks = chunks
    chunks[chunks.count - 1].append(tail)
    return chunks
  }
}

/// A top-level block with its source; an open section may become several blocks.
struct MarkdownSection: Equatable, Sendable {
  let source: String
  let blocks: [MarkdownBlock]
  /// The labels that its links use and that closed blocks do not define.
  let missing: Set<String>

  static func == (one: MarkdownSection, other: MarkdownSection) -> Bool {
    one.source == other.source && one.blocks == other.blocks
  }
}

extension MarkdownDocument: Equatable {
  /// Whether both have the same text.
  /// - Complexity: O(*n*) in the number of blocks that are not shared.
  public static func == (one: MarkdownDocument, other: MarkdownDocument) -> Bool {
    one.tail == other.tail && one.chunks == other.chunks
  }
}

extension MarkdownDocument: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension RawBlock {
  /// Builds the block from its source, including inline parts.
  func block(_ references: inout MarkdownReferences) -> MarkdownBlock {
    func blocks(_ raw: [RawBlock]) -> [MarkdownBlock] { raw.map { $0.block(&references) } }
    func parts(_ source: [Scalar]) -> [MarkdownInline] {
      MarkdownInlineParser.parts(of: source, &references)
    }
    switch kind {
    case .document, .quote, .item: return .quote(blocks(children))
    case .list(let marker):
      return .list(
        MarkdownList(
          start: marker.number, isTight: !isLoose, items: children.map { blocks($0.children) }))
    case .paragraph: return .paragraph(parts(Array(text[...].trimmed)))
    case .heading(let level): return .heading(level: level, parts(Array(text[...].trimmed)))
    case .thematicBreak: return .thematicBreak
    case .code(let fence): return .code(text.string, info: fence?.info ?? "")
    case .table(let alignments):
      let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
      let rows = lines.map { line in
        let cells = MarkdownSyntax.cells(line).prefix(alignments.count).map(parts)
        return cells + Array(repeating: [], count: alignments.count - cells.count)
      }
      return .table(
        MarkdownTable(alignments: alignments, header: rows[0], rows: Array(rows.dropFirst())))
    }
  }
}
