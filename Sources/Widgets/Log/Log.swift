import MillraceLayout
import MillraceRender

/// Shows the lines of a log. It follows the newest lines until the user scrolls up; then it shows
/// the number of new lines.
///
/// ```swift
/// Log(lines, label: "Requests", filter: query.isEmpty ? nil : .text(query))
/// ```
///
/// It takes the remaining space of its container. The size of the container must therefore not
/// depend on the log: give the container a size, for example by `grow()`.
///
/// Arrows, PgUp, PgDn, Home, End and the wheel scroll. End, or a click on “↓ 12 new”, follows the
/// newest lines again. `w` toggles wrapping; while lines are not wrapped, Left and Right scroll
/// horizontally. `/` asks for a text to find, without regard to case and diacritics. `n` and `N` go
/// to the next and the previous match; if the current match is out of sight, they start at the
/// visible lines. While a match is current, the log does not follow the newest lines; End, a click
/// on “↓ 12 new” or the end of the search leaves the match. Escape ends the search. The keys' names
/// in a ``KeyMap`` are `log.up`, `log.down`, `log.pageUp`, `log.pageDown`, `log.first`, `log.last`,
/// `log.left`, `log.right`, `log.wrap`, `log.find`, `log.next`, `log.previous`, `log.endFind`.
///
/// Colours and attributes in the text (SGR sequences) are applied, and links (OSC 8) are shown as
/// links. Other control sequences and strings are removed, and all other control characters are
/// shown as symbols: none of them reaches the terminal. At most 16 KB of a line are shown.
///
/// A filter or a search tests each line once: after an append, it tests only the new lines. More
/// than 20,000 lines are tested off the main actor, in slices; the progress is shown. In plain-text
/// output, the log shows all lines that pass the filter.
public struct Log: LiveComponent {
  private let lines: LogLines
  private let filter: LogFilter?
  private let label: String
  private let isWrapped: Binding<Bool>?
  @Local private var state = LogState()
  @Local private var viewport = ViewportHandle()
  @Local private var ownWrap = false
  /// The text in the search field; nil if the field is closed.
  @Local private var query: String? = nil
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - lines: the log, in the program's state: see ``LogLines``. After any other change than
  ///     appending lines and dropping the oldest, all lines are filtered again.
  ///   - label: the accessible name, which is not drawn.
  ///   - filter: selects the lines to show; nil shows all.
  ///   - isWrapped: whether long lines are wrapped. Without a binding, the log stores this setting
  ///     itself.
  public init(
    _ lines: LogLines, label: String = "", filter: LogFilter? = nil, isWrapped: Binding<Bool>? = nil
  ) {
    (self.lines, self.label, self.filter, self.isWrapped) = (lines, label, filter, isWrapped)
  }

  public func body(in context: RenderContext) throws -> Node {
    guard context.isInteractive else { return plainText }
    let wraps = isWrapped?.wrappedValue ?? ownWrap
    _state.settle { $0.update(lines, [filter].compactMap(\.self)) }
    let style = LayoutStyle.element {
      $0.grow = 1
      $0.overflow = .scroll
      $0.minHeight = 1
    }
    var properties = ElementProperties()
    properties.style = isEnabled ? Style() : theme.muted
    properties.semantics = Semantics(.log, label, states: state.pending == nil ? [] : .busy)
    return Column {
      Column {
        Viewport(
          handle: viewport, source: LogSource(state, viewport, wraps: wraps, theme.selection),
          settings: ViewportSettings(
            focusPolicy: isEnabled ? .always : .never, scrollsSideways: !wraps,
            followsEnd: state.current == nil,
            pinnedRow: state.current.map { state.rows.position(of: $0) }),
          bars: .vertical, reservesBarSpace: true, style: style, properties: properties,
          handlers: Handlers {
            $0.wheel = { distance, _ in scroll { $0.wheel(by: distance) } }
          }
        ) { [state = _state, unowned viewport = viewport] in
          // Does not capture `self`: the log owns the viewport, which would then own the log.
          state.change { $0.recordSeen(viewport.state) }
        }
        badge
      }
      .grow().keys(LogCommand.table.scope) {
        for row in isEnabled ? LogCommand.table.rows : [] { bind(row, wraps) }
      }
      search
    }
    .grow()
    .task(id: [state.rows.runs, state.matches.runs]) {
      while !Task.isCancelled, let index = state.pending {
        let slice = await index.testNextSlice()
        find { $0.apply(slice, &$1) }
      }
    }
  }

