import MillraceLayout
import MillraceRender

/// In which directions content may be larger than what shows it.
public enum ScrollAxes: Sendable {
  case vertical, horizontal, both

  var isVertical: Bool { self != .horizontal }
  var isHorizontal: Bool { self != .vertical }
}

/// Content of any size, of which as much shows as there is room for.
///
/// ```swift
/// ScrollView {
///   for line in lines { Text(line) }
/// }.grow()
/// ```
///
/// It is as large as its content, and shrinks to the room that there is. Arrows, PgUp, PgDn, Home, End and
/// the wheel scroll it, and a bar tells where it is. It takes the focus only where something is out of
/// sight. A control inside that gets the focus comes into view.
///
/// All of the content exists: for many rows, use a ``List``. A container keeps the height of its content:
/// one around a scroll view, inside another container, says `.grow().minHeight(0)` to give it less.
public struct ScrollView: LiveComponent {
  private let axes: ScrollAxes
  private let bars: Bool
  private let followsEnd: Bool
  private let target: NodeKey?
  private let content: Node
  @Local private var model = ScrollModel()
  @Local private var changes = 0

  /// - Parameters:
  ///   - axes: in which directions it scrolls. Across the others, content has the width of the box.
  ///   - bars: whether a bar shows the place, where not everything fits.
  ///   - followsEnd: whether it stays at its end, once there, when content is added: for a log.
  ///   - scrollTo: brings the child with this key into view, each time that it changes.
  ///   - content: stands in a column.
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

  public func body(in context: RenderContext) throws -> Node {
    let children = content.asChildren
    guard context.isInteractive else { return Column { content }.node }
    _ = changes
    let model = model
    model.axes = axes
    model.followsEnd = followsEnd
    let bars = bars ? model.bars : []
    let outer = LayoutStyle.element {
      $0.direction = .column
      $0.overflow = .scroll
      if bars.contains(.vertical) { $0.padding.right = 1 }
      if bars.contains(.horizontal) { $0.padding.bottom = 1 }
    }
    let viewport = LayoutStyle.element {
      $0.direction = .column
      $0.grow = 1
      $0.overflow = .scroll
    }
    let inner = LayoutStyle.element {
      $0.direction = .column
      $0.shrink = 0
      if axes.isHorizontal { $0.width = .maxContent }
      if !axes.isVertical { $0.height = .percent(100) }
    }
    var looks = Looks()
    // The focus stays where it is when everything fits.
    looks.isFocusable = model.limit != .zero || model.isFocused
    let viewed = Handlers {
      $0.laidOut = { report, _ in
        if model.learn(viewport: report.size) { changes += 1 }
        showFirst(in: model)
      }
      $0.reveal = { rect, _ in if model.reveal(rect) { changes += 1 } }
    }
    let measured = Handlers {
      $0.laidOut = { report, context in
        if model.learn(content: report.size) { changes += 1 }
        model.context = context
        showFirst(in: model)
      }
    }
    let shown = Node(
      Element(
        Container(), style: viewport, offset: model.offset, handlers: viewed,
        children: [
          Node(Element(Container(), style: inner, handlers: measured, children: children))
        ]))
    return Node(
      Element(
        Container(), style: outer, looks: looks, handlers: handlers(of: model),
        children: [shown] + [ScrollBars.vertical, .horizontal].map { bar($0, of: model, bars) })
    ).onChange(of: target) { _, target in show(target, in: model) }
  }

  /// Once both sizes are known.
  @MainActor private func showFirst(in model: ScrollModel) {
    guard !model.hasBegun, model.context != nil, model.viewport.height > 0 else { return }
    model.hasBegun = true
    show(target, in: model)
  }

  @MainActor private func show(_ target: NodeKey?, in model: ScrollModel) {
    guard let target, let rect = model.context?.frame(ofChild: target) else { return }
    if model.reveal(rect) { changes += 1 }
  }

  @MainActor private func bar(_ bar: ScrollBars, of model: ScrollModel, _ shown: ScrollBars) -> Node
  {
    guard shown.contains(bar) else { return .empty }
    let isVertical = bar == .vertical
    let shownCells = isVertical ? model.viewport.height : model.viewport.width
    return scrollBar(
      isVertical ? .vertical : .horizontal, start: isVertical ? model.offset.y : model.offset.x,
      shown: shownCells, total: isVertical ? model.content.height : model.content.width,
      end: shown == [.vertical, .horizontal] ? 1 : 0, length: shownCells
    ) { start in
      var place = model.offset
      if isVertical { place.y = start } else { place.x = start }
      if model.move(to: place) { changes += 1 }
    }
  }

