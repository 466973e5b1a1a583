import MillraceLayout
import MillraceRender
import MillraceWidgets

extension TextContent: TerminalContent {
  private var visible: String { SafeText.visible(shown) }

  package var measure: MeasureFunction? {
    let text = visible
    let wrap = wrap
    // Most texts have room, and need no look at their words.
    let whole = TextLayout.measure(text, width: .max, wrap: .clip)
    return MeasureFunction { width, _ in
      let size =
        switch width {
        // A fraction of a cell holds nothing.
        case .definite(let width) where Int(width) < max(1, whole.columns):
          TextLayout.measure(text, width: Int(width), wrap: wrap)
        case .minContent: TextLayout.measure(text, width: 1, wrap: wrap)
        case .definite, .maxContent: whole
        }
      return LayoutSize(width: Double(size.columns), height: Double(size.lines))
    }
  }

  package func measuresDifferently(from old: TextContent) -> Bool {
    text != old.text || wrap != old.wrap || isOneLine != old.isOneLine
  }

  /// The lines of a text at the width that it was last drawn in.
  package struct Lines {
    fileprivate var content: TextContent?
    fileprivate var width = 0
    fileprivate var lines: [Line] = []
  }

  /// One line of a text, and the columns that it takes.
  fileprivate struct Line {
    let text: Substring
    let columns: Int
  }

  package func makeState() -> Lines { Lines() }

  package func draw(in brush: Brush, state: inout Lines) {
    let box = brush.content
    guard box.width > 0 else { return }
    if state.content != self || state.width != box.width {
      let lines = TextLayout.lines(of: visible, width: box.width, wrap: wrap)
        .map { Line(text: $0, columns: displayWidth(of: $0)) }
      state = Lines(content: self, width: box.width, lines: lines)
    }
    for (row, line) in state.lines.prefix(box.height).enumerated() {
      let space = max(0, box.width - line.columns)
      let indent =
        switch alignment {
        case .leading: 0
        case .center: space / 2
        case .trailing: space
        }
      brush.write(line.text, x: box.x + indent, y: box.y + row)
    }
  }
}
