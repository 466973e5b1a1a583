import MillraceDocument

/// The program `todo`. The terminal and each browser have their own store; all stores use one log.
@MainActor
struct TodoApp {
  let log: DocumentLog<TodoList>
  let settings: SettingsFile
  /// The middleware of the main store, such as a log of actions.
  var middleware: [Middleware<TodoState, ProgramAction>] = []
  var dependencies = Dependencies()
  let queries = SharedQueries<Todo>()

  /// Makes the store of one user interface.
  /// - Parameter isSession: Whether the interface is a browser's, whose state is not saved.
  func makeStore(isSession: Bool = false) -> TodoStore {
    Store(
      initial: TodoState(), reducer: todoReducer,
      middleware: [
        .timestamps, .thunk,
        .document(\.list.document, action: ProgramAction.documentPath, in: log),
      ] + (isSession ? [] : screenPersistence + middleware),
      dependencies: dependencies)
  }

  /// Makes the replay of a recording, with a store. During the replay, the actions of pressed keys
  /// are dropped. After the replay, the store accepts them, and they need this middleware.
  static func replay(_ path: String) throws -> Replay<TodoState, ProgramAction> {
    try Replay(
      Recording(path: path), reducer: todoReducer, middleware: [.timestamps, .thunk])
  }

  /// Saves the state outside the document: the view, the draft, the edit and the dialog.
  private var screenPersistence: [Middleware<TodoState, ProgramAction>] {
    guard let path = log.path else { return [] }
    let pause = Duration.milliseconds(500)
    return [
      .persistence(
        to: .hidden(beside: path, as: "interface"), part: .field(\.kept), version: 2,
        durability: .snapshot(saveAfter: pause, maximumWait: pause), access: .bestEffort,
        migrations: [
          Migration(from: 1) { (old: TodoState.Kept.Version1) in
            TodoState.Kept(draft: old.draft)
          }
        ],
        storage: log.storage)
    ]
  }

  func terminalApp(_ store: TodoStore) -> TerminalApp<TodoState, ProgramAction> {
    let dispatch = Dispatcher(store)
    let startsInList = !store.state.list.items.isEmpty
    return TerminalApp(store) { [settings, queries, log] terminal in
      if terminal.isInteractive {
        SettingsProvider(settings, on: terminal) {
          TodoScreen(
            store: store, dispatch: dispatch, terminal: terminal, queries: queries, log: log,
            startsInList: startsInList)
        }
      } else {
        Connect(store, \.list.items) { items, _ in TodoPlainText(items: items) }
      }
    }
  }
}

/// The list as text, for an output that is not a terminal.
private struct TodoPlainText: Component {
  let items: IdentifiedList<Todo>

  var body: Node {
    List(items) { todo in
      Text((todo.isDone ? "[x] " : "[ ] ") + TodoFields(todo, isForm: false).line)
    }
    let done = items.count(where: \.isDone)
    Text("\(items.count - done) left, \(done) done")
  }
}