  @MainActor private func handlers(of model: ScrollModel) -> Handlers {
    Handlers {
      $0.key = { key, _ in
        guard let target = model.target(of: key) else { return false }
        if model.move(to: target) { changes += 1 }
        return true
      }
      $0.wheel = { distance, _ in
        let (x, y) = (model.offset.x + distance.x, model.offset.y + distance.y)
        // At its end, what is around scrolls.
        let moved = model.move(to: CellPoint(x: x, y: y))
        if moved { changes += 1 }
        return moved
      }
      $0.focusChanged = { hasFocus in
        model.hasFocus = hasFocus
        if !hasFocus, model.limit == .zero { changes += 1 }
      }
    }
  }
}

struct ScrollBars: OptionSet {
  let rawValue: UInt8

  static let vertical = ScrollBars(rawValue: 1)
  static let horizontal = ScrollBars(rawValue: 2)
}

/// What of its content a scroll view shows.
@MainActor
final class ScrollModel {
  var axes = ScrollAxes.vertical
  var followsEnd = false
  /// Whether it, or a control in it, has the focus.
  var hasFocus = false
  private(set) var offset = CellPoint.zero
  private(set) var viewport = CellSize(width: 0, height: 0)
  private(set) var content = CellSize(width: 0, height: 0)
  /// Of the content, once it has been laid out.
  var context: EventContext?
  /// Whether the place to begin at has been found.
  var hasBegun = false

  nonisolated init() {}

  var isFocused: Bool { hasFocus && context?.focusIsInside == false }

  /// The furthest place.
  var limit: CellPoint {
    CellPoint(
      x: axes.isHorizontal ? max(0, content.width - viewport.width) : 0,
      y: axes.isVertical ? max(0, content.height - viewport.height) : 0)
  }

  var bars: ScrollBars {
    var bars: ScrollBars = []
    if limit.y > 0 { bars.insert(.vertical) }
    if limit.x > 0 { bars.insert(.horizontal) }
    return bars
  }

  /// - Returns: whether something else has to be shown.
  func learn(viewport size: CellSize) -> Bool { change { viewport = size } }

  /// - Returns: whether something else has to be shown.
  func learn(content size: CellSize) -> Bool {
    change {
      // Text that is wrapped anew has the same share of it above the box.
      if !axes.isHorizontal, size.width != content.width, content.height > 0 {
        offset.y = (offset.y * size.height + content.height / 2) / content.height
      }
      content = size
    }
  }

  private func change(_ body: () -> Void) -> Bool {
    let old = (viewport, content, offset)
    let wasAtEnd = offset.y >= limit.y
    body()
    move(to: followsEnd && wasAtEnd ? CellPoint(x: offset.x, y: limit.y) : offset)
    return old != (viewport, content, offset)
  }

  /// Brings a part of the content into view, by the least that it has to move; the beginning of what is
  /// larger.
  @discardableResult
  func reveal(_ rect: CellRect) -> Bool {
    func place(_ offset: Int, _ shown: Int, _ start: Int, _ length: Int) -> Int {
      min(start, max(offset, start + length - shown))
    }
    return move(
      to: CellPoint(
        x: place(offset.x, viewport.width, rect.x, rect.width),
        y: place(offset.y, viewport.height, rect.y, rect.height)))
  }

  /// - Returns: whether that is another place.
  @discardableResult
  func move(to point: CellPoint) -> Bool {
    let limit = limit
    let old = offset
    offset = CellPoint(x: min(max(0, point.x), limit.x), y: min(max(0, point.y), limit.y))
    return offset != old
  }

  /// Where a key leads; nil: it means nothing here.
  func target(of key: Key) -> CellPoint? {
    let (x, y) = (offset.x, offset.y)
    let page = max(1, viewport.height - 1)
    switch key {
    case .up where limit.y > 0: return CellPoint(x: x, y: y - 1)
    case .down where limit.y > 0: return CellPoint(x: x, y: y + 1)
    case .pageUp where limit.y > 0: return CellPoint(x: x, y: y - page)
    case .pageDown where limit.y > 0: return CellPoint(x: x, y: y + page)
    case .home where limit != .zero: return .zero
    case .end where limit.y > 0: return CellPoint(x: x, y: limit.y)
    case .end where limit.x > 0: return CellPoint(x: limit.x, y: y)
    case .left where limit.x > 0: return CellPoint(x: x - 1, y: y)
    case .right where limit.x > 0: return CellPoint(x: x + 1, y: y)
    default: return nil
    }
  }
}
