import MillraceLayout
import MillraceRender
import MillraceWidgets

extension StyledTextContent: TerminalContent {
  package func measure(_ widths: WidthRules) -> MeasureFunction? { content.measure(widths) }

  package func measuresDifferently(from old: StyledTextContent) -> Bool {
    content.measuresDifferently(from: old.content)
  }

  /// The lines of a text, and where its spans end in the text as it shows.
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
      @MainActor func write(_ part: Substring, _ span: Int) {
        brush.write(
          part, x: column, y: y, style: spans[span].style.over(brush.style), link: spans[span].link)
        column += displayWidth(of: part, brush.widths)
      }
      forEachRun(of: line.head, ends, write)
      guard let tail = line.tail else { return }
      // It looks like what stands before it; where nothing does, like what comes after.
      let beside = line.head.indices.last ?? (tail.isEmpty ? line.head : tail).startIndex
      write("…", span(at: beside, of: line.head, ends))
      forEachRun(of: tail, ends, write)
    }
  }

  /// Where the spans end, in bytes of the text as it shows: what is made visible is longer.
  private var visibleEnds: [Int] {
    var end = 0
    return spans.map { span in
      end += SafeText.visible(span.text).utf8.count
      return end
    }
  }

  /// Calls `body` with the parts of a slice that belong to one span each. A cluster belongs to the span of
  /// its first byte, also where what was made visible joined two.
  @MainActor private func forEachRun(
    of slice: Substring, _ ends: [Int],
    _ body: @MainActor (_ part: Substring, _ span: Int) -> Void
  ) {
    guard !slice.isEmpty else { return }
    var start = slice.startIndex
    var current = span(at: start, of: slice, ends)
    for index in slice.indices {
      let next = span(at: index, of: slice, ends, from: current)
      guard next != current else { continue }
      body(slice[start..<index], current)
      (start, current) = (index, next)
    }
    body(slice[start...], current)
  }

  private func span(
    at index: Substring.Index, of slice: Substring, _ ends: [Int], from first: Int = 0
  ) -> Int {
    let offset = slice.base.utf8.distance(from: slice.base.startIndex, to: index)
    return ends[first...].firstIndex { $0 > offset } ?? ends.count - 1
  }
}
