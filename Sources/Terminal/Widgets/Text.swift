import MillraceLayout
import MillraceRender

/// Text, in lines of its own. Control characters in it are shown, never obeyed.
public struct Text: NodeConvertible {
  private var content: TextContent

  public init(_ text: String) { content = TextContent(text: text) }

  /// What happens to a line that is wider than the text's box. The default is to wrap at words.
  public func wrap(_ wrap: TextWrap) -> Text { changed { $0.wrap = wrap } }

  /// Keeps the text on one line, cut with an ellipsis at its end. A line break in it shows as a
  /// sign.
  public func truncate() -> Text {
    changed {
      $0.wrap = .truncateEnd
      $0.isOneLine = true
    }
  }

  /// Where lines that are narrower than the box stand in it.
  public func align(_ alignment: TextAlignment) -> Text { changed { $0.alignment = alignment } }

  private func changed(_ change: (inout TextContent) -> Void) -> Text {
    var text = self
    change(&text.content)
    return text
  }

  public var node: Node { Node(Element(content)) }
}

/// Where lines stand in a box that is wider than they are.
public enum TextAlignment: Sendable { case leading, center, trailing }

struct TextContent: TerminalContent {
  var text: String
  var wrap = TextWrap.word
  var alignment = TextAlignment.leading
  var isOneLine = false

  var plainText: PlainText { .text(visible) }

  private var visible: String {
    isOneLine ? visibleLine(text) : SafeText.visible(text)
  }

  var measure: MeasureFunction? {
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

  func measuresDifferently(from old: TextContent) -> Bool {
    text != old.text || wrap != old.wrap || isOneLine != old.isOneLine
  }

  /// The lines of a text at the width that it was last drawn in.
  struct Lines {
    var content: TextContent?
    var width = 0
    var lines: [TextLine] = []
  }

  func makeState() -> Lines { Lines() }

  func draw(in brush: Brush, state: inout Lines) {
    let box = brush.content
    guard box.width > 0 else { return }
    if state.content != self || state.width != box.width {
      let lines = TextLayout.lines(of: visible, width: box.width, wrap: wrap)
        .map { TextLine(text: $0, columns: displayWidth(of: $0)) }
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

/// One line of a text, and the columns that it takes.
struct TextLine {
  let text: Substring
  let columns: Int
}
