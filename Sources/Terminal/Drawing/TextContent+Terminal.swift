import MillraceLayout
import MillraceRender
import MillraceWidgets

extension TextContent: TerminalContent {
  private var visible: String { SafeText.visible(shown) }

  package func measure(_ widths: WidthRules) -> MeasureFunction? {
    let text = visible
    let wrap = wrap
    // Measures without wrapping first, because most texts fit, and then need no search for words.
    let whole = TextLayout.measure(text, width: .max, wrap: .clip, widths)
    return MeasureFunction { width, _ in
      let size =
        switch width {
        // Rounds the width down, because a fraction of a cell cannot show text.
        case .definite(let width) where Int(width) < max(1, whole.columns):
          TextLayout.measure(text, width: Int(width), wrap: wrap, widths)
        case .minContent: TextLayout.measure(text, width: 1, wrap: wrap, widths)
        case .definite, .maxContent: whole
        }
      return LayoutSize(width: Double(size.columns), height: Double(size.lines))
    }
  }

  package func measuresDifferently(from old: TextContent) -> Bool {
    text != old.text || wrap != old.wrap || isOneLine != old.isOneLine
  }

  /// The lines of a text at the width of the last drawing.
  package struct Lines {
    fileprivate var content: TextContent?
    fileprivate var width = 0
    fileprivate var widths = WidthRules.standard
    fileprivate var lines: [TextLine] = []
  }

  package func makeState() -> Lines { Lines() }

  package func draw(in brush: Brush, state: inout Lines) {
    draw(in: brush, &state) { line, x, y in
      brush.write(line.head, x: x, y: y)
      guard let tail = line.tail else { return }
      let head = displayWidth(of: line.head, brush.widths)
      brush.write("…", x: x + head, y: y)
      brush.write(tail, x: x + head + 1, y: y)
    }
  }

  /// Calls `write` for each visible line with its position.
  @MainActor func draw(
    in brush: Brush, _ state: inout Lines,
    write: @MainActor (_ line: TextLine, _ x: Int, _ y: Int) -> Void
  ) {
    let box = brush.content
    guard box.width > 0 else { return }
    if state.content != self || state.width != box.width || state.widths != brush.widths {
      state = Lines(content: self, width: box.width, widths: brush.widths)
      TextLayout.forEachLine(of: visible, width: box.width, wrap: wrap, brush.widths) {
        state.lines.append($0)
      }
    }
    let shown = 0..<min(state.lines.count, box.height)
    // Only few lines of a long, scrolled text are visible.
    let rows = brush.rows.clamped(to: box.y..<box.y + shown.count)
    for row in rows.lowerBound - box.y..<rows.upperBound - box.y {
      let line = state.lines[row]
      let space = max(0, box.width - line.columns)
      let indent =
        switch alignment {
        case .leading: 0
        case .center: space / 2
        case .trailing: space
        }
      write(line, box.x + indent, box.y + row)
      if row + 1 < state.lines.count, line.tail == nil {
        let (end, next) = (line.head.endIndex, state.lines[row + 1].head.startIndex)
        let gap = end <= next ? line.head.base[end..<next] : "\n"
        if !gap.contains(where: \.isNewline) {
          brush.recordWrap(before: box.x + indent + line.columns, y: box.y + row, gap: gap)
        }
      }
    }
  }
}
