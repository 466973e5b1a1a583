import Millrace
import MillraceRender

/// The choices of a user in a log.
struct LogState {
  enum Form: Hashable { case dispatch, change, insert }

  var current: UInt64?
  var query = CommitQuery()
  var form: Form?
  var problem: String?
}

/// The commits, the causes and results of the current commit, and the branch that the user makes by
/// editing commits.
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
  @Local private var index = CommitIndex(CommitQuery())

  private static let columns = [
    TableColumn<CommitLine>("#", align: .trailing) { "\($0.version)" },
    TableColumn("At", align: .trailing) { durationText(microseconds: $0.time * 1_000) },
    TableColumn("Action", width: .share(2)) { $0.label + ($0.count > 1 ? " ×\($0.count)" : "") },
    TableColumn("From", width: .share()) { line in
      [line.input.map { "key \($0)" }, line.effect.map { "effect \($0)" }, line.site]
        .compactMap(\.self).joined(separator: ", ")
    },
    TableColumn("Took", align: .trailing) {
      $0.microseconds.map { durationText(microseconds: $0) } ?? ""
    },
  ]

  var body: Node {
    let (query, state) = (state.wrappedValue.query, state)
    let source = inspector.store.files.file?.report
    var shown = rows
    shown.edits = inspector.branchEdits
    if query.hides, index.query == query, index.source == source { shown.index = index }
    return Column {
      if rows.count == 0 {
        Text("Nothing has happened yet.").style(\.muted)
      } else {
        Split(.vertical) {
          SplitPane("commits", share: 3) {
            Table(
              shown, columns: Self.columns
            )
            .current(state.current)
            .select(inspector.position ?? inspector.holding.version)
            .onRowKey { key, line in
              guard key == .enter else { return false }
              try inspector.travel(to: line.version)
              return true
            }.node.focus(focus)
          }
          SplitPane("chain", share: 2) { ScrollView { results(shown.edits) } }
        }
      }
      if let problem = state.wrappedValue.problem { Text(problem).style(\.danger).shrink(0) }
      if let hidden = shown.index?.hidden {
        Text("\(hidden) hidden; a shows all").style(\.muted).shrink(0)
      }
      if let form = state.wrappedValue.form { field(form).key(form) }
    }
    .grow()
    .task(id: query.hides ? Indexing(query: query, newest: rows.newest, source: source) : nil) {
      guard query.hides else { return }
      let isKnown = index.query == query && index.source == source
      var next = isKnown ? index : CommitIndex(query, of: source)
      while let more = await next.extended(inspector.store), !Task.isCancelled {
        next = more
        index = more
      }
    }
  }

  @NodeBuilder @MainActor private func results(_ edits: BranchEdits) -> Node {
    if !edits.isEmpty {
      AnswerText(inspector: inspector, question: .branch(edits, rows.newest))
    }
    Text(chain)
  }

  @MainActor private var version: UInt64 { state.wrappedValue.current ?? rows.newest }

  @MainActor private var chain: String {
    do throws(InspectorError) { return try inspector.commit(version).text } catch {
      return error.description
    }
  }

  // MARK: - Keys

  @KeysBuilder @MainActor var binds: [Bind] {
    bind("d", "Dispatch an action") { state.wrappedValue.form = .dispatch }
    bind("x", "Skip") { edit { $0.toggleSkip(version) } }
    bind("<", "Earlier") { edit { $0.move(version, isEarlier: true, newest: rows.newest) } }
    bind(">", "Later") { edit { $0.move(version, isEarlier: false, newest: rows.newest) } }
    bind("c", "Change the action") { state.wrappedValue.form = .change }
    bind("i", "Insert an action") { state.wrappedValue.form = .insert }
    bind("X", "Discard the edits") { edit { $0 = BranchEdits() } }
    bind("v", "Show the branch or the recording") {
      attempt {
        if inspector.showsBranch { try inspector.leaveBranch() } else { try inspector.showBranch() }
      }
    }
    bind("f", "Fold runs") { state.wrappedValue.query.folds.toggle() }
    bind("n", "Hide commits without a change") { state.wrappedValue.query.hidesNoops.toggle() }
    bind("M", "Mute such actions") {
      if let line = rows.line(version) { state.wrappedValue.query.muted.append(line.name) }
    }
    bind("O", "Mute the source") {
      if let site = rows.line(version)?.site { state.wrappedValue.query.mutedSites.append(site) }
    }
    bind("a", "Show all") { state.wrappedValue.query = CommitQuery() }
  }

  @MainActor private func bind(
    _ key: KeyChord, _ title: String, _ action: @escaping @MainActor () -> Void
  ) -> Bind {
    let name = title.split(separator: " ").joined(separator: "-").lowercased()
    return Bind(key, title, name: "inspector.\(name)", isShown: false, action: action)
  }

  @MainActor private func field(_ form: LogState.Form) -> Node {
    let version = version
    let title =
      switch form {
      case .dispatch: "Dispatch"
      case .change: "Instead of \(version)"
      case .insert: "After \(version)"
      }
    return JSONField(title, try? inspector.json(ofAction: version)) { json in
      switch form {
      case .dispatch: try inspector.dispatch(json: json)
      case .change, .insert:
        var edits = inspector.branchEdits
        let step = try BranchEdits.Step(version: version, json: json)
        if form == .insert {
          edits.inserted.append(step)
        } else {
          edits.changed.removeAll { $0.version == version }
          edits.changed.append(step)
        }
        try inspector.setBranch(edits)
      }
    } close: {
      state.wrappedValue.form = nil
    }.node
  }

  @MainActor private func edit(_ change: (inout BranchEdits) -> Void) {
    var edits = inspector.branchEdits
    change(&edits)
    attempt { try inspector.setBranch(edits) }
  }

  @MainActor private func attempt(_ body: () throws -> Void) {
    do {
      try body()
      state.wrappedValue.problem = nil
    } catch { state.wrappedValue.problem = "\(error)" }
  }
}
