import MillraceDocument
import MillraceInspector

/// A reading list in a file: `reading [FILE] [--inspect]`.
@main struct ReadingProgram: TerminalProgram {
  static func run() async throws {
    let file = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") }
    let log = DocumentLog<ReadingList>(file: file ?? "reading.json")
    try log.open()
    let store = readingStore(log, logging: .file("reading.log", rotatingAt: 1_000_000))
    try await app(store, log).inspected(arguments: CommandLine.arguments).run()
  }

  @MainActor static func app(
    _ store: Store<Reading, ReadingAction>, _ log: DocumentLog<ReadingList>
  ) -> TerminalApp<Reading, ReadingAction> {
    TerminalApp(store) { terminal in
      Column {
        Connect(store.scope(state: \.finder, action: finderPath)) { finder, dispatch in
          FinderView(finder: finder, dispatch: dispatch)
        }
        Connect(store, \.list) { list, dispatch in
          LinkList(list: list, dispatch: dispatch.wrap(listPath), terminal: terminal)
          DocumentDialogs(list, log: log, dispatch: dispatch.wrap(listPath))
        }
      }.grow()
    }
  }
}

struct FinderView: Component {
  let finder: Finder
  let dispatch: Dispatcher<FinderAction>

  var body: Node {
    TextField(
      finder.address, placeholder: "The address of a page",
      onChange: { dispatch(.typed($0)) }, onSubmit: { dispatch(.submit) }
    ).autofocus()
    Text(finder.isLooking ? "Looking for its title…" : finder.problem ?? "").dim()
  }
}

struct LinkList: Component {
  let list: DocumentState<ReadingList>
  let dispatch: Dispatcher<DocumentAction<ReadingList>>
  let terminal: TerminalControl
  @Local private var current: Link.ID?

  var body: Node {
    Column {
      List(list.value.items) { link in
        Row(gap: 1) {
          Checkbox(link.isRead) { dispatch(.change(.toggle(link.id))) }
          Text { TextSpan(link.title).link(link.address) }.truncate()
        }
      }
      .current($current).grow().basis(0)
      DocumentNotices(list)
      DocumentMessageLine(list.message)
      KeyHints()
    }
    .grow().keys {
      Bind("d", "Remove") { current.map { dispatch(.change(.remove($0))) } }
      Bind("u", "Undo") { dispatch(.undo) }
      Bind("U", "Redo") { dispatch(.redo) }
      Bind("m", "Resolve", isShown: !list.conflicts.isEmpty) { dispatch.resolve(list) }
      Bind("q", "Quit") { dispatch.quit(list, terminal) }
    }
  }
}
