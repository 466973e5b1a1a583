import MillraceLayout
import MillraceRender
import MillraceWidgets

extension ConstrainedContent: TerminalContent {
  package func measuresDifferently(from old: ConstrainedContent) -> Bool { false }

  package var drawsBehindChildren: Bool { false }
}

extension LabelContent: TerminalContent {
  package func measure(_ widths: WidthRules) -> MeasureFunction? {
    let columns = Double(displayWidth(of: SafeText.visible(label), widths))
    return MeasureFunction { _, _ in LayoutSize(width: columns, height: 1) }
  }

  package func measuresDifferently(from old: LabelContent) -> Bool { old.label != label }

  package func draw(in brush: Brush, state: inout Void) {
    brush.write(SafeText.visible(label), x: brush.content.x, y: brush.content.y)
  }
}

extension DividerContent: TerminalContent {
  package func draw(in brush: Brush, state: inout Void) {
    var box = brush.content
    switch axis {
    case .horizontal:
      box.height = 1
      brush.fill(box, with: "─")
    case .vertical:
      box.width = 1
      brush.fill(box, with: "│")
    }
  }
}

extension BoxContent: TerminalContent {
  package var drawsBehindChildren: Bool { false }

  package func draw(in brush: Brush, state: inout Void) {
    let (width, height) = (brush.size.width, brush.size.height)
    guard width > 1, height > 1 else { return }
    let style = brush.isFocused ? brush.style : lines.over(brush.style)
    let (right, bottom) = (width - 1, height - 1)
    func fill(_ character: Character, _ x: Int, _ y: Int, _ columns: Int = 1, _ rows: Int = 1) {
      brush.fill(
        CellRect(x: x, y: y, width: columns, height: rows), with: character, style: style)
    }
    fill(border.topLeft, 0, 0)
    fill(border.top, 1, 0, width - 2)
    fill(border.topRight, right, 0)
    fill(border.side, 0, 1, 1, height - 2)
    fill(border.side, right, 1, 1, height - 2)
    fill(border.bottomLeft, 0, bottom)
    fill(border.top, 1, bottom, width - 2)
    fill(border.bottomRight, right, bottom)
    guard let title, width > 6 else { return }
    let text = TextLayout.lines(
      of: SafeText.visible(title), width: width - 6, wrap: .truncateEnd, brush.widths)
    if let first = text.first { brush.write(" \(first) ", x: 2, y: 0) }
  }
}

extension ListRowContent: TerminalContent {
  package var drawsBehindChildren: Bool { false }

  package func draw(in brush: Brush, state: inout Void) {
    let marker = marker(for: brush.rowStates)
    if marker.text.isEmpty { return }
    brush.write(SafeText.visible(marker.text), x: 0, y: 0, style: marker.style.over(brush.style))
  }
}

extension CoveringContent: TerminalContent {
  package func draw(in brush: Brush, state: inout Void) {
    brush.fill(CellRect(x: 0, y: 0, width: brush.size.width, height: brush.size.height))
  }
}

extension ScrollBarContent: TerminalContent {
  package func draw(in brush: Brush, state: inout Void) {
    let isVertical = axis == .vertical
    let length = isVertical ? brush.size.height : brush.size.width
    let thumb = thumb(on: length)
    func fill(_ part: Range<Int>, with character: Character, _ style: Style) {
      let rect =
        isVertical
        ? CellRect(x: 0, y: part.lowerBound, width: 1, height: part.count)
        : CellRect(x: part.lowerBound, y: 0, width: part.count, height: 1)
      brush.fill(rect, with: character, style: style)
    }
    let dim = Style(attributes: .dim).over(brush.style)
    let line: Character = isVertical ? "│" : "─"
    fill(0..<thumb.lowerBound, with: line, dim)
    fill(thumb, with: "█", brush.style)
    fill(thumb.upperBound..<max(thumb.upperBound, length), with: line, dim)
  }
}

extension FieldContent: TerminalContent {
  package func measure(_ widths: WidthRules) -> MeasureFunction? {
    MeasureFunction { width, _ in
      // Like an HTML input, a text field has a fixed preferred width and can shrink.
      if case .minContent = width { return LayoutSize(width: 4, height: 1) }
      return LayoutSize(width: 20, height: 1)
    }
  }

  package func measuresDifferently(from old: FieldContent) -> Bool { false }

  /// The state is the width rules of the last drawing, which position the cursor.
  package func makeState() -> WidthRules { .standard }

