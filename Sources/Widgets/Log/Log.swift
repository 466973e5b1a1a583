import MillraceLayout
import MillraceRender

/// Shows the lines of a log. It follows the newest lines until the user scrolls up; then it shows
/// the number of new lines.
///
/// ```swift
/// Log(state.lines, filter: state.query.isEmpty ? nil : .text(state.query))
/// ```
///
/// Arrows, PgUp, PgDn, Home, End and the wheel scroll. End, or a click on “↓ 12 new”, follows the
/// newest lines again. `w` toggles wrapping; while lines are not wrapped, Left and Right scroll
/// horizontally. `/` asks for a text to find; case matters only if the text contains a capital
/// letter. `n` and `N` go to the next and the previous match, and Escape ends the search.
/// The keys' names in a ``KeyMap`` are `log.up`, `log.down`, `log.pageUp`, `log.pageDown`,
/// `log.first`, `log.last`, `log.left`, `log.right`, `log.wrap`, `log.find`, `log.next`,
/// `log.previous`, `log.endFind`.
///
/// Colours and attributes in the text (SGR sequences) are applied, and links (OSC 8) are links. Other
/// control sequences and strings are removed, and all other control characters are shown as symbols:
/// none of them reaches the terminal. At most 16 KB of a line are shown.
///
/// A filter and a search test only appended lines, and each line once. More than 20,000 lines are
/// tested off the main actor, in slices; the progress is shown. In plain-text output, it shows all
/// lines that pass the filter.
public struct Log: LiveComponent {
  private let lines: LogLines
  private let filter: LogFilter?
  private let label: String
  private let isWrapped: Binding<Bool>?
  @Local private var model = LogModel()
  @Local private var ownWrap = false
  /// The text in the search field; nil if the field is closed.
  @Local private var query: String? = nil
  @Local private var changes = 0
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - lines: the log. Filters start again unless these are the previous lines with lines
  ///     appended.
  ///   - label: the accessible name.
  ///   - filter: selects the lines to show; nil shows all.
  ///   - isWrapped: whether long lines are wrapped; nil: the log stores this itself.
  public init(
    _ lines: LogLines, label: String = "", filter: LogFilter? = nil, isWrapped: Binding<Bool>? = nil
  ) {
    (self.lines, self.label, self.filter, self.isWrapped) = (lines, label, filter, isWrapped)
  }

  public func body(in context: RenderContext) throws -> Node {
    guard context.isInteractive else { return page }
    let (model, wraps) = (model, isWrapped?.wrappedValue ?? ownWrap)
    model.update(lines, filter, wraps: wraps, highlight: theme.selection)
    let style = LayoutStyle.element {
      $0.grow = 1
      $0.overflow = .scroll
      $0.minHeight = 1
    }
    var properties = ElementProperties()
    model.viewport.focusPolicy = isEnabled ? .always : .never
    properties.style = isEnabled ? Style() : theme.muted
    properties.semantics = Semantics(.log, label, states: model.pending == nil ? [] : .busy)
    return Column {
      Column {
        Viewport(
          state: model.viewport, bars: .vertical, keepsRoomForBars: true, style: style,
          properties: properties,
          handlers: Handlers {
            $0.wheel = { distance, _ in note(model.viewport.wheel(by: distance)) }
          }
        ) { note(true) }
        badge
      }
      .grow().keys(LogCommand.table.scope) {
        for row in isEnabled ? LogCommand.table.rows : [] { bind(row, wraps) }
      }
      search
    }
    .grow()
    .task(id: model.pending) {
      while !Task.isCancelled {
        let hasFiltered = await model.rows.processNextSlice()
        let hasSearched = await model.matches.processNextSlice()
        guard hasFiltered || hasSearched else { return }
        changes += 1
      }
    }
  }

  @MainActor private var page: Node {
    let ids = lines.ids(in: lines.startIndex..<lines.endIndex, passing: [filter].compactMap(\.self))
    let texts = ids.map { id in
      String(decoding: StyledLogLine(lines[id].text.utf8).bytes, as: UTF8.self)
    }
    return texts.isEmpty ? .empty : Text(texts.joined(separator: "\n")).wrap(.clip).node
  }

  /// Drawn over the last row: the progress of the filter and the number of new lines.
  @MainActor @NodeBuilder private var badge: Node {
    if model.rows.pending != nil || model.badge != nil {
      Row(gap: 1) {
        if model.rows.pending != nil {
          Text(" filtering \(model.rows.percent) % ").style(theme.accent)
            .semantics(.status, "Filtering", states: .busy)
        }
        if let new = model.badge {
          Text(new > 0 ? " ↓ \(grouped(new)) new " : " ↓ ").style(theme.accent).inverse()
            .semantics(.button, "Go to the end").onClick { if isEnabled { perform(.last) } }
        }
      }
      .absolute(right: 1, bottom: 0)
    }
  }

  /// The search field, or the status of the search.
  @MainActor @NodeBuilder private var search: Node {
    if let query {
      Row {
        Text("/").style(theme.accent)
        TextField(
          query, placeholder: "find", onChange: { self.query = $0 },
          onSubmit: {
            self.query = nil
            model.startSearch(for: query)
          }, onCancel: { self.query = nil }
        )
        .autofocus().grow()
      }
      .height(1).shrink(0)
    } else if model.find != nil {
      Text(model.result).style(theme.muted).truncate().shrink(0)
    }
  }

  // MARK: - Events

  @MainActor private func bind(_ row: CommandTable<LogCommand>.Row, _ wraps: Bool) -> Bind {
    let isEnabled =
      switch row.command {
      case .left, .right: !wraps
      case .next, .previous, .endFind: model.find != nil
      default: true
      }
    return Bind(
      row.keys, row.command == .wrap && wraps ? "Unwrap lines" : row.title, name: row.name,
      isShown: false, isEnabled: isEnabled
    ) { perform(row.command) }
  }

  @MainActor private func perform(_ command: LogCommand) {
    let viewport = model.viewport
    let page = max(1, viewport.box.height - 1)
    switch command {
    case .up: scroll(0, -1)
    case .down: scroll(0, 1)
    case .pageUp: scroll(0, -page)
    case .pageDown: scroll(0, page)
    case .left: scroll(-8, 0)
    case .right: scroll(8, 0)
    case .first: note(viewport.show(from: 0))
    case .last: note(viewport.show(from: .max))
    case .wrap: (isWrapped ?? $ownWrap).wrappedValue.toggle()
    case .find: query = ""
    case .next, .previous:
      model.showNextHit(by: command == .next ? 1 : -1)
      changes += 1
    case .endFind:
      model.startSearch(for: "")
      changes += 1
    }
  }

  @MainActor private func scroll(_ x: Int, _ y: Int) {
    note(model.viewport.scroll(by: CellPoint(x: x, y: y)))
  }

  /// Updates the badge after a scroll.
  @discardableResult
  @MainActor private func note(_ hasMoved: Bool) -> Bool {
    if hasMoved, model.noteSeen() { changes += 1 }
    return hasMoved
  }
}
