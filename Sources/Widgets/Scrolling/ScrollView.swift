import MillraceLayout
import MillraceRender

/// The directions in which content scrolls.
public enum ScrollAxes: CaseIterable, Sendable {
  /// Up and down, sideways, or both.
  case vertical, horizontal, both

  var isVertical: Bool { self != .horizontal }
  var isHorizontal: Bool { self != .vertical }
}

/// A scrolling view of content of any size.
///
/// ```swift
/// ScrollView {
///   for step in steps { Text(step) }
/// }
/// .grow()
/// ```
///
/// It is as large as its content, and shrinks to the available space. Arrows, PgUp, PgDn, Home, End
/// and the wheel scroll it, and a bar shows the position. It takes the focus only if some content
/// is out of view. A control inside that gets the focus, or is typed into, scrolls into view.
///
/// All of the content exists, unless the view scrolls only vertically and its content is one loop
/// of more than 100 children with keys. Then only the visible children exist, as in a ``List``: the
/// tasks of the others end, Tab does not reach them, and all children lose their local state at the
/// moment when their number rises above 100.
///
/// A container is as tall as its content. So a container that contains a scroll view, and is itself
/// in a container, needs `.grow()`; otherwise it is as tall as the scrolled content.
public struct ScrollView: LiveComponent {
  private let axes: ScrollAxes
  private let bars: Bool
  private let followsEnd: Bool
  private let target: NodeKey?
  private let content: Node
  @Local private var viewport = ViewportHandle()
  @Local private var layout = ContentLayout()

  /// - Parameters:
  ///   - axes: the directions in which the view scrolls. In the other direction, content has the
  ///     size of the view.
  ///   - bars: whether scroll bars are shown if the content does not fit.
  ///   - followsEnd: whether a view scrolled to its end stays there when content is added, as in a
  ///     log.
  ///   - target: the key of a child to scroll into view: at first, and each time the key changes.
  ///   - content: placed in a column.
  public init(
    _ axes: ScrollAxes = .vertical, bars: Bool = true, followsEnd: Bool = false,
    scrollTo target: (some Hashable & Sendable)? = NodeKey?.none,
    @NodeBuilder content: () throws -> Node
  ) rethrows {
    self.axes = axes
    self.bars = bars
    self.followsEnd = followsEnd
    self.target = target.map { NodeKey($0) }
    self.content = try content()
  }

  /// The values that layouts have reported.
  @MainActor private final class ContentLayout {
    /// The content's layout context; nil before the first layout.
    var content: EventContext?
    /// Whether the initial scroll position has been set.
    var hasBegun = false
    nonisolated init() {}

    func show(_ target: NodeKey?, in viewport: ViewportHandle) {
      guard let target else { return }
      if let rows = viewport.state.source as? KeyedRowSource {
        if let row = rows.row(of: target, near: 0) { viewport.change { $0.reveal(row: row) } }
      } else if let rect = content?.frame(ofChild: target) {
        viewport.change { $0.reveal(rect) }
      }
    }
  }

  public func body(in context: RenderContext) throws -> Node {
    guard context.isInteractive else { return Column { content }.node }
    let (viewport, layout) = (viewport, layout)
    let rows = axes == .vertical ? KeyedRowSource(content) : nil
    let settings = ViewportSettings(
      isSizedByRows: true, scrollsSideways: axes.isHorizontal, followsEnd: followsEnd)
    let source =
      rows ?? SingleRowSource(content, axes) { [weak layout] in layout?.content = $0 }
    var bars: ScrollBars = bars ? [.vertical, .horizontal] : []
    if !axes.isVertical { bars.remove(.vertical) }
    if !axes.isHorizontal { bars.remove(.horizontal) }
    let style = LayoutStyle.element {
      $0.direction = .column
      $0.overflow = .scroll
      // The total height of the rows is unknown, because only the visible rows exist. The number of
      // all rows replaces it: more than 100 rows exceed most screens.
      if let rows { ($0.height, $0.maxHeight) = (Length(rows.count), .percent(100)) }
    }
    return Viewport(
      handle: viewport, source: source, settings: settings, bars: bars, style: style,
      properties: ElementProperties(), handlers: handlers
    ) { [weak viewport, weak layout, target] in
      guard let viewport, let layout, !layout.hasBegun, viewport.state.box.height > 0,
        layout.content != nil || viewport.state.source is KeyedRowSource
      else { return }
      layout.hasBegun = true
      layout.show(target, in: viewport)
    }
    .node.onChange(of: target) { _, target in layout.show(target, in: viewport) }
  }

