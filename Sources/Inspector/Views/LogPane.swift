import Millrace
import MillraceRender

/// The choices of a user in a log.
struct LogState {
  var current: UInt64?
  var query = CommitQuery()
  var isDispatching = false
}

/// The commits, the causes and results of the current commit, and the branch that the user makes by
/// skipping commits.
struct LogPane: Component {
  private struct Indexing: Hashable {
    let query: CommitQuery
    let newest: UInt64
    let source: OpenedRecording?
  }

  let inspector: Inspector
  let rows: CommitRows
  let state: Binding<LogState>
  let focus: FocusHandle
  /// Binds a key. If its action fails, the view shows the reason.
  let bind: @MainActor (KeyChord, String, @escaping @MainActor () throws -> Void) -> Bind
  @Local private var index = CommitIndex(CommitQuery())

  private static let columns = [
    TableColumn<CommitLine>("#", align: .trailing) { "\($0.version)" },
    TableColumn("At", align: .trailing) { durationText(microseconds: $0.time * 1_000) },
    TableColumn("Action", width: .share(2)) { $0.label + ($0.count > 1 ? " ×\($0.count)" : "") },
    TableColumn("From", width: .share()) { $0.origin.joined(separator: ", ") },
    TableColumn("Took", align: .trailing) { $0.duration },
  ]

  var body: Node {
    let (query, state) = (state.wrappedValue.query, state)
    let source = rows.history.travel.file?.report
    var shown = rows
    if query.hides, index.query == query, index.source == source { shown.index = index }
    return Column {
      if rows.count == 0 {
        Text("Nothing has happened yet.").style(\.muted)
      } else {
        split("commits", table(shown), "chain") {
          if !rows.skipped.isEmpty {
            AnswerText(inspector: inspector, question: .branch(rows.skipped, rows.newest))
          }
          Text(chain)
        }
      }
      if let hidden = shown.index?.hidden {
        Text("\(hidden) hidden; a shows all").style(\.muted).shrink(0)
      }
      if state.wrappedValue.isDispatching {
        let close = { @MainActor in state.wrappedValue.isDispatching = false }
        JSONField("Dispatch", try? inspector.json(ofAction: version), close: close) {
          try inspector.dispatch(json: $0)
        }
      }
    }
    .grow()
    .task(id: query.hides ? Indexing(query: query, newest: rows.newest, source: source) : nil) {
      guard query.hides else { return }
      let isKnown = index.query == query && index.source == source
      var next = isKnown ? index : CommitIndex(query, of: source)
      while let more = await next.extended(inspector), !Task.isCancelled {
        next = more
        index = more
      }
    }
  }

  @MainActor private func table(_ shown: CommitRows) -> Node {
    Table(shown, columns: Self.columns)
      .current(state.current)
      .select(inspector.position ?? inspector.holding.version)
      .onRowKey { key, line in
        guard key == .enter else { return false }
        try inspector.travel(to: line.version)
        return true
      }.node.focus(focus)
  }

  @MainActor private var version: UInt64 { state.wrappedValue.current ?? rows.newest }
  @MainActor private var line: CommitLine? { rows.history.line(of: version) }

  @MainActor private var chain: String {
    do { return try inspector.commit(version).text } catch { return "\(error)" }
  }

  // MARK: - Keys

  @KeysBuilder @MainActor var binds: [Bind] {
    bind("d", "Dispatch an action") { state.wrappedValue.isDispatching = true }
    bind("x", "Skip") { try inspector.skip(inspector.skipped.symmetricDifference([version])) }
    bind("X", "Skip nothing") { try inspector.skip([]) }
    bind("v", "Show the branch or the recording") {
      if inspector.showsBranch { try inspector.leaveBranch() } else { try inspector.showBranch() }
    }
    bind("f", "Fold runs") { state.wrappedValue.query.folds.toggle() }
    bind("n", "Hide commits without a change") { state.wrappedValue.query.hidesNoops.toggle() }
    bind("M", "Mute such actions") {
      if let line { state.wrappedValue.query.muted.append(line.name) }
    }
    bind("O", "Mute the source") {
      if let site = line?.site { state.wrappedValue.query.mutedSites.append(site) }
    }
    bind("a", "Show all") { state.wrappedValue.query = CommitQuery() }
  }
}