  package func draw(in brush: Brush, state widths: inout WidthRules) {
    widths = brush.widths
    let box = brush.content
    guard box.width > 0 else { return }
    let text = visibleLine(line.text)
    if text.isEmpty {
      brush.write(
        visibleLine(placeholder), x: box.x, y: box.y, style: muted.over(brush.style))
      scroll.column = 0
      return
    }
    _ = scrollToCursor(width: box.width, widths)
    // The brush clips the text that is scrolled out on either side.
    func write(_ part: String, after text: String, _ style: Style = Style()) {
      let column = displayWidth(of: text, widths) - scroll.column
      brush.write(
        visibleLine(part), x: box.x + column, y: box.y, style: style.over(brush.style), within: box)
    }
    write(line.text, after: "")
    guard brush.isFocused else { return }
    let selection = line.selection
    write(
      line.part(selection), after: visibleLine(line.part(0..<selection.lowerBound)),
      Style(attributes: .inverse))
    write(suggestion, after: text, muted)
  }

  package func cursor(in size: CellSize, state widths: inout WidthRules) -> CellPoint? {
    guard size.width > 0 else { return nil }
    return CellPoint(x: scrollToCursor(width: size.width, widths), y: 0)
  }

  /// Scrolls by the least amount that shows the cursor, which may be after the end of the text.
  /// - Returns: the visible column of the cursor.
  @MainActor private func scrollToCursor(width: Int, _ widths: WidthRules) -> Int {
    let column = displayWidth(of: visibleLine(line.before), widths)
    let total = displayWidth(of: visibleLine(line.text), widths)
    scroll.column = min(scroll.column, max(0, total + 1 - width))
    if column < scroll.column { scroll.column = column }
    if column > scroll.column + width - 1 { scroll.column = column - width + 1 }
    return column - scroll.column
  }
}

extension EditorContent: TerminalContent {
  package var drawsBehindChildren: Bool { false }

  package func cursor(in size: CellSize, state: inout Void) -> CellPoint? { caretPoint() }
}

private func visibleLine(_ text: String) -> String { SafeText.visible(singleLine(text)) }

extension ProgressContent: TerminalContent {
  private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  package func measure(_ widths: WidthRules) -> MeasureFunction? {
    MeasureFunction { width, _ in
      if case .minContent = width { return LayoutSize(width: 4, height: 1) }
      return LayoutSize(width: 20, height: 1)
    }
  }

  package func measuresDifferently(from old: ProgressContent) -> Bool { false }

  package func draw(in brush: Brush, state: inout Void) {
    let box = brush.content
    // The label has the width of the longest one, so that the bar's length is constant.
    let showsLabel = showsPercent && box.width >= 6
    let label = showsLabel ? String(repeating: " ", count: 6 - percent.count) + percent : ""
    let width = max(0, box.width - label.count)
    let filled = filled(of: width * 8)
    let (whole, part) = filled.quotientAndRemainder(dividingBy: 8)
    func fill(_ character: Character, from x: Int, _ columns: Int, _ style: Style) {
      let rect = CellRect(x: box.x + x, y: box.y, width: columns, height: 1)
      brush.fill(rect, with: character, style: style.over(brush.style))
    }
    fill("─", from: whole, width - whole, track)
    fill("█", from: 0, whole, bar)
    if part > 0 { fill(Self.eighths[part - 1], from: whole, 1, bar) }
    brush.write(label, x: box.x + width, y: box.y)
  }
}

extension TableContent: TerminalContent {
  package func measure(_ widths: WidthRules) -> MeasureFunction? {
    let columns = Double(cells.last.map { $0.x + $0.width } ?? 0)
    return MeasureFunction { _, _ in LayoutSize(width: columns, height: 1) }
  }

  package func measuresDifferently(from old: TableContent) -> Bool {
    cells.last.map { $0.x + $0.width } != old.cells.last.map { $0.x + $0.width }
  }

  package func draw(in brush: Brush, state: inout Void) {
    let box = brush.content
    for cell in cells {
      let lines = TextLayout.lines(
        of: SafeText.visible(cell.text), width: cell.width, wrap: .truncateEnd, brush.widths)
      let text = lines.first ?? ""
      let free = cell.width - displayWidth(of: text, brush.widths)
      let before: Int =
        switch cell.alignment {
        case .leading: 0
        case .center: free / 2
        case .trailing: free
        }
      var style = cell.style.over(brush.style)
      if cell.isCurrent {
        style.attributes.insert(.inverse)
        brush.fill(
          CellRect(x: box.x + cell.x, y: box.y, width: cell.width, height: 1), style: style)
      }
      brush.write(text, x: box.x + cell.x + before, y: box.y, style: style)
    }
  }
}