  @MainActor private var handlers: Handlers {
    let viewport = viewport
    return Handlers {
      $0.key = { key, _ in
        let state = viewport.state
        guard let distance = distance(for: key, in: state) else { return false }
        viewport.change {
          state.source.count > 1 && (key == .home || key == .end)
            ? $0.show(from: key == .home ? 0 : .max) : $0.scroll(by: distance)
        }
        return true
      }
      // Does not handle the wheel at the end of the content: a surrounding scroll view then
      // scrolls.
      $0.wheel = { distance, _ in
        viewport.change {
          $0.wheel(by: axes.isVertical ? distance : CellPoint(x: distance.x, y: 0))
        }
      }
      $0.focusChanged = { hasFocus in
        viewport.change {
          $0.hasFocus = hasFocus
          return !hasFocus && !$0.isLong
        }
      }
    }
  }

  /// The distance by which a key scrolls; nil if the key is not handled.
  @MainActor private func distance(for key: Key, in state: ViewportState) -> CellPoint? {
    let isLong = axes.isVertical && state.isLong
    let step = max(1, state.box.height - 1)
    let far = Int(Int32.max)
    func lines(_ count: Int) -> CellPoint? { isLong ? CellPoint(x: 0, y: count) : nil }
    func columns(_ count: Int) -> CellPoint? {
      state.maximumX > 0 ? CellPoint(x: count, y: 0) : nil
    }
    switch key {
    case .up: return lines(-1)
    case .down: return lines(1)
    case .pageUp: return lines(-step)
    case .pageDown: return lines(step)
    case .home:
      let toLeft = columns(-far)
      return isLong ? CellPoint(x: toLeft?.x ?? 0, y: -far) : toLeft
    case .end: return lines(far) ?? columns(far)
    case .left: return columns(-1)
    case .right: return columns(1)
    default: return nil
    }
  }
}

/// The content as the only row of a viewport.
private final class SingleRowSource: RowSource {
  private let whole: Node
  private let axes: ScrollAxes
  private let laidOut: @MainActor (EventContext) -> Void

  init(
    _ content: Node, _ axes: ScrollAxes, laidOut: @escaping @MainActor (EventContext) -> Void
  ) {
    (whole, self.axes, self.laidOut) = (content, axes, laidOut)
  }

  override var count: Int { 1 }

  override func content(at row: Int) -> Node { whole }

  override func element(_ content: Node, _ rowStates: RowStates) -> Element {
    let style = LayoutStyle.element {
      $0.direction = .column
      $0.shrink = 0
      if axes.isHorizontal { $0.width = .maxContent }
      if !axes.isVertical { $0.height = .percent(100) }
    }
    let handlers = Handlers { [laidOut] in $0.layoutChanged = { _, context in laidOut(context) } }
    return Element(Container(), style: style, handlers: handlers, children: content.asChildren)
  }
}

/// Many children with keys as rows of a viewport.
private final class KeyedRowSource: RowSource {
  private let rows: [Node]
  private lazy var rowIndices = Dictionary(
    rows.indices.map { (key(at: $0), $0) }, uniquingKeysWith: { first, _ in first })

  /// - Returns: nil if there are at most 100 children, or one has no key.
  init?(_ content: Node) {
    rows = content.keyedChildren ?? []
    if rows.count <= 100 { return nil }
  }

  override var count: Int { rows.count }

  override func key(at row: Int) -> NodeKey { rows[row].key ?? NodeKey(row) }

  override func row(of key: NodeKey, near row: Int) -> Int? {
    if rows.indices.contains(row), rows[row].key == key { return row }
    return rowIndices[key]
  }

  override var findsKeys: Bool { true }
  override func isKnownAbsent(_ key: NodeKey) -> Bool { rowIndices[key] == nil }

  override func content(at row: Int) -> Node { rows[row] }

  override func element(_ content: Node, _ rowStates: RowStates) -> Element {
    let style = LayoutStyle.element {
      $0.direction = .column
      $0.shrink = 0
    }
    return Element(Container(), style: style, children: [content])
  }
}
