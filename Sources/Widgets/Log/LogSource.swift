import MillraceLayout
import MillraceRender

/// The lines of a log as rows of a viewport.
final class LogSource: RowSource {
  private let state: LogState
  // The reference is unowned, because the viewport owns its source.
  private unowned let viewport: ViewportHandle
  private let wraps: Bool
  private let highlight: Style

  init(_ state: LogState, _ viewport: ViewportHandle, wraps: Bool, _ highlight: Style) {
    (self.state, self.viewport, self.wraps, self.highlight) = (state, viewport, wraps, highlight)
  }

  /// The maximum number of bytes that are shown of a line, followed by “…”. A character that is cut
  /// at this limit is shown as U+FFFD.
  private static let longest = 1 << 14

  override var count: Int { state.rows.count }
  override func key(at row: Int) -> NodeKey { NodeKey(state.rows.id(at: row)) }
  override var findsKeys: Bool { true }
  override func removedKeys(since old: RowSource) -> [NodeKey]? { [] }

  /// If the line was dropped or does not pass the filter, returns the row of the next line that is
  /// shown, or else the last row.
  override func row(of key: NodeKey, near row: Int) -> Int? {
    guard let id = key.base(as: Int.self), count > 0 else { return nil }
    return min(state.rows.position(of: id), count - 1)
  }

  override func content(at row: Int) -> Node {
    let id = state.rows.id(at: row)
    let block = state.rows.lines.block(of: id)
    let range = block.range(of: id)
    let bytes = block.bytes[range.prefix(Self.longest)]
    let isCut = bytes.count < range.count
    let wrap: TextWrap = wraps ? .character : .clip
    guard state.find != nil || bytes.contains(0x1B) else {
      return Text(String(decoding: bytes, as: UTF8.self) + (isCut ? "…" : "")).wrap(wrap).node
    }
    let line = StyledLogLine(bytes)
    let ranges = state.find?.pattern?.ranges(in: line.bytes) ?? []
    let inverse = Style(attributes: .inverse)
    let highlight = id == state.current ? highlight.over(inverse) : inverse
    return Text {
      line.spans(highlighting: ranges, highlight)
      if isCut { "…" }
    }
    .wrap(wrap).node
  }

  override func element(_ content: Node, _ rowStates: RowStates) -> Element {
    let style = LayoutStyle.element {
      $0.direction = .column
      $0.shrink = 0
      $0.minHeight = 1
      guard !wraps else { return }
      $0.width = .maxContent
      // Keeps the horizontal scroll position when narrower lines come into view.
      $0.minWidth = .cells(Double(viewport.state.contentWidth))
    }
    return Element(Container(), style: style, children: [content])
  }
}