  @MainActor private var plainText: Node {
    let ids = lines.ids(in: lines.startIndex..<lines.endIndex, passing: [filter].compactMap(\.self))
    let texts = ids.map { id in
      String(decoding: StyledLogLine(lines[id].text.utf8).bytes, as: UTF8.self)
    }
    return texts.isEmpty ? .empty : Text(texts.joined(separator: "\n")).wrap(.clip).node
  }

  /// The progress of the filter and the number of new lines, drawn over the last row.
  @MainActor @NodeBuilder private var badge: Node {
    if state.rows.isPending || state.badge != nil {
      Row(gap: 1) {
        if state.rows.isPending {
          Text(" filtering \(state.rows.percent) % ").style(theme.accent)
            .semantics(.status, "Filtering", states: .busy)
        }
        if let new = state.badge {
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
            find { $0.startSearch(for: self.query ?? "", &$1) }
            self.query = nil
          }, onCancel: { self.query = nil }
        )
        .autofocus().grow()
      }
      .height(1).shrink(0)
    } else if state.find != nil {
      Text(state.result).style(theme.muted).truncate().shrink(0)
    }
  }

  // MARK: - Events

  @MainActor private func bind(_ row: CommandTable<LogCommand>.Row, _ wraps: Bool) -> Bind {
    let isEnabled =
      switch row.command {
      case .left, .right: !wraps
      case .next, .previous, .endFind: state.find != nil
      default: true
      }
    return Bind(
      row.keys, row.command == .wrap && wraps ? "Unwrap lines" : row.title, name: row.name,
      isShown: false, isEnabled: isEnabled
    ) { perform(row.command) }
  }

  @MainActor private func perform(_ command: LogCommand) {
    let step = max(1, viewport.state.box.height - 1)
    switch command {
    case .up: scroll(0, -1)
    case .down: scroll(0, 1)
    case .pageUp: scroll(0, -step)
    case .pageDown: scroll(0, step)
    case .left: scroll(-8, 0)
    case .right: scroll(8, 0)
    case .first: scroll { $0.show(from: 0) }
    case .last:
      _state.change { $0.leaveMatch() }
      scroll { $0.show(from: .max) }
      _state.change { $0.recordSeen(viewport.state) }
    case .wrap: (isWrapped ?? $ownWrap).wrappedValue.toggle()
    case .find: query = ""
    case .next: find { $0.moveToMatch(by: 1, &$1) }
    case .previous: find { $0.moveToMatch(by: -1, &$1) }
    case .endFind: find { $0.startSearch(for: "", &$1) }
    }
  }

  @MainActor private func scroll(_ x: Int, _ y: Int) {
    scroll { $0.scroll(by: CellPoint(x: x, y: y)) }
  }

  /// Scrolls, and updates the badge.
  @discardableResult
  @MainActor private func scroll(_ change: (inout ViewportState) -> Bool) -> Bool {
    let hasMoved = viewport.change(change)
    if hasMoved { _state.change { $0.recordSeen(viewport.state) } }
    return hasMoved
  }

  /// Changes the search, and scrolls to its match.
  @MainActor private func find(_ change: (inout LogState, inout ViewportState) -> Bool) {
    viewport.change { viewport in
      var mustReveal = false
      _state.change {
        mustReveal = change(&$0, &viewport)
        return true
      }
      return mustReveal
    }
    _state.change { $0.recordSeen(viewport.state) }
  }
}
