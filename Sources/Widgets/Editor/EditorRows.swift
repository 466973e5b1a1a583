import MillraceLayout
import MillraceRender

/// The box of an editor, which contains its rows and reports the position of the caret.
package struct EditorContent: ElementContent, Equatable {
  let text: EditedText
  let caret: Int
  let label: String
  let isReadOnly: Bool
  let isEnabled: Bool
  /// The current position of the caret, which events may have changed since the last rendering; nil
  /// if it is out of view.
  package let caretPoint: @MainActor () -> CellPoint?

  /// Compares the texts by the identity of their ropes, because each edit makes a new rope.
  package static func == (one: EditorContent, other: EditorContent) -> Bool {
    one.text.root === other.text.root && one.caret == other.caret && one.label == other.label
      && one.isReadOnly == other.isReadOnly && one.isEnabled == other.isEnabled
  }

  /// The value is the line of the caret, limited to 500 bytes for screen readers.
  package var semantics: Semantics? {
    var states: SemanticStates = .multiline
    if isReadOnly { states.insert(.readOnly) }
    if !isEnabled { states.insert(.disabled) }
    let line = text.range(ofLine: text.line(at: caret))
    let value = text[line.clamped(to: line.lowerBound..<line.lowerBound + 500)]
    return Semantics(.textField, label, value: value, states: states)
  }
}

/// Builds the visible rows of an editor as texts. Rows that did not change reuse their elements.
@MainActor
final class EditorRows {
  private static let selection = Style(attributes: .inverse)

  private var made: [Int: (content: StyledTextContent, element: Element)] = [:]

  nonisolated init() {}

  func nodes(of state: TextEditorState, _ theme: Theme) -> [Node] {
    var new: [Int: (content: StyledTextContent, element: Element)] = [:]
    var nodes: [Node] = []
    var line = state.firstLine - (state.rows.first?.isFirst == true ? 1 : 0)
    for (index, row) in state.rows.enumerated() {
      if row.isFirst { line += 1 }
      let number = state.firstRowKey + index
      let spans = spans(of: row, line: line, state, theme)
      var text = TextContent(text: spans.map(\.text).joined())
      text.wrap = .clip
      let content = StyledTextContent(text, TextSpan.alignedToClusters(spans, of: text.text))
      let old = made[number]
      let kept = old?.content == content ? old?.element : nil
      let element = kept ?? Self.element(content, at: number)
      new[number] = (content, element)
      nodes.append(Node(element).key(number))
    }
    made = new
    return nodes
  }

  private static func element(_ content: StyledTextContent, at number: Int) -> Element {
    let style = LayoutStyle.element {
      $0.position = .absolute
      $0.inset = Edges(left: 0, top: .cells(Double(number)), right: 0, bottom: .auto)
      $0.height = 1
    }
    return Element(content, style: style)
  }

  private func spans(
    of row: EditorRow, line: Int, _ state: TextEditorState, _ theme: Theme
  ) -> [TextSpan] {
    var spans: [TextSpan] = []
    if state.gutter > 0 {
      let number = row.isFirst ? "\(line + 1)" : ""
      let text = TextFormat.padded(state.gutter - 1).text(of: number) + " "
      spans.append(TextSpan(text).style(theme.muted))
    }
    let visible = state.x..<state.x + state.textWidth
    let runs = runs(of: row, line: line, visible, state, theme)
    if row.isPlain {
      for run in runs where !run.range.isEmpty {
        let start = row.text.utf8.index(row.text.startIndex, offsetBy: run.range.lowerBound)
        let end = row.text.utf8.index(start, offsetBy: run.range.count)
        spans.append(TextSpan(String(row.text[start..<end])).style(run.style))
      }
    } else {
      spans += clusters(of: row, runs, visible, state.layout)
    }
    // A selected line ending is shown as a selected space.
    let (end, selection) = (row.range.upperBound, state.buffer.selection)
    if row.isLast, selection.lowerBound <= end, end < selection.upperBound {
      spans.append(TextSpan(" ").style(Self.selection))
    }
    return spans
  }

  /// Splits a row into runs, each of which has one style. Their ranges are in bytes of the row's
  /// text. In a plain row, bytes are columns: the parts that are scrolled out of view are left out.
  private func runs(
    of row: EditorRow, line: Int, _ visible: Range<Int>, _ state: TextEditorState,
    _ theme: Theme
  ) -> [(range: Range<Int>, style: Style)] {
    let all = 0..<row.range.count
    let whole = row.isPlain ? all.clamped(to: visible) : all
    var styledRanges: [(range: Range<Int>, style: Style)] = []
    func addStyle(to range: Range<Int>, from start: Int, _ style: Style) {
      let low = range.lowerBound &- start
      let part = (low..<max(low, range.upperBound &- start)).clamped(to: whole)
      if !part.isEmpty { styledRanges.append((part, style)) }
    }
    for highlight in state.highlights.found[line] ?? [] {
      addStyle(to: highlight.range, from: row.start - row.line.lowerBound, highlight.style)
    }
    let searched = row.start + whole.lowerBound..<row.start + whole.upperBound
    for match in state.find?.matches(in: searched) ?? [] {
      addStyle(to: match, from: row.start, theme.accent)
    }
    addStyle(to: state.buffer.selection, from: row.start, Self.selection)
    if styledRanges.isEmpty { return [(whole, Style())] }
    let ranges = styledRanges.map { $0.range } + [whole]
    let bounds = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    return zip(bounds, bounds.dropFirst()).map { start, end in
      let style = styledRanges.reduce(Style()) { style, styled in
        styled.range.contains(start) ? styled.style.over(style) : style
      }
      return (start..<end, style)
    }
  }

  /// The spans of a row with tabs or with clusters that are wide or longer than one byte.
  private func clusters(
    of row: EditorRow, _ runs: [(range: Range<Int>, style: Style)], _ visible: Range<Int>,
    _ layout: EditorLayout
  ) -> [TextSpan] {
    var spans: [TextSpan] = []
    var runs = runs[...]
    var (offset, column, part) = (0, 0, "")
    func flush() {
      if let run = runs.first, !part.isEmpty { spans.append(TextSpan(part).style(run.style)) }
      part = ""
    }
    for cluster in row.text {
      // A cluster belongs to the run of its first byte.
      while let run = runs.first, offset >= run.range.upperBound, runs.count > 1 {
        flush()
        runs.removeFirst()
      }
      let end = column + layout.columns(of: cluster, at: column)
      let shown = (column..<end).clamped(to: visible)
      if cluster == "\t" || shown.count < end - column {
        part += spaces(shown.count)
      } else {
        part.append(EditorLayout.shown(cluster))
      }
      offset += cluster.utf8.count
      column = end
      if column >= visible.upperBound { break }
    }
    flush()
    return spans
  }
}
