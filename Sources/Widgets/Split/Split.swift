import MillraceLayout
import MillraceRender

/// Panes side by side or stacked, with movable dividers.
///
/// ```swift
/// Split(state: $panes) {
///   SplitPane("folders", min: 8) { Text("Inbox") }
///   SplitPane("mail", share: 2, min: 12, canCollapse: false) { Text("Hello Ana, …") }
/// }
/// ```
///
/// A divider is dragged with the left mouse button. It is a Tab stop: the arrows along the split
/// move it by a cell, Home and End as far as the minimum sizes allow. Enter, Space or a double
/// click collapses the pane before the divider (or after it, if the pane before cannot collapse)
/// and opens that pane again; a collapsed pane keeps its local state. The keys' names in a
/// ``KeyMap`` are `split.smaller`, `split.larger`, `split.smallest`, `split.largest`,
/// `split.toggle`.
///
/// When the split is resized, its panes keep their shares. A split takes the remaining space of its
/// container. In plain-text output, all panes are stacked.
public struct Split: LiveComponent {
  /// Panes side by side, or stacked.
  public enum Direction: Hashable, Sendable {
    /// Panes beside each other, or below each other.
    case horizontal, vertical
  }

  private let direction: Direction
  private let binding: Binding<SplitState>?
  private let panes: [SplitPane]
  @Local private var ownState = SplitState()
  @Local private var memory = SplitMemory()
  @Local(reason: .size) private var minimumsDoNotFit = false
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.clock) private var clock
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - direction: `.horizontal` for panes side by side, `.vertical` for panes below each other.
  ///   - state: the sizes set by the user; without it, the split stores them while it is on the
  ///     screen.
  ///   - panes: two or more.
  public init(
    _ direction: Direction = .horizontal, state: Binding<SplitState>? = nil,
    @SplitBuilder panes: () throws -> [SplitPane]
  ) rethrows {
    (self.direction, binding) = (direction, state)
    self.panes = try panes()
  }

  @MainActor private var state: Binding<SplitState> { binding ?? $ownState }

  @MainActor private var layout: SplitLayout {
    SplitLayout(
      panes.map {
        SplitLayout.Pane(id: $0.id, share: $0.share, minimum: $0.minimum, isCollapsed: false)
      }, state.wrappedValue)
  }

  public func body(in context: RenderContext) -> Node {
    let isInteractive = context.isInteractive
    _memory.settle { $0.expected = $0.laidOut }
    let (layout, tight) = (layout, minimumsDoNotFit)
    let factors = layout.factors(minimumsDoNotFit: tight)
    var children: [Node] = []
    for (index, pane) in panes.enumerated() {
      if index > 0 { children.append(isInteractive ? divider(index - 1, layout) : Divider().node) }
      let style = LayoutStyle.element {
        ($0.direction, $0.overflow) = (.column, .clip)
        guard isInteractive else { return }
        ($0.grow, $0.basis, $0.automaticMinimumSize) = (factors[index], 0, false)
        let minimum = Length(tight ? 0 : pane.minimum)
        if direction == .horizontal { $0.minWidth = minimum } else { $0.minHeight = minimum }
        if layout.panes[index].isCollapsed { $0.display = .none }
      }
      children.append(
        Node(Element(Container(), style: style, children: [pane.content])).key(pane.id))
    }
    let style = LayoutStyle.element {
      $0.direction = direction == .horizontal && isInteractive ? .row : .column
      ($0.grow, $0.overflow, $0.automaticMinimumSize) = (1, .clip, false)
    }
    return Node(Element(Container(), style: style, handlers: measured(layout), children: children))
      .semantics(.group)
  }

  /// Records the sizes of the panes after a layout. The layout reports the sizes of panes and
  /// dividers alternately.
  @MainActor private func measured(_ layout: SplitLayout) -> Handlers {
    let isHorizontal = direction == .horizontal
    return Handlers {
      $0.layoutChanged = { report, _ in
        let lengths = report.children.map { isHorizontal ? $0.width : $0.height }
        guard lengths.count == max(0, layout.panes.count * 2 - 1) else { return }
        let panes = stride(from: 0, to: lengths.count, by: 2).map { lengths[$0] }
        remember { ($0.laidOut, $0.expected) = (panes, panes) }
        let length = isHorizontal ? report.size.width : report.size.height
        let isTight = layout.minimum > length - lengths.count / 2
        if minimumsDoNotFit != isTight { minimumsDoNotFit = isTight }
      }
    }
  }

  /// Changes values that are not drawn, without rendering the split again.
  @MainActor private func remember(_ change: (inout SplitMemory) -> Void) {
    _memory.change {
      change(&$0)
      return false
    }
  }

  // MARK: - Dividers

  @MainActor private func divider(_ index: Int, _ layout: SplitLayout) -> Node {
    let neighbours = layout.panes[index...index + 1]
    var states: SemanticStates = neighbours.contains(where: \.isCollapsed) ? .collapsed : []
    if !isEnabled { states.insert(.disabled) }
    let divider = Divider(direction == .horizontal ? .vertical : .horizontal)
      .focusStyle(Style(attributes: .inverse).over(theme.accent))
      .semantics(
        .separator, panes[index].id, value: "\(layout.percent(of: index)) %", states: states
      )
      // A number never equals the key of a pane, which is a string.
      .key(index)
    guard isEnabled else { return divider.style(theme.muted) }
    let handlers = Handlers {
      CommandKeys(
        SplitCommand.table, in: keyMap,
        without: direction == .horizontal ? [.up, .down] : [.left, .right]
      )
      .install(in: $0) { command, _ in perform(command, at: index) }
    }
    return divider.focusable().onPointer { point($0, at: index) }.modified(by: .handlers(handlers))
  }

  /// - Returns: whether the command was handled.
  @MainActor private func perform(_ command: SplitCommand, at divider: Int) -> Bool {
    switch command {
    // Uses the expected sizes: several keys may arrive before the next layout.
    case .smaller: move(divider, by: -1, from: memory.expected)
    case .larger: move(divider, by: 1, from: memory.expected)
    case .smallest: move(divider, by: -100_000, from: memory.expected)
    case .largest: move(divider, by: 100_000, from: memory.expected)
    case .toggle:
      guard let pane = layout.toggled(at: divider, canCollapse: { panes[$0].canCollapse }) else {
        return false
      }
      state.wrappedValue.collapsed.formSymmetricDifference([panes[pane].id])
    }
    return true
  }

  @MainActor private func move(_ divider: Int, by distance: Int, from sizes: [Int]) {
    guard let moved = layout.moving(divider, by: distance, sizes: sizes) else { return }
    remember { $0.expected = moved.sizes }
    state.wrappedValue.shares.merge(moved.shares) { $1 }
  }

  @MainActor private func point(_ event: PointerEvent, at divider: Int) -> Bool {
    guard event.button == .left else { return false }
    switch event.phase {
    case .press:
      let now = clock.elapsed
      if let last = memory.pressed, last.divider == divider, now - last.time < .milliseconds(400) {
        remember { $0.pressed = nil }
        _ = perform(.toggle, at: divider)
      } else {
        remember { $0.pressed = (divider, now) }
      }
    case .drag:
      // The position is relative to the divider as it was laid out.
      let distance = direction == .horizontal ? event.position.x : event.position.y
      guard distance != 0 else { break }
      remember { $0.pressed = nil }
      move(divider, by: distance, from: memory.laidOut)
    default: return event.phase == .release
    }
    return true
  }
}

/// The values that an event of a split keeps for the next event.
private struct SplitMemory {
  /// The sizes of the panes along the split in the last layout, in cells.
  var laidOut: [Int] = []
  /// The expected sizes in the next layout.
  var expected: [Int] = []
  /// The previous press, for detecting a double click.
  var pressed: (divider: Int, time: Duration)?
}
