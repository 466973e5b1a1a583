import MillraceLayout
import MillraceRender
import MillraceWidgets

extension StyledTextContent: TerminalContent {
  package func measure(_ widths: WidthRules) -> MeasureFunction? { content.measure(widths) }

  package func measuresDifferently(from old: StyledTextContent) -> Bool {
    content.measuresDifferently(from: old.content)
  }

  /// The lines of a text, and the ends of its spans in the visible text.
  package struct Runs {
    fileprivate var styled: StyledTextContent?
    fileprivate var ends: [Int] = []
    fileprivate var lines: TextContent.Lines
  }

  package func makeState() -> Runs { Runs(lines: content.makeState()) }

  package func draw(in brush: Brush, state: inout Runs) {
    if state.styled != self {
      state.styled = self
      state.ends = visibleEnds
    }
    let ends = state.ends
    content.draw(in: brush, &state.lines) { line, x, y in
      var column = x
      write(line.head, ends, in: brush, &column, y)
      guard let tail = line.tail else { return }
      // The ellipsis has the style of the text before it or, if there is none, of the text after
      // it.
      let beside = line.head.indices.last ?? (tail.isEmpty ? line.head : tail).startIndex
      write("…", span(at: beside, of: line.head, ends), in: brush, &column, y)
      write(tail, ends, in: brush, &column, y)
    }
  }

  @MainActor private func write(
    _ part: Substring, _ span: Int, in brush: Brush, _ column: inout Int, _ y: Int
  ) {
    brush.write(
      part, x: column, y: y, style: spans[span].style.over(brush.style), link: spans[span].link)
    column += displayWidth(of: part, brush.widths)
  }

  /// The ends of the spans, in bytes of the visible text, which may be longer than the original.
  private var visibleEnds: [Int] {
    var end = 0
    return spans.map { span in
      end += SafeText.visible(span.text).utf8.count
      return end
    }
  }

  /// Writes a slice, each part in the style of its span. A cluster belongs to the span of its first
  /// byte, even if making the text visible joined two clusters.
  @MainActor private func write(
    _ slice: Substring, _ ends: [Int], in brush: Brush, _ column: inout Int, _ y: Int
  ) {
    guard !slice.isEmpty else { return }
    if ends.count == 1 { return write(slice, 0, in: brush, &column, y) }
    var start = slice.startIndex
    var current = span(at: start, of: slice, ends)
    for index in slice.indices {
      let next = span(at: index, of: slice, ends, from: current)
      guard next != current else { continue }
      write(slice[start..<index], current, in: brush, &column, y)
      (start, current) = (index, next)
    }
    write(slice[start...], current, in: brush, &column, y)
  }

  private func span(
    at index: Substring.Index, of slice: Substring, _ ends: [Int], from first: Int = 0
  ) -> Int {
    let offset = slice.base.utf8.distance(from: slice.base.startIndex, to: index)
    return ends[first...].firstIndex { $0 > offset } ?? ends.count - 1
  }
}
