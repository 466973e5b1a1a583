import MillraceLayout
import MillraceRender

struct MarkdownBlockView: LiveComponent, Equatable {
  let block: MarkdownBlock
  @Environment(\.theme) private var theme
  @Environment(\.isEnabled) private var isEnabled

  func body(in context: RenderContext) throws -> Node {
    let node = try content(in: context)
    return isEnabled ? node : node.style(theme.muted)
  }

  @MainActor private func content(in context: RenderContext) throws -> Node {
    let spans = MarkdownSpans(theme: theme)
    switch block {
    case .heading(let level, let parts):
      let attributes: Attributes = level == 1 ? .underline : level == 2 ? [] : .italic
      return spans.text(parts, Style(attributes: attributes).over(theme.accent))
        .semantics(.heading, parts.plainText, value: "\(level)")
    case .paragraph(let parts): return spans.text(parts).node
    case .code(let text, let info): return code(text, info)
    case .quote(let blocks):
      let inside = try context.stack(of: blocks, isSpaced: true)
      guard context.isInteractive else {
        let lines = try context.lines(of: inside)
        return Text(lines.map { "> " + $0 }.joined(separator: "\n")).node
      }
      return Row(gap: 1) {
        Divider(.vertical)
        inside.grow()
      }
      .semantics(.group, "Quote")
    case .list(let list): return try self.list(list, in: context)
    case .table(let table): return self.table(table, in: context)
    case .thematicBreak: return Divider().node
    }
  }

  @MainActor private func code(_ text: String, _ info: String) -> Node {
    let language = info.prefix { !$0.isWhitespace }
    // Tabs become spaces, because a terminal would apply its own tab stops to them.
    let lines = String(text.dropLast()).replacing("\t", with: "    ")
    return Box(title: language.isEmpty ? nil : String(language)) {
      ScrollView(.horizontal) { Text(lines).wrap(.clip) }
    }
    .semantics(.group, language.isEmpty ? "Code" : "Code in \(language)")
  }

  @MainActor private func list(_ list: MarkdownList, in context: RenderContext) throws -> Node {
    let bullet = context.isInteractive ? "•" : "-"
    let last = list.start.map { $0 + list.items.count - 1 }
    let width = context.columns(of: last.map { "\($0)." } ?? bullet)
    let items = try list.items.enumerated().map { (index, blocks) -> Node in
      let content = try context.stack(of: blocks, isSpaced: !list.isTight)
      return Row(gap: 1) {
        Text(list.start.map { "\($0 + index)." } ?? bullet).align(.trailing)
          .width(width).shrink(0)
        content.grow()
      }
      .semantics(.listItem)
      .key(index)
    }
    return try context.stack(of: items, isSpaced: !list.isTight).semantics(.list)
  }

  // MARK: - Tables

  @MainActor private func table(_ table: MarkdownTable, in context: RenderContext) -> Node {
    let spans = MarkdownSpans(theme: theme)
    let all = [table.header] + table.rows
    guard context.isInteractive else {
      return Row {
        for column in table.header.indices {
          Column { for row in all { spans.text(row[column]) } }
        }
      }.node
    }
    let natural = table.header.indices.map { column in
      all.flatMap { spans.spans($0[column]).map(\.text).joined().split(separator: "\n") }
        .map { context.columns(of: String($0)) }.max() ?? 1
    }
    return SizeReader { size in
      let widths = Self.widths(natural, in: size.width)
      @MainActor func row(_ cells: [[MarkdownInline]], _ role: SemanticRole) -> Node {
        Row(gap: Length(Self.gap)) {
          for (column, cell) in cells.enumerated() {
            spans.text(cell, role == .cell ? Style() : theme.accent)
              .align(table.alignments[column] ?? .leading)
              .width(widths[column]).shrink(0).semantics(role, cell.plainText)
          }
        }
        .semantics(.row)
      }
      return Column {
        row(table.header, .columnHeader)
        Divider()
        for (index, cells) in table.rows.enumerated() { row(cells, .cell).key(index) }
      }
      .width(widths.reduce(-Self.gap) { $0 + $1 + Self.gap }).semantics(.table)
    }.node
  }

  private static let gap = 2

  /// The width of each column. A column that needs less than an equal part of the available width
  /// keeps its natural width; the other columns divide the remaining width.
  static func widths(_ natural: [Int], in width: Int) -> [Int] {
    var widths = natural
    var free = width - (natural.count - 1) * gap
    let narrowFirst = natural.indices.sorted { natural[$0] < natural[$1] }
    for (index, column) in narrowFirst.enumerated() {
      widths[column] = max(1, min(natural[column], free / (natural.count - index)))
      free -= widths[column]
    }
    return widths
  }
}
